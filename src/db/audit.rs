//! The audit trail: a row for every change, in the transaction of the change, chained by hash.
//!
//! Row by row, `hash` is SHA-256 over the hash before it and everything in the row, the changes by their digest. So a
//! row that was altered, removed or put in between is found by [`verify`]; and what a row says of a person can be
//! emptied when that person's data is erased, without breaking the chain. Rows cut off the end leave no trace in the
//! chain itself: keep the head that `verify` reports somewhere else.

use std::fmt::Display;

use diesel::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use crate::db::schema::audit;
use crate::db::{BATCH, Conn, holds};
use crate::on_either;
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::error::Error;
use crate::values::id::{AccountId, Id};
use crate::values::random;

/// The author of a change, and where the change comes from.
#[derive(Debug, Clone)]
pub struct Actor {
    account: Option<AccountId>,
    origin: String,
}

impl Actor {
    /// An account, or nobody in particular, by a request.
    pub(crate) fn over_http(account: Option<AccountId>, origin: String) -> Actor {
        Actor { account, origin }
    }

    /// A person who may use the command line.
    #[must_use]
    pub fn command_line() -> Actor {
        Actor {
            account: None,
            origin: "command line".to_owned(),
        }
    }

    /// The place that the change comes from.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// The same origin, acting for that account.
    pub(crate) fn for_account(&self, account: AccountId) -> Actor {
        Actor {
            account: Some(account),
            origin: self.origin.clone(),
        }
    }
}

/// A change: the operation, the thing, and how it was before and after.
pub(crate) struct Change<'a> {
    action: &'a str,
    subject: &'a str,
    id: String,
    before: Value,
    after: Value,
}

impl<'a> Change<'a> {
    /// A thing that was not there before.
    pub(crate) fn created(
        action: &'a str,
        subject: &'a str,
        id: impl Display,
        after: &impl Serialize,
    ) -> Result<Change<'a>, Error> {
        Ok(Change {
            action,
            subject,
            id: id.to_string(),
            before: Value::Null,
            after: value(after)?,
        })
    }

    /// A thing that is not as it was.
    pub(crate) fn altered(
        action: &'a str,
        subject: &'a str,
        id: impl Display,
        before: &impl Serialize,
        after: &impl Serialize,
    ) -> Result<Change<'a>, Error> {
        Ok(Change {
            action,
            subject,
            id: id.to_string(),
            before: value(before)?,
            after: value(after)?,
        })
    }
}

impl Change<'_> {
    /// The sort of thing that it is a change of.
    pub(super) fn subject(&self) -> &str {
        self.subject
    }

    /// Everything that it may name: the thing itself, and each text in what was before and after.
    pub(super) fn texts(&self) -> Vec<&str> {
        fn add<'v>(value: &'v Value, texts: &mut Vec<&'v str>) {
            match value {
                Value::String(text) => texts.push(text),
                Value::Array(items) => items.iter().for_each(|item| add(item, texts)),
                Value::Object(members) => members.values().for_each(|member| add(member, texts)),
                Value::Null | Value::Bool(_) | Value::Number(_) => {}
            }
        }
        let mut texts = vec![self.id.as_str()];
        add(&self.before, &mut texts);
        add(&self.after, &mut texts);
        texts
    }
}

fn value(thing: &impl Serialize) -> Result<Value, Error> {
    serde_json::to_value(thing).map_err(|error| Error::Internal(error.to_string()))
}

#[derive(Debug, Queryable, Insertable)]
#[diesel(table_name = audit, treat_none_as_default_value = false)]
struct Row {
    seq: i64,
    at: Timestamp,
    account_id: Option<AccountId>,
    origin: String,
    action: String,
    subject: String,
    subject_id: String,
    changes: Option<String>,
    changes_digest: String,
    hash: String,
}

/// The hash that the first row continues.
const ROOT: &str = "";

/// Writes the row of a change. Writers take turns (see [`crate::db`]), so the last row is the last.
pub(crate) fn append(c: &mut Conn, now: Timestamp, actor: &Actor, change: Change<'_>) -> Result<(), Error> {
    append_all(c, now, actor, vec![change])
}

/// Writes the rows of many changes, in their order.
///
/// # Errors
/// Something that one of them names is held: see [`holds`].
pub(crate) fn append_all(c: &mut Conn, now: Timestamp, actor: &Actor, changes: Vec<Change<'_>>) -> Result<(), Error> {
    holds::refuse_held(c, &changes)?;
    append_held(c, now, actor, changes)
}

/// Writes the rows of changes for whoever holds the things that they are of.
pub(crate) fn append_held(c: &mut Conn, now: Timestamp, actor: &Actor, changes: Vec<Change<'_>>) -> Result<(), Error> {
    let last: Option<(i64, String)> = audit::table
        .select((audit::seq, audit::hash))
        .order(audit::seq.desc())
        .first(c)
        .optional()?;
    let (mut seq, mut before) = last.unwrap_or_else(|| (0, ROOT.to_owned()));
    let mut rows = Vec::with_capacity(changes.len());
    for change in changes {
        seq += 1;
        let row = row(seq, &before, now, actor, change);
        before.clone_from(&row.hash);
        rows.push(row);
    }
    for rows in rows.chunks(BATCH) {
        on_either!(&mut *c, c => diesel::insert_into(audit::table).values(rows).execute(c))?;
    }
    Ok(())
}

fn row(seq: i64, before: &str, now: Timestamp, actor: &Actor, change: Change<'_>) -> Row {
    // Without the salt the digest of an emptied row could be matched by guessing, say, a birth date.
    let changes = json!({ "before": change.before, "after": change.after, "salt": random::secret() }).to_string();
    let mut row = Row {
        seq,
        at: now,
        account_id: actor.account,
        origin: actor.origin.clone(),
        action: change.action.to_owned(),
        subject: change.subject.to_owned(),
        subject_id: change.id,
        changes_digest: sha256(&changes),
        changes: Some(changes),
        hash: String::new(),
    };
    row.hash = row.chained_to(before);
    row
}

/// The times at which something was done that names one of these, each with the operation that did it; the oldest
/// first.
pub(crate) fn naming(c: &mut Conn, ids: &[impl Copy + Into<Id>]) -> Result<Vec<(Timestamp, String)>, Error> {
    let mut rows = Vec::new();
    for id in ids {
        let named: Vec<(i64, Timestamp, String)> = audit::table
            .filter(names((*id).into()))
            .select((audit::seq, audit::at, audit::action))
            .load(c)?;
        rows.extend(named);
    }
    rows.sort_by_key(|(seq, ..)| *seq);
    rows.dedup_by_key(|(seq, ..)| *seq);
    Ok(rows.into_iter().map(|(_, at, action)| (at, action)).collect())
}

/// The accounts that did that to a thing.
pub(crate) fn authors(c: &mut Conn, action: &str, id: impl Display) -> Result<Vec<AccountId>, Error> {
    let done = audit::table
        .filter(audit::action.eq(action))
        .filter(audit::subject_id.eq(id.to_string()));
    let authors: Vec<Option<AccountId>> = done.select(audit::account_id).load(c)?;
    Ok(authors.into_iter().flatten().collect())
}

/// The rows that name a thing, as their subject or in what was changed.
#[diesel::dsl::auto_type]
fn names(id: Id) -> _ {
    let id: String = id.to_string();
    let pattern: String = format!("%{id}%");
    let changed = audit::changes
        .is_not_null()
        .and(audit::changes.assume_not_null().like(pattern));
    audit::subject_id.eq(id).or(changed)
}

/// Empties what the trail says of a thing, wherever it is named: that, when and by whom something was done stays.
pub(crate) fn forget(c: &mut Conn, id: impl Into<Id>) -> Result<(), Error> {
    diesel::update(audit::table.filter(names(id.into())))
        .set(audit::changes.eq(None::<String>))
        .execute(c)?;
    Ok(())
}

impl Row {
    fn chained_to(&self, before: &str) -> String {
        let row = json!([
            before,
            self.seq,
            self.at,
            self.account_id,
            self.origin,
            self.action,
            self.subject,
            self.subject_id,
            self.changes_digest,
        ]);
        sha256(row.to_string())
    }

    fn fault(&self, seq: i64, before: &str) -> Option<&'static str> {
        if self.seq != seq {
            Some("a row is missing before it")
        } else if self
            .changes
            .as_ref()
            .is_some_and(|changes| sha256(changes) != self.changes_digest)
        {
            Some("its changes are not those that were written")
        } else if self.chained_to(before) != self.hash {
            Some("it is not the row that was written")
        } else {
            None
        }
    }
}

/// The result of a walk along the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ChainVerdict {
    /// Every row follows from the one before.
    Whole {
        /// The number of rows.
        rows: i64,
        /// The last row's hash.
        head: String,
    },
    /// The first row that does not.
    Broken {
        /// Its place in the chain, from 1.
        seq: i64,
        /// The fault in it.
        fault: &'static str,
    },
}

/// Walks the chain from its first row to its last.
///
/// # Errors
/// The database cannot be read.
pub fn verify(c: &mut Conn) -> Result<ChainVerdict, Error> {
    /// Rows at a time: the walk takes the same memory however long the chain is.
    const STRIDE: i64 = 1000;
    let (mut rows, mut head) = (0, ROOT.to_owned());
    loop {
        let next = audit::seq.gt(rows).or(audit::seq.le(0)); // a row before the first is none of ours
        let page: Vec<Row> = audit::table.filter(next).order(audit::seq).limit(STRIDE).load(c)?;
        if page.is_empty() {
            return Ok(ChainVerdict::Whole { rows, head });
        }
        for row in page {
            if let Some(fault) = row.fault(rows + 1, &head) {
                return Ok(ChainVerdict::Broken { seq: row.seq, fault });
            }
            rows = row.seq;
            head = row.hash;
        }
    }
}
