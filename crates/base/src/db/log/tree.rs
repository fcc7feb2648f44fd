//! The Merkle tree over the entries (RFC 6962, section 2.1), as it grows. To add a leaf only its right edge is needed: the
//! complete trees that make it up, of which there are as many as its size has ones in binary.

use std::collections::BTreeMap;

use tlog_tiles::{
    HASH_SIZE, Hash, HashReader, split_stored_hash_index, stored_hash_index, stored_hashes_for_record_hash,
    sub_tree_index, tree_hash,
};

use crate::values::error::Error;

/// The height of a tile: 256 hashes.
pub const TILE_HEIGHT: u8 = 8;

/// More levels of tiles than the largest log has.
pub const LEVELS: u8 = 8;

/// A complete tree whose leaves fill a tile: its height, its place among those of its height, and its hash.
pub(super) struct FullTile {
    pub(super) height: i64,
    pub(super) place: i64,
    pub(super) hash: Hash,
}

/// A tree that grows.
pub(crate) struct Tree {
    size: u64,
    /// Hashes of complete trees, by the number under which tiles count them.
    hashes: BTreeMap<u64, Hash>,
    filled: Vec<FullTile>,
}

impl HashReader for Tree {
    fn read_hashes(&self, indexes: &[u64]) -> Result<Vec<Hash>, tlog_tiles::Error> {
        let found = indexes.iter().map(|index| self.hashes.get(index).copied());
        found.collect::<Option<_>>().ok_or(tlog_tiles::Error::IndexesNotInTree)
    }
}

impl Tree {
    /// The tree of that many leaves with that right edge.
    pub(crate) fn grown_to(size: i64, edge: &[u8]) -> Result<Tree, Error> {
        let size = u64::try_from(size).map_err(|_| broken(&size))?;
        let hashes = edge
            .chunks(HASH_SIZE)
            .map(|hash| hash.try_into().map(Hash).map_err(|_| broken(&size)));
        let hashes = sub_tree_index(0, size, Vec::new()).into_iter().zip(hashes);
        let hashes = hashes.map(|(index, hash)| Ok((index, hash?)));
        Ok(Tree {
            size,
            hashes: hashes.collect::<Result<_, Error>>()?,
            filled: Vec::new(),
        })
    }

    /// A tree without leaves.
    pub(crate) fn empty() -> Tree {
        Tree {
            size: 0,
            hashes: BTreeMap::new(),
            filled: Vec::new(),
        }
    }

    /// Adds a leaf, by its hash.
    pub(crate) fn append(&mut self, leaf: Hash) -> Result<(), Error> {
        let hashes = stored_hashes_for_record_hash(self.size, leaf, self).map_err(|error| broken(&error))?;
        for (index, hash) in (stored_hash_index(0, self.size)..).zip(hashes) {
            self.hashes.insert(index, hash);
            let (height, place) = split_stored_hash_index(index);
            if height > 0 && height % TILE_HEIGHT == 0 {
                self.filled.push(FullTile {
                    height: i64::from(height),
                    place: i64::try_from(place).unwrap_or(i64::MAX),
                    hash,
                });
            }
        }
        self.size += 1;
        Ok(())
    }

    /// Forgets all hashes but those that are needed to go on. The tiles that were filled since the last time.
    pub(super) fn settle(&mut self) -> Vec<FullTile> {
        let edge = sub_tree_index(0, self.size, Vec::new());
        self.hashes.retain(|index, _| edge.contains(index));
        std::mem::take(&mut self.filled)
    }

    /// The number of leaves.
    pub(crate) fn size(&self) -> u64 {
        self.size
    }

    /// The hash of the whole.
    pub(crate) fn root(&self) -> Result<Hash, Error> {
        tree_hash(self.size, self).map_err(|error| broken(&error))
    }

    /// The hashes of the right edge, one after the other.
    pub(crate) fn edge(&self) -> Result<Vec<u8>, Error> {
        let edge = self.read_hashes(&sub_tree_index(0, self.size, Vec::new()));
        let edge = edge.map_err(|error| broken(&error))?;
        Ok(edge.iter().flat_map(|hash| hash.0).collect())
    }
}

fn broken(what: &impl std::fmt::Display) -> Error {
    Error::Internal(format!("the tree of the log does not hold: {what}"))
}
