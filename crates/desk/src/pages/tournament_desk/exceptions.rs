//! A round for which no pairing keeps the rules: the fewest that have to be set aside, told by name, and drawn with for a
//! reason.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpResponse, post};
use maud::{Markup, html};
use serde_json::Value;

use crate::accounts::caller::TournamentOfficial;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::Visit;
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::TournamentDesk;
use crate::pages::tournament_desk::pairing::{self, reason};
use crate::tournaments::rounds::orders::{NewOrders, NewWaiver};
use crate::tournaments::rounds::refusals::NO_LEGAL_DRAW;
use crate::tournaments::rounds::use_cases::{self, SeedingSource};
use crate::values::error::{Error, Problem};
use crate::values::id::{PlayerId, TournamentId};
use crate::values::validation::{Faults, FieldError, ValueError};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(send_exceptions);
}

/// The field for the reason why rules are set aside.
pub(super) fn exceptions_field() -> Field {
    Field::new("exceptions_reason", "Why rules are set aside", FieldKind::Text)
}

/// The form that lets the draw set aside what it must.
pub(super) fn exceptions(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Markup {
    html! {
        section {
            h2 { "If no draw keeps the rules" }
            p { "The draw then sets aside as few as it can: two who have met meet again, or somebody has another bye. Relatives never meet." }
            form method="post" action={ (desk.path()) "/exceptions" } {
                (draft.hidden(visit.token()))
                (draft.field(&exceptions_field()))
                button.second { "Draw with as few exceptions as can be" }
            }
        }
    }
}

/// The rules that would have to be set aside for a draw, if that is why there is none.
fn needed(problem: &Problem) -> Option<Vec<NewWaiver>> {
    if problem.kind.code != NO_LEGAL_DRAW.code {
        return None;
    }
    let waivers = problem.facts.get("waivers")?.as_array()?;
    let waiver = |waiver: &Value| {
        let ids = waiver["player_ids"].as_array()?.iter();
        let ids: Vec<PlayerId> = ids.filter_map(|id| id.as_str()?.parse().ok()).collect();
        match (waiver["kind"].as_str()?, ids.as_slice()) {
            ("rematch", [one, other]) => Some(NewWaiver::Rematch([*one, *other])),
            ("second_bye", [resting]) => Some(NewWaiver::SecondBye(*resting)),
            _ => None,
        }
    };
    Some(waivers.iter().filter_map(waiver).collect())
}

/// The refusal of a draw, with what would allow one in words.
pub(super) fn with_ways_out(error: Error, desk: &TournamentDesk) -> Error {
    let Error::Refused(mut problem) = error else {
        return error;
    };
    let Some(waivers) = needed(&problem) else {
        return Error::Refused(problem);
    };
    let name = |id: &PlayerId| {
        let entry = desk.papers.snapshot.of_player(*id);
        entry.map(|entry| desk.papers.name(entry)).unwrap_or_default()
    };
    // All are needed: they are one way out, and so one sentence.
    let needed = waivers.iter().map(|waiver| match waiver {
        NewWaiver::Rematch([one, other]) | NewWaiver::Barred([one, other]) => {
            format!("{} and {} met again", name(one), name(other))
        }
        NewWaiver::SecondBye(resting) => format!("{} had another bye", name(resting)),
    });
    let needed = needed.collect::<Vec<_>>().join(", and ");
    let together = (!needed.is_empty()).then(|| format!("There would be a draw if {needed}."));
    let ways = problem.facts.get("ways_out").and_then(Value::as_array).cloned();
    let ways = ways.into_iter().flatten().filter_map(|way| match way.as_str()? {
        "fewer_rounds" => Some("The tournament can end with the rounds that were played.".to_owned()),
        "another_entrant" => Some("There would be a draw with one more player.".to_owned()),
        _ => None,
    });
    let sentences: Vec<String> = together.into_iter().chain(ways).collect();
    problem.errors.extend(sentences.into_iter().map(|message| FieldError {
        pointer: String::new(),
        code: NO_LEGAL_DRAW.code,
        message,
    }));
    Error::Refused(problem)
}

#[post("/desk/tournaments/{id}/exceptions")]
async fn send_exceptions(
    sent: Sent<TournamentOfficial>,
    id: Path<TournamentId>,
    seeding: Data<SeedingSource>,
) -> Result<HttpResponse, Error> {
    let (id, seeding) = (*id, **seeding);
    sent.carry_out(
        move |c, by, form| {
            let why = reason(form, "exceptions_reason")?;
            let desk = TournamentDesk::read(c, by, id)?;
            let problem = match use_cases::draw(c, by, id, &NewOrders::default(), seeding) {
                Ok(_) => {
                    let needless = "A draw keeps all rules: nothing has to be set aside.";
                    return Err(Faults::of("/exceptions_reason", ValueError::new("not-allowed", needless)).into());
                }
                Err(Error::Refused(problem)) => problem,
                Err(error) => return Err(error),
            };
            let waivers = needed(&problem).filter(|waivers| !waivers.is_empty());
            let Some(waivers) = waivers else {
                return Err(Error::Refused(problem));
            };
            let asked = NewOrders {
                waivers,
                reason: Some(why),
                ..NewOrders::default()
            };
            desk.draw(c, by, &asked, seeding)
        },
        move |c, by| TournamentDesk::read(c, by, id),
        pairing::page,
    )
    .await
}
