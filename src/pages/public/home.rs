//! The beginning: what is on, what comes, and the way to everything else; and the list of tournaments.

use actix_web::get;
use actix_web::web::ServiceConfig;
use chrono::{Days, NaiveDate};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::db::Conn;
use crate::federation;
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::verify::code_field;
use crate::provinces;
use crate::tournaments::calendar::store::{self, CalendarFilter};
use crate::tournaments::sheets::papers::{days, level, sort};
use crate::tournaments::{Tournament, TournamentLevel, TournamentState};
use crate::values::error::Error;
use crate::values::validation::{Day, Word};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_home).service(list_tournaments_page);
}

/// The days for which a tournament that is over stands at the beginning.
const RECENT: Days = Days::new(14);

#[get("/")]
async fn show_home(caller: Anyone, visit: Visit) -> Result<Page, Error> {
    let today = caller.today();
    let filter = CalendarFilter {
        province: None,
        level: None,
        stage: None,
        from: today.checked_sub_days(RECENT).unwrap_or(today),
        until: None,
        after: None,
    };
    let (settings, tournaments) = caller
        .read(move |c| Ok((federation::store::settings(c, today)?, store::list(c, filter, 60)?)))
        .await?;
    let is = |states: &'static [TournamentState]| {
        tournaments
            .iter()
            .filter(move |tournament| states.contains(&tournament.state))
            .collect::<Vec<_>>()
    };
    let running = is(&[TournamentState::Running]);
    let coming = is(&[TournamentState::Open, TournamentState::Planned]);
    let over = is(&[TournamentState::Finished, TournamentState::Ratified]);
    let name = settings.name.as_deref().unwrap_or("Federation records");
    let body = html! {
        h1 { (name) }
        p.lead { "The records of Morabaraba: tournaments, players, rankings and colours." }
        @if !running.is_empty() { section { h2 { "On now" } (list(&running, today)) } }
        section {
            h2 { "Coming up" }
            @if coming.is_empty() { p { "Nothing is announced." } } @else { (list(&coming[..coming.len().min(8)], today)) }
            p { a href="/tournaments" { "All tournaments" } }
        }
        @if !over.is_empty() { section { h2 { "Just over" } (list(&over, today)) } }
        section {
            h2 { "Find a player or a club" }
            form.line action="/players" role="search" {
                label for="q" { "Name or number of a player" }
                input #q name="q" type="search" required maxlength="200";
                button { "Search" }
            }
            form.line action="/clubs" role="search" {
                label for="club" { "Or a club" }
                input #club name="q" type="search" required maxlength="200";
                button { "Search" }
            }
            p { a href="/rankings" { "The newest rankings" } }
        }
        section {
            h2 { "Is this certificate good?" }
            form.line action="/verify" {
                label for="code" { "The code on the certificate" }
                (code_field())
                button { "Check" }
            }
        }
    };
    Ok(visit.page(&settings, name, &body))
}

/// The state of a tournament in words.
pub(crate) fn state(tournament: &Tournament, today: NaiveDate) -> &'static str {
    match tournament.state {
        TournamentState::Planned => "announced",
        TournamentState::Open if tournament.entries_closed_on(today).is_some() => "entries are closed",
        TournamentState::Open => "entries are open",
        TournamentState::Running => "being played",
        TournamentState::Finished => "over",
        TournamentState::Ratified => "over, and ratified",
        TournamentState::Cancelled => "cancelled",
    }
}

fn list(tournaments: &[&Tournament], today: NaiveDate) -> Markup {
    html! {
        ul.things {
            @for tournament in tournaments {
                li {
                    a href={ "/tournaments/" (tournament.id) } { (tournament.plan.name) }
                    p.quiet {
                        (days(tournament.plan.starts_on, tournament.plan.ends_on)) " · " (tournament.plan.place()) " · "
                        (sort(&tournament.plan)) " · " (state(tournament, today))
                    }
                }
            }
        }
    }
}

/// The tournaments to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListTournaments {
    province: Option<Word>,
    level: Option<TournamentLevel>,
    from: Option<Day>,
}

#[get("/tournaments")]
async fn list_tournaments_page(
    caller: Anyone,
    visit: Visit,
    Search(query): Search<ListTournaments>,
) -> Result<Page, Error> {
    let today = caller.today();
    let from = query.from.map_or(today, NaiveDate::from);
    let chosen = (query.province.map(String::from), query.level);
    let filter = CalendarFilter {
        province: chosen.0.clone(),
        level: chosen.1,
        stage: None,
        from,
        until: None,
        after: None,
    };
    let read = move |c: &mut Conn| {
        let settings = federation::store::settings(c, today)?;
        Ok((settings, provinces::store::list(c)?, store::list(c, filter, 200)?))
    };
    let (settings, provinces, tournaments) = caller.read(read).await?;
    let earlier = from.checked_sub_days(Days::new(365)).unwrap_or(from);
    let body = html! {
        h1 { "Tournaments" }
        form.line action="/tournaments" {
            label for="province" { "Province" }
            select #province name="province" {
                option value="" { "all" }
                @for province in &provinces {
                    option value=(province.code) selected[chosen.0.as_ref() == Some(&province.code)] { (province.name) }
                }
            }
            label for="level" { "Level" }
            select #level name="level" {
                option value="" { "all" }
                @for one in TournamentLevel::ALL {
                    option value=(one.as_str()) selected[chosen.1 == Some(*one)] { (level(*one)) }
                }
            }
            label for="from" { "Not over before" }
            input #from name="from" type="date" value=(from);
            button { "Show" }
        }
        @if tournaments.is_empty() { p { "There is none." } }
        @else { (list(&tournaments.iter().collect::<Vec<_>>(), today)) }
        p { a href={ "/tournaments?from=" (earlier) } { "Those of the year before too" } }
        p.quiet { a href="/calendar.ics" { "Subscribe to the calendar" } }
    };
    Ok(visit.page(&settings, "Tournaments", &body))
}
