//! Games on record, the latest first.

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, get};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::db::Conn;
use crate::federation;
use crate::games::store::{self, GameFilter};
use crate::games::{Game, GameResult};
use crate::languages::{Words, say};
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::next_page;
use crate::players;
use crate::values::error::Error;
use crate::values::id::{GameId, PlayerId};
use crate::values::validation::Day;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_games_page);
}

/// The games to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListGames {
    player_id: Option<PlayerId>,
    cursor: Option<String>,
}

#[get("/games")]
async fn list_games_page(
    caller: Anyone,
    visit: Visit,
    Search(query): Search<ListGames>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let today = caller.today();
    let limit = PageSize::default();
    let after = after::<(Day, GameId)>(query.cursor.as_deref())?;
    let filter = GameFilter {
        player: query.player_id,
        after: after.map(|(day, id)| (day.into(), id)),
        ..GameFilter::default()
    };
    let read = move |c: &mut Conn| {
        let of = query.player_id.map(|id| players::use_cases::find(c, &id.into()));
        let settings = federation::store::settings(c, today)?;
        Ok((settings, of.transpose()?, store::list(c, filter, limit.rows())?))
    };
    let (settings, player, games) = caller.read(read).await?;
    let page = pagination::Page::of(games, limit, |game| (game.played_on, game.id), |game| game)?;
    let (games, next) = page.into_parts();
    let words = visit.words();
    let title = match &player {
        Some(player) => say!(words, "games-of", player = player.public_name(today)),
        None => say!(words, "games"),
    };
    let body = html! {
        @if let Some(player) = &player { p.way { a href={ "/players/" (player.id) } { (player.public_name(today)) } } }
        h1 { (title) }
        p.lead { (say!(words, "games-about")) }
        @if games.is_empty() { p { (say!(words, "no-game-is-on-record")) } }
        ul.things { @for one in &games { (game(words, one, today)) } }
        (next_page(words, &request, next.as_deref()))
    };
    Ok(visit.page_in_words(&settings, &title, &body))
}

/// A game in a list.
pub(super) fn game(words: Words, game: &Game, today: NaiveDate) -> Markup {
    let turns = say!(words, "turns-counted", turns = game.record.turns().len());
    let result = match game.record.result() {
        GameResult::First => say!(words, "the-first-won"),
        GameResult::Second => say!(words, "the-second-won"),
        GameResult::Drawn => say!(words, "drawn"),
        GameResult::Unfinished => say!(words, "not-finished"),
    };
    html! {
        li {
            a href={ "/games/" (game.id) } { (game.first.public_name(today)) " – " (game.second.public_name(today)) }
            p.quiet { (words.day(game.played_on)) " · " (result) " · " (turns) }
        }
    }
}
