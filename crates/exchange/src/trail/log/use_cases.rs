//! Questions to the log, and the answers.

use tlog_tiles::Tile;

use crate::db::Conn;
use crate::db::audit::EntryPlace;
use crate::db::log::head::{self, Head};
use crate::db::log::proofs;
use crate::trail::log::{ConsistencyView, ReceiptView};
use crate::values::error::{Error, NOT_FOUND};

/// The head of the log.
pub(crate) fn find_head(c: &mut Conn) -> Result<Head, Error> {
    head::find(c)?.ok_or_else(|| Error::Internal("the log was not begun".to_owned()))
}

/// The hashes of a tile.
///
/// # Errors
/// The log does not reach that far.
pub(crate) fn find_tile(c: &mut Conn, tile: &Tile) -> Result<Vec<u8>, Error> {
    let head = find_head(c)?;
    proofs::tile(c, &head, tile)?.ok_or_else(|| NOT_FOUND.problem("The log does not reach that far.").into())
}

/// The receipt of an entry.
///
/// # Errors
/// There is no such entry, or it waits for its number.
pub(crate) fn find_receipt(c: &mut Conn, entry: EntryPlace) -> Result<ReceiptView, Error> {
    let head = find_head(c)?;
    let missing = "There is no entry of this number in the log. A new one comes to be there within a second.";
    let inclusion = proofs::inclusion(c, &head, entry)?.ok_or_else(|| NOT_FOUND.problem(missing))?;
    Ok(ReceiptView::of(entry.0, inclusion, head))
}

/// The proof that the log goes on from what it was with so many leaves.
///
/// # Errors
/// It never had so many.
pub(crate) fn find_consistency(c: &mut Conn, since: i64) -> Result<ConsistencyView, Error> {
    let head = find_head(c)?;
    let missing = || NOT_FOUND.problem(format!("The log has {} leaves.", head.size));
    let proof = proofs::consistency(c, &head, since)?.ok_or_else(missing)?;
    Ok(ConsistencyView::of(since, &proof, head))
}
