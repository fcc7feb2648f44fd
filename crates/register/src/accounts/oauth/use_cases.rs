//! The sign-in of an application, what it is told of its own tokens, and their revocation.

use std::net::IpAddr;

use chrono::TimeDelta;
use serde_json::json;

use crate::accounts::applications::{
    self, Application, ApplicationBearer, ApplicationSecret, ClientType, is_use_to_be_kept,
};
use crate::accounts::authorizations::use_cases::{Begun, begin, carry_on, of_program};
use crate::accounts::authorizations::{ShownCode, scopes_within};
use crate::accounts::oauth::{ClientCredentials, OauthRefusal};
use crate::accounts::standing::Proof;
use crate::accounts::tokens::{self, ReadToken, stored_form};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ApplicationId, Id};
use crate::web::scopes::Scopes;

/// An application that has shown a secret of its own, or is public and has none.
pub(crate) struct Client {
    application: Application,
    secret: Option<ApplicationSecret>,
}

impl Client {
    /// The application's id.
    pub(crate) fn id(&self) -> ApplicationId {
        self.application.id
    }

    /// The client, if it has shown a secret.
    ///
    /// # Errors
    /// [`OauthRefusal::InvalidClient`]: a public one has none, and so is anybody.
    fn confidential(&self) -> Result<(), OauthRefusal> {
        self.secret.as_ref().map(|_| ()).ok_or(OauthRefusal::InvalidClient)
    }
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
    let found = if let Some(secret) = &credentials.secret {
        let found = applications::store::find_by_secret(c, id, &stored_form(secret))?;
        found.map(|(application, secret)| (application, Some(secret)))
    } else {
        let named = applications::store::find(c, id)?.filter(|application| application.revoked_at.is_none());
        let public = named.filter(|application| application.client_type == ClientType::Public);
        public.map(|application| (application, None))
    };
    if let Some((application, secret)) = found {
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
    let may_act = applications::use_cases::may_act(c, &application, now.day())?;
    let Some(secret) = secret.filter(|_| may_act) else {
        return Ok(Err(OauthRefusal::UnauthorizedClient));
    };
    let scopes = match scopes_within(application.scopes(), asked) {
        Ok(scopes) => scopes,
        Err(refusal) => return Ok(Err(refusal)),
    };
    let bearer = ApplicationBearer {
        application: application.id,
        secret: secret.id,
        token: Id::new(now),
        scopes,
    };
    keep_use(c, secret, now)?;
    Ok(Ok(bearer))
}

/// The access token and the refresh token that an application gets for a code; or why it gets none.
pub(crate) fn redeem(
    c: &mut Conn,
    (now, actor, network): (Timestamp, &Actor, IpAddr),
    Client { application, secret }: Client,
    shown: &ShownCode,
) -> Result<Result<Begun, OauthRefusal>, Error> {
    let begun = begin(c, (now, actor, network), &application, shown)?;
    if let (Ok(_), Some(secret)) = (&begun, secret) {
        keep_use(c, secret, now)?;
    }
    Ok(begun)
}

/// The next access token and refresh token of a session in which an application acts for somebody; or why it gets none.
pub(crate) fn refresh(
    c: &mut Conn,
    by: (Timestamp, &Actor),
    Client { application, secret }: Client,
    shown: (&str, Option<&str>),
) -> Result<Result<Begun, OauthRefusal>, Error> {
    let begun = carry_on(c, by, &application, shown)?;
    if let (Ok(_), Some(secret)) = (&begun, secret) {
        keep_use(c, secret, by.0)?;
    }
    Ok(begun)
}

fn keep_use(c: &mut Conn, secret: ApplicationSecret, now: Timestamp) -> Result<(), Error> {
    if is_use_to_be_kept(secret.last_used_at, now) {
        applications::store::update_secret(c, &secret.used(now))?;
    }
    Ok(())
}

/// A token of an application's own that is good.
pub(crate) struct Active {
    /// The account for which it acts by it, if it acts for one.
    pub(crate) account: Option<AccountId>,
    pub(crate) scopes: Scopes,
    /// The times at which it was given and from which it is good no more, in seconds since 1970.
    pub(crate) issued: i64,
    pub(crate) expires: i64,
    pub(crate) is_access_token: bool,
}

/// A token as an application asks of it or revokes it: what it is as an access token, if it is one, and its stored form.
pub(crate) struct ShownToken {
    pub(crate) read: Option<ReadToken>,
    pub(crate) hash: String,
}

/// The token, if it is good and the client's own: of others it is told nothing.
pub(crate) fn active(
    c: &mut Conn,
    now: Timestamp,
    client: &Client,
    shown: &ShownToken,
) -> Result<Option<Active>, Error> {
    let own = client.application.id;
    if !applications::use_cases::may_act(c, &client.application, now.day())? {
        return Ok(None);
    }
    let Some(read) = &shown.read else {
        return active_refresh_token(c, now, client, &shown.hash);
    };
    let (is_good, account, scopes) = match &read.proof {
        Proof::Application(bearer) if bearer.application == own => {
            let found = applications::store::find_by_bearer(c, bearer)?;
            (found.is_some(), None, &bearer.scopes)
        }
        Proof::Acting(acting) if acting.application == own => {
            let found = applications::store::find_acting(c, acting, now)?;
            (found.is_some(), Some(acting.bearer.account), &acting.scopes)
        }
        _ => return Ok(None),
    };
    Ok(is_good.then(|| Active {
        account,
        scopes: scopes.clone(),
        issued: read.issued,
        expires: read.expires,
        is_access_token: true,
    }))
}

fn active_refresh_token(c: &mut Conn, now: Timestamp, client: &Client, hash: &str) -> Result<Option<Active>, Error> {
    let found = tokens::store::find_refresh_token(c, hash)?;
    let own = found.filter(|token| token.application == Some(client.application.id) && token.is_good_at(now));
    Ok(own.map(|token| Active {
        account: Some(token.account),
        scopes: Scopes::kept(token.scopes.as_deref().unwrap_or_default()),
        issued: token.issued_at.unix_seconds(),
        expires: token.expires_at.unix_seconds(),
        is_access_token: false,
    }))
}

/// Tells a client of a token; only one that has shown a secret is told.
pub(crate) fn introspect(
    c: &mut Conn,
    now: Timestamp,
    client: &Client,
    shown: &ShownToken,
) -> Result<Result<Option<Active>, OauthRefusal>, Error> {
    match client.confidential() {
        Ok(()) => Ok(Ok(active(c, now, client, shown)?)),
        Err(refusal) => Ok(Err(refusal)),
    }
}

/// Revokes a token that is good and the client's own; with any other nothing is done, and nothing told of it. A refresh token takes
/// its session along (RFC 7009, 2.1).
pub(crate) fn revoke(
    c: &mut Conn,
    (now, actor): (Timestamp, &Actor),
    client: &Client,
    shown: &ShownToken,
) -> Result<(), Error> {
    let application = &client.application;
    let Some(read) = &shown.read else {
        let actor = of_program(application.id, actor);
        return tokens::use_cases::sign_out(c, now, &actor, &shown.hash, Some(application.id));
    };
    let token = match &read.proof {
        Proof::Application(bearer) => bearer.token,
        Proof::Acting(acting) => acting.token,
        Proof::Session(_) | Proof::PersonalToken(_) | Proof::Command(_) => return Ok(()),
    };
    let Some(active) = active(c, now, client, shown)? else {
        return Ok(());
    };
    let left = TimeDelta::seconds(active.expires - now.unix_seconds());
    applications::store::revoke_token(c, token, now.after(left), now)?;
    let account = active.account.unwrap_or(application.account);
    let (before, after) = (json!({ "revoked_token": null }), json!({ "revoked_token": token }));
    let change = Change::altered(
        Operation::create_access_token_revocation,
        "application",
        application.id,
        &before,
        &after,
    )?;
    audit::append(c, now, &of_program(application.id, actor).for_account(account), change)
}
