//! A tournament's screen: its next step in one button, and the way to everything else.

use actix_web::get;
use actix_web::web::{Path, ServiceConfig};
use maud::{Markup, html};

use crate::accounts::caller::TournamentOfficial;
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::tournament_desk::TournamentDesk;
use crate::tournaments::TournamentState;
use crate::tournaments::matches::{Match, are_confirmed};
use crate::tournaments::rounds::{Round, RoundState, UnfinishedBoards};
use crate::tournaments::sheets::papers::{Papers, counted};
use crate::values::error::Error;
use crate::values::id::TournamentId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_tournament_desk);
}

#[get("/desk/tournaments/{id}")]
async fn show_tournament_desk(caller: TournamentOfficial, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| TournamentDesk::read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

/// The screen; `draft` is the step that was refused, if one was.
pub(crate) fn page(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Page {
    let papers = &desk.papers;
    let name = &papers.snapshot.tournament.plan.name;
    let body = html! {
        p.way { a href="/desk/tournaments" { "Your tournaments" } }
        h1 { (name) }
        p.lead { (papers.progress()) }
        (draft.refusal(&[]))
        (next_step(desk, visit))
        @if let Some(drawn) = &desk.drawn { (preview(desk, drawn)) }
        (entries(desk))
        (rounds(desk, visit))
        section {
            h2 { "Recognition" }
            p { a href={ (desk.path()) "/recognition" } { "What an official tournament needs, umpires, boards and counters" } }
        }
        section {
            h2 { "For everyone" }
            p { a href={ "/tournaments/" (desk.id()) } { "The tournament's page" } }
        }
    };
    visit.page(&desk.federation, name, &body).with_status(draft.status())
}

/// A button that is a form of its own.
fn step(visit: &Visit, action: &str, words: &str) -> Markup {
    html! {
        form method="post" action=(action) {
            (Draft::default().hidden(visit.token()))
            button { (words) }
        }
    }
}

/// A button that takes a round back, as it is seen here.
fn undo(visit: &Visit, round: &Round, words: &str) -> Markup {
    html! {
        form method="post" action={ "/desk/rounds/" (round.id) "/undo" } {
            (Draft::default().hidden(visit.token()))
            input type="hidden" name="state" value=(round.state.as_str());
            button.second { (words) }
        }
    }
}

/// The next step, as a button.
fn next_step(desk: &TournamentDesk, visit: &Visit) -> Markup {
    let snapshot = &desk.papers.snapshot;
    let state = snapshot.tournament.state;
    let draw = |number: i64| {
        step(
            visit,
            &format!("{}/rounds", desk.path()),
            &format!("Draw round {number}"),
        )
    };
    if let Some(drawn) = &desk.drawn {
        let publish = format!("/desk/rounds/{}/publication", drawn.id);
        return html! {
            section.next {
                p { "Round " (drawn.number) " is drawn. Look at it below: once it is published everyone sees who meets whom." }
                (step(visit, &publish, &format!("Publish round {}", drawn.number)))
                (undo(visit, drawn, "Throw the draw away"))
            }
        };
    }
    match (state, desk.papers.current()) {
        (TournamentState::Planned, _) => html! {
            section.next { (step(visit, &format!("{}/opening", desk.path()), "Open it for entries")) }
        },
        (TournamentState::Open, _) => html! { section.next { (draw(1)) } },
        (TournamentState::Running, Some(round)) if round.state == RoundState::Published => playing(desk, visit, round),
        (TournamentState::Running, Some(round)) => html! { section.next { (draw(round.number.get() + 1)) } },
        _ => html! {},
    }
}

/// A round that is being played: how many boards are in, and what it lacks to be closed.
fn playing(desk: &TournamentDesk, visit: &Visit, round: &Round) -> Markup {
    let papers = &desk.papers;
    let known = papers.known(round.number);
    let matches: Vec<&Match> = papers.snapshot.of_round(round.number).collect();
    let confirmed = are_confirmed(papers.snapshot.tournament.plan.level);
    let lacking = UnfinishedBoards::of(matches.iter().copied(), confirmed);
    let results = format!("/desk/rounds/{}/results", round.id);
    html! {
        section.next {
            p { b { (known.known) " of " (known.all) " boards in" }
                @if !lacking.confirmations.is_empty() { ", " (lacking.confirmations.len()) " to be confirmed by a second person" }
                @if !lacking.rulings.is_empty() { ", " (lacking.rulings.len()) " in dispute" }
                "."
            }
            @if lacking == UnfinishedBoards::default() {
                (step(visit, &format!("/desk/rounds/{}/closing", round.id), &format!("Close round {}", round.number)))
                p { a href=(results) { "Results of round " (round.number) } }
            } @else {
                p { a.button href=(results) { "Enter and confirm results" } }
            }
        }
    }
}

/// The draw before it is published.
fn preview(desk: &TournamentDesk, drawn: &Round) -> Markup {
    html! {
        section {
            h2 { "Round " (drawn.number) ", as it is drawn" }
            table {
                thead { tr { th { "Board" } th { "Starts the first game" } th { "Meets" } } }
                tbody {
                    @for (board, number) in drawn.draw.boards.iter().zip(1..) {
                        @let second = if board.starter == board.pair[0] { board.pair[1] } else { board.pair[0] };
                        tr { th scope="row" { (number) } td { (desk.player(board.starter)) } td { (desk.player(second)) } }
                    }
                }
            }
            @if let Some(bye) = drawn.draw.bye { p { b { "Bye: " } (desk.player(bye)) } }
        }
    }
}

fn entries(desk: &TournamentDesk) -> Markup {
    let entries = &desk.papers.snapshot.entries;
    let there = entries.iter().filter(|entry| !entry.is_withdrawn()).count();
    let there = i64::try_from(there).unwrap_or(i64::MAX);
    html! {
        section {
            h2 { "Players" }
            p { (counted(there, "player", "players")) " entered. "
                a href={ (desk.path()) "/entries" } { "Enter players, late ones too, and withdraw them" } }
        }
    }
}

fn rounds(desk: &TournamentDesk, visit: &Visit) -> Markup {
    let papers: &Papers = &desk.papers;
    let rounds = &papers.snapshot.rounds;
    html! {
        @if !rounds.is_empty() {
            section {
                h2 { "Rounds" }
                ul.things {
                    @for round in rounds.iter().rev() {
                        li {
                            b { "Round " (round.number) }
                            p {
                                a href={ "/desk/rounds/" (round.id) "/results" } { "Results" } " "
                                @for (sheet, words) in [("pairings", "Pairings"), ("wall-chart", "Wall chart"), ("score-sheets", "Score sheets")] {
                                    a href={ "/rounds/" (round.id) "/" (sheet) } { (words) } " "
                                }
                            }
                            @if rounds.last().is_some_and(|last| last.id == round.id) && desk.drawn.is_none() {
                                @let words = if round.state == RoundState::Closed { "Open the round again" } else { "Take the round back" };
                                (undo(visit, round, words))
                            }
                        }
                    }
                }
            }
        }
    }
}
