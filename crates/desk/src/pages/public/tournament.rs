//! The page on which people follow a tournament.

use actix_web::get;
use actix_web::web::{Data, Path, ServiceConfig};
use maud::{Markup, PreEscaped, html};

use crate::accounts::caller::Anyone;
use crate::db::Conn;
use crate::events::{self, EventType};
use crate::federation::{self, FederationSettings};
use crate::languages::say;
use crate::pages::frame::{Head, Page, Visit};
use crate::tournaments::model::draw::seed;
use crate::tournaments::model::{Entry, Match, Round, TournamentSystem};
use crate::tournaments::report::event::SportsEvent;
use crate::tournaments::sheets::frame::{player, points, starts, starts_what};
use crate::tournaments::sheets::papers::{Papers, division, sort};
use crate::tournaments::sheets::round::{Seat, caveat, otherwise, seats};
use crate::tournaments::sheets::standings::{awards, equal_points, rank};
use crate::tournaments::sheets::teams;
use crate::tournaments::sheets::use_cases::read_tournament;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::public_url::PublicUrl;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_tournament);
}

/// The most lines of what stands second on the page; the rest is on a page of its own, so that a large tournament comes
/// quickly over a slow connection too.
const MOST_LINES: usize = 40;

/// The events after which the page may say something else.
const FOLLOWED: &[EventType] = &[
    EventType::TournamentChanged,
    EventType::RoundPublished,
    EventType::RoundChanged,
    EventType::MatchChanged,
    EventType::EntryCreated,
    EventType::EntryChanged,
    EventType::EntryRemoved,
    EventType::ByeCreated,
    EventType::ByeWithdrawn,
    EventType::TeamCreated,
    EventType::TeamChanged,
    EventType::TeamWithdrawn,
];

#[get("/tournaments/{id}")]
async fn show_tournament(
    caller: Anyone,
    visit: Visit,
    id: Path<TournamentId>,
    url: Data<PublicUrl>,
) -> Result<Page, Error> {
    let (today, id) = (caller.today(), *id);
    let read = move |c: &mut Conn| Ok((federation::store::settings(c, today)?, read_tournament(c, id, today)?));
    let (settings, papers) = caller.read(read).await?;
    let words = visit.words();
    let papers = papers.in_words(words);
    let plan = &papers.snapshot.tournament.plan;
    if visit.embeds() {
        let body = html! { h1 { a href={ "/tournaments/" (id) } { (plan.name) } } (standings(&papers, usize::MAX)?) (as_of(&papers)) };
        return Ok(visit.embeddable_page(&settings, &plan.name, &body));
    }
    let (days, place) = (words.days(plan.starts_on, plan.ends_on), plan.place());
    let head = Head {
        title: plan.name.clone(),
        description: say!(
            words,
            "tournament-description",
            name = plan.name.as_str(),
            days = days,
            place = place
        ),
        words,
        more: html! {
            script src="/pages/tournament.js" type="module" {}
            script type="application/ld+json" { (PreEscaped(event(&papers, &settings, &url)?)) }
        },
    };
    Ok(visit.page_with(&settings, &head, &followed(&papers)?))
}

/// The tournament as it stands. What cannot change any more is not asked for again.
fn followed(papers: &Papers) -> Result<Markup, Error> {
    let tournament = &papers.snapshot.tournament;
    let live = !tournament.state.is_final() || tournament.is_under_review();
    let changes = live.then(|| events::stream(FOLLOWED, Some(&tournament.province)));
    Ok(html! {
        div.followed data-live=[changes] {
            (head(papers))
            @match papers.current() {
                Some(current) => {
                    // While it is played people look for their boards, and afterwards for who has won.
                    @if papers.snapshot.is_over() {
                        (standings(papers, usize::MAX)?) (of_teams(papers)?) (round(papers, current, MOST_LINES))
                    } @else {
                        (round(papers, current, usize::MAX)) (standings(papers, MOST_LINES)?) (of_teams(papers)?)
                    }
                    (rounds(papers))
                }
                None => (entries(papers)),
            }
            @if live { p { a href={ "/tournaments/" (tournament.id) "/hall" } { (say!(papers.words, "screen-for-the-hall")) } } }
            (as_of(papers))
        }
        p #news .unseen role="status" {}
    })
}

fn as_of(papers: &Papers) -> Markup {
    html! { p.quiet { (say!(papers.words, "as-of-here", moment = papers.words.moment(papers.as_of().local()))) } }
}

/// The tournament as search engines read it, with nothing in it that could end the element.
fn event(papers: &Papers, federation: &FederationSettings, url: &PublicUrl) -> Result<String, Error> {
    let event = SportsEvent::of(&papers.snapshot.tournament, federation.name(), url);
    let event = serde_json::to_string(&event).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(event.replace('<', "\\u003c"))
}

/// The player, with the way to all that is public of them; a visitor has no page.
pub(super) fn linked(papers: &Papers, entry: &Entry) -> Markup {
    match entry.player.player() {
        Some(known) => html! { a href={ "/players/" (known.id) } { (player(papers, entry)) } },
        None => player(papers, entry),
    }
}

fn head(papers: &Papers) -> Markup {
    let tournament = &papers.snapshot.tournament;
    let plan = &tournament.plan;
    let words = papers.words;
    html! {
        header {
            h1 { (plan.name) }
            p.quiet {
                (words.days(plan.starts_on, plan.ends_on)) br;
                (plan.place()) br;
                (sort(words, plan)) ", " (papers.province)
                @if let Some(only) = plan.division { ", " (say!(words, "for-division", division = division(words, only))) }
                br;
                @match plan.system {
                    TournamentSystem::ModifiedSwiss => (say!(words, "rounds-and-games", rounds = plan.rounds, games = plan.games)),
                    TournamentSystem::RoundRobin => (say!(words, "everybody-meets-everybody", games = plan.games)),
                }
            }
            p.state { (papers.progress()) }
            @if let Some(until) = tournament.entries_until(papers.today, words) { p { (until) } }
            @if let Some(reason) = &tournament.reason { p { (reason) } }
            @if let Some(reason) = &tournament.ended_because { p { (say!(words, "ended-early", reason = reason.as_str())) } }
            @if papers.current().is_some() {
                nav.on-this-page aria-label=(say!(words, "on-this-page")) {
                    @if !papers.snapshot.is_over() { a href="#round" { (say!(words, "boards")) } " " }
                    a href="#standings" { (say!(words, "standings")) } " "
                    @if plan.team_size.is_some() && !papers.snapshot.teams.is_empty() { a href="#teams" { (say!(words, "teams")) } " " }
                    @if papers.snapshot.is_over() { a href="#round" { (say!(words, "last-round")) } " " }
                    a href="#printing" { (say!(words, "for-printing")) }
                }
            }
        }
    }
}

/// The boards of a round, with their results as they come in.
fn round(papers: &Papers, round: &Round, most: usize) -> Markup {
    let (resting, words) = (papers.resting(round), papers.words);
    let all = papers.snapshot.of_round(round.number).count();
    html! {
        section aria-labelledby="round" {
            h2 #round { (say!(words, "round-number", round = round.number.get())) }
            ol.boards {
                @for paired in papers.snapshot.of_round(round.number).take(most) { (board(papers, round, paired)) }
            }
            @if all > most { p { a href={ "/rounds/" (round.id) "/pairings" } { (say!(words, "all-boards", boards = all)) } } }
            @for (called, entry) in resting { p { b { (called) ": " } (linked(papers, entry)) } }
            (otherwise(papers, round))
            p.quiet { (starts_what(&say!(words, "starts-the-first-game"))) " " (say!(words, "in-brackets")) }
        }
    }
}

/// A board with its result, once there is one.
pub(super) fn board(papers: &Papers, round: &Round, paired: &Match) -> Markup {
    let seats = seats(papers, round, paired);
    let best = seats.iter().filter_map(|seat| seat.won).max();
    let drawn = seats.iter().all(|seat| seat.won == best);
    html! {
        li {
            span.board { span.unseen { (say!(papers.words, "board")) " " } (paired.board) }
            div.seats {
                @for seat in &seats { (seated(papers, seat, !drawn && seat.won.is_some() && seat.won == best)) }
            }
            @if let Some(caveat) = caveat(papers, paired) { p.caveat { (caveat) } }
        }
    }
}

fn seated(papers: &Papers, seat: &Seat, wins: bool) -> Markup {
    html! {
        div.seat.wins[wins] {
            div {
                (linked(papers, seat.entry))
                @if seat.starts { " " (starts(papers.words)) }
                div.club { (papers.club(seat.entry)) " (" (points(seat.before)) ")" }
            }
            @match seat.won {
                Some(won) => span.won { (points(won)) },
                None => span.won.open { "–" },
            }
        }
    }
}

fn standings(papers: &Papers, most: usize) -> Result<Markup, Error> {
    let (table, words) = (papers.snapshot.table(None)?, papers.words);
    let line = |row| -> Result<Markup, Error> {
        let row: &morabaraba_swiss::Standing = row;
        let entry = papers.at(seed(row.player))?;
        Ok(html! {
            tr {
                td.place { (rank(row, &table.rows)) }
                th scope="row" {
                    (linked(papers, entry))
                    @if entry.is_withdrawn() { " " span.number { (say!(papers.words, "withdrawn")) } }
                    div.club { (papers.club(entry)) }
                }
                td.figure { b { (points(row.points)) } }
                td.figure { (points(row.opponents)) }
            }
        })
    };
    let id = papers.snapshot.tournament.id;
    let lines = table
        .rows
        .iter()
        .take(most)
        .map(line)
        .collect::<Result<Vec<_>, Error>>()?;
    Ok(html! {
        section aria-labelledby="standings" {
            h2 #standings { (say!(words, "standings")) }
            @if let Some((heading, awards)) = awards(papers, &table)? {
                div.awards { h3 { (heading) } (awards) }
            }
            table {
                caption { (say!(words, "the-order", when = papers.when(&table))) }
                thead {
                    tr {
                        th.place scope="col" { (say!(words, "place")) }
                        th scope="col" { (say!(words, "player")) }
                        th.figure scope="col" { (say!(words, "points")) }
                        th.figure scope="col" { abbr title=(say!(words, "opponents-points-together")) { (say!(words, "opponents-short")) } }
                    }
                }
                tbody { @for line in &lines { (line) } }
            }
            @if table.rows.len() > most {
                p { a href={ "/tournaments/" (id) "/standings" } { (say!(words, "all-players", players = table.rows.len())) } }
            }
            p.quiet { (equal_points(papers)) }
        }
    })
}

/// The standings of the teams, in a championship of teams.
fn of_teams(papers: &Papers) -> Result<Markup, Error> {
    let table = teams::table(papers, None)?;
    Ok(html! {
        @if let Some(table) = table {
            section aria-labelledby="teams" {
                h2 #teams { (say!(papers.words, "teams")) }
                (table)
                p.quiet { (say!(papers.words, "equal-points-of-teams")) }
            }
        }
    })
}

/// The way to the sheets that are printed.
fn rounds(papers: &Papers) -> Markup {
    let (id, words) = (papers.snapshot.tournament.id, papers.words);
    html! {
        section aria-labelledby="printing" {
            h2 #printing { (say!(words, "for-printing")) }
            ul.sheets {
                li {
                    b { (say!(words, "tournament")) } " "
                    a href={ "/tournaments/" (id) "/standings" } { (say!(words, "standings")) } " "
                    a href={ "/tournaments/" (id) "/cross-table" } { (say!(words, "cross-table")) }
                }
                @for round in papers.snapshot.rounds.iter().rev() {
                    li {
                        b { (say!(words, "round-number", round = round.number.get())) } " "
                        a href={ "/rounds/" (round.id) "/pairings" } { (say!(words, "pairings")) } " "
                        a href={ "/rounds/" (round.id) "/wall-chart" } { (say!(words, "wall-chart")) } " "
                        a href={ "/rounds/" (round.id) "/score-sheets" } { (say!(words, "score-sheets")) } " "
                    }
                }
            }
        }
    }
}

/// The players entered, before anybody meets.
fn entries(papers: &Papers) -> Markup {
    let entries: Vec<_> = papers
        .snapshot
        .entries
        .iter()
        .filter(|entry| !entry.is_withdrawn())
        .collect();
    html! {
        section aria-labelledby="entries" {
            h2 #entries { (say!(papers.words, "players-entered")) }
            @if entries.is_empty() {
                p { (say!(papers.words, "nobody-yet")) }
            } @else {
                ol.entrants { @for entry in entries { li { (linked(papers, entry)) div.club { (papers.club(entry)) } } } }
            }
        }
    }
}
