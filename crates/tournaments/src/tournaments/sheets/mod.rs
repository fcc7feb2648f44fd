//! Sheets: what is printed and put up in the hall.

pub(crate) mod cross_table;
pub mod frame;
pub(crate) mod matches_csv;
pub mod papers;
pub mod round;
pub mod routes;
pub(crate) mod score_sheets;
pub mod standings;
pub mod teams;
pub mod use_cases;
