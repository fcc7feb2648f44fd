//! Days as whole months, of which games are counted, and the days beside them.

use chrono::{Datelike, Days, Months, NaiveDate};

/// The number under which all months are counted together.
pub(crate) const ALL_MONTHS: i64 = 0;

/// The month of a day, counted from the year 0.
#[must_use]
pub(crate) fn month_of(day: NaiveDate) -> i64 {
    12 * i64::from(day.year()) + i64::from(day.month())
}

/// Days from one to another, each in one of these parts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Span {
    /// The first and the last of its whole months; none if it has none.
    pub(crate) months: Option<(i64, i64)>,
    /// The first and the last day of each of the others, at most two.
    pub(crate) days: Vec<(NaiveDate, NaiveDate)>,
}

impl Span {
    /// The days from the first to the last, both included; or without a bound.
    pub(crate) fn of(from: Option<NaiveDate>, until: Option<NaiveDate>) -> Span {
        let (from, until) = match (from, until) {
            (None, None) => {
                return Span {
                    months: Some((ALL_MONTHS, ALL_MONTHS)),
                    days: Vec::new(),
                };
            }
            bounds => bounds,
        };
        let before = from.filter(|from| from.day() > 1);
        let after = until.filter(|until| last_of_month(*until) != *until);
        let first = from.map_or(ALL_MONTHS + 1, month_of) + i64::from(before.is_some());
        let last = until.map_or(i64::MAX, month_of) - i64::from(after.is_some());
        if let (Some(from), Some(until)) = (from, until)
            && first > last
        {
            return Span {
                months: None,
                days: vec![(from, until)],
            };
        }
        let before = before.map(|from| (from, last_of_month(from)));
        let after = after.map(|until| (until.with_day(1).unwrap_or(until), until));
        Span {
            months: Some((first, last)),
            days: before.into_iter().chain(after).collect(),
        }
    }
}

fn last_of_month(day: NaiveDate) -> NaiveDate {
    let next = day
        .with_day(1)
        .and_then(|first| first.checked_add_months(Months::new(1)));
    next.and_then(|next| next.checked_sub_days(Days::new(1))).unwrap_or(day)
}

#[cfg(test)]
mod tests {
    use crate::games::statistics::span::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn between(from: &str, until: &str) -> Span {
        Span::of(Some(day(from)), Some(day(until)))
    }

    fn span(months: Option<(&str, &str)>, days: &[(&str, &str)]) -> Span {
        let month = |month: &str| month_of(day(&format!("{month}-01")));
        Span {
            months: months.map(|(first, last)| (month(first), month(last))),
            days: days.iter().map(|(first, last)| (day(first), day(last))).collect(),
        }
    }

    #[test]
    fn days_are_months_and_what_is_beside_them() {
        let year = between("2026-11-01", "2027-10-31");
        assert_eq!(year, span(Some(("2026-11", "2027-10")), &[]));
        let some = between("2026-01-15", "2026-04-02");
        let beside = [("2026-01-15", "2026-01-31"), ("2026-04-01", "2026-04-02")];
        assert_eq!(some, span(Some(("2026-02", "2026-03")), &beside));
        for (from, until) in [
            ("2026-01-15", "2026-02-15"),
            ("2026-01-15", "2026-01-16"),
            ("2026-01-01", "2026-01-30"),
            ("2026-02-02", "2026-02-28"),
            ("2026-03-01", "2026-02-28"),
        ] {
            assert_eq!(between(from, until), span(None, &[(from, until)]));
        }
        let leap = between("2028-02-01", "2028-02-29");
        assert_eq!(leap, span(Some(("2028-02", "2028-02")), &[]));
    }

    #[test]
    fn what_has_no_bound_has_all_months_on_that_side() {
        assert_eq!(Span::of(None, None).months, Some((ALL_MONTHS, ALL_MONTHS)));
        let since = Span::of(Some(day("2026-11-02")), None);
        assert_eq!(since.months, Some((month_of(day("2026-12-01")), i64::MAX)));
        assert_eq!(since.days, span(None, &[("2026-11-02", "2026-11-30")]).days);
        let until = Span::of(None, Some(day("2026-11-02")));
        assert_eq!(until.months, Some((1, month_of(day("2026-10-01")))));
        assert_eq!(until.days, span(None, &[("2026-11-01", "2026-11-02")]).days);
    }
}
