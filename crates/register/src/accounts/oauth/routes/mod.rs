//! OAuth 2.0 over HTTP, with its own paths, forms and refusals. The page on which people are asked is one of the desk's.

mod metadata;

use actix_web::http::{StatusCode, header};
use actix_web::web::Data;
use actix_web::{CustomizeResponder, HttpRequest, HttpResponse, Responder, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::applications::ApplicationBearer;
use crate::accounts::authorizations::ShownCode;
use crate::accounts::authorizations::use_cases::Begun;
use crate::accounts::caller::Anyone;
use crate::accounts::keys::Keyring;
use crate::accounts::oauth::sign_in::{LimitHeaders, for_client};
use crate::accounts::oauth::use_cases::{self, Active, Client, ShownToken};
use crate::accounts::oauth::{AUTHORIZATION_CODE, CLIENT_CREDENTIALS, ClientCredentials, OauthRefusal, REFRESH_TOKEN};
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::accounts::tokens::{ACCESS_SECONDS, stored_form};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ApplicationId};
use crate::values::validation::Limited;
use crate::web::body::FormBody;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_access_token)
        .service(create_token_introspection)
        .service(create_access_token_revocation)
        .service(metadata::read_authorization_server);
}

/// An access token as an application asks for it.
#[derive(Deserialize, ToSchema)]
struct AccessTokenRequest {
    /// The way in which it is asked for: `client_credentials`, `authorization_code` or `refresh_token`.
    #[schema(value_type = String, example = "client_credentials", min_length = 1, max_length = 64)]
    grant_type: Option<Limited<64>>,
    /// The application's id, if it does not stand in the header.
    #[schema(value_type = Option<String>, example = "019aa0d9-1c2d-7e3f-8a4b-5c6d7e8f9a0b", min_length = 0, max_length = 64)]
    client_id: Option<Limited<64>>,
    /// The application's secret, if it does not stand in the header.
    #[schema(value_type = Option<String>, example = "fra_q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3", min_length = 0, max_length = 128)]
    client_secret: Option<Limited<128>>,
    /// Some of the application's scopes, with a blank between, or of those that it was allowed; all of them if it is absent. A code
    /// has its own.
    #[schema(value_type = Option<String>, example = "write:results", min_length = 0, max_length = 256)]
    scope: Option<Limited<256>>,
    /// The code with which somebody was led back, who has let the application act for them. It is good once, for a minute.
    #[schema(value_type = Option<String>, example = "q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3", min_length = 0, max_length = 128)]
    code: Option<Limited<128>>,
    /// The verifier of which the challenge was made that was sent along with the question (RFC 7636).
    #[schema(value_type = Option<String>, example = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk", min_length = 0, max_length = 128)]
    code_verifier: Option<Limited<128>>,
    /// The redirect URI of the question. It need not be said again; if it is, it is the same.
    #[schema(value_type = Option<String>, example = "https://league.example/back", min_length = 0, max_length = 256)]
    redirect_uri: Option<Limited<256>>,
    /// The refresh token, which is used up.
    #[schema(value_type = Option<String>, example = "t7y4u6i0o1p3q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2", min_length = 0, max_length = 128)]
    refresh_token: Option<Limited<128>>,
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
    /// A token for another pair, good once, within 30 days and as long as the session lasts; there is one where the application
    /// acts for somebody. Keep it secret.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "t7y4u6i0o1p3q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2")]
    refresh_token: Option<String>,
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

/// The wish of an application that asks for an access token.
enum Wish {
    AsItself { scope: Option<String> },
    ForCode(ShownCode),
    ForRefreshToken { token: String, scope: Option<String> },
}

impl Wish {
    /// The wish that a form has, and the rest of it.
    ///
    /// # Errors
    /// [`OauthRefusal::InvalidRequest`], [`OauthRefusal::UnsupportedGrantType`].
    fn of(sent: &AccessTokenRequest) -> Result<Wish, OauthRefusal> {
        fn given<const MOST: usize>(text: Option<&Limited<MOST>>) -> Option<String> {
            text.map(|text| text.as_str().to_owned())
        }
        let scope = given(sent.scope.as_ref());
        match sent.grant_type.as_ref().map(Limited::as_str) {
            Some(CLIENT_CREDENTIALS) => Ok(Wish::AsItself { scope }),
            Some(AUTHORIZATION_CODE) => Ok(Wish::ForCode(ShownCode {
                code: given(sent.code.as_ref()).ok_or(OauthRefusal::InvalidRequest)?,
                verifier: given(sent.code_verifier.as_ref()).ok_or(OauthRefusal::InvalidRequest)?,
                redirect_uri: given(sent.redirect_uri.as_ref()),
            })),
            Some(REFRESH_TOKEN) => Ok(Wish::ForRefreshToken {
                token: given(sent.refresh_token.as_ref()).ok_or(OauthRefusal::InvalidRequest)?,
                scope,
            }),
            Some(_) => Err(OauthRefusal::UnsupportedGrantType),
            None => Err(OauthRefusal::InvalidRequest),
        }
    }
}

/// The bearer of an access token that an application is given.
enum Given {
    AsItself(ApplicationBearer),
    Acting(Begun),
}

/// Sign in as an application
///
/// Gives an access token for a quarter of an hour. With `client_credentials` the application acts as itself (OAuth 2.0, RFC 6749,
/// 4.4); there is no refresh token: it asks again. With `authorization_code` it acts for somebody who has let it at
/// `/oauth/authorize` (4.1, with PKCE), and gets a refresh token too, which is good once; with `refresh_token` it gets the next pair. A
/// code or a refresh token that is shown twice ends the session.
///
/// The application says who it is by HTTP Basic, or in the form; a public one by its `client_id` alone. Refusals have the form of
/// OAuth; wrong secrets cost pauses, as wrong passwords do (`POST /v1/tokens`).
#[utoipa::path(
    tag = "accounts",
    request_body(content = AccessTokenRequest, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "The access token.", body = AccessToken),
        (status = 400, description = "`invalid_request`, `unsupported_grant_type`, `invalid_grant`, `invalid_scope`, `unauthorized_client`: as RFC 6749, 5.2 has them.", body = OauthRefusalView),
        (status = 401, description = "`invalid_client`: there is no such application, or the secret is not one of its own.", body = OauthRefusalView),
        (status = 429, description = "`too-many-requests`: wait for the seconds in `Retry-After`."),
    ),
)]
#[post("/oauth/token")]
pub(crate) async fn create_access_token(
    caller: Anyone,
    request: HttpRequest,
    FormBody(sent): FormBody<AccessTokenRequest>,
    limiter: Data<SignInLimiter>,
    keys: Data<Keyring>,
) -> Result<HttpResponse, Error> {
    let asked = sent.ok_or(OauthRefusal::InvalidRequest).and_then(|sent| {
        let wish = Wish::of(&sent)?;
        Ok((wish, credentials(&request, sent.client_id, sent.client_secret)?))
    });
    let (wish, client) = match asked {
        Ok(asked) => asked,
        Err(refusal) => return Ok(refused(refusal)),
    };
    let (now, network, actor) = (caller.now(), caller.network(), caller.actor().clone());
    let signed_in = for_client(&caller, client, &limiter, move |c, client| match &wish {
        Wish::AsItself { scope } => {
            let bearer = use_cases::sign_in(c, now, client, scope.as_deref())?;
            Ok(bearer.map(Given::AsItself))
        }
        Wish::ForCode(shown) => {
            let begun = use_cases::redeem(c, (now, &actor, network), client, shown)?;
            Ok(begun.map(Given::Acting))
        }
        Wish::ForRefreshToken { token, scope } => {
            let begun = use_cases::refresh(c, (now, &actor), client, (token, scope.as_deref()))?;
            Ok(begun.map(Given::Acting))
        }
    });
    let (given, headers) = match signed_in.await? {
        Ok(signed_in) => signed_in,
        Err(refusal) => return Ok(refused(refusal)),
    };
    let keys = keys.keys();
    let (access_token, scopes, refresh_token) = match given {
        Given::AsItself(bearer) => (keys.issue_to_application(&bearer, now)?, bearer.scopes, None),
        Given::Acting((acting, secret)) => (keys.issue_to_acting(&acting, now)?, acting.scopes, Some(secret)),
    };
    let token = AccessToken {
        access_token,
        token_type: "Bearer",
        expires_in: ACCESS_SECONDS,
        scope: scopes.to_string(),
        refresh_token,
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
    /// The access token or the refresh token.
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
    /// The account for which the application acts by it, if it acts for one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    sub: Option<AccountId>,
    /// The scopes that it has, with a blank between.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, example = "write:results")]
    scope: Option<String>,
    /// The scheme under which it is sent; a refresh token has none.
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

impl Introspection {
    /// The answer about a token that is good.
    fn of(active: &Active, client: &Client) -> Introspection {
        Introspection {
            active: true,
            client_id: Some(client.id()),
            sub: active.account,
            scope: Some(active.scopes.to_string()),
            token_type: active.is_access_token.then_some("Bearer"),
            iat: Some(active.issued),
            exp: Some(active.expires),
        }
    }
}

/// The token that was shown, as far as can be told of it without the records.
fn shown(keys: &Keyring, token: &Limited<4096>, now: Timestamp) -> ShownToken {
    ShownToken {
        read: keys.keys().read(token.as_str(), now).ok(),
        hash: stored_form(token.as_str()),
    }
}

/// Ask whether a token is good
///
/// RFC 7662, for an application with a secret and its own access and refresh tokens: of any other it is told that it is not good,
/// and nothing else.
#[utoipa::path(
    tag = "accounts",
    request_body(content = OwnTokenRequest, content_type = "application/x-www-form-urlencoded"),
    responses(
        (status = 200, description = "Whether it is.", body = Introspection),
        (status = 400, description = "`invalid_request`: there is no token, or the application says in two ways who it is.", body = OauthRefusalView),
        (status = 401, description = "`invalid_client`: there is no such application, it is public, or the secret is not one of its own.", body = OauthRefusalView),
        (status = 429, description = "`too-many-requests`: wait for the seconds in `Retry-After`."),
    ),
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
    let (now, shown) = (caller.now(), shown(&keys, &token, caller.now()));
    let introspected = for_client(&caller, client, &limiter, move |c, client| {
        let told = use_cases::introspect(c, now, &client, &shown)?;
        Ok(told.map(|active| active.map_or_else(Introspection::default, |active| Introspection::of(&active, &client))))
    });
    Ok(match introspected.await? {
        Ok((introspection, headers)) => answered(&request, introspection, headers),
        Err(refusal) => refused(refusal),
    })
}

/// Revoke a token
///
/// RFC 7009, for an application and its own tokens: the token is worth nothing from the next request on, and a refresh token ends
/// the session in which the application acts for somebody. One that is not known, is good no more, or is another's, is answered
/// alike, and nothing is done. Whoever is to lose all tokens is stopped by revoking
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
    let shown = shown(&keys, &token, now);
    let revoked = for_client(&caller, client, &limiter, move |c, client| {
        use_cases::revoke(c, (now, &actor), &client, &shown)?;
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
