//! Consents over HTTP: guardians', and those of players of age.

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::Reach;
use crate::accounts::caller::ClubSecretary;
use crate::db::audit::{self, Change};
use crate::db::{Conn, Database};
use crate::players::consents::{Consent, Given, Purpose, Refusal, Relation, store};
use crate::players::routes::{Entry, find_within, lived};
use crate::players::{ALREADY_WITHDRAWN, NOT_THEIRS_TO_GIVE};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::Id;
use crate::values::validation::Day;
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Answer, Reply};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_consent)
        .service(list_consents)
        .service(read_consent)
        .service(create_consent_withdrawal);
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::AlreadyWithdrawn => ALREADY_WITHDRAWN.problem(detail),
            Refusal::UnderAge | Refusal::OfAge => NOT_THEIRS_TO_GIVE.at("/relation", detail),
        }
        .into()
    }
}

/// A consent as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateConsent {
    /// The parent or the guardian who consents; absent where players of age consent for themselves.
    #[schema(example = "Lindiwe Mokoena", min_length = 1, max_length = 200)]
    guardian: Option<String>,
    /// What who consents is to the player.
    relation: Relation,
    /// What they allow.
    purpose: Purpose,
    /// The version of the federation's wording that was signed.
    #[schema(example = "2026-1", min_length = 1, max_length = 40)]
    wording: String,
    /// The day of the signature.
    #[schema(value_type = NaiveDate, example = "2026-11-20")]
    given_on: Day,
}

/// A consent, for those who look after the player.
#[derive(Serialize, ToSchema)]
#[schema(as = Consent)]
pub(crate) struct ConsentView {
    /// Its id.
    #[schema(example = "019aa0cc-6e7f-7a8b-9c0d-1e2f3a4b5c6d")]
    id: Id,
    /// For whom.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Id,
    /// The parent or the guardian who consents; none where players consent for themselves.
    #[schema(example = "Lindiwe Mokoena")]
    guardian: Option<String>,
    /// What who consents is to the player.
    relation: Relation,
    /// What they allow.
    purpose: Purpose,
    /// The version of the federation's wording that was signed.
    #[schema(example = "2026-1")]
    wording: String,
    /// The day of the signature.
    #[schema(example = "2026-11-20")]
    given_on: NaiveDate,
    /// When it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    recorded_at: Timestamp,
    /// When it was withdrawn; it holds until then, and a guardian's never after the player is 18.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    withdrawn_at: Option<Timestamp>,
}

impl From<Consent> for ConsentView {
    fn from(consent: Consent) -> ConsentView {
        let Given {
            guardian,
            relation,
            purpose,
            wording,
            given_on,
        } = consent.given;
        ConsentView {
            id: consent.id,
            player_id: consent.player,
            guardian,
            relation,
            purpose,
            wording,
            given_on,
            recorded_at: consent.recorded_at,
            withdrawn_at: consent.withdrawn_at,
        }
    }
}

/// All consents for a player.
#[derive(Serialize, ToSchema)]
struct Consents {
    /// The latest first; withdrawn ones too.
    items: Vec<ConsentView>,
}

/// Record a consent
///
/// To `publish_name`: from now on the name of a player under 18 appears in public, everywhere and at once. To
/// `share_colours`: from now on institutions read at `GET /v1/colours-holders` which colours the player has; nothing that is
/// public changes. For a player under 18 a parent or a guardian consents, and what they allow holds until the player is 18.
/// From then on it takes the consent of the player, with the relation `self`.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    request_body = CreateConsent,
    responses(
        (status = 201, description = "The consent.", body = ConsentView),
        (status = 422, description = "`not-theirs-to-give`: on that day the player was under 18, and has consented `self`; or was of age, and a guardian has consented to share colours."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[post("/v1/players/{id}/consents")]
pub(crate) async fn create_consent(
    caller: ClubSecretary,
    entry: Entry,
    Body(asked, request): Body<CreateConsent>,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (player, now) = (entry.id, clock.now());
    let CreateConsent {
        guardian,
        relation,
        purpose,
        wording,
        given_on,
    } = asked;
    let given = Given::parse(
        guardian.as_deref(),
        relation,
        purpose,
        &wording,
        given_on.into(),
        now.day(),
    )?;
    let consent = Consent {
        id: Id::new(now),
        player,
        given,
        recorded_at: now,
        withdrawn_at: None,
    };
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let player = entry.within(c, &reach)?;
            lived(&player, "/given_on", consent.given.given_on)?;
            consent.given.is_theirs_to_give(&player)?;
            store::insert(c, &consent)?;
            let view = ConsentView::from(consent.clone());
            audit::append(
                c,
                now,
                &actor,
                Change::created("create_consent", "consent", consent.id, &view)?,
            )?;
            Ok(Reply::private(view).created_at(format!("/v1/consents/{}", consent.id)))
        })
        .await
}

/// List the consents for a player
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The player's id.", example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")),
    responses((status = 200, description = "The consents.", body = Consents)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/players/{id}/consents")]
pub(crate) async fn list_consents(
    caller: ClubSecretary,
    entry: Entry,
    database: Data<Database>,
) -> Result<Reply<Consents>, Error> {
    let reach = caller.reach().clone();
    let consents = database
        .read(move |c| {
            entry.within(c, &reach)?;
            store::list(c, entry.id)
        })
        .await?;
    Ok(Reply::private(Consents {
        items: consents.into_iter().map(ConsentView::from).collect(),
    }))
}

/// Read a consent
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The consent's id.", example = "019aa0cc-6e7f-7a8b-9c0d-1e2f3a4b5c6d")),
    responses((status = 200, description = "The consent.", body = ConsentView)),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[get("/v1/consents/{id}")]
pub(crate) async fn read_consent(
    caller: ClubSecretary,
    id: Path<Id>,
    database: Data<Database>,
) -> Result<Reply<ConsentView>, Error> {
    let (id, reach) = (id.into_inner(), caller.reach().clone());
    let consent = database.read(move |c| consent_within(c, id, &reach)).await?;
    Ok(Reply::private(consent.into()))
}

/// Withdraw a consent
///
/// Unless another one holds, what it allowed ends at once: the name of a player under 18 is hidden everywhere, or the player
/// is left out of what institutions read.
#[utoipa::path(
    tag = "players",
    params(("id" = Id, Path, description = "The consent's id.", example = "019aa0cc-6e7f-7a8b-9c0d-1e2f3a4b5c6d")),
    responses(
        (status = 201, description = "The consent, withdrawn.", body = ConsentView),
        (status = 409, description = "`already-withdrawn`: it was withdrawn before."),
    ),
    security(("access_token" = [])),
    extensions(("x-roles" = json!({ "administrator": "any", "coordinator": "province", "club_secretary": "club" }))),
)]
#[post("/v1/consents/{id}/withdrawals")]
pub(crate) async fn create_consent_withdrawal(
    caller: ClubSecretary,
    id: Path<Id>,
    NoBody(request): NoBody,
    database: Data<Database>,
    clock: Data<Clock>,
) -> Result<Answer, Error> {
    let (id, now) = (id.into_inner(), clock.now());
    let (actor, reach) = (caller.actor().clone(), caller.reach().clone());
    request
        .once(&database, caller.account(), now, move |c| {
            let consent = consent_within(c, id, &reach)?;
            let before = ConsentView::from(consent.clone());
            let withdrawn = consent.withdrawn(now)?;
            store::withdraw(c, &withdrawn)?;
            let after = ConsentView::from(withdrawn);
            let change = Change::altered("create_consent_withdrawal", "consent", id, &before, &after)?;
            audit::append(c, now, &actor, change)?;
            Ok(Reply::private(after).created_at(format!("/v1/consents/{id}")))
        })
        .await
}

/// The consent, if the caller looks after the player's club.
fn consent_within(c: &mut Conn, id: Id, reach: &Reach) -> Result<Consent, Error> {
    let consent = store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no consent with this id."))?;
    find_within(c, consent.player, reach)?;
    Ok(consent)
}
