//! OAuth 2.0 for applications: they sign in with their credentials (RFC 6749, 4.4), or get a session with somebody who has let
//! them act (4.1), and are told no in its words.

pub(crate) mod routes;
pub(crate) mod sign_in;
pub(crate) mod use_cases;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::values::id::ApplicationId;

/// The ways in which an application asks for an access token: as itself, and for somebody who has let it act.
const CLIENT_CREDENTIALS: &str = "client_credentials";
const AUTHORIZATION_CODE: &str = "authorization_code";
const REFRESH_TOKEN: &str = "refresh_token";

/// The reason why an application is told no, as RFC 6749, 4.1.2.1 and 5.2 name them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OauthRefusal {
    #[error("The request lacks a parameter, or has one twice, or says in two ways who asks.")]
    InvalidRequest,
    #[error("There is no such application, or the secret is not one of its own.")]
    InvalidClient,
    #[error(
        "The code or the refresh token is unknown, over or used, is another application's, or was shown without what belongs to it."
    )]
    InvalidGrant,
    #[error(
        "The grant that bounds the application does not hold today, or the application is public and asks as itself."
    )]
    UnauthorizedClient,
    #[error("The service gives access tokens for client_credentials, authorization_code and refresh_token.")]
    UnsupportedGrantType,
    #[error("The service answers with a code alone.")]
    UnsupportedResponseType,
    #[error("The scope is none, or is not one of the application's.")]
    InvalidScope,
    #[error("The person who was asked does not want it.")]
    AccessDenied,
}

impl OauthRefusal {
    /// Its code.
    pub fn code(self) -> &'static str {
        match self {
            OauthRefusal::InvalidRequest => "invalid_request",
            OauthRefusal::InvalidClient => "invalid_client",
            OauthRefusal::InvalidGrant => "invalid_grant",
            OauthRefusal::UnauthorizedClient => "unauthorized_client",
            OauthRefusal::UnsupportedGrantType => "unsupported_grant_type",
            OauthRefusal::UnsupportedResponseType => "unsupported_response_type",
            OauthRefusal::InvalidScope => "invalid_scope",
            OauthRefusal::AccessDenied => "access_denied",
        }
    }
}

/// The credentials of an application, as they were sent.
pub struct ClientCredentials {
    pub(crate) id: String,
    /// The secret; a public application has none.
    pub(crate) secret: Option<String>,
}

impl ClientCredentials {
    /// Reads them off the header or the form, never both (RFC 6749, 2.3.1).
    ///
    /// # Errors
    /// [`OauthRefusal::InvalidRequest`], [`OauthRefusal::InvalidClient`].
    pub fn of(
        header: Option<&str>,
        (id, secret): (Option<String>, Option<String>),
    ) -> Result<ClientCredentials, OauthRefusal> {
        // What has another scheme is of somebody else, as a person's access token is.
        let is_basic = |header: &&str| {
            header
                .split(' ')
                .next()
                .is_some_and(|scheme| scheme.eq_ignore_ascii_case("basic"))
        };
        match (header.filter(is_basic), id, secret) {
            (Some(_), _, Some(_)) => Err(OauthRefusal::InvalidRequest),
            (Some(header), id, None) => {
                let basic = ClientCredentials::of_basic(header).ok_or(OauthRefusal::InvalidClient)?;
                // It may say again who asks, and not that somebody else does.
                match id {
                    Some(id) if id != basic.id => Err(OauthRefusal::InvalidRequest),
                    _ => Ok(basic),
                }
            }
            (None, Some(id), secret) => Ok(ClientCredentials { id, secret }),
            (None, None, _) => Err(OauthRefusal::InvalidClient),
        }
    }

    /// HTTP Basic, of which both parts are encoded as in a form.
    fn of_basic(header: &str) -> Option<ClientCredentials> {
        let (_, encoded) = header.split_once(' ')?;
        let pair = STANDARD.decode(encoded.trim()).ok()?;
        let pair = String::from_utf8(pair).ok()?;
        let (id, secret) = pair.split_once(':')?;
        let decoded = |part: &str| Some(form_urlencoded::parse(part.as_bytes()).next()?.0.into_owned());
        Some(ClientCredentials {
            id: decoded(id)?,
            secret: Some(decoded(secret)?),
        })
    }

    /// The application that they say they are of, if it can be one.
    pub fn application(&self) -> Option<ApplicationId> {
        self.id.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use crate::accounts::oauth::*;

    type Shown = (String, Option<String>);

    fn read(header: Option<&str>, id: Option<&str>, secret: Option<&str>) -> Result<Shown, OauthRefusal> {
        let form = (id.map(str::to_owned), secret.map(str::to_owned));
        ClientCredentials::of(header, form).map(|client| (client.id, client.secret))
    }

    #[test]
    fn credentials_stand_in_the_header_or_in_the_form() {
        let told = || Ok(("a".to_owned(), Some("b c:".to_owned())));
        // a:b+c%3A
        let basic = "Basic YTpiK2MlM0E=";
        assert_eq!(read(Some(basic), None, None), told());
        assert_eq!(read(Some(&basic.replace("Basic", "basic")), Some("a"), None), told());
        assert_eq!(read(None, Some("a"), Some("b c:")), told());
        assert_eq!(read(Some("Bearer x"), Some("a"), Some("b c:")), told());
        // A public application says its name alone.
        assert_eq!(read(None, Some("a"), None), Ok(("a".to_owned(), None)));
        for (header, id, secret) in [
            (Some(basic), Some("a"), Some("b c:")),
            (Some(basic), Some("another"), None),
        ] {
            assert_eq!(read(header, id, secret), Err(OauthRefusal::InvalidRequest));
        }
        for (header, id, secret) in [
            (None, None, None),
            (None, None, Some("b c:")),
            (Some("Basic"), None, None),
            (Some("Basic !"), None, None),
            (Some("Basic YQ=="), None, None),
            (Some("Bearer YTpiK2MlM0E="), None, None),
        ] {
            assert_eq!(read(header, id, secret), Err(OauthRefusal::InvalidClient), "{header:?}");
        }
    }
}
