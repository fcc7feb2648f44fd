//! Ages of divisions: how old a player is at least, and at most, who competes in one.

use chrono::{Datelike, NaiveDate};

use crate::players::registrations::Division;
use crate::values::gaming_year::GamingYear;

/// The youngest and the oldest age that a division admits, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AgeRange {
    /// The youngest age.
    pub youngest: i64,
    /// The oldest age.
    pub oldest: i64,
}

/// The ages that the divisions admit: those on 1 January of the calendar year by which the gaming year is named. Among
/// seniors everybody competes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DivisionAges {
    /// Learners of a primary school.
    pub primary_school: AgeRange,
    /// Learners of a high school.
    pub high_school: AgeRange,
    /// Students of a university.
    pub student: AgeRange,
}

impl Default for DivisionAges {
    /// Grades R to 7 and 8 to 12, with room for who began late or repeats, and the years of study.
    fn default() -> DivisionAges {
        let range = |youngest, oldest| AgeRange { youngest, oldest };
        DivisionAges {
            primary_school: range(5, 14),
            high_school: range(12, 20),
            student: range(16, 35),
        }
    }
}

/// A player is too young or too old for a division.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "In this division a player is {} to {} years old on 1 January {}.",
    .range.youngest, .range.oldest, .year.number()
)]
pub struct AgeDoesNotFit {
    range: AgeRange,
    year: GamingYear,
}

impl DivisionAges {
    fn range(&self, division: Division) -> Option<AgeRange> {
        match division {
            Division::Senior => None,
            Division::Student => Some(self.student),
            Division::HighSchool => Some(self.high_school),
            Division::PrimarySchool => Some(self.primary_school),
        }
    }

    /// Refuses a division for which somebody who was born on that day is too young or too old in that year.
    ///
    /// # Errors
    /// [`AgeDoesNotFit`].
    pub fn admit(&self, division: Division, birth_date: NaiveDate, year: GamingYear) -> Result<(), AgeDoesNotFit> {
        let born_on_new_year = birth_date.ordinal() == 1;
        let age = year.number() - i64::from(birth_date.year()) - i64::from(!born_on_new_year);
        match self.range(division) {
            Some(range) if !(range.youngest..=range.oldest).contains(&age) => Err(AgeDoesNotFit { range, year }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::players::registrations::ages::*;

    #[test]
    fn the_age_on_new_years_day_counts() {
        let year = GamingYear::new(2027).unwrap();
        let admitted = |division, born: &str| {
            let born = born.parse().unwrap();
            DivisionAges::default().admit(division, born, year).is_ok()
        };
        for (division, oldest, too_old, youngest, too_young) in [
            (
                Division::PrimarySchool,
                "2012-01-02",
                "2012-01-01",
                "2022-01-01",
                "2022-01-02",
            ),
            (
                Division::HighSchool,
                "2006-01-02",
                "2006-01-01",
                "2015-01-01",
                "2015-01-02",
            ),
            (
                Division::Student,
                "1991-01-02",
                "1991-01-01",
                "2011-01-01",
                "2011-01-02",
            ),
        ] {
            let told = [oldest, youngest, too_old, too_young].map(|born| admitted(division, born));
            assert_eq!(told, [true, true, false, false], "{division:?}");
        }
        assert!(admitted(Division::Senior, "2022-01-02") && admitted(Division::Senior, "1930-01-01"));
    }
}
