//! The ranking of clubs that follows from a list.

pub(crate) mod routes;
