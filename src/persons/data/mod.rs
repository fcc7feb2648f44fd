//! A person's data: all that the federation keeps of somebody, as one answer.

pub(crate) mod players;
pub(crate) mod routes;
pub(crate) mod use_cases;
pub(crate) mod views;
