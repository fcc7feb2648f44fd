//! Byes over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, Official};
use crate::db::Database;
use crate::db::audit::{self, Change};
use crate::players::PlayerName;
use crate::tournaments::ByeValue;
use crate::tournaments::byes::{Bye, Kind, Refusal};
use crate::tournaments::entries::Entry;
use crate::tournaments::entries::routes::entry_within;
use crate::tournaments::rounds::store as rounds;
use crate::tournaments::routes::find;
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_bye)
        .service(list_byes)
        .service(create_bye_withdrawal);
}

/// A bye as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateBye {
    /// The number of the round, which is still to be published.
    #[schema(example = 3)]
    round: i64,
    /// What it counts; nothing if absent. What counts something is for those who run the tournament to give, and not to
    /// themselves or a relative.
    #[serde(default = "nothing")]
    value: ByeValue,
}

fn nothing() -> ByeValue {
    ByeValue::Zero
}

/// A round that a player rests.
#[derive(Serialize, ToSchema)]
#[schema(as = Bye)]
struct ByeView {
    /// Its id.
    #[schema(example = "019aa0d5-6f70-7182-93a4-b5c6d7e8f901")]
    id: Id,
    /// The entry.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    entry_id: Id,
    /// Who rests.
    player: PlayerName,
    /// The number of the round.
    #[schema(example = 3)]
    round: i64,
    /// Whence it is.
    kind: Kind,
    /// What it counts.
    value: ByeValue,
    /// When it was given.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl ByeView {
    fn of(bye: &Bye, entry: &Entry, today: NaiveDate) -> ByeView {
        let Bye {
            id,
            entry: entry_id,
            round,
            kind,
            value,
            created_at,
        } = *bye;
        ByeView {
            id,
            entry_id,
            player: entry.player.named(today),
            round,
            kind,
            value,
            created_at,
        }
    }
}

/// The byes of a tournament.
#[derive(Serialize, ToSchema)]
struct Byes {
    /// By round.
    items: Vec<ByeView>,
}

/// Ask for a bye
///
/// For a round that is still to be published, in which the player is then not drawn. It does not count against a bye that
/// the draw gives. While the tournament takes entries, those who look after the player may ask; later those who run it.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The entry's id.", example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")),
    request_body = CreateBye,
    responses(
        (status = 201, description = "The bye.", body = ByeView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `already-resting`: the player rests in that round."),
        (status = 403, description = "`conflict-of-interest`: the bye would count something, for yourself or a relative."),
        (status = 422, description = "`nothing-to-order`: everybody meets everybody. `round-out-of-reach`: the round is published, or is none of the tournament's."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament", "club_secretary": "club" }))),
)]
#[post("/v1/entries/{id}/byes")]
pub(crate) async fn create_bye(
    caller: Official,
    entry: Path<Id>,
    Body(asked, request): Body<CreateBye>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (entry, now) = (entry.into_inner(), clock.now());
    let (actor, account, reach) = (caller.actor().clone(), caller.account(), caller.reach().clone());
    let (id, CreateBye { round, value }) = (Id::new(now), asked);
    request
        .once(&database, account, now, move |c| {
            let (entry, tournament) = entry_within(c, entry, (account, &reach), now.day())?;
            if value != ByeValue::Zero {
                let official =
                    crate::tournaments::officials::store::find(c, &tournament, (account, &reach), now.day())?;
                official
                    .map_err(|_| Refusal::NotYours)?
                    .rules_on([entry.player.id; 2])?;
            }
            let next_round = rounds::next(c, tournament.id)?;
            let bye = Bye::request(&tournament, &entry, (id, round, value), next_round, now)?;
            crate::tournaments::byes::store::insert(c, &bye)?;
            let view = ByeView::of(&bye, &entry, now.day());
            audit::append(c, now, &actor, Change::created("create_bye", "bye", id, &view)?)?;
            Ok(Reply::public(view).created_at(format!("/v1/tournaments/{}/byes", tournament.id)))
        })
        .await
}

/// Take a bye back
///
/// One that was asked for, as long as its round is not published.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The bye's id.", example = "019aa0d5-6f70-7182-93a4-b5c6d7e8f901")),
    responses(
        (status = 201, description = "The bye that was taken back.", body = ByeView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over."),
        (status = 422, description = "`round-out-of-reach`: its round is published."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament", "club_secretary": "club" }))),
)]
#[post("/v1/byes/{id}/withdrawals")]
pub(crate) async fn create_bye_withdrawal(
    caller: Official,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, account, reach) = (caller.actor().clone(), caller.account(), caller.reach().clone());
    request
        .once(&database, account, now, move |c| {
            let bye = crate::tournaments::byes::store::find(c, id)?;
            let bye = bye.ok_or_else(|| NOT_FOUND.problem("There is no bye with this id."))?;
            let (entry, tournament) = entry_within(c, bye.entry, (account, &reach), now.day())?;
            let bye = bye.taken_back(&tournament, rounds::next(c, tournament.id)?)?;
            crate::tournaments::byes::store::discard(c, id)?;
            let view = ByeView::of(&bye, &entry, now.day());
            audit::append(
                c,
                now,
                &actor,
                Change::altered("create_bye_withdrawal", "bye", id, &view, &())?,
            )?;
            Ok(Reply::public(view).created_at(format!("/v1/tournaments/{}/byes", tournament.id)))
        })
        .await
}

/// List the byes of a tournament
///
/// Those that the draw gave and those that players asked for.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses((status = 200, description = "The byes.", body = Byes)),
    security(()),
)]
#[get("/v1/tournaments/{id}/byes")]
pub(crate) async fn list_byes(
    _caller: Anyone,
    tournament: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Byes>, Error> {
    let (tournament, today) = (tournament.into_inner(), clock.now().day());
    let items = database
        .read(move |c| {
            find(c, tournament)?;
            let entries = crate::tournaments::entries::store::list(c, tournament)?;
            // Who has withdrawn since asking has no bye.
            let of_entry = |id: Id| entries.iter().find(|entry| entry.id == id);
            let of = |bye: Bye| {
                of_entry(bye.entry)
                    .filter(|entry| entry.plays_in(bye.round))
                    .map(|entry| ByeView::of(&bye, entry, today))
            };
            Ok(crate::tournaments::byes::store::list(c, tournament)?
                .into_iter()
                .filter_map(of)
                .collect())
        })
        .await?;
    Ok(Reply::public(Byes { items }))
}
