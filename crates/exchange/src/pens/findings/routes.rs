//! Findings over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Coordinator;
use crate::pens::findings::{LONGEST_NOTE, PenFinding, PenFindingKind, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, Id, PenFindingId, TournamentId};
use crate::values::validation::{Faults, text};
use crate::web::body::Body;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(list_pen_findings).service(create_pen_finding_settlement);
}

/// A fact that changed while a laptop had the pen, or a clock that told another time.
#[derive(Serialize, ToSchema)]
struct PenFindingView {
    /// Its id.
    #[schema(example = "019ab2c3-7a8b-7c9d-8e0f-1a2b3c4d5e6f")]
    id: PenFindingId,
    /// The loan of the pen in which it was noticed.
    #[schema(minimum = 1, example = 1)]
    epoch: i64,
    /// The kind of finding.
    kind: PenFindingKind,
    /// The finding in a sentence, which names nobody.
    #[schema(example = "The umpire's accreditation was suspended while the laptop had the pen.")]
    sentence: &'static str,
    /// The sort of thing that it is about: `player`, `account`, `club` or `tournament`.
    #[schema(example = "player")]
    subject: &'static str,
    /// The id of that thing.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    subject_id: Id,
    /// The id of what has changed, such as the registration or the sanction; that of the subject where nothing else has one.
    #[schema(example = "019aa0d1-2d3e-7f40-9b5c-6d7e8f9a0b1c")]
    fact_id: Id,
    /// The time at which it was noticed: that of a hand-in.
    #[schema(value_type = String, format = DateTime, example = "2026-11-22T16:00:00.000000Z")]
    noticed_at: Timestamp,
    /// The time at which somebody had seen to it.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-23T08:30:00.000000Z")]
    settled_at: Option<Timestamp>,
    /// The account that has seen to it.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    settled_by: Option<AccountId>,
    /// The words of whoever has seen to it.
    #[schema(example = "The second umpire confirmed the results of round 4.")]
    note: Option<String>,
}

impl From<PenFinding> for PenFindingView {
    fn from(finding: PenFinding) -> PenFindingView {
        PenFindingView {
            id: finding.id,
            epoch: finding.epoch,
            kind: finding.kind,
            sentence: finding.kind.sentence(),
            subject: finding.kind.subject(),
            subject_id: finding.subject_id,
            fact_id: finding.fact_id,
            noticed_at: finding.noticed_at,
            settled_at: finding.settled_at,
            settled_by: finding.settled_by,
            note: finding.note,
        }
    }
}

/// The findings on what was done at the venue of a tournament.
#[derive(Serialize, ToSchema)]
struct PenFindings {
    /// The oldest first; settled ones too.
    items: Vec<PenFindingView>,
}

/// List the findings on what was done at a venue
///
/// Commands are executed on the facts of the moment at which the pen was lent. What has changed meanwhile, of entrants and of those
/// who run the tournament, is noticed when commands are handed in, and so is a clock of the laptop that is off by more than five
/// minutes. No result is refused for it: somebody sees to it, and settles it.
#[utoipa::path(
    tag = "pens",
    responses((status = 200, description = "The findings.", body = PenFindings)),
)]
#[get("/v1/tournaments/{id}/pen-findings")]
async fn list_pen_findings(caller: Coordinator, id: Path<TournamentId>) -> Result<Response<PenFindings>, Error> {
    let findings = caller.read(move |c, by| use_cases::list(c, by, *id)).await?;
    let items = findings.into_iter().map(PenFindingView::from);
    Ok(Response::private(PenFindings { items: items.collect() }))
}

/// The settlement of a finding.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreatePenFindingSettlement {
    /// The note on what came of it. Name nobody in it.
    #[schema(
        example = "The second umpire confirmed the results of round 4.",
        min_length = 1,
        max_length = 400
    )]
    note: String,
}

/// Settle a finding on what was done at a venue
///
/// Somebody has seen to it, and notes what came of it. It changes no result: what is wrong is corrected as ever.
#[utoipa::path(
    tag = "pens",
    request_body = CreatePenFindingSettlement,
    responses(
        (status = 201, description = "The finding, settled.", body = PenFindingView),
        (status = 409, description = "`already-settled`: it was settled before."),
    ),
)]
#[post("/v1/pen-findings/{id}/settlements")]
async fn create_pen_finding_settlement(
    caller: Coordinator,
    id: Path<PenFindingId>,
    Body(asked, request): Body<CreatePenFindingSettlement>,
) -> Result<StoredResponse, Error> {
    let mut faults = Faults::default();
    let note = faults.check("/note", text(&asked.note, LONGEST_NOTE)).ok_or(faults)?;
    caller
        .write_once(request, move |c, by| {
            let finding = use_cases::settle(c, by, *id, &note)?;
            let location = format!("/v1/tournaments/{}/pen-findings", finding.tournament);
            Ok(Response::private(PenFindingView::from(finding)).created_at(location))
        })
        .await
}
