//! A page on which a person steps through a game. It is the service's own, with its script and style: no other host is
//! asked for anything.

use actix_web::get;
use actix_web::web::{Data, Path};

use super::find;
use crate::accounts::caller::Anyone;
use crate::db::Database;
use crate::error::{Error, NOT_FOUND};
use crate::id::Id;
use crate::reply::{Reply, Text};

/// Step through a game
///
/// A page for people, who step with the arrow keys, by buttons or by touch. It reads the game as every program may.
#[utoipa::path(
    tag = "games",
    params(("id" = Id, Path, description = "The game's id.", example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")),
    responses((status = 200, description = "The page.", content_type = "text/html", body = String, example = "<!doctype html>…")),
    security(()),
)]
#[get("/games/{id}")]
pub(super) async fn read_game_page(
    _caller: Anyone,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<Text>, Error> {
    find(&database, id.into_inner()).await?;
    Ok(page("text/html; charset=utf-8", include_str!("pages/game.html")))
}

/// Read a part of a page
///
/// The style and the scripts of the service's own pages.
#[utoipa::path(
    tag = "games",
    params(("name" = String, Path, description = "The part's name.", example = "game.js")),
    responses((status = 200, description = "The part.", content(
        (String = "text/javascript", example = "addEventListener(…)"),
        (String = "text/css", example = "body { … }"),
    ))),
    security(()),
)]
#[get("/pages/{name}")]
pub(super) async fn read_asset(_caller: Anyone, name: Path<String>) -> Result<Reply<Text>, Error> {
    match name.as_str() {
        "game.js" => Ok(page("text/javascript; charset=utf-8", include_str!("pages/game.js"))),
        "game.css" => Ok(page("text/css; charset=utf-8", include_str!("pages/game.css"))),
        _ => Err(NOT_FOUND.problem("There is no such part of a page.").into()),
    }
}

fn page(media_type: &'static str, text: &str) -> Reply<Text> {
    Reply::public(Text { media_type, body: text.to_owned() })
}
