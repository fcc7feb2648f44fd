//! The cross-table, to be printed.

use maud::{Markup, html};
use morabaraba_swiss::{Cell, Standing};

use crate::tournaments::sheets::frame::{Sheet, player, points};
use crate::tournaments::sheets::papers::Papers;
use crate::tournaments::sheets::standings::rank;
use crate::tournaments::snapshot::seed;
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
        title: papers.title("cross-table", &table),
        as_of: papers.as_of(),
        class,
        landscape: true,
    };
    let rows = table.rows.iter().zip(1..);
    let rows = rows.map(|(row, number)| line(papers, &table.rows, row, number, rounds));
    let rows = rows.collect::<Result<Vec<_>, Error>>()?;
    let body = html! {
        table {
            thead {
                tr {
                    th.figure scope="col" { "Row" }
                    th scope="col" { "Player" }
                    th scope="col" { "Club" }
                    @for round in 1..=rounds { th.cell scope="col" { (round) } }
                    th.figure scope="col" { "Points" }
                    th.figure scope="col" { "Opponents" }
                    th.place scope="col" { "Place" }
                }
            }
            tbody { @for row in &rows { (row) } }
        }
    };
    let note = "Under each round: the row of the opponent and, in bold, the points won. f: a game was forfeited.";
    Ok(sheet.with(&body, &html! { (note) }))
}

fn line(papers: &Papers, all: &[Standing], row: &Standing, number: usize, rounds: usize) -> Result<Markup, Error> {
    let entry = papers.at(seed(row.player))?;
    let cell = |round: usize| row.rounds.get(round).copied().unwrap_or(Cell::Absent);
    Ok(html! {
        tr {
            td.figure { (number) }
            th scope="row" { (player(papers, entry)) }
            td.club { (papers.club_code(entry)) }
            @for round in 0..rounds { td.cell { (square(cell(round))) } }
            td.figure.total { (points(row.points)) }
            td.figure { (points(row.opponents)) }
            td.place { (rank(row, all)) }
        }
    })
}

fn square(cell: Cell) -> Markup {
    match cell {
        Cell::Absent => html! { span.absent { "–" } },
        Cell::Met {
            row,
            points: won,
            forfeit,
            ..
        } => html! {
            span.against { (row) } " " b { (points(won)) } span.forfeit { @if forfeit { "f" } }
        },
        Cell::Bye { points: won, .. } => html! { span.against { "bye" } " " b { (points(won)) } span.forfeit {} },
    }
}
