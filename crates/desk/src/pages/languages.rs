//! The choice of a language, at the foot of every page: a link for each, which keeps it in a cookie and leads back. Where a link of
//! another site leads through here, nothing is kept.

use actix_web::cookie::time::Duration;
use actix_web::cookie::{Cookie, SameSite};
use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::languages::{Language, Words, say};
use crate::pages::form::{Search, is_from_elsewhere};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::public_url::PublicUrl;
use crate::values::validation::Limited;
use crate::web::language::COOKIE;
use crate::web::response::{local_path, see_other};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(choose_language);
}

/// The days for which a choice is kept.
const KEPT: Duration = Duration::days(365);

/// The links to the languages, each by its own name, from the page at that path.
pub(crate) fn choice(words: Words, path: &str) -> Markup {
    let to = form_urlencoded::Serializer::new(String::new())
        .append_pair("to", path)
        .finish();
    html! {
        nav.languages aria-label=(say!(words, "language")) {
            @for language in Language::ALL {
                @let tag = language.tag();
                @if *language == words.language() { b lang=(tag) { (language.name()) } }
                @else {
                    a href={ "/language/" (language.as_str()) "?" (to) } lang=(tag) hreflang=(tag) rel="nofollow" { (language.name()) }
                }
            }
        }
    }
}

/// The page to which somebody comes back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChooseLanguage {
    to: Option<Limited<2048>>,
}

#[get("/language/{code}")]
async fn choose_language(
    _caller: Anyone,
    code: Path<String>,
    Search(query): Search<ChooseLanguage>,
    url: Data<PublicUrl>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let unknown = || NOT_FOUND.problem("There is nothing at this path.");
    let language = Language::from_word(&code).ok_or_else(unknown)?;
    let to = query.to.map(String::from).unwrap_or_default();
    let cookie = Cookie::build(COOKIE, language.as_str())
        .path("/")
        .secure(url.is_behind_tls())
        .same_site(SameSite::Lax)
        .max_age(KEPT)
        .finish();
    let mut response = see_other(local_path(&to).unwrap_or("/"));
    if is_from_elsewhere(&request) {
        return Ok(response);
    }
    response
        .add_cookie(&cookie)
        .map_err(|error| Error::Internal(error.to_string()))?;
    Ok(response)
}
