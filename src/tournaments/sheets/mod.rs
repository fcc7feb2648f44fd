//! Sheets: what is printed and put up in the hall.

pub(crate) mod cross_table;
pub(crate) mod frame;
pub(crate) mod matches_csv;
pub(crate) mod papers;
pub(crate) mod round;
pub(crate) mod routes;
pub(crate) mod score_sheets;
pub(crate) mod standings;
pub(crate) mod teams;
pub(crate) mod use_cases;
