//! The service put together: the one list of what is served, the server, its settings, and what is said of the service itself.

pub mod api;
mod assets;
mod documentation;
mod executor;
mod health;
pub mod metrics;
mod operations_page;
mod problems;
mod process;
mod router;
pub mod server;
pub mod settings;
mod sharing;
pub mod standby;
mod upkeep;
