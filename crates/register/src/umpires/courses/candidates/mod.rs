//! Candidates of a course: what each has shown, and whether it was enough. Private.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use crate::federation::UmpireSettings;
use crate::players::registrations::NOT_REGISTERED;
use crate::players::{Player, PlayerRefusal};
use crate::umpires::courses::Course;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{PlayerId, UmpireCandidateId, UmpireCourseId};
use crate::values::validation::{Faults, ValueError, text};

/// The marks for the two things that an umpire must know, out of a hundred.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marks {
    /// Those for the federation's constitution and regulations.
    pub regulations: i64,
    /// Those for the rules of the discipline.
    pub rules: i64,
}

impl Marks {
    /// The marks, if they are some; the faults are noted.
    pub fn parse(self, faults: &mut Faults) -> Option<Marks> {
        let mut check = |pointer, marks| {
            let wrong = || ValueError::new("out-of-bounds", "Must be from 0 to 100.");
            faults.check(pointer, (0..=100).contains(&marks).then_some(marks).ok_or_else(wrong))
        };
        let regulations = check("/marks_regulations", self.regulations);
        let rules = check("/marks_rules", self.rules);
        Some(Marks {
            regulations: regulations?,
            rules: rules?,
        })
    }

    /// Whether both are enough, by the settings of the day of the course.
    ///
    /// ```
    /// use records_register::federation::UmpireSettings;
    /// use records_register::umpires::courses::candidates::Marks;
    /// let pass = |regulations, rules| Marks { regulations, rules }.pass(UmpireSettings::default());
    /// assert!(pass(50, 50) && !pass(49, 100) && !pass(100, 49));
    /// ```
    #[must_use]
    pub fn pass(self, settings: UmpireSettings) -> bool {
        self.regulations >= settings.pass_mark_regulations && self.rules >= settings.pass_mark_rules
    }
}

/// The result of a player in a course.
#[derive(Debug, Clone)]
pub struct Candidate {
    /// Its id.
    pub id: UmpireCandidateId,
    /// The course.
    pub course: UmpireCourseId,
    /// The player.
    pub player: PlayerId,
    /// The marks.
    pub marks: Marks,
    /// Whether the player has passed.
    pub passed: bool,
    /// The reason why the marks are not those that were recorded first.
    pub reason: Option<String>,
    /// The time at which it was recorded.
    pub created_at: Timestamp,
}

/// A result as it is recorded.
#[derive(Debug, Clone, Copy)]
pub struct NewCandidate {
    /// The player.
    pub player: PlayerId,
    /// The marks.
    pub marks: Marks,
}

/// A correction of a result.
#[derive(Debug, Clone)]
pub struct Correction {
    /// The marks as they are right.
    pub marks: Marks,
    /// The reason why the others were wrong.
    pub reason: String,
}

impl Correction {
    /// The longest reason that is kept.
    pub(crate) const LONGEST_REASON: usize = 400;

    /// The correction, if it has the right form.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(self) -> Result<Correction, Faults> {
        let mut faults = Faults::default();
        let marks = self.marks.parse(&mut faults);
        let reason = faults.check("/reason", text(&self.reason, Correction::LONGEST_REASON));
        match (marks, reason) {
            (Some(marks), Some(reason)) => Ok(Correction { marks, reason }),
            _ => Err(faults),
        }
    }
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CandidateRefusal {
    /// The person's data was erased.
    #[error("The person's data was erased.")]
    Erased,
    /// A candidate is a registered player.
    #[error("The player is not registered as a member for the gaming year {}, in which the course was held.", .0.number())]
    NotRegistered(GamingYear),
    /// A player has one result in a course.
    #[error("The player has a result in this course already.")]
    AlreadyCandidate,
}

crate::problem_kinds! {
    ALREADY_CANDIDATE = 409 "already-candidate", "The player has a result in this course",
        "A player has one result in a course. A mistake in it is corrected by `POST /v1/umpire-candidates/{id}/corrections`.";
}

impl From<CandidateRefusal> for Error {
    fn from(refusal: CandidateRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            CandidateRefusal::Erased => return PlayerRefusal::Erased.into(),
            CandidateRefusal::NotRegistered(_) => NOT_REGISTERED.problem(detail),
            CandidateRefusal::AlreadyCandidate => ALREADY_CANDIDATE.problem(detail),
        }
        .into()
    }
}

impl Candidate {
    /// Records the result of a player, who was registered when the course was held. The settings are those of that day.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        new: NewCandidate,
        id: UmpireCandidateId,
        course: &Course,
        player: &Player,
        unregistered: Option<GamingYear>,
        settings: UmpireSettings,
        now: Timestamp,
    ) -> Result<Candidate, CandidateRefusal> {
        if player.person.is_none() {
            return Err(CandidateRefusal::Erased);
        }
        if let Some(year) = unregistered {
            return Err(CandidateRefusal::NotRegistered(year));
        }
        Ok(Candidate {
            id,
            course: course.id,
            player: player.id,
            marks: new.marks,
            passed: new.marks.pass(settings),
            reason: None,
            created_at: now,
        })
    }

    /// The result with the right marks, judged anew by the same settings.
    #[must_use]
    pub fn corrected(self, correction: &Correction, settings: UmpireSettings) -> Candidate {
        Candidate {
            marks: correction.marks,
            passed: correction.marks.pass(settings),
            reason: Some(correction.reason.clone()),
            ..self
        }
    }
}
