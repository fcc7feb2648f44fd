//! The calendar of tournaments.

pub(crate) mod routes;
pub mod store;
pub(crate) mod use_cases;
