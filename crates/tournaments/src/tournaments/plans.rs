//! A tournament's plan: kept, read and changed as one; and the tournament with it, as it is answered.

use chrono::NaiveDate;
use morabaraba_rules::RuleSet;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Reach;
use crate::federation::readings::{ByeValue, Readings};
use crate::players::registrations::Division;
use crate::tournaments::model::{
    Tournament, TournamentLevel, TournamentPlan, TournamentStage, TournamentState, TournamentSystem,
};
use crate::tournaments::teams::MOST_COUNTING;
use crate::tournaments::{TournamentRefusal, UNKNOWN_RULE_SET, closing};
use crate::values::clock::Timestamp;
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::TournamentId;
use crate::values::validation::{Faults, ValueError, not_before, text, within};

/// The boards that there are, by the side in millimetres: the championship's, and the small one for schools, clubs and
/// friendly play.
pub const BOARDS: [i64; 2] = [championship::BOARD, 305];

/// The most games that a match may have.
pub const MOST_GAMES: usize = 12;

/// A championship by the federation's rules; a tournament that says nothing else is played like one.
pub mod championship {
    use crate::tournaments::model::TournamentSystem;

    /// The system by which its rounds are drawn.
    pub const SYSTEM: TournamentSystem = TournamentSystem::ModifiedSwiss;

    /// The number of rounds.
    pub const ROUNDS: i64 = 6;

    /// The number of games in a match.
    pub const GAMES: i64 = 6;

    /// The side of the board in millimetres.
    pub const BOARD: i64 = 490;

    /// The number of first rounds in which club mates are kept apart where that is possible.
    pub const CLUB_ROUNDS: i64 = 3;

    /// The name of the federation's rules of the game.
    pub const RULE_SET: &str = "mssa-gar";

    /// The most players among whom everybody meets everybody instead.
    pub const MOST_ROBINS: usize = 6;
}

impl TournamentPlan {
    /// Refuses an event above the nation to all but administrators.
    ///
    /// # Errors
    /// [`TournamentRefusal::International`].
    pub(crate) fn refuse_international(&self, reach: &Reach) -> Result<(), TournamentRefusal> {
        let is_above = matches!(self.level, TournamentLevel::Continental | TournamentLevel::World);
        if is_above && !reach.is_everywhere() {
            return Err(TournamentRefusal::International);
        }
        Ok(())
    }

    /// The plan, tidied.
    ///
    /// # Errors
    /// [`UNKNOWN_RULE_SET`], or all faults of form at once.
    pub fn parse(self) -> Result<TournamentPlan, Error> {
        const LONGEST: i64 = 30;
        const MOST_DAYS: i64 = 60;
        let rule_set = RuleSet::by_name(&self.rule_set)
            .ok_or(UnknownRuleSet)?
            .name()
            .to_owned();
        let mut faults = Faults::default();
        let name = faults.check("/name", text(&self.name, 120));
        let venue = faults.check("/venue", text(&self.venue, 200));
        let at_home = || {
            ValueError::new(
                "not-abroad",
                "Only continental, world and friendly events are held abroad.",
            )
        };
        let held = (self.country.is_home() || self.level.is_international()).then_some(());
        faults.check("/country", held.ok_or_else(at_home));
        faults.check("/starts_on", GamingYear::known(self.starts_on));
        let lasting = match (self.ends_on - self.starts_on).num_days() {
            ..0 => not_before(self.starts_on, self.ends_on).map(drop),
            0..MOST_DAYS => Ok(()),
            _ => Err(ValueError::new(
                "too-long",
                format!("A tournament lasts {MOST_DAYS} days at most."),
            )),
        };
        faults.check("/ends_on", lasting);
        faults.check("/rounds", within(self.rounds, 1, LONGEST));
        faults.check(
            "/games",
            within(self.games, 1, i64::try_from(MOST_GAMES).unwrap_or(i64::MAX)),
        );
        faults.check("/club_rounds", within(self.club_rounds, 0, LONGEST));
        if let Some(last) = self.entries_close_on {
            faults.check("/entries_close_on", closing::last_day(last, self.starts_on));
        }
        if let Some(size) = self.team_size {
            faults.check("/team_size", within(size, 1, MOST_COUNTING));
        }
        let no_board = || ValueError::new("no-such-board", format!("Must be {} or {}.", BOARDS[0], BOARDS[1]));
        let board = BOARDS.contains(&self.board).then_some(()).ok_or_else(no_board);
        faults.check("/board", board);
        let no_stage = || ValueError::new("not-for-this-level", "Only school and student events are a stage.");
        let has_stages = self.stage.is_none() || self.level.is_of_institutions();
        faults.check("/stage", has_stages.then_some(()).ok_or_else(no_stage));
        match (name, venue) {
            (Some(name), Some(venue)) if faults.is_empty() => Ok(TournamentPlan {
                name,
                venue,
                rule_set,
                ..self
            }),
            _ => Err(faults.into()),
        }
    }
}

/// The refusal of a name that no rule set has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("There is no rule set of this name; there are {}.", names_of_rule_sets())]
pub struct UnknownRuleSet;

impl From<UnknownRuleSet> for Error {
    fn from(refusal: UnknownRuleSet) -> Error {
        UNKNOWN_RULE_SET.at("/rule_set", refusal.to_string()).into()
    }
}

/// The names of all rule sets, in a line.
pub(crate) fn names_of_rule_sets() -> String {
    RuleSet::all().iter().map(RuleSet::name).collect::<Vec<_>>().join(", ")
}

/// The rule set of that name, or one that a federation has made of a named one by its readings, as its text has it.
///
/// # Errors
/// [`UnknownRuleSet`].
pub fn rule_set(text: &str) -> Result<RuleSet, UnknownRuleSet> {
    let rules = text.parse().map_err(|_| UnknownRuleSet)?;
    if is_known(rules) {
        Ok(rules)
    } else {
        Err(UnknownRuleSet)
    }
}

/// Whether the rules are a named set, as some federation may read it.
#[must_use]
pub fn is_known(rules: RuleSet) -> bool {
    let named = RuleSet::all().iter();
    named
        .flat_map(|named| Readings::of_rules(*named))
        .any(|read| read == rules)
}

impl Tournament {
    /// The rules of the game: those of the plan, as the federation reads them.
    ///
    /// # Errors
    /// [`UnknownRuleSet`]: a fault of ours, since a plan names a set that there is.
    pub fn rules(&self) -> Result<RuleSet, UnknownRuleSet> {
        let named = RuleSet::by_name(&self.plan.rule_set).ok_or(UnknownRuleSet)?;
        Ok(self.readings.of_rule_set(named))
    }
}

/// A tournament.
#[derive(Serialize, ToSchema)]
#[schema(as = Tournament)]
pub struct TournamentView {
    /// Its id.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: TournamentId,
    /// The code of the province that runs it.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The name of the tournament.
    #[schema(example = "North West Championship 2027")]
    name: String,
    /// The sort of tournament that it is.
    level: TournamentLevel,
    /// The first day.
    #[schema(example = "2027-04-17")]
    starts_on: NaiveDate,
    /// The last day.
    #[schema(example = "2027-04-18")]
    ends_on: NaiveDate,
    /// The country where it is held.
    #[schema(value_type = Country, example = "ZA")]
    country: Country,
    /// The place where it is played.
    #[schema(example = "Mmabatho High School, Mahikeng")]
    venue: String,
    /// The rules of the game, by name.
    #[schema(example = "mssa-gar")]
    rule_set: String,
    /// The system by which the rounds are drawn.
    system: TournamentSystem,
    /// The number of rounds, if it is not everyone against everyone.
    #[schema(minimum = 1, maximum = 30, example = 6)]
    rounds: i64,
    /// The number of games in a match; the players start them in turn.
    #[schema(minimum = 1, maximum = 12, example = 6)]
    games: i64,
    /// The side of the board in millimetres: 490, or 305 for schools, clubs and friendly play.
    #[schema(example = 490)]
    board: i64,
    /// The number of first rounds in which club mates are not drawn against each other where that is possible.
    #[schema(minimum = 0, maximum = 30, example = 3)]
    club_rounds: i64,
    /// The points that a bye counts.
    bye_value: ByeValue,
    /// The only division that may enter; everyone if absent.
    division: Option<Division>,
    /// The stage that a championship of schools or universities is.
    stage: Option<TournamentStage>,
    /// The number of a team's members whose points count, in a championship of teams; none if it is not one.
    #[schema(minimum = 1, maximum = 20, example = 4)]
    team_size: Option<i64>,
    /// The last day on which clubs enter and withdraw players by themselves; none if that is left open.
    #[schema(example = "2027-04-10")]
    entries_close_on: Option<NaiveDate>,
    /// The readings of the rules: those of the day on which it opened, or, before, on which it was announced.
    readings: Readings,
    /// The rules of the game as the federation reads them, as a game of it has them in its `rule_set`.
    #[schema(example = "mssa-gar")]
    rules: String,
    /// The state that it has reached.
    state: TournamentState,
    /// The reason why it was cancelled.
    #[schema(example = "The hall was flooded.")]
    reason: Option<String>,
    /// The reason why it ended before its last round.
    #[schema(example = "The power failed.")]
    ended_because: Option<String>,
    /// The number of rounds to which an administrator has agreed, if it is another than six.
    #[schema(example = 4)]
    agreed_rounds: Option<i64>,
    /// The reason for that.
    #[schema(example = "The hall is to be had for one day.")]
    agreed_because: Option<String>,
    /// The reason why an administrator accepts that it ended before its last round.
    #[schema(example = "The storm closed the roads.")]
    ending_accepted_because: Option<String>,
    /// The time since which it is under review: it was ratified, and a correction has taken away something that an official
    /// tournament needs.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-05-02T08:00:00.000000Z")]
    under_review_since: Option<Timestamp>,
    /// The time at which the federation confirmed the result.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-21T08:00:00.000000Z")]
    ratified_at: Option<Timestamp>,
    /// The time at which it was announced.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The time since which it takes entries; none until then, and of one that was taken over from a file.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-12-01T08:00:00.000000Z")]
    opened_at: Option<Timestamp>,
}

impl From<Tournament> for TournamentView {
    fn from(tournament: Tournament) -> TournamentView {
        let rules = tournament.rules();
        let (plan, decisions) = (tournament.plan, tournament.decisions);
        TournamentView {
            id: tournament.id,
            province: tournament.province,
            name: plan.name,
            level: plan.level,
            starts_on: plan.starts_on,
            ends_on: plan.ends_on,
            country: plan.country,
            venue: plan.venue,
            rule_set: plan.rule_set,
            system: plan.system,
            rounds: plan.rounds,
            games: plan.games,
            board: plan.board,
            club_rounds: plan.club_rounds,
            bye_value: plan.bye_value,
            division: plan.division,
            stage: plan.stage,
            team_size: plan.team_size,
            entries_close_on: plan.entries_close_on,
            readings: *tournament.readings,
            rules: rules.map(|rules| rules.to_string()).unwrap_or_default(),
            state: tournament.state,
            reason: tournament.reason,
            ended_because: tournament.ended_because,
            agreed_rounds: decisions.agreed_rounds,
            agreed_because: decisions.agreed_because,
            ending_accepted_because: decisions.ending_accepted_because,
            under_review_since: decisions.under_review_since,
            ratified_at: tournament.ratified_at,
            created_at: tournament.created_at,
            opened_at: tournament.opened_at,
        }
    }
}
