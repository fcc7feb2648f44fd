//! Visitors over HTTP: for those who run the tournament.

use actix_web::web::Path;
use actix_web::{get, patch, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::tournaments::entries::PublicEntry;
use crate::tournaments::visitors::{VisitorFacts, use_cases};
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::id::{EntryId, TournamentId};
use crate::values::validation::Faults;
use crate::web::body::{Body, NoBody};
use crate::web::idempotency::Creation;
use crate::web::merge_patch::MergePatch;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_visitor)
        .service(read_visitor)
        .service(update_visitor)
        .service(create_visitor_erasure);
}

/// A visitor as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateVisitor {
    /// An id of your choice for the entry; the service makes one if absent.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1b")]
    id: Option<EntryId>,
    /// Family name; of somebody with one name alone, that name.
    #[schema(example = "Molefe", min_length = 1, max_length = 200)]
    family_name: String,
    /// Given names.
    #[schema(example = "Kagiso", min_length = 1, max_length = 200)]
    given_names: Option<String>,
    /// The country for which the visitor plays.
    #[schema(value_type = Country, example = "BW")]
    country: Country,
    /// Whether the public reads the name: the visitor, or a guardian of a child, has agreed to that. If absent, everyone
    /// reads the initials and the country.
    #[serde(default)]
    #[schema(example = true)]
    named: bool,
}

/// A visitor as those see and correct them who run the tournament.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = Visitor)]
struct VisitorView {
    /// Family name; of somebody with one name alone, that name.
    #[schema(required = false, example = "Molefe", min_length = 1, max_length = 200)]
    family_name: String,
    /// Given names.
    #[schema(example = "Kagiso", min_length = 1, max_length = 200)]
    given_names: Option<String>,
    /// The country for which the visitor plays.
    #[schema(required = false, value_type = Country, example = "BW")]
    country: Country,
    /// Whether the public reads the name.
    #[schema(required = false, example = true)]
    named: bool,
}

impl From<VisitorFacts> for VisitorView {
    fn from(facts: VisitorFacts) -> VisitorView {
        VisitorView {
            family_name: facts.name.family,
            given_names: facts.name.given,
            country: facts.country,
            named: facts.named,
        }
    }
}

impl VisitorView {
    fn facts(&self) -> Result<VisitorFacts, Faults> {
        let given = self.given_names.as_deref();
        VisitorFacts::parse(&self.family_name, given, self.country, self.named)
    }
}

/// Enter a visitor
///
/// An opponent from abroad by name and country, who is in no register: without number, club, registration and fee. By those
/// who run a continental, world or friendly tournament. The visitor is last in the starting order; wherever the tournament
/// names a player by an id, that of the entry is the visitor's. Visitors are drawn, seated and placed as everybody else, and
/// are in no ranking list.
#[utoipa::path(
    tag = "tournaments",
    request_body = CreateVisitor,
    responses(
        (status = 201, description = "The entry.", body = PublicEntry),
        (status = 409, description = "In this order: `not-accredited`: your accreditation no longer does. `wrong-state`: the tournament takes no entries. `tournament-full`: it has as many as it can. `no-visitors`: everybody in it is a player of the register. `already-entered`: a visitor of that name and country is. `id-taken`: the id is another entry's."),
    ),
)]
#[post("/v1/tournaments/{id}/visitors")]
async fn create_visitor(
    caller: TournamentOfficial,
    tournament: Path<TournamentId>,
    Body(asked, request): Body<CreateVisitor>,
) -> Result<StoredResponse, Error> {
    let creation = Creation::of(asked.id, &asked, caller.now())?;
    let given = asked.given_names.as_deref();
    let facts = VisitorFacts::parse(&asked.family_name, given, asked.country, asked.named)?;
    caller
        .write_once(request, move |c, by| {
            let entry = use_cases::enter(c, by, *tournament, &creation, &facts)?;
            Ok(Response::public(entry.public(by.today())).created_at(format!("/v1/entries/{}", entry.id)))
        })
        .await
}

/// Read a visitor
///
/// With the full name, for those who run the tournament.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 200, description = "The visitor.", body = VisitorView),
        (status = 409, description = "`not-accredited`: your accreditation no longer does."),
        (status = 410, description = "`erased`: the name was erased."),
    ),
)]
#[get("/v1/entries/{id}/visitor")]
async fn read_visitor(caller: TournamentOfficial, id: Path<EntryId>) -> Result<Response<VisitorView>, Error> {
    let facts = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(facts.into()))
}

/// Correct a visitor
///
/// By a JSON Merge Patch, whatever the state of the tournament: a name that was misspelt, another country, or whether the
/// public may read the name.
#[utoipa::path(
    tag = "tournaments",
    request_body(content = VisitorView, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The visitor as it is now.", body = VisitorView),
        (status = 409, description = "`not-accredited`: your accreditation no longer does. `already-entered`: another visitor has that name and country."),
        (status = 410, description = "`erased`: the name was erased."),
    ),
)]
#[patch("/v1/entries/{id}/visitor")]
async fn update_visitor(
    caller: TournamentOfficial,
    id: Path<EntryId>,
    MergePatch(change, request): MergePatch,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let facts = use_cases::correct(c, by, *id, |present| {
                let present = VisitorView::from(present);
                Ok(change.applied_to(&present, &present)?.facts()?)
            })?;
            Ok(Response::private(VisitorView::from(facts)))
        })
        .await
}

/// Erase a visitor's name
///
/// For good, from the audit trail too. The matches and the standing stay, as those of a visitor from the country. What is kept of a
/// lost laptop is not looked into: whatever names the visitor there is dismissed by a coordinator.
#[utoipa::path(
    tag = "tournaments",
    responses(
        (status = 201, description = "The entry as it is left.", body = PublicEntry),
        (status = 409, description = "`not-accredited`: your accreditation no longer does."),
    ),
)]
#[post("/v1/entries/{id}/visitor-erasures")]
async fn create_visitor_erasure(
    caller: TournamentOfficial,
    id: Path<EntryId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    let context = caller.context().clone();
    let answer = caller
        .write_once(request, move |c, by| {
            let entry = use_cases::erase(c, by, *id)?;
            Ok(Response::public(entry.public(by.today())).created_at(format!("/v1/entries/{id}")))
        })
        .await?;
    context.clear_journal().await;
    Ok(answer)
}
