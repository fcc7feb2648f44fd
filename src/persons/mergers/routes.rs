//! Two entries for one person: found, and made one, over HTTP.

use crate::persons::mergers::BOTH_HAVE_PLAYED;
use actix_web::web::Data;
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Coordinator;
use crate::db::Database;
use crate::db::audit::{self, Change};
use crate::persons::mergers::store as mergers;
use crate::players::particulars::store as particulars;
use crate::players::routes::{Entry, find_within};
use crate::players::{MERGED_BEFORE, Particulars, SAME_PLAYER, UNKNOWN_PLAYER};
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::web::body::{Body, Query};
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_duplicates).service(create_merger);
}

/// Two entries that may be of one person.
#[derive(Serialize, ToSchema)]
struct Duplicate {
    /// Both, the lower number first.
    #[schema(min_items = 2, max_items = 2)]
    players: Vec<Particulars>,
}

/// Which suspected duplicates to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListDuplicates {
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
    /// `next_cursor` of the page before.
    #[param(example = "WzQyMTcsNDMwMV0")]
    cursor: Option<String>,
}

/// List suspected duplicates
///
/// Pairs of entries with one name and one birth date, both of clubs that you look after.
#[utoipa::path(
    tag = "players",
    params(ListDuplicates),
    responses((status = 200, description = "A page of pairs.", body = Page<Duplicate>)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[get("/v1/duplicates")]
pub(crate) async fn list_duplicates(
    caller: Coordinator,
    Query(query): Query<ListDuplicates>,
    database: Data<Database>,
) -> Result<Reply<Page<Duplicate>>, Error> {
    let (after, reach, limit) = (after(query.cursor.as_deref())?, caller.reach().clone(), query.limit);
    let pairs = database
        .read(move |c| particulars::duplicates(c, &reach, after, limit.rows()))
        .await?;
    let pair = |[first, second]: [crate::players::Player; 2]| {
        Ok(Duplicate {
            players: vec![first.particulars()?, second.particulars()?],
        })
    };
    let pairs: Result<Vec<Duplicate>, crate::players::Refusal> = pairs.into_iter().map(pair).collect();
    let key = |pair: &Duplicate| pair.players.iter().map(|one| one.number.stored()).collect::<Vec<_>>();
    Ok(Reply::private_page(Page::of(pairs?, limit, key, |pair| pair)?))
}

/// Which entry is a duplicate.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateMerger {
    /// The entry that goes.
    #[schema(example = "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a")]
    duplicate_id: Id,
}

/// Merge a duplicate into this entry
///
/// The path names the entry that stays: its particulars stay as they are. Games, consents, registrations and the rest
/// of the duplicate become its own; where both have something for the same year, day, pair or tournament, its own stays.
/// What a guardian has allowed for one entry alone is taken back, to be asked anew. The duplicate's number and id go on
/// working.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The id of the entry that stays.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    request_body = CreateMerger,
    responses(
        (status = 201, description = "The entry that stays.", body = Particulars),
        (status = 409, description = "In this order: `merged-before`: the duplicate was merged before. `both-have-played`: both have been drawn in one tournament."),
        (status = 422, description = "`unknown-player`: there is no such duplicate. `same-player`: it is the same entry."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[post("/v1/players/{id}/mergers")]
pub(crate) async fn create_merger(
    caller: Coordinator,
    entry: Entry,
    Body(asked, request): Body<CreateMerger>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let now = clock.now();
    let (actor, reach, duplicate) = (caller.actor().clone(), caller.reach().clone(), asked.duplicate_id);
    request
        .once(&database, caller.account(), now, move |c| {
            let stays = entry.within(c, &reach)?;
            let detail = format!("There is no player with the id {duplicate}.");
            let found = crate::players::store::find_member(c, duplicate)?
                .ok_or_else(|| UNKNOWN_PLAYER.at("/duplicate_id", detail))?;
            if found.id == stays.id && duplicate == stays.id {
                return Err(SAME_PLAYER
                    .at("/duplicate_id", "An entry is not merged into itself.")
                    .into());
            }
            if found.id != duplicate {
                return Err(MERGED_BEFORE.problem("The duplicate was merged before.").into());
            }
            let before = find_within(c, duplicate, &reach)?.particulars()?;
            if mergers::have_both_played(c, duplicate, stays.id)? {
                return Err(BOTH_HAVE_PLAYED
                    .problem("Both have been drawn in one tournament.")
                    .into());
            }
            let moved = mergers::merge(c, duplicate, (stays.id, stays.club), now)?;
            let after = find_within(c, stays.id, &reach)?.particulars()?;
            let into = json!({ "merged_into": stays.id });
            audit::append(
                c,
                now,
                &actor,
                Change::altered("create_merger", "player", duplicate, &before, &into)?,
            )?;
            for (subject, id) in moved {
                let whose = [duplicate, stays.id].map(|player| json!({ "player_id": player }));
                let change = Change::altered("create_merger", subject, id, &whose[0], &whose[1])?;
                audit::append(c, now, &actor, change)?;
            }
            Ok(Reply::private(after).created_at(format!("/v1/players/{}", stays.id)))
        })
        .await
}
