//! OAuth 2.0 over HTTP, with its own paths, forms and refusals.

use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use actix_web::{CustomizeResponder, HttpRequest, HttpResponse, Responder, get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Anyone;
use crate::accounts::keys::Keyring;
use crate::accounts::oauth::sign_in::{LimitHeaders, for_client};
use crate::accounts::oauth::{CLIENT_CREDENTIALS, ClientCredentials, OauthRefusal, use_cases};
use crate::accounts::standing::Proof;
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::accounts::tokens::{ACCESS_SECONDS, ReadToken};
use crate::values::error::Error;
use crate::values::id::ApplicationId;
use crate::values::validation::Limited;
use crate::web::body::FormBody;
use crate::web::openapi::Routes;
use crate::web::response::Response;
use crate::web::scopes::Scope;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_access_token)
        .service(create_token_introspection)
        .service(create_access_token_revocation)
        .service(read_authorization_server);
}

/// An access token as an application asks for it.
#[derive(Deserialize, ToSchema)]
struct AccessTokenRequest {
    /// The way in which it is asked for: there is one.
    #[schema(value_type = String, example = "client_credentials", min_length = 1, max_length = 64)]
    grant_type: Option<Limited<64>>,
    /// The application's id, if it does not stand in the header.
    #[schema(value_type = Option<String>, example = "019aa0d9-1c2d-7e3f-8a4b-5c6d7e8f9a0b", min_length = 0, max_length = 64)]
    client_id: Option<Limited<64>>,
    /// The application's secret, if it does not stand in the header.
    #[schema(value_type = Option<String>, example = "fra_q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3", min_length = 0, max_length = 128)]
    client_secret: Option<Limited<128>>,
    /// Some of the application's scopes, with a blank between; all of them if it is absent.
    #[schema(value_type = Option<String>, example = "write:results", min_length = 0, max_length = 256)]
    scope: Option<Limited<256>>,
}

/// An access token of an application.
#[derive(Serialize, ToSchema)]
#[expect(clippy::struct_field_names, reason = "the names are those of RFC 6749, 5.1")]
struct AccessToken {
    /// Send it as `Authorization: Bearer …`. A JWT (RFC 9068), signed with a key of `/.well-known/jwks.json`.
    #[schema(example = "eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFZERTQSJ9.…")]
    access_token: String,
    /// The scheme under which to send it.
    #[schema(example = "Bearer")]
    token_type: &'static str,
    /// Seconds for which it is good.
    #[schema(example = 900)]
    expires_in: i64,
    /// The scopes that it has, with a blank between.
    #[schema(example = "write:results")]
    scope: String,
}

/// A refusal as OAuth has it (RFC 6749, 5.2).
#[derive(Serialize, ToSchema)]
#[schema(as = OauthRefusal)]
struct OauthRefusalView {
    /// The kind of refusal, for a program.
    #[schema(example = "invalid_client")]
    error: &'static str,
    /// The refusal in words, for a person.
    #[schema(example = "There is no such application, or the secret is not one of its own.")]
    error_description: String,
}

/// The answer of OAuth to somebody who is told no. A client that was not known is told how to say who it is.
fn refused(refusal: OauthRefusal) -> HttpResponse {
    let status = match refusal {
        OauthRefusal::InvalidClient => StatusCode::UNAUTHORIZED,
        _ => StatusCode::BAD_REQUEST,
    };
    let mut answer = HttpResponse::build(status);
    if status == StatusCode::UNAUTHORIZED {
        answer.insert_header((header::WWW_AUTHENTICATE, "Basic realm=\"applications\""));
    }
    answer
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .json(OauthRefusalView {
            error: refusal.code(),
            error_description: refusal.to_string(),
        })
}

/// Sign in as an application
///
/// Gives an access token for a quarter of an hour (OAuth 2.0, RFC 6749, 4.4). The application says who it is by HTTP Basic, or
/// in the form. There is no refresh token: it asks again. Refusals have the form of OAuth; wrong secrets cost pauses, as wrong
/// passwords do (`POST /v1/tokens`).
#[utoipa::path(
    tag = "accounts",
    request_body(content = AccessTokenRequest, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The access token.", body = AccessToken),
        (status = 400, description = "`invalid_request`, `unsupported_grant_type`, `invalid_scope`, `unauthorized_client`: as RFC 6749, 5.2 has them.", body = OauthRefusalView),
        (status = 401, description = "`invalid_client`: there is no such application, or the secret is not one of its own.", body = OauthRefusalView),
        (status = 429, description = "`too-many-requests`: wait for the seconds in `Retry-After`."),
    ),
    security(()),
)]
#[post("/oauth/token")]
pub(crate) async fn create_access_token(
    caller: Anyone,
    request: HttpRequest,
    FormBody(sent): FormBody<AccessTokenRequest>,
    limiter: Data<SignInLimiter>,
    keys: Data<Keyring>,
) -> Result<HttpResponse, Error> {
    let Some(sent) = sent else {
        return Ok(refused(OauthRefusal::InvalidRequest));
    };
    match sent.grant_type.as_ref().map(Limited::as_str) {
        Some(CLIENT_CREDENTIALS) => {}
        Some(_) => return Ok(refused(OauthRefusal::UnsupportedGrantType)),
        None => return Ok(refused(OauthRefusal::InvalidRequest)),
    }
    let client = match credentials(&request, sent.client_id, sent.client_secret) {
        Ok(client) => client,
        Err(refusal) => return Ok(refused(refusal)),
    };
    let (now, scope) = (caller.now(), sent.scope.map(String::from));
    let signed_in = for_client(&caller, client, &limiter, move |c, client| {
        use_cases::sign_in(c, now, client, scope.as_deref())
    });
    let (bearer, headers) = match signed_in.await? {
        Ok(signed_in) => signed_in,
        Err(refusal) => return Ok(refused(refusal)),
    };
    let token = AccessToken {
        access_token: keys.keys().issue_to_application(&bearer, now)?,
        token_type: "Bearer",
        expires_in: ACCESS_SECONDS,
        scope: bearer.scopes.to_string(),
    };
    Ok(answered(&request, token, headers))
}

/// A good answer, with what the client may still ask.
fn answered<T: Serialize>(request: &HttpRequest, body: T, headers: LimitHeaders) -> HttpResponse {
    let answer = Response::private(body).customize();
    let answer = headers.into_iter().fold(answer, CustomizeResponder::insert_header);
    answer.respond_to(request).map_into_boxed_body()
}

/// The credentials that a request has, in its header or in its form.
fn credentials(
    request: &HttpRequest,
    id: Option<Limited<64>>,
    secret: Option<Limited<128>>,
) -> Result<ClientCredentials, OauthRefusal> {
    let header = request.headers().get(header::AUTHORIZATION);
    let header = header.map(|value| value.to_str().unwrap_or_default());
    ClientCredentials::of(header, (id.map(String::from), secret.map(String::from)))
}

/// A token of which an application asks whether it is good, or that it revokes.
#[derive(Deserialize, ToSchema)]
struct OwnTokenRequest {
    /// The access token.
    #[schema(value_type = String, example = "eyJ0eXAiOiJhdCtqd3QiLCJhbGciOiJFZERTQSJ9.…", min_length = 0, max_length = 4096)]
    token: Option<Limited<4096>>,
    /// The application's id, if it does not stand in the header.
    #[schema(value_type = Option<String>, example = "019aa0d9-1c2d-7e3f-8a4b-5c6d7e8f9a0b", min_length = 0, max_length = 64)]
    client_id: Option<Limited<64>>,
    /// The application's secret, if it does not stand in the header.
    #[schema(value_type = Option<String>, example = "fra_q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3", min_length = 0, max_length = 128)]
    client_secret: Option<Limited<128>>,
}

/// The token that a request is about, and the credentials that it has.
fn own_token(
    request: &HttpRequest,
    sent: Option<OwnTokenRequest>,
) -> Result<(Limited<4096>, ClientCredentials), OauthRefusal> {
    let sent = sent.ok_or(OauthRefusal::InvalidRequest)?;
    let token = sent.token.ok_or(OauthRefusal::InvalidRequest)?;
    Ok((token, credentials(request, sent.client_id, sent.client_secret)?))
}

/// The state of a token (RFC 7662, 2.2). Of one that is not good nothing else is told.
#[derive(Default, Serialize, ToSchema)]
struct Introspection {
    /// Whether it is good now, and the application's own.
    #[schema(example = true)]
    active: bool,
    /// The application that it was given to.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "019aa0d9-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    client_id: Option<ApplicationId>,
    /// The scopes that it has, with a blank between.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "write:results")]
    scope: Option<String>,
    /// The scheme under which it is sent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "Bearer")]
    token_type: Option<&'static str>,
    /// The time at which it was given, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false, example = 1_763_625_600)]
    iat: Option<i64>,
    /// The time from which it is good no more, in seconds since 1970.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = i64, required = false, example = 1_763_626_500)]
    exp: Option<i64>,
}

/// Ask whether an access token is good
///
/// RFC 7662, for an application and its own tokens: of any other it is told that it is not good, and nothing else.
#[utoipa::path(
    tag = "accounts",
    request_body(content = OwnTokenRequest, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "Whether it is.", body = Introspection),
        (status = 400, description = "`invalid_request`: there is no token, or the application says in two ways who it is.", body = OauthRefusalView),
        (status = 401, description = "`invalid_client`: there is no such application, or the secret is not one of its own.", body = OauthRefusalView),
        (status = 429, description = "`too-many-requests`: wait for the seconds in `Retry-After`."),
    ),
    security(()),
)]
#[post("/oauth/introspect")]
pub(crate) async fn create_token_introspection(
    caller: Anyone,
    request: HttpRequest,
    FormBody(sent): FormBody<OwnTokenRequest>,
    limiter: Data<SignInLimiter>,
    keys: Data<Keyring>,
) -> Result<HttpResponse, Error> {
    let (token, client) = match own_token(&request, sent) {
        Ok(sent) => sent,
        Err(refusal) => return Ok(refused(refusal)),
    };
    let read = keys.keys().read(token.as_str(), caller.now()).ok();
    let introspected = for_client(&caller, client, &limiter, move |c, client| {
        let Some(ReadToken {
            proof: Proof::Application(bearer),
            issued,
            expires,
        }) = &read
        else {
            return Ok(Ok(Introspection::default()));
        };
        if !use_cases::is_active(c, &client, bearer)? {
            return Ok(Ok(Introspection::default()));
        }
        Ok(Ok(Introspection {
            active: true,
            client_id: Some(bearer.application),
            scope: Some(bearer.scopes.to_string()),
            token_type: Some("Bearer"),
            iat: Some(*issued),
            exp: Some(*expires),
        }))
    });
    Ok(match introspected.await? {
        Ok((introspection, headers)) => answered(&request, introspection, headers),
        Err(refusal) => refused(refusal),
    })
}

/// Revoke an access token
///
/// RFC 7009, for an application and its own tokens: the token is worth nothing from the next request on. One that is not known,
/// is good no more, or is another's, is answered alike, and nothing is done. Whoever is to lose all tokens is stopped by revoking
/// the secret that they were got with (`POST /v1/application-secrets/{id}/revocations`); people sign out by
/// `POST /v1/tokens/revocations`.
#[utoipa::path(
    tag = "accounts",
    request_body(content = OwnTokenRequest, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The token is good for nothing."),
        (status = 400, description = "`invalid_request`: there is no token, or the application says in two ways who it is.", body = OauthRefusalView),
        (status = 401, description = "`invalid_client`: there is no such application, or the secret is not one of its own.", body = OauthRefusalView),
        (status = 429, description = "`too-many-requests`: wait for the seconds in `Retry-After`."),
    ),
    security(()),
)]
#[post("/oauth/revoke")]
pub(crate) async fn create_access_token_revocation(
    caller: Anyone,
    request: HttpRequest,
    FormBody(sent): FormBody<OwnTokenRequest>,
    limiter: Data<SignInLimiter>,
    keys: Data<Keyring>,
) -> Result<HttpResponse, Error> {
    let (token, client) = match own_token(&request, sent) {
        Ok(sent) => sent,
        Err(refusal) => return Ok(refused(refusal)),
    };
    let (now, actor) = (caller.now(), caller.actor().clone());
    let read = keys.keys().read(token.as_str(), now).ok();
    let revoked = for_client(&caller, client, &limiter, move |c, client| {
        if let Some(token) = &read {
            use_cases::revoke(c, (now, &actor), &client, token)?;
        }
        Ok(Ok(()))
    });
    Ok(match revoked.await? {
        Ok(((), headers)) => {
            let mut answer = HttpResponse::Ok();
            answer.insert_header((header::CACHE_CONTROL, "no-store"));
            for limit in headers {
                answer.insert_header(limit);
            }
            answer.finish()
        }
        Err(refusal) => refused(refusal),
    })
}

/// The service as OAuth describes it to programs (RFC 8414).
#[derive(Serialize, ToSchema)]
struct AuthorizationServer {
    /// The name in which tokens are given: their `iss`.
    #[schema(example = "https://records.example")]
    issuer: String,
    /// The address at which an application signs in.
    #[schema(example = "https://records.example/oauth/token")]
    token_endpoint: String,
    /// The address at which an application asks whether a token is good.
    #[schema(example = "https://records.example/oauth/introspect")]
    introspection_endpoint: String,
    /// The address at which an application revokes a token of its own.
    #[schema(example = "https://records.example/oauth/revoke")]
    revocation_endpoint: String,
    /// The address of the keys with which tokens are signed.
    #[schema(example = "https://records.example/.well-known/jwks.json")]
    jwks_uri: String,
    /// The scopes that there are.
    #[schema(example = json!(["read:register", "write:register"]))]
    scopes_supported: &'static [Scope],
    /// The answers that an authorization can have: there is no authorization of people through programs.
    #[schema(value_type = Vec<String>, example = json!([]))]
    response_types_supported: [&'static str; 0],
    /// The ways in which an access token is asked for.
    #[schema(value_type = Vec<String>, example = json!(["client_credentials"]))]
    grant_types_supported: [&'static str; 1],
    /// The ways in which an application says who it is when it signs in.
    #[schema(value_type = Vec<String>, example = json!(["client_secret_basic", "client_secret_post"]))]
    token_endpoint_auth_methods_supported: [&'static str; 2],
    /// The ways in which it says who it is when it asks of a token.
    #[schema(value_type = Vec<String>, example = json!(["client_secret_basic", "client_secret_post"]))]
    introspection_endpoint_auth_methods_supported: [&'static str; 2],
    /// The ways in which it says who it is when it revokes one.
    #[schema(value_type = Vec<String>, example = json!(["client_secret_basic", "client_secret_post"]))]
    revocation_endpoint_auth_methods_supported: [&'static str; 2],
    /// The address of the manual.
    #[schema(example = "https://records.example/docs/")]
    service_documentation: String,
}

/// Read how programs sign in
///
/// OAuth's own description of the service (RFC 8414), by which clients find their way.
#[utoipa::path(
    tag = "accounts",
    responses((status = 200, description = "The description.", body = AuthorizationServer)),
    security(()),
)]
#[get("/.well-known/oauth-authorization-server")]
pub(crate) async fn read_authorization_server(_caller: Anyone, keys: Data<Keyring>) -> Response<AuthorizationServer> {
    const WAYS: [&str; 2] = ["client_secret_basic", "client_secret_post"];
    let keys = keys.keys();
    let issuer = keys.issuer();
    let at = |path: &str| format!("{}{path}", issuer.trim_end_matches('/'));
    Response::public(AuthorizationServer {
        token_endpoint: at("/oauth/token"),
        introspection_endpoint: at("/oauth/introspect"),
        revocation_endpoint: at("/oauth/revoke"),
        jwks_uri: at("/.well-known/jwks.json"),
        scopes_supported: Scope::ALL,
        response_types_supported: [],
        grant_types_supported: [CLIENT_CREDENTIALS],
        token_endpoint_auth_methods_supported: WAYS,
        introspection_endpoint_auth_methods_supported: WAYS,
        revocation_endpoint_auth_methods_supported: WAYS,
        service_documentation: at("/docs/"),
        issuer: issuer.to_owned(),
    })
}
