//! Cookies of browsers: how they are named and kept.
//!
//! People who have not signed in are shown forms too. The mark of these is made from a cookie which the first of them brings, so
//! that no other site knows it. It goes along when a link leads here from elsewhere (`Lax`), as from an e-mail: forms that were
//! opened before stay good.

use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, CookieBuilder, SameSite};

use crate::accounts::caller::session_cookie;

/// The cookie with the secret of a browser in which nobody has signed in.
const VISITOR: &str = "visitor";

/// The name of a cookie: over TLS it is bound to the host, as the session's is.
pub(crate) fn named(request: &HttpRequest, name: &str) -> String {
    let prefix = session_cookie(request).trim_end_matches("session");
    format!("{prefix}{name}")
}

/// A cookie of that name which no script reads, kept until the browser is closed.
pub(crate) fn cookie(name: String, value: String, same_site: SameSite) -> CookieBuilder<'static> {
    let is_behind_tls = name.starts_with("__Host-");
    Cookie::build(name, value)
        .path("/")
        .http_only(true)
        .secure(is_behind_tls)
        .same_site(same_site)
}

/// The secret of a browser in which nobody has signed in, if it was shown a form.
pub(crate) fn visitor_secret(request: &HttpRequest) -> Option<String> {
    let cookie = request.cookie(&named(request, VISITOR))?;
    Some(cookie.value().to_owned()).filter(|secret| !secret.is_empty())
}

/// The cookie with that secret.
pub(crate) fn visitor(request: &HttpRequest, secret: String) -> Cookie<'static> {
    cookie(named(request, VISITOR), secret, SameSite::Lax).finish()
}
