//! The trail in the database, to be read; only [`audit`](crate::db::audit) writes it.

use std::collections::BTreeMap;

use diesel::prelude::*;

use crate::accounts::standing::Program;
use crate::db::Conn;
use crate::db::schema::{accounts, applications, audit, personal_tokens};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ApplicationId, PersonalTokenId};

/// A row of the trail, without what chains it to the one before.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = audit)]
pub struct TrailRow {
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
pub struct TrailFilter {
    /// The account that made the changes.
    pub account: Option<AccountId>,
    pub subject: Option<String>,
    pub subject_id: Option<String>,
    /// The instant from which on.
    pub from: Option<Timestamp>,
    /// The instant before which.
    pub until: Option<Timestamp>,
    /// The place before which to begin.
    pub before: Option<i64>,
}

/// The most rows of the trail that are looked at for a page. So a page takes as long however long the trail is; where hardly a
/// row is asked for it has few, and the next one goes on from there.
const LOOKED_AT: i64 = 10_000;

/// Rows of the trail, the newest first; and the place of the last that was looked at, if the walk ended there with less than
/// so many.
pub fn list(c: &mut Conn, filter: TrailFilter, rows: i64) -> Result<(Vec<TrailRow>, Option<i64>), Error> {
    let end = end_of_walk(c, &filter)?;
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
    if let Some(end) = end {
        query = query.filter(audit::seq.ge(end));
    }
    let found: Vec<TrailRow> = query.load(c)?;
    let is_full = i64::try_from(found.len()).is_ok_and(|found| found >= rows);
    Ok((found, end.filter(|_| !is_full)))
}

/// The last row that is looked at for a page; none if an index finds what is asked for, or all that there are can be looked at.
fn end_of_walk(c: &mut Conn, filter: &TrailFilter) -> Result<Option<i64>, Error> {
    let is_walked = filter.subject.is_some() || filter.from.is_some() || filter.until.is_some();
    if filter.subject_id.is_some() || !is_walked {
        return Ok(None);
    }
    let Some(account) = filter.account else {
        // The places have few gaps: none has to be counted.
        let newest = || audit::table.select(diesel::dsl::max(audit::seq)).first(c);
        let newest: Option<i64> = filter.before.map_or_else(newest, |before| Ok(Some(before)))?;
        let end = newest.map(|newest| newest.saturating_sub(LOOKED_AT));
        return Ok(end.filter(|end| *end > 0));
    };
    let own = audit::table.filter(audit::account_id.eq(account));
    let mut walked = own.order(audit::seq.desc()).select(audit::seq).into_boxed();
    if let Some(before) = filter.before {
        walked = walked.filter(audit::seq.lt(before));
    }
    let last = walked.offset(LOOKED_AT - 1).limit(1);
    Ok(last.first(c).optional()?)
}

/// The names of those who made changes: of accounts, and of the programs through which they did.
#[derive(Default)]
pub struct Names {
    pub(crate) accounts: BTreeMap<AccountId, String>,
    applications: BTreeMap<ApplicationId, String>,
    personal_tokens: BTreeMap<PersonalTokenId, String>,
}

impl Names {
    /// The program in words, with its name if it has one still.
    pub fn of_program(&self, program: Program) -> String {
        let (sort, name) = match program {
            Program::Application(id) => ("the application", self.applications.get(&id)),
            Program::PersonalToken(id) => ("the personal token", self.personal_tokens.get(&id)),
        };
        format!("{sort} {}", name.map_or("-", String::as_str))
    }
}

/// The names of these accounts.
pub fn names(c: &mut Conn, ids: &[AccountId]) -> Result<BTreeMap<AccountId, String>, Error> {
    let named = accounts::table.filter(accounts::id.eq_any(ids));
    let named: Vec<(AccountId, String)> = named.select((accounts::id, accounts::name)).load(c)?;
    Ok(named.into_iter().collect())
}

/// The names of those who made the changes in these rows.
pub fn authors(c: &mut Conn, rows: &[TrailRow]) -> Result<Names, Error> {
    let mut ids: Vec<AccountId> = rows.iter().filter_map(|row| row.account_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let (mut applied, mut tokens) = (Vec::new(), Vec::new());
    for program in rows.iter().filter_map(|row| Program::of_origin(&row.origin)) {
        match program {
            Program::Application(id) => applied.push(id),
            Program::PersonalToken(id) => tokens.push(id),
        }
    }
    let mut authors = Names {
        accounts: names(c, &ids)?,
        ..Names::default()
    };
    if !applied.is_empty() {
        let named = applications::table.filter(applications::id.eq_any(applied));
        let named: Vec<(ApplicationId, String)> = named.select((applications::id, applications::name)).load(c)?;
        authors.applications.extend(named);
    }
    if !tokens.is_empty() {
        let named = personal_tokens::table.filter(personal_tokens::id.eq_any(tokens));
        let named: Vec<(PersonalTokenId, String)> =
            named.select((personal_tokens::id, personal_tokens::name)).load(c)?;
        authors.personal_tokens.extend(named);
    }
    Ok(authors)
}
