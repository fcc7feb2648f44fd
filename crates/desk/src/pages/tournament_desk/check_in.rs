//! The players who are here: ticked in a list by name, and saved at once; and those who are missing before the first draw.

use std::collections::HashSet;

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::caller::TournamentOfficial;
use crate::pages::field::Field;
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::ticks::{self, ticked};
use crate::pages::tournament_desk::entries::entries_path;
use crate::pages::tournament_desk::{TournamentDesk, overview, path};
use crate::tournaments::check_ins::refuse_unless_at_hand;
use crate::tournaments::check_ins::use_cases::{bring_back_missing, check_in_all, take_all_back, withdraw_missing};
use crate::tournaments::entries::use_cases;
use crate::tournaments::model::{Entry, TournamentSystem};
use crate::values::counted::counted;
use crate::values::error::Error;
use crate::values::id::{EntryId, TournamentId};
use crate::values::names::fold;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_check_in)
        .service(send_check_in)
        .service(send_missing_withdrawals)
        .service(send_missing_returns);
}

/// The hidden field with those whom the page has shown: a page that was opened before says nothing of others.
const SHOWN: &str = "shown";

/// The most names of those who are missing on the tournament's screen.
const MOST_NAMES: usize = 40;

/// The path of the page.
fn check_in_path(tournament: TournamentId) -> String {
    format!("{}/check-in", path(tournament))
}

/// Whether anybody can be ticked.
fn is_at_hand(desk: &TournamentDesk) -> bool {
    desk.is_changed_here() && refuse_unless_at_hand(&desk.papers.snapshot.tournament).is_ok()
}

/// Those who have not withdrawn.
fn expected(desk: &TournamentDesk) -> impl Iterator<Item = &Entry> {
    desk.papers
        .snapshot
        .entries
        .iter()
        .filter(|entry| !entry.is_withdrawn())
}

/// The ids of those who are shown, in a hidden field.
fn shown<'a>(entries: impl Iterator<Item = &'a Entry>) -> String {
    entries.map(|entry| entry.id.to_string()).collect::<Vec<_>>().join(" ")
}

fn shown_in(form: &Form) -> Vec<EntryId> {
    form.text(SHOWN).split(' ').filter_map(|id| id.parse().ok()).collect()
}

/// The number of those who are here, of all who are expected: `21 of 24 here`.
fn count(desk: &TournamentDesk) -> String {
    let here = expected(desk).filter(|entry| entry.is_here()).count();
    format!("{here} of {} here", expected(desk).count())
}

/// The way to the page, while somebody can be ticked.
pub(super) fn way(desk: &TournamentDesk) -> Markup {
    html! { @if is_at_hand(desk) { a href=(check_in_path(desk.id())) { "Who is here" } } }
}

/// The check-in as a step before round 1 is drawn, from the first day on; none once all are here.
pub(super) fn before_the_draw(desk: &TournamentDesk) -> Option<Markup> {
    let begins = desk.papers.snapshot.tournament.plan.starts_on;
    let is_due = begins <= desk.papers.today && expected(desk).any(Entry::is_missing);
    is_due.then(|| {
        html! {
            p { b { (count(desk)) } "." }
            p { a.button href=(check_in_path(desk.id())) { "Tick who is here" } }
        }
    })
}

/// Those who are missing once somebody is here, by name, and the button by which they are withdrawn.
pub(super) fn missing(desk: &TournamentDesk, visit: &Visit) -> Markup {
    let missing: Vec<&Entry> = expected(desk).filter(|entry| entry.is_missing()).collect();
    let is_begun = expected(desk).any(Entry::is_here);
    let others = missing.len().saturating_sub(MOST_NAMES);
    html! {
        @if is_begun && !missing.is_empty() {
            div.notice {
                p { b { (missing.len()) " of " (expected(desk).count()) " are not here yet" } }
                ul { @for entry in missing.iter().take(MOST_NAMES) { li { (desk.entrant(entry)) ", " (desk.papers.whence(entry)) } } }
                @if others > 0 { p { "And " (others) " more, whom the list shows." } }
                p {
                    "Round 1 is drawn with them, unless you withdraw them."
                    @if desk.papers.snapshot.tournament.plan.system == TournamentSystem::ModifiedSwiss {
                        " Whoever comes later is brought back, and plays from the next round on."
                    }
                }
                form method="post" action={ (desk.path()) "/missing" } {
                    (Draft::default().hidden(visit.token()))
                    input type="hidden" name=(SHOWN) value=(shown(missing.iter().copied()));
                    button.second { "Withdraw those who are not here" }
                }
            }
        }
    }
}

/// Those who were withdrawn since the last round and never came, by name, and the button by which they are brought back.
pub(super) fn withdrawn(desk: &TournamentDesk, visit: &Visit) -> Markup {
    let next = desk.papers.snapshot.next_round();
    let is_just_withdrawn = |entry: &&Entry| {
        let last = entry.absences.last();
        !entry.is_here() && last.is_some_and(|absence| absence.last_round.is_none() && absence.first_round == next)
    };
    let withdrawn: Vec<&Entry> = desk.papers.snapshot.entries.iter().filter(is_just_withdrawn).collect();
    let is_begun = expected(desk).any(Entry::is_here);
    html! {
        @if is_begun && !withdrawn.is_empty() {
            details {
                summary { "Withdrawn before this round: " (withdrawn.len()) }
                ul { @for entry in &withdrawn { li { (desk.entrant(entry)) ", " (desk.papers.whence(entry)) } } }
                form method="post" action={ (desk.path()) "/missing-returns" } {
                    (Draft::default().hidden(visit.token()))
                    input type="hidden" name=(SHOWN) value=(shown(withdrawn.iter().copied()));
                    button.second { "Bring them all back" }
                }
            }
        }
    }
}

fn fields(desk: &TournamentDesk) -> Vec<Field> {
    let field = |entry: &Entry| ticks::field(entry.id, &desk.papers.name(entry));
    expected(desk).map(field).collect()
}

/// The page with a tick for each who is here.
fn as_saved(desk: &TournamentDesk) -> Draft {
    let here = expected(desk).filter(|entry| entry.is_here());
    let mut pairs: Vec<(String, String)> = here.map(|entry| ticks::pair(entry.id)).collect();
    pairs.push((SHOWN.to_owned(), shown(expected(desk).filter(|entry| entry.is_here()))));
    Draft::of(pairs)
}

fn page(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Page {
    let mut entries: Vec<(&Entry, String)> = expected(desk).map(|entry| (entry, desk.papers.name(entry))).collect();
    entries.sort_by_cached_key(|(entry, name)| (fold(name), entry.id));
    let withdrawn = desk.papers.snapshot.entries.len() - entries.len();
    let withdrawn = counted(
        i64::try_from(withdrawn).unwrap_or(i64::MAX),
        "player has",
        "players have",
    );
    let body = html! {
        (desk.way_back())
        h1 { "Who is here" }
        p.lead { (count(desk)) }
        (draft.refusal(&fields(desk)))
        @if entries.is_empty() { p { "Nobody is entered." } }
        @else if is_at_hand(desk) {
            p { "Tick everybody who has arrived, and save. Somebody who comes late is ticked when they come. This changes no draw." }
            form.wide method="post" action=(check_in_path(desk.id())) {
                (draft.hidden(visit.token()))
                input type="hidden" name=(SHOWN) value=(draft.text(SHOWN));
                ul.things.ticks.here {
                    @for (entry, name) in &entries {
                        li { div {
                            (ticks::tick(draft, entry.id, name))
                            p.quiet { (desk.papers.whence(entry)) }
                        } }
                    }
                }
                button { "Save who is here" }
            }
        } @else {
            (desk.no_form("Nobody is ticked before the tournament takes entries, nor once it is over."))
        }
        @if entries.len() < desk.papers.snapshot.entries.len() {
            p.quiet { (withdrawn) " withdrawn. " (desk.offer(html! { a href=(entries_path(desk.id())) { "Bring somebody back" } })) }
        }
    };
    visit
        .page(&desk.federation, "Who is here", &body)
        .with_status(draft.status())
}

#[get("/desk/tournaments/{id}/check-in")]
async fn show_check_in(caller: TournamentOfficial, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| TournamentDesk::read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &as_saved(&desk)))
}

/// Saves what was changed on the page: two officials who tick at the same time take nothing of each other back.
#[post("/desk/tournaments/{id}/check-in")]
async fn send_check_in(sent: Sent<TournamentOfficial>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let tournament = *id;
    sent.carry_out(
        move |c, by, form| {
            let (ticked, shown): (Vec<EntryId>, _) = (ticked(form), shown_in(form));
            let shown: HashSet<EntryId> = shown.into_iter().collect();
            let entries = use_cases::list(c, tournament)?;
            let here = entries.iter().filter(|entry| entry.is_here());
            let here: HashSet<EntryId> = here.map(|entry| entry.id).collect();
            let came: Vec<EntryId> = ticked.iter().filter(|id| !here.contains(id)).copied().collect();
            let gone = shown.intersection(&here).filter(|id| !ticked.contains(id));
            let gone: Vec<EntryId> = gone.copied().collect();
            check_in_all(c, by, tournament, &came).map_err(|error| by_name(error, &came, &entries))?;
            take_all_back(c, by, tournament, &gone)?;
            Ok(check_in_path(tournament))
        },
        move |c, by| TournamentDesk::read(c, by, tournament),
        page,
    )
    .await
}

/// The refusals of some who were ticked, each with the name: whoever has withdrawn since has no box any more.
fn by_name(error: Error, came: &[EntryId], entries: &[Entry]) -> Error {
    let Error::Refused(mut problem) = error else {
        return error;
    };
    for fault in &mut problem.errors {
        let index = fault.pointer.strip_prefix("/entry_ids/").map(str::parse::<usize>);
        let id = index.and_then(|index| came.get(index.ok()?));
        if let Some(entry) = entries.iter().find(|entry| Some(&entry.id) == id) {
            fault.message = format!("{}: {}", entry.player.full_name(), fault.message);
        }
    }
    Error::Refused(problem)
}

#[post("/desk/tournaments/{id}/missing")]
async fn send_missing_withdrawals(
    sent: Sent<TournamentOfficial>,
    id: Path<TournamentId>,
) -> Result<HttpResponse, Error> {
    let tournament = *id;
    sent.carry_out(
        move |c, by, form| {
            withdraw_missing(c, by, tournament, &shown_in(form))?;
            Ok(path(tournament))
        },
        move |c, by| TournamentDesk::read(c, by, tournament),
        overview::page,
    )
    .await
}

#[post("/desk/tournaments/{id}/missing-returns")]
async fn send_missing_returns(sent: Sent<TournamentOfficial>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let tournament = *id;
    sent.carry_out(
        move |c, by, form| {
            let shown = shown_in(form);
            let entries = use_cases::list(c, tournament)?;
            bring_back_missing(c, by, tournament, &shown).map_err(|error| by_name(error, &shown, &entries))?;
            Ok(path(tournament))
        },
        move |c, by| TournamentDesk::read(c, by, tournament),
        overview::page,
    )
    .await
}
