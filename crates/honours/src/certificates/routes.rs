//! Certificates over HTTP.

use crate::certificates::{holders, paper, tokens, verifications};
use crate::web::assets::Asset;
use crate::web::openapi::Routes;

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    paper::routes::configure(config);
    tokens::routes::configure(config);
    verifications::routes::configure(config);
    holders::routes::configure(config);
}

/// The files for which the pages ask.
pub const ASSETS: &[Asset] = &[Asset::style("certificate.css", include_str!("paper/certificate.css"))];
