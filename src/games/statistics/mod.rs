//! Statistics: how games end.

pub(crate) mod routes;
