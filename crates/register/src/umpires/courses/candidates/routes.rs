//! Candidates of courses over HTTP.

use actix_web::web::Path;
use actix_web::{get, post};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::caller::Coordinator;
use crate::players::Player;
use crate::umpires::courses::candidates::{Candidate, Correction, Marks, NewCandidate, use_cases};
use crate::umpires::views::CandidateView;
use crate::values::error::Error;
use crate::values::id::{PlayerId, UmpireCandidateId, UmpireCourseId};
use crate::values::validation::{Faults, whole};
use crate::web::body::Body;
use crate::web::idempotency::Creation;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_umpire_candidate)
        .service(list_umpire_candidates)
        .service(read_umpire_candidate)
        .service(create_umpire_candidate_correction);
}

/// The result of a candidate as it is recorded.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateUmpireCandidate {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0cf-9cad-7e1f-8a2b-3c4d5e6f7081")]
    id: Option<UmpireCandidateId>,
    /// The player.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The marks for the federation's constitution and regulations, out of a hundred.
    #[serde(deserialize_with = "whole")]
    #[schema(example = 84, minimum = 0, maximum = 100)]
    marks_regulations: i64,
    /// The marks for the rules of the discipline, out of a hundred.
    #[serde(deserialize_with = "whole")]
    #[schema(example = 91, minimum = 0, maximum = 100)]
    marks_rules: i64,
}

impl CreateUmpireCandidate {
    /// Reads what was asked for: all faults at once.
    fn parse(self) -> Result<NewCandidate, Faults> {
        let mut faults = Faults::default();
        let marks = Marks {
            regulations: self.marks_regulations,
            rules: self.marks_rules,
        };
        Ok(NewCandidate {
            player: self.player_id,
            marks: marks.parse(&mut faults).ok_or(faults)?,
        })
    }
}

/// The answer to what was done to a result: it, at its own address.
fn recorded((candidate, player): &(Candidate, Player)) -> Response<CandidateView> {
    let path = format!("/v1/umpire-candidates/{}", candidate.id);
    Response::private(CandidateView::of(candidate, player))
        .created_at(path.clone())
        .read_at(path)
}

/// Record the result of a candidate
///
/// A player who was registered for the gaming year in which the course was held. Whether the candidate has passed follows
/// from the marks, by the pass marks of the day of the course. Sent again with the same id and content, it answers as the
/// first time.
#[utoipa::path(
    tag = "umpires",
    request_body = CreateUmpireCandidate,
    responses(
        (status = 201, description = "The result.", body = CandidateView),
        (status = 409, description = "In this order: `id-taken`: the id is another result's. `not-registered`: the player was not registered as a member for the gaming year of the course. `already-candidate`: the player has a result in this course."),
        (status = 410, description = "`erased`: the person's data was erased."),
        (status = 422, description = "`unknown-player`: there is no such player."),
    ),
)]
#[post("/v1/umpire-courses/{id}/candidates")]
pub(crate) async fn create_umpire_candidate(
    caller: Coordinator,
    course: Path<UmpireCourseId>,
    Body(asked, request): Body<CreateUmpireCandidate>,
) -> Result<StoredResponse, Error> {
    let creation = Creation::of(asked.id, &(*course, &asked), caller.now())?;
    let new = asked.parse()?;
    caller
        .write_once(request, move |c, by| {
            Ok(recorded(&use_cases::record(c, by, *course, &creation, new)?))
        })
        .await
}

/// All candidates of a course.
#[derive(Serialize, ToSchema)]
struct UmpireCandidates {
    /// Their results, in the order in which they were recorded.
    items: Vec<CandidateView>,
}

/// List the candidates of a course
#[utoipa::path(
    tag = "umpires",
    responses((status = 200, description = "The results.", body = UmpireCandidates)),
)]
#[get("/v1/umpire-courses/{id}/candidates")]
pub(crate) async fn list_umpire_candidates(
    caller: Coordinator,
    course: Path<UmpireCourseId>,
) -> Result<Response<UmpireCandidates>, Error> {
    let candidates = caller.read(move |c, by| use_cases::list(c, by, *course)).await?;
    let items = candidates
        .iter()
        .map(|(candidate, player)| CandidateView::of(candidate, player));
    Ok(Response::private(UmpireCandidates { items: items.collect() }))
}

/// Read the result of a candidate
#[utoipa::path(
    tag = "umpires",
    responses((status = 200, description = "The result.", body = CandidateView)),
)]
#[get("/v1/umpire-candidates/{id}")]
pub(crate) async fn read_umpire_candidate(
    caller: Coordinator,
    id: Path<UmpireCandidateId>,
) -> Result<Response<CandidateView>, Error> {
    let (candidate, player) = caller.read(move |c, by| use_cases::read(c, by, *id)).await?;
    Ok(Response::private(CandidateView::of(&candidate, &player)))
}

/// The correction of a result.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateUmpireCandidateCorrection {
    /// The right marks for the federation's constitution and regulations, out of a hundred.
    #[serde(deserialize_with = "whole")]
    #[schema(example = 84, minimum = 0, maximum = 100)]
    marks_regulations: i64,
    /// The right marks for the rules of the discipline, out of a hundred.
    #[serde(deserialize_with = "whole")]
    #[schema(example = 91, minimum = 0, maximum = 100)]
    marks_rules: i64,
    /// The reason why the others were wrong.
    #[schema(example = "The two papers were exchanged.", min_length = 1, max_length = 400)]
    reason: String,
}

/// Correct the result of a candidate
///
/// It is judged anew, by the same pass marks. Accreditations that rest on it stay what they are; their particulars show the
/// result as it is now.
#[utoipa::path(
    tag = "umpires",
    request_body = CreateUmpireCandidateCorrection,
    responses((status = 201, description = "The result, corrected.", body = CandidateView)),
)]
#[post("/v1/umpire-candidates/{id}/corrections")]
pub(crate) async fn create_umpire_candidate_correction(
    caller: Coordinator,
    id: Path<UmpireCandidateId>,
    Body(asked, request): Body<CreateUmpireCandidateCorrection>,
) -> Result<StoredResponse, Error> {
    let correction = Correction {
        marks: Marks {
            regulations: asked.marks_regulations,
            rules: asked.marks_rules,
        },
        reason: asked.reason,
    }
    .parse()?;
    caller
        .write_once(request, move |c, by| {
            Ok(recorded(&use_cases::correct(c, by, *id, &correction)?))
        })
        .await
}
