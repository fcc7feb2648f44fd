//! Standings: what the results of a tournament come to.

pub mod proceedings;
pub(crate) mod routes;
