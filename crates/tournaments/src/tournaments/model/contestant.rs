//! People who play in a tournament: players of the register, and visitors.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::players::person::Name;
use crate::players::{Number, Player};
use crate::values::country::Country;
use crate::values::id::{EntryId, Id, PlayerId};

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

impl Visitor {
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

    pub(crate) fn full_name(&self) -> String {
        self.name.as_ref().map_or_else(|| self.pseudonym(), Name::full)
    }

    pub(crate) fn public_name(&self) -> String {
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
