//! A tournament's screen: its next step in one button, and the way to everything else.

use actix_web::get;
use actix_web::web::{Path, ServiceConfig};
use maud::{Markup, html};

use crate::accounts::caller::TournamentOfficial;
use crate::languages::Words;
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::tournament_desk::entries::entries_path;
use crate::pages::tournament_desk::pairing::pairing_path;
use crate::pages::tournament_desk::rounds::ending_field;
use crate::pages::tournament_desk::steps::{later_step, step, undo};
use crate::pages::tournament_desk::{TournamentDesk, change, check_in, pen, preview, sheets};
use crate::tournaments::model::{Match, Round, RoundState, TournamentAction, TournamentState, TournamentSystem};
use crate::tournaments::rounds::UnfinishedBoards;
use crate::tournaments::sheets::papers::Papers;
use crate::values::counted::counted;
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
        (pen::bar(desk))
        (pen::notice(desk))
        (draft.refusal(&[ending_field()]))
        (desk.offer(next_step(desk, visit)))
        @if let Some(drawn) = &desk.drawn { (preview::preview(desk, drawn)) }
        (entries(desk))
        (rounds(desk, visit))
        (desk.offer(ending(desk, visit, draft)))
        (change::way(desk))
        (pen::way(desk))
        section {
            h2 { "Recognition" }
            p { a href={ (desk.path()) "/recognition" } { "What an official tournament needs, umpires, boards and counters" } }
        }
        section {
            h2 { "For everyone" }
            p.choices {
                a href={ "/tournaments/" (desk.id()) } { "The tournament's page" }
                a href={ "/tournaments/" (desk.id()) "/hall" } { "The screen for the hall" }
            }
            @if !papers.snapshot.rounds.is_empty() { (sheets::of_tournament(desk)) }
        }
    };
    visit.page(&desk.federation, name, &body).with_status(draft.status())
}

/// The next step, as a button.
fn next_step(desk: &TournamentDesk, visit: &Visit) -> Markup {
    let snapshot = &desk.papers.snapshot;
    let state = snapshot.tournament.state;
    let draw = |number: i64, before: Option<Markup>| {
        let (action, words) = (format!("{}/rounds", desk.path()), format!("Draw round {number}"));
        html! {
            section.next {
                @match before {
                    Some(before) => { (before) (later_step(visit, &action, &words)) }
                    None => (step(visit, &action, &words)),
                }
                @if snapshot.tournament.plan.system != TournamentSystem::RoundRobin {
                    div.beside { a.button.second href=(pairing_path(desk.id())) { "Pair by hand" } }
                }
            }
        }
    };
    let there = snapshot.entries.iter().filter(|entry| !entry.is_withdrawn()).count();
    if let Some(drawn) = &desk.drawn {
        return preview::next_step(desk, visit, drawn);
    }
    match (state, desk.papers.current()) {
        (TournamentState::Planned, _) => html! {
            section.next { (step(visit, &format!("{}/opening", desk.path()), "Open it for entries")) }
        },
        (TournamentState::Open, _) if there < 2 => html! {
            section.next { p { a.button href={ (desk.path()) "/entries" } { "Enter players" } } }
        },
        (TournamentState::Open, _) => html! {
            (draw(1, check_in::before_the_draw(desk))) (check_in::missing(desk, visit)) (check_in::withdrawn(desk, visit))
        },
        (TournamentState::Running, Some(round)) if round.state == RoundState::Published => playing(desk, visit, round),
        (TournamentState::Running, Some(round)) => draw(round.number.get() + 1, None),
        (TournamentState::Finished, _) => html! {
            section.next { p { a.button href={ (desk.path()) "/recognition" } { "See what the federation still needs" } } }
        },
        _ => html! {},
    }
}

/// A round that is being played: how many boards are in, and what it lacks to be closed.
fn playing(desk: &TournamentDesk, visit: &Visit, round: &Round) -> Markup {
    let papers = &desk.papers;
    let known = papers.known(round.number);
    let matches: Vec<&Match> = papers.snapshot.of_round(round.number).collect();
    let confirmed = papers.snapshot.tournament.confirms_before_closing();
    let lacking = UnfinishedBoards::of(matches.iter().copied(), confirmed);
    let results = format!("/desk/rounds/{}/results", round.id);
    html! {
        section.next {
            p { b { (known.known) " of " (counted(known.all, "board", "boards")) " in" }
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

fn entries(desk: &TournamentDesk) -> Markup {
    let entries = &desk.papers.snapshot.entries;
    let there = entries.iter().filter(|entry| !entry.is_withdrawn()).count();
    let there = i64::try_from(there).unwrap_or(i64::MAX);
    html! {
        section {
            h2 { "Players" }
            p {
                (counted(there, "player", "players")) " entered."
                @if let Some(until) = desk.papers.snapshot.tournament.entries_until(desk.papers.today, Words::ENGLISH) { " " (until) }
            }
            p.choices {
                @if desk.is_changed_here() {
                    a href=(entries_path(desk.id())) { "Enter players, late ones too, and withdraw them" }
                    @if desk.papers.snapshot.rounds.is_empty() { a href={ (entries_path(desk.id())) "#order" } { "Set the starting order" } }
                    (check_in::way(desk))
                } @else { a href=(entries_path(desk.id())) { "Players" } }
                a href={ (desk.path()) "/byes" } { "Byes" }
            }
        }
    }
}

fn rounds(desk: &TournamentDesk, visit: &Visit) -> Markup {
    let papers: &Papers = &desk.papers;
    let rounds = &papers.snapshot.rounds;
    let goes_back = desk.drawn.is_none() && desk.allows(TournamentAction::UndoRound);
    html! {
        @if !rounds.is_empty() {
            section {
                h2 { "Rounds" }
                ul.things {
                    @for round in rounds.iter().rev() {
                        li {
                            b { "Round " (round.number) }
                            p.choices { a href={ "/desk/rounds/" (round.id) "/results" } { "Results" } }
                            (sheets::of_round(round))
                            @if goes_back && rounds.last().is_some_and(|last| last.id == round.id) {
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

/// The way to an early end, where no other round can be drawn or played.
fn ending(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Markup {
    let papers = &desk.papers;
    let is_between = desk.drawn.is_none() && papers.current().is_some_and(|round| round.state == RoundState::Closed);
    html! {
        @if papers.snapshot.tournament.state == TournamentState::Running && is_between {
            details open[draft.fault("reason").is_some()] {
                summary { "End the tournament with this round" }
                form method="post" action={ (desk.path()) "/ending" } {
                    (draft.hidden(visit.token()))
                    (draft.field(&ending_field()))
                    button.second { "End it" }
                }
            }
        }
    }
}
