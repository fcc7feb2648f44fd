//! The judgement whether a player is of an age for a division.

use chrono::{Datelike, NaiveDate};

use crate::federation::divisions::{AgeRange, DivisionAges};
use crate::players::registrations::Division;
use crate::values::gaming_year::GamingYear;

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
