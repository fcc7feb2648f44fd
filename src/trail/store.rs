//! The trail in the database, to be read; only [`audit`](crate::db::audit) writes it.

use std::collections::BTreeMap;

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{accounts, audit};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::AccountId;

/// A row of the trail, without what chains it to the one before.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = audit)]
pub(crate) struct TrailRow {
    pub(crate) seq: i64,
    pub(crate) at: Timestamp,
    pub(crate) account_id: Option<AccountId>,
    pub(crate) origin: String,
    pub(crate) action: String,
    pub(crate) subject: String,
    pub(crate) subject_id: String,
    /// None once a person whom it named was erased.
    pub(crate) changes: Option<String>,
}

/// The rows to list.
#[derive(Debug, Default)]
pub(crate) struct TrailFilter {
    /// The account that made the changes.
    pub(crate) account: Option<AccountId>,
    pub(crate) subject: Option<String>,
    pub(crate) subject_id: Option<String>,
    /// The instant from which on.
    pub(crate) from: Option<Timestamp>,
    /// The instant before which.
    pub(crate) until: Option<Timestamp>,
    /// The place before which to begin.
    pub(crate) before: Option<i64>,
}

/// Rows of the trail, the newest first.
pub(crate) fn list(c: &mut Conn, filter: TrailFilter, rows: i64) -> Result<Vec<TrailRow>, Error> {
    let mut query = audit::table
        .select(TrailRow::as_select())
        .order(audit::seq.desc())
        .limit(rows)
        .into_boxed();
    if let Some(account) = filter.account {
        query = query.filter(audit::account_id.eq(account));
    }
    if let Some(subject) = filter.subject {
        query = query.filter(audit::subject.eq(subject));
    }
    if let Some(id) = filter.subject_id {
        query = query.filter(audit::subject_id.eq(id));
    }
    if let Some(from) = filter.from {
        query = query.filter(audit::at.ge(from));
    }
    if let Some(until) = filter.until {
        query = query.filter(audit::at.lt(until));
    }
    if let Some(before) = filter.before {
        query = query.filter(audit::seq.lt(before));
    }
    Ok(query.load(c)?)
}

/// The names of these accounts.
pub(crate) fn names(c: &mut Conn, ids: &[AccountId]) -> Result<BTreeMap<AccountId, String>, Error> {
    let named = accounts::table.filter(accounts::id.eq_any(ids));
    let named: Vec<(AccountId, String)> = named.select((accounts::id, accounts::name)).load(c)?;
    Ok(named.into_iter().collect())
}
