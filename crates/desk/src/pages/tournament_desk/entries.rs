//! The players of a tournament: entered, late ones too, withdrawn and brought back, and the order in which they start.
//!
//! A large field is shown in parts, so that each comes quickly over a slow connection too; nobody's place changes by being on
//! a part that is not shown.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::removal::{is_removable, removal_path};
use crate::pages::tournament_desk::{ELSEWHERE, TournamentDesk, path};
use crate::players::{self, Number, Player};
use crate::tournaments::entries::use_cases;
use crate::tournaments::entry_batches::MOST_AT_ONCE;
use crate::tournaments::entry_batches::use_cases::{Newcomer, PlayerReference, enter_all};
use crate::tournaments::model::Entry;
use crate::values::error::Error;
use crate::values::id::{EntryId, PlayerId, TournamentId};
use crate::values::validation::{Faults, ValueError};
use crate::web::idempotency::Creation;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_entries)
        .service(send_entry)
        .service(send_withdrawal)
        .service(send_return)
        .service(send_order);
}

/// The most players on one part of the page.
const MOST_SHOWN: usize = 100;

/// The field with the first place of the part that is shown.
const FROM: &str = "from";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowEntries {
    from: Option<u32>,
}

fn fields() -> [Field; 1] {
    let hint = "As on their cards, M-0004217-K: one or many, with spaces or on lines of their own.";
    [Field::new("numbers", "Numbers of the players", FieldKind::Long).with_hint(hint)]
}

#[get("/desk/tournaments/{id}/entries")]
async fn show_entries(
    caller: TournamentOfficial,
    visit: Visit,
    id: Path<TournamentId>,
    Search(query): Search<ShowEntries>,
) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| TournamentDesk::read(c, by, *id)).await?;
    let from = query.from.map(|from| (FROM.to_owned(), from.to_string()));
    Ok(page(&desk, &visit, &Draft::of(from.into_iter().collect())))
}

/// The number of the part with that place, from 0.
fn part_with(place: u32) -> usize {
    place.saturating_sub(1) as usize / MOST_SHOWN
}

/// The first place of that part.
fn first_of(part: usize) -> usize {
    part * MOST_SHOWN + 1
}

/// The page of a tournament's players, at the part of that number.
fn part_path(tournament: TournamentId, part: usize) -> String {
    match part {
        0 => entries_path(tournament),
        part => format!("{}?{FROM}={}", entries_path(tournament), first_of(part)),
    }
}

/// The ways to the parts, where there are several.
fn parts(desk: &TournamentDesk, shown: usize) -> Markup {
    let most = desk.papers.snapshot.entries.len();
    let last = |part| most.min((part + 1) * MOST_SHOWN);
    html! {
        @if most > MOST_SHOWN {
            nav.tabs aria-label="Places" {
                @for part in 0..most.div_ceil(MOST_SHOWN) {
                    a href=(part_path(desk.id(), part)) aria-current=[(part == shown).then_some("page")] {
                        (first_of(part)) " to " (last(part))
                    }
                }
            }
        }
    }
}

fn page(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Page {
    let snapshot = &desk.papers.snapshot;
    let is_ordered = snapshot.rounds.is_empty() && desk.is_changed_here();
    let part = part_with(draft.text(FROM).parse().unwrap_or_default());
    let shown = snapshot.entries.chunks(MOST_SHOWN).nth(part).unwrap_or_default();
    // A key is one form's by its path: of 200 players each its own would weigh more than all else on the page.
    let steps = Draft::default();
    let body = html! {
        (desk.way_back())
        h1 { "Players" }
        (entering(desk, visit, draft))
        section {
            h2 { "In the starting order" }
            @if is_ordered {
                p { "To move somebody, type the place, and keep the order." }
                p { "Round 1 is drawn in the order of the newest ranking; whoever is not on it comes after, in the order that you set." }
            }
            (parts(desk, part))
            (desk.offer(html! {
                form.wide method="post" action={ (desk.path()) "/starting-order" } id="order" {
                    (Draft::default().hidden(visit.token()))
                    input type="hidden" name=(FROM) value=(first_of(part));
                }
            }))
            ol.entries {
                @for entry in shown { (line(desk, visit, [draft, &steps], entry, is_ordered)) }
            }
            @if is_ordered && !shown.is_empty() { button.second form="order" { "Keep this order" } }
        }
    };
    visit
        .page(&desk.federation, "Players", &body)
        .with_status(draft.status())
}

/// The form by which players are entered.
fn entering(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Markup {
    html! {
        @if desk.is_changed_here() {
            section {
                h2 { "Enter players" }
                (draft.form(&entries_path(desk.id()), visit.token(), &fields(), "Enter them"))
            }
        } @else { (draft.refusal(&fields())) p { (ELSEWHERE) } }
    }
}

fn line(desk: &TournamentDesk, visit: &Visit, [draft, steps]: [&Draft; 2], entry: &Entry, is_ordered: bool) -> Markup {
    let place = format!("seed-{}", entry.id);
    let (typed, fault) = (draft.text(&place), draft.fault(&place));
    let shown = if typed.is_empty() {
        entry.seed.to_string()
    } else {
        typed.to_owned()
    };
    let (action, words) = if entry.is_withdrawn() {
        ("return", "Bring back")
    } else {
        ("withdrawal", "Withdraw")
    };
    html! {
        li.wrong[fault.is_some()] {
            @if is_ordered {
                input.seed name=(place) form="order" value=(shown) inputmode="numeric" size="3"
                    aria-label={ "Place of " (desk.papers.name(entry)) } aria-invalid=[fault.map(|_| "true")];
            } @else { span.board { (entry.seed) } }
            div {
                (desk.entrant(entry)) @if entry.is_withdrawn() { " " span.quiet { "withdrawn" } }
                p.quiet { (desk.papers.whence(entry)) }
                @if let Some(club) = desk.moved.get(&entry.id) { p.caveat { "Since being entered a member of " (club.name) "." } }
                @if let Some(fault) = fault { p.fault { (fault) } }
                @if is_removable(desk, entry) {
                    p.quiet {
                        a href=(removal_path(entry.id)) aria-label={ "Entered by mistake: " (desk.papers.name(entry)) } {
                            "Entered by mistake?"
                        }
                    }
                }
            }
            (desk.offer(html! {
                form method="post" action={ "/desk/entries/" (entry.id) "/" (action) } {
                    (steps.hidden(visit.token()))
                    button.second { (words) }
                }
            }))
        }
    }
}

/// The path of the page.
pub(super) fn entries_path(tournament: TournamentId) -> String {
    format!("{}/entries", path(tournament))
}

#[post("/desk/tournaments/{id}/entries")]
async fn send_entry(sent: Sent<TournamentOfficial>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let tournament = *id;
    sent.carry_out(
        move |c, by, form| {
            let players = players_of(c, form.text("numbers"))?;
            let newcomer = |player: &Player| {
                Ok(Newcomer {
                    creation: Creation::of(None, &(tournament, player.id), by.now)?,
                    player: PlayerReference::Id(player.id),
                    club: None,
                })
            };
            let newcomers = players.iter().map(newcomer).collect::<Result<Vec<_>, Error>>()?;
            let entered = enter_all(c, by, tournament, &newcomers);
            entered.map_err(|error| at_numbers(error, &players, by.today()))?;
            Ok(entries_path(tournament))
        },
        move |c, by| TournamentDesk::read(c, by, tournament),
        page,
    )
    .await
}

/// The players whose numbers were typed.
fn players_of(c: &mut Conn, typed: &str) -> Result<Vec<Player>, Error> {
    let words = typed.split(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ';'));
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let numbers: Vec<Number> = words.iter().filter_map(|word| word.parse().ok()).collect();
    let mut found = players::store::batches::find_by_numbers(c, &numbers)?;
    let (mut players, mut unknown) = (Vec::new(), Vec::new());
    for word in &words {
        let number: Option<Number> = word.parse().ok();
        match number.and_then(|number| found.remove(&number)) {
            Some(player) => players.push(player),
            None => unknown.push(*word),
        }
    }
    let told = if words.len() > MOST_AT_ONCE {
        format!("May be {MOST_AT_ONCE} at a time.")
    } else if words.is_empty() {
        "Must be given.".to_owned()
    } else if unknown.is_empty() {
        return Ok(players);
    } else {
        format!(
            "There is no player with this number, or it is there twice: {}.",
            unknown.join(", ")
        )
    };
    Err(Faults::of("/numbers", ValueError::new("unknown-player", told)).into())
}

/// The reasons why some of several players are not entered, each with the name.
fn at_numbers(error: Error, players: &[Player], today: NaiveDate) -> Error {
    let Error::Refused(mut problem) = error else {
        return error;
    };
    for fault in &mut problem.errors {
        let index = fault.pointer.strip_prefix("/entries/").and_then(|rest| {
            let (index, _) = rest.split_once('/')?;
            index.parse::<usize>().ok()
        });
        if let Some(player) = index.and_then(|index| players.get(index)) {
            fault.message = format!("{}: {}", player.public_name(today), fault.message);
            "/numbers".clone_into(&mut fault.pointer);
        }
    }
    Error::Refused(problem)
}

/// The page of a tournament's players, at the part with this one.
fn path_to(entry: &Entry) -> String {
    part_path(entry.tournament, part_with(entry.seed.get()))
}

/// The desk of an entry's tournament.
fn of_entry(c: &mut Conn, by: &Caller, entry: EntryId) -> Result<TournamentDesk, Error> {
    let tournament = use_cases::read(c, entry)?.tournament;
    TournamentDesk::read(c, by, tournament)
}

#[post("/desk/entries/{id}/withdrawal")]
async fn send_withdrawal(sent: Sent<TournamentOfficial>, id: Path<EntryId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(path_to(&use_cases::withdraw(c, by, id)?)),
        move |c, by| of_entry(c, by, id),
        page,
    )
    .await
}

#[post("/desk/entries/{id}/return")]
async fn send_return(sent: Sent<TournamentOfficial>, id: Path<EntryId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, _| Ok(path_to(&use_cases::bring_back(c, by, id)?)),
        move |c, by| of_entry(c, by, id),
        page,
    )
    .await
}

/// The players in the order of the places that were typed. Whoever is moved takes the place that was typed: before the one
/// who has it if moved up, and after if moved down; those who stay close up.
fn ordered(form: &Form, entries: &[Entry]) -> Result<Vec<PlayerId>, Faults> {
    let (mut faults, mut places) = (Faults::default(), Vec::new());
    for entry in entries {
        let (name, present) = (format!("seed-{}", entry.id), entry.seed.get());
        let typed = match form.text(&name) {
            "" => Ok(present),
            typed => typed.parse::<u32>(),
        };
        let typed = typed.map_err(|_| ValueError::new("invalid-value", "Must be a whole number."));
        if let Some(typed) = faults.check(&format!("/{name}"), typed) {
            places.push((typed, typed.cmp(&present), entry.player.id()));
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    places.sort_by_key(|(place, moved, _)| (*place, *moved));
    Ok(places.into_iter().map(|(.., player)| player).collect())
}

#[post("/desk/tournaments/{id}/starting-order")]
async fn send_order(sent: Sent<TournamentOfficial>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let tournament = *id;
    sent.carry_out(
        move |c, by, form| {
            let entries = use_cases::list(c, tournament)?;
            use_cases::order(c, by, tournament, &ordered(form, &entries)?)?;
            let part = part_with(form.text(FROM).parse().unwrap_or_default());
            Ok(part_path(tournament, part))
        },
        move |c, by| TournamentDesk::read(c, by, tournament),
        page,
    )
    .await
}
