//! The person of a player: names, birth date, sex and nationality.

use chrono::{Datelike, NaiveDate};

use crate::values::country::Country;
use crate::values::validation::{Faults, ValueError, past, text};

crate::string_enum! {
    /// Sex: for the ladies' awards alone, since men and women play in one section.
    pub enum Sex as "Sex" {
        /// A woman or a girl.
        Female = "female",
        /// A man or a boy.
        Male = "male",
    }
}

/// A person's names. Some people have but one: then it is the family name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// Family name, with its particles: van der Merwe.
    pub family: String,
    /// Given names.
    pub given: Option<String>,
}

impl Name {
    /// Both names in the order in which they are spoken.
    #[must_use]
    pub fn full(&self) -> String {
        match &self.given {
            Some(given) => format!("{given} {}", self.family),
            None => self.family.clone(),
        }
    }

    /// The first letter of each given name and of the family name's last word: L. M. for Leoné van der Merwe.
    #[must_use]
    pub fn initials(&self) -> String {
        let given = self.given.as_deref().unwrap_or_default().split_whitespace();
        let words = given.chain(self.family.split_whitespace().last());
        let letters = words.filter_map(|word| word.chars().find(|c| c.is_alphanumeric()));
        let initials: Vec<String> = letters.map(|letter| format!("{}.", letter.to_uppercase())).collect();
        initials.join(" ")
    }
}

/// The person of a player: what an erasure takes away. Private, but for the name of a player who is of age or has a
/// guardian's consent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// Names.
    pub name: Name,
    /// The day of birth.
    pub birth_date: NaiveDate,
    /// Sex.
    pub sex: Sex,
    /// The country whose national the person is, if that is on record.
    pub nationality: Option<Country>,
}

/// The longest name that is kept.
pub const LONGEST_NAME: usize = 200;

impl Person {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(
        family_name: &str,
        given_names: Option<&str>,
        birth_date: NaiveDate,
        sex: Sex,
        nationality: Option<Country>,
        today: NaiveDate,
    ) -> Result<Person, Faults> {
        let mut faults = Faults::default();
        let family = faults.check("/family_name", text(family_name, LONGEST_NAME));
        let given = given_names.map(|given| text(given, LONGEST_NAME)).transpose();
        let given = faults.check("/given_names", given);
        let birth_date = faults.check("/birth_date", plausible(birth_date, today));
        match (family, given, birth_date) {
            (Some(family), Some(given), Some(birth_date)) => Ok(Person {
                name: Name { family, given },
                birth_date,
                sex,
                nationality,
            }),
            _ => Err(faults),
        }
    }

    /// Whether the person is under 18 on that day.
    #[must_use]
    pub fn is_minor(&self, today: NaiveDate) -> bool {
        self.birth_date > of_age_if_born_by(today)
    }

    /// Whether the person has had so many birthdays on that day.
    #[must_use]
    pub fn is_of_years(&self, years: i64, day: NaiveDate) -> bool {
        self.birth_date <= last_birth_date(years, day)
    }
}

/// The last birth date with which a person is 18 on that day.
#[must_use]
pub fn of_age_if_born_by(today: NaiveDate) -> NaiveDate {
    last_birth_date(18, today)
}

/// The last birth date with which a person has had so many birthdays on that day. Who was born on 29 February has one on
/// 1 March of a year that has no such day.
fn last_birth_date(years: i64, today: NaiveDate) -> NaiveDate {
    let year = today.year() - i32::try_from(years).unwrap_or_default();
    // The one day that the earlier year may lack is 29 February; the last day before it is then the 28th.
    today
        .with_year(year)
        .or_else(|| NaiveDate::from_ymd_opt(year, 2, 28))
        .unwrap_or(today)
}

/// Someone alive could have been born on that day.
fn plausible(birth_date: NaiveDate, today: NaiveDate) -> Result<NaiveDate, ValueError> {
    const LONGEST_LIFE: i32 = 125;
    if birth_date.year() < today.year() - LONGEST_LIFE {
        return Err(ValueError::new(
            "too-long-ago",
            format!("Must not be more than {LONGEST_LIFE} years ago."),
        ));
    }
    past(birth_date, today)
}

#[cfg(test)]
mod tests {
    use crate::players::person::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn a_person_is_of_age_from_the_eighteenth_birthday_on() {
        let of_age = |born: &str, today: &str| day(born) <= of_age_if_born_by(day(today));
        assert!(!of_age("2008-11-21", "2026-11-20"));
        assert!(of_age("2008-11-20", "2026-11-20"));
        // Born on 29 February: the birthday of a common year is 1 March.
        assert!(!of_age("2008-02-29", "2026-02-28"));
        assert!(of_age("2008-02-29", "2026-03-01"));
        // Seen from a leap day: whoever was born in a common year's February is of age, in March not yet.
        assert!(of_age("2010-02-28", "2028-02-29"));
        assert!(!of_age("2010-03-01", "2028-02-29"));
    }

    #[test]
    fn initials_leave_particles_out() {
        let initials = |given: Option<&str>, family: &str| {
            Name {
                family: family.to_owned(),
                given: given.map(str::to_owned),
            }
            .initials()
        };
        assert_eq!(initials(Some("Leoné"), "van der Merwe"), "L. M.");
        assert_eq!(initials(Some("Thandi Grace"), "Nxele-!Xam"), "T. G. N.");
        assert_eq!(initials(None, "!Xam"), "X.");
        assert_eq!(initials(Some("ünal"), "o'brien"), "Ü. O.");
        assert_eq!(initials(None, "🐄"), "");
    }

    #[test]
    fn a_birth_date_is_in_living_memory() {
        let today = day("2026-11-20");
        assert_eq!(plausible(day("2026-11-21"), today).unwrap_err().code, "in-future");
        assert_eq!(plausible(day("1900-12-31"), today).unwrap_err().code, "too-long-ago");
        assert!(plausible(today, today).is_ok() && plausible(day("1901-01-01"), today).is_ok());
    }
}
