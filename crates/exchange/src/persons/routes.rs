//! The operations on persons.

use crate::persons::{data, erasures, mergers};
use crate::web::openapi::Routes;

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    mergers::routes::configure(config);
    erasures::routes::configure(config);
    data::routes::configure(config);
}
