//! Erasures: a person's data taken away on request, and a pseudonym left.

pub(crate) mod routes;
pub(crate) mod use_cases;
