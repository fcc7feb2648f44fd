//! Umpires: who may umpire, at which level, from when until when.
//!
//! An accreditation is public, but for the course that it rests on, the account with which the umpire signs in, and the
//! reasons for which it was suspended or revoked.

mod entitlement;
pub(crate) mod renewals;
pub(crate) mod routes;
pub mod sanctions;
pub(crate) mod store;
pub(crate) mod views;

use crate::players::registrations::NOT_REGISTERED;
use crate::players::{self, UNKNOWN_PLAYER};
use crate::values::error::Error;
use std::cmp::Ordering;

use chrono::{Datelike, NaiveDate};

use crate::accounts::Account;
use crate::players::Player;
use crate::values::clock::Timestamp;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::policy::Terms;
use crate::values::validation::{Faults, Invalid, past, text};

pub use entitlement::{NotAccredited, accredited};
pub use sanctions::Sanction;

crate::string_enum! {
    /// How far an umpire's competence reaches; a higher level includes those before it.
    pub enum Level as "UmpireLevel" {
        /// Events up to provincial ones.
        Level1 = "level_1",
        /// National events too.
        National = "national",
        /// Continental and world events too.
        International = "international",
    }
}

impl Ord for Level {
    fn cmp(&self, other: &Level) -> Ordering {
        (*self as u8).cmp(&(*other as u8))
    }
}

impl PartialOrd for Level {
    fn partial_cmp(&self, other: &Level) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Level {
    /// The last day of a full term that begins on that day: the day before its anniversary. That of 29 February is
    /// 1 March in a year that has no such day.
    ///
    /// An international accreditation lasts a year; the federation's texts give no term for the others.
    ///
    /// ```
    /// use federation_records::values::policy::Terms;
    /// use federation_records::umpires::Level;
    /// let last = |level: Level, from: &str| level.last_day(from.parse().unwrap(), Terms::default()).to_string();
    /// assert_eq!(last(Level::International, "2026-11-20"), "2027-11-19");
    /// assert_eq!(last(Level::National, "2026-11-20"), "2029-11-19");
    /// ```
    #[must_use]
    pub fn last_day(self, from: NaiveDate, terms: Terms) -> NaiveDate {
        let years = match self {
            Level::International => 1,
            Level::Level1 | Level::National => i32::from(terms.accreditation_years),
        };
        let year = from.year() + years;
        let anniversary = from.with_year(year).or_else(|| NaiveDate::from_ymd_opt(year, 3, 1));
        anniversary.and_then(|day| day.pred_opt()).unwrap_or(from)
    }
}

crate::string_enum! {
    /// How an accreditation stands on a day.
    pub enum State as "AccreditationState" {
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

/// The course that an accreditation rests on, with marks out of a hundred for the two things that an umpire must know.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Course {
    /// The day of the examination.
    pub held_on: NaiveDate,
    /// Where it was held.
    pub place: String,
    /// For the federation's constitution and regulations.
    pub marks_regulations: i64,
    /// For the rules of the discipline.
    pub marks_rules: i64,
}

impl Course {
    /// The longest name of a place that is kept.
    pub(crate) const LONGEST_PLACE: usize = 120;

    /// The course, if it has the right form; the faults are noted below `/course`.
    pub fn parse(self, today: NaiveDate, faults: &mut Faults) -> Option<Course> {
        let held_on = faults.take("/course/held_on", past(self.held_on, today));
        let place = faults.take("/course/place", text(&self.place, Course::LONGEST_PLACE));
        let marks_regulations = faults.take("/course/marks_regulations", marks(self.marks_regulations));
        let marks_rules = faults.take("/course/marks_rules", marks(self.marks_rules));
        Some(Course {
            held_on: held_on?,
            place: place?,
            marks_regulations: marks_regulations?,
            marks_rules: marks_rules?,
        })
    }
}

fn marks(marks: i64) -> Result<i64, Invalid> {
    if (0..=100).contains(&marks) {
        Ok(marks)
    } else {
        Err(Invalid::new("out-of-bounds", "Must be from 0 to 100."))
    }
}

/// The right to umpire, as it is on record.
#[derive(Debug, Clone)]
pub struct Accreditation {
    /// Its id.
    pub id: Id,
    /// The umpire, who is a player.
    pub player: Id,
    /// The account with which the umpire signs in.
    pub account: Option<Id>,
    /// For which level.
    pub level: Level,
    /// The first day.
    pub valid_from: NaiveDate,
    /// The last day.
    pub valid_until: NaiveDate,
    /// The course; none once the person's data was erased.
    pub course: Option<Course>,
    /// When it was made.
    pub created_at: Timestamp,
    /// What was done against it, the oldest first.
    pub sanctions: Vec<Sanction>,
}

/// An accreditation as it is asked for.
#[derive(Debug, Clone)]
pub struct NewAccreditation {
    /// Who is to be the umpire.
    pub player: Id,
    /// The account with which the umpire signs in.
    pub account: Option<Id>,
    /// For which level.
    pub level: Level,
    /// The first day.
    pub valid_from: NaiveDate,
    /// The last day.
    pub valid_until: NaiveDate,
    /// The course.
    pub course: Course,
}

/// The first and the last day of an accreditation: the full term, or less of it.
pub fn term(
    level: Level,
    (valid_from, valid_until): (NaiveDate, Option<NaiveDate>),
    terms: Terms,
    faults: &mut Faults,
) -> Option<(NaiveDate, NaiveDate)> {
    let known = GamingYear::known(valid_from).map(|_| valid_from);
    let known = known.ok_or_else(|| Invalid::new("out-of-bounds", "Must be a day of a known gaming year."));
    let valid_from = faults.take("/valid_from", known);
    let last = valid_from.map(|valid_from| level.last_day(valid_from, terms));
    let valid_until = match (valid_from, last, valid_until) {
        (_, last, None) => return Some((valid_from?, last?)),
        (Some(from), _, Some(until)) if until < from => {
            Err(Invalid::new("before-start", "Must not be before the first day."))
        }
        (_, Some(last), Some(until)) if until > last => Err(Invalid::new(
            "too-long",
            format!("May be {last} at most, when the term ends."),
        )),
        (_, _, Some(until)) => Ok(until),
    };
    let valid_until = faults.take("/valid_until", valid_until);
    Some((valid_from?, valid_until?))
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is no player with that id.
    #[error("There is no player with the id {0}.")]
    UnknownPlayer(Id),
    /// The person's data was erased.
    #[error("The person's data was erased.")]
    Erased,
    /// There is no account with that id.
    #[error("There is no account with the id {0}.")]
    UnknownAccount(Id),
    /// An umpire is of age.
    #[error("The player is under 18 on the first day.")]
    TooYoung,
    /// An umpire is registered.
    #[error("The player is not registered as a member for the gaming year {}, in which the first day falls.", .0.number())]
    NotRegistered(GamingYear),
    /// One of a level at a time.
    #[error("The player has an accreditation of this level whose term overlaps.")]
    AlreadyAccredited,
    /// What was revoked stays so.
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
        "An umpire is 18 or older on the first day of the accreditation.";
    ALREADY_ACCREDITED = 409 "already-accredited", "The player is accredited already",
        "A player has one accreditation of a level at a time. One of another level may stand beside it.";
    ACCREDITATION_REVOKED = 409 "accreditation-revoked", "The accreditation was revoked",
        "What was revoked stays so: it can be neither revoked again nor suspended, reinstated or renewed. A new accreditation can be made.";
    NOT_SUSPENDED = 409 "not-suspended", "The accreditation is not suspended",
        "No suspension of it is running today.";
    OUTSIDE_TERM = 422 "outside-term", "The suspension lies outside the term",
        "The accreditation is over before the suspension begins, or begins after the suspension is over.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::UnknownPlayer(_) => UNKNOWN_PLAYER.at("/player_id", detail),
            Refusal::Erased => return players::PlayerRefusal::Erased.into(),
            Refusal::UnknownAccount(_) => UNKNOWN_ACCOUNT.at("/account_id", detail),
            Refusal::TooYoung => TOO_YOUNG.at("/valid_from", detail),
            Refusal::NotRegistered(_) => NOT_REGISTERED.problem(detail),
            Refusal::AlreadyAccredited => ALREADY_ACCREDITED.problem(detail),
            Refusal::Revoked => ACCREDITATION_REVOKED.problem(detail),
            Refusal::NotSuspended => NOT_SUSPENDED.problem(detail),
            Refusal::OutsideTerm => OUTSIDE_TERM.at("/begins_on", detail),
        }
        .into()
    }
}

/// What is known of the player and the account that an accreditation is asked for.
#[derive(Debug, Default)]
pub struct Known {
    /// The player, if there is one.
    pub player: Option<Player>,
    /// The account, if there is one.
    pub account: Option<Account>,
    /// Whether the player is registered as a member for the gaming year of the first day.
    pub registered: bool,
    /// All accreditations of the player.
    pub others: Vec<Accreditation>,
}

impl Accreditation {
    /// Accredits a player, who is of age and registered on the first day.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(new: NewAccreditation, id: Id, known: Known, now: Timestamp) -> Result<Accreditation, Refusal> {
        let NewAccreditation {
            player,
            account,
            level,
            valid_from,
            valid_until,
            course,
        } = new;
        let player = known.player.ok_or(Refusal::UnknownPlayer(player))?;
        let person = player.person.ok_or(Refusal::Erased)?;
        match account {
            Some(account) if known.account.is_none() => return Err(Refusal::UnknownAccount(account)),
            _ => {}
        }
        if person.is_minor(valid_from) {
            return Err(Refusal::TooYoung);
        }
        if !known.registered {
            return Err(Refusal::NotRegistered(GamingYear::of(valid_from)));
        }
        let overlaps = |other: &Accreditation| other.valid_from <= valid_until && valid_from <= other.valid_until;
        if known
            .others
            .iter()
            .any(|other| other.level == level && !other.is_revoked() && overlaps(other))
        {
            return Err(Refusal::AlreadyAccredited);
        }
        let (player, course, sanctions) = (player.id, Some(course), Vec::new());
        Ok(Accreditation {
            id,
            player,
            account,
            level,
            valid_from,
            valid_until,
            course,
            created_at: now,
            sanctions,
        })
    }

    /// How it stands on that day.
    #[must_use]
    pub fn state_on(&self, day: NaiveDate) -> State {
        let holds = |kind| {
            self.sanctions
                .iter()
                .any(|sanction| sanction.kind == kind && sanction.holds_on(day))
        };
        if holds(sanctions::Kind::Revocation) {
            State::Revoked
        } else if day < self.valid_from {
            State::Future
        } else if self.valid_until < day {
            State::Expired
        } else if holds(sanctions::Kind::Suspension) {
            State::Suspended
        } else {
            State::Valid
        }
    }

    fn is_revoked(&self) -> bool {
        self.sanctions
            .iter()
            .any(|sanction| sanction.kind == sanctions::Kind::Revocation)
    }

    /// The accreditation, unless it was revoked.
    ///
    /// # Errors
    /// [`Refusal::Revoked`].
    pub fn unrevoked(self) -> Result<Accreditation, Refusal> {
        if self.is_revoked() {
            Err(Refusal::Revoked)
        } else {
            Ok(self)
        }
    }

    /// The accreditation, suspended or revoked.
    ///
    /// # Errors
    /// [`Refusal::Revoked`], [`Refusal::OutsideTerm`].
    pub fn sanctioned(self, sanction: Sanction) -> Result<Accreditation, Refusal> {
        let mut sanctioned = self.unrevoked()?;
        let begins_too_late = sanctioned.valid_until < sanction.begins_on;
        let ends_too_early = sanction.ends_on.is_some_and(|ends_on| ends_on < sanctioned.valid_from);
        if sanction.kind == sanctions::Kind::Suspension && (begins_too_late || ends_too_early) {
            return Err(Refusal::OutsideTerm);
        }
        sanctioned.sanctions.push(sanction);
        Ok(sanctioned)
    }

    /// The accreditation, its running suspensions at an end: from that day on it is no longer suspended.
    ///
    /// # Errors
    /// [`Refusal::Revoked`], [`Refusal::NotSuspended`].
    pub fn reinstated(self, today: NaiveDate) -> Result<Accreditation, Refusal> {
        let mut reinstated = self.unrevoked()?;
        let running: Vec<&mut Sanction> = reinstated
            .sanctions
            .iter_mut()
            .filter(|sanction| sanction.holds_on(today))
            .collect();
        if running.is_empty() {
            return Err(Refusal::NotSuspended);
        }
        for sanction in running {
            sanction.lifted_on = Some(today);
        }
        Ok(reinstated)
    }

    /// What to ask for as the next term: from the day after this one's end, or from today if that has passed. Without
    /// another course it rests on the same one.
    ///
    /// # Errors
    /// [`Refusal::Revoked`], [`Refusal::Erased`].
    pub fn renewal(self, course: Option<Course>, terms: Terms, today: NaiveDate) -> Result<NewAccreditation, Refusal> {
        let Accreditation {
            player,
            account,
            level,
            valid_until,
            course: present,
            ..
        } = self.unrevoked()?;
        let course = course.or(present).ok_or(Refusal::Erased)?;
        let valid_from = valid_until.succ_opt().unwrap_or(valid_until).max(today);
        let valid_until = level.last_day(valid_from, terms);
        Ok(NewAccreditation {
            player,
            account,
            level,
            valid_from,
            valid_until,
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
        assert!(Level::ALL.is_sorted());
        assert!(Level::Level1 < Level::National && Level::National < Level::International);
    }

    #[test]
    fn a_term_ends_the_day_before_its_anniversary() {
        let last = |level: Level, from: &str, years| {
            level
                .last_day(
                    day(from),
                    Terms {
                        accreditation_years: years,
                    },
                )
                .to_string()
        };
        assert_eq!(last(Level::Level1, "2026-11-01", 3), "2029-10-31");
        assert_eq!(last(Level::National, "2026-01-01", 2), "2027-12-31");
        assert_eq!(last(Level::International, "2027-03-01", 3), "2028-02-29");
        // There is no 29 February to come back to, and then there is.
        assert_eq!(last(Level::International, "2028-02-29", 3), "2029-02-28");
        assert_eq!(last(Level::National, "2028-02-29", 3), "2031-02-28");
        assert_eq!(last(Level::National, "2028-02-29", 4), "2032-02-28");
        assert_eq!(last(Level::National, "2025-02-28", 3), "2028-02-27");
    }

    #[test]
    fn a_term_may_be_shorter_and_never_longer() {
        let term = |from: &str, until: Option<&str>| {
            let mut faults = Faults::default();
            let term = term(
                Level::National,
                (day(from), until.map(day)),
                Terms::default(),
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
