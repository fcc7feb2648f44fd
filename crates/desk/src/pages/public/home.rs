//! The beginning: what is on, what comes, and the way to everything else; and the list of tournaments.

use actix_web::get;
use actix_web::web::ServiceConfig;
use chrono::{Days, NaiveDate};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::db::Conn;
use crate::events::{self, EventType};
use crate::federation;
use crate::languages::{Words, say};
use crate::pages::form::Search;
use crate::pages::frame::{Head, Page, Visit};
use crate::pages::public::latest::Latest;
use crate::pages::public::verify::code_field;
use crate::provinces;
use crate::tournaments::calendar::store::{self, CalendarFilter};
use crate::tournaments::model::{Tournament, TournamentLevel, TournamentState};
use crate::tournaments::sheets::papers::{level, sort};
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
    let read = move |c: &mut Conn| {
        let tournaments = store::list(c, filter, 60)?;
        let latest = Latest::read(c, &tournaments, today)?;
        Ok((federation::store::settings(c, today)?, tournaments, latest))
    };
    let (settings, tournaments, latest) = caller.read(read).await?;
    let words = visit.words();
    let (latest, unnamed) = (latest.in_words(words), say!(words, "federation-unnamed"));
    let name = settings.name.as_deref().unwrap_or(&unnamed);
    let body = html! {
        h1 { (name) }
        p.lead { (say!(words, "home-about")) }
        (news(words, &tournaments, &latest, today)?)
        (coming(words, &tournaments, today))
        section {
            h2 { (say!(words, "find-a-player-or-a-club")) }
            form.line action="/players" role="search" {
                label for="q" { (say!(words, "name-or-number-of-a-player")) }
                input #q name="q" type="search" required maxlength="200";
                button { (say!(words, "search")) }
            }
            form.line action="/clubs" role="search" {
                label for="club" { (say!(words, "or-a-club")) }
                input #club name="q" type="search" required maxlength="200";
                button { (say!(words, "search")) }
            }
        }
        section {
            h2 { (say!(words, "is-this-certificate-good")) }
            form.line action="/verify" {
                label for="code" { (say!(words, "code-on-the-certificate")) }
                (code_field())
                button { (say!(words, "check")) }
            }
        }
    };
    let head = Head {
        more: html! { script src="/pages/tournament.js" type="module" {} },
        ..Head::said(words, name)
    };
    Ok(visit.page_with(&settings, &head, &body))
}

/// The changes after which the beginning says something else.
const FOLLOWED: &[EventType] = &[
    EventType::TournamentChanged,
    EventType::RoundPublished,
    EventType::RoundChanged,
    EventType::MatchChanged,
    EventType::RankingPublished,
    EventType::RankingChanged,
];

/// The tournaments that are in one of these states.
fn those<'a>(tournaments: &'a [Tournament], states: &[TournamentState]) -> Vec<&'a Tournament> {
    tournaments.iter().filter(|one| states.contains(&one.state)).collect()
}

/// The news, which follow by themselves: tournaments that are being played or just over, and the newest ranking.
fn news(words: Words, tournaments: &[Tournament], latest: &Latest, today: NaiveDate) -> Result<Markup, Error> {
    let running = those(tournaments, &[TournamentState::Running]);
    let over = those(tournaments, &[TournamentState::Finished, TournamentState::Ratified]);
    let live = (!running.is_empty()).then(|| events::stream(FOLLOWED, None));
    Ok(html! {
        div.followed data-live=[live] {
            @if !running.is_empty() {
                section {
                    h2 { (say!(words, "on-now")) }
                    ul.things {
                        @for one in running { li { (called(words, one, today)) (latest.of_playing(one)?) } }
                    }
                }
            }
            @if !over.is_empty() {
                section {
                    h2 { (say!(words, "just-over")) }
                    ul.things { @for one in over { li { (called(words, one, today)) (latest.of_over(one)?) } } }
                }
            }
            @if latest.is_ranked() {
                section {
                    h2 { (say!(words, "rankings")) }
                    @if let Some(ranking) = latest.of_ranking(words, today) { (ranking) }
                    p { a href="/rankings" { (say!(words, "the-newest-rankings")) } }
                }
            }
        }
        p #news .unseen role="status" {}
    })
}

/// The next tournaments that are announced.
fn coming(words: Words, tournaments: &[Tournament], today: NaiveDate) -> Markup {
    const MOST: usize = 8;
    let mut coming = those(tournaments, &[TournamentState::Open, TournamentState::Planned]);
    coming.retain(|one| one.plan.ends_on >= today);
    html! {
        section {
            h2 { (say!(words, "coming-up")) }
            @if coming.is_empty() { p { (say!(words, "nothing-is-announced")) } }
            @else { (list(words, &coming[..coming.len().min(MOST)], today)) }
            p { a href="/tournaments" { (say!(words, "all-tournaments")) } }
        }
    }
}

/// The state of a tournament in words.
pub(crate) fn state(words: Words, tournament: &Tournament, today: NaiveDate) -> String {
    match tournament.state {
        TournamentState::Planned => say!(words, "state-announced"),
        TournamentState::Open if tournament.entries_closed_on(today).is_some() => say!(words, "state-entries-closed"),
        TournamentState::Open => say!(words, "state-entries-open"),
        TournamentState::Running => say!(words, "state-being-played"),
        TournamentState::Finished => say!(words, "state-over"),
        TournamentState::Ratified if tournament.is_under_review() => say!(words, "state-under-review"),
        TournamentState::Ratified => say!(words, "state-ratified"),
        TournamentState::Cancelled => say!(words, "state-cancelled"),
    }
}

/// The way to a tournament, with its facts in a line.
fn called(words: Words, tournament: &Tournament, today: NaiveDate) -> Markup {
    html! {
        a href={ "/tournaments/" (tournament.id) } { (tournament.plan.name) }
        p.quiet {
            (words.days(tournament.plan.starts_on, tournament.plan.ends_on)) " · " (tournament.plan.place()) " · "
            (sort(words, &tournament.plan)) " · " (state(words, tournament, today))
        }
    }
}

fn list(words: Words, tournaments: &[&Tournament], today: NaiveDate) -> Markup {
    html! { ul.things { @for tournament in tournaments { li { (called(words, tournament, today)) } } } }
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
    let words = visit.words();
    let body = html! {
        h1 { (say!(words, "tournaments")) }
        form.line action="/tournaments" {
            label for="province" { (say!(words, "province")) }
            select #province name="province" {
                option value="" { (say!(words, "all")) }
                @for province in &provinces {
                    option value=(province.code) selected[chosen.0.as_ref() == Some(&province.code)] { (province.name) }
                }
            }
            label for="level" { (say!(words, "level")) }
            select #level name="level" {
                option value="" { (say!(words, "all")) }
                @for one in TournamentLevel::ALL {
                    option value=(one.as_str()) selected[chosen.1 == Some(*one)] { (level(words, *one)) }
                }
            }
            label for="from" { (say!(words, "not-over-before")) }
            input #from name="from" type="date" value=(from);
            button { (say!(words, "show")) }
        }
        @if tournaments.is_empty() { p { (say!(words, "there-is-no-tournament")) } }
        @else { (list(words, &tournaments.iter().collect::<Vec<_>>(), today)) }
        p { a href={ "/tournaments?from=" (earlier) } { (say!(words, "year-before-too")) } }
        p.quiet { a href="/calendar.ics" { (say!(words, "subscribe-to-the-calendar")) } }
    };
    Ok(visit.page_in_words(&settings, &say!(words, "tournaments"), &body))
}
