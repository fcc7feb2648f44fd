//! The standings, to be printed.

use maud::{Markup, html};
use morabaraba_swiss::{Awards, PlayerId, Standing};

use crate::federation::readings::TieBreaks;
use crate::languages::say;
use crate::players::registrations::Division;
use crate::tournaments::model::draw::seed;
use crate::tournaments::sheets::frame::{Sheet, player, points};
use crate::tournaments::sheets::papers::{Papers, division};
use crate::tournaments::sheets::teams;
use crate::tournaments::standings::Table;
use crate::values::error::Error;
use crate::web::response::Text;

/// More players than this are set smaller, so that they still fit on a page.
const MOST_IN_LARGE_TYPE: usize = 40;

/// The standings after that round, or after the last one.
pub fn page(papers: &Papers, after_round: Option<i64>) -> Result<Text, Error> {
    let table = papers.snapshot.table(after_round)?;
    let class = if table.rows.len() > MOST_IN_LARGE_TYPE {
        "standings dense"
    } else {
        "standings"
    };
    let sheet = Sheet {
        papers,
        title: papers.standings_title(&table),
        as_of: papers.as_of(),
        class,
        landscape: false,
    };
    let rows = table
        .rows
        .iter()
        .map(|row| line(papers, &table.rows, row))
        .collect::<Result<Vec<_>, Error>>()?;
    let words = papers.words;
    let body = html! {
        table {
            thead {
                tr {
                    th.place scope="col" { (say!(words, "place")) }
                    th scope="col" { (say!(words, "player")) }
                    th scope="col" { (say!(words, "number")) }
                    th scope="col" { (say!(words, "club")) }
                    th.figure scope="col" { (say!(words, "points")) }
                    th.figure scope="col" { (say!(words, "opponents-points")) }
                }
            }
            tbody { @for row in &rows { (row) } }
        }
        @if let Some((heading, awards)) = awards(papers, &table)? {
            section.awards { h2 { (heading) } (awards) }
        }
        @if let Some(table) = teams::table(papers, after_round)? {
            section.of-teams { h2 { (say!(words, "teams")) } (table) }
        }
    };
    Ok(sheet.with(&body, &html! { (equal_points(papers)) }))
}

fn line(papers: &Papers, all: &[Standing], row: &Standing) -> Result<Markup, Error> {
    let entry = papers.at(seed(row.player))?;
    Ok(html! {
        tr {
            td.place { (rank(row, all)) }
            th scope="row" {
                span.name { (papers.name(entry)) }
                @if entry.is_withdrawn() { " " span.number { (say!(papers.words, "withdrawn")) } }
            }
            td.number { (entry.player.printed_number()) }
            td.club { (papers.club(entry)) }
            td.figure.total { (points(row.points)) }
            td.figure { (points(row.opponents)) }
        }
    })
}

/// The rank, with a sign if it is shared.
pub fn rank(row: &Standing, all: &[Standing]) -> Markup {
    let shared = all.iter().filter(|same| same.place == row.place).count() > 1;
    html! { (row.place) span.shared { @if shared { "=" } } }
}

/// The order in which the tournament tells equal points apart, in a sentence.
pub fn equal_points(papers: &Papers) -> String {
    let words = papers.words;
    match papers.snapshot.tournament.readings.tie_breaks {
        TieBreaks::OpponentsThenDirect => say!(words, "equal-points-opponents-then-direct"),
        TieBreaks::DirectThenOpponents => say!(words, "equal-points-direct-then-opponents"),
        TieBreaks::Opponents => say!(words, "equal-points-opponents"),
        TieBreaks::Direct => say!(words, "equal-points-direct"),
    }
}

/// The awards as things stand, once there is something to win, and under which heading.
pub fn awards(papers: &Papers, table: &Table) -> Result<Option<(String, Markup)>, Error> {
    let words = papers.words;
    let Awards {
        champions,
        top_ladies,
        top_learners,
    } = &table.awards;
    let learners = top_learners.iter().filter_map(|(word, ids)| {
        let division = division(words, Division::from_word(word)?);
        Some((say!(words, "best-learner", division = division), ids))
    });
    let list = [
        (say!(words, "champion"), champions),
        (say!(words, "best-lady"), top_ladies),
    ];
    let list = list.into_iter().chain(learners).filter(|(_, ids)| !ids.is_empty());
    let list = list
        .map(|(award, ids)| Ok((award, winners(papers, ids)?)))
        .collect::<Result<Vec<_>, Error>>()?;
    if list.is_empty() {
        return Ok(None);
    }
    let heading = if table.is_final {
        say!(words, "awards")
    } else {
        say!(words, "awards-so-far")
    };
    Ok(Some((
        heading,
        html! { dl { @for (award, winners) in &list { div { dt { (award) } dd { (winners) } } } } },
    )))
}

fn winners(papers: &Papers, ids: &[PlayerId]) -> Result<Markup, Error> {
    const MOST_BY_NAME: usize = 6;
    if ids.len() > MOST_BY_NAME {
        return Ok(html! { (say!(papers.words, "shared-by", players = ids.len())) });
    }
    let entries = ids
        .iter()
        .map(|id| papers.at(seed(*id)))
        .collect::<Result<Vec<_>, Error>>()?;
    Ok(html! {
        @for (before, entry) in entries.into_iter().enumerate() {
            @if before > 0 { ", " }
            (player(papers, entry))
        }
    })
}
