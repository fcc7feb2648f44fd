//! Those who played in a finished tournament, as its file has them: players, visitors, entries and teams.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::players::Player;
use crate::players::person::Sex;
use crate::players::registrations::Division;
use crate::tournaments::model::{Absence, Entry, MOST_ENTRIES, Team, Visitor};
use crate::tournaments::teams::MOST_MEMBERS;
use crate::values::clock::Timestamp;
use crate::values::country::Country;
use crate::values::id::{ClubId, EntryId, PlayerId, TeamId};
use crate::values::number::RoundNumber;
use crate::values::validation::{Day, Limited, Word};
use crate::web::list::List;

/// A player in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedPlayer)]
pub(crate) struct PlayerForm {
    /// The id.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub(crate) id: PlayerId,
    /// The number that the player has where the file was written.
    #[schema(value_type = String, example = "M-0004217-K", min_length = 0, max_length = 64)]
    number: Limited<64>,
    /// Family name; none once the person's data was erased.
    #[schema(example = "Mokoena", min_length = 1, max_length = 200)]
    pub(crate) family_name: Option<String>,
    /// Given names.
    #[schema(example = "Thandiwe", min_length = 1, max_length = 200)]
    pub(crate) given_names: Option<String>,
    /// Day of birth.
    #[schema(value_type = Option<NaiveDate>, example = "1998-04-17")]
    pub(crate) birth_date: Option<Day>,
    /// Sex.
    pub(crate) sex: Option<Sex>,
    /// The code of the province of residence.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    pub(crate) province: Word,
    /// The member club.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) club_id: ClubId,
}

/// An entry in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedEntry)]
pub(crate) struct EntryForm {
    /// Its id.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    pub(crate) id: EntryId,
    /// The player; none of a visitor.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub(crate) player_id: Option<PlayerId>,
    /// The club that the player represented; none of a visitor.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) club_id: Option<ClubId>,
    /// The visitor, if the entry is of one.
    #[serde(default)]
    pub(crate) visitor: Option<VisitorForm>,
    /// The division in which the player was registered.
    pub(crate) division: Option<Division>,
    /// The sex by which the player competed for awards, kept once the tournament is ratified or the person's data erased.
    #[serde(default)]
    pub(crate) sex: Option<Sex>,
    /// The place in the starting order, from 1.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    pub(crate) seed: i64,
    /// The first round in which the player was drawn.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    pub(crate) first_round: i64,
    /// The rounds in which the player sat out.
    #[schema(value_type = Vec<AbsenceForm>, min_items = 0, max_items = 1000)]
    pub(crate) absences: List<AbsenceForm, 0, MOST_ENTRIES>,
    /// The time at which the entry was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub(crate) created_at: Timestamp,
}

/// A team in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedTeam)]
pub(crate) struct TeamForm {
    /// Its id.
    #[schema(example = "019aa0d2-3c4d-7e5f-8a6b-7c8d9e0f1a2b")]
    pub(crate) id: TeamId,
    /// The name.
    #[schema(example = "North West A", min_length = 1, max_length = 80)]
    pub(crate) name: String,
    /// The club or institution that all its members represented; none if they represented several.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) club_id: Option<ClubId>,
    /// The entries of its members in the order of its boards.
    #[schema(value_type = Vec<EntryId>, min_items = 0, max_items = 40, example = json!(["019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a"]))]
    pub(crate) entry_ids: List<EntryId, 0, MOST_MEMBERS>,
    /// The time at which it was set up.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub(crate) created_at: Timestamp,
}

/// A visitor in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedVisitor)]
pub(crate) struct VisitorForm {
    /// Family name; none once the name was erased.
    #[schema(example = "Molefe", min_length = 1, max_length = 200)]
    pub(crate) family_name: Option<String>,
    /// Given names.
    #[schema(example = "Kagiso", min_length = 1, max_length = 200)]
    pub(crate) given_names: Option<String>,
    /// The country for which the visitor played.
    #[schema(value_type = Country, example = "BW")]
    pub(crate) country: Country,
    /// Whether the public reads the name.
    #[schema(example = true)]
    pub(crate) named: bool,
}

/// An absence in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedAbsence)]
pub(crate) struct AbsenceForm {
    /// The first round of it.
    #[schema(minimum = 1, maximum = 1000, example = 3)]
    pub(crate) first_round: i64,
    /// The last, if there was one.
    #[schema(minimum = 1, maximum = 1000, example = 4)]
    pub(crate) last_round: Option<i64>,
}

impl From<&Player> for PlayerForm {
    fn from(player: &Player) -> PlayerForm {
        let person = player.person.as_ref();
        PlayerForm {
            id: player.id,
            number: Limited::known(player.number.to_string()),
            family_name: person.map(|person| person.name.family.clone()),
            given_names: person.and_then(|person| person.name.given.clone()),
            birth_date: person.map(|person| person.birth_date.into()),
            sex: person.map(|person| person.sex),
            province: Word::known(player.home.province.clone()),
            club_id: player.club,
        }
    }
}

impl From<&Entry> for EntryForm {
    fn from(entry: &Entry) -> EntryForm {
        let absence = |absence: &Absence| AbsenceForm {
            first_round: absence.first_round.get(),
            last_round: absence.last_round.map(RoundNumber::get),
        };
        EntryForm {
            id: entry.id,
            player_id: entry.player.player().map(|player| player.id),
            club_id: entry.club,
            visitor: entry.player.visitor().map(VisitorForm::from),
            division: entry.division,
            sex: entry.sex,
            seed: entry.seed.get().into(),
            first_round: entry.first_round.get(),
            absences: entry.absences.iter().map(absence).collect(),
            created_at: entry.created_at,
        }
    }
}

impl From<&Visitor> for VisitorForm {
    fn from(visitor: &Visitor) -> VisitorForm {
        let name = visitor.name.as_ref();
        VisitorForm {
            family_name: name.map(|name| name.family.clone()),
            given_names: name.and_then(|name| name.given.clone()),
            country: visitor.country,
            named: visitor.named,
        }
    }
}

impl From<Team> for TeamForm {
    fn from(team: Team) -> TeamForm {
        TeamForm {
            id: team.id,
            name: team.name,
            club_id: team.club,
            entry_ids: team.members.into_iter().collect(),
            created_at: team.created_at,
        }
    }
}
