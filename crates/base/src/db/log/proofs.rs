//! Proofs: that an entry is in the log, and that the log of today goes on from the one of before.

use std::cell::RefCell;
use std::collections::HashMap;

use diesel::prelude::*;
use tlog_tiles::{HASH_SIZE, Hash, HashReader, Tile, prove_record, prove_tree, record_hash};

use crate::db::Conn;
use crate::db::audit::EntryPlace;
use crate::db::log::head::Head;
use crate::db::log::tree::{LEVELS, TILE_HEIGHT};
use crate::db::schema::{audit, log_tiles};
use crate::values::digest::from_hexadecimal;
use crate::values::error::Error;

/// The hashes of a tile, one after the other; none if the log does not reach that far.
pub fn tile(c: &mut Conn, head: &Head, tile: &Tile) -> Result<Option<Vec<u8>>, Error> {
    let (level, width) = (i64::from(tile.level()), i64::from(tile.width()));
    let first = i64::try_from(tile.level_index())
        .ok()
        .and_then(|place| place.checked_mul(1 << TILE_HEIGHT));
    let Some(first) = first.filter(|_| tile.level() < LEVELS) else {
        return Ok(None);
    };
    let there = head.size >> (i64::from(TILE_HEIGHT) * level);
    if first.checked_add(width).is_none_or(|end| end > there) {
        return Ok(None);
    }
    let hashes: Vec<Vec<u8>> = if level == 0 {
        let leaves = audit::table
            .filter(audit::leaf.between(first, first + width - 1))
            .order(audit::leaf);
        let digests: Vec<String> = leaves.select(audit::hash).load(c)?;
        let anchor = (first == 0).then(|| head.anchor.clone());
        let digests = anchor.into_iter().chain(digests);
        let hash = |digest: String| Some(record_hash(&from_hexadecimal(&digest)?).0.to_vec());
        digests.filter_map(hash).collect()
    } else {
        let complete = log_tiles::height.eq(level * i64::from(TILE_HEIGHT));
        let complete = complete.and(log_tiles::place.between(first, first + width - 1));
        let complete = log_tiles::table.filter(complete).order(log_tiles::place);
        complete.select(log_tiles::hash).load(c)?
    };
    let bytes = hashes.concat();
    if bytes.len() == tile.width() as usize * HASH_SIZE {
        Ok(Some(bytes))
    } else {
        Err(Error::Internal("the log is not whole".to_owned()))
    }
}

/// The proof that an entry is in the log (RFC 6962, section 2.1.1).
#[derive(Debug)]
pub struct Inclusion {
    /// The digest of the entry.
    pub digest: String,
    /// Its number.
    pub leaf: i64,
    pub path: Vec<Hash>,
}

/// Proves that the entry at that place of the trail is in the log; none if there is no such entry, or it waits for its
/// number.
pub fn inclusion(c: &mut Conn, head: &Head, place: EntryPlace) -> Result<Option<Inclusion>, Error> {
    let entry = audit::table.find(place.0).select((audit::leaf, audit::hash));
    let entry: Option<(Option<i64>, String)> = entry.first(c).optional()?;
    let Some((Some(leaf), digest)) = entry else {
        return Ok(None);
    };
    let path =
        prove_record(unsigned(head.size)?, unsigned(leaf)?, &Tiles::of(c, head)).map_err(|error| broken(&error))?;
    Ok(Some(Inclusion { digest, leaf, path }))
}

/// Proves that the log goes on from what it was with so many leaves (RFC 6962, section 2.1.2); none if it never had them.
pub fn consistency(c: &mut Conn, head: &Head, since: i64) -> Result<Option<Vec<Hash>>, Error> {
    if !(1..=head.size).contains(&since) {
        return Ok(None);
    }
    let proof = prove_tree(unsigned(head.size)?, unsigned(since)?, &Tiles::of(c, head));
    Ok(Some(proof.map_err(|error| broken(&error))?))
}

/// Reads hashes out of the tiles, each of which is read once.
struct Tiles<'a> {
    c: RefCell<&'a mut Conn>,
    head: &'a Head,
    read: RefCell<HashMap<String, Vec<u8>>>,
}

impl Tiles<'_> {
    fn of<'a>(c: &'a mut Conn, head: &'a Head) -> Tiles<'a> {
        Tiles {
            c: RefCell::new(c),
            head,
            read: RefCell::default(),
        }
    }

    fn hash(&self, index: u64) -> Result<Hash, tlog_tiles::Error> {
        let wanted = Tile::from_index(TILE_HEIGHT, index);
        let mut read = self.read.borrow_mut();
        let bytes = match read.entry(wanted.path()) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(unknown) => {
                let bytes = tile(&mut self.c.borrow_mut(), self.head, &wanted);
                let bytes = bytes.ok().flatten().ok_or(tlog_tiles::Error::IndexesNotInTree)?;
                unknown.insert(bytes)
            }
        };
        wanted.hash_at_index(bytes, index)
    }
}

impl HashReader for Tiles<'_> {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, tlog_tiles::Error> {
        indexes.iter().map(|index| self.hash(*index)).collect()
    }
}

fn unsigned(number: i64) -> Result<u64, Error> {
    u64::try_from(number).map_err(|error| broken(&error))
}

fn broken(error: &impl std::fmt::Display) -> Error {
    Error::Internal(format!("the log cannot be proved: {error}"))
}
