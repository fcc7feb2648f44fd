//! Persons: what concerns a human being across all nouns that hold their data.

pub(crate) mod data;
pub(crate) mod erasures;
pub(crate) mod mergers;
pub(crate) mod routes;
