//! Values that every floor speaks of: ids, instants, words, errors. They know neither the database nor HTTP.

pub mod clock;
pub mod counted;
pub mod country;
pub mod digest;
pub mod error;
pub mod examination;
pub mod gaming_calendar;
pub mod gaming_year;
pub mod id;
pub mod names;
pub mod number;
pub mod public_url;
pub mod random;
pub mod sql_types;
pub mod string_enum;
pub mod string_value;
pub mod validation;
