//! The one list of nouns: what is served, and the document of it.

use std::sync::LazyLock;

use actix_web::App;
use serde_json::Value;
use utoipa_actix_web::AppExt;

use crate::document::Routes;
use crate::error::Kind;
use crate::pages::Part;
use crate::{
    accounts, certificates, clubs, colours, document, edit, error, exports, games, health, idempotency, imports, limit,
    pages, players, problems, provinces, rankings, tournaments, umpires, upload,
};

/// Every operation, in the order of the nouns.
pub(crate) fn configure(config: &mut impl Routes) {
    accounts::routes::configure(config);
    provinces::routes::configure(config);
    clubs::routes::configure(config);
    players::routes::configure(config);
    umpires::routes::configure(config);
    tournaments::routes::configure(config);
    games::routes::configure(config);
    rankings::routes::configure(config);
    colours::routes::configure(config);
    certificates::routes::configure(config);
    imports::routes::configure(config);
    exports::routes::configure(config);
    health::configure(config);
    problems::configure(config);
    pages::configure(config);
}

/// Every kind of problem, by code.
pub(crate) fn problems() -> Vec<&'static Kind> {
    let lists = [
        error::KINDS,
        idempotency::KINDS,
        edit::KINDS,
        upload::KINDS,
        limit::KINDS,
        accounts::caller::KINDS,
        accounts::routes::KINDS,
        clubs::routes::KINDS,
        players::routes::KINDS,
        players::routes::mergers::KINDS,
        players::routes::pairing_bars::KINDS,
        players::routes::registrations::KINDS,
        players::routes::transfers::KINDS,
        umpires::routes::KINDS,
        tournaments::routes::KINDS,
        tournaments::routes::byes::KINDS,
        tournaments::routes::matches::KINDS,
        tournaments::routes::matches::records::KINDS,
        tournaments::routes::recognition::KINDS,
        tournaments::routes::rounds::refusals::KINDS,
        games::routes::KINDS,
        rankings::routes::KINDS,
        colours::routes::KINDS,
        colours::routes::selections::KINDS,
        certificates::routes::KINDS,
    ];
    let mut kinds: Vec<&Kind> = lists.into_iter().flatten().copied().collect();
    kinds.sort_by_key(|kind| kind.code);
    kinds
}

/// Every part of the service's own pages.
pub(crate) fn parts() -> impl Iterator<Item = &'static Part> {
    [
        tournaments::routes::sheets::PARTS,
        games::routes::pages::PARTS,
        certificates::routes::PARTS,
    ]
    .into_iter()
    .flatten()
}

/// The OpenAPI document of the operations, made once. It needs neither a database nor settings.
#[must_use]
pub fn openapi() -> &'static Value {
    static DOCUMENT: LazyLock<Value> = LazyLock::new(|| {
        let (_, document) = App::new()
            .into_utoipa_app()
            .configure(|config| configure(config))
            .split_for_parts();
        document::complete(&document)
    });
    &DOCUMENT
}
