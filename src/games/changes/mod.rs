//! Corrections and withdrawals of games, and what games were before.

pub(crate) mod routes;
pub(crate) mod store;
