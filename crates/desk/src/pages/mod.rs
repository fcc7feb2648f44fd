//! The desk: pages on which people work in a browser. A page is a form, a use case, a view; it owns no rule and no table, and
//! every one works without a script.
//!
//! `frame` is what stands around each page, `form` what is typed: read strictly, done once, and shown again with what is
//! wrong beside its field. Somebody is signed in by a cookie, which opens these pages alone (`sign_in`). A refusal that a
//! browser meets is a page too (`refusals`).

pub(crate) mod account;
pub(crate) mod authorization;
pub(crate) mod certificate;
pub(crate) mod chosen_file;
pub(crate) mod club_desk;
pub(crate) mod consent_links;
pub(crate) mod consents;
pub(crate) mod cookies;
pub(crate) mod desk;
pub(crate) mod federation_desk;
pub(crate) mod field;
pub mod form;
pub mod frame;
pub(crate) mod imports;
pub(crate) mod languages;
pub(crate) mod new_player;
pub(crate) mod own_record;
pub(crate) mod password;
pub(crate) mod person_fields;
pub(crate) mod personal_tokens;
pub(crate) mod player_desk;
pub(crate) mod public;
pub(crate) mod readings;
pub mod refusals;
pub(crate) mod register_desk;
pub(crate) mod second_factor;
pub mod sent;
pub(crate) mod sign_in;
pub(crate) mod ticks;
pub(crate) mod tournament_desk;

use actix_web::web::ServiceConfig;

use crate::values::error::ProblemKind;
use crate::web::assets::Asset;

/// The pages. They stand beside the operations of the document: no program is meant to call them.
pub fn configure(config: &mut ServiceConfig) {
    public::configure(config);
    languages::configure(config);
    sign_in::configure(config);
    account::configure(config);
    personal_tokens::configure(config);
    authorization::configure(config);
    password::configure(config);
    second_factor::configure(config);
    own_record::configure(config);
    consents::configure(config);
    consent_links::configure(config);
    desk::configure(config);
    tournament_desk::configure(config);
    club_desk::configure(config);
    player_desk::configure(config);
    register_desk::configure(config);
    imports::configure(config);
    federation_desk::configure(config);
}

/// The files that the pages ask for.
pub const ASSETS: &[Asset] = &[
    Asset::style("site.css", include_str!("site.css")),
    Asset::script("live.js", include_str!("public/live.js")),
    Asset::script("tournament.js", include_str!("public/tournament.js")),
    Asset::style("game.css", include_str!("public/game.css")),
    Asset::script("game.js", include_str!("public/game.js")),
    Asset::style("hall.css", include_str!("hall.css")),
    Asset::script("hall.js", include_str!("hall.js")),
    Asset::script("results.js", include_str!("results.js")),
];

/// The kinds of problem that only a page has.
pub const KINDS: &[&ProblemKind] = form::KINDS;
