//! The cross-table, to be printed.

use maud::{Markup, html};
use morabaraba_swiss::{Cell, Standing};

use crate::languages::{Words, say};
use crate::tournaments::model::draw::seed;
use crate::tournaments::sheets::frame::{Sheet, player, points};
use crate::tournaments::sheets::papers::Papers;
use crate::tournaments::sheets::standings::rank;
use crate::values::error::Error;
use crate::web::response::Text;

/// The most rounds with which the opponent stands before the points; with more it stands above them.
const MOST_SIDE_BY_SIDE: usize = 9;

/// The cross-table after that round, or after the last one.
pub(crate) fn page(papers: &Papers, after_round: Option<i64>) -> Result<Text, Error> {
    let table = papers.snapshot.table(after_round)?;
    let rounds = table.rows.iter().map(|row| row.rounds.len()).max().unwrap_or_default();
    let class = if rounds > MOST_SIDE_BY_SIDE {
        "cross-table stacked"
    } else {
        "cross-table"
    };
    let sheet = Sheet {
        papers,
        title: papers.cross_table_title(&table),
        as_of: papers.as_of(),
        class,
        landscape: true,
    };
    let rows = table.rows.iter().zip(1..);
    let rows = rows.map(|(row, number)| line(papers, &table.rows, row, number, rounds));
    let rows = rows.collect::<Result<Vec<_>, Error>>()?;
    let words = papers.words;
    let body = html! {
        table {
            thead {
                tr {
                    th.figure scope="col" { (say!(words, "row")) }
                    th scope="col" { (say!(words, "player")) }
                    th scope="col" { (say!(words, "club")) }
                    @for round in 1..=rounds { th.cell scope="col" { (round) } }
                    th.figure scope="col" { (say!(words, "points")) }
                    th.figure scope="col" { (say!(words, "opponents-points")) }
                    th.place scope="col" { (say!(words, "place")) }
                }
            }
            tbody { @for row in &rows { (row) } }
        }
    };
    Ok(sheet.with(&body, &html! { (say!(words, "cross-table-note")) }))
}

fn line(papers: &Papers, all: &[Standing], row: &Standing, number: usize, rounds: usize) -> Result<Markup, Error> {
    let entry = papers.at(seed(row.player))?;
    let cell = |round: usize| row.rounds.get(round).copied().unwrap_or(Cell::Absent);
    Ok(html! {
        tr {
            td.figure { (number) }
            th scope="row" { (player(papers, entry)) }
            td.club { (papers.club_code(entry)) }
            @for round in 0..rounds { td.cell { (square(papers.words, cell(round))) } }
            td.figure.total { (points(row.points)) }
            td.figure { (points(row.opponents)) }
            td.place { (rank(row, all)) }
        }
    })
}

fn square(words: Words, cell: Cell) -> Markup {
    match cell {
        Cell::Absent => html! { span.absent { "–" } },
        Cell::Met {
            row,
            points: won,
            forfeit,
            ..
        } => html! {
            span.against { (row) } " " b { (points(won)) } span.forfeit { @if forfeit { (say!(words, "forfeit-short")) } }
        },
        Cell::Bye { points: won, .. } => {
            html! { span.against { (say!(words, "bye-short")) } " " b { (points(won)) } span.forfeit {} }
        }
    }
}
