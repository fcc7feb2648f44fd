//! The cookie of browsers in which nobody has signed in.
//!
//! People who have not signed in are shown forms too. The mark of these is made from a cookie which the first of them brings, so
//! that no other site knows it. It goes along when a link leads here from elsewhere (`Lax`), as from an e-mail: forms that were
//! opened before stay good.

use actix_web::HttpRequest;
use actix_web::cookie::{Cookie, SameSite};

use crate::accounts::caller::{cookie, named};

/// The cookie with the secret of a browser in which nobody has signed in.
const VISITOR: &str = "visitor";

/// The secret of a browser in which nobody has signed in, if it was shown a form.
pub(crate) fn visitor_secret(request: &HttpRequest) -> Option<String> {
    let cookie = request.cookie(&named(request, VISITOR))?;
    Some(cookie.value().to_owned()).filter(|secret| !secret.is_empty())
}

/// The cookie with that secret.
pub(crate) fn visitor(request: &HttpRequest, secret: String) -> Cookie<'static> {
    cookie(named(request, VISITOR), secret, SameSite::Lax).finish()
}
