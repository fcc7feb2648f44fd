//! The standings of the teams, as they stand on the page of a tournament and below its printed standings.

use maud::{Markup, html};

use crate::languages::say;
use crate::tournaments::sheets::frame::points;
use crate::tournaments::sheets::papers::Papers;
use crate::tournaments::teams::standings::TeamStanding;
use crate::values::error::Error;

/// The table, and whose points count; nothing if it is no championship of teams, or no team is there.
pub fn table(papers: &Papers, after_round: Option<i64>) -> Result<Option<Markup>, Error> {
    let (snapshot, words) = (&papers.snapshot, papers.words);
    let table = snapshot.team_table(after_round)?;
    let Some(size) = snapshot.tournament.plan.team_size.filter(|_| !table.rows.is_empty()) else {
        return Ok(None);
    };
    let name = |row: &TeamStanding| {
        let team = snapshot.teams.iter().find(|team| team.id == row.team);
        team.map(|team| team.name.as_str()).unwrap_or_default()
    };
    Ok(Some(html! {
        table.teams {
            thead {
                tr {
                    th.place scope="col" { (say!(words, "place")) }
                    th scope="col" { (say!(words, "team")) }
                    th.figure scope="col" { (say!(words, "points")) }
                    th.figure scope="col" { abbr title=(say!(words, "opponents-points-together")) { (say!(words, "opponents-short")) } }
                }
            }
            tbody {
                @for row in &table.rows {
                    tr {
                        td.place { (row.rank) span.shared { @if table.is_shared(row) { "=" } } }
                        th scope="row" { span.name { (name(row)) } div.club { (members(papers, row)) } }
                        td.figure.total { b { (points(row.points)) } }
                        td.figure { (points(row.opponents)) }
                    }
                }
            }
        }
        p.quiet { (say!(words, "counting-members", members = size)) }
    }))
}

/// The members of a team, with what each has won.
fn members(papers: &Papers, row: &TeamStanding) -> Markup {
    let entries = &papers.snapshot.entries;
    let members = row.members.iter().filter_map(|member| {
        let entry = entries.iter().find(|entry| entry.id == member.entry)?;
        Some((member, papers.name(entry)))
    });
    html! {
        @for (index, (member, name)) in members.enumerate() {
            @if index > 0 { ", " }
            @if member.counts { (name) " " (points(member.points)) } @else { "(" (name) " " (points(member.points)) ")" }
        }
    }
}
