//! Passwords over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, post};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::{Administrator, Anyone, SignedIn};
use crate::accounts::passwords::change::change;
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::passwords::{PasswordCodeView, by_code, use_cases};
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::values::validation::Limited;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::rate_limit::RateLimited;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_password)
        .service(create_own_password)
        .service(create_password_code);
}

/// A password to be set by a code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreatePassword {
    /// The code, as the administrator or the command line has shown it.
    #[schema(value_type = String, example = "q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3", min_length = 0, max_length = 128)]
    code: Limited<128>,
    /// The password. Not one of the commonest, nor made of the account's name and address.
    #[schema(
        example = "a cow in the kraal",
        format = "password",
        min_length = 12,
        max_length = 128
    )]
    password: String,
}

/// Set a password by a code
///
/// An administrator, or the command line, makes the code: for somebody who is invited, or who has forgotten the password. It
/// is good once. All sessions of the account end, no application acts for it any more, and its personal tokens are revoked; sign in
/// with the new password.
#[utoipa::path(
    tag = "accounts",
    request_body = CreatePassword,
    responses(
        (status = 204, description = "The password is set."),
        (status = 401, description = "`password-code-refused`: unknown, expired, or used before."),
        (status = 429, description = "`too-many-requests`: too many codes were tried from this address."),
    ),
)]
#[post("/v1/passwords")]
pub(crate) async fn create_password(
    caller: Anyone,
    _limited: RateLimited,
    Body(sent, _): Body<CreatePassword>,
    hasher: Data<Hasher>,
) -> Result<HttpResponse, Error> {
    by_code::set(&caller, sent.code.as_str(), &sent.password, &hasher).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The own password, to be changed.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateOwnPassword {
    /// The password until now.
    #[schema(value_type = String, example = "a cow in the kraal", format = "password", min_length = 0, max_length = 128)]
    current_password: Limited<128>,
    /// The password from now on. Not one of the commonest, nor made of your name and address.
    #[schema(
        example = "four cows by the river",
        format = "password",
        min_length = 12,
        max_length = 128
    )]
    password: String,
}

/// Change your password
///
/// Your other sessions end, no application acts for you any more, and your personal tokens are revoked; this session goes on.
#[utoipa::path(
    tag = "accounts",
    request_body = CreateOwnPassword,
    responses(
        (status = 204, description = "The password is changed."),
        (status = 422, description = "`wrong-password`: the current password is another."),
        (status = 429, description = "`too-many-requests`: a wrong password was tried too often."),
    ),
)]
#[post("/v1/me/passwords")]
pub(crate) async fn create_own_password(
    caller: SignedIn,
    Body(sent, _): Body<CreateOwnPassword>,
    hasher: Data<Hasher>,
    limiter: Data<SignInLimiter>,
) -> Result<HttpResponse, Error> {
    change(&caller, sent.current_password.into(), &sent.password, &hasher, &limiter).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Make a code to set a password
///
/// An invitation for an account that has no password yet, good for 7 days; else for somebody who has forgotten theirs, good
/// for 30 minutes. Its owner sets the password with it (`POST /v1/passwords`), so that you never learn it. A new code takes
/// the place of the one before.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The code.", body = PasswordCodeView)),
)]
#[post("/v1/accounts/{id}/password-codes")]
pub(crate) async fn create_password_code(
    caller: Administrator,
    id: Path<AccountId>,
) -> Result<Response<PasswordCodeView>, Error> {
    let code = caller
        .write(move |c, by| use_cases::create_code(c, by.now, &by.actor, *id))
        .await?;
    Ok(Response::private(code.into()))
}
