//! The calendar of gaming years: which days a year has, and until when a club that has not paid is in grace.

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::values::gaming_year::GamingYear;
use crate::values::validation::{Faults, ValueError, whole};

/// A day of every year.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct YearDay {
    /// The month.
    #[schema(required = false, minimum = 1, maximum = 12, example = 11)]
    #[serde(deserialize_with = "whole")]
    pub month: i64,
    /// The day of the month.
    #[schema(required = false, minimum = 1, maximum = 31, example = 1)]
    #[serde(deserialize_with = "whole")]
    pub day: i64,
}

impl YearDay {
    /// That day of that month.
    #[must_use]
    pub const fn new(month: i64, day: i64) -> YearDay {
        YearDay { month, day }
    }

    /// Notes a day that not every year has.
    pub fn check(self, pointer: &str, faults: &mut Faults) {
        let wrong = || ValueError::new("invalid-value", "Must be a day that every year has.");
        faults.check(pointer, self.within(2027).ok_or_else(wrong));
    }

    fn within(self, year: i64) -> Option<NaiveDate> {
        let (month, day) = (u32::try_from(self.month).ok()?, u32::try_from(self.day).ok()?);
        NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
    }

    fn of(self, year: i64) -> NaiveDate {
        self.within(year).unwrap_or(NaiveDate::MAX)
    }
}

/// The calendar: a year begins on the day that holds for it and ends before the next one begins, so that every day is of
/// one year. A year is named by the calendar year in which it ends: one that begins on 1 January by that, any other by the
/// next.
///
/// ```
/// use records_base::values::gaming_calendar::GamingCalendar;
/// let preset = GamingCalendar::default();
/// let year = |day: &str| preset.year_of(day.parse().unwrap()).number();
/// assert_eq!((year("2026-10-31"), year("2026-11-01")), (2026, 2027));
/// ```
#[derive(Debug, Clone, Default)]
pub struct GamingCalendar {
    /// The first days, each from a gaming year on, in their order; before them the preset one.
    begins: Vec<(i64, YearDay)>,
    /// The last days of grace, each from a day on, in their order; before them the preset one.
    grace: Vec<(NaiveDate, YearDay)>,
}

impl GamingCalendar {
    /// The day on which a gaming year begins unless another is set: 1 November.
    pub const BEGINS: YearDay = YearDay::new(11, 1);
    /// The last day of grace unless another is set: 31 January.
    pub const GRACE: YearDay = YearDay::new(1, 31);

    /// The calendar with another first day, and another last day of grace.
    ///
    /// Both hold from a day on. The first day holds for the gaming years that begin in a later calendar year, or in this one
    /// if it is 1 January: they have not begun by either first day.
    #[must_use]
    pub fn with(mut self, from: NaiveDate, begins: YearDay, grace: YearDay) -> GamingCalendar {
        let is_first = (from.month(), from.day()) == (1, 1);
        // Of the year that is named by the calendar year after the one in which it may begin.
        let first = i64::from(from.year()) + if is_first { 1 } else { 2 };
        self.begins.retain(|(year, _)| *year < first);
        self.begins.push((first, begins));
        self.grace.push((from, grace));
        self
    }

    /// The gaming year in which a day falls.
    #[must_use]
    pub fn year_of(&self, day: NaiveDate) -> GamingYear {
        let next = GamingYear::ending_in(i64::from(day.year()) + 1);
        if day < self.begin(next) { next.previous() } else { next }
    }

    /// The first and the last day of a year.
    #[must_use]
    pub fn days(&self, year: GamingYear) -> (NaiveDate, NaiveDate) {
        let end = self.begin(year.next());
        (self.begin(year), end.pred_opt().unwrap_or(end))
    }

    fn begin(&self, year: GamingYear) -> NaiveDate {
        let of_year = self.begins.iter().rev().find(|(first, _)| *first <= year.number());
        let begins = of_year.map_or(GamingCalendar::BEGINS, |(_, begins)| *begins);
        let is_first = begins == YearDay::new(1, 1);
        begins.of(year.number() - i64::from(!is_first))
    }

    /// Whether a club that has not paid for the year of that day may still do so without losing its standing.
    #[must_use]
    pub fn has_grace(&self, day: NaiveDate) -> bool {
        day <= self.last_of_grace(day)
    }

    /// The last day of grace in the year of that day: the first such day in it; of a year that is too short for it, the last day.
    #[must_use]
    pub fn last_of_grace(&self, day: NaiveDate) -> NaiveDate {
        let of_day = self.grace.iter().rev().find(|(from, _)| *from <= day);
        let grace = of_day.map_or(GamingCalendar::GRACE, |(_, grace)| *grace);
        let (begin, end) = self.days(self.year_of(day));
        let year = i64::from(begin.year());
        let first = grace.of(year);
        let first = if first < begin { grace.of(year + 1) } else { first };
        first.min(end)
    }

    /// The year, if one may pay and register for it on that day: the next one at most. What is later is a slip.
    ///
    /// # Errors
    /// `too-far-ahead`.
    pub fn open_on(&self, year: GamingYear, today: NaiveDate) -> Result<GamingYear, ValueError> {
        let last = self.year_of(today).next();
        if year <= last {
            return Ok(year);
        }
        Err(ValueError::new(
            "too-far-ahead",
            format!("May be {} at most, the gaming year after this one.", last.number()),
        ))
    }
}

#[cfg(test)]
mod tests {
    use crate::values::gaming_calendar::*;

    fn day(day: &str) -> NaiveDate {
        day.parse().unwrap()
    }

    fn year(number: i64) -> GamingYear {
        GamingYear::new(number).unwrap()
    }

    fn changed(from: &str, begins: YearDay) -> GamingCalendar {
        GamingCalendar::default().with(day(from), begins, GamingCalendar::GRACE)
    }

    #[test]
    fn a_year_begins_in_november() {
        let calendar = GamingCalendar::default();
        assert_eq!(calendar.days(year(2027)), (day("2026-11-01"), day("2027-10-31")));
        assert_eq!(calendar.year_of(day("2027-10-31")), year(2027));
        assert_eq!(calendar.year_of(day("2027-11-01")), year(2028));
        let today = day("2026-10-31");
        assert!(calendar.open_on(year(2027), today).is_ok());
        assert_eq!(calendar.open_on(year(2028), today).unwrap_err().code, "too-far-ahead");
        assert!(calendar.open_on(year(2028), day("2026-11-01")).is_ok());
        assert!(calendar.has_grace(day("2027-01-31")) && !calendar.has_grace(day("2027-02-01")));
    }

    #[test]
    fn every_day_is_of_one_year_across_a_change() {
        let first_days = [(1, 1), (1, 2), (2, 1), (6, 30), (11, 1), (12, 31)];
        for (month, date) in first_days {
            for (next_month, next_date) in first_days {
                let calendar = changed("2025-03-01", YearDay::new(month, date)).with(
                    day("2028-01-01"),
                    YearDay::new(next_month, next_date),
                    GamingCalendar::GRACE,
                );
                for number in 2020..2035 {
                    let (first, last) = calendar.days(year(number));
                    assert!(first <= last, "{number} {month}-{date} {next_month}-{next_date}");
                    assert_eq!(i64::from(last.year()), number);
                    assert_eq!(last.succ_opt().unwrap(), calendar.days(year(number + 1)).0);
                    let mut one = first;
                    while one <= last {
                        assert_eq!(calendar.year_of(one), year(number), "{one}");
                        one = one.succ_opt().unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn a_year_that_has_begun_by_either_first_day_stays_as_it_is() {
        for from in ["2027-01-01", "2027-01-02", "2027-06-15", "2027-12-31"] {
            for (month, date) in [(1, 1), (1, 2), (6, 15), (12, 31)] {
                let (before, after) = (GamingCalendar::default(), changed(from, YearDay::new(month, date)));
                let from = day(from);
                for number in 2020..2035 {
                    let begins = [&before, &after].map(|calendar| calendar.days(year(number)).0);
                    let has_begun = begins.iter().any(|begin| *begin <= from);
                    assert!(!has_begun || begins[0] == begins[1], "{number} from {from}");
                }
            }
        }
        let after = changed("2026-11-20", YearDay::new(1, 1));
        // The year before is fourteen months long.
        assert_eq!(after.days(year(2027)), (day("2026-11-01"), day("2027-12-31")));
        assert_eq!(after.days(year(2028)), (day("2028-01-01"), day("2028-12-31")));
    }

    #[test]
    fn grace_ends_on_the_day_that_is_set() {
        let grace = |grace| GamingCalendar::default().with(day("2027-01-20"), GamingCalendar::BEGINS, grace);
        let later = grace(YearDay::new(2, 28));
        assert!(later.has_grace(day("2027-02-28")) && !later.has_grace(day("2027-03-01")));
        // What was decided before stays as it was.
        assert!(!later.has_grace(day("2026-02-01")));
        let earlier = grace(YearDay::new(11, 30));
        assert!(earlier.has_grace(day("2027-01-19")) && !earlier.has_grace(day("2027-01-20")));
        assert!(earlier.has_grace(day("2027-11-30")) && !earlier.has_grace(day("2027-12-01")));
        // The year from January to October 2027 is too short for it, and is in grace until it ends.
        let december = YearDay::new(12, 15);
        let short = changed("2020-01-01", YearDay::new(1, 1)).with(day("2026-11-20"), GamingCalendar::BEGINS, december);
        assert_eq!(short.days(year(2027)), (day("2027-01-01"), day("2027-10-31")));
        assert_eq!(short.last_of_grace(day("2027-03-01")), day("2027-10-31"));
        assert!(short.has_grace(day("2027-10-31")) && short.has_grace(day("2027-11-01")));
        assert!(short.has_grace(day("2027-12-15")) && !short.has_grace(day("2027-12-16")));
    }

    #[test]
    fn a_day_of_a_year_is_one_that_every_year_has() {
        for (month, date, fits) in [
            (2, 28, true),
            (2, 29, false),
            (13, 1, false),
            (0, 1, false),
            (4, 31, false),
            (12, 31, true),
        ] {
            let mut faults = Faults::default();
            YearDay::new(month, date).check("/begins_on", &mut faults);
            assert_eq!(faults.is_empty(), fits, "{month}-{date}");
        }
    }
}
