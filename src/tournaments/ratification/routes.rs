//! Recognition and ratification over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Administrator, Anyone, TournamentOfficial};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::tournaments::officials::caller::Asking;
use crate::tournaments::plans::TournamentView;
use crate::tournaments::ratification::{Counters, Equipment, Finding, Requirement, findings};
use crate::tournaments::routes::{find, step};
use crate::tournaments::{State, Tournament, store};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid};
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(read_recognition)
        .service(create_equipment_confirmation)
        .service(create_ratification);
}

/// Whether a tournament has what one requirement asks for.
#[derive(Serialize, ToSchema)]
#[schema(as = RecognitionFinding)]
struct FindingView {
    /// Which requirement.
    requirement: Requirement,
    /// Whether it is met.
    #[schema(example = true)]
    met: bool,
    /// What shows that it is met.
    #[schema(example = json!(["The boards are of 490 mm with junctions of 25 mm."]))]
    evidence: Vec<String>,
    /// What is missing.
    #[schema(example = json!(["Not all rounds are played."]))]
    missing: Vec<String>,
}

/// What an official tournament needs, and whether it has it.
#[derive(Serialize, ToSchema)]
struct Recognition {
    /// Whether all requirements are met.
    #[schema(example = false)]
    recognised: bool,
    /// The requirements.
    items: Vec<FindingView>,
}

impl Recognition {
    fn of(findings: Vec<Finding>) -> Recognition {
        let view = |Finding {
                        requirement,
                        evidence,
                        missing,
                    }| FindingView {
            requirement,
            met: missing.is_empty(),
            evidence,
            missing,
        };
        let items: Vec<FindingView> = findings.into_iter().map(view).collect();
        Recognition {
            recognised: items.iter().all(|item| item.met),
            items,
        }
    }
}

fn found(c: &mut Conn, tournament: Tournament, today: NaiveDate) -> Result<Vec<Finding>, Error> {
    let dossier = crate::tournaments::ratification::store::dossier(c, &tournament)?;
    let proceedings = store::proceedings(c, tournament)?;
    Ok(findings(&proceedings, &dossier, today))
}

/// Read whether a tournament is recognised
///
/// The four things that an official tournament needs, with the evidence as it stands: an umpire, boards and counters, the
/// draw, and the scoring.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses((status = 200, description = "The requirements.", body = Recognition)),
    security(()),
)]
#[get("/v1/tournaments/{id}/recognition")]
pub(crate) async fn read_recognition(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Recognition>, Error> {
    let (id, today) = (id.into_inner(), clock.now().day());
    let findings = database
        .read(move |c| {
            let tournament = find(c, id)?;
            found(c, tournament, today)
        })
        .await?;
    Ok(Reply::public(Recognition::of(findings)))
}

/// What an umpire has found the boards and counters to be.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateEquipmentConfirmation {
    /// The side of the boards in millimetres.
    #[schema(minimum = 1, maximum = 2000, example = 490)]
    board: i64,
    /// The diameter of the junctions in millimetres.
    #[schema(minimum = 1, maximum = 200, example = 25)]
    junction: i64,
    /// What the counters are made of.
    counters: Counters,
    /// Whether the notation is marked from the top left corner.
    #[schema(example = true)]
    marked: bool,
}

/// What an umpire has found the boards and counters to be.
#[derive(Serialize, ToSchema)]
#[schema(as = EquipmentConfirmation)]
struct EquipmentView {
    /// Its id.
    #[schema(example = "019aa0d7-8192-73a4-85b6-c7d8e9f0a1b2")]
    id: Id,
    /// Of which tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Id,
    /// The side of the boards in millimetres.
    #[schema(example = 490)]
    board: i64,
    /// The diameter of the junctions in millimetres.
    #[schema(example = 25)]
    junction: i64,
    /// What the counters are made of.
    counters: Counters,
    /// Whether the notation is marked from the top left corner.
    #[schema(example = true)]
    marked: bool,
    /// When it was confirmed.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T07:30:00.000000Z")]
    confirmed_at: Timestamp,
}

/// Confirm the boards and counters
///
/// As they are; whether that is to specification, `GET /v1/tournaments/{id}/recognition` tells. The last confirmation
/// counts.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    request_body = CreateEquipmentConfirmation,
    responses(
        (status = 201, description = "The confirmation.", body = EquipmentView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation does not hold today. `wrong-state`: the tournament is ratified, or cancelled."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "umpire": "tournament" }))),
)]
#[post("/v1/tournaments/{id}/equipment-confirmations")]
pub(crate) async fn create_equipment_confirmation(
    caller: TournamentOfficial,
    tournament: Path<Id>,
    Body(asked, request): Body<CreateEquipmentConfirmation>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (tournament, asking) = (tournament.into_inner(), Asking::new(&caller, clock.now()));
    let CreateEquipmentConfirmation {
        board,
        junction,
        counters,
        marked,
    } = asked;
    let mut faults = Faults::default();
    let within = |value: i64, most: i64| {
        let wrong = || Invalid::new("out-of-range", format!("Must be from 1 to {most}."));
        (1..=most).contains(&value).then_some(value).ok_or_else(wrong)
    };
    faults.take("/board", within(board, 2000));
    faults.take("/junction", within(junction, 200));
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let (id, confirmed_by, confirmed_at) = (Id::new(asking.now), asking.account, asking.now);
    request
        .once(&database, asking.account, asking.now, move |c| {
            let found = find(c, tournament)?;
            asking.official(c, &found)?;
            found.at(&[State::Planned, State::Open, State::Running, State::Finished])?;
            let equipment = Equipment {
                id,
                tournament,
                board,
                junction,
                counters,
                marked,
                confirmed_by,
                confirmed_at,
            };
            crate::tournaments::ratification::store::insert(c, &equipment)?;
            let view = EquipmentView {
                id,
                tournament_id: tournament,
                board,
                junction,
                counters,
                marked,
                confirmed_at,
            };
            let change = Change::created("create_equipment_confirmation", "equipment_confirmation", id, &view)?;
            audit::append(c, asking.now, &asking.actor, change)?;
            Ok(Reply::public(view).created_at(format!("/v1/tournaments/{tournament}/recognition")))
        })
        .await
}

/// Ratify a tournament
///
/// One that is finished and has all that an official tournament needs. Its results then stand, but for corrections by an
/// administrator.
#[utoipa::path(
    tag = "tournaments",
    params(("id" = Id, Path, description = "The tournament's id.", example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")),
    responses(
        (status = 201, description = "The tournament, ratified.", body = TournamentView),
        (status = 409, description = "In this order: `wrong-state`: it is not finished, or was ratified before. `not-recognised`: it lacks something."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/tournaments/{id}/ratifications")]
pub(crate) async fn create_ratification(
    caller: Administrator,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now, actor) = (id.into_inner(), clock.now(), caller.actor().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let tournament = find(c, id)?;
            let findings = found(c, tournament.clone(), now.day())?;
            let ratified = tournament.clone().ratified(findings, now)?;
            step(c, (tournament, ratified), ("create_ratification", &actor), now)
        })
        .await
}
