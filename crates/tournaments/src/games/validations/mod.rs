//! Validations: turns judged without keeping anything.

pub(crate) mod routes;
