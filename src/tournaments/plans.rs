//! A tournament's plan, as it is sent and as it is answered.

use chrono::NaiveDate;
use morabaraba_rules::RuleSet;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::players::registrations::Division;
use crate::tournaments::{ByeValue, Level, Plan, State, System, Tournament, UNKNOWN_RULE_SET};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::{Day, Word};

/// A tournament as it is asked for.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateTournament {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub(crate) id: Option<Id>,
    /// The code of the province that runs it.
    #[schema(value_type = String, example = "ZA-NW")]
    province: Word,
    /// What it is called.
    #[schema(example = "North West Championship 2027", min_length = 1, max_length = 120)]
    name: String,
    /// What sort of tournament it is.
    level: Level,
    /// The first day.
    #[schema(value_type = NaiveDate, example = "2027-04-17")]
    starts_on: Day,
    /// The last day.
    #[schema(value_type = NaiveDate, example = "2027-04-18")]
    ends_on: Day,
    /// Where it is played.
    #[schema(example = "Mmabatho High School, Mahikeng", min_length = 1, max_length = 200)]
    venue: String,
    /// The rules of the game, by name.
    #[serde(default = "default_rule_set")]
    #[schema(example = "mssa-gar")]
    rule_set: String,
    /// How the rounds are drawn.
    #[serde(default = "default_system")]
    system: System,
    /// How many rounds are played, if it is not everyone against everyone.
    #[serde(default = "default_rounds")]
    #[schema(minimum = 1, maximum = 30, example = 6)]
    rounds: i64,
    /// How many games a match has; the players start them in turn.
    #[serde(default = "default_games")]
    #[schema(minimum = 1, maximum = 12, example = 6)]
    games: i64,
    /// The side of the board in millimetres: 490, or 305 for schools, clubs and friendly play.
    #[serde(default = "default_board")]
    #[schema(example = 490)]
    board: i64,
    /// In so many first rounds club mates are not drawn against each other where that is possible.
    #[serde(default = "default_club_rounds")]
    #[schema(minimum = 0, maximum = 30, example = 3)]
    club_rounds: i64,
    /// What a bye counts.
    #[serde(default = "default_bye_value")]
    bye_value: ByeValue,
    /// The only division that may enter; everyone if absent.
    division: Option<Division>,
}

fn default_rule_set() -> String {
    RuleSet::default().name().to_owned()
}

fn default_system() -> System {
    System::ModifiedSwiss
}

fn default_rounds() -> i64 {
    6
}

fn default_games() -> i64 {
    6
}

fn default_board() -> i64 {
    490
}

fn default_club_rounds() -> i64 {
    3
}

fn default_bye_value() -> ByeValue {
    ByeValue::Average
}

/// What may be changed of a tournament until it runs.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct UpdateTournament {
    /// What it is called.
    #[schema(
        required = false,
        example = "North West Championship 2027",
        min_length = 1,
        max_length = 120
    )]
    name: String,
    /// What sort of tournament it is.
    #[schema(required = false)]
    level: Level,
    /// The first day.
    #[schema(required = false, value_type = NaiveDate, example = "2027-04-17")]
    starts_on: Day,
    /// The last day.
    #[schema(required = false, value_type = NaiveDate, example = "2027-04-18")]
    ends_on: Day,
    /// Where it is played.
    #[schema(
        required = false,
        example = "Mmabatho High School, Mahikeng",
        min_length = 1,
        max_length = 200
    )]
    venue: String,
    /// The rules of the game, by name.
    #[schema(required = false, example = "mssa-gar")]
    rule_set: String,
    /// How the rounds are drawn.
    #[schema(required = false)]
    system: System,
    /// How many rounds are played, if it is not everyone against everyone.
    #[schema(required = false, minimum = 1, maximum = 30, example = 6)]
    rounds: i64,
    /// How many games a match has; the players start them in turn.
    #[schema(required = false, minimum = 1, maximum = 12, example = 6)]
    games: i64,
    /// The side of the board in millimetres: 490, or 305 for schools, clubs and friendly play.
    #[schema(required = false, example = 490)]
    board: i64,
    /// In so many first rounds club mates are not drawn against each other where that is possible.
    #[schema(required = false, minimum = 0, maximum = 30, example = 3)]
    club_rounds: i64,
    /// What a bye counts.
    #[schema(required = false)]
    bye_value: ByeValue,
    /// The only division that may enter; everyone if absent.
    division: Option<Division>,
}

/// A tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = Tournament)]
pub(crate) struct TournamentView {
    /// Its id.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: Id,
    /// The code of the province that runs it.
    #[schema(example = "ZA-NW")]
    province: String,
    /// What it is called.
    #[schema(example = "North West Championship 2027")]
    name: String,
    /// What sort of tournament it is.
    level: Level,
    /// The first day.
    #[schema(example = "2027-04-17")]
    starts_on: NaiveDate,
    /// The last day.
    #[schema(example = "2027-04-18")]
    ends_on: NaiveDate,
    /// Where it is played.
    #[schema(example = "Mmabatho High School, Mahikeng")]
    venue: String,
    /// The rules of the game, by name.
    #[schema(example = "mssa-gar")]
    rule_set: &'static str,
    /// How the rounds are drawn.
    system: System,
    /// How many rounds are played, if it is not everyone against everyone.
    #[schema(minimum = 1, maximum = 30, example = 6)]
    rounds: i64,
    /// How many games a match has; the players start them in turn.
    #[schema(minimum = 1, maximum = 12, example = 6)]
    games: i64,
    /// The side of the board in millimetres: 490, or 305 for schools, clubs and friendly play.
    #[schema(example = 490)]
    board: i64,
    /// In so many first rounds club mates are not drawn against each other where that is possible.
    #[schema(minimum = 0, maximum = 30, example = 3)]
    club_rounds: i64,
    /// What a bye counts.
    bye_value: ByeValue,
    /// The only division that may enter; everyone if absent.
    division: Option<Division>,
    /// How far it has come.
    state: State,
    /// Why it was cancelled.
    #[schema(example = "The hall was flooded.")]
    reason: Option<String>,
    /// Why it ended before its last round.
    #[schema(example = "The power failed.")]
    ended_because: Option<String>,
    /// When the federation confirmed the result.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-21T08:00:00.000000Z")]
    ratified_at: Option<Timestamp>,
    /// When it was announced.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

impl From<Tournament> for TournamentView {
    fn from(tournament: Tournament) -> TournamentView {
        let Tournament {
            id,
            plan,
            province,
            state,
            reason,
            ended_because,
            ratified_at,
            created_at,
        } = tournament;
        TournamentView {
            id,
            province,
            name: plan.name,
            level: plan.level,
            starts_on: plan.starts_on,
            ends_on: plan.ends_on,
            venue: plan.venue,
            rule_set: plan.rule_set.name(),
            system: plan.system,
            rounds: plan.rounds,
            games: plan.games,
            board: plan.board,
            club_rounds: plan.club_rounds,
            bye_value: plan.bye_value,
            division: plan.division,
            state,
            reason,
            ended_because,
            ratified_at,
            created_at,
        }
    }
}

impl CreateTournament {
    /// The code of the province, and the plan.
    pub(crate) fn parts(self) -> Result<(String, Plan), Error> {
        let plan = UpdateTournament {
            name: self.name,
            level: self.level,
            starts_on: self.starts_on,
            ends_on: self.ends_on,
            venue: self.venue,
            rule_set: self.rule_set,
            system: self.system,
            rounds: self.rounds,
            games: self.games,
            board: self.board,
            club_rounds: self.club_rounds,
            bye_value: self.bye_value,
            division: self.division,
        };
        Ok((self.province.into(), plan.plan()?))
    }
}

impl UpdateTournament {
    pub(crate) fn of(plan: Plan) -> UpdateTournament {
        UpdateTournament {
            name: plan.name,
            level: plan.level,
            starts_on: plan.starts_on.into(),
            ends_on: plan.ends_on.into(),
            venue: plan.venue,
            rule_set: plan.rule_set.name().to_owned(),
            system: plan.system,
            rounds: plan.rounds,
            games: plan.games,
            board: plan.board,
            club_rounds: plan.club_rounds,
            bye_value: plan.bye_value,
            division: plan.division,
        }
    }

    /// Whether everybody meets everybody.
    pub(crate) fn is_round_robin(&self) -> bool {
        self.system == System::RoundRobin
    }

    /// How many rounds are played, if not.
    pub(crate) fn rounds(&self) -> i64 {
        self.rounds
    }

    /// How many games a match has.
    pub(crate) fn games(&self) -> i64 {
        self.games
    }

    pub(crate) fn plan(self) -> Result<Plan, Error> {
        let plan = Plan {
            name: self.name,
            level: self.level,
            starts_on: self.starts_on.into(),
            ends_on: self.ends_on.into(),
            venue: self.venue,
            rule_set: rule_set(&self.rule_set)?,
            system: self.system,
            rounds: self.rounds,
            games: self.games,
            board: self.board,
            club_rounds: self.club_rounds,
            bye_value: self.bye_value,
            division: self.division,
        };
        Ok(plan.parse()?)
    }
}

/// The rule set of that name.
fn rule_set(name: &str) -> Result<RuleSet, Error> {
    let names = || RuleSet::all().iter().map(RuleSet::name).collect::<Vec<_>>().join(", ");
    let unknown = || {
        UNKNOWN_RULE_SET.at(
            "/rule_set",
            format!("There is no rule set of this name; there are {}.", names()),
        )
    };
    Ok(RuleSet::by_name(name).ok_or_else(unknown)?)
}
