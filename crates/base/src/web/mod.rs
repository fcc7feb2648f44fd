//! The base of all operations over HTTP: reading requests, answering, refusing. It names no noun.

pub mod assets;
pub mod body;
pub mod commands;
pub mod compression;
pub mod connections;
pub mod context;
pub mod csv_file;
pub(crate) mod entity_tag;
pub mod finished;
pub mod idempotency;
pub mod language;
pub mod list;
pub mod log_entry;
pub mod merge_patch;
pub mod metrics;
pub mod multipart;
pub mod openapi;
pub mod operations;
#[cfg(feature = "otlp")]
mod otlp;
pub mod pagination;
pub mod problem;
pub mod rate_limit;
pub(crate) mod required_fields;
pub mod response;
pub mod room;
pub(crate) mod shared_problems;
pub mod spreadsheet;
pub mod telemetry;
pub mod text_rows;
