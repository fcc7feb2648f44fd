//! The logo over HTTP.

use actix_web::web::Data;
use actix_web::{HttpResponse, delete, get, put};

use crate::accounts::caller::{Administrator, Anyone};
use crate::certificates::paper::logo::{Logo, MOST_BYTES, UNUSABLE_LOGO, use_cases};
use crate::operations::Operation;
use crate::values::error::Error;
use crate::web::body::Png;
use crate::web::openapi::Routes;
use crate::web::response::{File, Response};
use crate::web::room::Room;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(read_federation_logo)
        .service(update_federation_logo)
        .service(delete_federation_logo);
}

/// Read the federation's logo
///
/// The picture that stands on its certificates.
#[utoipa::path(
    tag = "federation",
    responses(
        (status = 200, description = "The PNG.", content_type = "image/png", body = inline(File), example = "(bytes of a PNG)"),
        (status = 404, description = "`not-found`: there is none."),
    ),
)]
#[get("/v1/federation/logo")]
async fn read_federation_logo(caller: Anyone) -> Result<Response<File>, Error> {
    let body = caller.read(use_cases::read).await?;
    Ok(Response::public(File {
        media_type: "image/png",
        body,
    }))
}

/// Set the federation's logo
///
/// A PNG of at most 500,000 bytes, and 2,000 pixels each way (of 16 bits a colour, half as many pixels), in place of the one before. Certificates bear it from now on,
/// those too that were issued before.
#[utoipa::path(
    tag = "federation",
    request_body(content = inline(File), content_type = "image/png", example = "(bytes of a PNG)"),
    responses(
        (status = 204, description = "The logo is set."),
        (status = 422, description = "`unusable-logo`: it is no PNG that can be drawn, or has too many pixels."),
    ),
)]
#[put("/v1/federation/logo")]
async fn update_federation_logo(
    caller: Administrator,
    Png(png): Png<MOST_BYTES>,
    room: Data<Room>,
) -> Result<HttpResponse, Error> {
    // Drawn where it holds up no other request.
    let logo = room.on_a_core(move || Logo::of(png.to_vec())).await?;
    let logo = logo.map_err(|unusable| UNUSABLE_LOGO.problem(unusable.to_string()))?;
    caller
        .write(move |c, by| use_cases::update(c, by, Operation::update_federation_logo, Some(logo.png())))
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Take the federation's logo away
///
/// Certificates have room for a stamp in its place.
#[utoipa::path(
    tag = "federation",
    responses((status = 204, description = "There is no logo any more.")),
)]
#[delete("/v1/federation/logo")]
async fn delete_federation_logo(caller: Administrator) -> Result<HttpResponse, Error> {
    caller
        .write(|c, by| use_cases::update(c, by, Operation::delete_federation_logo, None))
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
