//! Deciding criteria 1 to 4, over the whole round and before any bracket: the player with the bye, and the clashes.

pub(crate) mod clash_exchanges;
mod decision;
pub(crate) mod eligibility;
