//! Verifications: whether a certificate is good.

pub(crate) mod page;
pub(crate) mod routes;
