//! All that the federation keeps of one person, as one answer.

use actix_web::get;

use crate::accounts::caller::{ClubSecretary, SignedIn};
use crate::persons::data::use_cases;
use crate::persons::data::views::PlayerExport;
use crate::players::use_cases::PlayerPath;
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_player_export).service(read_own_export);
}

/// Export a person's own data
///
/// All that is on record of the person, private and public, to be handed to them: their own name stands in it in full. What
/// concerns another person is told as everyone may see it.
#[utoipa::path(
    tag = "exports",
    responses((status = 200, description = "The data.", body = PlayerExport)),
)]
#[get("/v1/players/{id}/export")]
pub(crate) async fn read_player_export(
    caller: ClubSecretary,
    path: PlayerPath,
) -> Result<Response<PlayerExport>, Error> {
    let today = caller.today();
    let record = caller.read(move |c, by| use_cases::read(c, by, &path)).await?;
    Ok(Response::private(PlayerExport::of(record, today)?).kept_as(&format!("player-{today}.json")))
}

/// Export your own data, or your child's
///
/// All that is on record of a player for whom your account holds, private and public. What concerns another person is told
/// as everyone may see it.
#[utoipa::path(
    tag = "exports",
    responses((status = 200, description = "The data.", body = PlayerExport)),
)]
#[get("/v1/me/players/{id}/export")]
pub(crate) async fn read_own_export(caller: SignedIn, path: PlayerPath) -> Result<Response<PlayerExport>, Error> {
    let today = caller.today();
    let record = caller.read(move |c, by| use_cases::read_own(c, by, &path)).await?;
    Ok(Response::private(PlayerExport::of(record, today)?).kept_as(&format!("player-{today}.json")))
}
