//! Registrations: a player for a gaming year, through a club.

pub mod ages;
pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::clubs::{self, ALREADY_WITHDRAWN, Club};
use crate::federation::divisions::DivisionAges;
use crate::players::merger::Merger;
use crate::players::registrations::ages::AgeDoesNotFit;
use crate::players::{Player, PlayerName};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId, RegistrationId};
use crate::values::validation::{Faults, past};

crate::string_enum! {
    /// The basis on which a club registers a player.
    pub enum Basis as "RegistrationBasis" {
        /// A member of the club, for all events: of one club at a time.
        Member = "member",
        /// A learner or student of the school or university, for its own sort of events, beside the membership.
        Institution = "institution",
    }
}

crate::string_enum! {
    /// The group among whom a player competes.
    pub enum Division as "Division" {
        /// Everyone.
        Senior = "senior",
        /// Students of a university.
        Student = "student",
        /// Learners of a high school.
        HighSchool = "high_school",
        /// Learners of a primary school.
        PrimarySchool = "primary_school",
    }
}

crate::string_enum! {
    /// The state of a player's membership in a gaming year.
    pub enum MembershipState as "MembershipState" {
        /// The player is not registered.
        None = "none",
        /// The player is registered, and the fee is not paid.
        Unpaid = "unpaid",
        /// The player is registered, and the fee is paid.
        Paid = "paid",
    }
}

/// A registration as it is on record.
#[derive(Debug, Clone, Serialize, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::registrations)]
#[diesel(treat_none_as_default_value = false, treat_none_as_null = true)]
pub struct Registration {
    /// Its id.
    pub id: RegistrationId,
    /// The player who is registered.
    #[serde(skip)]
    #[diesel(column_name = player_id)]
    pub player: PlayerId,
    /// The club through which it is done.
    #[serde(rename = "club_id")]
    #[diesel(column_name = club_id)]
    pub club: ClubId,
    /// The gaming year for which it is made.
    pub year: GamingYear,
    /// The basis on which the player is registered.
    pub basis: Basis,
    /// The division in which the player competes.
    pub division: Division,
    /// The day on which the fee was paid.
    pub paid_on: Option<NaiveDate>,
    /// The time at which it was made.
    pub created_at: Timestamp,
    /// The time at which it was taken back, if it was made by mistake: it counts no more.
    pub withdrawn_at: Option<Timestamp>,
    /// The reason for which it was taken back; none once the person's data was erased.
    pub withdrawn_because: Option<String>,
}

/// A registration as the audit trail keeps it: with the player's name.
#[derive(Debug, Serialize)]
pub struct RegistrationEvidence {
    #[serde(flatten)]
    registration: Registration,
    player: PlayerName,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RegistrationRefusal {
    /// A player is a member of one club at a time.
    #[error("The player is a member of another club, and must be transferred first.")]
    TransferRequired,
    /// Schools and universities alone enter players who are not their members.
    #[error("The club is neither a school nor a university.")]
    NotAnInstitution,
    /// A school has learners, a university students.
    #[error("The division does not fit the institution.")]
    DivisionDoesNotFit,
    /// A division is for people of an age.
    #[error("{0}")]
    AgeDoesNotFit(AgeDoesNotFit),
    /// A player is registered once a year on each basis.
    #[error("The player is registered for this year already.")]
    AlreadyRegistered,
    /// A registration is withdrawn once, and stays so.
    #[error("The registration was withdrawn before.")]
    AlreadyWithdrawn,
}

crate::problem_kinds! {
    TRANSFER_REQUIRED = 409 "transfer-required", "The player is a member of another club",
        "A player is a member of one club at a time. `POST /v1/transfers` asks the other club to release the player.";
    NOT_AN_INSTITUTION = 422 "not-an-institution", "The club is no school or university",
        "Only schools and universities enter players for their own events beside a membership of another club.";
    DIVISION_DOES_NOT_FIT = 422 "division-does-not-fit", "The division does not fit the institution",
        "A school enters learners of a high school or a primary school, a university enters students.";
    AGE_DOES_NOT_FIT = 422 "age-does-not-fit", "The player is too young or too old for the division",
        "A division is for players of an age, by the birth date: that on 1 January of the year by which the gaming year is named. Among seniors everybody competes.";
    NOT_REGISTERED = 409 "not-registered", "The player is not registered",
        "An umpire, and who enters a tournament, is registered for the gaming year in which it begins: `POST /v1/registrations`. Friendly and regional tournaments admit others too.";
    FEE_UNPAID = 409 "fee-unpaid", "The player's fee is not paid",
        "Only players whose own registration for the year is paid enter provincial tournaments and higher ones, or are accredited as umpires: `PATCH /v1/registrations/{id}` records a payment.";
    ALREADY_REGISTERED = 409 "already-registered", "The player is registered already",
        "A player is registered once for a gaming year as a member, and once by an institution.";
}

impl From<RegistrationRefusal> for Error {
    fn from(refusal: RegistrationRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            RegistrationRefusal::TransferRequired => TRANSFER_REQUIRED.problem(detail),
            RegistrationRefusal::NotAnInstitution => NOT_AN_INSTITUTION.at("/basis", detail),
            RegistrationRefusal::DivisionDoesNotFit => DIVISION_DOES_NOT_FIT.at("/division", detail),
            RegistrationRefusal::AgeDoesNotFit(_) => AGE_DOES_NOT_FIT.at("/division", detail),
            RegistrationRefusal::AlreadyRegistered => ALREADY_REGISTERED.problem(detail),
            RegistrationRefusal::AlreadyWithdrawn => ALREADY_WITHDRAWN.problem(detail),
        }
        .into()
    }
}

/// A registration as it is asked for.
#[derive(Debug, Clone, Copy)]
pub struct NewRegistration {
    /// The gaming year for which it is made.
    pub year: GamingYear,
    /// The basis on which the player is registered.
    pub basis: Basis,
    /// The division in which the player competes.
    pub division: Division,
    /// The day on which the fee was paid.
    pub paid_on: Option<NaiveDate>,
}

impl NewRegistration {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(
        asked: NewRegistration,
        calendar: &GamingCalendar,
        today: NaiveDate,
    ) -> Result<NewRegistration, Faults> {
        let mut faults = Faults::default();
        let year = faults.check("/year", calendar.open_on(asked.year, today));
        let paid_on = faults.check("/paid_on", asked.paid_on.map(|day| past(day, today)).transpose());
        match (year, paid_on) {
            (Some(year), Some(paid_on)) => Ok(NewRegistration { year, paid_on, ..asked }),
            _ => Err(faults),
        }
    }
}

impl Registration {
    /// Registers the player through the club.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        new: &NewRegistration,
        ages: &DivisionAges,
        id: RegistrationId,
        player: &Player,
        club: &Club,
        now: Timestamp,
    ) -> Result<Registration, RegistrationRefusal> {
        match new.basis {
            Basis::Member if player.club != club.id => return Err(RegistrationRefusal::TransferRequired),
            Basis::Member => {}
            Basis::Institution => fits(new.division, club.kind)?,
        }
        is_of_age(player, new.division, new.year, ages)?;
        let NewRegistration {
            year,
            basis,
            division,
            paid_on,
        } = *new;
        Ok(Registration {
            id,
            player: player.id,
            club: club.id,
            year,
            basis,
            division,
            paid_on,
            created_at: now,
            withdrawn_at: None,
            withdrawn_because: None,
        })
    }

    /// The registration, taken back: it was made by mistake.
    ///
    /// # Errors
    /// [`RegistrationRefusal::AlreadyWithdrawn`].
    pub fn withdrawn(self, because: String, now: Timestamp) -> Result<Registration, RegistrationRefusal> {
        Ok(Registration {
            withdrawn_at: Some(now),
            withdrawn_because: Some(because),
            ..self.unwithdrawn()?
        })
    }

    fn unwithdrawn(self) -> Result<Registration, RegistrationRefusal> {
        if self.withdrawn_at.is_some() {
            return Err(RegistrationRefusal::AlreadyWithdrawn);
        }
        Ok(self)
    }

    /// The registration in another division, or with another day of payment.
    ///
    /// # Errors
    /// [`RegistrationRefusal::AlreadyWithdrawn`], [`RegistrationRefusal::DivisionDoesNotFit`],
    /// [`RegistrationRefusal::AgeDoesNotFit`].
    pub fn with(
        self,
        division: Division,
        paid_on: Option<NaiveDate>,
        club: &Club,
        player: &Player,
        ages: &DivisionAges,
    ) -> Result<Registration, RegistrationRefusal> {
        let registration = self.unwithdrawn()?;
        if registration.basis == Basis::Institution {
            fits(division, club.kind)?;
        }
        if division != registration.division {
            is_of_age(player, division, registration.year, ages)?;
        }
        Ok(Registration {
            division,
            paid_on,
            ..registration
        })
    }

    /// Whether its fee was paid on or before that day.
    #[must_use]
    pub fn is_paid_by(&self, day: NaiveDate) -> bool {
        self.paid_on.is_some_and(|paid_on| paid_on <= day)
    }

    /// Whether the player is a member of the club through which it is made. Whoever looks after a club looks after its
    /// members, and not after the others whom it enters: of those no name that is withheld is shown.
    #[must_use]
    pub fn is_of_member(&self, player: &Player) -> bool {
        player.club == self.club
    }

    /// The player's name for those who look after the club: in full, or, if the player is a member of another club, as
    /// everyone may see it.
    pub fn name_of(&self, player: &Player, today: NaiveDate) -> PlayerName {
        if self.is_of_member(player) {
            player.named_in_full()
        } else {
            player.named(today)
        }
    }

    /// The registration as the audit trail keeps it.
    pub fn evidence(&self, player: &Player, today: NaiveDate) -> RegistrationEvidence {
        RegistrationEvidence {
            registration: self.clone(),
            player: self.name_of(player, today),
        }
    }
}

/// Whether the player is of an age for the division. Of whom no birth date is known, nobody asks.
fn is_of_age(
    player: &Player,
    division: Division,
    year: GamingYear,
    ages: &DivisionAges,
) -> Result<(), RegistrationRefusal> {
    let Some(person) = &player.person else { return Ok(()) };
    let fits = ages.admit(division, person.birth_date, year);
    fits.map_err(RegistrationRefusal::AgeDoesNotFit)
}

/// Whether an institution of that kind has people of that division.
fn fits(division: Division, kind: clubs::ClubKind) -> Result<(), RegistrationRefusal> {
    match (kind, division) {
        (clubs::ClubKind::Community, _) => Err(RegistrationRefusal::NotAnInstitution),
        (clubs::ClubKind::School, Division::HighSchool | Division::PrimarySchool)
        | (clubs::ClubKind::University, Division::Student) => Ok(()),
        (clubs::ClubKind::School | clubs::ClubKind::University, _) => Err(RegistrationRefusal::DivisionDoesNotFit),
    }
}

/// The registrations that a merger changes, as they are after it: the entry that stays has the duplicate's. A player has one
/// that counts for a year on each basis: where both have, the duplicate's stays with the duplicate, and what was paid for it was paid for
/// the player.
#[must_use]
pub fn merged(own: &[Registration], theirs: Vec<Registration>, merger: &Merger) -> Vec<Registration> {
    let after = |theirs: Registration| {
        let counts = |one: &Registration| one.withdrawn_at.is_none();
        let key = |one: &Registration| (one.year, one.basis);
        let same = |own: &&Registration| counts(own) && counts(&theirs) && key(own) == key(&theirs);
        match own.iter().find(same) {
            None => Some(Registration {
                player: merger.stays,
                ..theirs
            }),
            Some(own) if own.paid_on.is_none() && theirs.paid_on.is_some() => Some(Registration {
                paid_on: theirs.paid_on,
                ..own.clone()
            }),
            Some(_) => None,
        }
    };
    theirs.into_iter().filter_map(after).collect()
}

#[cfg(test)]
mod tests {
    use crate::players::merger::tests::{merger, nth};
    use crate::players::registrations::*;

    fn registration(id: u8, player: u8, year: i64, basis: Basis, paid_on: Option<&str>) -> Registration {
        Registration {
            id: nth(id),
            player: nth(player),
            club: nth(200),
            year: GamingYear::new(year).unwrap(),
            basis,
            division: Division::Senior,
            paid_on: paid_on.map(|day| day.parse().unwrap()),
            created_at: Timestamp("2026-11-20T08:00:00Z".parse().unwrap()),
            withdrawn_at: None,
            withdrawn_because: None,
        }
    }

    fn withdrawn(registration: Registration) -> Registration {
        let now = registration.created_at;
        registration
            .withdrawn("It was the wrong year.".to_owned(), now)
            .unwrap()
    }

    #[test]
    fn a_merger_leaves_one_registration_of_a_year_on_each_basis() {
        use Basis::{Institution, Member};
        let (stays, duplicate) = (100, 101);
        let own = [
            registration(1, stays, 2026, Member, None),
            registration(2, stays, 2027, Member, Some("2026-11-01")),
            withdrawn(registration(7, stays, 2024, Member, None)),
        ];
        let theirs = vec![
            registration(3, duplicate, 2025, Member, None),
            registration(4, duplicate, 2026, Member, Some("2026-01-10")),
            registration(5, duplicate, 2027, Member, Some("2026-11-02")),
            registration(6, duplicate, 2027, Institution, None),
            registration(8, duplicate, 2024, Member, None),
            withdrawn(registration(9, duplicate, 2026, Member, None)),
        ];
        let told: Vec<_> = merged(&own, theirs, &merger())
            .iter()
            .map(|changed| (changed.id, changed.player, changed.paid_on.map(|day| day.to_string())))
            .collect();
        assert_eq!(
            told,
            [
                (nth(3), nth(stays), None),
                (nth(1), nth(stays), Some("2026-01-10".to_owned())),
                (nth(6), nth(stays), None),
                (nth(8), nth(stays), None),
                (nth(9), nth(stays), None),
            ]
        );
    }

    #[test]
    fn a_school_has_learners_and_a_university_students() {
        let fitting = |kind| {
            Division::ALL
                .iter()
                .filter(|division| fits(**division, kind).is_ok())
                .count()
        };
        assert_eq!(
            clubs::ClubKind::ALL
                .iter()
                .map(|kind| fitting(*kind))
                .collect::<Vec<_>>(),
            [0, 2, 1]
        );
    }
}
