//! The service's own pages: their scripts and styles, which no other host is asked for.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::get;
use actix_web::web::Path;

use crate::accounts::caller::Anyone;
use crate::app::api;
use crate::values::error::{Error, NOT_FOUND};
use crate::web::assets::StaticFile;
use crate::web::openapi::Routes;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_asset);
}

/// Read a part of a page
///
/// The style and the scripts of the service's own pages.
#[utoipa::path(
    tag = "service",
    params(("name" = String, Path, min_length = 1, max_length = 64, description = "The part's name.", example = "game.js")),
    responses((status = 200, description = "The part.", content(
        (String = "text/javascript", example = "addEventListener(…)"),
        (String = "text/css", example = "body { … }"),
    ))),
)]
#[get("/pages/{name}")]
async fn read_asset(_caller: Anyone, name: Path<String>) -> Result<&'static StaticFile, Error> {
    static FILES: LazyLock<BTreeMap<&str, StaticFile>> =
        LazyLock::new(|| api::assets().map(|asset| (asset.name, asset.into())).collect());
    let file = FILES.get(name.as_str());
    Ok(file.ok_or_else(|| NOT_FOUND.problem("There is no such part of a page."))?)
}
