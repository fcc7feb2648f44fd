//! Matches: two players at a board, their games, and what became of the result.

pub mod disputes;
pub mod marks;
pub mod public;
pub mod recorder;
pub mod records;
pub(crate) mod routes;
pub mod score_sheets;
pub mod sheet_rows;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;

use crate::tournaments::WRONG_STATE;
use crate::tournaments::model::{
    Confirmation, Entered, MOST_ENTRIES, Match, ScoreSheet, Tournament, TournamentAction, TournamentState,
};
use crate::tournaments::officials::Official;
use crate::tournaments::rounds::refusals::BEFORE_FIRST_DAY;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, ProblemKind};
use crate::values::id::AccountId;
use crate::web::merge_patch::STALE;

/// The most matches that a round may have.
pub const MOST_MATCHES: usize = MOST_ENTRIES / 2;

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MatchRefusal {
    /// The tournament has come too far, or not far enough.
    #[error("The tournament is {}, which does not allow this.", .0.as_str())]
    WrongState(TournamentState),
    /// The tournament is still to begin.
    #[error(
        "The tournament begins on {begins}, and by this clock it is {today}: no result is entered before that day."
    )]
    BeforeFirstDay { begins: NaiveDate, today: NaiveDate },
    /// Its round is closed.
    #[error("The round is closed; a result of it can be corrected.")]
    RoundClosed,
    /// Its round is closed, which is too late for a player.
    #[error("The round is closed. Against a ruling or a ratified result a player appeals.")]
    ClosedToPlayers,
    /// The match has a result.
    #[error("Board {0} has a result already.")]
    AlreadyEntered(i64),
    /// The match has no result.
    #[error("Board {0} has no result yet.")]
    NotEntered(i64),
    /// The caller has read something else.
    #[error("Board {0} is not as you have read it.")]
    Stale(i64),
    /// Somebody disputes it.
    #[error("Board {0} is disputed; an umpire rules on it first.")]
    Disputed(i64),
    /// The record of a game says something else.
    #[error(
        "On board {board}, the record of game {game} says otherwise. Correct or withdraw it, or adjudicate the game."
    )]
    ContradictsRecord {
        /// The number of the board.
        board: i64,
        /// The number of the game.
        game: i64,
    },
    /// The result is confirmed already.
    #[error("The result of board {0} is confirmed already.")]
    AlreadyConfirmed(i64),
    /// A second person confirms.
    #[error("You entered the result of board {0}; a second person confirms it.")]
    SamePerson(i64),
    /// The dispute is ruled on already.
    #[error("The dispute is ruled on already.")]
    AlreadyRuled,
}

crate::problem_kinds! {
    ROUND_CLOSED = 409 "round-closed", "The round is closed",
        "Officials correct a result of a closed round, with a reason. A player disputes one until then.";
    RESULT_ENTERED = 409 "result-entered", "There is a result already",
        "Read it. It can be undone until its round is closed, and corrected at any time.";
    RESULT_MISSING = 409 "result-missing", "There is no result yet",
        "It is entered first.";
    CONTRADICTS_RECORD = 409 "contradicts-record", "The record of a game says otherwise",
        "A game of the match is on record, with another winner or started by the other player. Mend the one that is wrong; or say that the game was adjudicated or forfeited, if it was.";
    ALREADY_CONFIRMED = 409 "already-confirmed", "The result is confirmed already",
        "One confirmation is enough.";
    SECOND_PERSON_NEEDED = 403 "second-person-needed", "A second person confirms",
        "Who enters a result does not confirm it.";
    DISPUTED = 409 "disputed", "The match is disputed",
        "An umpire rules on the dispute first.";
    ALREADY_RULED = 409 "already-ruled", "The dispute is ruled on already",
        "A dispute has one ruling. Raise another one if there is something new to say.";
}

impl MatchRefusal {
    fn kind(&self) -> &'static ProblemKind {
        match self {
            MatchRefusal::WrongState(_) => &WRONG_STATE,
            MatchRefusal::BeforeFirstDay { .. } => &BEFORE_FIRST_DAY,
            MatchRefusal::RoundClosed | MatchRefusal::ClosedToPlayers => &ROUND_CLOSED,
            MatchRefusal::AlreadyEntered(_) => &RESULT_ENTERED,
            MatchRefusal::NotEntered(_) => &RESULT_MISSING,
            MatchRefusal::Stale(_) => &STALE,
            MatchRefusal::Disputed(_) => &DISPUTED,
            MatchRefusal::ContradictsRecord { .. } => &CONTRADICTS_RECORD,
            MatchRefusal::AlreadyConfirmed(_) => &ALREADY_CONFIRMED,
            MatchRefusal::SamePerson(_) => &SECOND_PERSON_NEEDED,
            MatchRefusal::AlreadyRuled => &ALREADY_RULED,
        }
    }

    /// The refusal of one item of a batch.
    pub fn at(&self, pointer: &str) -> Error {
        self.kind().at(pointer, self.to_string()).into()
    }
}

impl From<MatchRefusal> for Error {
    fn from(refusal: MatchRefusal) -> Error {
        refusal.kind().problem(refusal.to_string()).into()
    }
}

impl Match {
    /// Refuses a sheet that contradicts the record of a game.
    fn agrees(&self, sheet: &ScoreSheet) -> Result<(), MatchRefusal> {
        let board = self.board;
        self.contradicted(sheet)
            .map_or(Ok(()), |game| Err(MatchRefusal::ContradictsRecord { board, game }))
    }

    fn following(&self, sheet: ScoreSheet, reason: Option<String>, by: AccountId, at: Timestamp) -> Entered {
        let last = self.results.last().map_or(0, |result| result.version);
        Entered {
            version: last + 1,
            sheet,
            reason,
            by,
            at,
            confirmed: None,
            undone_at: None,
        }
    }

    fn is_of(&self, version: i64) -> Result<&Entered, MatchRefusal> {
        let result = self.result().ok_or(MatchRefusal::NotEntered(self.board))?;
        if result.version == version {
            Ok(result)
        } else {
            Err(MatchRefusal::Stale(self.board))
        }
    }

    /// A result for a match that has none, while its round `takes_results`. The same one again is the one that is there.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn enter(
        &self,
        sheet: ScoreSheet,
        takes_results: bool,
        by: &Official,
        now: Timestamp,
    ) -> Result<Entered, MatchRefusal> {
        match self.result() {
            Some(result) if result.sheet == sheet && result.by == by.account => Ok(result.clone()),
            _ if !takes_results => Err(MatchRefusal::RoundClosed),
            Some(_) => Err(MatchRefusal::AlreadyEntered(self.board)),
            None => {
                self.agrees(&sheet)?;
                Ok(self.following(sheet, None, by.account, now))
            }
        }
    }

    /// The result of that version, confirmed by another person.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn confirm(&self, version: i64, by: &Official, now: Timestamp) -> Result<Entered, MatchRefusal> {
        let result = self.is_of(version)?;
        if self.disputed {
            Err(MatchRefusal::Disputed(self.board))
        } else if result.confirmed.is_some() {
            Err(MatchRefusal::AlreadyConfirmed(self.board))
        } else if result.by == by.account {
            Err(MatchRefusal::SamePerson(self.board))
        } else {
            Ok(Entered {
                confirmed: Some(Confirmation {
                    by: by.account,
                    at: now,
                }),
                ..result.clone()
            })
        }
    }

    /// Another result instead of that of that version.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn correct(
        &self,
        version: i64,
        sheet: ScoreSheet,
        reason: String,
        by: &Official,
        now: Timestamp,
    ) -> Result<Entered, MatchRefusal> {
        self.is_of(version)?;
        if self.disputed {
            return Err(MatchRefusal::Disputed(self.board));
        }
        self.agrees(&sheet)?;
        Ok(self.following(sheet, Some(reason), by.account, now))
    }

    /// The result as an umpire's ruling has it.
    ///
    /// # Errors
    /// [`MatchRefusal::ContradictsRecord`].
    pub fn ruled(
        &self,
        sheet: ScoreSheet,
        ruling: String,
        by: &Official,
        now: Timestamp,
    ) -> Result<Entered, MatchRefusal> {
        self.agrees(&sheet)?;
        Ok(self.following(sheet, Some(ruling), by.account, now))
    }

    /// The result of that version without what was done to it last: its confirmation, or itself. Only while its round
    /// `takes_results`.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn undo(&self, version: i64, takes_results: bool, now: Timestamp) -> Result<Entered, MatchRefusal> {
        let result = self.is_of(version)?.clone();
        if self.disputed {
            Err(MatchRefusal::Disputed(self.board))
        } else if !takes_results {
            Err(MatchRefusal::RoundClosed)
        } else if result.confirmed.is_some() {
            Ok(Entered {
                confirmed: None,
                ..result
            })
        } else {
            Ok(Entered {
                undone_at: Some(now),
                ..result
            })
        }
    }
}

/// Refuses to change results of a tournament that does not run; `late` says whether it may be over. Once it is ratified
/// only an administrator corrects it.
///
/// # Errors
/// [`MatchRefusal::WrongState`].
pub fn can_change(tournament: &Tournament, late: bool, by: &Official) -> Result<(), MatchRefusal> {
    let state = tournament.state;
    let allowed = if late {
        state.allows(TournamentAction::CorrectResult)
            || (by.is_administrator && state.allows(TournamentAction::CorrectRatified))
    } else {
        state.allows(TournamentAction::EnterResult)
    };
    if allowed {
        Ok(())
    } else {
        Err(MatchRefusal::WrongState(state))
    }
}

/// Refuses to enter results on a day before the tournament begins.
///
/// # Errors
/// [`MatchRefusal::BeforeFirstDay`].
pub fn refuse_before_first_day(tournament: &Tournament, today: NaiveDate) -> Result<(), MatchRefusal> {
    let begins = tournament.plan.starts_on;
    if today < begins {
        Err(MatchRefusal::BeforeFirstDay { begins, today })
    } else {
        Ok(())
    }
}
