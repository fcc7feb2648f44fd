//! A club's membership of the federation, gaming year by gaming year, and the standing that follows from it.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::clubs::ClubRefusal;
use crate::clubs::expansion::NamesClubs;
use crate::values::clock::Timestamp;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AffiliationId, ClubId};
use crate::values::validation::{Faults, past};

crate::string_enum! {
    /// Whether a club is a member in good standing on a day.
    pub enum ClubStanding as "ClubStanding" {
        /// The fee for the gaming year of that day was paid on or before it.
        Good = "good",
        /// The fee was not paid by then, the day is not after the last day of grace, as preset 31 January, and the club was
        /// in good standing the year before.
        Grace = "grace",
        /// The fee was not paid by then, and the club has no grace, or no more.
        Lapsed = "lapsed",
    }
}

/// The fees of a club, as far as its standing on a day depends on them.
#[derive(Debug, Clone, Default)]
pub struct ClubFees {
    /// The affiliation for the gaming year of the day.
    pub this_year: Option<Affiliation>,
    /// The affiliation for the year before.
    pub year_before: Option<Affiliation>,
    /// The first gaming year for which an affiliation of any club is on record.
    pub first_year: Option<GamingYear>,
}

impl ClubStanding {
    /// The standing on that day of a club with these fees. An affiliation for another gaming year counts for nothing.
    ///
    /// Fees that are unpaid after the last day of grace end a club's standing; paid later, they restore it from that day.
    /// Until then a club that was in good standing when the year before ended has grace. A club that is new has none, unless the records
    /// do not reach back to that year: then nobody knows.
    ///
    /// ```
    /// use records_register::clubs::affiliations::{ClubFees, ClubStanding};
    /// use records_register::values::gaming_calendar::GamingCalendar;
    /// let (fees, preset) = (ClubFees::default(), GamingCalendar::default());
    /// let unpaid = |day: &str| ClubStanding::of(&fees, &preset, day.parse().unwrap());
    /// assert_eq!((unpaid("2027-01-31"), unpaid("2027-02-01")), (ClubStanding::Grace, ClubStanding::Lapsed));
    /// ```
    #[must_use]
    pub fn of(fees: &ClubFees, calendar: &GamingCalendar, on: NaiveDate) -> ClubStanding {
        let year = calendar.year_of(on);
        let is_paid = |affiliation: &Option<Affiliation>, year: GamingYear, by: NaiveDate| {
            let of_year = affiliation.as_ref().filter(|affiliation| affiliation.year == year);
            of_year.and_then(|one| one.paid_on).is_some_and(|paid| paid <= by)
        };
        if is_paid(&fees.this_year, year, on) {
            return ClubStanding::Good;
        }
        let before = year.previous();
        let was_good = is_paid(&fees.year_before, before, calendar.days(before).1);
        if calendar.has_grace(on) && (was_good || begins_late(fees.first_year, year)) {
            ClubStanding::Grace
        } else {
            ClubStanding::Lapsed
        }
    }
}

/// Whether records that begin with that year do not reach back to the year before another.
pub(crate) fn begins_late(first_year: Option<GamingYear>, year: GamingYear) -> bool {
    first_year.is_none_or(|first| first >= year)
}

/// A club's affiliation for a gaming year, for those who look after the club.
#[derive(Debug, Clone, Serialize, ToSchema, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::affiliations, treat_none_as_null = true)]
pub struct Affiliation {
    /// Its id.
    #[schema(example = "019aa0cd-1b2c-7d3e-8f40-5a6b7c8d9e0f")]
    pub id: AffiliationId,
    /// The club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    #[serde(rename = "club_id")]
    #[diesel(column_name = club_id)]
    pub club: ClubId,
    /// The gaming year.
    pub year: GamingYear,
    /// The day on which the fee was paid, if it was.
    #[schema(example = "2026-11-20")]
    pub paid_on: Option<NaiveDate>,
    /// The time at which it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub created_at: Timestamp,
    /// The time at which it was taken back, if it was recorded by mistake: it counts no more.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-21T09:30:00.000000Z")]
    pub withdrawn_at: Option<Timestamp>,
    /// The reason for which it was taken back.
    #[schema(example = "It was recorded for the wrong club.")]
    pub withdrawn_because: Option<String>,
}

impl NamesClubs for Affiliation {
    fn clubs(&self) -> impl Iterator<Item = ClubId> {
        std::iter::once(self.club)
    }
}

impl Affiliation {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once: `too-far-ahead`, `in-future`.
    pub fn parse(
        id: AffiliationId,
        club: ClubId,
        year: GamingYear,
        paid_on: Option<NaiveDate>,
        calendar: &GamingCalendar,
        now: Timestamp,
    ) -> Result<Affiliation, Faults> {
        let mut faults = Faults::default();
        let year = faults.check("/year", calendar.open_on(year, now.day()));
        let paid_on = faults.check("/paid_on", paid_on.map(|day| past(day, now.day())).transpose());
        match (year, paid_on) {
            (Some(year), Some(paid_on)) => Ok(Affiliation {
                id,
                club,
                year,
                paid_on,
                created_at: now,
                withdrawn_at: None,
                withdrawn_because: None,
            }),
            _ => Err(faults),
        }
    }

    /// The affiliation, unless it was taken back.
    ///
    /// # Errors
    /// [`ClubRefusal::AlreadyWithdrawn`].
    pub fn unwithdrawn(self) -> Result<Affiliation, ClubRefusal> {
        if self.withdrawn_at.is_some() {
            return Err(ClubRefusal::AlreadyWithdrawn);
        }
        Ok(self)
    }

    /// The affiliation, taken back: it was recorded by mistake.
    ///
    /// # Errors
    /// [`ClubRefusal::AlreadyWithdrawn`].
    pub fn withdrawn(self, because: String, now: Timestamp) -> Result<Affiliation, ClubRefusal> {
        Ok(Affiliation {
            withdrawn_at: Some(now),
            withdrawn_because: Some(because),
            ..self.unwithdrawn()?
        })
    }

    /// The affiliation with another day of payment, or none.
    ///
    /// # Errors
    /// `in-future`.
    pub fn with_payment(self, paid_on: Option<NaiveDate>, now: Timestamp) -> Result<Affiliation, Faults> {
        let mut faults = Faults::default();
        let paid_on = faults
            .check("/paid_on", paid_on.map(|day| past(day, now.day())).transpose())
            .ok_or(faults)?;
        Ok(Affiliation { paid_on, ..self })
    }
}

#[cfg(test)]
mod tests {
    use crate::clubs::affiliations::*;

    fn day(day: &str) -> NaiveDate {
        day.parse().unwrap()
    }

    fn paid(on: Option<&str>) -> Affiliation {
        let id = "019aa0cd-1b2c-7d3e-8f40-5a6b7c8d9e0f";
        let now = Timestamp("2027-10-31T08:00:00Z".parse().unwrap());
        Affiliation::parse(
            id.parse().unwrap(),
            id.parse().unwrap(),
            GamingYear::new(2027).unwrap(),
            on.map(day),
            &GamingCalendar::default(),
            now,
        )
        .unwrap()
    }

    #[test]
    fn standing_follows_the_payment_and_the_day() {
        use ClubStanding::{Good, Grace, Lapsed};
        let days = [
            "2026-10-31",
            "2026-11-01",
            "2027-01-31",
            "2027-02-01",
            "2027-10-31",
            "2027-11-01",
        ];
        for (payment, expected) in [
            // Paid ahead, it counts from the first day of its year, and not a day longer than the last.
            (Some("2026-09-15"), [Lapsed, Good, Good, Good, Good, Grace]),
            (Some("2027-01-31"), [Lapsed, Grace, Good, Good, Good, Grace]),
            (Some("2027-02-02"), [Lapsed, Grace, Grace, Lapsed, Good, Grace]),
            (None, [Lapsed, Grace, Grace, Lapsed, Lapsed, Grace]),
        ] {
            let fees = ClubFees {
                this_year: Some(paid(payment)),
                ..ClubFees::default()
            };
            assert_eq!(
                days.map(|on| ClubStanding::of(&fees, &GamingCalendar::default(), day(on))),
                expected,
                "{payment:?}"
            );
        }
        assert_eq!(
            days.map(|on| ClubStanding::of(&ClubFees::default(), &GamingCalendar::default(), day(on))),
            [Lapsed, Grace, Grace, Lapsed, Lapsed, Grace]
        );
    }

    #[test]
    fn grace_is_for_who_was_in_good_standing_the_year_before() {
        use ClubStanding::{Grace, Lapsed};
        let on = |day: &str, year_before: Option<Affiliation>, first_year: i64| {
            let fees = ClubFees {
                this_year: None,
                year_before,
                first_year: GamingYear::new(first_year),
            };
            ClubStanding::of(&fees, &GamingCalendar::default(), day.parse().unwrap())
        };
        let late = paid(Some("2027-02-02"));
        for (day, year_before, first_year, expected) in [
            // A new club, in a federation with records of the year before; and in its first year of records.
            ("2027-11-01", None, 2027, Lapsed),
            ("2027-11-01", None, 2028, Grace),
            ("2027-11-01", None, 2029, Grace),
            ("2028-01-31", Some(late.clone()), 2027, Grace),
            ("2028-02-01", Some(late.clone()), 2027, Lapsed),
            ("2027-11-01", Some(paid(None)), 2027, Lapsed),
            // Of another year.
            ("2028-11-01", Some(late), 2027, Lapsed),
        ] {
            assert_eq!(on(day, year_before, first_year), expected, "{day} {first_year}");
        }
    }

    #[test]
    fn a_payment_is_mended_and_taken_back() {
        let now = Timestamp("2027-01-31T21:59:59Z".parse().unwrap());
        let mended = paid(None).with_payment(Some(day("2027-01-31")), now).unwrap();
        assert_eq!(mended.paid_on, Some(day("2027-01-31")));
        assert_eq!(mended.clone().with_payment(None, now).unwrap().paid_on, None);
        assert_eq!(
            mended
                .with_payment(Some(day("2027-02-01")), now)
                .unwrap_err()
                .into_vec()[0]
                .code,
            "in-future"
        );
    }
}
