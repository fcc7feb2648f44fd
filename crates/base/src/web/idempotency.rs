//! Requests that may be sent again: under an id that the caller chose, or with an `Idempotency-Key`.
//!
//! A thing that is created under an id of the caller's is remembered by a fingerprint of its content: the same request again
//! answers as the first did.
//!
//! The answer is written in the transaction of what the request did, so both are there or neither: sent again with the
//! same key, the request does nothing and is answered as the first time. A refusal is not kept, since it did nothing
//! either. Of several requests with one key at the same moment one is kept; the others are run again and find its answer.

use std::collections::HashSet;

use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest};
use chrono::TimeDelta;
use diesel::prelude::*;
use hmac::{Hmac, KeyInit, Mac};
use serde::Serialize;
use sha2::Sha256;

use crate::db::schema::{answers, creations};
use crate::db::{BATCH, Conn};
use crate::on_either;
use crate::values::clock::Timestamp;
use crate::values::digest::{hexadecimal, sha256};
use crate::values::error::{Error, ID_TAKEN};
use crate::values::id::{AccountId, Id};
use crate::web::commands::ExecutedFor;
use crate::web::response::{Content, Response, StoredResponse};

/// The time for which an answer is kept.
const KEPT: TimeDelta = TimeDelta::days(7);

crate::problem_kinds! {
    IDEMPOTENCY_KEY_REQUIRED = 400 "idempotency-key-required", "Name the request",
        "The operation needs an `Idempotency-Key`, so that what was sent twice is done once.";
    INVALID_IDEMPOTENCY_KEY = 400 "invalid-idempotency-key", "The idempotency key has the wrong form",
        "`Idempotency-Key` has 1 to 255 printable ASCII characters; a UUID is a good one.";
    ANSWER_ERASED = 410 "answer-erased", "The answer was erased",
        "The request was done before, and its answer was erased with the person whom it was about.";
    IDEMPOTENCY_KEY_REUSED = 422 "idempotency-key-reused", "The idempotency key was used for something else",
        "Another request was sent with this key in the last seven days. Use a new key for a new request.";
}

/// The marks that tell a request from others: its key, if it has one, and a digest of what it asks for.
#[derive(Debug, Clone)]
pub struct Request {
    key: Option<String>,
    fingerprint: String,
}

impl Request {
    /// Reads the key off the header.
    pub fn new(request: &HttpRequest, body: &[u8]) -> Result<Request, Error> {
        let head = format!("{} {}\n", request.method(), request.uri());
        Ok(Request {
            key: key(request)?.filter(|_| !is_executed_again(request)),
            fingerprint: FingerprintKey::of(request)?.fingerprint(&[head.as_bytes(), body].concat()),
        })
    }

    /// A form that was sent. Whoever goes back, mends it and sends it again asks for something else, and does not know of
    /// keys: it is told from others by the key that stands in it and by all that was typed.
    pub fn of_form(request: &HttpRequest, key: &str, content: &impl Serialize) -> Result<Request, Error> {
        let bytes = as_bytes(&(request.path(), key, content))?;
        let fingerprint = FingerprintKey::of(request)?.fingerprint(&bytes);
        Ok(Request {
            key: Some(fingerprint.clone()).filter(|_| !is_executed_again(request)),
            fingerprint,
        })
    }

    /// A request whose bytes differ each time it is sent: what it asks for is told by `content`.
    pub fn asking(key: Key, content: &impl Serialize) -> Result<Request, Error> {
        Ok(Request {
            key: Some(key.name),
            fingerprint: key.fingerprints.fingerprint(&as_bytes(content)?),
        })
    }

    /// Does the work, in the transaction, and answers; or answers as before, if the account's request was done before.
    pub fn once<T: Content>(
        &self,
        c: &mut Conn,
        account: AccountId,
        now: Timestamp,
        work: impl FnOnce(&mut Conn) -> Result<Response<T>, Error>,
    ) -> Result<StoredResponse, Error> {
        let Some(key) = &self.key else {
            return work(c)?.rendered();
        };
        if let Some(kept) = find(c, account, key, now)? {
            if kept.answer.is_empty() {
                return Err(ANSWER_ERASED.problem(ANSWER_ERASED.about).into());
            }
            return if kept.fingerprint == self.fingerprint {
                StoredResponse::restored(&kept.answer)
            } else {
                Err(IDEMPOTENCY_KEY_REUSED
                    .problem("Another request was sent with this key.")
                    .into())
            };
        }
        let answer = work(c)?.rendered()?.naming_what_was_written();
        keep(c, (account, key, &self.fingerprint, &answer.stored()?), now)?;
        Ok(answer)
    }
}

/// The secret with which what was asked for is digested. A request may hold a birth date, which whoever reads the digest
/// alone could guess.
#[derive(Clone, Debug)]
pub struct FingerprintKey(Hmac<Sha256>);

impl FingerprintKey {
    /// The key that belongs to a secret of the service.
    pub fn derived_from(secret: &str) -> Result<FingerprintKey, Error> {
        let mac = Hmac::new_from_slice(format!("fingerprints of requests {secret}").as_bytes());
        Ok(FingerprintKey(mac.map_err(|error| Error::Internal(error.to_string()))?))
    }

    fn of(request: &HttpRequest) -> Result<FingerprintKey, Error> {
        let key = request.app_data::<Data<FingerprintKey>>();
        let missing = || Error::Internal("the application is not whole".to_owned());
        Ok(FingerprintKey::clone(key.ok_or_else(missing)?))
    }

    /// HMAC-SHA-256 as 64 hexadecimal digits.
    fn fingerprint(&self, bytes: &[u8]) -> String {
        hexadecimal(&self.0.clone().chain_update(bytes).finalize().into_bytes())
    }
}

/// The key of an operation that needs one.
pub struct Key {
    name: String,
    fingerprints: FingerprintKey,
}

impl Key {
    /// Reads the key off the header.
    pub fn required(request: &HttpRequest) -> Result<Key, Error> {
        let missing = || IDEMPOTENCY_KEY_REQUIRED.problem("The request has no `Idempotency-Key`.");
        Ok(Key {
            name: key(request)?.ok_or_else(missing)?,
            fingerprints: FingerprintKey::of(request)?,
        })
    }
}

/// Whether it is a command that was carried out elsewhere: it was done once already, and is told from others by its place.
fn is_executed_again(request: &HttpRequest) -> bool {
    request.extensions().contains::<ExecutedFor>()
}

fn key(request: &HttpRequest) -> Result<Option<String>, Error> {
    let is_good = |key: &&str| (1..=255).contains(&key.len()) && key.bytes().all(|byte| (0x20..0x7f).contains(&byte));
    let wrong = || INVALID_IDEMPOTENCY_KEY.problem("The header has the wrong form.");
    let Some(key) = request.headers().get("idempotency-key") else {
        return Ok(None);
    };
    Ok(Some(key.to_str().ok().filter(is_good).ok_or_else(wrong)?.to_owned()))
}

/// An answer that is kept, with the digest of what was asked.
#[derive(Queryable, Selectable)]
#[diesel(table_name = answers)]
struct KeptAnswer {
    fingerprint: String,
    answer: String,
}

fn find(c: &mut Conn, account: AccountId, key: &str, now: Timestamp) -> QueryResult<Option<KeptAnswer>> {
    answers::table
        .find((account, key))
        .filter(answers::answered_at.gt(now.before(KEPT)))
        .select(KeptAnswer::as_select())
        .first(c)
        .optional()
}

fn keep(
    c: &mut Conn,
    (account, key, fingerprint, answer): (AccountId, &str, &str, &str),
    now: Timestamp,
) -> QueryResult<()> {
    // One that was kept under the key, and is not any more.
    diesel::delete(answers::table.find((account, key))).execute(c)?;
    diesel::insert_into(answers::table)
        .values((
            answers::account_id.eq(account),
            answers::key.eq(key),
            answers::fingerprint.eq(fingerprint),
            answers::answer.eq(answer),
            answers::answered_at.eq(now),
        ))
        .execute(c)?;
    Ok(())
}

/// Takes away the answers that are not kept any more. No request does that, since it would be in the way of others.
pub fn clear(c: &mut Conn, now: Timestamp) -> Result<(), Error> {
    diesel::delete(answers::table.filter(answers::answered_at.le(now.before(KEPT)))).execute(c)?;
    Ok(())
}

/// Empties the answers that name a thing. The keys stay used: what was done is not done again.
pub fn forget(c: &mut Conn, id: impl Into<Id>) -> Result<(), Error> {
    let id = id.into();
    let naming = answers::table.filter(answers::answer.like(format!("%{id}%")));
    diesel::update(naming)
        .set((answers::answer.eq(""), answers::fingerprint.eq("")))
        .execute(c)?;
    Ok(())
}

/// A thing to be created: its id, and a digest of what it is created from.
///
/// A thing that was created under an id of the caller's may be asked for again: equal content, however it was spaced or
/// ordered, finds what is there.
#[derive(Debug, Clone)]
pub struct Creation<I> {
    pub id: I,
    fingerprint: String,
}

impl<I: Copy + From<Id> + Into<Id>> Creation<I> {
    /// The creation of a thing from that content, under the caller's id or a new one.
    pub fn of(id: Option<I>, content: &impl Serialize, now: Timestamp) -> Result<Creation<I>, Error> {
        Ok(Creation {
            id: id.unwrap_or_else(|| Id::new(now).into()),
            fingerprint: fingerprint(content)?,
        })
    }

    /// The thing that stands under the id already, if it was created from the same content.
    ///
    /// # Errors
    /// [`ID_TAKEN`]: it was created from something else.
    pub fn earlier<T>(&self, c: &mut Conn, existing: Option<T>) -> Result<Option<T>, Error> {
        Creations::find(c, &[self.id])?.earlier(self, existing)
    }

    /// Remembers the creation, in the transaction of its thing.
    pub fn keep(&self, c: &mut Conn) -> Result<(), Error> {
        keep_creations(c, &[self])
    }
}

/// Creations that are remembered: the ids of the things, each with the digest of what it was created from. Things of two kinds
/// may have one id.
#[derive(Debug, Default)]
pub struct Creations(HashSet<(Id, String)>);

impl Creations {
    /// Finds what is remembered of the creation of these things.
    pub fn find(c: &mut Conn, ids: &[impl Copy + Into<Id>]) -> Result<Creations, Error> {
        let mut found = HashSet::new();
        for ids in ids.chunks(BATCH) {
            let ids = ids.iter().map(|id| (*id).into());
            let rows: Vec<(Id, String)> = creations::table.filter(creations::id.eq_any(ids)).load(c)?;
            found.extend(rows);
        }
        Ok(Creations(found))
    }

    /// The thing that stands under the id of the creation already, if it was created from the same content.
    ///
    /// # Errors
    /// [`ID_TAKEN`]: it was created from something else.
    pub fn earlier<T, I: Copy + Into<Id>>(
        &self,
        creation: &Creation<I>,
        existing: Option<T>,
    ) -> Result<Option<T>, Error> {
        let is_same = || self.0.contains(&(creation.id.into(), creation.fingerprint.clone()));
        if existing.is_none() || is_same() {
            Ok(existing)
        } else {
            Err(ID_TAKEN
                .at("/id", "Something else was created with this id before.")
                .into())
        }
    }
}

/// Remembers many creations, in the transaction of their things.
pub fn keep_creations<I: Copy + Into<Id>>(c: &mut Conn, new: &[&Creation<I>]) -> Result<(), Error> {
    let row = |new: &&Creation<I>| {
        (
            creations::id.eq(new.id.into()),
            creations::fingerprint.eq(new.fingerprint.clone()),
        )
    };
    for new in new.chunks(BATCH) {
        let rows: Vec<_> = new.iter().map(row).collect();
        on_either!(&mut *c, c => diesel::insert_into(creations::table).values(&rows).execute(c))?;
    }
    Ok(())
}

/// Empties what is remembered of the creation of those things: their ids stay taken.
pub fn forget_creations(c: &mut Conn, ids: &[impl Copy + Into<Id>]) -> Result<(), Error> {
    let ids = ids.iter().map(|id| (*id).into());
    diesel::delete(creations::table.filter(creations::id.eq_any(ids))).execute(c)?;
    Ok(())
}

/// The digest of what a thing was created from, as 64 hexadecimal digits: equal for equal content, however it was
/// spaced or ordered.
fn fingerprint(content: &impl Serialize) -> Result<String, Error> {
    as_bytes(content).map(sha256)
}

fn as_bytes(content: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(content).map_err(|error| Error::Internal(error.to_string()))
}
