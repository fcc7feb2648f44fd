//! Applications and their secrets in the database.

use diesel::dsl::{exists, not};
use diesel::prelude::*;

use crate::accounts::applications::{Application, ApplicationBearer, ApplicationSecret};
use crate::accounts::authorizations::ActingBearer;
use crate::accounts::tokens::{self, SESSION_DAYS};
use crate::db::Conn;
use crate::db::schema::{application_secrets, applications, revoked_tokens, sessions};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ApplicationId, ApplicationSecretId, Id};

/// Keeps a new application.
pub fn insert(c: &mut Conn, application: &Application) -> Result<(), Error> {
    diesel::insert_into(applications::table)
        .values(application)
        .execute(c)?;
    Ok(())
}

/// Keeps that an application was revoked.
pub fn update(c: &mut Conn, application: &Application) -> Result<(), Error> {
    diesel::update(applications::table.find(application.id))
        .set(applications::revoked_at.eq(application.revoked_at))
        .execute(c)?;
    Ok(())
}

/// Takes the names of an account's applications away, revokes those that were not, and ends what they do for people.
pub fn empty(c: &mut Conn, account: AccountId, now: Timestamp) -> Result<(), Error> {
    let of_account = applications::table.filter(applications::account_id.eq(account));
    diesel::update(of_account).set(applications::name.eq("-")).execute(c)?;
    let ids: Vec<ApplicationId> = of_account.select(applications::id).load(c)?;
    for id in ids {
        tokens::store::end_sessions_of_application(c, id, now)?;
    }
    let open = of_account.filter(applications::revoked_at.is_null());
    diesel::update(open).set(applications::revoked_at.eq(now)).execute(c)?;
    Ok(())
}

/// The application of that id.
pub fn find(c: &mut Conn, id: ApplicationId) -> Result<Option<Application>, Error> {
    let application = applications::table.find(id).select(Application::as_select());
    Ok(application.first(c).optional()?)
}

/// The applications of those ids.
pub fn find_all(c: &mut Conn, ids: &[ApplicationId]) -> Result<Vec<Application>, Error> {
    let applications = applications::table.filter(applications::id.eq_any(ids));
    Ok(applications.select(Application::as_select()).load(c)?)
}

/// The applications of an account after the one of that id, the oldest first, revoked ones included.
pub fn list(
    c: &mut Conn,
    account: AccountId,
    after: Option<ApplicationId>,
    rows: i64,
) -> Result<Vec<Application>, Error> {
    let mut of_account = applications::table
        .filter(applications::account_id.eq(account))
        .select(Application::as_select())
        .order(applications::id)
        .limit(rows)
        .into_boxed();
    if let Some(after) = after {
        of_account = of_account.filter(applications::id.gt(after));
    }
    Ok(of_account.load(c)?)
}

/// Keeps a new secret.
pub fn insert_secret(c: &mut Conn, secret: &ApplicationSecret) -> Result<(), Error> {
    diesel::insert_into(application_secrets::table)
        .values(secret)
        .execute(c)?;
    Ok(())
}

/// Keeps when a secret was last used, and whether it was revoked.
pub fn update_secret(c: &mut Conn, secret: &ApplicationSecret) -> Result<(), Error> {
    diesel::update(application_secrets::table.find(secret.id))
        .set((
            application_secrets::last_used_at.eq(secret.last_used_at),
            application_secrets::revoked_at.eq(secret.revoked_at),
        ))
        .execute(c)?;
    Ok(())
}

/// The secret of that id.
pub fn find_secret(c: &mut Conn, id: ApplicationSecretId) -> Result<Option<ApplicationSecret>, Error> {
    let secret = application_secrets::table
        .find(id)
        .select(ApplicationSecret::as_select());
    Ok(secret.first(c).optional()?)
}

/// The secrets of these applications, the oldest first, revoked ones included.
pub fn list_secrets(c: &mut Conn, of: &[ApplicationId]) -> Result<Vec<ApplicationSecret>, Error> {
    let secrets = application_secrets::table
        .filter(application_secrets::application_id.eq_any(of))
        .select(ApplicationSecret::as_select())
        .order((application_secrets::created_at, application_secrets::id));
    Ok(secrets.load(c)?)
}

/// The application with that secret, as it is stored, if both are good.
pub fn find_by_secret(
    c: &mut Conn,
    application: ApplicationId,
    hash: &str,
) -> Result<Option<(Application, ApplicationSecret)>, Error> {
    let found = applications::table
        .inner_join(application_secrets::table)
        .filter(applications::id.eq(application))
        .filter(applications::revoked_at.is_null())
        .filter(application_secrets::hash.eq(hash))
        .filter(application_secrets::revoked_at.is_null())
        .select((Application::as_select(), ApplicationSecret::as_select()));
    Ok(found.first(c).optional()?)
}

/// The application that acts for an account by an access token, if it is good, and so are the session and the token itself.
pub(crate) fn find_acting(c: &mut Conn, acting: &ActingBearer, now: Timestamp) -> Result<Option<Application>, Error> {
    let found = applications::table
        .inner_join(sessions::table)
        .filter(applications::id.eq(acting.application))
        .filter(applications::revoked_at.is_null())
        .filter(sessions::id.eq(acting.bearer.session))
        .filter(sessions::account_id.eq(acting.bearer.account))
        .filter(sessions::ended_at.is_null())
        .filter(sessions::started_at.gt(now.before(SESSION_DAYS)))
        .filter(not(exists(revoked_tokens::table.find(acting.token))))
        .select(Application::as_select());
    Ok(found.first(c).optional()?)
}

/// The application for which an access token speaks, if it is good, and so are the secret that the token was got with and the
/// token itself.
pub(crate) fn find_by_bearer(c: &mut Conn, bearer: &ApplicationBearer) -> Result<Option<Application>, Error> {
    let found = applications::table
        .inner_join(application_secrets::table)
        .filter(applications::id.eq(bearer.application))
        .filter(applications::revoked_at.is_null())
        .filter(application_secrets::id.eq(bearer.secret))
        .filter(application_secrets::revoked_at.is_null())
        .filter(not(exists(revoked_tokens::table.find(bearer.token))))
        .select(Application::as_select());
    Ok(found.first(c).optional()?)
}

/// Keeps that an access token was revoked, and forgets those whose time is over.
pub fn revoke_token(c: &mut Conn, token: Id, expires_at: Timestamp, now: Timestamp) -> Result<(), Error> {
    diesel::delete(revoked_tokens::table.filter(revoked_tokens::expires_at.le(now))).execute(c)?;
    diesel::insert_into(revoked_tokens::table)
        .values((revoked_tokens::id.eq(token), revoked_tokens::expires_at.eq(expires_at)))
        .execute(c)?;
    Ok(())
}
