//! Records of the games of a match: they fit its result, and give one that is missing.

use chrono::NaiveDate;
use morabaraba_rules::RuleSet;

use crate::tournaments::matches::MatchRefusal;
use crate::tournaments::model::{Game, Match, Recorded, ScoreSheet, Tournament, TournamentAction, opponent};
use crate::values::error::Error;
use crate::values::id::{MatchId, PlayerId};
use crate::values::number::Seed;

/// A game of a match, as its record comes in.
#[derive(Debug, Clone)]
pub struct GameReport {
    /// The match.
    pub match_id: MatchId,
    /// The number of the game in the match.
    pub game_number: i64,
    /// The player who started, and the other.
    pub players: [PlayerId; 2],
    /// The day.
    pub played_on: NaiveDate,
    /// The rules it was played by.
    pub rule_set: RuleSet,
    /// The outcome, if the record says it.
    pub game: Option<Game>,
}

/// The reason why a record is not of a match; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NotOfMatch {
    /// The tournament is played on other days.
    #[error("The tournament is played from {0} to {1}.")]
    OtherDay(NaiveDate, NaiveDate),
    /// The tournament is played by other rules.
    #[error("The tournament is played by {0}.")]
    OtherRules(String),
    /// A match has fewer games.
    #[error("A match of this tournament has the games 1 to {0}.")]
    NoSuchGame(i64),
    /// Others play the match.
    #[error("These two do not play the match.")]
    OtherPlayers,
    /// The other player starts it.
    #[error("Game {0} of the match is started by the other player.")]
    OtherStarter(i64),
    /// The match's result says something else.
    #[error("The match has another result for game {0}.")]
    OtherResult(i64),
}

crate::problem_kinds! {
    UNKNOWN_MATCH = 422 "unknown-match", "There is no such match",
        "No match of a published round has this id, or none in this round is played by these two.";
    NOT_OF_MATCH = 422 "not-of-match", "The game is not of the match",
        "The game of a match is played by its players, on a day of its tournament, by the tournament's rules, started in turn, and has the result that the match has. The detail says what differs.";
}

impl From<NotOfMatch> for Error {
    fn from(refusal: NotOfMatch) -> Error {
        let pointer = match refusal {
            NotOfMatch::OtherDay(..) => "/played_on",
            NotOfMatch::OtherRules(_) => "/rule_set",
            NotOfMatch::NoSuchGame(_) => "/number",
            NotOfMatch::OtherPlayers | NotOfMatch::OtherStarter(_) => "/first_player_id",
            NotOfMatch::OtherResult(_) => "/result",
        };
        NOT_OF_MATCH.at(pointer, refusal.to_string()).into()
    }
}

impl GameReport {
    /// Refuses what is not of the tournament.
    ///
    /// # Errors
    /// [`MatchRefusal::WrongState`], [`NotOfMatch::OtherDay`], [`NotOfMatch::OtherRules`].
    pub fn fits(&self, tournament: &Tournament) -> Result<(), Error> {
        let plan = &tournament.plan;
        if !tournament.state.allows(TournamentAction::RecordGame) {
            return Err(MatchRefusal::WrongState(tournament.state).into());
        }
        if !(plan.starts_on..=plan.ends_on).contains(&self.played_on) {
            return Err(NotOfMatch::OtherDay(plan.starts_on, plan.ends_on).into());
        }
        let rules = tournament.rules().map_err(|error| Error::Internal(error.to_string()))?;
        if rules != self.rule_set {
            return Err(NotOfMatch::OtherRules(rules.to_string()).into());
        }
        Ok(())
    }
}

impl Match {
    /// The game of that number, as a record of these two has it; the match has so many `games`, and `first` started this.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn record(
        &self,
        games: i64,
        number: i64,
        [first, second]: [Seed; 2],
        game: Option<Game>,
    ) -> Result<Recorded, NotOfMatch> {
        if !(1..=games).contains(&number) {
            return Err(NotOfMatch::NoSuchGame(games));
        }
        if [first, second] != self.pair && [second, first] != self.pair {
            return Err(NotOfMatch::OtherPlayers);
        }
        let starter = if number % 2 == 1 {
            self.starts()
        } else {
            opponent(self.pair, self.starts())
        };
        if first != starter {
            return Err(NotOfMatch::OtherStarter(number));
        }
        let recorded = Recorded { starter, game };
        let index = usize::try_from(number - 1).unwrap_or(usize::MAX);
        match self.result().and_then(|result| result.sheet.games.get(index)) {
            Some(on_sheet) if !recorded.fits(starter, *on_sheet) => Err(NotOfMatch::OtherResult(number)),
            _ => Ok(recorded),
        }
    }

    /// The sheet that the records give once they say of all games what came of them, if the match has no result.
    #[must_use]
    pub fn sheet_of_records(&self, games: i64) -> Option<ScoreSheet> {
        if self.result().is_some() {
            return None;
        }
        let games = (1..=games).map(|number| self.recorded.get(&number)?.game);
        games.collect::<Option<Vec<Game>>>().map(|games| ScoreSheet {
            starter: self.starts(),
            games,
        })
    }
}
