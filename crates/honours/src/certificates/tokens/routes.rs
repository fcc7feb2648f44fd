//! Certificates as signed tokens, and what of them does not hold any more, over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::accounts::keys::Keyring;
use crate::certificates;
use crate::certificates::tokens::{Credential, Revocations, use_cases};
use crate::certificates::verifications::Verification;
use crate::certificates::{CertificateLookup, NOT_OUR_CERTIFICATE, read_code, store};
use crate::values::error::Error;
use crate::values::validation::Limited;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::rate_limit::RateLimited;
use crate::web::response::{Response, Text};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(read_certificate_token)
        .service(create_verification)
        .service(list_revocations);
}

/// Read a certificate as a token
///
/// All that the certificate tells, signed with a key of `/.well-known/jwks.json`: a credential of the W3C's Verifiable Credentials
/// Data Model 2.0 as a JSON Web Token, in the vocabulary of Open Badges 3.0. Whoever has the published keys and the list at
/// `/v1/revocations` checks it without a network: `federation-records verify`.
#[utoipa::path(
    tag = "certificates",
    params(("code" = String, Path, min_length = 1, max_length = 200, description = "The code, as it stands on the certificate.", example = "7Q2K-9FMX-04TB-ZC1D-H8VE")),
    responses(
        (status = 200, description = "The token.", content((String = "application/vc+jwt", example = "eyJ0eXAiOiJ2Yytqd3QiLCJhbGciOiJFZERTQSJ9.…"))),
        (status = 409, description = "`certificate-void`: it does not hold, and is not signed."),
        (status = 410, description = "`erased`: the holder's data was erased."),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
)]
#[get("/v1/certificates/{code}/token")]
pub(crate) async fn read_certificate_token(
    caller: Anyone,
    _: RateLimited,
    code: Path<String>,
    keys: Data<Keyring>,
) -> Result<Response<Text>, Error> {
    let (code, now) = (read_code(&code)?, caller.now());
    let found = caller
        .read(move |c| certificates::use_cases::find(c, &code, now.day()))
        .await?;
    let keys = keys.keys();
    let credential = Credential::of(&found.certificate()?.issued()?, keys.issuer(), now);
    Ok(Response::private(Text {
        media_type: "application/vc+jwt",
        body: credential.signed(&keys)?,
    }))
}

/// A certificate as a token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateVerification {
    /// The token, as the holder has it.
    #[schema(value_type = String, example = "eyJ0eXAiOiJ2Yytqd3QiLCJhbGciOiJFZERTQSJ9.…", min_length = 0, max_length = 16384)]
    token: Limited<16_384>,
}

/// Verify a token
///
/// Whether it is signed with one of our keys and was not altered; and what the certificate stands for by the records of today,
/// whatever the token says. One whose term is over, or that was revoked since, is answered with that state.
#[utoipa::path(
    tag = "certificates",
    request_body = CreateVerification,
    responses(
        (status = 200, description = "The award, and whether it holds.", body = Verification),
        (status = 410, description = "`erased`: the holder's data was erased."),
        (status = 422, description = "`not-our-certificate`: it is not signed with one of our keys, or was altered or cut."),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
)]
#[post("/v1/verifications")]
pub(crate) async fn create_verification(
    caller: Anyone,
    _: RateLimited,
    Body(sent, _): Body<CreateVerification>,
    keys: Data<Keyring>,
) -> Result<Response<Verification>, Error> {
    let today = caller.today();
    let found = caller
        .read(move |c| use_cases::verify(c, &keys, sent.token.as_str(), today))
        .await?;
    match found {
        CertificateLookup::Unknown => Err(NOT_OUR_CERTIFICATE.at("/token", NOT_OUR_CERTIFICATE.about).into()),
        found => Ok(Response::private(Verification::from(found.certificate()?))),
    }
}

/// List what does not hold
///
/// The certificates that were revoked or superseded, whose holder's data was erased, and the accreditations that are suspended
/// today, by the `id` of their tokens. Fetch it with the keys before tokens are checked without a network; what is not on the
/// list, and within its term, holds.
#[utoipa::path(
    tag = "certificates",
    responses((status = 200, description = "The list.", body = Revocations)),
)]
#[get("/v1/revocations")]
pub(crate) async fn list_revocations(caller: Anyone, keys: Data<Keyring>) -> Result<Response<Revocations>, Error> {
    let today = caller.today();
    let revoked = caller.read(move |c| store::revoked(c, today)).await?;
    Ok(Response::public(Revocations::of(keys.keys().issuer(), revoked)))
}
