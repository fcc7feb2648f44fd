//! Decisions: what becomes of a proposal.

pub(crate) mod routes;
pub mod use_cases;
