//! Fields, draws, the want of a draw and standings as JSON, with the feature `serde`.

mod answer;
mod lines;
mod standings;
mod task;

pub use task::{Answer, Task};
