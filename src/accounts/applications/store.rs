//! Applications and their secrets in the database.

use diesel::prelude::*;

use crate::accounts::applications::{Application, ApplicationSecret};
use crate::db::Conn;
use crate::db::schema::{application_secrets, applications};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ApplicationId, ApplicationSecretId};

/// Keeps a new application.
pub(crate) fn insert(c: &mut Conn, application: &Application) -> Result<(), Error> {
    diesel::insert_into(applications::table)
        .values(application)
        .execute(c)?;
    Ok(())
}

/// Keeps that an application was revoked.
pub(crate) fn update(c: &mut Conn, application: &Application) -> Result<(), Error> {
    diesel::update(applications::table.find(application.id))
        .set(applications::revoked_at.eq(application.revoked_at))
        .execute(c)?;
    Ok(())
}

/// Takes the names of an account's applications away, and revokes those that were not.
pub(crate) fn empty(c: &mut Conn, account: AccountId, now: Timestamp) -> Result<(), Error> {
    let of_account = applications::table.filter(applications::account_id.eq(account));
    diesel::update(of_account).set(applications::name.eq("-")).execute(c)?;
    let open = applications::table
        .filter(applications::account_id.eq(account))
        .filter(applications::revoked_at.is_null());
    diesel::update(open).set(applications::revoked_at.eq(now)).execute(c)?;
    Ok(())
}

/// The application of that id.
pub(crate) fn find(c: &mut Conn, id: ApplicationId) -> Result<Option<Application>, Error> {
    let application = applications::table.find(id).select(Application::as_select());
    Ok(application.first(c).optional()?)
}

/// The applications of an account, the oldest first, revoked ones included.
pub(crate) fn list(c: &mut Conn, account: AccountId) -> Result<Vec<Application>, Error> {
    let of_account = applications::table
        .filter(applications::account_id.eq(account))
        .select(Application::as_select())
        .order((applications::created_at, applications::id));
    Ok(of_account.load(c)?)
}

/// Keeps a new secret.
pub(crate) fn insert_secret(c: &mut Conn, secret: &ApplicationSecret) -> Result<(), Error> {
    diesel::insert_into(application_secrets::table)
        .values(secret)
        .execute(c)?;
    Ok(())
}

/// Keeps when a secret was last used, and whether it was revoked.
pub(crate) fn update_secret(c: &mut Conn, secret: &ApplicationSecret) -> Result<(), Error> {
    diesel::update(application_secrets::table.find(secret.id))
        .set((
            application_secrets::last_used_at.eq(secret.last_used_at),
            application_secrets::revoked_at.eq(secret.revoked_at),
        ))
        .execute(c)?;
    Ok(())
}

/// The secret of that id.
pub(crate) fn find_secret(c: &mut Conn, id: ApplicationSecretId) -> Result<Option<ApplicationSecret>, Error> {
    let secret = application_secrets::table
        .find(id)
        .select(ApplicationSecret::as_select());
    Ok(secret.first(c).optional()?)
}

/// The secrets of these applications, the oldest first, revoked ones included.
pub(crate) fn list_secrets(c: &mut Conn, of: &[ApplicationId]) -> Result<Vec<ApplicationSecret>, Error> {
    let secrets = application_secrets::table
        .filter(application_secrets::application_id.eq_any(of))
        .select(ApplicationSecret::as_select())
        .order((application_secrets::created_at, application_secrets::id));
    Ok(secrets.load(c)?)
}

/// The application with that secret, as it is stored, if both are good.
pub(crate) fn find_by_secret(
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

/// The application that signed in with the secret of that id, if both are good.
pub(crate) fn find_by_secret_id(
    c: &mut Conn,
    application: ApplicationId,
    secret: ApplicationSecretId,
) -> Result<Option<Application>, Error> {
    let found = applications::table
        .inner_join(application_secrets::table)
        .filter(applications::id.eq(application))
        .filter(applications::revoked_at.is_null())
        .filter(application_secrets::id.eq(secret))
        .filter(application_secrets::revoked_at.is_null())
        .select(Application::as_select());
    Ok(found.first(c).optional()?)
}
