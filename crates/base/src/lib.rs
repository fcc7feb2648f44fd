//! What the whole service rests on: values, words, the database, and the plumbing of requests.

#![expect(
    missing_docs,
    reason = "fields and short methods speak for themselves; a test asks for the words of all other items"
)]

pub mod db;
pub mod languages;
pub mod values;
pub mod web;
