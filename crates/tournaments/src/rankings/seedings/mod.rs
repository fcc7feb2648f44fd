//! Seedings: the starting order of a tournament, taken from a list.

pub(crate) mod routes;
pub mod use_cases;

use crate::federation::SeedingMethod;
use crate::rankings::methods::Method;

/// The method of the list by which round 1 of every tournament is seeded.
impl From<SeedingMethod> for Method {
    fn from(method: SeedingMethod) -> Method {
        match method {
            SeedingMethod::GamePoints => Method::GamePoints,
            SeedingMethod::SuperLeague => Method::SuperLeague,
            SeedingMethod::Glicko2 => Method::Glicko2,
        }
    }
}
