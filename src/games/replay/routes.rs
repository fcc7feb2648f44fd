//! A page on which a person steps through a game. It is the service's own, with its script and style: no other host is
//! asked for anything.

use actix_web::get;
use actix_web::web::Path;

use crate::accounts::caller::Anyone;
use crate::games::use_cases;
use crate::values::error::Error;
use crate::values::id::GameId;
use crate::web::assets::{Asset, HTML};
use crate::web::openapi::Routes;
use crate::web::response::{Response, Text};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_game_page);
}

/// The files for which the page asks.
pub(crate) const ASSETS: &[Asset] = &[
    Asset::script("game.js", include_str!("game.js")),
    Asset::style("game.css", include_str!("game.css")),
];

/// Step through a game
///
/// A page for people, who step with the arrow keys, by buttons or by touch. It reads the game as every program may.
#[utoipa::path(
    tag = "games",
    params(("id" = GameId, Path, description = "The game's id.", example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")),
    responses((status = 200, description = "The page.", content_type = "text/html", body = String, example = "<!doctype html>…")),
    security(()),
)]
#[get("/games/{id}")]
pub(crate) async fn read_game_page(caller: Anyone, id: Path<GameId>) -> Result<Response<Text>, Error> {
    caller.read(move |c| use_cases::read(c, *id)).await?;
    Ok(Response::public(Text {
        media_type: HTML,
        body: include_str!("game.html").to_owned(),
    }))
}
