//! Renewals: an accreditation that follows another, and those that are due.

pub(crate) mod routes;
pub mod use_cases;

use chrono::NaiveDate;

use crate::players::Player;
use crate::players::registrations::{Basis, Registration};
use crate::umpires::Accreditation;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::gaming_year::GamingYear;

/// The first day of the next term: the day after the last one of this, or today if that has passed.
pub(super) fn begins_on(valid_until: NaiveDate, today: NaiveDate) -> NaiveDate {
    valid_until.succ_opt().unwrap_or(valid_until).max(today)
}

/// An accreditation whose term ends soon, and whether its umpire can be accredited for the next one.
pub struct DueRenewal {
    /// The accreditation that ends.
    pub accreditation: Accreditation,
    /// The umpire.
    pub umpire: Player,
    /// The first day of the next term.
    pub begins_on: NaiveDate,
    /// The gaming year of that day.
    pub year: GamingYear,
    /// The umpire's registration as a member for it.
    pub registration: Option<Registration>,
}

impl DueRenewal {
    /// The renewal of an accreditation, of whose umpire these are among the registrations.
    pub fn of(
        accreditation: Accreditation,
        umpire: Player,
        registrations: &[Registration],
        calendar: &GamingCalendar,
        today: NaiveDate,
    ) -> DueRenewal {
        let begins_on = begins_on(accreditation.valid_until, today);
        let year = calendar.year_of(begins_on);
        let of_year = |one: &&Registration| one.player == umpire.id && one.year == year && one.basis == Basis::Member;
        let registration = registrations.iter().find(of_year).cloned();
        DueRenewal {
            accreditation,
            umpire,
            begins_on,
            year,
            registration,
        }
    }
}
