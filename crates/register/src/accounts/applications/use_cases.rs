//! Applications: made, read and revoked, and their secrets.

use chrono::NaiveDate;

use crate::accounts::applications::{Application, ApplicationRecord, ApplicationSecret, PREFIX, store};
use crate::accounts::tokens::stored_form;
use crate::accounts::{self, Authority, Caller, grants, tokens};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, ApplicationId, ApplicationSecretId};
use crate::values::random;

/// Makes an application within a grant of the caller's. It has no secret yet.
pub(crate) fn create(c: &mut Conn, by: &Caller, asked: &Application) -> Result<ApplicationRecord, Error> {
    let grant = grants::store::find(c, asked.grant)?;
    let application = asked.clone().bounded_by(grant.as_ref(), by.today())?;
    store::insert(c, &application)?;
    let change = Change::created(
        Operation::create_application,
        "application",
        application.id,
        &application,
    )?;
    by.audit(c, change)?;
    Ok(ApplicationRecord {
        application,
        secrets: Vec::new(),
        sessions: 0,
    })
}

/// The applications of an account after the one of that id, for its owner and for administrators.
pub(crate) fn list(
    c: &mut Conn,
    by: &Caller,
    account: AccountId,
    after: Option<ApplicationId>,
    rows: i64,
) -> Result<Vec<ApplicationRecord>, Error> {
    accounts::use_cases::readable(c, by, account)?;
    let applications = store::list(c, account, after, rows)?;
    let ids: Vec<ApplicationId> = applications.iter().map(|application| application.id).collect();
    let secrets = store::list_secrets(c, &ids)?;
    let sessions = tokens::store::count_open_of(c, &ids, by.now)?;
    let record = |application: Application| ApplicationRecord {
        secrets: secrets
            .iter()
            .filter(|secret| secret.application == application.id)
            .cloned()
            .collect(),
        sessions: sessions.get(&application.id).copied().unwrap_or_default(),
        application,
    };
    Ok(applications.into_iter().map(record).collect())
}

/// An application, for whoever answers for it and for administrators.
pub(crate) fn read(c: &mut Conn, by: &Caller, id: ApplicationId) -> Result<ApplicationRecord, Error> {
    let unknown = || NOT_FOUND.problem("There is no application with this id.");
    let application = store::find(c, id)?.ok_or_else(unknown)?;
    if application.account != by.account && !by.reach.is_everywhere() {
        return Err(unknown().into());
    }
    let secrets = store::list_secrets(c, &[id])?;
    let sessions = tokens::store::count_open_of(c, &[id], by.now)?;
    Ok(ApplicationRecord {
        application,
        secrets,
        sessions: sessions.get(&id).copied().unwrap_or_default(),
    })
}

/// The authorities that an application has on that day: that of its grant, or none.
pub(crate) fn authorities(c: &mut Conn, of: &Application, day: NaiveDate) -> Result<Vec<Authority>, Error> {
    let grant = grants::store::find(c, of.grant)?;
    Ok(grant.and_then(|grant| grant.authority_on(day)).into_iter().collect())
}

/// Whether an application may do anything on that day: the account that answers for it is in use, and its grant holds.
pub(crate) fn may_act(c: &mut Conn, application: &Application, day: NaiveDate) -> Result<bool, Error> {
    let is_in_use = !accounts::store::in_use(c, &[application.account])?.is_empty();
    Ok(is_in_use && !authorities(c, application, day)?.is_empty())
}

/// Revokes an application: its secrets and its access tokens are worth nothing from then on, and it acts for nobody.
pub(crate) fn revoke(c: &mut Conn, by: &Caller, id: ApplicationId) -> Result<ApplicationRecord, Error> {
    let ApplicationRecord {
        application, secrets, ..
    } = read(c, by, id)?;
    let after = application.clone().revoked(by.now)?;
    store::update(c, &after)?;
    tokens::store::end_sessions_of_application(c, id, by.now)?;
    by.audit(
        c,
        Change::altered(
            Operation::create_application_revocation,
            "application",
            id,
            &application,
            &after,
        )?,
    )?;
    Ok(ApplicationRecord {
        application: after,
        secrets,
        sessions: 0,
    })
}

/// Makes a secret for an application that the caller answers for; it is told this once.
pub(crate) fn create_secret(
    c: &mut Conn,
    by: &Caller,
    id: ApplicationId,
) -> Result<(ApplicationSecret, String), Error> {
    let record = read(c, by, id)?;
    if record.application.account != by.account {
        // Whoever looks after accounts does not sign in as their programs.
        return Err(NOT_FOUND.problem("You have no application with this id.").into());
    }
    record.admit_another()?;
    let told = format!("{PREFIX}{}", random::secret());
    let secret = ApplicationSecret {
        id: ApplicationSecretId::new(by.now),
        application: id,
        hash: stored_form(&told),
        created_at: by.now,
        last_used_at: None,
        revoked_at: None,
    };
    store::insert_secret(c, &secret)?;
    let change = Change::created(
        Operation::create_application_secret,
        "application_secret",
        secret.id,
        &secret,
    )?;
    by.audit(c, change)?;
    Ok((secret, told))
}

/// Revokes a secret, and the access tokens that were got with it.
pub(crate) fn revoke_secret(c: &mut Conn, by: &Caller, id: ApplicationSecretId) -> Result<ApplicationRecord, Error> {
    let unknown = || NOT_FOUND.problem("There is no secret with this id.");
    let secret = store::find_secret(c, id)?.ok_or_else(unknown)?;
    let record = read(c, by, secret.application).map_err(|_| unknown())?;
    let after = secret.clone().revoked(by.now)?;
    store::update_secret(c, &after)?;
    by.audit(
        c,
        Change::altered(
            Operation::create_application_secret_revocation,
            "application_secret",
            id,
            &secret,
            &after,
        )?,
    )?;
    let secrets = record.secrets.clone().into_iter();
    let secrets = secrets.map(|secret| if secret.id == id { after.clone() } else { secret });
    Ok(ApplicationRecord {
        secrets: secrets.collect(),
        ..record
    })
}
