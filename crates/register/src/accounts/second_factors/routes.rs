//! Second factors over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Administrator, SignedIn};
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::second_factors::{own, use_cases};
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::values::validation::Limited;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_second_factor)
        .service(create_second_factor_confirmation)
        .service(create_second_factor_removal)
        .service(create_account_second_factor_removal);
}

/// The own password, which is asked for again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateSecondFactor {
    /// Your password.
    #[schema(value_type = String, example = "a cow in the kraal", format = "password", min_length = 0, max_length = 128)]
    password: Limited<128>,
}

/// A secret for an authenticator.
#[derive(Serialize, ToSchema)]
struct SecondFactorView {
    /// The secret, to be typed into an authenticator: base32. It is not shown again.
    #[schema(example = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")]
    secret: String,
    /// The secret as a URI, which authenticators read off a QR code.
    #[schema(
        example = "otpauth://totp/Federation%20records:nomsa%40federation.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Federation%20records"
    )]
    uri: String,
}

/// Set up a second factor
///
/// Gives a secret for an authenticator: any program that counts codes as RFC 6238 says, with SHA-1, six digits and 30
/// seconds. It is asked for once you have confirmed it with a code. Asked again before that, the secret is another.
#[utoipa::path(
    tag = "accounts",
    request_body = CreateSecondFactor,
    responses(
        (status = 200, description = "The secret.", body = SecondFactorView),
        (status = 409, description = "`second-factor-exists`: you have one. Take it away first."),
        (status = 422, description = "`wrong-password`: your password is another."),
        (status = 429, description = "`too-many-requests`: a wrong password was tried too often."),
    ),
)]
#[post("/v1/me/second-factors")]
pub(crate) async fn create_second_factor(
    caller: SignedIn,
    Body(sent, _): Body<CreateSecondFactor>,
    hasher: Data<Hasher>,
    limiter: Data<SignInLimiter>,
) -> Result<Response<SecondFactorView>, Error> {
    let (account, factor) = own::set_up(&caller, sent.password.into(), &hasher, &limiter).await?;
    Ok(Response::private(SecondFactorView {
        secret: factor.secret().to_owned(),
        uri: factor.uri(&account.email)?,
    }))
}

/// A code of the authenticator.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ConfirmSecondFactor {
    /// The code that the authenticator shows.
    #[schema(value_type = String, example = "005924", min_length = 0, max_length = 64)]
    code: Limited<64>,
}

/// Codes for whoever has lost the authenticator.
#[derive(Serialize, ToSchema)]
struct RecoveryCodes {
    /// The codes. Each is good for one sign-in, in the place of the authenticator's. They are not shown again.
    #[schema(example = json!(["2w6h-mq4t-c7ra-x3ke-b5uv-n2xs", "uy5p-d2nb-4gsz-7tfa-q3hm-w6ec"]))]
    recovery_codes: Vec<String>,
}

/// Confirm your second factor
///
/// From now on a sign-in asks for a code. Keep the recovery codes where you find them without your authenticator. Your
/// other sessions end, no application acts for you any more, and your personal tokens are revoked; this session goes on.
#[utoipa::path(
    tag = "accounts",
    request_body = ConfirmSecondFactor,
    responses(
        (status = 200, description = "The recovery codes.", body = RecoveryCodes),
        (status = 409, description = "`no-second-factor`: you have set none up. `second-factor-exists`: it was confirmed before."),
        (status = 422, description = "`wrong-code`: it is not a code of this moment."),
        (status = 429, description = "`too-many-requests`: a wrong code was tried too often."),
    ),
)]
#[post("/v1/me/second-factors/confirmations")]
pub(crate) async fn create_second_factor_confirmation(
    caller: SignedIn,
    Body(sent, _): Body<ConfirmSecondFactor>,
    limiter: Data<SignInLimiter>,
) -> Result<Response<RecoveryCodes>, Error> {
    let recovery_codes = own::confirm(&caller, sent.code.into(), &limiter).await?;
    Ok(Response::private(RecoveryCodes { recovery_codes }))
}

/// The own password and a code, which are asked for again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RemoveSecondFactor {
    /// Your password.
    #[schema(value_type = String, example = "a cow in the kraal", format = "password", min_length = 0, max_length = 128)]
    password: Limited<128>,
    /// A code of the authenticator, or a recovery code.
    #[schema(value_type = String, example = "005924", min_length = 0, max_length = 64)]
    code: Limited<64>,
}

/// Take away your second factor
///
/// Your other sessions end, no application acts for you any more, and your personal tokens are revoked; this session goes on.
#[utoipa::path(
    tag = "accounts",
    request_body = RemoveSecondFactor,
    responses(
        (status = 204, description = "A sign-in asks for the password alone."),
        (status = 409, description = "`no-second-factor`: you have none."),
        (status = 422, description = "`wrong-password`, `wrong-code`: they are not yours, or not of this moment."),
        (status = 429, description = "`too-many-requests`: a wrong password or code was tried too often."),
    ),
)]
#[post("/v1/me/second-factors/removals")]
pub(crate) async fn create_second_factor_removal(
    caller: SignedIn,
    Body(sent, _): Body<RemoveSecondFactor>,
    hasher: Data<Hasher>,
    limiter: Data<SignInLimiter>,
) -> Result<HttpResponse, Error> {
    own::remove(&caller, sent.password.into(), sent.code.into(), &hasher, &limiter).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// Take away an account's second factor
///
/// For somebody who has lost the authenticator and the recovery codes too. Make sure first that it is they who ask. Their
/// sessions end, no application acts for them any more, and their personal tokens are revoked.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 204, description = "A sign-in asks for the password alone."),
        (status = 409, description = "`no-second-factor`: the account has none."),
    ),
)]
#[post("/v1/accounts/{id}/second-factor-removals")]
pub(crate) async fn create_account_second_factor_removal(
    caller: Administrator,
    id: Path<AccountId>,
) -> Result<HttpResponse, Error> {
    caller
        .write(move |c, by| use_cases::remove_of(c, by.now, &by.actor, *id))
        .await?;
    Ok(HttpResponse::NoContent().finish())
}
