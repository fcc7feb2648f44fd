//! Recognition and ratification over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Administrator, Anyone, TournamentOfficial};
use crate::tournaments::afterwards;
use crate::tournaments::plans::TournamentView;
use crate::tournaments::ratification::{Counters, Equipment, NewEquipment, RecognitionFinding, use_cases};
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::validation::{Day, Faults, text, within};
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(read_recognition)
        .service(create_equipment_confirmation)
        .service(create_rounds_agreement)
        .service(create_ending_acceptance)
        .service(create_ratification);
}

/// The requirements of an official tournament, and whether it meets them.
#[derive(Serialize, ToSchema)]
struct Recognition {
    /// Whether all requirements are met.
    #[schema(example = false)]
    recognised: bool,
    /// The requirements.
    items: Vec<RecognitionFinding>,
}

/// Read whether a tournament is recognised
///
/// The needs of an official tournament, with the evidence as it stands: an umpire, boards and counters, the draw, the scoring,
/// the rules and the rounds.
#[utoipa::path(
    tag = "tournaments",
    responses((status = 200, description = "The requirements.", body = Recognition)),
)]
#[get("/v1/tournaments/{id}/recognition")]
pub(crate) async fn read_recognition(caller: Anyone, id: Path<TournamentId>) -> Result<Response<Recognition>, Error> {
    let today = caller.today();
    let items = caller.read(move |c| use_cases::read_recognition(c, *id, today)).await?;
    let recognised = items.iter().all(|finding| finding.met);
    Ok(Response::public(Recognition { recognised, items }))
}

/// The boards and counters as an umpire has found them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreateEquipmentConfirmation {
    /// The side of the boards in millimetres.
    #[schema(minimum = 1, maximum = 2000, example = 490)]
    board: i64,
    /// The diameter of the junctions in millimetres.
    #[schema(minimum = 1, maximum = 200, example = 25)]
    junction: i64,
    /// The material of the counters.
    counters: Counters,
    /// The size of the counters in millimetres.
    #[schema(minimum = 1, maximum = 200, example = 25)]
    counter_size: i64,
    /// Whether the notation is marked from the top left corner.
    #[schema(example = true)]
    marked: bool,
    /// Whether boards and counters bear the mark of the federation.
    #[schema(example = true)]
    federation_mark: bool,
    /// The day on which they were looked at; today if absent, or the tournament's last day once that is over.
    #[schema(value_type = Option<NaiveDate>, example = "2027-04-17")]
    found_on: Option<Day>,
    /// The reason why it is recorded after that day, which everyone reads. Required then.
    #[schema(example = "The hall had no connection.", min_length = 1, max_length = 400)]
    reason: Option<String>,
}

impl CreateEquipmentConfirmation {
    /// The confirmation, unless it has measures that no board or counter has.
    pub fn parse(self) -> Result<NewEquipment, Faults> {
        let mut faults = Faults::default();
        faults.check("/board", within(self.board, 1, 2000));
        faults.check("/junction", within(self.junction, 1, 200));
        faults.check("/counter_size", within(self.counter_size, 1, 200));
        if !faults.is_empty() {
            return Err(faults);
        }
        Ok(NewEquipment {
            board: self.board,
            junction: self.junction,
            counters: self.counters,
            counter_size: self.counter_size,
            marked: self.marked,
            federation_mark: self.federation_mark,
            found_on: self.found_on.map(NaiveDate::from),
            reason: afterwards::reason(self.reason.as_deref())?,
        })
    }
}

/// Confirm the boards and counters
///
/// As they are; whether that is to specification, `GET /v1/tournaments/{id}/recognition` tells. The last confirmation
/// counts. What was found on an earlier day is recorded afterwards with a reason, until the tournament is ratified, or
/// while it is under review.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateEquipmentConfirmation,
    responses(
        (status = 201, description = "The confirmation.", body = Equipment),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is ratified, or cancelled."),
    ),
)]
#[post("/v1/tournaments/{id}/equipment-confirmations")]
pub(crate) async fn create_equipment_confirmation(
    caller: TournamentOfficial,
    tournament: Path<TournamentId>,
    Body(asked, request): Body<CreateEquipmentConfirmation>,
) -> Result<StoredResponse, Error> {
    let new = asked.parse()?;
    let location = format!("/v1/tournaments/{tournament}/recognition");
    caller
        .write_once(request, move |c, by| {
            let equipment = use_cases::confirm_equipment(c, by, *tournament, &new)?;
            Ok(Response::public(equipment).created_at(location.clone()))
        })
        .await
}

/// An agreement to another number of rounds.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRoundsAgreement {
    /// The number of rounds.
    #[schema(minimum = 1, maximum = 30, example = 4)]
    rounds: i64,
    /// The reason, which everyone reads.
    #[schema(example = "The hall is to be had for one day.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Agree to another number of rounds
///
/// An official tournament has six, unless its field cannot play so many. The agreement is made before the first round is
/// published; the last one counts. The plan itself is changed by whoever runs the tournament.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateRoundsAgreement,
    responses(
        (status = 201, description = "The tournament.", body = TournamentView),
        (status = 409, description = "`wrong-state`: its first round is published, or it is over."),
    ),
)]
#[post("/v1/tournaments/{id}/rounds-agreements")]
pub(crate) async fn create_rounds_agreement(
    caller: Administrator,
    id: Path<TournamentId>,
    Body(asked, request): Body<CreateRoundsAgreement>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let rounds = faults.check("/rounds", within(asked.rounds, 1, 30));
    let reason = faults.check("/reason", text(&asked.reason, 400));
    let (rounds, reason) = rounds.zip(reason).ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            let tournament = TournamentView::from(use_cases::agree_rounds(c, by, *id, rounds, &reason)?);
            Ok(Response::public(tournament).created_at(format!("/v1/tournaments/{id}")))
        })
        .await
}

/// The acceptance of an early end.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateEndingAcceptance {
    /// The reason, which everyone reads.
    #[schema(example = "The storm closed the roads.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Accept that a tournament ended before its last round
///
/// Without that it is no official one, unless its field could not play more. Who takes the end back takes back the acceptance.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateEndingAcceptance,
    responses(
        (status = 201, description = "The tournament.", body = TournamentView),
        (status = 409, description = "In this order: `wrong-state`: it is not finished, or ratified. `not-ended-early`: it ended with its last round."),
    ),
)]
#[post("/v1/tournaments/{id}/ending-acceptances")]
pub(crate) async fn create_ending_acceptance(
    caller: Administrator,
    id: Path<TournamentId>,
    Body(asked, request): Body<CreateEndingAcceptance>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let reason = faults.check("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            let tournament = TournamentView::from(use_cases::accept_ending(c, by, *id, &reason)?);
            Ok(Response::public(tournament).created_at(format!("/v1/tournaments/{id}")))
        })
        .await
}

/// Ratify a tournament
///
/// One that is finished and has all that an official tournament needs. Its results then stand, but for corrections by an
/// administrator. If one of these takes away something that is needed, the tournament is under review, until it has that again
/// and is ratified once more.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The tournament, ratified.", body = TournamentView),
        (status = 409, description = "In this order: `wrong-state`: it is not finished, or was ratified before and is not under review. `before-last-day`: its last day is still to come. `not-recognised`: it lacks something."),
    ),
)]
#[post("/v1/tournaments/{id}/ratifications")]
pub(crate) async fn create_ratification(
    caller: Administrator,
    id: Path<TournamentId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let tournament = TournamentView::from(use_cases::ratify(c, by, *id)?);
            Ok(Response::public(tournament).created_at(format!("/v1/tournaments/{id}")))
        })
        .await
}
