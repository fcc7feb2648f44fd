//! Signing in and out over HTTP.

use actix_web::http::header::SET_COOKIE;
use actix_web::web::Data;
use actix_web::{CustomizeResponder, HttpRequest, HttpResponse, Responder, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::AccountRefusal;
use crate::accounts::caller::{Anyone, device, marked};
use crate::accounts::keys::Keyring;
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::accounts::tokens::sign_in::{Credentials, sign_in};
use crate::accounts::tokens::{ACCESS_SECONDS, Client, Refreshed, stored_form, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::values::validation::Limited;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_token)
        .service(create_token_refresh)
        .service(create_token_revocation);
}

/// The e-mail address and the password to sign in with.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SignIn {
    /// The account's e-mail address; case does not matter.
    #[schema(value_type = String, example = "umpire@federation.example", min_length = 0, max_length = 254)]
    email: Limited<254>,
    /// The account's password.
    #[schema(value_type = String, example = "a cow in the kraal", format = "password", min_length = 0, max_length = 128)]
    password: Limited<128>,
    /// A code of the authenticator, or a recovery code, if the account has a second factor.
    #[schema(value_type = Option<String>, example = "005924", min_length = 0, max_length = 64)]
    code: Option<Limited<64>>,
}

/// A pair of tokens.
#[derive(Serialize, ToSchema)]
struct Tokens {
    /// Send it as `Authorization: Bearer …`. A JWT (RFC 9068), signed with a key of `/.well-known/jwks.json`.
    #[schema(example = "eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFZERTQSJ9.…")]
    access_token: String,
    /// The scheme under which to send it.
    #[schema(example = "Bearer")]
    token_type: &'static str,
    /// Seconds for which the access token is good.
    #[schema(example = 900)]
    expires_in: i64,
    /// A token for another pair, good once, within 30 days and as long as the session lasts. Keep it secret.
    #[schema(example = "q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3")]
    refresh_token: String,
    /// The account that the tokens belong to.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: AccountId,
}

/// A refresh token, to be used up.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RefreshToken {
    /// The token as it was given out.
    #[schema(value_type = String, example = "q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3", min_length = 0, max_length = 1024)]
    refresh_token: Limited<1024>,
}

/// Sign in
///
/// Gives an access token for a quarter of an hour and a refresh token for 30 days. They belong to a session, which
/// lasts until it is ended, at most 90 days. The answer takes as long for an unknown address as for a wrong password.
///
/// An address has so many attempts a minute, which `RateLimit` tells (draft-ietf-httpapi-ratelimit-headers); after five wrong
/// ones at an account it has to pause, ever longer, up to a minute. Other addresses do not wait for it.
///
/// The answer sets a cookie, `device` or `__Host-device`. A program that shares its address with others, as in a school, may send
/// it back with its next sign-in: it has attempts of its own then, and does not wait for those of its address. It opens nothing.
#[utoipa::path(
    tag = "accounts",
    request_body = SignIn,
    responses(
        (status = 200, description = "You are signed in.", body = Tokens),
        (status = 401, description = "`sign-in-refused`: address and password do not belong together, or the code is wrong. `code-required`: the password is right; send a `code` too."),
        (status = 403, description = "`account-deactivated`: the password is right, and the account is not in use."),
        (status = 429, description = "`too-many-requests`: wait for the seconds in `Retry-After`."),
    ),
)]
#[post("/v1/tokens")]
pub(crate) async fn create_token(
    caller: Anyone,
    Body(sent, _): Body<SignIn>,
    hasher: Data<Hasher>,
    limiter: Data<SignInLimiter>,
    keys: Data<Keyring>,
    request: HttpRequest,
) -> Result<impl Responder, Error> {
    let credentials = Credentials {
        email: sent.email.into(),
        password: sent.password.into(),
        code: sent.code.map(String::from),
        client: Client::Program,
        device: device(&request),
    };
    let begun = sign_in(&caller, credentials, &hasher, &limiter).await?;
    let answer = tokens(&keys, begun.session, caller.now())?.customize();
    let answer = answer.insert_header((SET_COOKIE, marked(&request, begun.device).to_string()));
    Ok(begun
        .headers
        .into_iter()
        .fold(answer, CustomizeResponder::insert_header))
}

/// Refresh the tokens
///
/// Gives a new pair for a refresh token, which is used up by it. Showing a used one again ends the session.
#[utoipa::path(
    tag = "accounts",
    request_body = RefreshToken,
    responses(
        (status = 200, description = "The next pair.", body = Tokens),
        (status = 401, description = "`refresh-token-refused`: unknown, expired, used, or of a session that has ended."),
    ),
)]
#[post("/v1/tokens/refreshes")]
pub(crate) async fn create_token_refresh(
    caller: Anyone,
    Body(sent, _): Body<RefreshToken>,
    keys: Data<Keyring>,
) -> Result<Response<Tokens>, Error> {
    let hash = stored_form(sent.refresh_token.as_str());
    let (now, actor) = (caller.now(), caller.actor().clone());
    let refreshed = caller
        .write(move |c| use_cases::refresh(c, now, &actor, &hash, None))
        .await?;
    tokens(&keys, refreshed.ok_or(AccountRefusal::RefreshTokenRefused)?, now)
}

/// Sign out
///
/// Ends the session of the refresh token: its access tokens are refused from now on, and no token of it can be
/// refreshed. Unknown tokens are answered alike (RFC 7009).
#[utoipa::path(
    tag = "accounts",
    request_body = RefreshToken,
    responses((status = 204, description = "The session, if there was one, has ended.")),
)]
#[post("/v1/tokens/revocations")]
pub(crate) async fn create_token_revocation(
    caller: Anyone,
    Body(sent, _): Body<RefreshToken>,
) -> Result<HttpResponse, Error> {
    let hash = stored_form(sent.refresh_token.as_str());
    let (now, actor) = (caller.now(), caller.actor().clone());
    caller
        .write(move |c| use_cases::sign_out(c, now, &actor, &hash, None))
        .await?;
    Ok(HttpResponse::NoContent().finish())
}

fn tokens(keys: &Keyring, refreshed: Refreshed, now: Timestamp) -> Result<Response<Tokens>, Error> {
    Ok(Response::private(Tokens {
        access_token: keys.keys().issue(refreshed.bearer, now)?,
        token_type: "Bearer",
        expires_in: ACCESS_SECONDS,
        refresh_token: refreshed.secret,
        account_id: refreshed.bearer.account,
    }))
}
