//! Players: the search, and what everyone may read of one.

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, get};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::clubs::Club;
use crate::colours::store::{Audience, AwardFilter};
use crate::colours::{self, Award};
use crate::db::{ALL, Conn};
use crate::federation;
use crate::federation::FederationSettings;
use crate::games;
use crate::games::Game;
use crate::games::store::GameFilter;
use crate::languages::{Words, say};
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::games::game;
use crate::pages::public::rankings::method;
use crate::pages::public::{choose_province, colours_of, division, next_page, province};
use crate::players::store::PlayerFilter;
use crate::players::use_cases::PlayerPath;
use crate::players::{self, Player, of_age_if_born_by};
use crate::provinces;
use crate::provinces::Province;
use crate::rankings::Ranking;
use crate::rankings::histories;
use crate::rankings::methods::Method;
use crate::rankings::rows::RankingRow;
use crate::tournaments::entries;
use crate::tournaments::entries::store::EntriesOf;
use crate::tournaments::model::{Entry, Tournament};
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::values::names;
use crate::values::validation::Word;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_players_page).service(show_player);
}

/// The players to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListPlayers {
    /// Words of a name, or a number.
    q: Option<names::Search>,
    province: Option<Word>,
    cursor: Option<String>,
}

#[get("/players")]
async fn list_players_page(
    caller: Anyone,
    visit: Visit,
    Search(query): Search<ListPlayers>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let today = caller.today();
    let limit = PageSize::default();
    let asked: Option<String> = query.q.map(String::from);
    let chosen = query.province.map(String::from);
    let filter = PlayerFilter {
        province: chosen.clone(),
        club: None,
        number: None,
        search: asked.map(|asked| (asked, of_age_if_born_by(today))),
        after: after(query.cursor.as_deref())?,
    };
    let read = move |c: &mut Conn| {
        let players = players::store::list(c, filter, limit.rows())?;
        let clubs: Vec<ClubId> = players.iter().map(|player| player.club).collect();
        let clubs = crate::clubs::store::find_all(c, &[], &clubs)?;
        let settings = federation::store::settings(c, today)?;
        Ok((settings, provinces::store::list(c)?, players, clubs))
    };
    let (settings, provinces, players, clubs) = caller.read(read).await?;
    let page = pagination::Page::of(players, limit, |player| player.number.stored(), |player| player)?;
    let (players, next) = page.into_parts();
    let words = visit.words();
    let body = html! {
        h1 { (say!(words, "players")) }
        form.line action="/players" role="search" {
            label for="q" { (say!(words, "name-or-number")) }
            input #q name="q" type="search" maxlength="200" value=[typed(&request)];
            (choose_province(words, &provinces, chosen.as_deref()))
            button { (say!(words, "search")) }
        }
        p.quiet { (say!(words, "players-under-18")) }
        @if players.is_empty() { p { (say!(words, "nobody-is-found")) } }
        ul.things {
            @for player in &players {
                li {
                    a href={ "/players/" (player.id) } { (player.public_name(today)) }
                    p.quiet {
                        (player.number) " · " (province(&provinces, &player.home.province))
                        @if let Some(club) = clubs.iter().find(|club| club.id == player.club) { " · " (club.name) }
                    }
                }
            }
        }
        (next_page(words, &request, next.as_deref()))
    };
    Ok(visit.page_in_words(&settings, &say!(words, "players"), &body))
}

/// The words as they were typed, and not as they are searched for.
pub(crate) fn typed(request: &HttpRequest) -> Option<String> {
    let mut pairs = form_urlencoded::parse(request.query_string().as_bytes());
    pairs.find(|(name, _)| name == "q").map(|(_, text)| text.into_owned())
}

/// All that the page of a player shows.
struct Known {
    settings: FederationSettings,
    player: Player,
    club: Option<Club>,
    provinces: Vec<Province>,
    ranks: Vec<(Method, Ranking, RankingRow)>,
    played: Vec<(Entry, Tournament)>,
    games: Vec<Game>,
    colours: Vec<(Award, Player)>,
}

#[get("/players/{id}")]
async fn show_player(caller: Anyone, visit: Visit, path: PlayerPath) -> Result<Page, Error> {
    let today = caller.today();
    let read = move |c: &mut Conn| {
        let player = players::use_cases::find(c, &path)?;
        let mut ranks = Vec::new();
        for method in Method::ALL {
            let (_, mut history) = histories::use_cases::list(c, &path, *method, None, ALL)?;
            ranks.extend(history.pop().map(|(ranking, row)| (*method, ranking, row)));
        }
        let awards = AwardFilter {
            audience: Audience::Public(of_age_if_born_by(today)),
            year: None,
            level: None,
            division: None,
            state: None,
            province: None,
            evidence_fell: None,
            player: Some(player.id),
            after: None,
        };
        let games = GameFilter {
            player: Some(player.id),
            ..GameFilter::default()
        };
        Ok(Known {
            settings: federation::store::settings(c, today)?,
            club: crate::clubs::store::find(c, player.club)?,
            provinces: provinces::store::list(c)?,
            ranks,
            played: entries::store::with_tournaments(c, EntriesOf::Player(player.id))?,
            games: games::store::list(c, games, 10)?,
            colours: colours::use_cases::list(c, awards, 50)?,
            player,
        })
    };
    let known = caller.read(read).await?;
    let player = &known.player;
    let name = player.public_name(today);
    let words = visit.words();
    let body = html! {
        p.way { a href="/players" { (say!(words, "players")) } }
        h1 { (name) }
        @if player.name_is_withheld(today) { p.quiet { (say!(words, "full-name-is-not-public")) } }
        dl.facts {
            dt { (say!(words, "number")) } dd { (player.number) }
            @if let Some(club) = &known.club { dt { (say!(words, "club")) } dd { a href={ "/clubs/" (club.id) } { (club.name) } } }
            dt { (say!(words, "province")) } dd { (province(&known.provinces, &player.home.province)) }
        }
        (ranks(words, &known))
        (awards(words, &known.colours))
        (tournaments(words, &known.played))
        section {
            h2 { (say!(words, "games")) }
            @if known.games.is_empty() { p { (say!(words, "no-game-is-on-record")) } }
            ul.things { @for one in &known.games { (game(words, one, today)) } }
            @if known.games.len() == 10 { p { a href={ "/games?player_id=" (player.id) } { (say!(words, "all-games")) } } }
        }
    };
    Ok(visit.page_in_words(&known.settings, &name, &body))
}

fn tournaments(words: Words, played: &[(Entry, Tournament)]) -> Markup {
    let played: Vec<_> = played.iter().rev().filter(|(entry, _)| !entry.is_withdrawn()).collect();
    html! {
        section {
            h2 { (say!(words, "tournaments")) }
            @if played.is_empty() { p { (say!(words, "no-tournament-yet")) } }
            ul.things {
                @for (_, tournament) in &played {
                    li {
                        a href={ "/tournaments/" (tournament.id) } { (tournament.plan.name) }
                        p.quiet { (words.days(tournament.plan.starts_on, tournament.plan.ends_on)) " · " (tournament.plan.venue) }
                    }
                }
            }
        }
    }
}

/// The newest rank by each method, and the way that led to it.
fn ranks(words: Words, known: &Known) -> Markup {
    let player = &known.player;
    let ranked_by_points = known.ranks.iter().any(|(method, ..)| *method == Method::GamePoints);
    html! {
        @if !known.ranks.is_empty() {
            section {
                h2 { (say!(words, "rankings")) }
                table {
                    thead { tr {
                            th { (say!(words, "method")) } th { (say!(words, "list-of")) }
                            th.figure { (say!(words, "rank")) } th.figure { (say!(words, "points")) }
                        } }
                    tbody {
                        @for (of, ranking, row) in &known.ranks {
                            tr {
                                td { a href={ "/rankings/" (ranking.id) } { (method(words, *of)) } }
                                td { (words.day(ranking.on)) }
                                td.figure { a href={ "/rankings/" (ranking.id) "/rows/" (player.id) } { (say!(words, "rank-of", rank = row.rank, players = ranking.players)) } }
                                td.figure { (row.figure.text()) }
                            }
                        }
                    }
                }
                @if ranked_by_points {
                    h3 { (say!(words, "rank-from-list-to-list")) }
                    img.chart src={ "/players/" (player.id) "/chart.svg" } alt=(say!(words, "chart-of-the-rank"));
                }
            }
        }
    }
}

fn awards(words: Words, colours: &[(Award, Player)]) -> Markup {
    html! {
        @if !colours.is_empty() {
            section {
                h2 { (say!(words, "colours")) }
                ul.things {
                    @for (award, _) in colours {
                        li { (colours_of(words, award.level)) " " (award.year.number()) p.quiet { (division(words, award.division)) " · " (award.awarding_body) } }
                    }
                }
            }
        }
    }
}
