//! Sessions: begun, carried on and ended.

use std::net::IpAddr;

use serde_json::json;

use crate::accounts::second_factors::use_cases::Shown;
use crate::accounts::tokens::store::{self, RefreshTokenRow};
use crate::accounts::tokens::{Bearer, Client, REFRESH_DAYS, Refreshed, SESSION_DAYS};
use crate::accounts::{Account, AccountRefusal, second_factors};
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::operations::Operation;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ApplicationId, Id, SessionId};
use crate::values::random;
use crate::web::scopes::Scopes;

/// Begins a session of an account whose password was shown, or says why not. A refusal is kept in the trail, and so is no
/// error; `Err` has the account that somebody guessed at, if there is one.
pub(crate) fn sign_in(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    shown: Result<Account, Option<AccountId>>,
    code: Option<&str>,
    (client, network): (Client, IpAddr),
) -> Result<Result<Refreshed, AccountRefusal>, Error> {
    let account = match shown {
        Ok(account) => account,
        Err(account) => {
            refuse(c, now, actor, account, network)?;
            return Ok(Err(AccountRefusal::SignInRefused));
        }
    };
    if account.deactivated_at.is_some() {
        refuse(c, now, actor, Some(account.id), network)?;
        return Ok(Err(AccountRefusal::Deactivated));
    }
    match second_factors::use_cases::show(c, account.id, code, now)? {
        Shown::Enough => {}
        Shown::Missing => return Ok(Err(AccountRefusal::CodeRequired)),
        Shown::Wrong => {
            refuse(c, now, actor, Some(account.id), network)?;
            return Ok(Err(AccountRefusal::SignInRefused));
        }
    }
    store::clear(c, now)?;
    let account = account.id;
    let session = SessionId::new(now);
    let bearer = Bearer { account, session };
    store::insert_session(c, bearer, now, network)?;
    let refreshed = match client {
        Client::Program => issue(c, now, now, bearer)?,
        Client::Browser => {
            let secret = random::secret();
            store::set_cookie(c, session, &secret)?;
            Refreshed { bearer, secret }
        }
    };
    let after = json!({ "account": account, "started_at": now });
    let change = Change::created(Operation::create_token, "session", session, &after)?;
    audit::append(c, now, &actor.for_account(account), change)?;
    Ok(Ok(refreshed))
}

/// Begins a session in which an application acts for the account, which has allowed it.
pub(crate) fn begin_acting(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    account: AccountId,
    (application, scopes): (ApplicationId, &Scopes),
    network: IpAddr,
) -> Result<Refreshed, Error> {
    store::clear(c, now)?;
    let session = SessionId::new(now);
    let bearer = Bearer { account, session };
    store::insert_session(c, bearer, now, network)?;
    store::set_application(c, session, application, scopes)?;
    let refreshed = issue(c, now, now, bearer)?;
    let after = json!({
        "account": account, "application": application, "scopes": scopes.to_string(), "started_at": now,
    });
    let change = Change::created(Operation::create_access_token, "session", session, &after)?;
    audit::append(c, now, &actor.for_account(account), change)?;
    Ok(refreshed)
}

/// Keeps in the trail that somebody was not let in.
fn refuse(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    account: Option<AccountId>,
    network: IpAddr,
) -> Result<(), Error> {
    refuse_as(
        c,
        now,
        actor,
        account.map(|account| ("account", account.into())),
        network,
    )
}

/// Keeps in the trail that somebody was not let in as that account or that application; as none that is known, by the
/// network. What was typed is not kept: it may be a password.
pub(crate) fn refuse_as(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    known: Option<(&str, Id)>,
    network: IpAddr,
) -> Result<(), Error> {
    let (subject, id) = match known {
        Some((subject, id)) => (subject, id.to_string()),
        None => ("network", network.to_string()),
    };
    let change = Change::created(Operation::refuse_sign_in, subject, id, &json!({ "network": network }))?;
    audit::append(c, now, actor, change)
}

/// Uses a refresh token of that application, or of a person, up for the next one; nothing for one that cannot be used. A used one
/// ends its session, which must be kept although the caller is refused.
pub(crate) fn refresh(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    hash: &str,
    of: Option<ApplicationId>,
) -> Result<Option<Refreshed>, Error> {
    let Some(token) = store::find_refresh_token(c, hash)?.filter(|token| token.application == of) else {
        return Ok(None);
    };
    if token.used_at.is_some() {
        end(
            c,
            now,
            &actor.for_account(token.account),
            Operation::reuse_refresh_token,
            token.session,
        )?;
        return Ok(None);
    }
    if !token.is_good_at(now) {
        return Ok(None);
    }
    store::spend_refresh_token(c, hash, now)?;
    let RefreshTokenRow { account, session, .. } = token;
    let refreshed = issue(c, now, token.session_started_at, Bearer { account, session })?;
    let (before, after) = (json!({ "issued": null }), json!({ "issued": now }));
    let change = Change::altered(Operation::create_token_refresh, "session", session, &before, &after)?;
    audit::append(c, now, &actor.for_account(account), change)?;
    Ok(Some(refreshed))
}

/// Ends the session of a refresh token of that application, or of a person, if there is one.
pub(crate) fn sign_out(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    hash: &str,
    of: Option<ApplicationId>,
) -> Result<(), Error> {
    match store::find_refresh_token(c, hash)?.filter(|token| token.application == of) {
        Some(token) => end(
            c,
            now,
            &actor.for_account(token.account),
            Operation::create_token_revocation,
            token.session,
        ),
        None => Ok(()),
    }
}

fn issue(c: &mut Conn, now: Timestamp, started_at: Timestamp, bearer: Bearer) -> Result<Refreshed, Error> {
    let secret = random::secret();
    let expires_at = now.after(REFRESH_DAYS).min(started_at.after(SESSION_DAYS));
    store::insert_refresh_token(c, &secret, bearer.session, now, expires_at)?;
    Ok(Refreshed { bearer, secret })
}

/// Ends a session, if it has not ended before.
pub(crate) fn end(
    c: &mut Conn,
    now: Timestamp,
    actor: &Actor,
    action: Operation,
    session: SessionId,
) -> Result<(), Error> {
    if store::end_session(c, session, now)? {
        let (before, after) = (json!({ "ended_at": null }), json!({ "ended_at": now }));
        let change = Change::altered(action, "session", session, &before, &after)?;
        audit::append(c, now, actor, change)?;
    }
    Ok(())
}
