//! One's own second factor: set up, confirmed, and taken away. Its secret and the recovery codes are shown once.

use actix_web::web::{Data, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use maud::{Markup, html};

use crate::accounts::caller::SignedIn;
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::second_factors::{self, SecondFactor, own};
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::accounts::{self, Account};
use crate::certificates::paper::qr::{QUIET, Run, Square};
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::values::error::Error;
use crate::web::response::see_other;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_second_factor)
        .service(send_second_factor)
        .service(send_confirmation)
        .service(send_removal);
}

/// The path of the page.
pub(crate) const PATH: &str = "/account/second-factor";

const TITLE: &str = "A code besides the password";

fn password() -> Field {
    Field::new("password", "Your password", FieldKind::Password).filled_with("current-password")
}

fn code() -> Field {
    Field::new("code", "Code that the authenticator shows", FieldKind::Code).filled_with("one-time-code")
}

/// A code to take it away by, which may be a recovery code and so has letters.
fn last_code() -> Field {
    let hint = "Of the authenticator, or one of your recovery codes.";
    Field::new("code", "Code", FieldKind::Text).with_hint(hint)
}

/// The state of the account's second factor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FactorState {
    None,
    /// Set up, and to be confirmed by a code.
    Unconfirmed,
    Confirmed,
}

struct Own {
    federation: FederationSettings,
    account: Account,
    state: FactorState,
}

async fn read(caller: SignedIn) -> Result<Own, Error> {
    caller
        .read(|c, by| {
            let factor = second_factors::store::find(c, by.account)?;
            Ok(Own {
                federation: federation::store::settings(c, by.today())?,
                account: accounts::use_cases::read(c, by, by.account)?.account,
                state: match factor {
                    None => FactorState::None,
                    Some(factor) if factor.confirmed_at.is_none() => FactorState::Unconfirmed,
                    Some(_) => FactorState::Confirmed,
                },
            })
        })
        .await
}

fn framed(visit: &Visit, own: &Own, body: &Markup) -> Page {
    let body = html! {
        p.way { a href="/account" { "Your account" } }
        h1 { (TITLE) }
        (body)
    };
    visit.page(&own.federation, TITLE, &body)
}

fn page(visit: &Visit, own: &Own, draft: &Draft) -> Page {
    let email = own.account.email.as_str();
    let body = html! {
        @match own.state {
            FactorState::None => {
                p { "A program on your telephone, an authenticator, counts codes of six digits. With one set up, a stolen password alone lets nobody in." }
                (draft.form_of(email, PATH, visit.token(), &[password()], "Set it up"))
            }
            FactorState::Unconfirmed => {
                p { "It is set up, and is asked for once you have typed a code of it." }
                (confirmation(visit, draft))
                h2 { "Begin anew" }
                p { "The secret is not shown again. If it is not in your authenticator, get another." }
                (Draft::default().form_of(email, PATH, visit.token(), &[password()], "Get another secret"))
            }
            FactorState::Confirmed => {
                p { "Signing in asks for a code besides your password." }
                h2 { "Take it away" }
                p { "Your other devices are signed out by it, no application acts for you any more, and your tokens are revoked." }
                p { "For another telephone, or new recovery codes: take it away, and set it up anew." }
                (draft.form_of(email, &format!("{PATH}/removal"), visit.token(), &[password(), last_code()], "Take it away"))
            }
        }
    };
    framed(visit, own, &body).with_status(draft.status())
}

fn confirmation(visit: &Visit, draft: &Draft) -> Markup {
    draft.form(&format!("{PATH}/confirmation"), visit.token(), &[code()], "Confirm it")
}

/// The square that an authenticator reads off the screen.
fn square(uri: &str) -> Result<Markup, Error> {
    let square = Square::of(uri)?;
    let side = square.width + 2 * QUIET;
    let bar = |run: Run| format!("M{} {}h{}v1h-{}z", run.x + QUIET, run.y + QUIET, run.length, run.length);
    let path = square.runs().map(bar).collect::<Vec<_>>().concat();
    Ok(html! {
        svg.qr viewBox={ "0 0 " (side) " " (side) } width="240" height="240" role="img" aria-label="The secret as a square to be photographed" {
            rect width=(side) height=(side) fill="#fff" {}
            path d=(path) fill="#000" {}
        }
    })
}

/// The secret, in groups of four as it is typed.
fn in_groups(secret: &str) -> String {
    let letters: Vec<char> = secret.chars().collect();
    let groups = letters.chunks(4).map(|group| group.iter().collect::<String>());
    groups.collect::<Vec<_>>().join(" ")
}

/// The page with the secret, this once.
fn secret(visit: &Visit, own: &Own, account: &Account, factor: &SecondFactor) -> Result<Page, Error> {
    let body = html! {
        ol {
            li { "Open your authenticator, and let it read the square." }
            li { "Type the code that it shows." }
        }
        (square(&factor.uri(&account.email)?)?)
        p { "Or type the secret into it: " }
        p { code.secret { (in_groups(factor.secret())) } }
        (confirmation(visit, &Draft::default()))
        p.quiet { "The secret is shown this once." }
    };
    Ok(framed(visit, own, &body))
}

/// The page with the recovery codes, this once.
fn recovery(visit: &Visit, own: &Own, codes: &[String]) -> Page {
    let body = html! {
        p.lead { "From now on, signing in asks for a code. Your other devices are signed out, no application acts for you any more, and your tokens are revoked." }
        section.next {
            h2 { "Recovery codes" }
            p { "Keep them where you find them without your telephone. Each is good for one sign-in. They are shown this once." }
            ul.secrets { @for code in codes { li { code { (code) } } } }
        }
        p { a.button href="/account" { "I have kept them" } }
    };
    framed(visit, own, &body)
}

#[get("/account/second-factor")]
async fn show_second_factor(caller: SignedIn, visit: Visit) -> Result<Page, Error> {
    let own = read(caller).await?;
    Ok(page(&visit, &own, &Draft::default()))
}

#[post("/account/second-factor")]
async fn send_second_factor(
    caller: SignedIn,
    visit: Visit,
    form: Form,
    hasher: Data<Hasher>,
    limiter: Data<SignInLimiter>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let password = form.secret("password").to_owned();
    let made = own::set_up(&caller, password, &hasher, &limiter).await;
    let own = read(caller).await?;
    let page = match made {
        Ok((account, factor)) => secret(&visit, &own, &account, &factor)?,
        Err(error) => page(&visit, &own, &form.refused(error)?),
    };
    Ok(page.respond_to(&request))
}

#[post("/account/second-factor/confirmation")]
async fn send_confirmation(
    caller: SignedIn,
    visit: Visit,
    form: Form,
    limiter: Data<SignInLimiter>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let confirmed = own::confirm(&caller, form.text("code").to_owned(), &limiter).await;
    let own = read(caller).await?;
    let page = match confirmed {
        Ok(codes) => recovery(&visit, &own, &codes),
        Err(error) => page(&visit, &own, &form.refused(error)?),
    };
    Ok(page.respond_to(&request))
}

#[post("/account/second-factor/removal")]
async fn send_removal(
    caller: SignedIn,
    visit: Visit,
    form: Form,
    hasher: Data<Hasher>,
    limiter: Data<SignInLimiter>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let (password, code) = (form.secret("password").to_owned(), form.text("code").to_owned());
    let Err(error) = own::remove(&caller, password, code, &hasher, &limiter).await else {
        return Ok(see_other(PATH));
    };
    let own = read(caller).await?;
    Ok(page(&visit, &own, &form.refused(error)?).respond_to(&request))
}
