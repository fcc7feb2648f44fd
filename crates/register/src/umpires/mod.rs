//! Umpires: who may umpire, at which level, from when until when.
//!
//! An accreditation is public, but for the course that it rests on and what was shown in it, the account with which the umpire signs in, and the
//! reasons for which it was suspended or revoked.

pub mod courses;
mod entitlement;
pub mod renewals;
pub mod routes;
pub mod sanctions;
pub mod store;
mod term;
pub mod use_cases;
pub mod views;

use chrono::NaiveDate;

use crate::accounts::{Account, Reach};
use crate::federation::UmpireSettings;
use crate::players::person::Person;
use crate::players::registrations::{FEE_UNPAID, NOT_REGISTERED, Registration};
use crate::players::suspensions::{NOT_ELIGIBLE, NOT_ELIGIBLE_DETAIL};
use crate::players::{self, Player, UNKNOWN_PLAYER};
use crate::umpires::courses::Course;
use crate::umpires::courses::candidates::Candidate;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AccountId, AccreditationId, PlayerId, UmpireCourseId};
use crate::values::validation::{Faults, ValueError, text};

pub use entitlement::{NotAccredited, accredited};
pub use sanctions::{Sanction, SanctionKind};
pub use term::UmpireLevel;

crate::string_enum! {
    /// The state of an accreditation on a day.
    pub enum AccreditationState as "AccreditationState" {
        /// It gives the right to umpire.
        Valid = "valid",
        /// It is suspended, and comes back when the suspension ends.
        Suspended = "suspended",
        /// It was revoked, for good.
        Revoked = "revoked",
        /// Its term is over.
        Expired = "expired",
        /// Its term has not begun.
        Future = "future",
    }
}

/// The qualification on which an accreditation rests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Qualification {
    /// A course that the umpire has passed.
    Course(UmpireCourseId),
    /// An examination of which no course is on record, and the reason for it.
    WithoutCourse(String),
}

impl Qualification {
    /// The longest reason that is kept.
    pub(crate) const LONGEST_REASON: usize = 400;

    /// Reads what was asked for, one of the two; the faults are noted.
    pub fn parse(
        course: Option<UmpireCourseId>,
        without_course: Option<&str>,
        faults: &mut Faults,
    ) -> Option<Qualification> {
        let missing = "An accreditation names its course, or says in `without_course` why none is on record.";
        match (course, without_course) {
            (Some(course), None) => Some(Qualification::Course(course)),
            (None, Some(reason)) => faults
                .check("/without_course", text(reason, Qualification::LONGEST_REASON))
                .map(Qualification::WithoutCourse),
            (None, None) => faults.check("/course_id", Err(ValueError::new("required", missing))),
            (Some(_), Some(_)) => {
                let fault = ValueError::new("not-expected", "The accreditation names its course.");
                faults.check("/without_course", Err(fault))
            }
        }
    }
}

/// The course on which an accreditation rests, and the umpire's result in it.
#[derive(Debug, Clone, Default)]
pub struct CourseRecord {
    /// The course, if there is one.
    pub course: Option<Course>,
    /// The umpire's result in it, if there is one, and it may be read.
    pub result: Option<Candidate>,
}

impl CourseRecord {
    /// The record as those may read it who look after these provinces: the result is for who looks after the course's.
    #[must_use]
    pub fn within(self, reach: &Reach) -> CourseRecord {
        let covers = |course: &Course| reach.covers_province(&course.province);
        let result = self.result.filter(|_| self.course.as_ref().is_some_and(covers));
        CourseRecord { result, ..self }
    }
}

/// The right to umpire, as it is on record.
#[derive(Debug, Clone)]
pub struct Accreditation {
    /// Its id.
    pub id: AccreditationId,
    /// The umpire, who is a player.
    pub player: PlayerId,
    /// The account with which the umpire signs in.
    pub account: Option<AccountId>,
    /// The level.
    pub level: UmpireLevel,
    /// The first day.
    pub valid_from: NaiveDate,
    /// The last day.
    pub valid_until: NaiveDate,
    /// The qualification; none once the person's data was erased.
    pub qualification: Option<Qualification>,
    /// The place where it is written who has nominated an international umpire; none once the person's data was erased.
    pub nomination: Option<String>,
    /// The time at which it was made.
    pub created_at: Timestamp,
    /// The sanctions against it, the oldest first.
    pub sanctions: Vec<Sanction>,
}

/// An accreditation as it is asked for.
#[derive(Debug, Clone)]
pub struct NewAccreditation {
    /// The player who is to be the umpire.
    pub player: PlayerId,
    /// The account with which the umpire signs in.
    pub account: Option<AccountId>,
    /// The level.
    pub level: UmpireLevel,
    /// The first day.
    pub valid_from: NaiveDate,
    /// The last day; that of a full term if none is asked for.
    pub valid_until: Option<NaiveDate>,
    /// The course that the player has passed.
    pub course: Option<UmpireCourseId>,
    /// The reason why no course is on record.
    pub without_course: Option<String>,
    /// The place where it is written who has nominated an international umpire.
    pub nomination: Option<String>,
}

/// An accreditation that is asked for in the right form.
#[derive(Debug, Clone)]
pub struct ParsedAccreditation {
    /// The first day.
    pub valid_from: NaiveDate,
    /// The last day.
    pub valid_until: NaiveDate,
    /// The qualification.
    pub qualification: Qualification,
    /// The nomination, of the international level alone.
    pub nomination: Option<String>,
}

impl NewAccreditation {
    /// The longest reference to a nomination that is kept.
    pub(crate) const LONGEST_NOMINATION: usize = 200;

    /// The accreditation, if it has the right form: of a full term, or less of it, with one qualification, and with a
    /// nomination if it is an international one.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(&self, settings: UmpireSettings) -> Result<ParsedAccreditation, Faults> {
        let mut faults = Faults::default();
        let term = term::term(self.level, self.valid_from, self.valid_until, settings, &mut faults);
        let qualification = Qualification::parse(self.course, self.without_course.as_deref(), &mut faults);
        let nomination = match (self.level, self.nomination.as_deref()) {
            (UmpireLevel::International, Some(written)) => {
                text(written, NewAccreditation::LONGEST_NOMINATION).map(Some)
            }
            (UmpireLevel::International, None) => Err(ValueError::new(
                "required",
                "An international umpire is nominated: say where that is written.",
            )),
            (UmpireLevel::Level1 | UmpireLevel::National, Some(_)) => Err(ValueError::new(
                "not-expected",
                "Only an international umpire is nominated.",
            )),
            (UmpireLevel::Level1 | UmpireLevel::National, None) => Ok(None),
        };
        let nomination = faults.check("/nomination", nomination);
        match (term, qualification, nomination) {
            (Some((valid_from, valid_until)), Some(qualification), Some(nomination)) => Ok(ParsedAccreditation {
                valid_from,
                valid_until,
                qualification,
                nomination,
            }),
            _ => Err(faults),
        }
    }
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AccreditationRefusal {
    /// There is no player with that id.
    #[error("There is no player with the id {0}.")]
    UnknownPlayer(PlayerId),
    /// The person's data was erased.
    #[error("The person's data was erased.")]
    Erased,
    /// There is no account with that id.
    #[error("There is no account with the id {0}.")]
    UnknownAccount(AccountId),
    /// There is no course with that id.
    #[error("There is no course with the id {0}.")]
    UnknownCourse(UmpireCourseId),
    /// An umpire has a certain age.
    #[error("The player is under {0} on the first day.")]
    TooYoung(i64),
    /// The player is suspended.
    #[error("{NOT_ELIGIBLE_DETAIL}")]
    NotEligible,
    /// An umpire is registered.
    #[error("The player is not registered as a member for the gaming year {}, in which the first day falls.", .0.number())]
    NotRegistered(GamingYear),
    /// An umpire has paid the fee of the registration.
    #[error("The player's registration for that gaming year is not paid.")]
    FeeUnpaid,
    /// An umpire has passed the course.
    #[error("The player has not passed the course.")]
    CourseNotPassed,
    /// An umpire climbs level by level.
    #[error("The player has no accreditation for {} that began by the first day and was not revoked.", .0.in_words())]
    LevelBeforeMissing(UmpireLevel),
    /// One of a level at a time.
    #[error("The player has an accreditation of this level whose term overlaps.")]
    AlreadyAccredited,
    /// A revoked accreditation stays revoked.
    #[error("The accreditation was revoked.")]
    Revoked,
    /// There is nothing to lift.
    #[error("The accreditation is not suspended today.")]
    NotSuspended,
    /// It would suspend nothing.
    #[error("The suspension lies outside the term of the accreditation.")]
    OutsideTerm,
}

crate::problem_kinds! {
    UNKNOWN_ACCOUNT = 422 "unknown-account", "There is no such account",
        "No account has this id. `GET /v1/accounts` lists accounts.";
    TOO_YOUNG = 422 "too-young", "The player is too young",
        "An umpire has the age that the federation asks for on the first day of the accreditation: 18 if it has set no other.";
    UNKNOWN_COURSE = 422 "unknown-course", "There is no such course",
        "No course for umpires has this id. `GET /v1/umpire-courses` lists courses.";
    COURSE_NOT_PASSED = 409 "course-not-passed", "The course was not passed",
        "An accreditation names a course in which the player is on record as a candidate, and has passed.";
    LEVEL_BEFORE_MISSING = 409 "level-before-missing", "The level before is missing",
        "National umpires have, or had, an accreditation for level 1, and international ones one for national level: it has begun by the first day of the new one, and was not revoked.";
    ALREADY_ACCREDITED = 409 "already-accredited", "The player is accredited already",
        "A player has one accreditation of a level at a time. One of another level may stand beside it.";
    ACCREDITATION_REVOKED = 409 "accreditation-revoked", "The accreditation was revoked",
        "What was revoked stays so: it can be neither revoked again nor suspended, reinstated or renewed. A new accreditation can be made.";
    NOT_SUSPENDED = 409 "not-suspended", "The accreditation is not suspended",
        "No suspension of it is running today.";
    OUTSIDE_TERM = 422 "outside-term", "The suspension lies outside the term",
        "The accreditation is over before the suspension begins, or begins after the suspension is over.";
}

impl From<AccreditationRefusal> for Error {
    fn from(refusal: AccreditationRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            AccreditationRefusal::UnknownPlayer(_) => UNKNOWN_PLAYER.at("/player_id", detail),
            AccreditationRefusal::Erased => return players::PlayerRefusal::Erased.into(),
            AccreditationRefusal::UnknownAccount(_) => UNKNOWN_ACCOUNT.at("/account_id", detail),
            AccreditationRefusal::UnknownCourse(_) => UNKNOWN_COURSE.at("/course_id", detail),
            AccreditationRefusal::CourseNotPassed => COURSE_NOT_PASSED.problem(detail),
            AccreditationRefusal::LevelBeforeMissing(_) => LEVEL_BEFORE_MISSING.problem(detail),
            AccreditationRefusal::TooYoung(_) => TOO_YOUNG.at("/valid_from", detail),
            AccreditationRefusal::NotEligible => NOT_ELIGIBLE.problem(detail),
            AccreditationRefusal::NotRegistered(_) => NOT_REGISTERED.problem(detail),
            AccreditationRefusal::FeeUnpaid => FEE_UNPAID.problem(detail),
            AccreditationRefusal::AlreadyAccredited => ALREADY_ACCREDITED.problem(detail),
            AccreditationRefusal::Revoked => ACCREDITATION_REVOKED.problem(detail),
            AccreditationRefusal::NotSuspended => NOT_SUSPENDED.problem(detail),
            AccreditationRefusal::OutsideTerm => OUTSIDE_TERM.at("/begins_on", detail),
        }
        .into()
    }
}

/// The records that an accreditation is decided by.
#[derive(Debug)]
pub struct AccreditationContext {
    /// The accreditation that is asked for, in the right form.
    pub asked: ParsedAccreditation,
    /// The settings of today, by which it is decided.
    pub settings: UmpireSettings,
    /// The account, if there is one.
    pub account: Option<Account>,
    /// The course that is named, and the player's result in it.
    pub course: CourseRecord,
    /// Whether the player is suspended on the first day.
    pub suspended: bool,
    /// The gaming year of the first day.
    pub year: GamingYear,
    /// The player's registration as a member for it.
    pub registration: Option<Registration>,
    /// All accreditations of the player.
    pub others: Vec<Accreditation>,
}

impl AccreditationContext {
    /// Everything that an accreditation of the level lacks that is made on that day, in the order in which it is refused.
    pub(crate) fn lacks(&self, level: UmpireLevel, person: &Person, made_on: NaiveDate) -> Vec<AccreditationRefusal> {
        let (valid_from, youngest) = (self.asked.valid_from, self.settings.youngest_age);
        let mut lacks = Vec::new();
        if !person.is_of_years(youngest, valid_from) {
            lacks.push(AccreditationRefusal::TooYoung(youngest));
        }
        if self.suspended {
            lacks.push(AccreditationRefusal::NotEligible);
        }
        match &self.registration {
            None => lacks.push(AccreditationRefusal::NotRegistered(self.year)),
            Some(registration) if !registration.is_paid_by(valid_from.max(made_on)) => {
                lacks.push(AccreditationRefusal::FeeUnpaid);
            }
            Some(_) => {}
        }
        let has_passed = self.course.result.as_ref().is_some_and(|result| result.passed);
        if matches!(self.asked.qualification, Qualification::Course(_)) && !has_passed {
            lacks.push(AccreditationRefusal::CourseNotPassed);
        }
        let has_been = |other: &Accreditation, before| {
            other.level == before && !other.is_revoked() && other.valid_from <= valid_from
        };
        if let Some(before) = level.before()
            && !self.others.iter().any(|other| has_been(other, before))
        {
            lacks.push(AccreditationRefusal::LevelBeforeMissing(before));
        }
        lacks
    }
}

impl Accreditation {
    /// Accredits a player, who is old enough and registered on the first day, and has paid.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        new: &NewAccreditation,
        id: AccreditationId,
        player: &Player,
        context: &AccreditationContext,
        now: Timestamp,
    ) -> Result<Accreditation, AccreditationRefusal> {
        let person = player.person.as_ref().ok_or(AccreditationRefusal::Erased)?;
        if let Some(account) = new.account.filter(|_| context.account.is_none()) {
            return Err(AccreditationRefusal::UnknownAccount(account));
        }
        let ParsedAccreditation {
            valid_from,
            valid_until,
            qualification,
            nomination,
        } = context.asked.clone();
        match qualification {
            Qualification::Course(course) if context.course.course.is_none() => {
                return Err(AccreditationRefusal::UnknownCourse(course));
            }
            _ => {}
        }
        if let Some(first) = context.lacks(new.level, person, now.day()).into_iter().next() {
            return Err(first);
        }
        let in_the_way = |other: &Accreditation| {
            let overlaps = other.valid_from <= valid_until && valid_from <= other.valid_until;
            other.level == new.level && !other.is_revoked() && overlaps
        };
        if context.others.iter().any(in_the_way) {
            return Err(AccreditationRefusal::AlreadyAccredited);
        }
        Ok(Accreditation {
            id,
            player: player.id,
            account: new.account,
            level: new.level,
            valid_from,
            valid_until,
            qualification: Some(qualification),
            nomination,
            created_at: now,
            sanctions: Vec::new(),
        })
    }

    /// The state of the accreditation on that day.
    #[must_use]
    pub fn state_on(&self, day: NaiveDate) -> AccreditationState {
        let holds = |kind| {
            self.sanctions
                .iter()
                .any(|sanction| sanction.kind == kind && sanction.holds_on(day))
        };
        if holds(SanctionKind::Revocation) {
            AccreditationState::Revoked
        } else if day < self.valid_from {
            AccreditationState::Future
        } else if self.valid_until < day {
            AccreditationState::Expired
        } else if holds(SanctionKind::Suspension) {
            AccreditationState::Suspended
        } else {
            AccreditationState::Valid
        }
    }

    fn is_revoked(&self) -> bool {
        self.sanctions
            .iter()
            .any(|sanction| sanction.kind == SanctionKind::Revocation)
    }

    /// The accreditation, unless it was revoked.
    ///
    /// # Errors
    /// [`AccreditationRefusal::Revoked`].
    pub fn unrevoked(self) -> Result<Accreditation, AccreditationRefusal> {
        if self.is_revoked() {
            Err(AccreditationRefusal::Revoked)
        } else {
            Ok(self)
        }
    }

    /// The accreditation, suspended or revoked.
    ///
    /// # Errors
    /// [`AccreditationRefusal::Revoked`], [`AccreditationRefusal::OutsideTerm`].
    pub fn sanctioned(self, sanction: Sanction) -> Result<Accreditation, AccreditationRefusal> {
        let mut sanctioned = self.unrevoked()?;
        let begins_too_late = sanctioned.valid_until < sanction.begins_on;
        let ends_too_early = sanction.ends_on.is_some_and(|ends_on| ends_on < sanctioned.valid_from);
        if sanction.kind == SanctionKind::Suspension && (begins_too_late || ends_too_early) {
            return Err(AccreditationRefusal::OutsideTerm);
        }
        sanctioned.sanctions.push(sanction);
        Ok(sanctioned)
    }

    /// The accreditation, its running suspensions at an end: from that day on it is no longer suspended.
    ///
    /// # Errors
    /// [`AccreditationRefusal::Revoked`], [`AccreditationRefusal::NotSuspended`].
    pub fn reinstated(self, today: NaiveDate) -> Result<Accreditation, AccreditationRefusal> {
        let mut reinstated = self.unrevoked()?;
        let running: Vec<&mut Sanction> = reinstated
            .sanctions
            .iter_mut()
            .filter(|sanction| sanction.holds_on(today))
            .collect();
        if running.is_empty() {
            return Err(AccreditationRefusal::NotSuspended);
        }
        for sanction in running {
            sanction.lifted_on = Some(today);
        }
        Ok(reinstated)
    }

    /// The accreditation to ask for as the next term: from the day after this one's end, or from today if that has passed. Without
    /// another course or nomination it rests on the same ones.
    ///
    /// # Errors
    /// [`AccreditationRefusal::Revoked`], [`AccreditationRefusal::Erased`].
    pub fn renewal(
        self,
        course: Option<UmpireCourseId>,
        nomination: Option<String>,
        today: NaiveDate,
    ) -> Result<NewAccreditation, AccreditationRefusal> {
        let Accreditation {
            player,
            account,
            level,
            valid_until,
            qualification: present,
            nomination: written,
            ..
        } = self.unrevoked()?;
        let (course, without_course) = match (course, present.ok_or(AccreditationRefusal::Erased)?) {
            (Some(course), _) | (None, Qualification::Course(course)) => (Some(course), None),
            (None, Qualification::WithoutCourse(reason)) => (None, Some(reason)),
        };
        let valid_from = renewals::begins_on(valid_until, today);
        Ok(NewAccreditation {
            player,
            account,
            level,
            valid_from,
            valid_until: None,
            course,
            without_course,
            nomination: nomination.or(written),
        })
    }
}
