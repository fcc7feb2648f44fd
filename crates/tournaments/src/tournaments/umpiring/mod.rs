//! Umpiring: those who have umpired a tournament, as it was on record at a moment.

pub mod store;
