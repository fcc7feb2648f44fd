//! Certificates as signed tokens, and what of them does not hold any more, over HTTP.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use serde::Deserialize;
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::accounts::keys::{Keyring, Unopened};
use crate::certificates::routes::{certificate, find};
use crate::certificates::tokens::{Credential, Revocations};
use crate::certificates::verifications::routes::Verification;
use crate::certificates::{NOT_OUR_CERTIFICATE, store};
use crate::db::Database;
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::rate_limit::Unhurried;
use crate::web::response::{Reply, Text};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(read_certificate_token)
        .service(create_verification)
        .service(list_revocations);
}

/// Read a certificate as a token
///
/// What the certificate tells, signed with a key of `/.well-known/jwks.json`: a credential of the W3C's Verifiable Credentials
/// Data Model 2.0 as a JSON Web Token, in the vocabulary of Open Badges 3.0. Whoever has the published keys and the list at
/// `/v1/revocations` checks it without a network: `federation-records verify`.
#[utoipa::path(
    tag = "certificates",
    params(("code" = String, Path, description = "The code, as it stands on the certificate.", example = "7Q2K-9FMX-04TB-ZC1D-H8VE")),
    responses(
        (status = 200, description = "The token.", content((String = "application/vc+jwt", example = "eyJ0eXAiOiJ2Yytqd3QiLCJhbGciOiJFZERTQSJ9.…"))),
        (status = 409, description = "`certificate-void`: it does not hold, and is not signed."),
        (status = 410, description = "`erased`: the holder's data was erased."),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
    security(()),
)]
#[get("/v1/certificates/{code}/token")]
pub(crate) async fn read_certificate_token(
    _caller: Anyone,
    _unhurried: Unhurried,
    code: Path<String>,
    database: Data<Database>,
    clock: Data<Clock>,
    keys: Data<Keyring>,
) -> Result<Reply<Text>, Error> {
    let now = clock.now();
    let (_, certificate) = database.read(move |c| find(c, &code, now.day())).await?;
    let keys = keys.keys();
    let token = Credential::of(&certificate.issued()?, keys.issuer(), now).signed(&keys)?;
    Ok(Reply::private(Text {
        media_type: "application/vc+jwt",
        body: token,
    }))
}

/// A certificate as a token.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateVerification {
    /// The token, as the holder has it.
    #[schema(example = "eyJ0eXAiOiJ2Yytqd3QiLCJhbGciOiJFZERTQSJ9.…")]
    token: String,
}

/// Verify a token
///
/// Whether it is signed with one of our keys and was not altered; and what the certificate stands for by the records of today,
/// whatever the token says. One whose term is over, or that was revoked since, is answered with that state.
#[utoipa::path(
    tag = "certificates",
    request_body = CreateVerification,
    responses(
        (status = 200, description = "What the certificate stands for.", body = Verification),
        (status = 410, description = "`erased`: the holder's data was erased."),
        (status = 422, description = "`not-our-certificate`: it is not signed with one of our keys, or was altered or cut."),
        (status = 429, description = "`too-many-requests`: from your address so much is asked that you have to wait."),
    ),
    security(()),
)]
#[post("/v1/verifications")]
pub(crate) async fn create_verification(
    _caller: Anyone,
    _unhurried: Unhurried,
    Body(sent, _): Body<CreateVerification>,
    database: Data<Database>,
    clock: Data<Clock>,
    keys: Data<Keyring>,
) -> Result<Reply<Verification>, Error> {
    let forged = || NOT_OUR_CERTIFICATE.at("/token", NOT_OUR_CERTIFICATE.about);
    let mut credential = Credential::read(&sent.token, keys.keys().verifying());
    if matches!(credential, Err(Unopened::UnknownKey)) {
        // Another service on the same database may have made the key since.
        credential = Credential::read(&sent.token, keys.renewed(&database).await?.verifying());
    }
    let subject = credential
        .ok()
        .and_then(|credential| credential.subject())
        .ok_or_else(forged)?;
    let today = clock.now().day();
    let certificate = database.read(move |c| certificate(c, subject, today)).await?;
    Ok(Reply::private(Verification::from(certificate.ok_or_else(forged)?)))
}

/// List what does not hold
///
/// The certificates that were revoked or superseded, whose holder's data was erased, and the accreditations that are suspended
/// today, by the `id` of their tokens. Fetch it with the keys before tokens are checked without a network; what is not on the
/// list, and within its term, holds.
#[utoipa::path(
    tag = "certificates",
    responses((status = 200, description = "The list.", body = Revocations)),
    security(()),
)]
#[get("/v1/revocations")]
pub(crate) async fn list_revocations(
    _caller: Anyone,
    database: Data<Database>,
    clock: Data<Clock>,
    keys: Data<Keyring>,
) -> Result<Reply<Revocations>, Error> {
    let today = clock.now().day();
    let revoked = database.read(move |c| store::revoked(c, today)).await?;
    Ok(Reply::public(Revocations::of(keys.keys().issuer(), revoked)))
}
