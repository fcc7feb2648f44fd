//! The question that a use case asks before it decides on somebody.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::players::conflicts::{Decision, store};
use crate::values::error::Error;
use crate::values::id::PlayerId;

/// Refuses a decision on players to whom the caller is close.
pub fn refuse(c: &mut Conn, by: &Caller, decision: Decision, players: &[PlayerId]) -> Result<(), Error> {
    Ok(store::close(c, by.account)?.refuse(decision, players)?)
}
