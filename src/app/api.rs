//! The one list of nouns: what is served, and the document of it.

use std::sync::LazyLock;

use actix_web::App;
use serde_json::Value;
use utoipa_actix_web::AppExt;

use crate::accounts;
use crate::app::{assets, health, operations_page, problems};
use crate::certificates;
use crate::clubs;
use crate::colours;
use crate::doubts;
use crate::events;
use crate::exports;
use crate::federation;
use crate::games;
use crate::imports;
use crate::pages;
use crate::pens;
use crate::persons;
use crate::players;
use crate::provinces;
use crate::rankings;
use crate::statistics;
use crate::tournaments;
use crate::trail;
use crate::umpires;
use crate::values::error::{self, ProblemKind};
use crate::web::assets::Asset;
use crate::web::openapi::{self, Routes};
use crate::web::{idempotency, merge_patch, multipart, rate_limit};
use crate::webhooks;

/// Every operation. Those that are asked for most come first: a path is compared with one after the other.
pub(crate) fn configure(config: &mut impl Routes) {
    games::routes::configure(config);
    players::routes::configure(config);
    tournaments::routes::configure(config);
    rankings::routes::configure(config);
    accounts::routes::configure(config);
    federation::routes::configure(config);
    provinces::routes::configure(config);
    clubs::routes::configure(config);
    umpires::routes::configure(config);
    colours::routes::configure(config);
    certificates::routes::configure(config);
    doubts::routes::configure(config);
    imports::routes::configure(config);
    persons::routes::configure(config);
    exports::routes::configure(config);
    statistics::routes::configure(config);
    trail::routes::configure(config);
    trail::log::routes::configure(config);
    events::routes::configure(config);
    webhooks::routes::configure(config);
    pens::routes::configure(config);
    health::configure(config);
    problems::configure(config);
    assets::configure(config);
}

/// Every kind of problem, by code.
pub(crate) fn problems() -> Vec<&'static ProblemKind> {
    let lists = [
        error::KINDS,
        idempotency::KINDS,
        merge_patch::KINDS,
        multipart::KINDS,
        rate_limit::KINDS,
        accounts::refusals::KINDS,
        federation::KINDS,
        clubs::KINDS,
        players::KINDS,
        persons::mergers::KINDS,
        players::conflicts::KINDS,
        players::consents::KINDS,
        players::consent_wordings::KINDS,
        players::consent_links::KINDS,
        players::player_accounts::KINDS,
        players::pairing_bars::KINDS,
        players::registrations::KINDS,
        players::residences::KINDS,
        players::suspensions::KINDS,
        players::transfers::KINDS,
        umpires::KINDS,
        umpires::courses::KINDS,
        umpires::courses::candidates::KINDS,
        tournaments::KINDS,
        tournaments::appeals::KINDS,
        tournaments::appointments::KINDS,
        tournaments::byes::KINDS,
        tournaments::check_ins::KINDS,
        tournaments::entries::KINDS,
        tournaments::entry_removals::KINDS,
        tournaments::matches::KINDS,
        tournaments::matches::records::KINDS,
        tournaments::membership_withdrawals::KINDS,
        tournaments::officials::KINDS,
        tournaments::ratification::KINDS,
        tournaments::ratification::decisions::KINDS,
        tournaments::rounds::refusals::KINDS,
        tournaments::teams::KINDS,
        games::KINDS,
        rankings::KINDS,
        colours::refusals::KINDS,
        colours::selections::KINDS,
        certificates::KINDS,
        certificates::paper::logo::KINDS,
        doubts::KINDS,
        imports::KINDS,
        webhooks::KINDS,
        pens::KINDS,
        pages::KINDS,
    ];
    let mut kinds: Vec<&ProblemKind> = lists.into_iter().flatten().copied().collect();
    kinds.sort_by_key(|kind| kind.code);
    kinds
}

/// Every style and script of the service's own pages.
pub(crate) fn assets() -> impl Iterator<Item = &'static Asset> {
    [
        tournaments::sheets::routes::ASSETS,
        certificates::routes::ASSETS,
        pages::ASSETS,
        operations_page::ASSETS,
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
        openapi::complete(&document, &problems())
    });
    &DOCUMENT
}
