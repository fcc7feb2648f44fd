//! Renewals: an accreditation that follows another.

pub(crate) mod routes;
pub(crate) mod use_cases;
