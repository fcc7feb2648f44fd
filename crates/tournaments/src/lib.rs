//! Tournaments from plan to ratification, games, rankings and statistics.
//!
//! The rooms of the crates below have their names here too, so that `crate::` names every room from everywhere.

#![expect(
    missing_docs,
    reason = "fields and short methods speak for themselves; a test asks for the words of all other items"
)]

pub use records_base::{db, languages, on_either, operations, problem_kinds, string_enum, values, web};
pub use records_register::{accounts, certificate_codes, clubs, federation, players, provinces, umpires};

pub mod games;
pub mod rankings;
pub mod statistics;
pub mod tournaments;
