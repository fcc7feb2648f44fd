//! Visitors: who plays in a tournament and is in no register of ours, by name and country.
//!
//! A visitor has no number, no club and no registration, is in no list and no statistics, and is named in public only if an
//! official says that they may be. The id of the entry stands wherever a tournament names a player by an id.

pub(crate) mod routes;
pub(crate) mod store;
pub(crate) mod use_cases;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::players::person::{LONGEST_NAME, Name};
use crate::players::{Number, Player};
use crate::tournaments::Tournament;
use crate::tournaments::entries::EntryRefusal;
use crate::values::country::Country;
use crate::values::id::{EntryId, Id, PlayerId};
use crate::values::validation::{Faults, ValueError, text};

crate::problem_kinds! {
    NO_VISITORS = 409 "no-visitors", "The tournament has no visitors",
        "Continental and world events have opponents from abroad, and friendly ones may have guests. In all others everybody is a player of the register.";
}

/// Somebody from abroad who plays in a tournament.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// The entry.
    pub entry: EntryId,
    /// Names; none once they were erased.
    pub name: Option<Name>,
    /// The country for which the visitor plays.
    pub country: Country,
    /// Whether the public reads the name.
    pub named: bool,
}

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

    /// The visitor without a name.
    #[must_use]
    pub fn erased(self) -> Visitor {
        Visitor {
            name: None,
            named: false,
            ..self
        }
    }

    /// The words for somebody without a name.
    fn pseudonym(&self) -> String {
        format!("Visitor from {}", self.country)
    }

    fn full_name(&self) -> String {
        self.name.as_ref().map_or_else(|| self.pseudonym(), Name::full)
    }

    fn public_name(&self) -> String {
        if self.named {
            return self.full_name();
        }
        let initials = self.name.as_ref().map(Name::initials);
        initials
            .filter(|initials| !initials.is_empty())
            .unwrap_or_else(|| self.pseudonym())
    }
}

/// One who plays in a tournament: a player of the register, or a visitor.
#[derive(Debug, Clone)]
pub enum Contestant {
    /// A player of the register.
    Player(Player),
    /// A visitor.
    Visitor(Visitor),
}

/// A player as one appears in a tournament or in a game.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Contestant)]
pub struct ContestantName {
    /// The player's id. A visitor has that of the entry, by which requests about the tournament name them.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub(crate) id: PlayerId,
    /// The number that people speak and print; none of a visitor.
    #[schema(value_type = Option<String>, example = "M-0004217-K")]
    pub(crate) number: Option<Number>,
    /// The full name; the initials where the name is withheld.
    #[schema(example = "Thandiwe Mokoena")]
    pub(crate) name: String,
    /// The country of a visitor; none of a player of the register.
    #[schema(value_type = Option<Country>, example = "BW")]
    pub(crate) country: Option<Country>,
}

impl From<Player> for Contestant {
    fn from(player: Player) -> Contestant {
        Contestant::Player(player)
    }
}

impl Contestant {
    /// The id by which the tournament names them: the player's, or the visitor's entry's.
    #[must_use]
    pub fn id(&self) -> PlayerId {
        match self {
            Contestant::Player(player) => player.id,
            Contestant::Visitor(visitor) => id_of(visitor.entry),
        }
    }

    /// The number of a player of the register.
    #[must_use]
    pub fn number(&self) -> Option<Number> {
        self.player().map(|player| player.number)
    }

    /// The number as it is printed; nothing of a visitor.
    #[must_use]
    pub fn printed_number(&self) -> String {
        self.number().map(|number| number.to_string()).unwrap_or_default()
    }

    /// The player of the register, if it is one.
    #[must_use]
    pub fn player(&self) -> Option<&Player> {
        match self {
            Contestant::Player(player) => Some(player),
            Contestant::Visitor(_) => None,
        }
    }

    /// The visitor, if it is one.
    #[must_use]
    pub fn visitor(&self) -> Option<&Visitor> {
        match self {
            Contestant::Player(_) => None,
            Contestant::Visitor(visitor) => Some(visitor),
        }
    }

    /// The country of a visitor.
    #[must_use]
    pub fn country(&self) -> Option<Country> {
        self.visitor().map(|visitor| visitor.country)
    }

    /// Whether the name is withheld from the public on that day.
    #[must_use]
    pub fn name_is_withheld(&self, today: NaiveDate) -> bool {
        match self {
            Contestant::Player(player) => player.name_is_withheld(today),
            Contestant::Visitor(visitor) => !visitor.named,
        }
    }

    /// The name as everyone may see it on that day.
    #[must_use]
    pub fn public_name(&self, today: NaiveDate) -> String {
        match self {
            Contestant::Player(player) => player.public_name(today),
            Contestant::Visitor(visitor) => visitor.public_name(),
        }
    }

    /// The name as those see it who run the tournament.
    #[must_use]
    pub fn full_name(&self) -> String {
        match self {
            Contestant::Player(player) => player.named_in_full().name,
            Contestant::Visitor(visitor) => visitor.full_name(),
        }
    }

    /// The one as everyone may see them on that day.
    #[must_use]
    pub fn named(&self, today: NaiveDate) -> ContestantName {
        ContestantName {
            id: self.id(),
            number: self.number(),
            name: self.public_name(today),
            country: self.country(),
        }
    }
}

/// The id by which a tournament names the visitor of that entry.
pub(crate) fn id_of(entry: EntryId) -> PlayerId {
    Id::from(entry).into()
}

/// The entry of the visitor whom a tournament names by that id, if it is a visitor's.
pub(crate) fn entry_of(id: PlayerId) -> EntryId {
    Id::from(id).into()
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
