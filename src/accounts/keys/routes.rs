//! Signing keys over HTTP.

use actix_web::web::Data;
use actix_web::{get, post};
use jsonwebtoken::jwk::Jwk;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::{Administrator, Anyone};
use crate::accounts::keys::{Keyring, SigningKey};
use crate::accounts::store;
use crate::db::audit::{self, Actor, Change};
use crate::db::{Conn, Database};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::Error;
use crate::web::body::NoBody;
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

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
    security(()),
)]
#[get("/.well-known/jwks.json")]
pub(crate) async fn read_signing_keys(
    _caller: Anyone,
    keys: Data<Keyring>,
    database: Data<Database>,
) -> Result<Reply<SigningKeys>, Error> {
    let keys = keys.renewed(&database).await?;
    Ok(Reply::public(SigningKeys {
        keys: keys.public().keys.clone(),
    }))
}

/// A key that signs.
#[derive(Serialize, ToSchema)]
struct NewSigningKey {
    /// How tokens name it, and by which it is found among the published keys.
    #[schema(example = "cX3mLdBvXq1uJ5tHw0sB9kYzV2nR7pQaE4fG6hJ8kLm")]
    kid: String,
    /// From when on it signs.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl NewSigningKey {
    fn of(key: &SigningKey) -> NewSigningKey {
        NewSigningKey {
            kid: key.kid.clone(),
            created_at: key.created_at,
        }
    }
}

/// Keeps a new key, which signs from now on.
pub(crate) fn add(c: &mut Conn, now: Timestamp, actor: &Actor) -> Result<SigningKey, Error> {
    let newest = store::signing_keys(c)?.first().map(|key| key.created_at);
    // Of two made in the same instant the later one is the newer.
    let instant = chrono::TimeDelta::microseconds(1);
    let key = SigningKey::generate(newest.map_or(now, |newest| now.max(newest.after(instant))))?;
    store::insert_signing_key(c, &key)?;
    let view = NewSigningKey::of(&key);
    audit::append(
        c,
        now,
        actor,
        Change::created("create_signing_key", "signing_key", &key.kid, &view)?,
    )?;
    Ok(key)
}

/// Rotate the signing key
///
/// Makes a new key, with which everything is signed from now on. Tokens that were signed before are good for as long as they
/// would have been; certificates go on verifying for good. Copies of the published keys want to be fetched anew.
#[utoipa::path(
    tag = "accounts",
    responses((status = 201, description = "The new key.", body = NewSigningKey)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any" }))),
)]
#[post("/v1/signing-keys")]
pub(crate) async fn create_signing_key(
    caller: Administrator,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
    keys: Data<Keyring>,
) -> Result<Answer, Error> {
    let (now, actor) = (clock.now(), caller.actor().clone());
    let answer = request
        .once(&database, caller.account(), now, move |c| {
            let key = add(c, now, &actor)?;
            Ok(Reply::private(NewSigningKey::of(&key)).created_at("/.well-known/jwks.json".to_owned()))
        })
        .await?;
    keys.renewed(&database).await?;
    Ok(answer)
}
