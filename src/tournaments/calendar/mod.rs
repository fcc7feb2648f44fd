//! The calendar of tournaments.

pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;
