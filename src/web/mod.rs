//! The base of all operations over HTTP: reading requests, answering, refusing. It names no noun.

pub(crate) mod assets;
pub(crate) mod body;
pub(crate) mod commands;
pub(crate) mod compression;
pub mod connections;
pub(crate) mod context;
pub(crate) mod csv_file;
pub(crate) mod entity_tag;
pub(crate) mod finished;
pub(crate) mod for_whom;
pub(crate) mod idempotency;
pub(crate) mod language;
pub(crate) mod list;
pub(crate) mod log_entry;
pub(crate) mod merge_patch;
pub(crate) mod metrics;
pub(crate) mod multipart;
pub(crate) mod openapi;
pub(crate) mod operations;
#[cfg(feature = "otlp")]
mod otlp;
pub(crate) mod pagination;
pub(crate) mod problem;
pub mod rate_limit;
pub(crate) mod required_fields;
pub(crate) mod response;
pub(crate) mod room;
pub(crate) mod scopes;
pub(crate) mod shared_problems;
pub(crate) mod spreadsheet;
pub mod telemetry;
pub(crate) mod text_rows;
