//! Two entries for one person: found, and made one, over HTTP.

use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Coordinator;
use crate::persons::mergers::use_cases;
use crate::players::particulars::store as particulars;
use crate::players::use_cases::PlayerPath;
use crate::players::{Particulars, Player, reason};
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::web::body::{Body, Query};
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageQuery};
use crate::web::response::{Response, StoredResponse};

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

/// List suspected duplicates
///
/// Pairs of entries with one name and one birth date, both of clubs that you look after.
#[utoipa::path(
    tag = "players",
    params(PageQuery),
    responses((status = 200, description = "A page of pairs.", body = Page<Duplicate>)),
)]
#[get("/v1/duplicates")]
pub(crate) async fn list_duplicates(
    caller: Coordinator,
    Query(query): Query<PageQuery>,
) -> Result<Response<Page<Duplicate>>, Error> {
    let (after, limit) = (query.after()?, query.limit);
    let pairs = caller
        .read(move |c, by| particulars::duplicates(c, &by.reach, after, limit.rows()))
        .await?;
    let pair = |[first, second]: [Player; 2]| {
        Ok(Duplicate {
            players: vec![first.particulars()?, second.particulars()?],
        })
    };
    let pairs: Result<Vec<Duplicate>, Error> = pairs.into_iter().map(pair).collect();
    let key = |pair: &Duplicate| {
        let numbers = pair.players.iter().map(Particulars::number_key);
        numbers.collect::<Vec<_>>()
    };
    Ok(Response::private_page(Page::of(pairs?, limit, key, |pair| pair)?))
}

/// The duplicate that is to be merged.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateMerger {
    /// The entry that goes.
    #[schema(example = "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a")]
    duplicate_id: PlayerId,
    /// The reason why both are one person, for the audit trail.
    #[schema(example = "The club has confirmed it.", min_length = 1, max_length = 400)]
    reason: Option<String>,
}

/// Merge a duplicate into this entry
///
/// The path names the entry that stays: its particulars stay as they are. Games, consents, registrations and the rest
/// of the duplicate become its own; where both have something for the same year, day, pair or tournament, its own stays.
/// What a guardian has allowed for one entry alone is taken back, to be asked anew. The duplicate's number and id go on
/// working.
#[utoipa::path(
    tag = "players",
    request_body = CreateMerger,
    responses(
        (status = 201, description = "The entry that stays.", body = Particulars),
        (status = 409, description = "In this order: `merged-before`: the duplicate was merged before. `both-have-played`: both have been drawn in one tournament."),
        (status = 422, description = "`unknown-player`: there is no such duplicate. `same-player`: it is the same entry."),
    ),
)]
#[post("/v1/players/{id}/mergers")]
pub(crate) async fn create_merger(
    caller: Coordinator,
    path: PlayerPath,
    Body(asked, request): Body<CreateMerger>,
) -> Result<StoredResponse, Error> {
    let because = asked.reason.as_deref().map(reason).transpose()?;
    caller
        .write_once(request, move |c, by| {
            let stays = use_cases::merge(c, by, &path, asked.duplicate_id, because.as_deref())?;
            let location = format!("/v1/players/{}", stays.id);
            Ok(Response::private(stays.particulars()?).created_at(location))
        })
        .await
}
