//! Registrations over HTTP.

use std::collections::HashMap;

use actix_web::web::{Data, Path};
use actix_web::{get, patch, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::Reach;
use crate::accounts::caller::{ClubSecretary, Coordinator};
use crate::clubs::{self, Club};
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::players::registrations::{Basis, Division, NewRegistration, Registration, store};
use crate::players::store::find_member;
use crate::players::{self, Player, PlayerName, club_within, unknown_player};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::{Day, Faults, Word, past};
use crate::web::body::{Body, Query};
use crate::web::idempotency::{earlier, fingerprint};
use crate::web::merge_patch::Edit;
use crate::web::openapi::Routes;
use crate::web::pagination::{Limit, Page, after};
use crate::web::response::{Answer, Reply};

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
    id: Option<Id>,
    /// Who is registered.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Id,
    /// Through which club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
    /// For which gaming year: the next one at most.
    year: GamingYear,
    /// As what.
    basis: Basis,
    /// Among whom the player competes.
    division: Division,
}

/// A registration, for those who look after the club.
#[derive(Serialize, ToSchema)]
#[schema(as = Registration)]
pub(crate) struct RegistrationView {
    /// Its id.
    #[schema(example = "019aa0cd-7a8b-7c9d-8e0f-1a2b3c4d5e6f")]
    id: Id,
    /// Who is registered: by name, or, if the player is a minor of another club, as everyone may see.
    player: PlayerName,
    /// Through which club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
    /// For which gaming year.
    year: GamingYear,
    /// As what.
    basis: Basis,
    /// Among whom the player competes.
    division: Division,
    /// The day on which the fee was paid.
    #[schema(example = "2026-11-15")]
    paid_on: Option<NaiveDate>,
    /// When it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl RegistrationView {
    pub(crate) fn of(registration: &Registration, player: &Player, today: NaiveDate) -> RegistrationView {
        // Whoever looks after the club looks after its members, and not after the others whom it enters.
        let is_member = player.club == registration.club;
        let Registration {
            id,
            club,
            year,
            basis,
            division,
            paid_on,
            created_at,
            ..
        } = *registration;
        let player = if is_member {
            player.named_in_full()
        } else {
            player.named(today)
        };
        RegistrationView {
            id,
            player,
            club_id: club,
            year,
            basis,
            division,
            paid_on,
            created_at,
        }
    }
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
        (status = 422, description = "`unknown-club`, `unknown-player`: there is no such club or player. `not-an-institution`, `division-does-not-fit`: the club cannot enter the player on this basis."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[post("/v1/registrations")]
pub(crate) async fn create_registration(
    caller: ClubSecretary,
    Body(asked, request): Body<CreateRegistration>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (fingerprint, now) = (fingerprint(&asked)?, clock.now());
    let id = asked.id.unwrap_or_else(|| Id::new(now));
    let CreateRegistration {
        player_id,
        club_id,
        year,
        basis,
        division,
        ..
    } = asked;
    let new = NewRegistration::parse(
        NewRegistration {
            year,
            basis,
            division,
            paid_on: None,
        },
        now.day(),
    )?;
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let club = club_within(clubs::store::find(c, club_id)?, club_id, &reach)?;
            let created = |view| Reply::private(view).created_at(format!("/v1/registrations/{id}"));
            if let Some(registration) = earlier(store::find_with_fingerprint(c, id)?, &fingerprint)? {
                // It may have gone along with the player since.
                club_within(clubs::store::find(c, registration.club)?, registration.club, &reach)?;
                return Ok(created(view(c, &registration, now)?));
            }
            let player = find_member(c, player_id)?
                .ok_or_else(|| unknown_player(player_id))?
                .unerased()?;
            let registration = Registration::admit(&new, id, &player, &club, now)?;
            store::insert(c, &registration, &fingerprint)?;
            let view = RegistrationView::of(&registration, &player, now.day());
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_registration", "registration", id, &view)?,
            )?;
            Ok(created(view))
        })
        .await
}

/// Which registrations to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListRegistrations {
    /// Only for this gaming year.
    #[param(value_type = Option<i32>, minimum = 1990, maximum = 2100, example = 2027)]
    year: Option<GamingYear>,
    /// Only through clubs of this province.
    #[param(value_type = Option<String>, example = "ZA-NW")]
    province: Option<Word>,
    /// Only through this club.
    #[param(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<Id>,
    /// Only of this player.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<Id>,
    /// Only in this division.
    #[param(inline, example = "senior")]
    division: Option<Division>,
    /// `false`: only those whose fee is not paid; `true`: only the others.
    #[param(example = false)]
    paid: Option<bool>,
    /// `false`: only members who are not registered for the year after, and so will lapse; `true`: only those who are.
    #[param(example = false)]
    renewed: Option<bool>,
    /// How many items a page holds.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: Limit,
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
    responses((status = 200, description = "A page of registrations.", body = Page<RegistrationView>)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/registrations")]
pub(crate) async fn list_registrations(
    caller: ClubSecretary,
    Query(query): Query<ListRegistrations>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<Page<RegistrationView>>, Error> {
    let (after, reach, today) = (
        after(query.cursor.as_deref())?,
        caller.reach().clone(),
        clock.now().day(),
    );
    let ListRegistrations {
        year,
        province,
        club_id,
        player_id,
        division,
        paid,
        renewed,
        limit,
        ..
    } = query;
    let (registrations, players) = database
        .read(move |c| {
            let players = player_id.map(|player| players::store::entries(c, player)).transpose()?;
            let province = province.map(String::from);
            let filter = store::Filter {
                year,
                province,
                club: club_id,
                players,
                division,
                paid,
                renewed,
                after,
            };
            let registrations = store::list(c, filter, &reach, Some(limit.rows()))?;
            let players: Vec<Id> = registrations.iter().map(|registration| registration.player).collect();
            Ok((registrations, players::store::find_all(c, &players)?))
        })
        .await?;
    let views = shown(&registrations, &players, today)?;
    Ok(Reply::private_page(Page::of(
        views,
        limit,
        |view| view.id,
        |view| view,
    )?))
}

/// The registrations with the players' names.
fn shown(
    registrations: &[Registration],
    players: &HashMap<Id, Player>,
    today: NaiveDate,
) -> Result<Vec<RegistrationView>, Error> {
    let view = |registration: &Registration| {
        let player = players.get(&registration.player);
        let player = player.ok_or_else(|| Error::Internal(format!("registration {}: its player", registration.id)))?;
        Ok(RegistrationView::of(registration, player, today))
    };
    registrations.iter().map(view).collect()
}

fn view(c: &mut Conn, registration: &Registration, now: Timestamp) -> Result<RegistrationView, Error> {
    let players = players::store::find_all(c, &[registration.player])?;
    let views = shown(std::slice::from_ref(registration), &players, now.day())?;
    views
        .into_iter()
        .next()
        .ok_or_else(|| Error::Internal("no registration to show".to_owned()))
}

/// The registration and its club, if the caller looks after the club.
fn registration_within(c: &mut Conn, id: Id, reach: &Reach) -> Result<(Registration, Club), Error> {
    let registration = store::find(c, id)?;
    let registration = registration.ok_or_else(|| NOT_FOUND.problem("There is no registration with this id."))?;
    let club = club_within(clubs::store::find(c, registration.club)?, registration.club, reach)?;
    Ok((registration, club))
}

/// Read a registration
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The registration's id.", example = "019aa0cd-7a8b-7c9d-8e0f-1a2b3c4d5e6f")),
    responses((status = 200, description = "The registration.", body = RegistrationView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/registrations/{id}")]
pub(crate) async fn read_registration(
    caller: ClubSecretary,
    id: Path<Id>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Reply<RegistrationView>, Error> {
    let (id, reach, now) = (id.into_inner(), caller.reach().clone(), clock.now());
    let view = database
        .read(move |c| {
            let (registration, _) = registration_within(c, id, &reach)?;
            view(c, &registration, now)
        })
        .await?;
    Ok(Reply::private(view))
}

/// What may be changed of a registration.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateRegistration {
    /// Among whom the player competes.
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
    params(("id" = Id, Path, description = "The registration's id.", example = "019aa0cd-7a8b-7c9d-8e0f-1a2b3c4d5e6f")),
    request_body(content = UpdateRegistration, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The registration as it is now.", body = RegistrationView),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`division-does-not-fit`: the institution has no such division."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province" }))),
)]
#[patch("/v1/registrations/{id}")]
pub(crate) async fn update_registration(
    caller: Coordinator,
    id: Path<Id>,
    edit: Edit,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    edit.once(&database, caller.account(), now, move |c, change| {
        let (registration, club) = registration_within(c, id, &reach)?;
        find_member(c, registration.player)?
            .ok_or_else(|| unknown_player(registration.player))?
            .unerased()?;
        let before = view(c, &registration, now)?;
        let form = UpdateRegistration {
            division: before.division,
            paid_on: before.paid_on.map(Day::from),
        };
        let form = change.made_to(&before, &form)?;
        let mut faults = Faults::default();
        let paid_on = faults
            .take(
                "/paid_on",
                form.paid_on.map(|day| past(day.into(), now.day())).transpose(),
            )
            .ok_or(faults)?;
        let changed = registration.with(form.division, paid_on, &club)?;
        store::update(c, &changed)?;
        let after = view(c, &changed, now)?;
        let change = Change::altered("update_registration", "registration", id, &before, &after)?;
        audit::append(c, now, &actor, change)?;
        Ok(Reply::private(after))
    })
    .await
}
