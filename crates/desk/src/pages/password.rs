//! A password set by a code: the first one after an invitation, or another after the old one was forgotten.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use maud::html;

use crate::accounts::caller::Anyone;
use crate::accounts::passwords::by_code;
use crate::accounts::passwords::hasher::Hasher;
use crate::federation;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::values::error::Error;
use crate::values::validation::{Faults, Limited, ValueError};
use crate::web::rate_limit::RateLimited;
use crate::web::response::see_other;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_password)
        .service(show_password_with_code)
        .service(send_password);
}

fn fields() -> [Field; 3] {
    [
        Field::new("code", "Code", FieldKind::Text)
            .with_hint("The long one that you were given. It is good for 7 days after an invitation, and otherwise for 30 minutes."),
        Field::new("password", "New password", FieldKind::Password)
            .with_hint("Twelve characters or more: some words that only you put together.")
            .filled_with("new-password"),
        Field::new("again", "The new password once more", FieldKind::Password).filled_with("new-password"),
    ]
}

async fn page(caller: Anyone, visit: &Visit, draft: &Draft) -> Result<Page, Error> {
    let today = caller.today();
    let federation = caller.read(move |c| federation::store::settings(c, today)).await?;
    let body = html! {
        h1 { "Set a password" }
        p { "You were invited, or have forgotten your password, and somebody has given you a code. It is good once." }
        (draft.form("/password", visit.token(), &fields(), "Set the password"))
        section {
            h2 { "No code?" }
            p {
                "Ask whoever looks after you: the secretary of your club if you were invited as a player, a parent or a guardian, "
                "or else an administrator of the federation."
            }
            @if let Some(contact) = &federation.contact { p { "The federation is reached here: " (contact) } }
        }
        p { a href="/sign-in" { "Sign in with your password" } }
    };
    let page = visit.page(&federation, "Set a password", &body);
    Ok(page.with_status(draft.status()).unlisted().marked_by(visit))
}

#[get("/password")]
async fn show_password(caller: Anyone, visit: Visit) -> Result<Page, Error> {
    page(caller, &visit, &Draft::default()).await
}

#[get("/password/{code}")]
async fn show_password_with_code(caller: Anyone, visit: Visit, code: Path<Limited<128>>) -> Result<Page, Error> {
    let code = code.into_inner().into();
    page(caller, &visit, &Draft::of(vec![("code".to_owned(), code)])).await
}

#[post("/password")]
async fn send_password(
    caller: Anyone,
    _limited: RateLimited,
    visit: Visit,
    form: Form,
    hasher: Data<Hasher>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let (code, new) = (form.text("code"), form.secret("password"));
    let done = if form.secret("again") == new {
        by_code::set(&caller, code, new, &hasher).await
    } else {
        let fault = ValueError::new("invalid-value", "Must be the same as the one above.");
        Err(Faults::of("/again", fault).into())
    };
    let Err(error) = done else {
        return Ok(see_other("/sign-in?to=%2Fdesk"));
    };
    let page = page(caller, &visit, &form.refused_at_the_door(error)?).await?;
    Ok(page.respond_to(&request))
}
