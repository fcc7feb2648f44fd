//! Rows of the trail that were written before there was a [log](crate::db::log). Their `hash` is over the hash before it and
//! everything in the row, the changes by their digest.

use diesel::prelude::*;
use serde_json::json;

use crate::db::Conn;
use crate::db::audit::{CHANGES_ALTERED, ROW_ALTERED, is_of};
use crate::db::schema::audit;
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::error::Error;
use crate::values::id::AccountId;

/// The hash that the first row continues.
const ROOT: &str = "";

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = audit)]
struct ChainedRow {
    seq: i64,
    leaf: Option<i64>,
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

impl ChainedRow {
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
        } else if !is_of(self.changes.as_ref(), &self.changes_digest) {
            Some(CHANGES_ALTERED)
        } else if self.leaf.is_some() || self.chained_to(before) != self.hash {
            Some(ROW_ALTERED)
        } else {
            None
        }
    }
}

/// The number of the last row that there is, and its hash.
pub(crate) fn end(c: &mut Conn) -> Result<(i64, String), Error> {
    let last = audit::table.select((audit::seq, audit::hash)).order(audit::seq.desc());
    let last: Option<(i64, String)> = last.first(c).optional()?;
    Ok(last.unwrap_or_else(|| (0, ROOT.to_owned())))
}

/// The result of a walk along the chain.
pub(crate) enum ChainVerdict {
    /// Every row follows from the one before, and the last has that hash.
    Whole { head: String },
    /// The first row that does not.
    Broken { seq: i64, fault: &'static str },
}

/// Walks the chain of so many rows from the first to the last.
pub(crate) fn verify(c: &mut Conn, rows: i64) -> Result<ChainVerdict, Error> {
    /// Rows at a time: the walk takes the same memory however long the chain is.
    const STRIDE: i64 = 1000;
    let (mut last, mut head) = (0, ROOT.to_owned());
    let mut looked_at = i64::MIN; // a row before the first is none of ours
    loop {
        let next = audit::seq.gt(looked_at).and(audit::seq.le(rows));
        let page = audit::table.filter(next).order(audit::seq);
        let page: Vec<ChainedRow> = page.limit(STRIDE).select(ChainedRow::as_select()).load(c)?;
        if page.is_empty() {
            let fault = "a row is missing";
            return Ok(if last == rows {
                ChainVerdict::Whole { head }
            } else {
                ChainVerdict::Broken { seq: last + 1, fault }
            });
        }
        for row in page {
            if let Some(fault) = row.fault(last + 1, &head) {
                return Ok(ChainVerdict::Broken { seq: row.seq, fault });
            }
            (last, looked_at) = (row.seq, row.seq);
            head = row.hash;
        }
    }
}
