//! Positions: of a game, or any at all.

pub(crate) mod routes;
