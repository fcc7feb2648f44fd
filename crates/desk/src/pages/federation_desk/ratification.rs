//! Tournaments that wait for the federation: over and not ratified, or ratified and under review.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::federation_desk::{OfFederation, part, way_back};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::home::state;
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::recognition::line;
use crate::players;
use crate::tournaments::model::{Tournament, TournamentAction, TournamentState};
use crate::tournaments::ratification::{RecognitionFinding, use_cases};
use crate::tournaments::sheets::frame::moment;
use crate::tournaments::sheets::papers::{days, sort};
use crate::tournaments::store::TournamentFilter;
use crate::tournaments::{self};
use crate::values::counted;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::validation::{Faults, within};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_waiting)
        .service(show_ratification)
        .service(send_ratification)
        .service(send_ending_acceptance)
        .service(send_rounds_agreement);
}

/// The most tournaments of a sort that are listed.
pub(super) const MOST: i64 = 100;

/// The tournaments that are over and not ratified.
pub(super) fn finished(c: &mut Conn) -> Result<Vec<Tournament>, Error> {
    let filter = TournamentFilter {
        state: Some(TournamentState::Finished),
        ..TournamentFilter::default()
    };
    tournaments::store::list(c, filter, MOST)
}

/// The tournaments that are ratified and lack something now.
pub(super) fn under_review(c: &mut Conn) -> Result<Vec<Tournament>, Error> {
    let filter = TournamentFilter {
        under_review: Some(true),
        ..TournamentFilter::default()
    };
    tournaments::store::list(c, filter, MOST)
}

/// The tournaments whose first round is not published, for which another number of rounds can be agreed to.
fn to_come(c: &mut Conn) -> Result<Vec<Tournament>, Error> {
    let mut coming = Vec::new();
    for state in [TournamentState::Planned, TournamentState::Open] {
        let filter = TournamentFilter {
            state: Some(state),
            ..TournamentFilter::default()
        };
        coming.extend(tournaments::store::list(c, filter, MOST)?);
    }
    Ok(coming)
}

/// The lists of the page.
struct Waiting {
    under_review: Vec<Tournament>,
    finished: Vec<Tournament>,
    to_come: Vec<Tournament>,
}

#[get("/desk/ratification")]
async fn list_waiting(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller
        .read(|c, by| {
            let waiting = Waiting {
                under_review: under_review(c)?,
                finished: finished(c)?,
                to_come: to_come(c)?,
            };
            OfFederation::read(c, by, waiting)
        })
        .await?;
    let Waiting {
        under_review,
        finished,
        to_come,
    } = &desk.content;
    let body = html! {
        (way_back())
        h1 { "Tournaments to ratify" }
        section {
            h2 { "Under review" }
            p.quiet { "Ratified, and lacking something now: a result was corrected, or an appeal upheld." }
            @if under_review.is_empty() { p { "None." } } @else { (list(under_review)) }
        }
        section {
            h2 { "Over, and not ratified" }
            @if finished.is_empty() { p { "None." } } @else { (list(finished)) }
        }
        section {
            h2 { "Not begun" }
            p.quiet { "An official tournament has six rounds, unless you agree to another number before it begins." }
            @if to_come.is_empty() { p { "None." } } @else { (list(to_come)) }
        }
    };
    Ok(desk.page(&visit, &Draft::default(), "Tournaments to ratify", &body))
}

fn list(tournaments: &[Tournament]) -> Markup {
    html! {
        ul.things {
            @for tournament in tournaments {
                li {
                    a href=(path(tournament.id)) { (tournament.plan.name) }
                    p.quiet {
                        (days(tournament.plan.starts_on, tournament.plan.ends_on)) " · " (tournament.plan.place()) " · "
                        (sort(Words::ENGLISH, &tournament.plan))
                    }
                }
            }
        }
    }
}

fn path(id: TournamentId) -> String {
    format!("/desk/ratification/{id}")
}

/// A tournament, and what it has of what an official one needs.
struct Judged {
    tournament: Tournament,
    findings: Vec<RecognitionFinding>,
    today: NaiveDate,
}

fn read(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<OfFederation<Judged>, Error> {
    let judged = Judged {
        tournament: tournaments::use_cases::read(c, id)?,
        findings: use_cases::read_recognition(c, id, by.today())?,
        today: by.today(),
    };
    OfFederation::read(c, by, judged)
}

fn ending_fields() -> [Field; 1] {
    [Field::new("reason", "Why it may have ended early", FieldKind::Text).with_hint("Everyone reads it.")]
}

fn rounds_fields() -> [Field; 2] {
    [
        Field::new("rounds", "Rounds", FieldKind::Number),
        Field::new("reason", "Why another number than six", FieldKind::Text).with_hint("Everyone reads it."),
    ]
}

fn page(desk: &OfFederation<Judged>, visit: &Visit, draft: &Draft) -> Page {
    let Judged {
        tournament,
        findings,
        today,
    } = &desk.content;
    let name = &tournament.plan.name;
    let fields = if tournament.allows(TournamentAction::AgreeRounds) {
        rounds_fields().to_vec()
    } else {
        ending_fields().to_vec()
    };
    let body = html! {
        p.way { a href="/desk/ratification" { "Tournaments to ratify" } }
        h1 { (name) }
        p.lead { (days(tournament.plan.starts_on, tournament.plan.ends_on)) " · " (state(Words::ENGLISH, tournament, *today)) }
        @if let Some(since) = tournament.decisions.under_review_since { p { b { "Under review since " (moment(since)) "." } } }
        (draft.refusal(&fields))
        (ratify(&desk.content, visit))
        section {
            h2 { "What an official tournament needs" }
            ul.things { @for finding in findings { (line(finding)) } }
        }
        (early_ending(tournament, visit, draft))
        (agreement(tournament, visit, draft))
        section {
            h2 { "Where it is mended" }
            p { a href={ "/desk/tournaments/" (tournament.id) } { "The desk of the tournament" } }
            p { a href={ "/tournaments/" (tournament.id) } { "The page that everyone reads" } }
        }
    };
    desk.page(visit, draft, name, &body)
}

/// The button that ratifies, or the reason why there is none.
fn ratify(judged: &Judged, visit: &Visit) -> Markup {
    let Judged {
        tournament, findings, ..
    } = judged;
    let waits = tournament.allows(TournamentAction::Ratify);
    let is_whole = findings.iter().all(|finding| finding.met);
    html! {
        @if waits && is_whole {
            section.next {
                p { "It has all that an official tournament needs. Ratified, its results stand: they count for rankings and colours." }
                (part(visit, &Draft::default(), &format!("{}/ratification", path(tournament.id)), &[], "Ratify it"))
            }
        } @else if waits {
            section.next {
                p { b { "It cannot be ratified yet." } " Something is missing, as the list says. Until it is there nothing rests on the results." }
            }
        }
    }
}

/// The acceptance of an early end, where there was one.
fn early_ending(tournament: &Tournament, visit: &Visit, draft: &Draft) -> Markup {
    let Some(because) = &tournament.ended_because else {
        return html! {};
    };
    let action = format!("{}/ending", path(tournament.id));
    html! {
        section {
            h2 { "It ended before its last round" }
            p { "As the officials said: " (because) }
            @if let Some(accepted) = &tournament.decisions.ending_accepted_because { p { "Accepted: " (accepted) } }
            @else if tournament.allows(TournamentAction::AcceptEnding) {
                (part(visit, draft, &action, &ending_fields(), "Accept the early end"))
            }
        }
    }
}

/// The agreement to another number of rounds, before the first is published.
fn agreement(tournament: &Tournament, visit: &Visit, draft: &Draft) -> Markup {
    let action = format!("{}/rounds", path(tournament.id));
    html! {
        @if let Some(rounds) = tournament.decisions.agreed_rounds {
            p { "Agreed to " (counted::rounds(rounds)) @if let Some(because) = &tournament.decisions.agreed_because { ": " (because) } }
        }
        @if tournament.allows(TournamentAction::AgreeRounds) {
            section {
                h2 { "Another number of rounds" }
                p { "Planned are " (tournament.plan.rounds) ". Whoever runs the tournament changes the plan; you agree that it is official all the same." }
                (part(visit, draft, &action, &rounds_fields(), "Agree to it"))
            }
        }
    }
}

#[get("/desk/ratification/{id}")]
async fn show_ratification(caller: Administrator, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

#[post("/desk/ratification/{id}/ratification")]
async fn send_ratification(sent: Sent<Administrator>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(path(use_cases::ratify(c, by, id)?.id)),
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

/// The reason that was typed, which everyone reads.
fn reason(form: &Form) -> Result<String, Error> {
    Ok(players::reason(form.text("reason"))?)
}

#[post("/desk/ratification/{id}/ending")]
async fn send_ending_acceptance(sent: Sent<Administrator>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            use_cases::accept_ending(c, by, id, &reason(form)?)?;
            Ok(path(id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

#[post("/desk/ratification/{id}/rounds")]
async fn send_rounds_agreement(sent: Sent<Administrator>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let asked: TypedRounds = form.read(&rounds_fields())?;
            let rounds = within(asked.rounds, 1, 30).map_err(|fault| Faults::of("/rounds", fault))?;
            use_cases::agree_rounds(c, by, id, rounds, &reason(form)?)?;
            Ok(path(id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}

/// A number of rounds as it is typed, with the reason for it.
#[derive(Deserialize)]
struct TypedRounds {
    rounds: i64,
}
