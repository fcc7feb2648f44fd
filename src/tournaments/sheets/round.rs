//! The pairings of a round and its wall chart, to be printed.

use maud::{Markup, html};
use morabaraba_swiss::Points;

use crate::tournaments::entries::Entry;
use crate::tournaments::matches::{Match, MatchState, are_confirmed};
use crate::tournaments::rounds::Round;
use crate::tournaments::sheets::frame::{Sheet, player, points, starts, starts_what};
use crate::tournaments::sheets::papers::{Papers, RoundPapers};
use crate::values::number::Seed;
use crate::web::response::Text;

/// A player of a match: who, with what before the round, and what the player has won.
pub(crate) struct Seat<'a> {
    pub(crate) entry: &'a Entry,
    pub(crate) before: Points,
    pub(crate) won: Option<Points>,
    pub(crate) starts: bool,
}

/// The two of a match, the one who stood higher first.
pub(crate) fn seats<'a>(papers: &'a Papers, round: &Round, one: &Match) -> Vec<Seat<'a>> {
    let board = usize::try_from(one.board - 1)
        .ok()
        .and_then(|index| round.draw.boards.get(index));
    let before = board.map(|board| board.halves).unwrap_or_default();
    let won = Papers::won(one);
    let seat = |(seed, index): (Seed, usize)| {
        let entry = papers.snapshot.at(seed)?;
        let won = won.and_then(|won| won.get(index).copied());
        Some(Seat {
            entry,
            before: Points::halves(before[index]),
            won,
            starts: one.starts() == seed,
        })
    };
    one.pair.into_iter().zip(0..).filter_map(seat).collect()
}

/// The caveat that goes with a result, if any.
pub(crate) fn caveat(papers: &Papers, one: &Match) -> Option<&'static str> {
    match one.progress() {
        MatchState::Disputed => Some("disputed"),
        MatchState::Entered if are_confirmed(papers.snapshot.tournament.plan.level) => Some("to be confirmed"),
        MatchState::Open | MatchState::Entered | MatchState::Confirmed => None,
    }
}

/// The pairings of a round.
pub(crate) fn pairings(of: &RoundPapers) -> Text {
    let title = format!("Pairings of round {}", of.round.number);
    let sheet = Sheet {
        papers: &of.papers,
        title,
        as_of: of.published(),
        class: "pairings",
        landscape: false,
    };
    let head = |seat: &str| {
        html! {
            th scope="col" { (seat) }
            th.figure scope="col" { abbr title="Points before the round" { "Pts" } }
        }
    };
    let body = html! {
        table {
            thead { tr { th.board scope="col" { "Board" } (head("Player")) (head("Player")) } }
            tbody {
                @for one in of.matches() {
                    tr {
                        th.board scope="row" { (one.board) }
                        @for seat in seats(&of.papers, &of.round, one) {
                            td.seat { (seated(&of.papers, &seat)) }
                            td.figure { (points(seat.before)) }
                        }
                    }
                }
            }
        }
        (byes(of))
    };
    sheet.with(
        &body,
        &html! { (starts_what("the first game")) " Pts: points before the round." },
    )
}

fn seated(papers: &Papers, seat: &Seat) -> Markup {
    html! {
        div.who {
            (player(papers, seat.entry))
            @if seat.starts { " " (starts()) }
        }
        div.club { (papers.club(seat.entry)) }
    }
}

/// The players who rest in the round.
fn byes(of: &RoundPapers) -> Markup {
    html! {
        @for (called, entry) in of.papers.resting(&of.round) {
            p.bye { b { (called) ": " } (player(&of.papers, entry)) ", " (of.papers.club(entry)) }
        }
    }
}

/// The wall chart of a round.
pub(crate) fn wall_chart(of: &RoundPapers) -> Text {
    let title = format!("Round {}", of.round.number);
    let sheet = Sheet {
        papers: &of.papers,
        title,
        as_of: of.papers.as_of(),
        class: "wall-chart",
        landscape: false,
    };
    let body = html! {
        table {
            thead {
                tr {
                    th.board scope="col" { "Board" }
                    th scope="col" { "Player" }
                    th.result scope="col" colspan="2" { "Result" }
                    th scope="col" { "Player" }
                }
            }
            tbody { @for one in of.matches() { (charted(of, one)) } }
        }
        (byes(of))
    };
    sheet.with(&body, &starts_what("the first game"))
}

fn charted(of: &RoundPapers, one: &Match) -> Markup {
    let seats = seats(&of.papers, &of.round, one);
    let won = |seat: &Seat| html! { @if let Some(won) = seat.won { (points(won)) } };
    let [upper, lower] = seats.as_slice() else {
        return html! {};
    };
    html! {
        tr {
            th.board scope="row" { (one.board) }
            td.seat { (seated(&of.papers, upper)) }
            td.result { (won(upper)) }
            td.result { (won(lower)) }
            td.seat {
                (seated(&of.papers, lower))
                @if let Some(caveat) = caveat(&of.papers, one) { div.caveat { (caveat) } }
            }
        }
    }
}
