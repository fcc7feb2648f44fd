//! Grants: what accounts may do, and where.

pub(crate) mod routes;
