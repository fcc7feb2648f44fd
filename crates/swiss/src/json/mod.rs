//! JSON, with the feature `serde`, where the types do not say it themselves: the forms of those that are written otherwise,
//! and a field and its answer as one line.

mod lines;
mod task;

pub(crate) use lines::{PlayerLine, WaiversLine, WhyLine, WrittenPoints, outsider, passed};
pub use task::{Answer, Task};
