//! Applications over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa::openapi::schema::{Array, ArrayBuilder, ObjectBuilder, Type};

use crate::accounts::applications::redirect_uri::LONGEST_REDIRECT_URI;
use crate::accounts::applications::{Application, ApplicationRecord, ApplicationSecret, ClientType, use_cases};
use crate::accounts::caller::{ClubSecretary, SignedIn};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ApplicationId, ApplicationSecretId, GrantId};
use crate::web::body::{Body, NoBody, Query};
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageQuery};
use crate::web::response::{Response, StoredResponse};
use crate::web::scopes::Scope;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_application)
        .service(list_applications)
        .service(read_application)
        .service(create_application_revocation)
        .service(create_application_secret)
        .service(create_application_secret_revocation);
}

/// An application as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateApplication {
    /// The name by which people tell it from others, also in the audit trail.
    #[schema(example = "Results bridge", min_length = 1, max_length = 120)]
    name: String,
    /// A grant of your own that holds today: the application never does more than that allows.
    #[schema(example = "019aa0c9-0d3b-7c11-8a4e-2b5f6c7d8e9f")]
    grant_id: GrantId,
    /// The parts of the records that it is let in to.
    #[schema(value_type = Vec<Scope>, min_items = 1, max_items = 8, example = json!(["read:register", "write:results"]))]
    scopes: List<Scope, 1, 8>,
    /// Whether it can keep a secret; `confidential` if nothing is said.
    #[schema(example = "confidential")]
    client_type: Option<ClientType>,
    /// The addresses to which it has people led back whom it asks whether it may act for them: `https`, or `http` with `127.0.0.1` or
    /// `[::1]` on one's own machine, where any port will do. None if it acts as itself alone.
    #[schema(schema_with = redirect_uris, required = false)]
    redirect_uris: Option<List<String, 0, 8>>,
}

/// The schema of redirect URIs, each of which has its own bounds.
fn redirect_uris() -> Array {
    let uri = ObjectBuilder::new()
        .schema_type(Type::String)
        .min_length(Some(1))
        .max_length(Some(LONGEST_REDIRECT_URI));
    ArrayBuilder::new()
        .items(uri)
        .min_items(Some(0))
        .max_items(Some(8))
        .description(Some(
            "The addresses to which it has people led back whom it asks whether it may act for them: `https`, or `http` with \
             `127.0.0.1` or `[::1]` on one's own machine, where any port will do. None if it acts as itself alone.",
        ))
        .examples([json!(["https://league.example/back"])])
        .build()
}

/// A program that signs in as itself.
#[derive(Serialize, ToSchema)]
#[schema(as = Application)]
struct ApplicationView {
    /// Its id, which is also its `client_id`.
    #[schema(example = "019aa0d9-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    id: ApplicationId,
    /// The account that answers for it, and as which it acts.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: AccountId,
    /// The grant that bounds it: revoked or expired, the application does nothing.
    #[schema(example = "019aa0c9-0d3b-7c11-8a4e-2b5f6c7d8e9f")]
    grant_id: GrantId,
    /// The name by which people tell it from others.
    #[schema(example = "Results bridge")]
    name: String,
    /// The parts of the records that it is let in to.
    #[schema(example = json!(["read:register", "write:results"]))]
    scopes: Vec<Scope>,
    /// Whether it can keep a secret.
    #[schema(example = "confidential")]
    client_type: ClientType,
    /// The addresses to which it has people led back.
    #[schema(example = json!(["https://league.example/back"]))]
    redirect_uris: Vec<String>,
    /// The number of sessions in which it acts for people who have let it.
    #[schema(example = 12)]
    sessions: i64,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The time at which it last signed in, to the hour.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-25T12:00:00.000000Z")]
    last_used_at: Option<Timestamp>,
    /// The time at which it was revoked.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    revoked_at: Option<Timestamp>,
    /// The secrets that it has had, the oldest first, but for what they are.
    secrets: Vec<ApplicationSecretView>,
}

/// A secret of an application, but for what it is.
#[derive(Serialize, ToSchema)]
#[schema(as = ApplicationSecret)]
struct ApplicationSecretView {
    /// Its id.
    #[schema(example = "019aa0d9-2d3e-7f4a-8b5c-6d7e8f9a0b1c")]
    id: ApplicationSecretId,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The time at which the application last signed in with it, to the hour.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-25T12:00:00.000000Z")]
    last_used_at: Option<Timestamp>,
    /// The time at which it was revoked.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    revoked_at: Option<Timestamp>,
}

impl From<ApplicationSecret> for ApplicationSecretView {
    fn from(secret: ApplicationSecret) -> ApplicationSecretView {
        ApplicationSecretView {
            id: secret.id,
            created_at: secret.created_at,
            last_used_at: secret.last_used_at,
            revoked_at: secret.revoked_at,
        }
    }
}

impl From<ApplicationRecord> for ApplicationView {
    fn from(record: ApplicationRecord) -> ApplicationView {
        let ApplicationRecord {
            application,
            secrets,
            sessions,
        } = record;
        ApplicationView {
            client_type: application.client_type,
            redirect_uris: application.redirect_uris().map(str::to_owned).collect(),
            sessions,
            id: application.id,
            account_id: application.account,
            grant_id: application.grant,
            scopes: application.scopes().into_vec(),
            name: application.name,
            created_at: application.created_at,
            last_used_at: secrets.iter().filter_map(|secret| secret.last_used_at).max(),
            revoked_at: application.revoked_at,
            secrets: secrets.into_iter().map(ApplicationSecretView::from).collect(),
        }
    }
}

/// The answer to a change: the application, at its own address.
fn created(record: ApplicationRecord) -> Response<ApplicationView> {
    let location = format!("/v1/applications/{}", record.application.id);
    Response::private(ApplicationView::from(record)).created_at(location)
}

/// Make an application
///
/// A program that signs in as itself, within one of your grants and within its scopes. It acts as you: the audit trail names
/// you and the application. It has no secret yet (`POST /v1/applications/{id}/secrets`).
///
/// With `redirect_uris` it may also act for others, each of whom it asks at `/oauth/authorize` (OAuth 2.1, with PKCE): then what they
/// may do takes the place of your grant, which still has to hold. A public one has no secret, and acts for people alone.
#[utoipa::path(
    tag = "accounts",
    request_body = CreateApplication,
    responses(
        (status = 201, description = "The application.", body = ApplicationView),
        (status = 422, description = "`unknown-grant`: the grant is not yours, or does not hold today."),
    ),
)]
#[post("/v1/applications")]
pub(crate) async fn create_application(
    caller: ClubSecretary,
    Body(asked, request): Body<CreateApplication>,
) -> Result<StoredResponse, Error> {
    let (account, now) = (caller.account(), caller.now());
    let client_type = asked.client_type.unwrap_or(ClientType::Confidential);
    let of_people = (client_type, asked.redirect_uris.as_deref().unwrap_or_default());
    let application = Application::parse(account, asked.grant_id, &asked.name, &asked.scopes, of_people, now)?;
    caller
        .write_once(request, move |c, by| {
            Ok(created(use_cases::create(c, by, &application)?))
        })
        .await
}

/// List an account's applications
///
/// The oldest first; revoked ones too. Everyone may list their own; administrators any.
#[utoipa::path(
    tag = "accounts",
    params(PageQuery),
    responses((status = 200, description = "A page of applications.", body = Page<ApplicationView>)),
)]
#[get("/v1/accounts/{id}/applications")]
pub(crate) async fn list_applications(
    caller: SignedIn,
    id: Path<AccountId>,
    Query(query): Query<PageQuery>,
) -> Result<Response<Page<ApplicationView>>, Error> {
    let (after, limit) = (query.after()?, query.limit);
    let listed = caller
        .read(move |c, by| use_cases::list(c, by, *id, after, limit.rows()))
        .await?;
    let key = |record: &ApplicationRecord| record.application.id;
    Ok(Response::private_page(Page::of(
        listed,
        limit,
        key,
        ApplicationView::from,
    )?))
}

/// Read an application
///
/// Everyone may read their own; administrators any.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The application.", body = ApplicationView)),
)]
#[get("/v1/applications/{id}")]
pub(crate) async fn read_application(
    caller: SignedIn,
    id: Path<ApplicationId>,
) -> Result<Response<ApplicationView>, Error> {
    let record = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(ApplicationView::from(record)))
}

/// Revoke an application
///
/// Its secrets and its access tokens are worth nothing from the next request on, and it acts for nobody. Everyone may revoke their own;
/// administrators any.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The application, revoked.", body = ApplicationView),
        (status = 409, description = "`credential-revoked`: it was revoked before."),
    ),
)]
#[post("/v1/applications/{id}/revocations")]
pub(crate) async fn create_application_revocation(
    caller: SignedIn,
    id: Path<ApplicationId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| Ok(created(use_cases::revoke(c, by, *id)?)))
        .await
}

/// A secret with which an application signs in.
#[derive(Serialize, ToSchema)]
struct NewApplicationSecret {
    /// The secret's id, by which it is revoked.
    #[schema(example = "019aa0d9-2d3e-7f4a-8b5c-6d7e8f9a0b1c")]
    id: ApplicationSecretId,
    /// The application's id, with which it signs in.
    #[schema(example = "019aa0d9-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    client_id: ApplicationId,
    /// The secret with which it signs in. It is told this once; keep it where programs keep secrets.
    #[schema(example = "fra_q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3")]
    client_secret: String,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

/// Make a secret for an application
///
/// The application signs in with it at `POST /oauth/token`. It may have two at a time: make a new one, give it to the
/// program, and revoke the old one. Only whoever answers for an application makes its secrets.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 200, description = "The secret, which is not told again.", body = NewApplicationSecret),
        (status = 409, description = "`too-many-secrets`: it has two. `public-application`: it has none. `credential-revoked`: the application was revoked."),
    ),
)]
#[post("/v1/applications/{id}/secrets")]
pub(crate) async fn create_application_secret(
    caller: SignedIn,
    id: Path<ApplicationId>,
) -> Result<Response<NewApplicationSecret>, Error> {
    let (secret, told) = caller.write(move |c, by| use_cases::create_secret(c, by, *id)).await?;
    Ok(Response::private(NewApplicationSecret {
        id: secret.id,
        client_id: secret.application,
        client_secret: told,
        created_at: secret.created_at,
    }))
}

/// Revoke a secret of an application
///
/// The access tokens that were got with it are worth nothing from the next request on. Everyone may revoke their own;
/// administrators any.
#[utoipa::path(
    tag = "accounts",
    responses(
        (status = 201, description = "The application without the secret.", body = ApplicationView),
        (status = 409, description = "`credential-revoked`: it was revoked before."),
    ),
)]
#[post("/v1/application-secrets/{id}/revocations")]
pub(crate) async fn create_application_secret_revocation(
    caller: SignedIn,
    id: Path<ApplicationSecretId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| Ok(created(use_cases::revoke_secret(c, by, *id)?)))
        .await
}
