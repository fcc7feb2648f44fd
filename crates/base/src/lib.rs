//! Foundations of the service: values, words, the database, and what all requests share.

#![expect(
    missing_docs,
    reason = "fields and short methods speak for themselves; a test asks for the words of all other items"
)]

pub mod db;
pub mod languages;
pub mod operations;
pub mod values;
pub mod web;
