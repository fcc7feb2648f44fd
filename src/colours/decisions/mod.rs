//! Decisions: what becomes of a proposal.

pub(crate) mod routes;
pub(crate) mod use_cases;
