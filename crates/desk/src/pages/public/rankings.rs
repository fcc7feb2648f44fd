//! Rankings: the lists, who is in one, and what a row of it is made of.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, get};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::clubs::Club;
use crate::db::{ALL, Conn};
use crate::federation;
use crate::languages::{Language, Words, say, weave};
use crate::pages::form::Search;
use crate::pages::frame::{EMBED, Page, Visit};
use crate::pages::public::{choose, choose_province, divisions, next_page, province};
use crate::players::Sex;
use crate::players::registrations::Division;
use crate::players::use_cases::PlayerPath;
use crate::provinces;
use crate::rankings::contributions::{self, OpenedRow};
use crate::rankings::events::{Bout, RankedEvent};
use crate::rankings::figures::Figure;
use crate::rankings::histories;
use crate::rankings::histories::chart::{self, Point};
use crate::rankings::methods::{Contribution, Method};
use crate::rankings::rows::store::RowSelection;
use crate::rankings::rows::{self, ListedRow, RankingRow};
use crate::rankings::store::{self, RankingFilter};
use crate::rankings::{Ranking, use_cases};
use crate::tournaments::model::{Contestant, Tournament};
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId, RankingId};
use crate::values::validation::{Day, Word};
use crate::web::pagination::{self, PageSize, after};
use crate::web::response::{Response, Text};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_rankings_page)
        .service(show_ranking)
        .service(show_ranking_row)
        .service(read_rank_chart);
}

/// The method, as a heading has it.
pub(crate) fn method(words: Words, method: Method) -> String {
    match method {
        Method::GamePoints => say!(words, "method-game-points"),
        Method::SuperLeague => say!(words, "method-super-league"),
        Method::Glicko2 => say!(words, "method-rating"),
    }
}

/// The figure by which the method ranks, as the column of it is headed.
pub(crate) fn figure(words: Words, by: Method) -> String {
    match by {
        Method::GamePoints | Method::SuperLeague => say!(words, "points"),
        Method::Glicko2 => method(words, by),
    }
}

/// A rank, with a sign if it is shared.
pub(crate) fn shared_rank(rank: i64, shared: bool) -> Markup {
    html! { (rank) span.shared { @if shared { "=" } } }
}

/// The lists to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListRankings {
    method: Option<Method>,
    cursor: Option<String>,
}

#[get("/rankings")]
async fn list_rankings_page(
    caller: Anyone,
    visit: Visit,
    Search(query): Search<ListRankings>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let today = caller.today();
    let limit = PageSize::default();
    let after = after::<(Day, RankingId)>(query.cursor.as_deref())?;
    let filter = RankingFilter {
        method: query.method,
        current: Some(true),
        after: after.map(|(day, id)| (day.into(), id)),
    };
    let read = move |c: &mut Conn| {
        let mut newest = Vec::new();
        for method in Method::ALL {
            newest.extend(store::newest(c, *method, today)?.map(|(id, on)| (*method, id, on)));
        }
        let settings = federation::store::settings(c, today)?;
        Ok((settings, newest, store::list(c, &filter, limit.rows())?))
    };
    let (settings, newest, lists) = caller.read(read).await?;
    let key = |list: &Ranking| (list.on, list.id);
    let (lists, next) = pagination::Page::of(lists, limit, key, |list| list)?.into_parts();
    let words = visit.words();
    let other = words.unless(Language::English);
    let body = html! {
        h1 { (say!(words, "rankings")) }
        @if lists.is_empty() { p { (say!(words, "no-list-is-published")) } }
        @if !newest.is_empty() {
            section {
                h2 { (say!(words, "the-newest")) }
                ul.things {
                    @for (of, id, on) in &newest {
                        li { a href={ "/rankings/" (id) } { (method(words, *of)) ", " (words.day(*on)) } p.quiet lang=[other] { (of.description(&settings.ranking).sentence) } }
                    }
                }
            }
        }
        @if !lists.is_empty() {
            section {
                h2 { (say!(words, "all-lists")) }
                ul.things {
                    @for list in &lists {
                        li { a href={ "/rankings/" (list.id) } { (method(words, list.method)) ", " (words.day(list.on)) } p.quiet { (say!(words, "players-counted", players = list.players)) } }
                    }
                }
                (next_page(words, &request, next.as_deref()))
            }
        }
    };
    Ok(visit.page_in_words(&settings, &say!(words, "rankings"), &body))
}

/// The rows to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListRows {
    province: Option<Word>,
    club: Option<ClubId>,
    division: Option<Division>,
    sex: Option<Sex>,
    cursor: Option<String>,
}

#[get("/rankings/{id}")]
async fn show_ranking(
    caller: Anyone,
    visit: Visit,
    id: Path<RankingId>,
    Search(query): Search<ListRows>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let (today, id) = (caller.today(), *id);
    let limit = PageSize::default();
    let after = after::<i64>(query.cursor.as_deref())?.unwrap_or_default();
    let chosen = (query.province.map(String::from), query.club, query.division, query.sex);
    let selection = RowSelection {
        province: chosen.0.clone(),
        club: chosen.1,
        division: chosen.2,
        sex: chosen.3,
    };
    let read = move |c: &mut Conn| {
        let ranking = use_cases::find(c, id)?;
        let rows = rows::use_cases::list(c, id, &selection, after, Some(limit.rows()))?;
        let clubs = rows::use_cases::list_clubs(c, id)?;
        let settings = federation::store::settings(c, today)?;
        Ok((settings, provinces::store::list(c)?, clubs, rows, ranking))
    };
    let (settings, provinces, clubs, rows, ranking) = caller.read(read).await?;
    let key = |listed: &ListedRow| listed.row.ordinal;
    let (rows, next) = pagination::Page::of(rows, limit, key, |listed| listed)?.into_parts();
    let words = visit.words();
    let other = words.unless(Language::English);
    let title = format!("{}, {}", method(words, ranking.method), words.day(ranking.on));
    let sexes = [("female", say!(words, "ladies")), ("male", say!(words, "men"))].into_iter();
    let body = html! {
        p.way { a href="/rankings" { (say!(words, "rankings")) } }
        h1 { (title) }
        p {
            span lang=[other] { (ranking.method.description(&ranking.settings).sentence) } " "
            (say!(words, "ranking-facts", players = ranking.players, first = words.day(ranking.from), last = words.day(ranking.until)))
        }
        @if let Some(reason) = &ranking.reason { p { (say!(words, "list-corrects", reason = reason.as_str())) } }
        @if let Some(newer) = ranking.replaced_by_id { p { b { (say!(words, "list-was-corrected")) " " } a href={ "/rankings/" (newer) } { (say!(words, "list-that-holds")) } } }
        @if let Some(at) = ranking.result_corrected_at { p { b { (say!(words, "list-result-corrected", day = words.day(at.day()))) } } }
        form.line.filters action={ "/rankings/" (id) } {
            (choose_province(words, &provinces, chosen.0.as_deref()))
            (choose(words, "division", &say!(words, "division"), divisions(words), chosen.2.map(Division::as_str)))
            (choose(words, "sex", &say!(words, "ladies-or-men"), sexes, chosen.3.map(Sex::as_str)))
            (choose_club(words, &clubs, chosen.1))
            @if visit.embeds() { input type="hidden" name=(EMBED) value="1"; }
            button { (say!(words, "show")) }
        }
        @if rows.is_empty() { p { (say!(words, "nobody-is-found")) } }
        @else {
            table {
                thead { tr {
                        th.rank { (say!(words, "rank")) } th { (say!(words, "player")) }
                        th.figure { (say!(words, "before")) } th.figure { (figure(words, ranking.method)) }
                    } }
                tbody {
                    @for listed in &rows {
                        @let particulars = &listed.row.particulars;
                        @let club = clubs.iter().find(|club| club.id == particulars.club);
                        (ranked(words, id, listed, (province(&provinces, &particulars.province), club), today))
                    }
                }
            }
        }
        (next_page(words, &request, next.as_deref()))
        @if let Some(previous) = ranking.previous_id { p { a href={ "/rankings/" (previous) } { (say!(words, "the-list-before")) } } }
        p.quiet { (if ranking.method == Method::Glicko2 { say!(words, "the-ratings-open") } else { say!(words, "the-points-open") }) }
    };
    Ok(visit.embeddable_page(&settings, &title, &body))
}

/// A row of the list: the ranks, the player with the province and the club of its day, and the figure; of a rating how far it
/// may be off.
fn ranked(
    words: Words,
    ranking: RankingId,
    listed: &ListedRow,
    (province, club): (&str, Option<&Club>),
    today: NaiveDate,
) -> Markup {
    html! {
        tr {
            td.rank { (shared_rank(listed.rank_in_selection, listed.shared_in_selection)) @if listed.rank_in_selection != listed.row.rank { span.quiet { " (" (listed.row.rank) ")" } } }
            th scope="row" {
                a href={ "/players/" (listed.player.id) } { (listed.player.public_name(today)) }
                p.quiet {
                    (province)
                    @if let Some(club) = club { " · " a href={ "/clubs/" (club.id) } { (club.name) } }
                }
            }
            td.figure { (movement(words, &listed.row)) }
            td.figure {
                a href={ "/rankings/" (ranking) "/rows/" (listed.player.id) } { (listed.row.figure.text()) }
                @if let Some(deviation) = listed.row.deviation {
                    p.quiet { "± " (deviation.text()) @if listed.provisional == Some(true) { br; (say!(words, "provisional")) } }
                }
            }
        }
    }
}

/// The field for a club of those who are in the list.
fn choose_club(words: Words, clubs: &[Club], chosen: Option<ClubId>) -> Markup {
    let options: Vec<(String, &str)> = clubs
        .iter()
        .map(|club| (club.id.to_string(), club.name.as_str()))
        .collect();
    let options = options.iter().map(|(id, name)| (id.as_str(), *name));
    choose(
        words,
        "club",
        &say!(words, "club"),
        options,
        chosen.map(|club| club.to_string()).as_deref(),
    )
}

/// The rank before, and whether the player has gone up or down.
pub(crate) fn movement(words: Words, row: &RankingRow) -> Markup {
    html! {
        @match row.previous_rank {
            None => (say!(words, "new")),
            Some(before) if before > row.rank => { (before) " " span role="img" aria-label=(say!(words, "up")) { "▲" } },
            Some(before) if before < row.rank => { (before) " " span role="img" aria-label=(say!(words, "down")) { "▼" } },
            Some(before) => (before),
        }
    }
}

#[get("/rankings/{id}/rows/{player_id}")]
async fn show_ranking_row(caller: Anyone, visit: Visit, path: Path<(RankingId, PlayerId)>) -> Result<Page, Error> {
    let ((id, player), today) = (path.into_inner(), caller.today());
    let read = move |c: &mut Conn| {
        let settings = federation::store::settings(c, today)?;
        Ok((settings, contributions::use_cases::open(c, id, player)?))
    };
    let (settings, opened) = caller.read(read).await?;
    let own = opened.player.public_name(today);
    let words = visit.words();
    let list = format!(
        "{}, {}",
        method(words, opened.ranking.method),
        words.day(opened.ranking.on)
    );
    let body = html! {
        p.way { a href={ "/rankings/" (id) } { (list) } }
        h1 { (own) }
        p.lead { (say!(words, "rank-and-points", rank = opened.row.rank, players = opened.ranking.players, points = opened.row.figure.text())) }
        p { a href={ "/players/" (opened.player.id) } { (say!(words, "about-the-player")) } }
        p.quiet { (say!(words, "all-that-makes-the-figure")) }
        @for one in &opened.contributions { (contribution(words, &opened, one, today)) }
    };
    Ok(visit.page_in_words(&settings, &format!("{own}: {list}"), &body))
}

/// A part of the figure, with the events from which it comes.
fn contribution(words: Words, opened: &OpenedRow, one: &Contribution, today: NaiveDate) -> Markup {
    let events = one.tournaments.iter().filter_map(|id| opened.events.get(id));
    html! {
        section {
            h2 {
                @match one.period {
                    Some(period) => (words.month_of_year(period)),
                    None if one.tournaments.is_empty() => (say!(words, "at-the-beginning")),
                    None if one.umpired => (say!(words, "umpired")),
                    None => (say!(words, "played")),
                }
                ": " (one.figure.text())
            }
            @for (tournament, event) in events { (of_event(words, opened, tournament, event, today)) }
        }
    }
}

fn of_event(
    words: Words,
    opened: &OpenedRow,
    tournament: &Tournament,
    event: &RankedEvent,
    today: NaiveDate,
) -> Markup {
    let own = opened.row.player;
    let seat = |bout: &Bout| bout.players.iter().position(|player| *player == own);
    let bouts = event.bouts.iter().filter_map(|bout| Some((bout, seat(bout)?)));
    html! {
        p {
            a href={ "/tournaments/" (tournament.id) } { (tournament.plan.name) }
            @if let Some(place) = event.ranks.get(&own) { ", " (say!(words, "in-place", place = *place)) }
        }
        ul.things {
            @for (bout, seat) in bouts {
                @let other = bout.players[1 - seat];
                li {
                    @let [own, theirs] = [seat, 1 - seat].map(|seat| Figure::halves(bout.halves[seat]).text());
                    @let other = html! { @if let Some(other) = opened.met.get(&other) { (contestant(other, today)) } };
                    (weave!(words, "bout", round = bout.round, own = own, theirs = theirs; other = other))
                }
            }
        }
    }
}

/// An opponent, with the way to all that is public of them; a visitor has no page.
fn contestant(other: &Contestant, today: NaiveDate) -> Markup {
    let name = other.public_name(today);
    html! {
        @if let Some(player) = other.player() { a href={ "/players/" (player.id) } { (name) } } @else { (name) }
    }
}

/// The chart of a player's ranks by game points, for the player's page.
#[get("/players/{id}/chart.svg")]
async fn read_rank_chart(caller: Anyone, path: PlayerPath, words: Words) -> Result<Response<Text>, Error> {
    let read = move |c: &mut Conn| histories::use_cases::list(c, &path, Method::GamePoints, None, ALL);
    let (_, history) = caller.read(read).await?;
    let point = |(ranking, row): &(Ranking, RankingRow)| Point {
        on: ranking.on,
        rank: row.rank,
        figure: row.figure,
    };
    let points: Vec<Point> = history.iter().map(point).collect();
    let body = chart::of_ranks(words, &points).map_err(Error::Internal)?;
    let drawn = Text {
        media_type: "image/svg+xml",
        body,
    };
    Ok(Response::public(drawn).said_in(words))
}
