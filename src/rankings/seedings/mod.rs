//! Seedings: the starting order of a tournament, taken from a list.

pub(crate) mod routes;
pub(crate) mod use_cases;
