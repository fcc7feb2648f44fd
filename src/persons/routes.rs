//! The operations on persons.

use crate::persons::{data, erasures, mergers};
use crate::web::openapi::Routes;

pub(crate) fn configure(config: &mut impl Routes) {
    mergers::routes::configure(config);
    erasures::routes::configure(config);
    data::routes::configure(config);
}
