//! Umpires: who may umpire, at which level, from when until when.
//!
//! An accreditation is public, but for the course that it rests on, the account with which the umpire signs in, and the
//! reasons for which it was suspended or revoked.

pub mod courses;
mod entitlement;
pub(crate) mod renewals;
pub(crate) mod routes;
pub mod sanctions;
pub(crate) mod store;
pub(crate) mod use_cases;
pub(crate) mod views;

use std::cmp::Ordering;

use chrono::{Datelike, NaiveDate};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Account;
use crate::federation::UmpireSettings;
use crate::players::registrations::NOT_REGISTERED;
use crate::players::{self, Player, UNKNOWN_PLAYER};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AccountId, AccreditationId, PlayerId};
use crate::values::validation::{Faults, ValueError, past, text};

pub use entitlement::{NotAccredited, accredited};
pub use sanctions::{Sanction, SanctionKind};

crate::string_enum! {
    /// The reach of an umpire's competence; a higher level includes those before it.
    pub enum UmpireLevel as "UmpireLevel" {
        /// Events up to provincial ones.
        Level1 = "level_1",
        /// National events too.
        National = "national",
        /// Continental and world events too.
        International = "international",
    }
}

impl UmpireLevel {
    /// The level in words, as in "accredited for national level".
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            UmpireLevel::Level1 => "level 1",
            UmpireLevel::National => "national level",
            UmpireLevel::International => "international level",
        }
    }
}

impl Ord for UmpireLevel {
    fn cmp(&self, other: &UmpireLevel) -> Ordering {
        (*self as u8).cmp(&(*other as u8))
    }
}

impl PartialOrd for UmpireLevel {
    fn partial_cmp(&self, other: &UmpireLevel) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl UmpireLevel {
    /// The last day of a full term that begins on that day: the day before its anniversary. That of 29 February is
    /// 1 March in a year that has no such day.
    ///
    /// An international accreditation lasts a year; the federation's texts give no term for the others.
    ///
    /// ```
    /// use federation_records::federation::UmpireSettings;
    /// use federation_records::umpires::UmpireLevel;
    /// let last = |level: UmpireLevel, from: &str| level.last_day(from.parse().unwrap(), UmpireSettings::default()).to_string();
    /// assert_eq!(last(UmpireLevel::International, "2026-11-20"), "2027-11-19");
    /// assert_eq!(last(UmpireLevel::National, "2026-11-20"), "2029-11-19");
    /// ```
    #[must_use]
    pub fn last_day(self, from: NaiveDate, settings: UmpireSettings) -> NaiveDate {
        let years = match self {
            UmpireLevel::International => 1,
            UmpireLevel::Level1 | UmpireLevel::National => i32::try_from(settings.accreditation_years).unwrap_or(1),
        };
        let year = from.year() + years;
        let anniversary = from.with_year(year).or_else(|| NaiveDate::from_ymd_opt(year, 3, 1));
        anniversary.and_then(|day| day.pred_opt()).unwrap_or(from)
    }
}

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

/// The course that an accreditation rests on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Course {
    /// The day of the examination.
    #[schema(example = "2026-10-17")]
    pub held_on: NaiveDate,
    /// The venue.
    #[schema(example = "Mahikeng")]
    pub venue: String,
    /// The marks for the federation's constitution and regulations, out of a hundred.
    #[schema(example = 84)]
    pub marks_regulations: i64,
    /// The marks for the rules of the discipline, out of a hundred.
    #[schema(example = 91)]
    pub marks_rules: i64,
}

impl Course {
    /// The longest name of a venue that is kept.
    pub(crate) const LONGEST_VENUE: usize = 120;

    /// The course, if it has the right form; the faults are noted below `/course`.
    pub fn parse(self, today: NaiveDate, faults: &mut Faults) -> Option<Course> {
        let held_on = faults.check("/course/held_on", past(self.held_on, today));
        let venue = faults.check("/course/venue", text(&self.venue, Course::LONGEST_VENUE));
        let marks_regulations = faults.check("/course/marks_regulations", marks(self.marks_regulations));
        let marks_rules = faults.check("/course/marks_rules", marks(self.marks_rules));
        Some(Course {
            held_on: held_on?,
            venue: venue?,
            marks_regulations: marks_regulations?,
            marks_rules: marks_rules?,
        })
    }
}

fn marks(marks: i64) -> Result<i64, ValueError> {
    if (0..=100).contains(&marks) {
        Ok(marks)
    } else {
        Err(ValueError::new("out-of-bounds", "Must be from 0 to 100."))
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
    /// The course; none once the person's data was erased.
    pub course: Option<Course>,
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
    /// The course.
    pub course: Course,
}

impl NewAccreditation {
    /// The first and the last day: the full term, or less of it.
    ///
    /// # Errors
    /// All faults at once.
    pub fn term(&self, settings: UmpireSettings) -> Result<(NaiveDate, NaiveDate), Faults> {
        let mut faults = Faults::default();
        term(self.level, self.valid_from, self.valid_until, settings, &mut faults).ok_or(faults)
    }
}

fn term(
    level: UmpireLevel,
    valid_from: NaiveDate,
    valid_until: Option<NaiveDate>,
    settings: UmpireSettings,
    faults: &mut Faults,
) -> Option<(NaiveDate, NaiveDate)> {
    let known = GamingYear::known(valid_from).map(|_| valid_from);
    let known = known.ok_or_else(|| ValueError::new("out-of-bounds", "Must be a day of a known gaming year."));
    let valid_from = faults.check("/valid_from", known);
    let last = valid_from.map(|valid_from| level.last_day(valid_from, settings));
    let valid_until = match (valid_from, last, valid_until) {
        (_, last, None) => return Some((valid_from?, last?)),
        (Some(from), _, Some(until)) if until < from => {
            Err(ValueError::new("before-start", "Must not be before the first day."))
        }
        (_, Some(last), Some(until)) if until > last => Err(ValueError::new(
            "too-long",
            format!("May be {last} at most, when the term ends."),
        )),
        (_, _, Some(until)) => Ok(until),
    };
    let valid_until = faults.check("/valid_until", valid_until);
    Some((valid_from?, valid_until?))
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
    /// An umpire has a certain age.
    #[error("The player is under {0} on the first day.")]
    TooYoung(i64),
    /// An umpire is registered.
    #[error("The player is not registered as a member for the gaming year {}, in which the first day falls.", .0.number())]
    NotRegistered(GamingYear),
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
            AccreditationRefusal::TooYoung(_) => TOO_YOUNG.at("/valid_from", detail),
            AccreditationRefusal::NotRegistered(_) => NOT_REGISTERED.problem(detail),
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
    /// The first and the last day of the term.
    pub term: (NaiveDate, NaiveDate),
    /// The settings of today, by which it is decided.
    pub settings: UmpireSettings,
    /// The account, if there is one.
    pub account: Option<Account>,
    /// Whether the player is registered as a member for the gaming year of the first day.
    pub registered: bool,
    /// All accreditations of the player.
    pub others: Vec<Accreditation>,
}

impl Accreditation {
    /// Accredits a player, who is old enough and registered on the first day.
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
        match new.account {
            Some(account) if context.account.is_none() => return Err(AccreditationRefusal::UnknownAccount(account)),
            _ => {}
        }
        let (valid_from, valid_until) = context.term;
        let youngest = context.settings.youngest_age;
        if !person.is_of_years(youngest, valid_from) {
            return Err(AccreditationRefusal::TooYoung(youngest));
        }
        if !context.registered {
            return Err(AccreditationRefusal::NotRegistered(GamingYear::of(valid_from)));
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
            course: Some(new.course.clone()),
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
    /// another course it rests on the same one.
    ///
    /// # Errors
    /// [`AccreditationRefusal::Revoked`], [`AccreditationRefusal::Erased`].
    pub fn renewal(self, course: Option<Course>, today: NaiveDate) -> Result<NewAccreditation, AccreditationRefusal> {
        let Accreditation {
            player,
            account,
            level,
            valid_until,
            course: present,
            ..
        } = self.unrevoked()?;
        let course = course.or(present).ok_or(AccreditationRefusal::Erased)?;
        let valid_from = valid_until.succ_opt().unwrap_or(valid_until).max(today);
        Ok(NewAccreditation {
            player,
            account,
            level,
            valid_from,
            valid_until: None,
            course,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::umpires::*;

    fn day(day: &str) -> NaiveDate {
        day.parse().unwrap()
    }

    #[test]
    fn a_level_includes_those_before_it() {
        assert!(UmpireLevel::ALL.is_sorted());
        assert!(UmpireLevel::Level1 < UmpireLevel::National && UmpireLevel::National < UmpireLevel::International);
    }

    #[test]
    fn a_term_ends_the_day_before_its_anniversary() {
        let last = |level: UmpireLevel, from: &str, years| {
            level
                .last_day(
                    day(from),
                    UmpireSettings {
                        accreditation_years: years,
                        ..UmpireSettings::default()
                    },
                )
                .to_string()
        };
        assert_eq!(last(UmpireLevel::Level1, "2026-11-01", 3), "2029-10-31");
        assert_eq!(last(UmpireLevel::National, "2026-01-01", 2), "2027-12-31");
        assert_eq!(last(UmpireLevel::International, "2027-03-01", 3), "2028-02-29");
        // There is no 29 February to come back to, and then there is.
        assert_eq!(last(UmpireLevel::International, "2028-02-29", 3), "2029-02-28");
        assert_eq!(last(UmpireLevel::National, "2028-02-29", 3), "2031-02-28");
        assert_eq!(last(UmpireLevel::National, "2028-02-29", 4), "2032-02-28");
        assert_eq!(last(UmpireLevel::National, "2025-02-28", 3), "2028-02-27");
    }

    #[test]
    fn a_term_may_be_shorter_and_never_longer() {
        let term = |from: &str, until: Option<&str>| {
            let mut faults = Faults::default();
            let term = term(
                UmpireLevel::National,
                day(from),
                until.map(day),
                UmpireSettings::default(),
                &mut faults,
            );
            let faults = faults.into_vec().into_iter().map(|fault| (fault.pointer, fault.code));
            term.map(|(_, until)| until.to_string())
                .ok_or(faults.collect::<Vec<_>>())
        };
        let fault = |pointer: &str, code| Err(vec![(pointer.to_owned(), code)]);
        assert_eq!(term("2026-11-20", None).as_deref(), Ok("2029-11-19"));
        assert_eq!(term("2026-11-20", Some("2026-11-20")).as_deref(), Ok("2026-11-20"));
        assert_eq!(term("2026-11-20", Some("2029-11-19")).as_deref(), Ok("2029-11-19"));
        assert_eq!(
            term("2026-11-20", Some("2029-11-20")),
            fault("/valid_until", "too-long")
        );
        assert_eq!(
            term("2026-11-20", Some("2026-11-19")),
            fault("/valid_until", "before-start")
        );
        assert_eq!(
            term("9999-12-31", Some("9999-12-31")),
            fault("/valid_from", "out-of-bounds")
        );
    }
}
