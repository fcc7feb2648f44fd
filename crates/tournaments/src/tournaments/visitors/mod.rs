//! Visitors: who plays in a tournament and is in no register of ours, by name and country.
//!
//! A visitor has no number, no club and no registration, is in no list and no statistics, and is named in public only if an
//! official says that they may be. The id of the entry stands wherever a tournament names a player by an id.

pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;

use crate::players::person::{LONGEST_NAME, Name};
use crate::tournaments::entries::EntryRefusal;
use crate::tournaments::model::{Tournament, Visitor};
use crate::values::country::Country;
use crate::values::id::EntryId;
use crate::values::validation::{Faults, ValueError, text};

/// The facts about a visitor, which officials enter and correct.
#[derive(Debug, Clone)]
pub struct VisitorFacts {
    /// Names.
    pub name: Name,
    /// The country for which the visitor plays.
    pub country: Country,
    /// Whether the public reads the name.
    pub named: bool,
}

impl VisitorFacts {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(family: &str, given: Option<&str>, country: Country, named: bool) -> Result<VisitorFacts, Faults> {
        let mut faults = Faults::default();
        let family = faults.check("/family_name", text(family, LONGEST_NAME));
        let given = given.map(|given| text(given, LONGEST_NAME)).transpose();
        let given = faults.check("/given_names", given);
        let at_home = || ValueError::new("not-abroad", "Players of this country are entered from the register.");
        let abroad = (!country.is_home()).then_some(()).ok_or_else(at_home);
        match (family, given, faults.check("/country", abroad)) {
            (Some(family), Some(given), Some(())) => {
                let name = Name { family, given };
                Ok(VisitorFacts { name, country, named })
            }
            _ => Err(faults),
        }
    }

    /// The visitor of that entry.
    #[must_use]
    pub fn of(self, entry: EntryId) -> Visitor {
        let VisitorFacts { name, country, named } = self;
        Visitor {
            entry,
            name: Some(name),
            country,
            named,
        }
    }
}

/// Refuses visitors where everybody is a player of the register.
///
/// # Errors
/// [`EntryRefusal::NoVisitors`].
pub fn refuse_unless_international(tournament: &Tournament) -> Result<(), EntryRefusal> {
    if tournament.plan.level.is_international() {
        Ok(())
    } else {
        Err(EntryRefusal::NoVisitors)
    }
}

impl Visitor {
    /// The facts about the visitor; none once the name was erased.
    #[must_use]
    pub fn facts(&self) -> Option<VisitorFacts> {
        let (name, country, named) = (self.name.clone()?, self.country, self.named);
        Some(VisitorFacts { name, country, named })
    }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::visitors::*;
    use crate::values::clock::Timestamp;

    #[test]
    fn a_visitor_is_named_if_an_official_says_so() {
        let visitor = |named| {
            let facts = VisitorFacts::parse("Dube", Some("Sipho Jabu"), Country::parse("ZW").unwrap(), named);
            facts.unwrap().of(EntryId::new(Timestamp(chrono::DateTime::UNIX_EPOCH)))
        };
        assert_eq!(visitor(true).public_name(), "Sipho Jabu Dube");
        assert_eq!(visitor(false).public_name(), "S. J. D.");
        assert_eq!(visitor(false).full_name(), "Sipho Jabu Dube");
        assert_eq!(visitor(true).erased().public_name(), "Visitor from Zimbabwe");
        assert_eq!(visitor(true).erased().full_name(), "Visitor from Zimbabwe");
    }

    #[test]
    fn who_lives_here_is_no_visitor() {
        let faults = VisitorFacts::parse(" ", Some(""), Country::HOME, false).unwrap_err();
        assert!(!faults.is_empty());
        assert!(VisitorFacts::parse("Dube", None, Country::HOME, false).is_err());
    }
}
