//! JSON, with the feature `serde`: a field and its answer as one line each, and the forms of the types that are not
//! written just as they are declared.

mod lines;
mod task;

pub(crate) use lines::{PlayerLine, WaiversLine, WhyLine, WrittenPoints, outsider, passed};
pub use task::{Answer, Task};
