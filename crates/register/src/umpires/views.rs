//! Views of accreditations and of courses, for those who look after umpires.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::players::{Player, PlayerName};
use crate::umpires::courses::Course;
use crate::umpires::courses::candidates::Candidate;
use crate::umpires::renewals::DueRenewal;
use crate::umpires::{
    Accreditation, AccreditationRefusal, AccreditationState, CourseRecord, Qualification, Sanction, UmpireLevel,
};
use crate::values::clock::Timestamp;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AccountId, AccreditationId, UmpireCandidateId, UmpireCourseId};

/// The result in the course that an accreditation rests on.
#[derive(Serialize, ToSchema)]
#[schema(as = UmpireCourseResult)]
struct CourseResultView {
    /// The marks for the federation's constitution and regulations, out of a hundred.
    #[schema(example = 84)]
    marks_regulations: i64,
    /// The marks for the rules of the discipline, out of a hundred.
    #[schema(example = 91)]
    marks_rules: i64,
    /// Whether both were enough. It may have been corrected since.
    #[schema(example = true)]
    passed: bool,
}

impl From<&Candidate> for CourseResultView {
    fn from(candidate: &Candidate) -> CourseResultView {
        CourseResultView {
            marks_regulations: candidate.marks.regulations,
            marks_rules: candidate.marks.rules,
            passed: candidate.passed,
        }
    }
}

/// All that is kept of an accreditation, for those who look after umpires.
#[derive(Serialize, ToSchema)]
pub struct AccreditationParticulars {
    /// Its id.
    #[schema(example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    pub id: AccreditationId,
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
    /// The course that it rests on, if one is on record.
    course: Option<Course>,
    /// The umpire's result in it, for those who look after the province of the course.
    course_result: Option<CourseResultView>,
    /// The reason why no course is on record.
    #[schema(example = "Examined in 2019, before courses were recorded.")]
    without_course: Option<String>,
    /// The place where it is written who has nominated an international umpire.
    #[schema(example = "Minutes of 6 March 2027, item 4")]
    nomination: Option<String>,
    /// The sanctions against it, the oldest first.
    sanctions: Vec<Sanction>,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl AccreditationParticulars {
    /// The particulars as they stand today, with the umpire as everyone may see them, and what is told of the course.
    ///
    /// # Errors
    /// [`AccreditationRefusal::Erased`].
    pub fn of(
        accreditation: &Accreditation,
        umpire: &Player,
        record: &CourseRecord,
        today: NaiveDate,
    ) -> Result<AccreditationParticulars, AccreditationRefusal> {
        let without_course = match accreditation.qualification.as_ref() {
            None => return Err(AccreditationRefusal::Erased),
            Some(Qualification::Course(_)) => None,
            Some(Qualification::WithoutCourse(reason)) => Some(reason.clone()),
        };
        Ok(AccreditationParticulars {
            id: accreditation.id,
            umpire: umpire.named(today),
            account_id: accreditation.account,
            level: accreditation.level,
            valid_from: accreditation.valid_from,
            valid_until: accreditation.valid_until,
            state: accreditation.state_on(today),
            course: record.course.clone(),
            course_result: record.result.as_ref().map(CourseResultView::from),
            without_course,
            nomination: accreditation.nomination.clone(),
            sanctions: accreditation.sanctions.clone(),
            created_at: accreditation.created_at,
        })
    }
}

/// The result of a player in a course for umpires, for those who look after its province.
#[derive(Serialize, ToSchema)]
#[schema(as = UmpireCandidate)]
pub struct CandidateView {
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
    pub fn of(candidate: &Candidate, player: &Player) -> CandidateView {
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
pub struct CourseTaken {
    /// The course.
    course: Course,
    /// The result in it.
    result: CandidateView,
}

impl CourseTaken {
    /// The course with the result of that player.
    pub fn of(course: &Course, candidate: &Candidate, player: &Player) -> CourseTaken {
        CourseTaken {
            course: course.clone(),
            result: CandidateView::of(candidate, player),
        }
    }
}

/// An accreditation that is due for renewal, with what there is to be done, for those who look after the umpire.
#[derive(Serialize, ToSchema)]
pub struct DueAccreditation {
    /// Its id.
    #[schema(example = "019aa0d0-1c2d-7e3f-8a4b-5c6d7e8f9a0b")]
    id: AccreditationId,
    /// The umpire.
    umpire: PlayerName,
    /// The code of the province in which the umpire lives.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The level for which the umpire is accredited.
    level: UmpireLevel,
    /// The last day of the term.
    #[schema(example = "2029-11-19")]
    valid_until: NaiveDate,
    /// The state of the accreditation today.
    state: AccreditationState,
    /// The first day of the next term.
    #[schema(example = "2029-11-20")]
    renewal_from: NaiveDate,
    /// The gaming year in which the next term begins.
    #[schema(example = 2030)]
    renewal_year: GamingYear,
    /// Whether the umpire is registered as a member for that year.
    #[schema(example = true)]
    registered: bool,
    /// Whether the fee of that registration is paid.
    #[schema(example = false)]
    paid: bool,
}

impl DueAccreditation {
    /// The accreditation as it stands today, with the umpire in full.
    pub fn of(due: &DueRenewal, today: NaiveDate) -> DueAccreditation {
        let registration = due.registration.as_ref();
        DueAccreditation {
            id: due.accreditation.id,
            umpire: due.umpire.named_in_full(),
            province: due.umpire.home.province.clone(),
            level: due.accreditation.level,
            valid_until: due.accreditation.valid_until,
            state: due.accreditation.state_on(today),
            renewal_from: due.begins_on,
            renewal_year: due.year,
            registered: registration.is_some(),
            paid: registration.is_some_and(|registration| registration.paid_on.is_some()),
        }
    }
}
