//! A draw before it is published: who meets whom and why, and what an official should know before everyone sees it.

use maud::{Markup, html};

use crate::pages::frame::Visit;
use crate::pages::tournament_desk::pairing::pairing_path;
use crate::pages::tournament_desk::steps::{step, undo};
use crate::pages::tournament_desk::{DrawNews, TournamentDesk};
use crate::tournaments::closing::in_words;
use crate::tournaments::model::draw::with_names;
use crate::tournaments::model::{Bye, Round, TournamentSystem};
use crate::tournaments::sheets::round::otherwise;
use crate::values::number::Seed;

/// The step after a draw: to publish it, or, where it is of other figures than today's, to draw again.
pub(super) fn next_step(desk: &TournamentDesk, visit: &Visit, drawn: &Round) -> Markup {
    let (id, number) = (drawn.id, drawn.number);
    let again = format!("{}/rounds", desk.path());
    let is_outdated = desk.news.is_outdated;
    let begins = desk.papers.snapshot.tournament.plan.starts_on;
    let is_early = desk.papers.today < begins;
    html! {
        section.next {
            @if is_outdated {
                p { "Since round " (number) " was drawn, an entry, a result, a bye, a bar between two players or who is eligible has changed." }
                (step(visit, &again, &format!("Draw round {number} again")))
            } @else if is_early {
                p { "Round " (number) " is drawn. It is published from the first day on, " (in_words(begins)) "." }
            } @else {
                p { "Round " (number) " is drawn. Look at it below: once it is published everyone sees who meets whom." }
                (step(visit, &format!("/desk/rounds/{id}/publication"), &format!("Publish round {number}")))
            }
            div.beside {
                @if desk.papers.snapshot.tournament.plan.system != TournamentSystem::RoundRobin {
                    a.button.second href=(pairing_path(desk.id())) { "Pair by hand" }
                }
                (undo(visit, drawn, "Throw the draw away"))
            }
        }
    }
}

/// The draw with its reasons.
pub(super) fn preview(desk: &TournamentDesk, drawn: &Round) -> Markup {
    let draw = &drawn.draw;
    let name = |seed: Seed| desk.papers.snapshot.at(seed).map(|entry| desk.papers.name(entry));
    let said = |sentence: &str| with_names(sentence, name);
    let asked: Vec<&Bye> = desk
        .papers
        .snapshot
        .byes
        .iter()
        .filter(|bye| bye.round == drawn.number)
        .collect();
    html! {
        section {
            h2 { "Round " (drawn.number) ", as it is drawn" }
            (otherwise(&desk.papers, drawn))
            @if let (None, Some(reason)) = (&drawn.orders.pairing, &drawn.orders.reason) { p { "The reason for what was ordered: " (reason) } }
            (warnings(desk, drawn, said))
            table.draw {
                thead { tr { th scope="col" { "Board" } th scope="col" { "Starts the first game" } th scope="col" { "Meets" } } }
                tbody {
                    @for (board, number) in draw.boards.iter().zip(1..) {
                        @let second = if board.starter == board.pair[0] { board.pair[1] } else { board.pair[0] };
                        tr { th scope="row" { (number) } td { (desk.player(board.starter)) } td { (desk.player(second)) } }
                    }
                }
            }
            @if let Some(bye) = draw.bye { p { b { "Bye: " } (desk.player(bye)) } }
            @for bye in asked { p { b { "Rests, as asked: " } (desk.entry(bye.entry)) } }
            @if let Some(order) = &draw.starting_order { p.quiet { (order.sentence()) } }
            @if !draw.reasons.is_empty() {
                details {
                    summary { "Why each meets whom" }
                    ul.things { @for reason in &draw.reasons { li { (said(&reason.sentence)) } } }
                }
            }
        }
    }
}

/// The things to know before it is published, and each exception that was made.
fn warnings(desk: &TournamentDesk, drawn: &Round, said: impl Fn(&str) -> String) -> Markup {
    let DrawNews {
        bar_changes, warnings, ..
    } = &desk.news;
    let name = |player| {
        desk.papers
            .snapshot
            .of_player(player)
            .map(|entry| desk.papers.name(entry))
    };
    let bars = bar_changes
        .iter()
        .map(|change| change.sentence(|player| name(player.id).unwrap_or_default()));
    let sentences: Vec<String> = drawn
        .draw
        .warnings
        .iter()
        .chain(warnings)
        .map(|warning| said(&warning.sentence))
        .chain(bars)
        .collect();
    html! {
        @if !sentences.is_empty() {
            div.notice {
                p { b { "Know before you publish it" } }
                ul { @for sentence in &sentences { li { (sentence) } } }
            }
        }
    }
}
