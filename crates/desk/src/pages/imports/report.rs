//! The report of a job in words: what came of it, and what is wrong row by row.

use maud::{Markup, html};

use crate::imports::{ImportFault, ImportFileReport, ImportReport, ImportSuspect, Job, JobState, templates};
use crate::pages::imports::label;
use crate::values::clock::Timestamp;

/// The faults that a page lists; whoever has more mends these first.
const MOST: usize = 200;

/// The heading of the job's page.
pub(super) fn title(job: &Job) -> &'static str {
    match &job.report {
        Some(report) if report.games.is_some() => "Games from a file",
        Some(report) if report.dry_run => "Lists, looked at",
        Some(_) => "Lists, taken in",
        None => "What you sent",
    }
}

/// The state of the job in a few words.
pub(super) fn state(job: &Job) -> &'static str {
    match (job.state, &job.report) {
        (JobState::Waiting, _) => "under way",
        (JobState::Refused, _) => "not saved: something is wrong",
        (JobState::Done, Some(report)) if report.dry_run => "looked at, not saved",
        (JobState::Done, _) => "done",
    }
}

/// The time as people read it.
pub(super) fn time(at: Timestamp) -> String {
    at.local().format("%-d %B %Y, %H:%M").to_string()
}

/// The outcome, in a sentence.
pub(super) fn outcome(job: &Job, report: &ImportReport) -> Markup {
    html! {
        @if report.games.is_some() { p { "Each game was judged by itself." } }
        @else if job.state == JobState::Refused {
            div.refusal role="alert" {
                p { b { "Nothing was saved: some rows have something wrong." } }
                p { "Mend the rows below in your file, and send all of it again." }
            }
        }
        @else if report.dry_run { p { b { "There is nothing wrong with these lists." } } }
        @else { p { b { "The lists are taken in." } } }
    }
}

/// All that was found.
pub(super) fn details(report: &ImportReport) -> Markup {
    let shown = report.faults.len().min(MOST);
    let more = report.faults.len() - shown + report.more_faults;
    html! {
        (faults(&report.faults[..shown], more))
        (suspects(&report.suspected_duplicates))
        @for file in &report.files { (table(file, report)) }
        @if let Some(games) = &report.games {
            dl.facts {
                dt { "Games in the file" } dd { (games.games) }
                dt { "Recorded" } dd { (games.recorded) }
                dt { "Known before" } dd { (games.known) }
            }
            @if !games.faults.is_empty() {
                h2 { "Not taken" }
                table {
                    thead { tr { th scope="col" { "Line" } th scope="col" { "What is wrong" } } }
                    tbody {
                        @for fault in games.faults.iter().take(MOST) {
                            tr { th scope="row" { (fault.line) } td { (plain(&fault.message)) } }
                        }
                    }
                }
                @let more = games.faults.len().saturating_sub(MOST) as u64 + games.more_faults;
                @if more > 0 { p { "And " (more) " more." } }
            }
        }
    }
}

/// A sentence for people: what programs have between backticks are words to them.
fn plain(message: &str) -> String {
    message.replace('`', "")
}

fn faults(faults: &[ImportFault], more: usize) -> Markup {
    html! {
        @if !faults.is_empty() {
            h2 { "What is wrong" }
            table.whole-words {
                thead {
                    tr { th scope="col" { "List" } th scope="col" { "Row" } th scope="col" { "Column" } th scope="col" { "What is wrong" } }
                }
                tbody {
                    @for fault in faults {
                        tr {
                            td { (label(fault.file)) }
                            th scope="row" { (fault.line) }
                            td { @if let Some(column) = &fault.column { (templates::of(fault.file, column).heading) } }
                            td { (plain(&fault.message)) }
                        }
                    }
                }
            }
            @if more > 0 { p { "And " (more) " more, which are told once these are mended." } }
        }
    }
}

fn suspects(suspects: &[ImportSuspect]) -> Markup {
    html! {
        @if !suspects.is_empty() {
            h2 { "Perhaps known already" }
            p { "These rows have the name and the date of birth of somebody else, and are left out. If it is the same person, give the player number; if not, register the player singly." }
            ul.things {
                @for suspect in suspects.iter().take(MOST) {
                    li {
                        (label(suspect.file)) ", row " (suspect.line)
                        @if let Some(number) = &suspect.player_number { ": like player " (number) }
                        @if let Some(line) = suspect.other_line { ": like row " (line) }
                    }
                }
            }
            @if suspects.len() > MOST { p { "And " (suspects.len() - MOST) " more." } }
        }
    }
}

/// The counts of a file, and what its columns were taken for.
fn table(file: &ImportFileReport, report: &ImportReport) -> Markup {
    let (created, changed) = if report.dry_run {
        ("Would be new", "Would be changed")
    } else {
        ("New", "Changed")
    };
    html! {
        h2 { (label(file.file)) }
        @if let Some(sheet) = &file.sheet { p.quiet { "Read from the sheet “" (sheet) "”." } }
        dl.facts {
            dt { "Rows" } dd { (file.rows) }
            @if report.faults.is_empty() {
                dt { (created) } dd { (file.created) }
                dt { (changed) } dd { (file.changed) }
                dt { "As they are on record" } dd { (file.unchanged) }
            }
        }
        @if !file.columns.is_empty() {
            table {
                caption { "What each column was taken for" }
                thead { tr { th scope="col" { "In your file" } th scope="col" { "Taken for" } } }
                tbody {
                    @for column in &file.columns {
                        tr {
                            th scope="row" {
                                @match &column.heading {
                                    Some(heading) if !heading.is_empty() => (heading),
                                    _ => { "Column " (column.place) }
                                }
                            }
                            td {
                                @match &column.taken_for {
                                    Some(name) => (templates::of(file.file, name).heading),
                                    None => span.quiet { "left out" },
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
