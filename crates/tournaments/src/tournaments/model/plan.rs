//! The plan of a tournament.

use chrono::NaiveDate;
use diesel::{AsChangeset, Insertable, Queryable, Selectable};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::federation::readings::ByeValue;
use crate::players::registrations::Division;
use crate::tournaments::model::{TournamentLevel, TournamentStage, TournamentSystem};
use crate::values::country::Country;
use crate::values::validation::Day;

/// The part of a tournament that may be changed until it runs.
#[derive(
    Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema, Queryable, Selectable, Insertable, AsChangeset,
)]
#[serde(deny_unknown_fields)]
#[schema(as = UpdateTournament)]
#[diesel(table_name = crate::db::schema::tournaments, treat_none_as_null = true)]
pub struct TournamentPlan {
    /// The name of the tournament.
    #[schema(
        required = false,
        example = "North West Championship 2027",
        min_length = 1,
        max_length = 120
    )]
    pub name: String,
    /// The sort of tournament that it is.
    #[schema(required = false)]
    pub level: TournamentLevel,
    /// The first day.
    #[serde(deserialize_with = "day")]
    #[schema(required = false, example = "2027-04-17")]
    pub starts_on: NaiveDate,
    /// The last day.
    #[serde(deserialize_with = "day")]
    #[schema(required = false, example = "2027-04-18")]
    pub ends_on: NaiveDate,
    /// The country where it is held: home, but for a continental, world or friendly event.
    #[serde(default)]
    #[schema(required = false, value_type = Country, example = "ZA")]
    pub country: Country,
    /// The place where it is played.
    #[schema(
        required = false,
        example = "Mmabatho High School, Mahikeng",
        min_length = 1,
        max_length = 200
    )]
    pub venue: String,
    /// The rules of the game, by name.
    #[schema(required = false, example = "mssa-gar", min_length = 1, max_length = 64)]
    pub rule_set: String,
    /// The system by which the rounds are drawn.
    #[schema(required = false)]
    pub system: TournamentSystem,
    /// The number of rounds, if it is not everyone against everyone.
    #[schema(required = false, minimum = 1, maximum = 30, example = 6)]
    pub rounds: i64,
    /// The number of games in a match; the players start them in turn.
    #[schema(required = false, minimum = 1, maximum = 12, example = 6)]
    pub games: i64,
    /// The side of the board in millimetres: 490, or 305 for schools, clubs and friendly play.
    #[schema(required = false, minimum = 305, maximum = 490, example = 490)]
    pub board: i64,
    /// The number of first rounds in which club mates are not drawn against each other where that is possible.
    #[schema(required = false, minimum = 0, maximum = 30, example = 3)]
    pub club_rounds: i64,
    /// The points that a bye counts.
    #[schema(required = false)]
    pub bye_value: ByeValue,
    /// The only division that may enter; everyone if absent.
    pub division: Option<Division>,
    /// The stage that a championship of schools or universities is, of a school or student event alone.
    pub stage: Option<TournamentStage>,
    /// The number of a team's members whose points count, in a championship of teams; none if it is not one.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    pub team_size: Option<i64>,
    /// The last day on which clubs enter and withdraw players by themselves, not after the first day; left open if absent.
    #[serde(default, deserialize_with = "day_or_none")]
    #[schema(example = "2027-04-10")]
    pub entries_close_on: Option<NaiveDate>,
}

/// Reads a day as people write it, or that there is none.
fn day_or_none<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NaiveDate>, D::Error> {
    Ok(Option::<Day>::deserialize(deserializer)?.map(NaiveDate::from))
}

/// Reads a day as people write it.
fn day<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NaiveDate, D::Error> {
    Day::deserialize(deserializer).map(NaiveDate::from)
}

impl TournamentPlan {
    /// The place where it is played, with the country if it is not at home.
    #[must_use]
    pub fn place(&self) -> String {
        if self.country.is_home() {
            self.venue.clone()
        } else {
            format!("{}, {}", self.venue, self.country)
        }
    }

    /// Whether those play who are not registered: friendly and regional events are open to them.
    #[must_use]
    pub fn admits_unregistered(&self) -> bool {
        matches!(self.level, TournamentLevel::Friendly | TournamentLevel::Regional) && self.division.is_none()
    }

    /// Whether it is the national championship or a higher one, or such a stage of schools or universities.
    #[must_use]
    pub fn is_national(&self) -> bool {
        matches!(
            self.stage.map_or(self.level, TournamentStage::level),
            TournamentLevel::National | TournamentLevel::Continental | TournamentLevel::World
        )
    }

    /// Whether it is a province's championship or a higher one, or such a stage of schools or universities: only paid-up players
    /// enter it, and a second person confirms its results.
    #[must_use]
    pub fn is_championship(&self) -> bool {
        matches!(
            self.stage.map_or(self.level, TournamentStage::level),
            TournamentLevel::Provincial
                | TournamentLevel::National
                | TournamentLevel::Continental
                | TournamentLevel::World
        )
    }
}
