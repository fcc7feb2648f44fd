//! The head of the log, and its tiles, in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::audit::chain;
use crate::db::log::notes::{NoteKeys, sign};
use crate::db::log::tree::Tree;
use crate::db::schema::{log_head, log_tiles};
use crate::on_either;
use crate::values::digest::{from_hexadecimal, sha256};
use crate::values::error::Error;

/// The head of the log.
#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = log_head)]
pub struct Head {
    id: i64,
    /// The last row that is chained by digests.
    pub(crate) chained: i64,
    /// The digest that stands for the chain, as leaf 0.
    pub(crate) anchor: String,
    secret: String,
    /// The key that verifies checkpoints.
    pub verifier: String,
    /// The number of leaves.
    pub size: i64,
    pub(crate) edge: Vec<u8>,
    /// The signed note that says so.
    pub checkpoint: String,
}

/// The head; none before the log was opened.
pub fn find(c: &mut Conn) -> Result<Option<Head>, Error> {
    Ok(log_head::table.select(Head::as_select()).first(c).optional()?)
}

/// The head, for whoever goes on from it: others who want to do so wait.
pub(super) fn find_to_advance(c: &mut Conn) -> Result<Option<Head>, Error> {
    if let Conn::Postgres(c) = c {
        diesel::sql_query("SELECT id FROM log_head FOR UPDATE").execute(c)?;
    }
    find(c)
}

/// Begins the log, if it was not begun: with the chain of the rows that are there, and a key of its own.
pub fn open(c: &mut Conn) -> Result<(), Error> {
    if find(c)?.is_some() {
        return Ok(());
    }
    let (chained, hash) = chain::end(c)?;
    let anchor = anchor(chained, &hash);
    let keys = NoteKeys::generate("federation-records");
    let digest = from_hexadecimal(&anchor).unwrap_or_default();
    let mut tree = Tree::empty();
    tree.append(tlog_tiles::record_hash(&digest))?;
    let head = Head {
        id: 1,
        chained,
        anchor,
        checkpoint: sign(&keys.secret, &tree)?,
        secret: keys.secret,
        verifier: keys.verifier,
        size: 1,
        edge: tree.edge()?,
    };
    diesel::insert_into(log_head::table).values(head).execute(c)?;
    Ok(())
}

/// The digest that stands for a chain of so many rows that ends with that hash.
pub(super) fn anchor(rows: i64, hash: &str) -> String {
    sha256(format!("chain {rows} {hash}"))
}

/// Goes on from that head to the tree, which grew from it.
///
/// # Errors
/// Another instance has gone on from it: then nothing is to be kept.
pub(super) fn advance(c: &mut Conn, from: &Head, to: &mut Tree) -> Result<(), Error> {
    for tile in to.settle() {
        let row = (
            log_tiles::height.eq(tile.height),
            log_tiles::place.eq(tile.place),
            log_tiles::hash.eq(tile.hash.0.to_vec()),
        );
        on_either!(&mut *c, c => diesel::insert_into(log_tiles::table).values(row).execute(c))?;
    }
    let unmoved = log_head::table.find(1).filter(log_head::size.eq(from.size));
    let size = i64::try_from(to.size()).map_err(|error| Error::Internal(error.to_string()))?;
    let moved = diesel::update(unmoved)
        .set((
            log_head::size.eq(size),
            log_head::edge.eq(to.edge()?),
            log_head::checkpoint.eq(sign(&from.secret, to)?),
        ))
        .execute(c)?;
    if moved == 1 {
        Ok(())
    } else {
        Err(Error::Unavailable(
            "another instance has numbered the entries".to_owned(),
        ))
    }
}
