//! Archives: finished tournaments as files.

pub(crate) mod checks;
pub(crate) mod form;
pub(crate) mod reading;
pub(crate) mod routes;
pub(crate) mod use_cases;
