//! Players: people who are registered through a club.
//!
//! A [`PublicPlayer`] is what everyone may see of a player; [`Particulars`] are for those who look after the player alone.
//! A player under 18 appears in public by initials and number, unless a guardian has consented.

pub mod conflicts;
pub mod consent_links;
pub mod consent_wordings;
pub mod consents;
pub mod merger;
pub(crate) mod number;
pub mod pairing_bars;
pub mod particulars;
pub mod person;
pub mod player_accounts;
pub mod registrations;
pub mod residences;
pub mod routes;
pub mod soundness;
pub mod store;
pub mod suspensions;
pub mod transfers;
pub mod use_cases;
pub mod views;

use chrono::NaiveDate;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::{OUT_OF_SCOPE, Reach, UNKNOWN_CLUB, UNKNOWN_PROVINCE};
use crate::clubs::Club;
use crate::provinces::{Province, Region};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId};
use crate::values::validation::{Faults, in_life, text};

pub use number::Number;
pub use particulars::views::Particulars;
pub use person::{Name, Person, Sex, of_age_if_born_by};
pub use views::{PlayerName, PublicPlayer};

/// A registered player.
#[derive(Debug, Clone)]
pub struct Player {
    /// Its id.
    pub id: PlayerId,
    /// The number that people speak and print.
    pub number: Number,
    /// The person; none once the person's data was erased.
    pub person: Option<Person>,
    /// The home of the player today.
    pub home: Home,
    /// The club of which the player is a member.
    pub club: ClubId,
    /// The time at which the player was registered.
    pub created_at: Timestamp,
    /// The entry that stays, if this one and that one were made for one person.
    pub merged_into: Option<PlayerId>,
    /// Whether the name is public whatever the player's age, since a guardian has consented to that.
    pub name_published: bool,
}

/// The province and the region in which someone lives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = crate::db::schema::residences, treat_none_as_default_value = false, treat_none_as_null = true)]
pub struct Home {
    /// The province's code.
    #[diesel(column_name = province_code)]
    pub province: String,
    /// The code of the region in it; private.
    #[diesel(column_name = region_code)]
    pub region: Option<String>,
}

impl Player {
    /// Whether the name is withheld from the public on that day.
    #[must_use]
    pub fn name_is_withheld(&self, today: NaiveDate) -> bool {
        self.person
            .as_ref()
            .is_none_or(|person| !self.name_published && person.is_minor(today))
    }

    /// The name as everyone may see it on that day: in full, or the initials.
    #[must_use]
    pub fn public_name(&self, today: NaiveDate) -> String {
        let pseudonym = || self.number.to_string();
        let Some(person) = &self.person else { return pseudonym() };
        if !self.name_is_withheld(today) {
            return person.name.full();
        }
        // A name of signs alone has no initials; the number is what is left.
        Some(person.name.initials())
            .filter(|initials| !initials.is_empty())
            .unwrap_or_else(pseudonym)
    }

    /// The player as one reads of oneself: nothing of the name is withheld.
    #[must_use]
    pub fn to_themselves(self) -> Player {
        Player {
            name_published: true,
            ..self
        }
    }
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PlayerRefusal {
    /// The club does not exist.
    #[error("There is no club with the id {0}.")]
    UnknownClub(ClubId),
    /// The caller looks after other clubs.
    #[error("You do not look after this club.")]
    OutOfScope,
    /// The province is not in the list.
    #[error("There is no province {0}.")]
    UnknownProvince(String),
    /// The region is not in the list, or lies in another province.
    #[error("There is no region {0} in that province.")]
    UnknownRegion(String),
    /// All seven-digit numbers are given out.
    #[error("No player numbers are left.")]
    NumbersUsedUp,
    /// The entry was merged into another one.
    #[error("The entry was merged into another one of the same person.")]
    Merged(PlayerId),
    /// The person's data was erased.
    #[error("The person's data was erased.")]
    Erased,
}

crate::problem_kinds! {
    NUMBERS_USED_UP = 409 "numbers-used-up", "No player numbers are left",
        "All numbers of seven digits have been given out.";
    UNKNOWN_PLAYER = 422 "unknown-player", "There is no such player",
        "No player has this id. `GET /v1/players` finds players.";
    SAME_PLAYER = 422 "same-player", "Two players are needed",
        "The same player was named twice.";
    UNKNOWN_REGION = 422 "unknown-region", "There is no such region",
        "The region is not in the list of regions, or not in that province.";
    MERGED = 308 "merged", "The entry was merged into another one",
        "Two entries were made for one person. `Location` has the one that stays.";
    ERASED = 410 "erased", "The person's data was erased",
        "The games stay, under a pseudonym; there is nothing else left to read or to change.";
    MERGED_BEFORE = 409 "merged-before", "The entry was merged before",
        "The entry was merged into another one. Merge that one, if it is of the same person.";
}

impl From<PlayerRefusal> for Error {
    fn from(refusal: PlayerRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            PlayerRefusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            PlayerRefusal::UnknownClub(_) => UNKNOWN_CLUB.at("/club_id", detail),
            PlayerRefusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            PlayerRefusal::UnknownRegion(_) => UNKNOWN_REGION.at("/region", detail),
            PlayerRefusal::NumbersUsedUp => NUMBERS_USED_UP.problem(detail),
            PlayerRefusal::Merged(_) => MERGED_BEFORE.problem(detail),
            PlayerRefusal::Erased => ERASED.problem(detail),
        }
        .into()
    }
}

/// The club that stands under the id, if there is one and it is within reach.
///
/// # Errors
/// [`PlayerRefusal::UnknownClub`], [`PlayerRefusal::OutOfScope`].
pub fn club_within(club: Option<Club>, id: ClubId, reach: &Reach) -> Result<Club, PlayerRefusal> {
    let club = club.ok_or(PlayerRefusal::UnknownClub(id))?;
    if reach.covers_club(club.id, &club.province) {
        Ok(club)
    } else {
        Err(PlayerRefusal::OutOfScope)
    }
}

impl Home {
    /// A home in the province and the region that stand under the codes that were asked for.
    ///
    /// # Errors
    /// [`PlayerRefusal::UnknownProvince`], [`PlayerRefusal::UnknownRegion`].
    pub fn found(self, province: Option<Province>, region: Option<Region>) -> Result<Home, PlayerRefusal> {
        let province = province.ok_or(PlayerRefusal::UnknownProvince(self.province))?;
        let Some(asked) = self.region else {
            return Ok(Home {
                province: province.code,
                region: None,
            });
        };
        match region.filter(|region| region.province == province.code) {
            Some(region) => Ok(Home {
                province: province.code,
                region: Some(region.code),
            }),
            None => Err(PlayerRefusal::UnknownRegion(asked)),
        }
    }
}

impl Player {
    /// Registers a person as a member of a club. `home` is known to exist, and nobody has the number.
    #[must_use]
    pub fn register(person: Person, id: PlayerId, home: Home, club: &Club, number: Number, now: Timestamp) -> Player {
        Player::pseudonym(id, home, club.id, number, now).with(person)
    }

    /// Somebody of whom nothing is known but what was done, under a number: the person's data was erased before.
    #[must_use]
    pub fn pseudonym(id: PlayerId, home: Home, club: ClubId, number: Number, now: Timestamp) -> Player {
        Player {
            id,
            number,
            person: None,
            home,
            club,
            created_at: now,
            merged_into: None,
            name_published: false,
        }
    }

    /// The player with mended data.
    #[must_use]
    pub fn with(self, person: Person) -> Player {
        Player {
            person: Some(person),
            ..self
        }
    }

    /// The player, unless the entry was merged into another one.
    ///
    /// # Errors
    /// [`PlayerRefusal::Merged`].
    pub fn unmerged(self) -> Result<Player, PlayerRefusal> {
        match self.merged_into {
            None => Ok(self),
            Some(stays) => Err(PlayerRefusal::Merged(stays)),
        }
    }

    /// The player, unless the person's data was erased.
    ///
    /// # Errors
    /// [`PlayerRefusal::Erased`].
    pub fn unerased(self) -> Result<Player, PlayerRefusal> {
        if self.person.is_some() {
            Ok(self)
        } else {
            Err(PlayerRefusal::Erased)
        }
    }

    /// The pseudonym that an erasure leaves of the player.
    #[must_use]
    pub fn erased(self) -> Player {
        Player {
            person: None,
            home: Home {
                region: None,
                ..self.home
            },
            name_published: false,
            ..self
        }
    }

    /// Refuses a day before the player's birth, as the field at the pointer.
    ///
    /// # Errors
    /// The fault of [`in_life`].
    pub fn lived_on(&self, day: NaiveDate, pointer: &str) -> Result<(), Faults> {
        let Some(person) = &self.person else { return Ok(()) };
        match in_life(day, person.birth_date) {
            Ok(_) => Ok(()),
            Err(invalid) => Err(Faults::of(pointer, invalid)),
        }
    }
}

/// The longest reason that is kept.
pub(crate) const LONGEST_REASON: usize = 400;

/// A reason as it is asked for, which somebody reads later.
///
/// # Errors
/// It is empty, too long, or cannot be printed.
pub fn reason(asked: &str) -> Result<String, Faults> {
    text(asked, LONGEST_REASON).map_err(|fault| Faults::of("/reason", fault))
}

/// The refusal of an id that is no player's, as a field of the input.
pub fn unknown_player(id: PlayerId) -> Error {
    UNKNOWN_PLAYER
        .at("/player_id", format!("There is no player with the id {id}."))
        .into()
}
