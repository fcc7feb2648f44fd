//! The pairings of a round and its wall chart, to be printed.

use maud::{Markup, html};
use morabaraba_swiss::Points;

use crate::languages::say;
use crate::tournaments::model::{Entry, Match, MatchState, Round};
use crate::tournaments::sheets::frame::{Sheet, player, points, starts, starts_what};
use crate::tournaments::sheets::papers::{Papers, RoundPapers};
use crate::values::number::Seed;
use crate::web::response::Text;

/// A player of a match: who, with what before the round, and what the player has won.
pub struct Seat<'a> {
    pub entry: &'a Entry,
    pub before: Points,
    pub won: Option<Points>,
    pub starts: bool,
}

/// The two of a match, the one who stood higher first.
pub fn seats<'a>(papers: &'a Papers, round: &Round, paired: &Match) -> Vec<Seat<'a>> {
    let board = usize::try_from(paired.board - 1)
        .ok()
        .and_then(|index| round.draw.boards.get(index));
    let before = board.map(|board| board.halves).unwrap_or_default();
    let won = Papers::won(paired);
    let seat = |(seed, index): (Seed, usize)| {
        let entry = papers.snapshot.at(seed)?;
        let won = won.and_then(|won| won.get(index).copied());
        Some(Seat {
            entry,
            before: Points::halves(before[index]),
            won,
            starts: paired.starts() == seed,
        })
    };
    paired.pair.into_iter().zip(0..).filter_map(seat).collect()
}

/// The caveat that goes with a result, if any.
pub fn caveat(papers: &Papers, paired: &Match) -> Option<String> {
    match paired.progress() {
        MatchState::Disputed => Some(say!(papers.words, "disputed")),
        MatchState::Entered if papers.snapshot.tournament.plan.is_championship() => {
            Some(say!(papers.words, "to-be-confirmed"))
        }
        MatchState::Open | MatchState::Entered | MatchState::Confirmed => None,
    }
}

/// The pairings of a round.
pub fn pairings(papers: &RoundPapers) -> Text {
    let words = papers.tournament.words;
    let title = say!(words, "pairings-of-round", round = papers.round.number.get());
    let sheet = Sheet {
        papers: &papers.tournament,
        title,
        as_of: papers.published(),
        class: "pairings",
        landscape: false,
    };
    let head = html! {
        th scope="col" { (say!(words, "player")) }
        th.figure scope="col" { abbr title=(say!(words, "points-before-the-round")) { (say!(words, "points-short")) } }
    };
    let body = html! {
        table {
            thead { tr { th.board scope="col" { (say!(words, "board")) } (head) (head) } }
            tbody {
                @for paired in papers.matches() {
                    tr {
                        th.board scope="row" { (paired.board) }
                        @for seat in seats(&papers.tournament, &papers.round, paired) {
                            td.seat { (seated(&papers.tournament, &seat)) }
                            td.figure { (points(seat.before)) }
                        }
                    }
                }
            }
        }
        (byes(papers))
        (otherwise(&papers.tournament, &papers.round))
    };
    sheet.with(
        &body,
        &html! { (starts_what(&say!(words, "starts-the-first-game"))) " " (say!(words, "points-short-explained")) },
    )
}

fn seated(papers: &Papers, seat: &Seat) -> Markup {
    html! {
        div.who {
            (player(papers, seat.entry))
            @if seat.starts { " " (starts(papers.words)) }
        }
        div.club { (papers.club(seat.entry)) }
    }
}

/// The pairing that would have been drawn, if an umpire has paired the round otherwise, and why.
pub fn otherwise(papers: &Papers, round: &Round) -> Markup {
    let words = papers.words;
    let name = |seed: &Seed| papers.snapshot.at(*seed).map(|entry| papers.name(entry));
    let own = round.draw.pairing();
    let computed = round.draw.computed.as_ref().filter(|computed| !computed.is_same(&own));
    let boards = computed.into_iter().flat_map(|computed| &computed.pairs);
    let boards = boards.filter_map(|[upper, lower]| Some(format!("{} – {}", name(upper)?, name(lower)?)));
    let bye = computed.and_then(|computed| name(computed.bye.as_ref()?));
    let drawn: Vec<String> = boards
        .chain(bye.map(|name| say!(words, "bye-of", name = name)))
        .collect();
    let drawn = drawn.join("; ");
    // A name that is withheld ends with one.
    let stop = if drawn.ends_with('.') { "" } else { "." };
    html! {
        @if round.orders.pairing.is_some() {
            p.otherwise {
                (say!(words, "paired-by-an-umpire"))
                @if let Some(reason) = &round.orders.reason { " " (say!(words, "the-reason", reason = reason)) }
                @if !drawn.is_empty() { br; (say!(words, "the-draw-would-have-been", drawn = drawn)) (stop) }
            }
        }
    }
}

/// The players who rest in the round.
fn byes(papers: &RoundPapers) -> Markup {
    html! {
        @for (called, entry) in papers.tournament.resting(&papers.round) {
            p.bye { b { (called) ": " } (player(&papers.tournament, entry)) ", " (papers.tournament.club(entry)) }
        }
    }
}

/// The wall chart of a round.
pub fn wall_chart(papers: &RoundPapers) -> Text {
    let words = papers.tournament.words;
    let title = say!(words, "round-number", round = papers.round.number.get());
    let sheet = Sheet {
        papers: &papers.tournament,
        title,
        as_of: papers.tournament.as_of(),
        class: "wall-chart",
        landscape: false,
    };
    let body = html! {
        table {
            thead {
                tr {
                    th.board scope="col" { (say!(words, "board")) }
                    th scope="col" { (say!(words, "player")) }
                    th.result scope="col" colspan="2" { (say!(words, "result")) }
                    th scope="col" { (say!(words, "player")) }
                }
            }
            tbody { @for paired in papers.matches() { (charted(papers, paired)) } }
        }
        (byes(papers))
        (otherwise(&papers.tournament, &papers.round))
    };
    sheet.with(&body, &starts_what(&say!(words, "starts-the-first-game")))
}

fn charted(papers: &RoundPapers, paired: &Match) -> Markup {
    let seats = seats(&papers.tournament, &papers.round, paired);
    let won = |seat: &Seat| html! { @if let Some(won) = seat.won { (points(won)) } };
    let [upper, lower] = seats.as_slice() else {
        return html! {};
    };
    html! {
        tr {
            th.board scope="row" { (paired.board) }
            td.seat { (seated(&papers.tournament, upper)) }
            td.result { (won(upper)) }
            td.result { (won(lower)) }
            td.seat {
                (seated(&papers.tournament, lower))
                @if let Some(caveat) = caveat(&papers.tournament, paired) { div.caveat { (caveat) } }
            }
        }
    }
}
