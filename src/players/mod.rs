//! Players: people who are registered through a club.
//!
//! What everyone may see of a player is a [`PublicPlayer`]; what only those who look after the player may see is
//! [`Particulars`]. A player under 18 appears in public by initials and number, unless a guardian has consented.

pub mod consents;
pub(crate) mod number;
pub(crate) mod routes;
pub(crate) mod store;

use chrono::{Datelike, NaiveDate};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Reach;
use crate::clock::Timestamp;
use crate::clubs::Club;
use crate::id::Id;
use crate::input::{Faults, Invalid, text};
use crate::provinces::Province;

pub use number::Number;

crate::words! {
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

/// A registered player.
#[derive(Debug, Clone)]
pub struct Player {
    /// Its id.
    pub id: Id,
    /// The number that people speak and print.
    pub number: Number,
    /// Private of a player under 18.
    pub name: Name,
    /// Private.
    pub birth_date: NaiveDate,
    /// Private.
    pub sex: Sex,
    /// The code of the province in which the player lives.
    pub province: String,
    /// The club through which the player is registered.
    pub club: Id,
    /// When the player was registered.
    pub created_at: Timestamp,
    /// Whether a guardian has consented to the name's being public.
    pub consented: bool,
}

/// Everything that the federation keeps of a player: for those who look after the player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Particulars {
    /// The player's id.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    id: Id,
    /// The number that people speak and print.
    #[schema(value_type = String, example = "M-0004217-K")]
    number: Number,
    /// Family name, with its particles.
    #[schema(example = "Mokoena")]
    family_name: String,
    /// Given names; a person may have none.
    #[schema(example = "Thandiwe")]
    given_names: Option<String>,
    /// The day of birth.
    #[schema(example = "1998-04-17")]
    birth_date: NaiveDate,
    /// For the ladies' awards.
    sex: Sex,
    /// The code of the province in which the player lives.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The club through which the player is registered.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
    /// When the player was registered.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

/// What everyone may see of a player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PublicPlayer {
    /// The player's id.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    id: Id,
    /// The number that people speak and print.
    #[schema(value_type = String, example = "M-0004217-K")]
    number: Number,
    /// The full name; the initials where the name is withheld.
    #[schema(example = "Thandiwe Mokoena")]
    name: String,
    /// Whether the name is withheld: the player is under 18, and no guardian has consented.
    #[schema(example = false)]
    name_withheld: bool,
    /// The code of the province in which the player lives.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The club through which the player is registered.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Id,
}

/// A player as one appears in a game or a list of another kind.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlayerName {
    /// The player's id.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    id: Id,
    /// The number that people speak and print.
    #[schema(value_type = String, example = "M-0004217-K")]
    number: Number,
    /// The full name; the initials where the name is withheld.
    #[schema(example = "Thandiwe Mokoena")]
    name: String,
}

/// The last birth date with which a person is 18 on that day. Who was born on 29 February turns 18 on 1 March of a year
/// that has no such day.
#[must_use]
pub fn of_age_if_born_by(today: NaiveDate) -> NaiveDate {
    const OF_AGE: i32 = 18;
    let year = today.year() - OF_AGE;
    // The one day that the earlier year may lack is 29 February; the last day before it is then the 28th.
    today.with_year(year).or_else(|| NaiveDate::from_ymd_opt(year, 2, 28)).unwrap_or(today)
}

impl Player {
    /// Whether the name is withheld from the public on that day.
    #[must_use]
    pub fn name_is_withheld(&self, today: NaiveDate) -> bool {
        !self.consented && self.birth_date > of_age_if_born_by(today)
    }

    /// The name as everyone may see it on that day: in full, or the initials.
    #[must_use]
    pub fn public_name(&self, today: NaiveDate) -> String {
        if !self.name_is_withheld(today) {
            return self.name.full();
        }
        match self.name.initials() {
            // A name of signs alone has no initials; the number is what is left.
            initials if initials.is_empty() => self.number.to_string(),
            initials => initials,
        }
    }

    /// What everyone may see on that day.
    #[must_use]
    pub fn public(&self, today: NaiveDate) -> PublicPlayer {
        PublicPlayer {
            id: self.id,
            number: self.number,
            name: self.public_name(today),
            name_withheld: self.name_is_withheld(today),
            province: self.province.clone(),
            club_id: self.club,
        }
    }

    /// How the player appears in a game on that day.
    #[must_use]
    pub fn named(&self, today: NaiveDate) -> PlayerName {
        PlayerName { id: self.id, number: self.number, name: self.public_name(today) }
    }

    /// Everything.
    pub(crate) fn particulars(&self) -> Particulars {
        Particulars {
            id: self.id,
            number: self.number,
            family_name: self.name.family.clone(),
            given_names: self.name.given.clone(),
            birth_date: self.birth_date,
            sex: self.sex,
            province: self.province.clone(),
            club_id: self.club,
            created_at: self.created_at,
        }
    }
}

/// What may be changed of a player: mistakes in it are mended.
#[derive(Debug, Clone)]
pub struct Details {
    /// Names.
    pub name: Name,
    /// The day of birth.
    pub birth_date: NaiveDate,
    /// Sex.
    pub sex: Sex,
}

/// The longest name that is kept.
const LONGEST_NAME: usize = 200;

impl Details {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(
        family_name: &str,
        given_names: Option<&str>,
        birth_date: NaiveDate,
        sex: Sex,
        today: NaiveDate,
    ) -> Result<Details, Faults> {
        let mut faults = Faults::default();
        let family = faults.take("/family_name", text(family_name, LONGEST_NAME));
        let given = given_names.map(|given| text(given, LONGEST_NAME)).transpose();
        let given = faults.take("/given_names", given);
        let birth_date = faults.take("/birth_date", plausible(birth_date, today));
        match (family, given, birth_date) {
            (Some(family), Some(given), Some(birth_date)) => {
                Ok(Details { name: Name { family, given }, birth_date, sex })
            }
            _ => Err(faults),
        }
    }
}

/// A player as one is asked for.
#[derive(Debug, Clone)]
pub struct NewPlayer {
    /// What may be changed later.
    pub details: Details,
    /// The code of the province of residence.
    pub province: String,
    /// The club that registers the player.
    pub club: Id,
}

/// Someone alive could have been born on that day.
fn plausible(birth_date: NaiveDate, today: NaiveDate) -> Result<NaiveDate, Invalid> {
    const LONGEST_LIFE: i32 = 125;
    if birth_date > today {
        Err(Invalid::new("in-future", "Must not be in the future."))
    } else if birth_date.year() < today.year() - LONGEST_LIFE {
        Err(Invalid::new("too-long-ago", format!("Must not be more than {LONGEST_LIFE} years ago.")))
    } else {
        Ok(birth_date)
    }
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The club does not exist.
    #[error("There is no club with the id {0}.")]
    UnknownClub(Id),
    /// The caller looks after other clubs.
    #[error("You do not look after this club.")]
    OutOfScope,
    /// The province is not in the list.
    #[error("There is no province {0}.")]
    UnknownProvince(String),
    /// All seven-digit numbers are given out.
    #[error("No player numbers are left.")]
    NumbersUsedUp,
}

/// What stands under the club's id, if it exists and is within reach.
///
/// # Errors
/// [`Refusal::UnknownClub`], [`Refusal::OutOfScope`].
pub fn club_within(club: Option<Club>, id: Id, reach: &Reach) -> Result<Club, Refusal> {
    let club = club.ok_or(Refusal::UnknownClub(id))?;
    if reach.covers_club(club.id, &club.province) { Ok(club) } else { Err(Refusal::OutOfScope) }
}

impl Player {
    /// The player with other details.
    #[must_use]
    pub fn with(self, Details { name, birth_date, sex }: Details) -> Player {
        Player { name, birth_date, sex, ..self }
    }

    /// Registers a player through a club. `province` is what stands under the code that was asked for, `last` the
    /// number given last.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn register(
        new: NewPlayer,
        id: Id,
        province: Option<Province>,
        club: &Club,
        last: Option<Number>,
        now: Timestamp,
    ) -> Result<Player, Refusal> {
        let province = province.ok_or(Refusal::UnknownProvince(new.province))?;
        let number = Number::following(last).ok_or(Refusal::NumbersUsedUp)?;
        Ok(Player {
            id,
            number,
            name: new.details.name,
            birth_date: new.details.birth_date,
            sex: new.details.sex,
            province: province.code,
            club: club.id,
            created_at: now,
            consented: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            Name { family: family.to_owned(), given: given.map(str::to_owned) }.initials()
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
