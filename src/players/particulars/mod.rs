//! Particulars: what is kept of players beside their names, for those who look after them.

pub(crate) mod routes;
pub(crate) mod store;
