//! Archives: finished tournaments as files.

pub(crate) mod checks;
pub mod form;
pub(crate) mod reading;
pub(crate) mod routes;
pub mod use_cases;
