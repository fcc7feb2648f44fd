//! A board: its results so far, and what can be done about them: taken back, corrected, disputed, ruled on.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::TournamentDesk;
use crate::tournaments::matches::disputes::{self, Dispute};
use crate::tournaments::matches::marks;
use crate::tournaments::matches::score_sheets::NewScoreSheet;
use crate::tournaments::matches::use_cases::{self, Correction, match_in};
use crate::tournaments::model::{Entered, Match, TournamentAction};
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::id::{DisputeId, MatchId};
use crate::values::number::Seed;
use crate::values::validation::{Faults, text};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_board)
        .service(send_undo)
        .service(send_correction)
        .service(send_dispute)
        .service(send_ruling);
}

/// The longest reason that is kept.
const LONGEST_REASON: usize = 400;

/// The name of the field for the marks of a correction.
const MARKS: &str = "marks";
/// The name of the field for the marks of a ruling, which stands on the same page.
const RULED_MARKS: &str = "ruled_marks";

fn marks_field(name: &'static str) -> Field {
    Field::new(name, "Marks of the player named first", FieldKind::Text)
        .with_hint("A mark for each game: 1, ½ or 5, 0; + and - for a forfeit.")
}

fn reason_field() -> Field {
    Field::new("reason", "Why", FieldKind::Text)
}

fn ruling_field() -> Field {
    Field::new("ruling", "The ruling", FieldKind::Long).with_hint("What was decided, and on what ground.")
}

/// A board as the officials see it.
struct Board {
    desk: TournamentDesk,
    paired: Match,
    disputes: Vec<Dispute>,
}

impl Board {
    fn read(c: &mut Conn, by: &Caller, id: MatchId) -> Result<Board, Error> {
        let tournament = use_cases::tournament_of(c, id)?;
        let desk = TournamentDesk::read(c, by, tournament)?;
        Ok(Board {
            paired: match_in(&desk.papers.snapshot, id)?.clone(),
            desk,
            disputes: disputes::store::list(c, id)?,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let paired = &self.paired;
        let title = format!("Round {}, board {}", paired.round_number, paired.board);
        let body = html! {
            (self.desk.way_back())
            p.way { a href={ "/desk/rounds/" (paired.round_id) "/results" } { "Results of round " (paired.round_number) } }
            h1 { (title) }
            p.lead { (self.desk.player(paired.pair[0])) " against " (self.desk.player(paired.pair[1])) }
            (draft.refusal(&[marks_field(MARKS), reason_field(), marks_field(RULED_MARKS), ruling_field()]))
            (self.history())
            (self.result_forms(visit, draft))
            (self.dispute_forms(visit, draft))
        };
        visit
            .page(&self.desk.federation, &title, &body)
            .with_status(draft.status())
    }

    fn marks(&self, result: &Entered, seed: Seed) -> String {
        let marks = result.sheet.marks(seed, self.paired.pair);
        marks.map(|mark| mark.to_string()).collect::<Vec<_>>().join(" ")
    }

    fn history(&self) -> Markup {
        let [upper, lower] = self.paired.pair;
        html! {
            section {
                h2 { "Results" }
                @if self.paired.results.is_empty() { p { "None yet." } }
                ol.things {
                    @for result in self.paired.results.iter().rev() {
                        li {
                            p.marks { (self.desk.player(upper)) ": " b { (self.marks(result, upper)) } }
                            p.marks { (self.desk.player(lower)) ": " b { (self.marks(result, lower)) } }
                            p.quiet {
                                "Entered " (moment(result.at))
                                @if let Some(confirmed) = result.confirmed { ", confirmed " (moment(confirmed.at)) }
                                @if let Some(undone) = result.undone_at { ", taken back " (moment(undone)) }
                                @if let Some(reason) = &result.reason { ". " (reason) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// The forms by which the result is taken back, or another put in its place.
    fn result_forms(&self, visit: &Visit, draft: &Draft) -> Markup {
        let paired = &self.paired;
        if paired.result().is_none() || !self.desk.can_change(true) {
            return html! {};
        }
        let (id, version) = (paired.id, paired.version());
        html! {
            section {
                h2 { "Correct it" }
                form method="post" action={ "/desk/matches/" (id) "/correction" } {
                    (draft.hidden(visit.token()))
                    input type="hidden" name="version" value=(version);
                    input type="hidden" name="published_rounds" value=(self.desk.papers.snapshot.published_rounds());
                    (draft.field(&marks_field(MARKS)))
                    (draft.field(&reason_field()))
                    button { "Put this in its place" }
                }
                @if self.desk.can_change(false) && paired.takes_results(&self.desk.papers.snapshot.rounds) {
                    form method="post" action={ "/desk/matches/" (id) "/undo" } {
                        (Draft::default().hidden(visit.token()))
                        input type="hidden" name="version" value=(version);
                        button.second { "Take the result back" }
                    }
                }
            }
        }
    }

    fn dispute_forms(&self, visit: &Visit, draft: &Draft) -> Markup {
        let takes_disputes = self.desk.allows(TournamentAction::Dispute);
        html! {
            section {
                h2 { "Disputes" }
                @if self.disputes.is_empty() { p { "None." } }
                ul.things {
                    @for dispute in &self.disputes {
                        li {
                            p { (dispute.reason) }
                            p.quiet { "Raised " (moment(dispute.raised_at)) }
                            @match &dispute.ruling {
                                Some(ruling) => p { b { "Ruling: " } (ruling) },
                                None => @if self.desk.can_change(true) {
                                    form method="post" action={ "/desk/disputes/" (dispute.id) "/ruling" } {
                                        (draft.hidden(visit.token()))
                                        (draft.field(&ruling_field()))
                                        (draft.field(&marks_field(RULED_MARKS).optional()))
                                        button { "Rule" }
                                    }
                                },
                            }
                        }
                    }
                }
                @if takes_disputes && !self.paired.disputed {
                    form method="post" action={ "/desk/matches/" (self.paired.id) "/dispute" } {
                        (draft.hidden(visit.token()))
                        (draft.field(&Field::new("dispute", "What is disputed", FieldKind::Long)))
                        button.second { "Keep the dispute" }
                    }
                }
            }
        }
    }
}

fn board_path(id: MatchId) -> String {
    format!("/desk/matches/{id}")
}

#[get("/desk/matches/{id}")]
async fn show_board(caller: TournamentOfficial, visit: Visit, id: Path<MatchId>) -> Result<Page, Error> {
    let board = caller.read(move |c, by| Board::read(c, by, *id)).await?;
    Ok(board.page(&visit, &Draft::default()))
}

/// A hidden number of the form; one that is none is as old as can be.
fn seen(form: &Form, name: &str) -> i64 {
    form.text(name).parse().unwrap_or_default()
}

/// The sheet of the marks that were typed into that field for the player named first.
fn sheet(c: &mut Conn, by: &Caller, id: MatchId, form: &Form, field: &str) -> Result<NewScoreSheet, Error> {
    let (_, snapshot) = use_cases::run(c, by, id)?;
    let first = snapshot.at(match_in(&snapshot, id)?.pair[0]);
    let marks = marks::read(form.text(field)).map_err(|fault| Faults::of(&format!("/{field}"), fault))?;
    Ok(NewScoreSheet {
        marks: first.map(|entry| (entry.player.id(), marks)),
        ..NewScoreSheet::default()
    })
}

/// The fault of a sheet, at the field of its marks.
fn at_marks(error: Error, field: &str) -> Error {
    let Error::Refused(mut problem) = error else {
        return error;
    };
    for fault in &mut problem.errors {
        if fault.pointer.ends_with("games") || fault.pointer.contains("marks") {
            fault.pointer = format!("/{field}");
        }
    }
    Error::Refused(problem)
}

#[post("/desk/matches/{id}/undo")]
async fn send_undo(sent: Sent<TournamentOfficial>, id: Path<MatchId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            use_cases::undo(c, by, id, seen(form, "version"))?;
            Ok(board_path(id))
        },
        move |c, by| Board::read(c, by, id),
        Board::page,
    )
    .await
}

#[post("/desk/matches/{id}/correction")]
async fn send_correction(sent: Sent<TournamentOfficial>, id: Path<MatchId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let mut faults = Faults::default();
            let reason = faults.check("/reason", text(form.text("reason"), LONGEST_REASON));
            let correction = Correction {
                version: seen(form, "version"),
                published_rounds: seen(form, "published_rounds"),
                sheet: sheet(c, by, id, form, MARKS)?,
                reason: reason.ok_or(faults)?,
            };
            use_cases::correct(c, by, id, &correction).map_err(|error| at_marks(error, MARKS))?;
            Ok(board_path(id))
        },
        move |c, by| Board::read(c, by, id),
        Board::page,
    )
    .await
}

#[post("/desk/matches/{id}/dispute")]
async fn send_dispute(sent: Sent<TournamentOfficial>, id: Path<MatchId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let reason = text(form.text("dispute"), LONGEST_REASON).map_err(|fault| Faults::of("/dispute", fault))?;
            disputes::use_cases::raise(c, by, id, &reason)?;
            Ok(board_path(id))
        },
        move |c, by| Board::read(c, by, id),
        Board::page,
    )
    .await
}

#[post("/desk/disputes/{id}/ruling")]
async fn send_ruling(sent: Sent<TournamentOfficial>, id: Path<DisputeId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let about = disputes::use_cases::read(c, by, id)?.dispute.match_id;
            let ruling = text(form.text("ruling"), LONGEST_REASON).map_err(|fault| Faults::of("/ruling", fault))?;
            let sheet = if form.text(RULED_MARKS).is_empty() {
                None
            } else {
                Some(sheet(c, by, about, form, RULED_MARKS)?)
            };
            let ruled = disputes::use_cases::rule(c, by, id, &ruling, sheet.as_ref());
            ruled.map_err(|error| at_marks(error, RULED_MARKS))?;
            Ok(board_path(about))
        },
        move |c, by| {
            let about = disputes::use_cases::read(c, by, id)?.dispute.match_id;
            Board::read(c, by, about)
        },
        Board::page,
    )
    .await
}
