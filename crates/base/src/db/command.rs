//! Commands: requests that are written down where they are carried out, to be executed again elsewhere; and the wardens that
//! judge what a transaction has changed before it is kept.

use std::sync::OnceLock;

use crate::db::Conn;
use crate::db::audit::Written;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::random::Seed;

/// A request as it can be executed again: with its instant, and the seed from which its ids are drawn.
#[derive(Debug)]
pub struct Command {
    pub id: Id,
    pub at: Timestamp,
    pub seed: Seed,
    pub method: String,
    /// The path, with its query.
    pub path: String,
    /// The media type of its body; empty without one.
    pub media_type: String,
    /// Its body, once that was read.
    pub body: OnceLock<Vec<u8>>,
}

impl Command {
    /// Keeps the body, once it was read.
    pub fn keep_body(&self, body: &[u8]) {
        self.body.get_or_init(|| body.to_vec());
    }

    /// Its body, empty if nobody has read it; none, if it has files, which are not kept.
    pub fn body(&self) -> Option<&[u8]> {
        if self.media_type.starts_with("multipart/") {
            return None;
        }
        Some(self.body.get().map(Vec::as_slice).unwrap_or_default())
    }
}

/// The judge of what a transaction has changed, while it can still be undone.
pub trait Warden: Send + Sync {
    /// Refuses what must not be changed here, or writes down the command that has changed it.
    fn judge(&self, c: &mut Conn, written: &[Written], command: Option<&Command>) -> Result<(), Error>;
}
