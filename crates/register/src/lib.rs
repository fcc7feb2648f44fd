//! The register: accounts, the federation's settings, provinces, clubs, players and umpires.
//!
//! The rooms of the crates below have their names here too, so that `crate::` names every room from everywhere.

#![expect(
    missing_docs,
    reason = "fields and short methods speak for themselves; a test asks for the words of all other items"
)]

pub use records_base::{db, languages, on_either, operations, problem_kinds, string_enum, string_value, values, web};

pub mod accounts;
pub mod certificate_codes;
pub mod clubs;
pub mod federation;
pub mod players;
pub mod provinces;
pub mod umpires;
