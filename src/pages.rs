//! The service's own pages: their scripts and styles, which no other host is asked for.

use actix_web::get;
use actix_web::web::Path;

use crate::accounts::caller::Anyone;
use crate::api;
use crate::document::Routes;
use crate::error::{Error, NOT_FOUND};
use crate::reply::{Reply, Text};

/// The media type of a page.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// A style or a script that pages of a noun ask for, by its name.
pub(crate) struct Part {
    pub(crate) name: &'static str,
    pub(crate) media_type: &'static str,
    pub(crate) text: &'static str,
}

impl Part {
    /// A style sheet.
    pub(crate) const fn style(name: &'static str, text: &'static str) -> Part {
        Part {
            name,
            media_type: "text/css; charset=utf-8",
            text,
        }
    }

    /// A script.
    pub(crate) const fn script(name: &'static str, text: &'static str) -> Part {
        Part {
            name,
            media_type: "text/javascript; charset=utf-8",
            text,
        }
    }
}

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_asset);
}

/// Read a part of a page
///
/// The style and the scripts of the service's own pages.
#[utoipa::path(
    tag = "service",
    params(("name" = String, Path, description = "The part's name.", example = "game.js")),
    responses((status = 200, description = "The part.", content(
        (String = "text/javascript", example = "addEventListener(…)"),
        (String = "text/css", example = "body { … }"),
    ))),
    security(()),
)]
#[get("/pages/{name}")]
async fn read_asset(_caller: Anyone, name: Path<String>) -> Result<Reply<Text>, Error> {
    let part = api::parts().find(|part| part.name == *name);
    let part = part.ok_or_else(|| NOT_FOUND.problem("There is no such part of a page."))?;
    Ok(Reply::public(Text {
        media_type: part.media_type,
        body: part.text.to_owned(),
    }))
}
