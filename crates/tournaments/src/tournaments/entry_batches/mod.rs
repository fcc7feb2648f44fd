//! Entries made many at once: all or none, and each that is refused is told at its place.

pub(crate) mod routes;
pub mod use_cases;

use crate::values::error::{Error, Problem};
use crate::values::validation::FieldError;

/// The most entries that are made at once: more than a school or a province brings to a championship.
pub const MOST_AT_ONCE: usize = 300;

/// The refusals of a batch. The first gives the code; of each it is told where it stands.
#[derive(Debug, Default)]
pub struct Refusals(Option<Problem>);

impl Refusals {
    /// Notes the refusal of the item at that place; what is not about one of its fields is about `field`. What is no refusal
    /// is passed on.
    pub fn note(&mut self, at: &str, field: &str, error: Error) -> Result<(), Error> {
        let Error::Refused(problem) = error else {
            return Err(error);
        };
        let mut problem = *problem;
        if problem.errors.is_empty() {
            problem.errors.push(FieldError {
                pointer: format!("/{field}"),
                code: problem.kind.code,
                message: problem.detail.clone(),
            });
        }
        for fault in &mut problem.errors {
            fault.pointer.insert_str(0, at);
        }
        match &mut self.0 {
            None => self.0 = Some(problem),
            Some(first) => first.errors.append(&mut problem.errors),
        }
        Ok(())
    }

    /// The refusal of the batch, if an item was refused.
    pub fn refuse(self) -> Result<(), Error> {
        match self.0 {
            None => Ok(()),
            Some(problem) => Err(problem.into()),
        }
    }
}
