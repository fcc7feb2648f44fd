//! The sign-in of an application, and what it is told of its own tokens.

use std::net::IpAddr;

use crate::accounts::applications::{self, Application, ApplicationBearer, ApplicationSecret, is_use_to_be_kept};
use crate::accounts::oauth::{ClientCredentials, OauthRefusal};
use crate::accounts::store;
use crate::accounts::tokens::{self, stored_form};
use crate::db::Conn;
use crate::db::audit::Actor;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::web::scopes::Scopes;

/// An application that has shown a secret of its own.
pub(crate) struct Client {
    application: Application,
    secret: ApplicationSecret,
}

/// The application whose credentials those are; none, and a row in the trail, if they are nobody's.
pub(crate) fn authenticate(
    c: &mut Conn,
    (now, actor, network): (Timestamp, &Actor, IpAddr),
    credentials: &ClientCredentials,
) -> Result<Option<Client>, Error> {
    let Some(id) = credentials.application() else {
        tokens::use_cases::refuse_as(c, now, actor, None, network)?;
        return Ok(None);
    };
    let hash = stored_form(&credentials.secret);
    if let Some((application, secret)) = applications::store::find_by_secret(c, id, &hash)? {
        return Ok(Some(Client { application, secret }));
    }
    let known = applications::store::find(c, id)?.map(|application| ("application", application.id.into()));
    tokens::use_cases::refuse_as(c, now, actor, known, network)?;
    Ok(None)
}

/// The bearer of the access token that an application asks for, with all its scopes or some of them; or why there is none.
pub(crate) fn sign_in(
    c: &mut Conn,
    now: Timestamp,
    Client { application, secret }: Client,
    asked: Option<&str>,
) -> Result<Result<ApplicationBearer, OauthRefusal>, Error> {
    let is_in_use = !store::in_use(c, &[application.account])?.is_empty();
    if !is_in_use || applications::use_cases::authorities(c, &application, now.day())?.is_empty() {
        return Ok(Err(OauthRefusal::UnauthorizedClient));
    }
    let own = application.scopes();
    let scopes = match asked {
        None => Some(own),
        Some(words) => Scopes::of_words(words).filter(|asked| !asked.is_empty() && asked.is_within(&own)),
    };
    let Some(scopes) = scopes else {
        return Ok(Err(OauthRefusal::InvalidScope));
    };
    let bearer = ApplicationBearer {
        application: application.id,
        secret: secret.id,
        scopes,
    };
    if is_use_to_be_kept(secret.last_used_at, now) {
        applications::store::update_secret(c, &secret.used(now))?;
    }
    Ok(Ok(bearer))
}

/// Whether a token of that bearer is good, and the client's own: of others it is told nothing.
pub(crate) fn is_active(c: &mut Conn, client: &Client, bearer: &ApplicationBearer) -> Result<bool, Error> {
    if bearer.application != client.application.id {
        return Ok(false);
    }
    let found = applications::store::find_by_secret_id(c, bearer.application, bearer.secret)?;
    Ok(found.is_some() && !store::in_use(c, &[client.application.account])?.is_empty())
}
