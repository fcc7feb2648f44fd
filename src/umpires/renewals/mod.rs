//! Renewals: an accreditation that follows another.

pub(crate) mod routes;
