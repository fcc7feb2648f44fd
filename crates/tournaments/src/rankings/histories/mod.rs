//! Histories: where a player was in the lists.

pub mod chart;
pub(crate) mod routes;
pub mod use_cases;
