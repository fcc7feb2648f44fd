//! The search for games.

pub(crate) mod routes;
