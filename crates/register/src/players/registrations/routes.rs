//! Registrations over HTTP.

use actix_web::web::Path;
use actix_web::{get, patch, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{ClubSecretary, Coordinator};
use crate::clubs::expansion::{Expansion, PageWithClubs};
use crate::federation;
use crate::players::registrations::store::RegistrationFilter;
use crate::players::registrations::use_cases::{self, Registering};
use crate::players::registrations::{Basis, Division, NewRegistration};
use crate::players::views::RegistrationView;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId, RegistrationId};
use crate::values::validation::{Day, Faults, Word, past};
use crate::web::body::{Body, Query};
use crate::web::idempotency::Creation;
use crate::web::merge_patch::MergePatch;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_registration)
        .service(list_registrations)
        .service(read_registration)
        .service(update_registration);
}

/// A registration as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateRegistration {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0cd-7a8b-7c9d-8e0f-1a2b3c4d5e6f")]
    id: Option<RegistrationId>,
    /// The player who is registered.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The club through which the player is registered.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: ClubId,
    /// The gaming year for which the player is registered: the next one at most.
    year: GamingYear,
    /// The basis on which the player is registered.
    basis: Basis,
    /// The division in which the player competes.
    division: Division,
}

/// Register a player for a gaming year
///
/// As a member, through the one club of which the player is a member; or by a school or university for its own events,
/// beside that.
#[utoipa::path(
    tag = "players",
    request_body = CreateRegistration,
    responses(
        (status = 201, description = "The registration.", body = RegistrationView),
        (status = 409, description = "`id-taken`: the id is another registration's. `transfer-required`: the player is a member of another club. `already-registered`: the player is registered for the year on this basis."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-club`, `unknown-player`: there is no such club or player. `not-an-institution`, `division-does-not-fit`: the club cannot enter the player on this basis. `age-does-not-fit`: the player is too young or too old for the division."),
    ),
)]
#[post("/v1/registrations")]
pub(crate) async fn create_registration(
    caller: ClubSecretary,
    Body(asked, request): Body<CreateRegistration>,
) -> Result<StoredResponse, Error> {
    let new = NewRegistration {
        year: asked.year,
        basis: asked.basis,
        division: asked.division,
        paid_on: None,
    };
    let calendar = caller.clone().read(|c, _| federation::store::calendar(c)).await?;
    let registering = Registering {
        creation: Creation::of(asked.id, &asked, caller.now())?,
        player: asked.player_id,
        club: asked.club_id,
        new: NewRegistration::parse(new, &calendar, caller.today())?,
    };
    caller
        .write_once(request, move |c, by| {
            let (registration, player) = use_cases::register(c, by, &registering)?;
            let location = format!("/v1/registrations/{}", registration.id);
            let view = RegistrationView::of(&registration, &player, by.today());
            Ok(Response::private(view).created_at(location))
        })
        .await
}

/// The registrations to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListRegistrations {
    /// Lists only registrations for this gaming year.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
    /// Lists only registrations through clubs of this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Lists only registrations through this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// Lists only registrations of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<PlayerId>,
    /// Lists only registrations in this division.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// Lists only registrations whose fee is not paid (`false`), or only the others (`true`).
    #[param(example = false)]
    paid: Option<bool>,
    /// Lists only registrations that were taken back (`true`); without it none of these.
    #[serde(default)]
    #[param(value_type = Option<bool>, example = false)]
    withdrawn: bool,
    /// Lists only members who are not registered for the year after, and so will lapse (`false`), or only those who are
    /// (`true`).
    #[param(example = false)]
    renewed: Option<bool>,
    /// Brings the clubs that the items name, in `clubs`, each once.
    #[param(inline, example = "club")]
    expand: Option<Expansion>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "IjAxOWFhMGNkLTdhOGItN2M5ZC04ZTBmLTFhMmIzYzRkNWU2ZiI")]
    cursor: Option<String>,
}

/// List registrations
///
/// Through the clubs that you look after; with `paid=false` who has not paid, with `renewed=false` who lapses.
#[utoipa::path(
    tag = "players",
    params(ListRegistrations),
    responses((status = 200, description = "A page of registrations.", body = PageWithClubs<RegistrationView>)),
)]
#[get("/v1/registrations")]
pub(crate) async fn list_registrations(
    caller: ClubSecretary,
    Query(query): Query<ListRegistrations>,
) -> Result<Response<PageWithClubs<RegistrationView>>, Error> {
    let (today, limit, player) = (caller.today(), query.limit, query.player_id);
    let filter = RegistrationFilter {
        year: query.year,
        province: query.province.map(String::from),
        club: query.club_id,
        players: None,
        division: query.division,
        paid: query.paid,
        withdrawn: query.withdrawn,
        renewed: query.renewed,
        after: after(query.cursor.as_deref())?,
    };
    let page = caller.read(move |c, by| {
        let registrations = use_cases::list(c, by, filter, player, limit.rows())?;
        let page = Page::of(
            registrations,
            limit,
            |(registration, _)| registration.id,
            |(registration, player)| RegistrationView::of(&registration, &player, today),
        )?;
        PageWithClubs::of(c, page, query.expand)
    });
    Ok(page.await?.private())
}

/// Read a registration
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The registration.", body = RegistrationView)),
)]
#[get("/v1/registrations/{id}")]
pub(crate) async fn read_registration(
    caller: ClubSecretary,
    id: Path<RegistrationId>,
) -> Result<Response<RegistrationView>, Error> {
    let today = caller.today();
    let (registration, player) = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(RegistrationView::of(&registration, &player, today)))
}

/// The parts of a registration that may be changed.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateRegistration {
    /// The division in which the player competes.
    #[schema(required = false)]
    division: Division,
    /// The day on which the fee was paid; `null` if it was not.
    #[schema(value_type = Option<NaiveDate>, example = "2026-11-15")]
    paid_on: Option<Day>,
}

/// Change a registration
///
/// By a JSON Merge Patch: a payment is recorded by its day.
#[utoipa::path(
    tag = "players",
    request_body(content = UpdateRegistration, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The registration as it is now.", body = RegistrationView),
        (status = 409, description = "`already-withdrawn`: it was taken back."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`division-does-not-fit`: the institution has no such division. `age-does-not-fit`: the player is too young or too old for it."),
    ),
)]
#[patch("/v1/registrations/{id}")]
pub(crate) async fn update_registration(
    caller: Coordinator,
    id: Path<RegistrationId>,
    MergePatch(change, request): MergePatch,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let (registration, player) = use_cases::update(c, by, *id, |present, player| {
                let form = UpdateRegistration {
                    division: present.division,
                    paid_on: present.paid_on.map(Day::from),
                };
                let present = RegistrationView::of(present, player, by.today());
                let form = change.applied_to(&present, &form)?;
                let paid_on = form.paid_on.map(|day| past(day.into(), by.today())).transpose();
                let mut faults = Faults::default();
                let paid_on = faults.check("/paid_on", paid_on).ok_or(faults)?;
                Ok((form.division, paid_on))
            })?;
            Ok(Response::private(RegistrationView::of(
                &registration,
                &player,
                by.today(),
            )))
        })
        .await
}
