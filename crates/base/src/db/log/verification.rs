//! Whether the trail is as it was written: the chain of before, each entry, their order, and the tree over them.

use diesel::prelude::*;
use tlog_tiles::{Hash, record_hash};

use crate::db::Conn;
use crate::db::audit::Entry;
use crate::db::audit::chain::{self, ChainVerdict};
use crate::db::log::head::{self, Head};
use crate::db::log::notes::{SignedHead, verified};
use crate::db::log::tree::Tree;
use crate::db::schema::{audit, log_tiles};
use crate::values::digest::from_hexadecimal;
use crate::values::error::Error;

/// The result of a walk along the whole trail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LogVerdict {
    /// All of it is as it was written.
    Whole {
        /// The number of rows that are chained by digests, from before there was a log.
        chained: i64,
        /// The number of entries in the log.
        entries: i64,
        /// The number of entries that wait for their numbers.
        waiting: i64,
        /// The signed head.
        checkpoint: String,
        /// The key that verifies it.
        verifier: String,
    },
    /// A row that is not as it was written.
    Broken {
        /// Its place in the trail.
        seq: i64,
        /// The fault in it.
        fault: &'static str,
    },
    /// The log itself is not whole: an entry is missing, or a digest is another one.
    Torn {
        /// The fault in it.
        fault: &'static str,
    },
}

impl LogVerdict {
    /// The fault, in words; none if the trail is whole.
    #[must_use]
    pub fn fault(&self) -> Option<String> {
        match self {
            LogVerdict::Whole { .. } => None,
            LogVerdict::Broken { seq, fault } => Some(format!("row {seq}: {fault}")),
            LogVerdict::Torn { fault } => Some(format!("the log: {fault}")),
        }
    }
}

/// Rows at a time: the walk takes the same memory however long the trail is.
const STRIDE: i64 = 1000;

/// Walks along the whole trail. A checkpoint that was kept elsewhere, signed by this log, must be on the way.
///
/// # Errors
/// The database cannot be read.
pub fn verify(c: &mut Conn, kept: Option<&str>) -> Result<LogVerdict, Error> {
    let Some(head) = head::find(c)? else {
        return Ok(LogVerdict::Torn {
            fault: "it has no head",
        });
    };
    let chain = match chain::verify(c, head.chained)? {
        ChainVerdict::Broken { seq, fault } => return Ok(LogVerdict::Broken { seq, fault }),
        ChainVerdict::Whole { head } => head,
    };
    let torn = |fault| Ok(LogVerdict::Torn { fault });
    if head::anchor(head.chained, &chain) != head.anchor {
        return torn("the chain of before is not the one with which it began");
    }
    let kept = match kept.map(|kept| verified(kept, &head.verifier)) {
        Some(None) => return torn("the checkpoint that was kept is not of this log"),
        kept => kept.flatten(),
    };
    let mut walk = Walk::begin(&head, kept)?;
    if let Some(verdict) = walk.along(c, head.chained)? {
        return Ok(verdict);
    }
    if i64::try_from(walk.tree.size()).ok() != Some(head.size) {
        return torn("it has another length than its head says");
    }
    if walk.kept.is_some() {
        return torn("it is shorter than the checkpoint that was kept");
    }
    let signed = verified(&head.checkpoint, &head.verifier);
    if signed
        .is_none_or(|signed| signed.size != walk.tree.size() || Ok(signed.root) != walk.tree.root().map_err(|_| ()))
    {
        return torn("its checkpoint is not signed for what is in it");
    }
    if walk.tree.edge()? != head.edge {
        return torn("its edge is not the one of its tree");
    }
    Ok(LogVerdict::Whole {
        chained: head.chained,
        entries: head.size - 1,
        waiting: walk.waiting,
        checkpoint: head.checkpoint,
        verifier: head.verifier,
    })
}

struct Walk {
    tree: Tree,
    /// The checkpoint that is still to come.
    kept: Option<SignedHead>,
    waiting: i64,
}

impl Walk {
    fn begin(head: &Head, kept: Option<SignedHead>) -> Result<Walk, Error> {
        let mut walk = Walk {
            tree: Tree::empty(),
            kept,
            waiting: 0,
        };
        walk.add(&head.anchor)?;
        Ok(walk)
    }

    /// Adds an entry by its digest; the fault, if the tree is not the one that was signed.
    fn add(&mut self, digest: &str) -> Result<Option<&'static str>, Error> {
        let Some(digest) = from_hexadecimal(digest) else {
            return Ok(Some("its digest cannot be read"));
        };
        self.tree.append(record_hash(&digest))?;
        if let Some(kept) = self.kept.take_if(|kept| kept.size == self.tree.size())
            && kept.root != self.tree.root()?
        {
            return Ok(Some("up to it, the log is not the one of the checkpoint that was kept"));
        }
        Ok(None)
    }

    /// Goes along all entries, those that wait for their numbers after the others.
    fn along(&mut self, c: &mut Conn, chained: i64) -> Result<Option<LogVerdict>, Error> {
        let mut last = 0;
        loop {
            let next = audit::table.filter(audit::leaf.gt(last)).order(audit::leaf);
            let page: Vec<Entry> = next.limit(STRIDE).select(Entry::as_select()).load(c)?;
            if page.is_empty() {
                break;
            }
            for entry in page {
                let broken = |fault| Ok(Some(LogVerdict::Broken { seq: entry.seq, fault }));
                if entry.leaf != Some(last + 1) {
                    return broken("an entry is missing before it");
                }
                if let Some(fault) = entry.fault() {
                    return broken(fault);
                }
                if let Some(fault) = self.add(&entry.hash)? {
                    return broken(fault);
                }
                last += 1;
            }
            if !self.tiles_hold(c)? {
                return Ok(Some(LogVerdict::Torn {
                    fault: "a tile is not the one of its entries",
                }));
            }
        }
        let mut place = chained;
        loop {
            let waiting = audit::leaf.is_null().and(audit::seq.gt(place));
            let waiting = audit::table.filter(waiting).order(audit::seq).limit(STRIDE);
            let page: Vec<Entry> = waiting.select(Entry::as_select()).load(c)?;
            if page.is_empty() {
                return Ok(None);
            }
            for entry in page {
                if let Some(fault) = entry.fault() {
                    return Ok(Some(LogVerdict::Broken { seq: entry.seq, fault }));
                }
                place = entry.seq;
                self.waiting += 1;
            }
        }
    }

    /// Whether the tiles that were filled on the way are those that are kept.
    fn tiles_hold(&mut self, c: &mut Conn) -> Result<bool, Error> {
        for tile in self.tree.settle() {
            let kept = log_tiles::table.find((tile.height, tile.place)).select(log_tiles::hash);
            let kept: Option<Vec<u8>> = kept.first(c).optional()?;
            if kept.and_then(|kept| kept.try_into().ok()).map(Hash) != Some(tile.hash) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
