//! Consents over HTTP: guardians', and those of players of age.

use actix_web::web::Path;
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{ClubSecretary, SignedIn};
use crate::players::consent_wordings::LONGEST_VERSION;
use crate::players::consents::{Consent, ConsentRelation, Given, Purpose, use_cases};
use crate::players::use_cases::PlayerPath;
use crate::values::error::Error;
use crate::values::id::{ConsentId, PlayerId};
use crate::values::validation::{Day, Faults, text};
use crate::web::body::{Body, NoBody};
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_consent)
        .service(list_consents)
        .service(read_consent)
        .service(create_consent_withdrawal)
        .service(create_own_consent)
        .service(list_own_consents)
        .service(create_own_consent_withdrawal);
}

/// A consent as it is asked for.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateConsent {
    /// The parent or the guardian who consents; absent where players of age consent for themselves.
    #[schema(example = "Lindiwe Mokoena", min_length = 1, max_length = 200)]
    guardian: Option<String>,
    /// The relation to the player of the person who consents.
    relation: ConsentRelation,
    /// The use that is allowed.
    purpose: Purpose,
    /// The version of the federation's wording that was signed.
    #[schema(example = "2026-1", min_length = 1, max_length = 40)]
    wording: String,
    /// The day of the signature.
    #[schema(value_type = NaiveDate, example = "2026-11-20")]
    given_on: Day,
}

/// All consents for a player.
#[derive(Serialize, ToSchema)]
struct Consents {
    /// The latest first; withdrawn ones too.
    items: Vec<Consent>,
}

/// Record a consent
///
/// To `publish_name`: from now on the name of a player under 18 appears in public, everywhere and at once. To
/// `share_colours`: from now on institutions read at `GET /v1/colours-holders` which colours the player has; nothing that is
/// public changes. For a player under 18 a parent or a guardian consents, and what they allow holds until the player is 18.
/// From then on it takes the consent of the player, with the relation `self`.
#[utoipa::path(
    tag = "players",
    request_body = CreateConsent,
    responses(
        (status = 201, description = "The consent.", body = Consent),
        (status = 422, description = "`not-theirs-to-give`: on that day the player was under 18, and has consented `self`; or was of age, and a guardian has consented to share colours."),
    ),
)]
#[post("/v1/players/{id}/consents")]
pub(crate) async fn create_consent(
    caller: ClubSecretary,
    path: PlayerPath,
    Body(asked, request): Body<CreateConsent>,
) -> Result<StoredResponse, Error> {
    let (guardian, given_on) = (asked.guardian.as_deref(), asked.given_on.into());
    let (relation, purpose) = (asked.relation, asked.purpose);
    let given = Given::parse(guardian, relation, purpose, &asked.wording, given_on, caller.today())?;
    caller
        .write_once(request, move |c, by| {
            Ok(recorded(use_cases::give(c, by, &path, &given)?))
        })
        .await
}

/// The answer to what was done: the consent, at its own address.
fn recorded(consent: Consent) -> Response<Consent> {
    let location = format!("/v1/consents/{}", consent.id);
    Response::private(consent).created_at(location)
}

/// List the consents for a player
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The consents.", body = Consents)),
)]
#[get("/v1/players/{id}/consents")]
pub(crate) async fn list_consents(caller: ClubSecretary, path: PlayerPath) -> Result<Response<Consents>, Error> {
    let items = caller.read(move |c, by| use_cases::list(c, by, &path)).await?;
    Ok(Response::private(Consents { items }))
}

/// Read a consent
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The consent.", body = Consent)),
)]
#[get("/v1/consents/{id}")]
pub(crate) async fn read_consent(caller: ClubSecretary, id: Path<ConsentId>) -> Result<Response<Consent>, Error> {
    let consent = caller.read(move |c, by| use_cases::find(c, by, *id)).await?;
    Ok(Response::private(consent))
}

/// Withdraw a consent
///
/// Unless another one holds, what it allowed ends at once: the name of a player under 18 is hidden everywhere, or the player
/// is left out of what institutions read.
#[utoipa::path(
    tag = "players",
    responses(
        (status = 201, description = "The consent, withdrawn.", body = Consent),
        (status = 409, description = "`already-withdrawn`: it was withdrawn before."),
    ),
)]
#[post("/v1/consents/{id}/withdrawals")]
pub(crate) async fn create_consent_withdrawal(
    caller: ClubSecretary,
    id: Path<ConsentId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| Ok(recorded(use_cases::withdraw(c, by, *id)?)))
        .await
}

/// A consent that somebody gives themselves.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateOwnConsent {
    /// The use that is allowed.
    purpose: Purpose,
    /// The version of the wording that was shown, which is the one in force: `GET /v1/consent-wordings`.
    #[schema(example = "2026-1", min_length = 1, max_length = 40)]
    wording: String,
}

/// Consent for yourself or your child
///
/// For a player for whom your account holds, from now on. Show the wording in force (`GET /v1/consent-wordings`) and send its
/// version: that is what is agreed to.
#[utoipa::path(
    tag = "players",
    request_body = CreateOwnConsent,
    responses(
        (status = 201, description = "The consent.", body = Consent),
        (status = 409, description = "`stale-wording`: the version is not the one in force."),
    ),
)]
#[post("/v1/me/players/{id}/consents")]
pub(crate) async fn create_own_consent(
    caller: SignedIn,
    path: PlayerPath,
    Body(asked, request): Body<CreateOwnConsent>,
) -> Result<StoredResponse, Error> {
    let (mut faults, purpose) = (Faults::default(), asked.purpose);
    let wording = faults.check("/wording", text(&asked.wording, LONGEST_VERSION));
    let wording = wording.ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            let consent = use_cases::give_own(c, by, &path, purpose, &wording)?;
            let location = format!("/v1/me/players/{}/consents", consent.player);
            Ok(Response::private(consent).created_at(location))
        })
        .await
}

/// List the consents for yourself or your child
///
/// For a player for whom your account holds: those that you have given, and those that the club has recorded.
#[utoipa::path(
    tag = "players",
    responses((status = 200, description = "The consents.", body = Consents)),
)]
#[get("/v1/me/players/{id}/consents")]
pub(crate) async fn list_own_consents(caller: SignedIn, path: PlayerPath) -> Result<Response<Consents>, Error> {
    let items = caller.read(move |c, by| use_cases::list_own(c, by, &path)).await?;
    Ok(Response::private(Consents { items }))
}

/// Withdraw a consent for yourself or your child
///
/// For a player for whom your account holds, whoever has given it. Unless another one holds, what it allowed ends at once.
#[utoipa::path(
    tag = "players",
    responses(
        (status = 201, description = "The consent, withdrawn.", body = Consent),
        (status = 409, description = "`already-withdrawn`: it was withdrawn before."),
    ),
)]
#[post("/v1/me/consents/{id}/withdrawals")]
pub(crate) async fn create_own_consent_withdrawal(
    caller: SignedIn,
    id: Path<ConsentId>,
    NoBody(request): NoBody,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let consent = use_cases::withdraw_own(c, by, *id)?;
            let location = format!("/v1/me/players/{}/consents", consent.player);
            Ok(Response::private(consent).created_at(location))
        })
        .await
}
