//! The erasure of a person's data: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::{self, Change};
use crate::operations::Operation;
use crate::persons::HOLDINGS;
use crate::persons::erasures::{ErasureEvidence, ErasureReason};
use crate::players::merger::Erasure;
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{self, Player};
use crate::values::error::Error;
use crate::web::idempotency;

/// Takes away what is kept of the person beside what the pseudonym, the number, has done: in all nouns, in the audit trail
/// and in the answers that are kept.
pub fn erase(c: &mut Conn, by: &Caller, path: &PlayerPath, reason: Option<ErasureReason>) -> Result<Player, Error> {
    let player = find_within(c, by, path)?;
    let entries = players::store::entries(c, player.id)?;
    let erasure = Erasure {
        entries: &entries,
        at: by.now,
        by: &by.actor,
    };
    for holding in HOLDINGS {
        (holding.erase)(c, &erasure)?;
    }
    for entry in &entries {
        audit::forget(c, *entry)?;
        idempotency::forget(c, *entry)?;
    }
    let left = player.erased();
    let after = ErasureEvidence {
        left: left.public(by.today()),
        reason,
    };
    by.audit(
        c,
        Change::created(Operation::create_erasure, "player", left.id, &after)?,
    )?;
    Ok(left)
}
