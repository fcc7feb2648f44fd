//! A person's data: all that the federation keeps of somebody, as one answer.

pub(crate) mod players;
pub(crate) mod routes;
pub mod use_cases;
pub mod views;
