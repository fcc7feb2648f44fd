//! The people to reach at a club. Private: only those who look after the club see it.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use std::ops::RangeInclusive;

use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Email;
use crate::clubs::{Club, ClubKind, ClubRefusal};
use crate::values::validation::{Faults, ValueError, text};

crate::string_value! {
    /// A telephone number, as it was written.
    pub struct Phone;
}

impl Phone {
    const MOST: usize = 40;
    /// A number without its area code has seven digits; one with its country code has at most 15 (ITU-T E.164, 6.1).
    const DIGITS: RangeInclusive<usize> = 7..=15;

    /// Reads a number in any of the usual spellings. Only a call could tell whether it exists; the form keeps out slips.
    ///
    /// # Errors
    /// `invalid-phone`, or a fault of [`text`].
    ///
    /// ```
    /// use records_register::clubs::contacts::Phone;
    /// assert_eq!(Phone::parse(" +27 (0)18 381  4200").unwrap().as_str(), "+27 (0)18 381 4200");
    /// assert_eq!(Phone::parse("018 381 4200 or 01").unwrap_err().code, "invalid-phone");
    /// ```
    pub fn parse(value: &str) -> Result<Phone, ValueError> {
        let value = text(value, Phone::MOST)?;
        let number = value.strip_prefix('+').unwrap_or(&value);
        let digits = number.chars().filter(char::is_ascii_digit).count();
        let is_plain = number.chars().all(|c| c.is_ascii_digit() || " ().-/".contains(c));
        let ends = number.starts_with(|c: char| c.is_ascii_digit() || c == '(')
            && number.ends_with(|c: char| c.is_ascii_digit());
        if is_plain && ends && Phone::DIGITS.contains(&digits) {
            Ok(Phone(value))
        } else {
            Err(ValueError::new(
                "invalid-phone",
                "Must be a telephone number of 7 to 15 digits, as in +27 18 381 4200.",
            ))
        }
    }
}

/// Someone who can be reached at a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::contacts)]
pub struct Contact {
    /// The person's name.
    #[schema(example = "Lindiwe Qwabe")]
    pub name: String,
    /// An e-mail address, if there is one.
    #[schema(value_type = Option<String>, example = "lindiwe@example.org")]
    pub email: Option<Email>,
    /// A telephone number, if there is one; as it was written.
    #[schema(value_type = Option<String>, example = "+27 18 381 4200")]
    pub phone: Option<Phone>,
}

impl Contact {
    /// Reads what was asked for; each fault is noted below that JSON pointer.
    pub fn parse(
        name: &str,
        email: Option<&str>,
        phone: Option<&str>,
        pointer: &str,
        faults: &mut Faults,
    ) -> Option<Contact> {
        let name = faults.check(&format!("{pointer}/name"), text(name, 200));
        let email = faults.check(&format!("{pointer}/email"), email.map(Email::parse).transpose());
        let phone = faults.check(&format!("{pointer}/phone"), phone.map(Phone::parse).transpose());
        Some(Contact {
            name: name?,
            email: email?,
            phone: phone?,
        })
    }
}

/// The people to reach at a club, as far as they are known.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Contacts {
    /// The person who leads the club.
    pub chairperson: Option<Contact>,
    /// The person who does its paperwork.
    pub secretary: Option<Contact>,
    /// The person who answers for the learners; at a school alone.
    pub educator_in_charge: Option<Contact>,
}

impl Contacts {
    /// The contacts, if the club can have them.
    ///
    /// # Errors
    /// [`ClubRefusal::NotASchool`].
    pub fn of(self, club: &Club) -> Result<Contacts, ClubRefusal> {
        if suits(club.kind, self.educator_in_charge.is_some()) {
            Ok(self)
        } else {
            Err(ClubRefusal::NotASchool)
        }
    }

    /// The club as it shall be, if it can keep these contacts.
    ///
    /// # Errors
    /// [`ClubRefusal::HasEducatorInCharge`].
    pub fn keep(&self, changed: Club) -> Result<Club, ClubRefusal> {
        keeping(self.educator_in_charge.is_some(), changed)
    }
}

/// Whether a club of that kind may have an educator in charge, or does without.
fn suits(kind: ClubKind, has_educator: bool) -> bool {
    kind == ClubKind::School || !has_educator
}

/// The club as it shall be, if it can keep the educator in charge that it may have.
///
/// # Errors
/// [`ClubRefusal::HasEducatorInCharge`].
pub fn keeping(has_educator: bool, changed: Club) -> Result<Club, ClubRefusal> {
    if suits(changed.kind, has_educator) {
        Ok(changed)
    } else {
        Err(ClubRefusal::HasEducatorInCharge)
    }
}

#[cfg(test)]
mod tests {
    use crate::clubs::contacts::*;

    #[test]
    fn a_phone_number_is_taken_as_people_write_it() {
        for good in [
            "018 381 4200",
            "+27 18 381 4200",
            "(018) 381-4200",
            "+27 (0)82.123.4567",
            "3814200",
            "018/3814200",
        ] {
            assert_eq!(Phone::parse(good).unwrap().as_str(), good);
        }
        for bad in [
            "381420",
            "1234567890123456",
            "++27183814200",
            "018 381 4200 x12",
            "call me",
            "+",
            "-0183814200-",
        ] {
            assert_eq!(Phone::parse(bad).unwrap_err().code, "invalid-phone", "{bad}");
        }
        assert_eq!(Phone::parse(" ").unwrap_err().code, "required");
        assert_eq!(Phone::parse(&"1 ".repeat(30)).unwrap_err().code, "too-long");
    }

    #[test]
    fn the_faults_of_several_contacts_are_told_together() {
        let mut faults = Faults::default();
        assert_eq!(
            Contact::parse("", Some("x"), Some("y"), "/secretary", &mut faults),
            None
        );
        assert!(Contact::parse("Lindiwe Qwabe", None, None, "/chairperson", &mut faults).is_some());
        let pointers: Vec<String> = faults.into_vec().into_iter().map(|fault| fault.pointer).collect();
        assert_eq!(pointers, ["/secretary/name", "/secretary/email", "/secretary/phone"]);
    }
}
