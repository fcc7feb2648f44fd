//! All fields of a player's particulars: as they are sent, and as those who look after the player read them.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clubs::expansion::NamesClubs;
use crate::players::{Home, Number, Person, Player, PlayerRefusal, Sex};
use crate::values::clock::Timestamp;
use crate::values::country::Country;
use crate::values::id::{ClubId, PlayerId};
use crate::values::names;
use crate::values::validation::{Day, Faults, Word};

/// Everything that the federation keeps of a player: for those who look after the player.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Particulars {
    /// The player's id.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    id: PlayerId,
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
    /// The sex, for the ladies' awards.
    sex: Sex,
    /// The country whose national the player is, for the colours of the country, if that is on record.
    #[schema(value_type = Option<Country>, example = "ZA")]
    nationality: Option<Country>,
    /// The code of the province in which the player lives.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The code of the region in which the player lives.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// The club of which the player is a member.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: ClubId,
    /// The time at which the player was registered.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// Players of the same name and birth date whom you look after; only after a registration, and only if there are any.
    #[schema(nullable = false, example = json!(["019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a"]))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    namesake_ids: Vec<PlayerId>,
}

impl Player {
    /// Everything.
    ///
    /// # Errors
    /// [`PlayerRefusal::Erased`].
    pub fn particulars(&self) -> Result<Particulars, PlayerRefusal> {
        let Person {
            name,
            birth_date,
            sex,
            nationality,
        } = self.person.clone().ok_or(PlayerRefusal::Erased)?;
        let Home { province, region } = self.home.clone();
        Ok(Particulars {
            id: self.id,
            number: self.number,
            family_name: name.family,
            given_names: name.given,
            birth_date,
            sex,
            nationality,
            province,
            region,
            club_id: self.club,
            created_at: self.created_at,
            namesake_ids: Vec::new(),
        })
    }
}

impl NamesClubs for Particulars {
    fn clubs(&self) -> impl Iterator<Item = ClubId> {
        std::iter::once(self.club_id)
    }
}

impl Particulars {
    /// The particulars, with those who may be the same person.
    #[must_use]
    pub fn with_namesakes(self, namesakes: &[Player]) -> Particulars {
        let ids = namesakes.iter().map(|namesake| namesake.id);
        Particulars {
            namesake_ids: ids.collect(),
            ..self
        }
    }

    /// The place in a list by number.
    pub fn number_key(&self) -> i64 {
        self.number.stored()
    }

    /// The place in a list by name.
    pub fn name_key(&self) -> (String, i64) {
        let name = names::sort_key(&self.family_name, self.given_names.as_deref());
        (name, self.number_key())
    }
}

/// A player as one is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CreatePlayer {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub(crate) id: Option<PlayerId>,
    /// Family name, with its particles; the only name of a person who has one.
    #[schema(example = "Mokoena", min_length = 1, max_length = 200)]
    family_name: String,
    /// Given names.
    #[schema(example = "Thandiwe", min_length = 1, max_length = 200)]
    given_names: Option<String>,
    /// The day of birth. Private.
    #[schema(value_type = NaiveDate, example = "1998-04-17")]
    birth_date: Day,
    /// The sex, for the ladies' awards. Private.
    sex: Sex,
    /// The country whose national the player is, for the colours of the country; not on record if absent. Private.
    #[schema(value_type = Option<Country>, example = "ZA")]
    nationality: Option<Country>,
    /// The code of the province in which the player lives.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Word,
    /// The code of the region in which the player lives. Private.
    #[schema(value_type = Option<String>, example = "DC38", min_length = 1, max_length = 64)]
    region: Option<Word>,
    /// The club that registers the player.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) club_id: ClubId,
}

impl CreatePlayer {
    pub fn person(&self, today: NaiveDate) -> Result<Person, Faults> {
        let (given_names, birth_date) = (self.given_names.as_deref(), self.birth_date.into());
        Person::parse(
            &self.family_name,
            given_names,
            birth_date,
            self.sex,
            self.nationality,
            today,
        )
    }

    pub fn home(&self) -> Home {
        Home {
            province: self.province.clone().into(),
            region: self.region.clone().map(String::from),
        }
    }
}

/// The particulars of a player that may be changed.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct UpdateParticulars {
    /// Family name, with its particles.
    #[schema(required = false, example = "Mokoena", min_length = 1, max_length = 200)]
    family_name: String,
    /// Given names; `null` for a person who has none.
    #[schema(example = "Thandiwe", min_length = 1, max_length = 200)]
    given_names: Option<String>,
    /// The day of birth.
    #[schema(required = false, value_type = NaiveDate, example = "1998-04-17")]
    birth_date: Day,
    /// The sex, for the ladies' awards.
    #[schema(required = false)]
    sex: Sex,
    /// The country whose national the player is, for the colours of the country; `null` if that is not on record.
    #[schema(value_type = Option<Country>, example = "ZA")]
    nationality: Option<Country>,
}

impl From<&Particulars> for UpdateParticulars {
    fn from(present: &Particulars) -> UpdateParticulars {
        UpdateParticulars {
            family_name: present.family_name.clone(),
            given_names: present.given_names.clone(),
            birth_date: present.birth_date.into(),
            sex: present.sex,
            nationality: present.nationality,
        }
    }
}

impl UpdateParticulars {
    pub fn person(&self, today: NaiveDate) -> Result<Person, Faults> {
        let (given_names, birth_date) = (self.given_names.as_deref(), self.birth_date.into());
        Person::parse(
            &self.family_name,
            given_names,
            birth_date,
            self.sex,
            self.nationality,
            today,
        )
    }
}
