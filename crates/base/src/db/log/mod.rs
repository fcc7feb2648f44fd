//! The log: the entries of the [audit trail](crate::db::audit) in one order, without a gap, under a tree of digests whose
//! head is signed.
//!
//! A write adds its entries in its own transaction and waits for nobody. What is committed is given its number after that,
//! by `number`: on SQLite by the writer, before the group is committed; on PostgreSQL by one instance, several times a
//! second (`sequencer.rs`). The leaves are salted digests, so the tree may be public, and an erasure leaves all proofs as
//! they are.
//!
//! It is built as transparency logs are: the tree of RFC 6962, section 2.1, kept in tiles (C2SP `tlog-tiles`), its head as
//! a signed note (C2SP `tlog-checkpoint`). Leaf 0 stands for the rows of before, which are chained by digests.

pub mod head;
pub mod notes;
pub mod proofs;
pub mod sequencer;
pub mod tree;
pub(crate) mod verification;

pub use head::open;
pub use verification::{LogVerdict, verify};

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use tlog_tiles::record_hash;

use crate::db::Conn;
use crate::db::log::tree::Tree;
use crate::db::prepared::Prepared;
use crate::db::schema::audit;
use crate::on_either;
use crate::values::digest::from_hexadecimal;
use crate::values::error::Error;

/// The most entries that are numbered in one transaction.
pub(crate) const MOST: i64 = 1024;

/// An entry that was given its number.
#[derive(QueryableByName)]
struct Numbered {
    #[diesel(sql_type = BigInt)]
    leaf: i64,
    #[diesel(sql_type = Text)]
    hash: String,
}

/// Gives the committed entries that have none their numbers, in the order in which they were written, and signs the new
/// head. How many were numbered; [`MOST`] if there may be more.
///
/// # Errors
/// Another instance numbered some in the meantime: then nothing is to be kept.
pub(crate) fn number(c: &mut Conn) -> Result<usize, Error> {
    if !is_waiting(c)? {
        return Ok(0);
    }
    let Some(head) = head::find_to_advance(c)? else {
        return Ok(0);
    };
    let mut numbered = take(c, &head)?;
    if numbered.is_empty() {
        return Ok(0);
    }
    numbered.sort_unstable_by_key(|entry| entry.leaf);
    let mut tree = Tree::grown_to(head.size, &head.edge)?;
    for entry in &numbered {
        let digest = from_hexadecimal(&entry.hash);
        let digest = digest.ok_or_else(|| Error::Internal("the digest of an entry cannot be read".to_owned()))?;
        tree.append(record_hash(&digest))?;
    }
    head::advance(c, &head, &mut tree)?;
    Ok(numbered.len())
}

/// Whether an entry waits for its number.
fn is_waiting(c: &mut Conn) -> Result<bool, Error> {
    let Some(head) = head::find(c)? else {
        return Ok(false);
    };
    let waiting = audit::table.filter(audit::leaf.is_null().and(audit::seq.gt(head.chained)));
    Ok(diesel::select(exists(waiting)).get_result(c)?)
}

/// Writes the numbers. An entry is written before what was done because of it, so it has the earlier place in the table.
fn take(c: &mut Conn, head: &head::Head) -> Result<Vec<Numbered>, Error> {
    const NUMBER: &str = "UPDATE audit SET leaf = waiting.leaf FROM (\
            SELECT seq, $1 + ROW_NUMBER() OVER (ORDER BY seq) - 1 AS leaf FROM (\
                SELECT seq FROM audit WHERE leaf IS NULL AND seq > $2 ORDER BY seq LIMIT $3) AS oldest) AS waiting \
        WHERE audit.seq = waiting.seq AND audit.leaf IS NULL RETURNING audit.leaf AS leaf, audit.hash AS hash";
    let query = diesel::sql_query(NUMBER)
        .bind::<BigInt, _>(head.size)
        .bind::<BigInt, _>(head.chained)
        .bind::<BigInt, _>(MOST);
    let query = Prepared(query);
    Ok(on_either!(c, c => query.load(c))?)
}
