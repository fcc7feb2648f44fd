//! Exchange with the world: imports, mergers and erasures, exports, the trail, events, webhooks, venues, care of the data.
//!
//! The rooms of the crates below have their names here too, so that `crate::` names every room from everywhere.

#![expect(
    missing_docs,
    reason = "fields and short methods speak for themselves; a test asks for the words of all other items"
)]

pub use records_base::{db, languages, operations, problem_kinds, string_enum, values, web};
pub use records_honours::{certificates, colours, doubts};
pub use records_register::{accounts, certificate_codes, clubs, federation, players, provinces, umpires};
pub use records_tournaments::{games, rankings, statistics, tournaments};

pub mod care;
pub mod events;
pub mod exports;
pub mod imports;
pub mod pens;
pub mod persons;
pub mod trail;
pub mod webhooks;
