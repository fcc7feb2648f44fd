//! The audit trail: an entry for every change, in the transaction of the change.
//!
//! An entry has a digest over everything in it, the changes by a digest of their own that is salted. So what it says of a
//! person can be emptied when that person's data is erased, and nothing that was said before has to be altered. The
//! [log](crate::db::log) numbers the entries and proves that none was altered, removed or put in between; rows of before
//! it are chained by their digests (`chain.rs`). An entry of something on which rights rest seals what is there afterwards
//! (`seals.rs`).

pub(crate) mod chain;
pub mod seals;

use std::cell::RefCell;
use std::fmt::Display;

use diesel::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};

use crate::db::schema::audit;
use crate::db::{BATCH, Conn, holds};
use crate::on_either;
use crate::operations::Operation;
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
    pub fn over_http(account: Option<AccountId>, origin: String) -> Actor {
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
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// An actor of this origin, acting for that account.
    pub fn for_account(&self, account: AccountId) -> Actor {
        Actor {
            account: Some(account),
            origin: self.origin.clone(),
        }
    }
}

/// A change: the operation, the thing, and how it was before and after.
pub struct Change<'a> {
    action: Operation,
    subject: &'a str,
    id: String,
    before: Value,
    after: Value,
    /// Whether it has to do with all on which rights rest.
    seals_all: bool,
}

impl<'a> Change<'a> {
    /// A thing that was not there before.
    pub fn created(
        action: Operation,
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
            seals_all: false,
        })
    }

    /// A thing that is not as it was.
    pub fn altered(
        action: Operation,
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
            seals_all: false,
        })
    }
}

impl<'a> Change<'a> {
    /// A change that seals all on which rights rest, as it is by then.
    pub fn sealing_all(self) -> Change<'a> {
        Change {
            seals_all: true,
            ..self
        }
    }
}

impl Change<'_> {
    /// The sort of thing that it is a change of.
    pub fn subject(&self) -> &str {
        self.subject
    }

    /// Everything that it may name: the thing itself, and each text in what was before and after.
    pub fn texts(&self) -> Vec<&str> {
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

/// An entry as it is written; the database gives it its place.
#[derive(Debug, Insertable)]
#[diesel(table_name = audit, treat_none_as_default_value = false)]
struct NewEntry {
    at: Timestamp,
    account_id: Option<AccountId>,
    origin: String,
    action: String,
    subject: String,
    subject_id: String,
    changes: Option<String>,
    changes_digest: String,
    hash: String,
    seals: Option<String>,
}

/// An entry as it is kept.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = audit)]
pub(crate) struct Entry {
    pub(crate) seq: i64,
    pub(crate) leaf: Option<i64>,
    at: Timestamp,
    account_id: Option<AccountId>,
    origin: String,
    action: String,
    subject: String,
    subject_id: String,
    changes: Option<String>,
    changes_digest: String,
    pub(crate) hash: String,
    seals: Option<String>,
}

impl Entry {
    /// The fault in it, if it is not as it was written.
    pub(crate) fn fault(&self) -> Option<&'static str> {
        let about = (self.at, self.account_id, self.changes_digest.as_str());
        let words = [&self.origin, &self.action, &self.subject, &self.subject_id];
        if !is_of(self.changes.as_ref(), &self.changes_digest) {
            Some(CHANGES_ALTERED)
        } else if digest(about, words.map(String::as_str), self.seals.as_deref()) != self.hash {
            Some(ROW_ALTERED)
        } else {
            None
        }
    }
}

/// The member of what is kept of a change by which its digests cannot be guessed.
const SALT: &str = "salt";

const CHANGES_ALTERED: &str = "its changes are not those that were written";
const ROW_ALTERED: &str = "it is not the row that was written";

/// Whether the digest is of these changes, or of some that were emptied.
fn is_of(changes: Option<&String>, digest: &str) -> bool {
    changes.is_none_or(|changes| sha256(changes) == digest)
}

/// The digest over all of an entry; one that seals nothing has it as entries had it before any did.
fn digest(
    (at, account, changes_digest): (Timestamp, Option<AccountId>, &str),
    [origin, action, subject, subject_id]: [&str; 4],
    seals: Option<&str>,
) -> String {
    let entry = match seals {
        None => json!([at, account, origin, action, subject, subject_id, changes_digest]),
        Some(seals) => json!([at, account, origin, action, subject, subject_id, changes_digest, seals]),
    };
    sha256(entry.to_string())
}

/// The place of an entry in the trail: a number that no other has, and that grows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct EntryPlace(pub i64);

/// A change that the transaction has written, by what of it is the same wherever it is done.
#[derive(Debug, Clone)]
pub struct Written {
    pub account: Option<AccountId>,
    pub action: Operation,
    pub subject: String,
    /// Everything that it names by an id, itself first.
    pub names: Vec<Id>,
    /// A digest of all that it says but where it comes from, without a salt.
    pub digest: String,
}

impl Written {
    fn of(now: Timestamp, actor: &Actor, change: &Change<'_>) -> Written {
        let Change {
            action,
            subject,
            id,
            before,
            after,
            ..
        } = change;
        let names = change.texts().into_iter().filter_map(|text| text.parse().ok());
        Written {
            account: actor.account,
            action: *action,
            subject: (*subject).to_owned(),
            names: names.collect(),
            digest: sha256(json!([now, actor.account, action, subject, id, before, after]).to_string()),
        }
    }
}

/// All that the transaction on this thread has written.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    /// The last of its entries.
    pub(crate) last: Option<EntryPlace>,
    pub(crate) changes: Vec<Written>,
}

thread_local! {
    /// It is no argument, since each change would carry it from where it is written up to the [doors](crate::db), past all
    /// that do not ask.
    static GATHERED: RefCell<Gathered> = RefCell::default();
}

/// All that was written on this thread, since this was asked before.
pub(crate) fn take_written() -> Gathered {
    GATHERED.take()
}

/// The last entry that was written by the transaction so far.
pub fn written() -> Option<EntryPlace> {
    GATHERED.with_borrow(|gathered| gathered.last)
}

/// Runs a part of a transaction of which nothing was written if it is refused.
pub fn part<T, E>(part: impl FnOnce() -> Result<T, E>) -> Result<T, E> {
    let (last, changes) = GATHERED.with_borrow(|gathered| (gathered.last, gathered.changes.len()));
    let outcome = part();
    if outcome.is_err() {
        GATHERED.with_borrow_mut(|gathered| {
            gathered.last = last;
            gathered.changes.truncate(changes);
        });
    }
    outcome
}

/// Writes the entry of a change. It waits for no other.
pub fn append(c: &mut Conn, now: Timestamp, actor: &Actor, change: Change<'_>) -> Result<(), Error> {
    append_all(c, now, actor, vec![change])
}

/// Writes the entries of many changes, in their order.
///
/// # Errors
/// Something that one of them names is held: see [`holds`].
pub fn append_all(c: &mut Conn, now: Timestamp, actor: &Actor, changes: Vec<Change<'_>>) -> Result<(), Error> {
    holds::refuse_held(c, &changes)?;
    append_held(c, now, actor, changes)
}

/// Writes the entries of changes for whoever holds the things that they are of.
pub fn append_held(c: &mut Conn, now: Timestamp, actor: &Actor, changes: Vec<Change<'_>>) -> Result<(), Error> {
    let written: Vec<Written> = changes.iter().map(|change| Written::of(now, actor, change)).collect();
    GATHERED.with_borrow_mut(|gathered| gathered.changes.extend(written));
    let entries = changes.into_iter().map(|change| entry(c, now, actor, change));
    let entries: Vec<NewEntry> = entries.collect::<Result<_, _>>()?;
    for entries in entries.chunks(BATCH) {
        let written: Vec<i64> = match entries {
            // Of a single row the statement is kept.
            [entry] => on_either!(&mut *c, c => diesel::insert_into(audit::table)
                .values(entry)
                .returning(audit::seq)
                .get_results(c))?,
            entries => on_either!(&mut *c, c => diesel::insert_into(audit::table)
                .values(entries)
                .returning(audit::seq)
                .get_results(c))?,
        };
        GATHERED.with_borrow_mut(|gathered| gathered.last = written.into_iter().max().map(EntryPlace));
    }
    Ok(())
}

fn entry(c: &mut Conn, now: Timestamp, actor: &Actor, change: Change<'_>) -> Result<NewEntry, Error> {
    // Without the salt the digest of an emptied entry could be matched by guessing, say, a birth date.
    let salt = random::secret();
    let seals = seals::seals(c, &change, &salt)?;
    let changes = json!({ "before": change.before, "after": change.after, SALT: salt }).to_string();
    let changes_digest = sha256(&changes);
    let words = [&actor.origin, change.action.name(), change.subject, &change.id];
    Ok(NewEntry {
        hash: digest((now, actor.account, &changes_digest), words, seals.as_deref()),
        at: now,
        account_id: actor.account,
        origin: actor.origin.clone(),
        action: change.action.name().to_owned(),
        subject: change.subject.to_owned(),
        subject_id: change.id,
        changes_digest,
        changes: Some(changes),
        seals,
    })
}

/// The times at which something was done that names one of these, each with the operation that did it; the oldest
/// first.
pub fn naming(c: &mut Conn, ids: &[impl Copy + Into<Id>]) -> Result<Vec<(Timestamp, String)>, Error> {
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

/// The last times at which one of these things was done to a thing, with where it came from; the newest first.
pub fn latest(
    c: &mut Conn,
    id: impl Into<Id>,
    actions: &[&str],
    most: i64,
) -> Result<Vec<(Timestamp, String, String)>, Error> {
    let id: Id = id.into();
    let done = audit::table
        .filter(audit::subject_id.eq(id.to_string()))
        .filter(audit::action.eq_any(actions.to_vec()))
        .select((audit::at, audit::action, audit::origin))
        .order(audit::seq.desc())
        .limit(most);
    Ok(done.load(c)?)
}

/// The accounts that did that to a thing.
pub fn authors(c: &mut Conn, action: Operation, id: impl Display) -> Result<Vec<AccountId>, Error> {
    let done = audit::table
        .filter(audit::action.eq(action.name()))
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
pub fn forget(c: &mut Conn, id: impl Into<Id>) -> Result<(), Error> {
    diesel::update(audit::table.filter(names(id.into())))
        .set(audit::changes.eq(None::<String>))
        .execute(c)?;
    Ok(())
}
