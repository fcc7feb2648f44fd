//! The files that a browser or a search engine asks for by itself.

use std::sync::LazyLock;

use actix_web::get;
use actix_web::web::ServiceConfig;

use crate::accounts::caller::Anyone;
use crate::web::assets::StaticFile;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(read_robots).service(read_icon);
}

/// Search engines may read what everyone reads; a page about somebody's certificate is found by its code alone.
const ROBOTS: &str =
    "User-agent: *\nDisallow: /v1/\nDisallow: /desk\nDisallow: /account\nDisallow: /oauth/\nDisallow: /sign-in\n";

#[get("/robots.txt")]
async fn read_robots(_caller: Anyone) -> &'static StaticFile {
    static FILE: LazyLock<StaticFile> = LazyLock::new(|| StaticFile::new("text/plain; charset=utf-8", ROBOTS));
    &FILE
}

#[get("/favicon.svg")]
async fn read_icon(_caller: Anyone) -> &'static StaticFile {
    static FILE: LazyLock<StaticFile> = LazyLock::new(|| StaticFile::new("image/svg+xml", include_str!("favicon.svg")));
    &FILE
}
