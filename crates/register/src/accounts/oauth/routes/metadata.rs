//! The service as OAuth describes it to programs, over HTTP.

use actix_web::get;
use actix_web::web::Data;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::authorizations::{CODE, S256};
use crate::accounts::caller::Anyone;
use crate::accounts::keys::Keyring;
use crate::accounts::oauth::{AUTHORIZATION_CODE, CLIENT_CREDENTIALS, REFRESH_TOKEN};
use crate::web::response::Response;
use crate::web::scopes::Scope;

/// The service as OAuth describes it to programs (RFC 8414).
#[derive(Serialize, ToSchema)]
struct AuthorizationServer {
    /// The name in which tokens are given: their `iss`.
    #[schema(example = "https://records.example")]
    issuer: String,
    /// The address at which somebody is asked whether an application may act for them.
    #[schema(example = "https://records.example/oauth/authorize")]
    authorization_endpoint: String,
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
    /// The answers that an authorization can have.
    #[schema(value_type = Vec<String>, example = json!(["code"]))]
    response_types_supported: [&'static str; 1],
    /// The ways in which the answer reaches the application.
    #[schema(value_type = Vec<String>, example = json!(["query"]))]
    response_modes_supported: [&'static str; 1],
    /// Whether the answer says who gives it (RFC 9207).
    #[schema(example = true)]
    authorization_response_iss_parameter_supported: bool,
    /// The ways in which a challenge is made of its verifier (RFC 7636).
    #[schema(value_type = Vec<String>, example = json!(["S256"]))]
    code_challenge_methods_supported: [&'static str; 1],
    /// The ways in which an access token is asked for.
    #[schema(value_type = Vec<String>, example = json!(["client_credentials", "authorization_code", "refresh_token"]))]
    grant_types_supported: [&'static str; 3],
    /// The ways in which an application says who it is when it signs in; `none` is a public one, by its `client_id` alone.
    #[schema(value_type = Vec<String>, example = json!(["client_secret_basic", "client_secret_post", "none"]))]
    token_endpoint_auth_methods_supported: [&'static str; 3],
    /// The ways in which it says who it is when it asks of a token.
    #[schema(value_type = Vec<String>, example = json!(["client_secret_basic", "client_secret_post"]))]
    introspection_endpoint_auth_methods_supported: [&'static str; 2],
    /// The ways in which it says who it is when it revokes one.
    #[schema(value_type = Vec<String>, example = json!(["client_secret_basic", "client_secret_post", "none"]))]
    revocation_endpoint_auth_methods_supported: [&'static str; 3],
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
)]
#[get("/.well-known/oauth-authorization-server")]
pub(crate) async fn read_authorization_server(_caller: Anyone, keys: Data<Keyring>) -> Response<AuthorizationServer> {
    let [basic, post, none] = ["client_secret_basic", "client_secret_post", "none"];
    let keys = keys.keys();
    let issuer = keys.issuer();
    let at = |path: &str| format!("{}{path}", issuer.trim_end_matches('/'));
    Response::public(AuthorizationServer {
        authorization_endpoint: at("/oauth/authorize"),
        token_endpoint: at("/oauth/token"),
        introspection_endpoint: at("/oauth/introspect"),
        revocation_endpoint: at("/oauth/revoke"),
        jwks_uri: at("/.well-known/jwks.json"),
        scopes_supported: Scope::ALL,
        response_types_supported: [CODE],
        response_modes_supported: ["query"],
        authorization_response_iss_parameter_supported: true,
        code_challenge_methods_supported: [S256],
        grant_types_supported: [CLIENT_CREDENTIALS, AUTHORIZATION_CODE, REFRESH_TOKEN],
        token_endpoint_auth_methods_supported: [basic, post, none],
        introspection_endpoint_auth_methods_supported: [basic, post],
        revocation_endpoint_auth_methods_supported: [basic, post, none],
        service_documentation: at("/docs/"),
        issuer: issuer.to_owned(),
    })
}
