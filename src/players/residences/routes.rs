//! Residences over HTTP.

use actix_web::web::Data;
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::ClubSecretary;
use crate::db::Database;
use crate::db::audit::{self, Change};
use crate::players::Home;
use crate::players::residences::{Residence, on, store};
use crate::players::routes::{Entry, lived, new_home};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::{Day, Faults, Word, past};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_residence).service(list_residences);
}

/// A residence as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateResidence {
    /// The first day; today or earlier.
    #[schema(value_type = NaiveDate, example = "2026-10-01")]
    since: Day,
    /// The code of the province.
    #[schema(value_type = String, example = "ZA-NW")]
    province: Word,
    /// The code of the region in it.
    #[schema(value_type = Option<String>, example = "DC38")]
    region: Option<Word>,
}

/// Where a player has lived, and since when.
#[derive(Serialize, ToSchema)]
#[schema(as = Residence)]
pub(crate) struct ResidenceView {
    /// The first day.
    #[schema(example = "2026-10-01")]
    since: NaiveDate,
    /// The code of the province.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The code of the region in it, if that is known.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// When it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    recorded_at: Timestamp,
}

impl From<Residence> for ResidenceView {
    fn from(residence: Residence) -> ResidenceView {
        let Residence {
            since,
            home: Home { province, region },
            recorded_at,
            ..
        } = residence;
        ResidenceView {
            since,
            province,
            region,
            recorded_at,
        }
    }
}

/// All residences of a player.
#[derive(Serialize, ToSchema)]
struct Residences {
    /// The latest first.
    items: Vec<ResidenceView>,
}

/// Record a residence
///
/// Where the player lives from that day on. A day that is recorded again is mended.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    request_body = CreateResidence,
    responses(
        (status = 201, description = "The residence.", body = ResidenceView),
        (status = 422, description = "`unknown-province`, `unknown-region`: there is no such province, or no such region in it."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[post("/v1/players/{id}/residences")]
pub(crate) async fn create_residence(
    caller: ClubSecretary,
    entry: Entry,
    Body(asked, request): Body<CreateResidence>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (player, now) = (entry.id, clock.now());
    let mut faults = Faults::default();
    let since = faults
        .take("/since", past(asked.since.into(), now.day()))
        .ok_or(faults)?;
    let home = Home {
        province: asked.province.into(),
        region: asked.region.map(String::from),
    };
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let found = entry.within(c, &reach)?;
            lived(&found, "/since", since)?;
            let residence = Residence {
                player,
                since,
                home: new_home(c, home.clone())?,
                recorded_at: now,
            };
            let before = store::list(c, player)?
                .into_iter()
                .find(|earlier| earlier.since == since)
                .map(ResidenceView::from);
            store::keep(c, &residence)?;
            if let Some(home) = on(&store::list(c, player)?, now.day()) {
                store::settle(c, player, home)?;
            }
            let view = ResidenceView::from(residence);
            audit::append(
                c,
                now,
                &actor,
                Change::altered("create_residence", "player", player, &before, &view)?,
            )?;
            Ok(Reply::private(view).created_at(format!("/v1/players/{player}/residences")))
        })
        .await
}

/// List a player's residences
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    responses((status = 200, description = "The residences.", body = Residences)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/players/{id}/residences")]
pub(crate) async fn list_residences(
    caller: ClubSecretary,
    entry: Entry,
    database: Data<Database>,
) -> Result<Reply<Residences>, Error> {
    let reach = caller.reach().clone();
    let residences = database
        .read(move |c| {
            entry.within(c, &reach)?;
            store::list(c, entry.id)
        })
        .await?;
    Ok(Reply::private(Residences {
        items: residences.into_iter().map(ResidenceView::from).collect(),
    }))
}
