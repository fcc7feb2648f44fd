//! The records service of a Morabaraba federation.
//!
//! Its rooms, the walk of a request, and what always holds: `docs/architecture.md`. Here the crates are put together: [`app`] is the
//! list of routes and the server, [`cli`] the command line.

pub use records_base::{db, languages, operations, values, web};
pub use records_desk::pages;
pub use records_exchange::{care, events, exports, imports, pens, persons, trail, webhooks};
pub use records_honours::{certificates, colours, doubts};
pub use records_register::{accounts, certificate_codes, clubs, federation, players, provinces, umpires};
pub use records_tournaments::{games, rankings, statistics, tournaments};

pub mod app;
pub mod cli;
