//! Byes over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, ClubSecretaryOrUmpire};
use crate::federation::readings::ByeValue;
use crate::tournaments::model::{Bye, Entry};

use crate::tournaments::byes::{NewBye, PublicBye, use_cases};
use crate::values::error::Error;
use crate::values::id::{ByeId, EntryId, TournamentId};
use crate::values::number::RoundNumber;
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

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
    #[schema(minimum = 1, maximum = 30, example = 3)]
    round: i64,
    /// The points that it counts; nothing if absent. Only those who run the tournament give a bye that counts
    /// something, and not to themselves or a relative.
    #[serde(default = "nothing")]
    value: ByeValue,
}

fn nothing() -> ByeValue {
    ByeValue::Zero
}

/// The byes of a tournament.
#[derive(Serialize, ToSchema)]
struct Byes {
    /// The byes by round.
    items: Vec<PublicBye>,
}

/// The answer to what makes a bye or takes it back: the bye, which stands among those of its tournament.
fn stepped((bye, entry): &(Bye, Entry), today: NaiveDate) -> Response<PublicBye> {
    let location = format!("/v1/tournaments/{}/byes", entry.tournament);
    Response::public(bye.public(entry, today)).created_at(location)
}

/// Ask for a bye
///
/// For a round that is still to be published, in which the player is then not drawn. It does not count against a bye that
/// the draw gives. While the tournament takes entries, those who look after the player may ask; later those who run it.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateBye,
    responses(
        (status = 201, description = "The bye.", body = PublicBye),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `entries-closed`: the last day for clubs is over. `already-resting`: the player rests in that round."),
        (status = 403, description = "`conflict-of-interest`: the bye would count something, for yourself or a relative."),
        (status = 422, description = "`nothing-to-order`: everybody meets everybody. `round-out-of-reach`: the round is published, or is none of the tournament's."),
    ),
)]
#[post("/v1/entries/{id}/byes")]
pub(crate) async fn create_bye(
    caller: ClubSecretaryOrUmpire,
    entry: Path<EntryId>,
    Body(CreateBye { round, value }, request): Body<CreateBye>,
) -> Result<StoredResponse, Error> {
    let entry = entry.into_inner();
    let new = NewBye {
        entry,
        round: RoundNumber::new(round),
        value,
    };
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(&use_cases::ask(c, by, &new)?, by.today()))
        })
        .await
}

/// Take a bye back
///
/// One that was asked for, as long as its round is not published.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The bye that was taken back.", body = PublicBye),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is over. `entries-closed`: the last day for clubs is over."),
        (status = 422, description = "`round-out-of-reach`: its round is published."),
    ),
)]
#[post("/v1/byes/{id}/withdrawals")]
pub(crate) async fn create_bye_withdrawal(
    caller: ClubSecretaryOrUmpire,
    id: Path<ByeId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            Ok(stepped(&use_cases::take_back(c, by, *id)?, by.today()))
        })
        .await
}

/// List the byes of a tournament
///
/// Those that the draw gave and those that players asked for.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The byes.", body = Byes)),
)]
#[get("/v1/tournaments/{id}/byes")]
pub(crate) async fn list_byes(caller: Anyone, tournament: Path<TournamentId>) -> Result<Response<Byes>, Error> {
    let today = caller.today();
    let byes = caller.read(move |c| use_cases::list(c, *tournament)).await?;
    let items = byes.iter().map(|(bye, entry)| bye.public(entry, today));
    Ok(Response::public(Byes { items: items.collect() }))
}
