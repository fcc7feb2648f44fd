//! The answer where a round is not drawn: a fault of the field, a proof that there is no legal draw, or a spent budget.

mod groups;
mod load;
mod stuck;
mod waivers;

use std::error::Error;
use std::fmt;

use crate::field::FieldError;

pub use stuck::{ByePlace, Stuck, WayOut, Witness};
pub use waivers::Waivers;

/// The reason for which a round is not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Undrawn {
    /// The field has a fault.
    Field(FieldError),
    /// No pairing keeps the hard rules.
    NoLegalDraw(Box<Stuck>),
    /// The best pairing was not found within the steps that may be spent on a draw. Up to a thousand players no field
    /// is known for which this is so. Nothing is drawn rather than something that might not be the best.
    OutOfReach,
}

impl fmt::Display for Undrawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Field(error) => error.fmt(f),
            Self::NoLegalDraw(stuck) => stuck.fmt(f),
            Self::OutOfReach => f.write_str("the best of the legal pairings was not found"),
        }
    }
}

impl Error for Undrawn {}

impl From<FieldError> for Undrawn {
    fn from(error: FieldError) -> Self {
        Self::Field(error)
    }
}
