//! Players: people who are registered through a club.
//!
//! What everyone may see of a player is a [`PublicPlayer`]; what only those who look after the player may see is
//! [`Particulars`]. A player under 18 appears in public by initials and number, unless a guardian has consented.

pub mod consents;
pub mod merger;
pub(crate) mod number;
pub mod pairing_bars;
pub(crate) mod particulars;
pub mod person;
pub mod registrations;
pub mod residences;
pub(crate) mod routes;
pub(crate) mod store;
pub mod transfers;

use crate::accounts::{OUT_OF_SCOPE, UNKNOWN_CLUB, UNKNOWN_PROVINCE};
use crate::values::error::Error;
use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Reach;
use crate::clubs::Club;
use crate::provinces::{Province, Region};
use crate::values::clock::Timestamp;
use crate::values::id::Id;

pub use number::Number;
pub use person::{Name, Person, Sex, of_age_if_born_by};

/// A registered player.
#[derive(Debug, Clone)]
pub struct Player {
    /// Its id.
    pub id: Id,
    /// The number that people speak and print.
    pub number: Number,
    /// Who it is; none once the person's data was erased.
    pub person: Option<Person>,
    /// Where the player lives today.
    pub home: Home,
    /// The club of which the player is a member.
    pub club: Id,
    /// When the player was registered.
    pub created_at: Timestamp,
    /// The entry that stays, if this one and that one were made for one person.
    pub merged_into: Option<Id>,
    /// Whether a guardian has consented to the name's being public.
    pub consented: bool,
}

/// Where someone lives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Home {
    /// The province's code.
    pub province: String,
    /// The code of the region in it; private.
    pub region: Option<String>,
}

crate::string_enum! {
    /// In which order to list.
    pub enum Sort as "ParticularsSort" {
        /// By number.
        Number = "number",
        /// By family name, then given names, without regard to case and accents; then by number.
        Name = "name",
    }
}

/// Everything that the federation keeps of a player: for those who look after the player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Particulars {
    /// The player's id.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    id: Id,
    /// The number that people speak and print.
    #[schema(value_type = String, example = "M-0004217-K")]
    pub(crate) number: Number,
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
    /// The code of the region in which the player lives.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// The club of which the player is a member.
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
    pub(crate) id: Id,
    /// The number that people speak and print.
    #[schema(value_type = String, example = "M-0004217-K")]
    pub(crate) number: Number,
    /// The full name; the initials where the name is withheld.
    #[schema(example = "Thandiwe Mokoena")]
    pub(crate) name: String,
}

impl Player {
    /// Whether the name is withheld from the public on that day.
    #[must_use]
    pub fn name_is_withheld(&self, today: NaiveDate) -> bool {
        self.person
            .as_ref()
            .is_none_or(|person| !self.consented && person.is_minor(today))
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

    /// What everyone may see on that day.
    #[must_use]
    pub fn public(&self, today: NaiveDate) -> PublicPlayer {
        PublicPlayer {
            id: self.id,
            number: self.number,
            name: self.public_name(today),
            name_withheld: self.name_is_withheld(today),
            province: self.home.province.clone(),
            club_id: self.club,
        }
    }

    /// How the player appears in a game on that day.
    #[must_use]
    pub fn named(&self, today: NaiveDate) -> PlayerName {
        PlayerName {
            id: self.id,
            number: self.number,
            name: self.public_name(today),
        }
    }

    /// The player as one reads of oneself: nothing of the name is withheld.
    #[must_use]
    pub fn to_themselves(self) -> Player {
        Player {
            consented: true,
            ..self
        }
    }

    /// How the player appears to those who look after them.
    #[must_use]
    pub fn named_in_full(&self) -> PlayerName {
        let name = self
            .person
            .as_ref()
            .map_or_else(|| self.number.to_string(), |person| person.name.full());
        PlayerName {
            id: self.id,
            number: self.number,
            name,
        }
    }

    /// Everything.
    ///
    /// # Errors
    /// [`Refusal::Erased`].
    pub(crate) fn particulars(&self) -> Result<Particulars, Refusal> {
        let Person { name, birth_date, sex } = self.person.clone().ok_or(Refusal::Erased)?;
        Ok(Particulars {
            id: self.id,
            number: self.number,
            family_name: name.family,
            given_names: name.given,
            birth_date,
            sex,
            province: self.home.province.clone(),
            region: self.home.region.clone(),
            club_id: self.club,
            created_at: self.created_at,
        })
    }
}

/// A player as one is asked for.
#[derive(Debug, Clone)]
pub struct NewPlayer {
    /// Who it is.
    pub person: Person,
    /// Where the player lives, as it was asked for.
    pub home: Home,
    /// The club that registers the player.
    pub club: Id,
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
    /// The region is not in the list, or lies in another province.
    #[error("There is no region {0} in that province.")]
    UnknownRegion(String),
    /// All seven-digit numbers are given out.
    #[error("No player numbers are left.")]
    NumbersUsedUp,
    /// The entry was merged into another one.
    #[error("The entry was merged into another one of the same person.")]
    Merged(Id),
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
    ALREADY_WITHDRAWN = 409 "already-withdrawn", "It was withdrawn before",
        "A consent or a pairing bar is withdrawn once. If it is to hold again, record a new one.";
    NOT_THEIRS_TO_GIVE = 422 "not-theirs-to-give", "Somebody else has to consent",
        "For who is under 18 on the day of the signature a parent or a guardian consents; who is older consents to share colours themselves.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            Refusal::UnknownClub(_) => UNKNOWN_CLUB.at("/club_id", detail),
            Refusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            Refusal::UnknownRegion(_) => UNKNOWN_REGION.at("/region", detail),
            Refusal::NumbersUsedUp => NUMBERS_USED_UP.problem(detail),
            Refusal::Merged(_) => MERGED_BEFORE.problem(detail),
            Refusal::Erased => ERASED.problem(detail),
        }
        .into()
    }
}

/// What stands under the club's id, if it exists and is within reach.
///
/// # Errors
/// [`Refusal::UnknownClub`], [`Refusal::OutOfScope`].
pub fn club_within(club: Option<Club>, id: Id, reach: &Reach) -> Result<Club, Refusal> {
    let club = club.ok_or(Refusal::UnknownClub(id))?;
    if reach.covers_club(club.id, &club.province) {
        Ok(club)
    } else {
        Err(Refusal::OutOfScope)
    }
}

/// Whether an entry is still there by itself, and not merged into that one.
///
/// # Errors
/// [`Refusal::Merged`].
pub fn unmerged(merged_into: Option<Id>) -> Result<(), Refusal> {
    merged_into.map_or(Ok(()), |stays| Err(Refusal::Merged(stays)))
}

impl Home {
    /// A home in the province and the region that stand under the codes that were asked for.
    ///
    /// # Errors
    /// [`Refusal::UnknownProvince`], [`Refusal::UnknownRegion`].
    pub fn found(self, province: Option<Province>, region: Option<Region>) -> Result<Home, Refusal> {
        let province = province.ok_or(Refusal::UnknownProvince(self.province))?;
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
            None => Err(Refusal::UnknownRegion(asked)),
        }
    }
}

impl Player {
    /// Registers a person as a member of a club. `home` is known to exist; `last` is the number given last.
    ///
    /// # Errors
    /// [`Refusal::NumbersUsedUp`].
    pub fn register(
        person: Person,
        id: Id,
        home: Home,
        club: &Club,
        last: Option<Number>,
        now: Timestamp,
    ) -> Result<Player, Refusal> {
        Ok(Player::pseudonym(id, home, club, last, now)?.with(person))
    }

    /// Somebody of whom nothing is known but what was done, under a number: the person's data was erased before.
    ///
    /// # Errors
    /// [`Refusal::NumbersUsedUp`].
    pub fn pseudonym(id: Id, home: Home, club: &Club, last: Option<Number>, now: Timestamp) -> Result<Player, Refusal> {
        let number = Number::following(last).ok_or(Refusal::NumbersUsedUp)?;
        let (person, club) = (None, club.id);
        Ok(Player {
            id,
            number,
            person,
            home,
            club,
            created_at: now,
            merged_into: None,
            consented: false,
        })
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
    /// [`Refusal::Merged`].
    pub fn unmerged(self) -> Result<Player, Refusal> {
        unmerged(self.merged_into).map(|()| self)
    }

    /// The player, unless the person's data was erased.
    ///
    /// # Errors
    /// [`Refusal::Erased`].
    pub fn unerased(self) -> Result<Player, Refusal> {
        if self.person.is_some() {
            Ok(self)
        } else {
            Err(Refusal::Erased)
        }
    }
}

/// The refusal of an id that is no player's, as a field of the input.
pub(crate) fn unknown_player(id: Id) -> Error {
    UNKNOWN_PLAYER
        .at("/player_id", format!("There is no player with the id {id}."))
        .into()
}
