//! Levels of accreditations, and the terms for which they hold.

use std::cmp::Ordering;

use chrono::{Datelike, NaiveDate};

use crate::federation::UmpireSettings;
use crate::values::gaming_year::GamingYear;
use crate::values::validation::{Faults, ValueError, not_before};

crate::string_enum! {
    /// The reach of an umpire's competence; a higher level includes those before it.
    pub enum UmpireLevel as "UmpireLevel" {
        /// Events up to national ones.
        Level1 = "level_1",
        /// Events as for level 1, which comes before it: the step to the next.
        National = "national",
        /// Continental and world events too, after national, for those who are nominated.
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

    /// The level that an umpire has had before this one.
    #[must_use]
    pub fn before(self) -> Option<UmpireLevel> {
        match self {
            UmpireLevel::Level1 => None,
            UmpireLevel::National => Some(UmpireLevel::Level1),
            UmpireLevel::International => Some(UmpireLevel::National),
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
    /// use records_register::federation::UmpireSettings;
    /// use records_register::umpires::UmpireLevel;
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

/// The first and the last day that are asked for, if they are within a full term; the faults are noted.
pub(super) fn term(
    level: UmpireLevel,
    valid_from: NaiveDate,
    valid_until: Option<NaiveDate>,
    settings: UmpireSettings,
    faults: &mut Faults,
) -> Option<(NaiveDate, NaiveDate)> {
    let valid_from = faults.check("/valid_from", GamingYear::known(valid_from));
    let last = valid_from.map(|valid_from| level.last_day(valid_from, settings));
    let valid_until = match (valid_from, last, valid_until) {
        (_, last, None) => return Some((valid_from?, last?)),
        (Some(from), _, Some(until)) if until < from => not_before(from, until),
        (_, Some(last), Some(until)) if until > last => Err(ValueError::new(
            "too-long",
            format!("May be {last} at most, when the term ends."),
        )),
        (_, _, Some(until)) => Ok(until),
    };
    let valid_until = faults.check("/valid_until", valid_until);
    Some((valid_from?, valid_until?))
}

#[cfg(test)]
mod tests {
    use crate::umpires::term::*;

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
