//! Candidates: players who have earned colours, and what others lack.

pub(crate) mod routes;
pub(crate) mod store;
