//! Member clubs: the club, not the person, is the federation's member.

pub mod affiliations;
pub mod contacts;
pub mod expansion;
pub mod routes;
pub mod store;
pub mod use_cases;

use std::fmt;

use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::{OUT_OF_SCOPE, Reach, UNKNOWN_CLUB, UNKNOWN_PROVINCE};
use crate::provinces::Province;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::values::validation::{Faults, ValueError, text};

crate::string_enum! {
    /// The sort of club that it is.
    pub enum ClubKind as "ClubKind" {
        /// A club of a town, a village, a neighbourhood.
        Community = "community",
        /// A club of a school.
        School = "school",
        /// A club of a university.
        University = "university",
    }
}

crate::string_value! {
    /// A club's short code: 2 to 12 capital letters, digits and hyphens, beginning with a letter.
    pub struct ClubCode;
}

impl ClubCode {
    /// Reads a code in any case.
    ///
    /// # Errors
    /// `invalid-code`.
    ///
    /// ```
    /// use records_register::clubs::ClubCode;
    /// assert_eq!(ClubCode::parse("dit-1").unwrap().to_string(), "DIT-1");
    /// assert_eq!(ClubCode::parse("1A").unwrap_err().code, "invalid-code");
    /// ```
    pub fn parse(value: &str) -> Result<ClubCode, ValueError> {
        let code = value.trim().to_ascii_uppercase();
        let begins_with_a_letter = code.starts_with(|c: char| c.is_ascii_uppercase());
        let is_plain = code
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-');
        if (2..=12).contains(&code.len()) && begins_with_a_letter && is_plain {
            Ok(ClubCode(code))
        } else {
            let rule = "Must have 2 to 12 letters, digits and hyphens, and begin with a letter.";
            Err(ValueError::new("invalid-code", rule))
        }
    }
}

impl fmt::Display for ClubCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A member club.
#[derive(Debug, Clone, Serialize, ToSchema, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::clubs)]
pub struct Club {
    /// Its id.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub id: ClubId,
    /// Its short code.
    #[schema(value_type = String, example = "DIT")]
    pub code: ClubCode,
    /// Its name.
    #[schema(example = "Ditsobotla Herders")]
    pub name: String,
    /// The sort of club that it is.
    pub kind: ClubKind,
    /// The code of its province.
    #[schema(example = "ZA-NW")]
    #[diesel(column_name = province_code)]
    pub province: String,
    /// The time at which it was registered.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub created_at: Timestamp,
}

/// A club as it is asked for.
#[derive(Debug, Clone)]
pub struct NewClub {
    /// The details, which may be changed later.
    pub details: ClubDetails,
    /// The code of its province.
    pub province: String,
}

impl NewClub {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(code: &str, name: &str, kind: ClubKind, province: String) -> Result<NewClub, Faults> {
        Ok(NewClub {
            details: ClubDetails::parse(code, name, kind)?,
            province,
        })
    }
}

/// The details of a club, which may be changed.
#[derive(Debug, Clone)]
pub struct ClubDetails {
    /// Its short code.
    pub code: ClubCode,
    /// Its name.
    pub name: String,
    /// The sort of club that it is.
    pub kind: ClubKind,
}

impl ClubDetails {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(code: &str, name: &str, kind: ClubKind) -> Result<ClubDetails, Faults> {
        let mut faults = Faults::default();
        let code = faults.check("/code", ClubCode::parse(code));
        let name = faults.check("/name", text(name, 120));
        match (code, name) {
            (Some(code), Some(name)) => Ok(ClubDetails { code, name, kind }),
            _ => Err(faults),
        }
    }
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClubRefusal {
    /// The province is not in the list.
    #[error("There is no province {0}.")]
    UnknownProvince(String),
    /// There is no club with that id.
    #[error("There is no club with the id {0}.")]
    UnknownClub(ClubId),
    /// The caller looks after other provinces or clubs.
    #[error("You do not look after {0}.")]
    OutOfScope(String),
    /// Another club has the code.
    #[error("Another club has this code.")]
    CodeTaken,
    /// An educator in charge was named for a club that is no school.
    #[error("Only a school has an educator in charge.")]
    NotASchool,
    /// A club that has an educator in charge would no longer be a school.
    #[error("The club has an educator in charge, as only a school has. Take the contact out first.")]
    HasEducatorInCharge,
    /// The club has an affiliation for the year.
    #[error("The club has an affiliation for that year.")]
    AlreadyAffiliated,
    /// An affiliation is withdrawn once, and stays so.
    #[error("The affiliation was withdrawn before.")]
    AlreadyWithdrawn,
}

crate::problem_kinds! {
    CODE_TAKEN = 409 "code-taken", "The code is taken",
        "Another club has this code; case does not matter.";
    NOT_A_SCHOOL = 422 "not-a-school", "Only a school has an educator in charge",
        "Leave the educator in charge out of the contacts of a club that is no school. Before a school becomes a club of another kind, take the contact out.";
    ALREADY_WITHDRAWN = 409 "already-withdrawn", "It was withdrawn before",
        "A consent, a pairing bar, a registration or an affiliation is withdrawn once, and is no longer changed. If it is to hold again, record a new one.";
    ALREADY_AFFILIATED = 409 "already-affiliated", "The club is affiliated for the year",
        "A club has one affiliation for a gaming year. Read it at `GET /v1/affiliations`, and change it if the fee was paid since.";
}

impl From<ClubRefusal> for Error {
    fn from(refusal: ClubRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            ClubRefusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            ClubRefusal::UnknownClub(_) => UNKNOWN_CLUB.at("/club_id", detail),
            ClubRefusal::OutOfScope(_) => OUT_OF_SCOPE.problem(detail),
            ClubRefusal::CodeTaken => CODE_TAKEN.at("/code", detail),
            ClubRefusal::NotASchool => NOT_A_SCHOOL.at("/educator_in_charge", detail),
            ClubRefusal::HasEducatorInCharge => NOT_A_SCHOOL.at("/kind", detail),
            ClubRefusal::AlreadyAffiliated => ALREADY_AFFILIATED.at("/year", detail),
            ClubRefusal::AlreadyWithdrawn => ALREADY_WITHDRAWN.problem(detail),
        }
        .into()
    }
}

/// The province, if a club may be registered there: all of it is within reach.
///
/// # Errors
/// [`ClubRefusal::OutOfScope`].
pub fn province_within(province: Province, reach: &Reach) -> Result<Province, ClubRefusal> {
    if reach.covers_province(&province.code) {
        Ok(province)
    } else {
        Err(ClubRefusal::OutOfScope(province.name))
    }
}

impl Club {
    /// Admits a club to the federation. `province` is what stands under the code that was asked for.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        new: NewClub,
        id: ClubId,
        province: Option<Province>,
        reach: &Reach,
        now: Timestamp,
    ) -> Result<Club, ClubRefusal> {
        let NewClub {
            details: ClubDetails { code, name, kind },
            province: asked,
        } = new;
        let province = province_within(province.ok_or(ClubRefusal::UnknownProvince(asked))?, reach)?;
        Ok(Club {
            id,
            code,
            name,
            kind,
            province: province.code,
            created_at: now,
        })
    }

    /// The club, if it is within reach.
    ///
    /// # Errors
    /// [`ClubRefusal::OutOfScope`].
    pub fn within(self, reach: &Reach) -> Result<Club, ClubRefusal> {
        if reach.covers_club(self.id, &self.province) {
            Ok(self)
        } else {
            Err(ClubRefusal::OutOfScope(self.name))
        }
    }

    /// The club with other details.
    #[must_use]
    pub fn with(self, ClubDetails { code, name, kind }: ClubDetails) -> Club {
        Club {
            code,
            name,
            kind,
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::clubs::*;

    #[test]
    fn a_code_is_short_and_plain() {
        for good in ["AB", "dit-1", " UP ", "ABCDEFGHIJKL"] {
            assert!(ClubCode::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "A", "1A", "-A", "A B", "É1", "ABCDEFGHIJKLM", "A_B"] {
            assert!(ClubCode::parse(bad).is_err(), "{bad}");
        }
    }
}
