//! Holders: people who have colours and let institutions read that.

pub(crate) mod routes;
pub(crate) mod store;
