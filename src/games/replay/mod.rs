//! The page on which a person steps through a game.

pub(crate) mod routes;
