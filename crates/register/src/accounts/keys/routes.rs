//! Signing keys over HTTP.

use actix_web::web::Data;
use actix_web::{get, post};
use jsonwebtoken::jwk::Jwk;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::{Administrator, Anyone};
use crate::accounts::keys::{Keyring, NewSigningKey, use_cases};
use crate::values::error::Error;
use crate::web::body::NoBody;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_signing_keys).service(create_signing_key);
}

/// The public keys, as a JSON Web Key Set (RFC 7517).
#[derive(Serialize, ToSchema)]
struct SigningKeys {
    /// Ed25519 keys (RFC 8037); a token names its own by `kid`.
    #[schema(value_type = Vec<Object>, example = json!([{
        "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA",
        "kid": "cX3mLdBvXq1uJ5tHw0sB9kYzV2nR7pQaE4fG6hJ8kLm", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    }]))]
    keys: Vec<Jwk>,
}

/// Read the signing keys
///
/// With which everyone can verify the service's tokens and certificates. Keys that sign no more stay: what they have signed
/// goes on verifying.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The public keys, the newest first.", body = SigningKeys)),
)]
#[get("/.well-known/jwks.json")]
pub(crate) async fn read_signing_keys(caller: Anyone, keys: Data<Keyring>) -> Result<Response<SigningKeys>, Error> {
    let keys = caller.read(move |c| keys.renew(c)).await?;
    Ok(Response::public(SigningKeys {
        keys: keys.public().keys.clone(),
    }))
}

/// Rotate the signing key
///
/// Makes a new key, with which everything is signed from now on. Tokens that were signed before are good for as long as they
/// would have been; certificates go on verifying for good. Copies of the published keys want to be fetched anew.
#[utoipa::path(
    tag = "accounts",
    responses((status = 201, description = "The new key.", body = NewSigningKey)),
)]
#[post("/v1/signing-keys")]
pub(crate) async fn create_signing_key(
    caller: Administrator,
    NoBody(request): NoBody,
    keys: Data<Keyring>,
) -> Result<StoredResponse, Error> {
    let context = caller.context().clone();
    let answer = caller
        .write_once(request, |c, by| {
            let key = use_cases::create(c, by.now, &by.actor)?;
            Ok(Response::private(key.named()).created_at("/.well-known/jwks.json".to_owned()))
        })
        .await?;
    context.read(move |c| keys.renew(c)).await?;
    Ok(answer)
}
