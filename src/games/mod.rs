//! Records of games: only what the rules have replayed is kept.

pub(crate) mod routes;
pub(crate) mod store;

use chrono::NaiveDate;
use morabaraba_rules::{IllegalTurn, Outcome, Position, RuleSet, Side, Turn, WinReason, replay};

use crate::clock::Timestamp;
use crate::id::Id;
use crate::input::{Faults, Invalid};
use crate::players::Player;

crate::words! {
    /// How a game ended for the two sides.
    pub enum GameResult as "GameResult" {
        /// The side that began has won.
        First = "first",
        /// The other side has won.
        Second = "second",
        /// Neither has won.
        Drawn = "drawn",
        /// It was not played to an end.
        Unfinished = "unfinished",
    }
}

impl GameResult {
    fn of(outcome: Outcome) -> GameResult {
        match outcome.winner() {
            Some(Side::First) => GameResult::First,
            Some(Side::Second) => GameResult::Second,
            None => GameResult::Drawn,
        }
    }

    fn is_won(self) -> bool {
        matches!(self, GameResult::First | GameResult::Second)
    }
}

crate::words! {
    /// What ended a game. The words are those of the rules and of game records.
    pub enum Termination as "Termination" {
        /// On the board: a side had two cows left.
        TwoCows = "two-cows",
        /// On the board: a side could not move.
        NoMove = "no-move",
        /// On the board: ten moves each without a shot.
        TenMoves = "ten-moves",
        /// A side gave up.
        Resignation = "resignation",
        /// The sides agreed on a draw.
        Agreement = "agreement",
        /// The umpire decided.
        Umpire = "umpire",
        /// A side ran out of time.
        Time = "time",
        /// A side forfeited the game.
        Forfeit = "forfeit",
        /// Nothing: it was not played to an end.
        Unfinished = "unfinished",
    }
}

impl Termination {
    fn of(outcome: Outcome) -> Termination {
        match outcome {
            Outcome::Win { reason: WinReason::TwoCows, .. } => Termination::TwoCows,
            Outcome::Win { reason: WinReason::NoMove, .. } => Termination::NoMove,
            Outcome::Draw { .. } => Termination::TenMoves,
        }
    }

    /// Whether it can have ended a game with that result while the board was still open.
    fn allows(self, result: GameResult) -> bool {
        match self {
            Termination::TwoCows | Termination::NoMove | Termination::TenMoves => false,
            Termination::Resignation | Termination::Time | Termination::Forfeit => result.is_won(),
            Termination::Agreement => result == GameResult::Drawn,
            Termination::Umpire => result != GameResult::Unfinished,
            Termination::Unfinished => result == GameResult::Unfinished,
        }
    }
}

/// What the person who recorded a game says of its end, as far as anything was said.
#[derive(Debug, Clone, Copy, Default)]
pub struct Claim {
    /// How it ended for the two sides.
    pub result: Option<GameResult>,
    /// What ended it.
    pub termination: Option<Termination>,
}

/// A game that the rules have replayed.
#[derive(Debug, Clone)]
pub struct Record {
    /// The rules it was played by.
    pub rule_set: RuleSet,
    /// All turns, both sides'.
    pub turns: Vec<Turn>,
    /// How it ended for the two sides.
    pub result: GameResult,
    /// What ended it.
    pub termination: Termination,
    /// The position after the last turn.
    pub position: Position,
}

impl Record {
    /// Replays the turns, and settles what the board and the claim say of the end.
    ///
    /// # Errors
    /// The first illegal turn; else a claim that does not fit the board.
    pub fn judge(rule_set: RuleSet, texts: &[String], claim: Claim) -> Result<Record, Refusal> {
        let mut turns = Vec::with_capacity(texts.len());
        let mut position = Position::new(rule_set);
        for played in replay(position, texts) {
            let (turn, next) = played.map_err(|illegal| Refusal::IllegalTurn(Box::new(illegal)))?;
            turns.push(turn);
            position = next;
        }
        let (result, termination) = match position.outcome() {
            Some(outcome) => settled_on_the_board(outcome, claim)?,
            None => settled_off_the_board(claim)?,
        };
        Ok(Record { rule_set, turns, result, termination, position })
    }
}

fn settled_on_the_board(outcome: Outcome, claim: Claim) -> Result<(GameResult, Termination), Refusal> {
    let on_board = (GameResult::of(outcome), Termination::of(outcome));
    let agrees = claim.result.is_none_or(|result| result == on_board.0)
        && claim.termination.is_none_or(|termination| termination == on_board.1);
    if agrees { Ok(on_board) } else { Err(Refusal::ResultContradictsBoard(on_board.0, on_board.1)) }
}

fn settled_off_the_board(claim: Claim) -> Result<(GameResult, Termination), Refusal> {
    let result = claim.result.unwrap_or(GameResult::Unfinished);
    let termination = match claim.termination {
        None if result == GameResult::Unfinished => Termination::Unfinished,
        None => return Err(Refusal::TerminationMissing(result)),
        Some(termination) => termination,
    };
    if termination.allows(result) {
        Ok((result, termination))
    } else {
        Err(Refusal::TerminationDoesNotFit(termination, result))
    }
}

/// A game as it is submitted.
#[derive(Debug, Clone)]
pub struct Submission {
    /// The player who began.
    pub first: Id,
    /// The other player.
    pub second: Id,
    /// The day it was played.
    pub played_on: NaiveDate,
    /// The turns as they were written.
    pub turns: Vec<String>,
    /// What is said of the end.
    pub claim: Claim,
}

/// The longest game that is taken. Without the ten-move draw a game has no end of its own; a game of a whole day has a
/// few hundred turns.
pub const MOST_TURNS: usize = 2_000;

/// Checks the number of turns.
///
/// # Errors
/// `required`, `too-many`.
pub(crate) fn check_length(turns: &[String], least: usize) -> Result<(), Invalid> {
    if turns.len() < least {
        Err(Invalid::new("required", "Must have a turn or more."))
    } else if turns.len() > MOST_TURNS {
        Err(Invalid::new("too-many", format!("May have at most {MOST_TURNS} turns.")))
    } else {
        Ok(())
    }
}

impl Submission {
    /// Checks the form of what was submitted.
    ///
    /// # Errors
    /// All faults at once.
    pub fn check(&self, today: NaiveDate) -> Result<(), Faults> {
        let mut faults = Faults::default();
        let future = Invalid::new("in-future", "Must not be in the future.");
        let played = if self.played_on > today { Err(future) } else { Ok(()) };
        let played = faults.take("/played_on", played);
        let length = faults.take("/turns", check_length(&self.turns, 1));
        played.and(length).ok_or(faults)
    }
}

/// A game on record.
#[derive(Debug, Clone)]
pub struct Game {
    /// Its id.
    pub id: Id,
    /// The player who began.
    pub first: Player,
    /// The other player.
    pub second: Player,
    /// The day it was played.
    pub played_on: NaiveDate,
    /// What was played.
    pub record: Record,
    /// The account that recorded it.
    pub recorded_by: Id,
    /// When it was recorded.
    pub recorded_at: Timestamp,
}

impl Game {
    /// Admits a game to the record. `judged` is what the rules say of its turns; the players are what stands under the
    /// ids.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        submission: &Submission,
        id: Id,
        judged: Result<Record, Refusal>,
        first: Option<Player>,
        second: Option<Player>,
        recorded_by: Id,
        now: Timestamp,
    ) -> Result<Game, Refusal> {
        if submission.first == submission.second {
            return Err(Refusal::SamePlayer);
        }
        let first = first.ok_or(Refusal::UnknownPlayer(Side::First, submission.first))?;
        let second = second.ok_or(Refusal::UnknownPlayer(Side::Second, submission.second))?;
        let record = judged?;
        Ok(Game { id, first, second, played_on: submission.played_on, record, recorded_by, recorded_at: now })
    }
}

/// Why a game is not taken; the first that applies.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Refusal {
    /// No named rule set is called that.
    #[error("There is no rule set of this name; there are {}.", names_of_rule_sets())]
    UnknownRuleSet,
    /// Nobody plays against themselves.
    #[error("A game has two players.")]
    SamePlayer,
    /// The player does not exist.
    #[error("There is no player with the id {1}.")]
    UnknownPlayer(Side, Id),
    /// A turn is against the rules.
    #[error("{0}")]
    IllegalTurn(Box<IllegalTurn>),
    /// The board says how it ended, and the submission says something else.
    #[error("On the board the game ended as {} by {}.", .0.word(), .1.word())]
    ResultContradictsBoard(GameResult, Termination),
    /// The board is still open, so it must be said what ended the game.
    #[error("The game is not over on the board; say in `termination` what made it {}.", .0.word())]
    TerminationMissing(GameResult),
    /// What is said to have ended the game cannot have had that result on this board.
    #[error("The board is still open, and {} does not make a game {}.", .0.word(), .1.word())]
    TerminationDoesNotFit(Termination, GameResult),
}

fn names_of_rule_sets() -> String {
    RuleSet::all().iter().map(RuleSet::name).collect::<Vec<_>>().join(", ")
}

/// The rule set of that name; the federation's own if none is named.
///
/// # Errors
/// [`Refusal::UnknownRuleSet`].
pub fn rule_set(name: Option<&str>) -> Result<RuleSet, Refusal> {
    name.map_or(Ok(RuleSet::default()), |name| RuleSet::by_name(name).ok_or(Refusal::UnknownRuleSet))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge(turns: &str, result: Option<GameResult>, termination: Option<Termination>) -> Result<Record, Refusal> {
        let turns: Vec<String> = turns.split_whitespace().map(str::to_owned).collect();
        Record::judge(RuleSet::default(), &turns, Claim { result, termination })
    }

    #[test]
    fn an_open_game_is_unfinished_unless_it_is_said_what_ended_it() {
        let record = judge("E1 E2", None, None).unwrap();
        assert_eq!((record.result, record.termination), (GameResult::Unfinished, Termination::Unfinished));
        let record = judge("E1 E2", Some(GameResult::Second), Some(Termination::Resignation)).unwrap();
        assert_eq!((record.result, record.termination), (GameResult::Second, Termination::Resignation));
        assert!(matches!(judge("E1", Some(GameResult::First), None), Err(Refusal::TerminationMissing(_))));
    }

    #[test]
    fn each_termination_has_the_results_it_can_have() {
        use GameResult as R;
        for termination in Termination::ALL.iter().copied() {
            let fitting: Vec<R> =
                R::ALL.iter().copied().filter(|result| judge("E1", Some(*result), Some(termination)).is_ok()).collect();
            let expected: &[R] = match termination {
                Termination::TwoCows | Termination::NoMove | Termination::TenMoves => &[],
                Termination::Resignation | Termination::Time | Termination::Forfeit => &[R::First, R::Second],
                Termination::Agreement => &[R::Drawn],
                Termination::Umpire => &[R::First, R::Second, R::Drawn],
                Termination::Unfinished => &[R::Unfinished],
            };
            assert_eq!(fitting, expected, "{termination:?}");
        }
    }
}
