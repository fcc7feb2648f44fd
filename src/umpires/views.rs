//! Views of accreditations, and the body that several slices of this noun have in common.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::players::{Player, PlayerName};
use crate::umpires::courses;
use crate::umpires::courses::candidates::Candidate;
use crate::umpires::{Accreditation, AccreditationRefusal, AccreditationState, Course, Sanction, UmpireLevel};
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, AccreditationId, UmpireCandidateId, UmpireCourseId};
use crate::values::validation::{Day, whole};

/// The course that an accreditation rests on, as it is told.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateCourse {
    /// The day of the examination: today or earlier.
    #[schema(value_type = NaiveDate, example = "2026-10-17")]
    held_on: Day,
    /// The venue.
    #[schema(example = "Mahikeng", min_length = 1, max_length = 120)]
    venue: String,
    /// The marks for the federation's constitution and regulations, out of a hundred.
    #[serde(deserialize_with = "whole")]
    #[schema(example = 84, minimum = 0, maximum = 100)]
    marks_regulations: i64,
    /// The marks for the rules of the discipline, out of a hundred.
    #[serde(deserialize_with = "whole")]
    #[schema(example = 91, minimum = 0, maximum = 100)]
    marks_rules: i64,
}

impl From<CreateCourse> for Course {
    fn from(course: CreateCourse) -> Course {
        Course {
            held_on: course.held_on.into(),
            venue: course.venue,
            marks_regulations: course.marks_regulations,
            marks_rules: course.marks_rules,
        }
    }
}

/// All that is kept of an accreditation, for those who look after umpires.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccreditationParticulars {
    /// Its id.
    #[schema(example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    pub(crate) id: AccreditationId,
    /// The umpire.
    umpire: PlayerName,
    /// The account with which the umpire signs in.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: Option<AccountId>,
    /// The level for which the umpire is accredited.
    level: UmpireLevel,
    /// The first day.
    #[schema(example = "2026-11-20")]
    valid_from: NaiveDate,
    /// The last day of the term.
    #[schema(example = "2029-11-19")]
    valid_until: NaiveDate,
    /// The state of the accreditation today.
    state: AccreditationState,
    /// The course.
    course: Course,
    /// The sanctions against it, the oldest first.
    sanctions: Vec<Sanction>,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl AccreditationParticulars {
    /// The particulars as they stand today, with the umpire as everyone may see them.
    ///
    /// # Errors
    /// [`AccreditationRefusal::Erased`].
    pub(crate) fn of(
        accreditation: &Accreditation,
        umpire: &Player,
        today: NaiveDate,
    ) -> Result<AccreditationParticulars, AccreditationRefusal> {
        Ok(AccreditationParticulars {
            id: accreditation.id,
            umpire: umpire.named(today),
            account_id: accreditation.account,
            level: accreditation.level,
            valid_from: accreditation.valid_from,
            valid_until: accreditation.valid_until,
            state: accreditation.state_on(today),
            course: accreditation.course.clone().ok_or(AccreditationRefusal::Erased)?,
            sanctions: accreditation.sanctions.clone(),
            created_at: accreditation.created_at,
        })
    }
}

/// The result of a player in a course for umpires, for those who look after its province.
#[derive(Serialize, ToSchema)]
#[schema(as = UmpireCandidate)]
pub(crate) struct CandidateView {
    /// Its id.
    #[schema(example = "019aa0cf-9cad-7e1f-8a2b-3c4d5e6f7081")]
    id: UmpireCandidateId,
    /// The course.
    #[schema(example = "019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70")]
    course_id: UmpireCourseId,
    /// The player.
    player: PlayerName,
    /// The marks for the federation's constitution and regulations, out of a hundred.
    #[schema(example = 84)]
    marks_regulations: i64,
    /// The marks for the rules of the discipline, out of a hundred.
    #[schema(example = 91)]
    marks_rules: i64,
    /// Whether both were enough, by the pass marks of the day of the course.
    #[schema(example = true)]
    passed: bool,
    /// The reason why the marks are not those that were recorded first.
    #[schema(example = "The two papers were exchanged.")]
    reason: Option<String>,
    /// The time at which it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2026-11-16T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl CandidateView {
    /// The result, with the player as those read who look after the course.
    pub(crate) fn of(candidate: &Candidate, player: &Player) -> CandidateView {
        CandidateView {
            id: candidate.id,
            course_id: candidate.course,
            player: player.named_in_full(),
            marks_regulations: candidate.marks.regulations,
            marks_rules: candidate.marks.rules,
            passed: candidate.passed,
            reason: candidate.reason.clone(),
            created_at: candidate.created_at,
        }
    }
}

/// A course that a player has taken, and the result, for the player and those who look after umpires.
#[derive(Serialize, ToSchema)]
pub(crate) struct CourseTaken {
    /// The course.
    course: courses::Course,
    /// The result in it.
    result: CandidateView,
}

impl CourseTaken {
    /// The course with the result of that player.
    pub(crate) fn of(course: &courses::Course, candidate: &Candidate, player: &Player) -> CourseTaken {
        CourseTaken {
            course: course.clone(),
            result: CandidateView::of(candidate, player),
        }
    }
}
