//! Member clubs: the club, not the person, is the federation's member.

pub mod affiliations;
pub mod contacts;
pub(crate) mod routes;
pub(crate) mod store;

use crate::accounts::{OUT_OF_SCOPE, UNKNOWN_CLUB, UNKNOWN_PROVINCE};
use crate::values::error::Error;
use std::fmt;

use crate::accounts::Reach;
use crate::provinces::Province;
use crate::values::clock::Timestamp;
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid, text};

crate::string_enum! {
    /// What sort of club it is.
    pub enum Kind as "ClubKind" {
        /// Of a town, a village, a neighbourhood.
        Community = "community",
        /// Of a school.
        School = "school",
        /// Of a university.
        University = "university",
    }
}

/// A club's short code: 2 to 12 capital letters, digits and hyphens, beginning with a letter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code(String);

impl Code {
    /// Reads a code in any case.
    ///
    /// # Errors
    /// `invalid-code`.
    ///
    /// ```
    /// use federation_records::clubs::Code;
    /// assert_eq!(Code::parse("dit-1").unwrap().to_string(), "DIT-1");
    /// assert_eq!(Code::parse("1A").unwrap_err().code, "invalid-code");
    /// ```
    pub fn parse(value: &str) -> Result<Code, Invalid> {
        let code = value.trim().to_ascii_uppercase();
        let begins_with_a_letter = code.starts_with(|c: char| c.is_ascii_uppercase());
        let is_plain = code
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-');
        if (2..=12).contains(&code.len()) && begins_with_a_letter && is_plain {
            Ok(Code(code))
        } else {
            let rule = "Must have 2 to 12 letters, digits and hyphens, and begin with a letter.";
            Err(Invalid::new("invalid-code", rule))
        }
    }

    /// The code as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A club.
#[derive(Debug, Clone)]
pub struct Club {
    /// Its id.
    pub id: Id,
    /// Its short code; no two clubs share one.
    pub code: Code,
    /// Its name.
    pub name: String,
    /// What sort of club it is.
    pub kind: Kind,
    /// The code of its province.
    pub province: String,
    /// When it was registered.
    pub created_at: Timestamp,
}

/// A club as it is asked for.
#[derive(Debug, Clone)]
pub struct NewClub {
    /// What may be changed later.
    pub details: Details,
    /// The code of its province.
    pub province: String,
}

impl NewClub {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(code: &str, name: &str, kind: Kind, province: String) -> Result<NewClub, Faults> {
        Ok(NewClub {
            details: Details::parse(code, name, kind)?,
            province,
        })
    }
}

/// What may be changed of a club.
#[derive(Debug, Clone)]
pub struct Details {
    /// Its short code.
    pub code: Code,
    /// Its name.
    pub name: String,
    /// What sort of club it is.
    pub kind: Kind,
}

impl Details {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(code: &str, name: &str, kind: Kind) -> Result<Details, Faults> {
        let mut faults = Faults::default();
        let code = faults.take("/code", Code::parse(code));
        let name = faults.take("/name", text(name, 120));
        match (code, name) {
            (Some(code), Some(name)) => Ok(Details { code, name, kind }),
            _ => Err(faults),
        }
    }
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The province is not in the list.
    #[error("There is no province {0}.")]
    UnknownProvince(String),
    /// There is no club with that id.
    #[error("There is no club with the id {0}.")]
    UnknownClub(Id),
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
}

crate::problem_kinds! {
    CODE_TAKEN = 409 "code-taken", "The code is taken",
        "Another club has this code; case does not matter.";
    NOT_A_SCHOOL = 422 "not-a-school", "Only a school has an educator in charge",
        "Leave the educator in charge out of the contacts of a club that is no school. Before a school becomes a club of another kind, take the contact out.";
    ALREADY_AFFILIATED = 409 "already-affiliated", "The club is affiliated for the year",
        "A club has one affiliation for a gaming year. Read it at `GET /v1/affiliations`, and change it if the fee was paid since.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            Refusal::UnknownClub(_) => UNKNOWN_CLUB.at("/club_id", detail),
            Refusal::OutOfScope(_) => OUT_OF_SCOPE.problem(detail),
            Refusal::CodeTaken => CODE_TAKEN.at("/code", detail),
            Refusal::NotASchool => NOT_A_SCHOOL.at("/educator_in_charge", detail),
            Refusal::HasEducatorInCharge => NOT_A_SCHOOL.at("/kind", detail),
            Refusal::AlreadyAffiliated => ALREADY_AFFILIATED.at("/year", detail),
        }
        .into()
    }
}

impl Club {
    /// Admits a club to the federation. `province` is what stands under the code that was asked for.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        new: NewClub,
        id: Id,
        province: Option<Province>,
        reach: &Reach,
        now: Timestamp,
    ) -> Result<Club, Refusal> {
        let NewClub {
            details: Details { code, name, kind },
            province: asked,
        } = new;
        let province = province.ok_or(Refusal::UnknownProvince(asked))?;
        if !reach.covers_province(&province.code) {
            return Err(Refusal::OutOfScope(province.name));
        }
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
    /// [`Refusal::OutOfScope`].
    pub fn within(self, reach: &Reach) -> Result<Club, Refusal> {
        if reach.covers_club(self.id, &self.province) {
            Ok(self)
        } else {
            Err(Refusal::OutOfScope(self.name))
        }
    }

    /// The club with other details.
    #[must_use]
    pub fn with(self, Details { code, name, kind }: Details) -> Club {
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
            assert!(Code::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "A", "1A", "-A", "A B", "É1", "ABCDEFGHIJKLM", "A_B"] {
            assert!(Code::parse(bad).is_err(), "{bad}");
        }
    }
}
