//! Seedings: the starting order of a tournament, taken from a list.

pub(crate) mod routes;
pub(crate) mod use_cases;

use crate::rankings::methods::Method;

/// The choice of the list by which round 1 of every tournament is seeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SeedingPolicy {
    /// The method of the list; the newest that was not replaced counts.
    pub(crate) method: Method,
}

impl Default for SeedingPolicy {
    fn default() -> SeedingPolicy {
        SeedingPolicy {
            method: Method::GamePoints,
        }
    }
}
