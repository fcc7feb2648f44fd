//! Pens over HTTP.

use std::collections::BTreeSet;

use actix_web::web::{Data, Path};
use actix_web::{get, post};
use jsonwebtoken::jwk::Jwk;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::{Anyone, Coordinator};
use crate::accounts::keys::Keyring;
use crate::accounts::passwords::hasher::Hasher;
use crate::pens::bundles::SealedBundle;
use crate::pens::codes::VenueCode;
use crate::pens::laptops::{sealing_key, signing_key};
use crate::pens::{NewPenLoan, PenLoan, branches, findings, hand_ins, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId, TournamentId};
use crate::values::validation::{Faults, text};
use crate::web::body::Body;
use crate::web::list::List;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

/// The most officials who sign in at a laptop.
pub const MOST_OFFICIALS: usize = 50;

/// The most clubs whose players may still be entered on a laptop.
pub const MOST_LATE_ENTRANT_CLUBS: usize = 100;

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config
        .service(create_pen_loan)
        .service(read_pen)
        .service(create_pen_reclaim);
    hand_ins::routes::configure(config);
    findings::routes::configure(config);
    branches::routes::configure(config);
}

/// The pen of a tournament, and where it is.
#[derive(Clone, Serialize, ToSchema)]
pub struct PenView {
    /// The tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: TournamentId,
    /// Whether a laptop has it; the federation has it if not.
    #[schema(example = true)]
    lent: bool,
    /// The number of times that it was lent.
    #[schema(minimum = 0, example = 1)]
    epoch: i64,
    /// The laptop that had it last, as people call it.
    #[schema(example = "Hall laptop")]
    laptop: Option<String>,
    /// The time at which it was lent last.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    lent_at: Option<Timestamp>,
    /// The number of commands of that loan that are here: what is shown of the tournament is as of then.
    #[schema(minimum = 0, example = 1143)]
    executed: i64,
    /// The time at which that loan ended.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-22T16:00:00.000000Z")]
    ended_at: Option<Timestamp>,
}

impl PenView {
    pub fn of(tournament: TournamentId, loan: Option<PenLoan>) -> PenView {
        PenView {
            tournament_id: tournament,
            lent: loan.as_ref().is_some_and(PenLoan::is_open),
            epoch: loan.as_ref().map_or(0, |loan| loan.epoch),
            executed: loan.as_ref().map_or(0, |loan| loan.executed),
            lent_at: loan.as_ref().map(|loan| loan.lent_at),
            ended_at: loan.as_ref().and_then(|loan| loan.ended_at),
            laptop: loan.map(|loan| loan.laptop),
        }
    }
}

/// The pen, lent, and what the laptop takes with it.
#[derive(Clone, Serialize, ToSchema)]
struct LentPen {
    /// The pen.
    pen: PenView,
    /// All that the laptop takes with it.
    bundle: PenBundle,
    /// The six words by which the laptop knows the federation's key: `pen key --federation` gives them to it.
    #[schema(example = "digital apollo aroma rival artist rebel")]
    federation_words: String,
    /// The codes with which the officials sign in there. They are shown this once: sent again, the request is answered without them.
    official_codes: Vec<OfficialCode>,
}

/// A code with which an official signs in on the laptop.
#[derive(Clone, Serialize, ToSchema)]
struct OfficialCode {
    /// The official's account.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: AccountId,
    /// The code, good on that laptop alone, in the place of the password. Hand it to the official, and to nobody else.
    #[schema(example = "x7qd-2mkp-w5ta-n3je")]
    code: String,
}

impl OfficialCode {
    /// The codes as they are shown.
    fn of(codes: &[VenueCode]) -> Vec<OfficialCode> {
        let codes = codes.iter().map(|code| OfficialCode {
            account_id: code.kept.account,
            code: code.code.clone(),
        });
        codes.collect()
    }
}

/// All that a laptop takes with it, sealed to its key.
#[derive(Clone, Serialize, ToSchema)]
struct PenBundle {
    /// The claims that the federation has signed: the tournament, the loan, the officials, and a digest of what is sealed.
    #[schema(example = "eyJhbGciOiJFZERTQSIsInR5cCI6InBlbi1kZWxlZ2F0aW9uK2p3dCJ9.eyJlcG9jaCI6MX0.c2lnbmVk")]
    delegation: String,
    /// The keys of the federation, as `/.well-known/jwks.json` has them.
    #[schema(value_type = Vec<Object>, example = json!([{
        "kty": "OKP", "crv": "Ed25519", "use": "sig", "alg": "EdDSA",
        "kid": "cX3mLdBvXq1uJ5tHw0sB9kYzV2nR7pQaE4fG6hJ8kLm", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    }]))]
    keys: Vec<Jwk>,
    /// The sealed content, as base64url.
    #[schema(example = "c2VhbGVk")]
    sealed: String,
}

impl From<SealedBundle> for PenBundle {
    fn from(bundle: SealedBundle) -> PenBundle {
        let SealedBundle {
            delegation,
            keys,
            sealed,
        } = bundle;
        PenBundle {
            delegation,
            keys,
            sealed,
        }
    }
}

/// A laptop that is to have the pen of a tournament.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatePenLoan {
    /// The laptop, as people call it; everyone reads that.
    #[schema(example = "Hall laptop", min_length = 1, max_length = 60)]
    pub laptop: String,
    /// The laptop's key to which the bundle is sealed: X25519 as base64url.
    #[schema(
        example = "hSDwCYkwp1R0i33ctD73Wg2_Og0mOBr066SpjqqbTmo",
        min_length = 43,
        max_length = 43
    )]
    pub sealing_key: String,
    /// The laptop's key by which it signs what it hands in: Ed25519 as base64url.
    #[schema(
        example = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        min_length = 43,
        max_length = 43
    )]
    pub signing_key: String,
    /// The accounts of the officials who sign in there: umpires who are appointed, coordinators of the province, or you.
    #[schema(value_type = Vec<AccountId>, min_items = 1, max_items = 50, example = json!(["019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e"]))]
    pub official_ids: List<AccountId, 1, MOST_OFFICIALS>,
    /// The clubs, schools and universities from which somebody may turn up who is not entered yet. The players whom they have registered
    /// for the tournament's gaming year can be entered on the laptop.
    #[serde(default)]
    #[schema(value_type = Vec<ClubId>, min_items = 0, max_items = 100, example = json!(["019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f"]))]
    pub late_entrant_club_ids: List<ClubId, 0, MOST_LATE_ENTRANT_CLUBS>,
}

impl CreatePenLoan {
    /// The officials who are named, each once.
    fn officials(&self) -> Vec<AccountId> {
        let officials: BTreeSet<AccountId> = self.official_ids.iter().copied().collect();
        officials.into_iter().collect()
    }

    /// Reads the request.
    ///
    /// # Errors
    /// All that is wrong with its form.
    pub fn parsed(&self) -> Result<NewPenLoan, Faults> {
        let mut faults = Faults::default();
        let laptop = faults.check("/laptop", text(&self.laptop, 60));
        let sealing_key = faults.check("/sealing_key", sealing_key(&self.sealing_key));
        let signing_key = faults.check("/signing_key", signing_key(&self.signing_key));
        match (laptop, sealing_key, signing_key) {
            (Some(laptop), Some(sealing_key), Some(signing_key)) => Ok(NewPenLoan {
                laptop,
                sealing_key,
                signing_key,
                officials: self.officials(),
                late_entrant_clubs: self.late_entrant_club_ids.to_vec(),
            }),
            _ => Err(faults),
        }
    }
}

/// Lend the pen of a tournament
///
/// For a venue without a network: from now on the laptop with these keys alone changes the tournament, and everybody else is
/// refused with `held-at-venue`. What it takes with it is sealed to its key: the tournament, its entrants, its officials, and the
/// facts by which entries and officials are judged. Whatever of these changes until the pen is given back, a transfer for one,
/// changes no result.
///
/// Officials are umpires who are appointed to the tournament, coordinators of its province, and you; none who may do more in it than
/// you may. No password leaves the federation: each of them gets a code, which is good on that laptop alone, and is shown once. The
/// laptop believes the federation whose six words it was given, and no other.
///
/// Nobody becomes a player at a venue, and the laptop knows of no others than it took with it. Name the clubs from which players may
/// come who are not entered yet: those whom they have registered go along, and are entered there by the same rules. A club is one
/// that you look after, or for which somebody is entered; together they have 5,000 players at the most.
#[utoipa::path(
    tag = "pens",
    request_body = CreatePenLoan,
    responses(
        (status = 201, description = "The pen, lent, and the bundle for the laptop.", body = LentPen),
        (status = 409, description = "In this order: `wrong-state`: the tournament is over or cancelled. `held-at-venue`: a laptop has the pen."),
        (status = 422, description = "`unknown-account`: there is no such account, or it is not in use. `not-an-official`: it neither runs the tournament nor lends its pen, or may do more there than you may. `unknown-club`: there is no such club."),
    ),
)]
#[post("/v1/tournaments/{id}/pen-loans")]
async fn create_pen_loan(
    caller: Coordinator,
    id: Path<TournamentId>,
    Body(asked, request): Body<CreatePenLoan>,
    keys: Data<Keyring>,
    hasher: Data<Hasher>,
) -> Result<StoredResponse, Error> {
    let (new, keys) = (asked.parsed()?, keys.keys());
    let codes = VenueCode::draw_all(&new.officials, &hasher, caller.network()).await?;
    caller
        .write_once(request, move |c, by| {
            let (loan, bundle) = use_cases::lend(c, by, *id, new.clone(), (&codes, &keys))?;
            let kept = LentPen {
                pen: PenView::of(*id, Some(loan)),
                bundle: bundle.into(),
                federation_words: keys.words()?.as_str().to_owned(),
                official_codes: Vec::new(),
            };
            let first = LentPen {
                official_codes: OfficialCode::of(&codes),
                ..kept.clone()
            };
            let [kept, first] =
                [kept, first].map(|lent| Response::private(lent).created_at(format!("/v1/tournaments/{id}/pen")));
            kept.given_first_as(first)
        })
        .await
}

/// Read where the pen of a tournament is
///
/// While a laptop has it, what is shown here of the tournament is as of the last command that was handed in.
#[utoipa::path(
    tag = "pens",
    responses((status = 200, description = "The pen.", body = PenView)),
)]
#[get("/v1/tournaments/{id}/pen")]
async fn read_pen(caller: Anyone, id: Path<TournamentId>) -> Result<Response<PenView>, Error> {
    let tournament = *id;
    let loan = caller.read(move |c| use_cases::read(c, tournament)).await?;
    Ok(Response::public(PenView::of(tournament, loan)))
}

/// The reclaim of a pen, and the reason for it.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreatePenReclaim {
    /// The reason.
    #[schema(
        example = "The laptop was stolen on Saturday night.",
        min_length = 1,
        max_length = 400
    )]
    reason: String,
}

/// Reclaim the pen of a tournament
///
/// From a laptop that was lost. The tournament goes on from the last command that was handed in. What is handed in of that loan
/// afterwards is kept, and nobody executes it but who adopts it.
#[utoipa::path(
    tag = "pens",
    request_body = CreatePenReclaim,
    responses(
        (status = 201, description = "The pen, with the federation again.", body = PenView),
        (status = 409, description = "`pen-not-lent`: no laptop has it."),
    ),
)]
#[post("/v1/tournaments/{id}/pen-reclaims")]
async fn create_pen_reclaim(
    caller: Coordinator,
    id: Path<TournamentId>,
    Body(asked, request): Body<CreatePenReclaim>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let reason = faults.check("/reason", text(&asked.reason, 400)).ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            let pen = use_cases::reclaim(c, by, *id, &reason)?;
            let view = PenView::of(*id, Some(pen));
            Ok(Response::public(view).created_at(format!("/v1/tournaments/{id}/pen")))
        })
        .await
}
