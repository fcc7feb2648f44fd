//! The score sheets of a round, to be printed, cut and filled in.

use maud::{Markup, html};

use crate::languages::{Words, say, weave};
use crate::tournaments::model::Match;
use crate::tournaments::sheets::frame::{Sheet, starts, starts_what};
use crate::tournaments::sheets::papers::RoundPapers;
use crate::tournaments::sheets::round::{Seat, seats};
use crate::web::response::Text;

/// The most games with which a sheet takes half a page; with more it takes a whole one.
const MOST_ON_HALF_A_PAGE: i64 = 8;

/// A sheet for each match.
pub(crate) fn page(papers: &RoundPapers) -> Text {
    let games = papers.tournament.snapshot.tournament.plan.games;
    let class = if games > MOST_ON_HALF_A_PAGE {
        "score-sheets whole"
    } else {
        "score-sheets"
    };
    let title = say!(
        papers.tournament.words,
        "score-sheets-of-round",
        round = papers.round.number.get()
    );
    let sheet = Sheet {
        papers: &papers.tournament,
        title: title.clone(),
        as_of: papers.published(),
        class,
        landscape: false,
    };
    sheet.bare(&html! {
        main tabindex="0" {
            h1.unseen { (title) }
            @for paired in papers.matches() { (filled(papers, paired, games)) }
        }
    })
}

fn filled(papers: &RoundPapers, paired: &Match, games: i64) -> Markup {
    let (plan, words) = (&papers.tournament.snapshot.tournament.plan, papers.tournament.words);
    let seats = seats(&papers.tournament, &papers.round, paired);
    let [upper, lower] = seats.as_slice() else {
        return html! {};
    };
    html! {
        article {
            div.head {
                p.board { (weave!(words, "board-number"; board = html! { b { (paired.board) } })) }
                div {
                    h2 { (say!(words, "name-and-round", name = plan.name.as_str(), round = papers.round.number.get())) }
                    p { (words.days(plan.starts_on, plan.ends_on)) " · " (plan.place()) }
                }
            }
            table {
                thead {
                    tr {
                        th scope="col" { (say!(words, "game")) }
                        @for seat in [upper, lower] { th scope="col" { (named(papers, seat)) } }
                    }
                }
                tbody {
                    @for game in 1..=games {
                        tr {
                            th.game scope="row" { (game) }
                            @for seat in [upper, lower] { (marked(words, seat.starts == (game % 2 == 1))) }
                        }
                    }
                }
                tfoot {
                    tr {
                        th.game scope="row" { (say!(words, "total")) }
                        @for _ in 0..2 { td.total { span.blank {} } }
                    }
                }
            }
            div.signed {
                @for who in [papers.tournament.name(upper.entry), papers.tournament.name(lower.entry), say!(words, "umpire")] {
                    p { span.rule {} (who) }
                }
            }
            p.note { (starts_what(&say!(words, "starts-the-game"))) " " (say!(words, "score-sheet-note")) }
        }
    }
}

fn named(papers: &RoundPapers, seat: &Seat) -> Markup {
    html! {
        div.name { (papers.tournament.name(seat.entry)) }
        div.club { (papers.tournament.whence(seat.entry)) }
    }
}

/// The boxes of one player in one game.
fn marked(words: Words, begins: bool) -> Markup {
    html! {
        td {
            span.turn { @if begins { (starts(words)) } }
            @for points in ["1", "½", "0"] { span.box { (points) } }
        }
    }
}
