//! Changes: how a list differs from the one that it replaces.

pub(crate) mod routes;
pub(crate) mod use_cases;
