//! Rounds: drawn, published, played, closed.

pub mod drawing;
pub mod draws;
pub(crate) mod refusals;
pub(crate) mod routes;
pub(crate) mod store;

use crate::tournaments::matches::{self, Match, Progress};
use crate::tournaments::rounds::drawing::Undrawn;
use crate::tournaments::rounds::draws::{Draw, Orders};
use crate::tournaments::{State, Tournament, officials};
use crate::values::clock::Timestamp;
use crate::values::id::Id;

crate::string_enum! {
    /// How far a round has come.
    pub enum Stage as "RoundState" {
        /// Its draw can be looked at by those who run the tournament, and thrown away.
        Drawn = "drawn",
        /// Everyone knows who meets whom.
        Published = "published",
        /// All results are in.
        Closed = "closed",
    }
}

/// A round as it is on record.
#[derive(Debug, Clone)]
pub struct Round {
    /// Its id.
    pub id: Id,
    /// Of which tournament.
    pub tournament: Id,
    /// Its number, from 1.
    pub number: i64,
    /// How far it has come.
    pub stage: Stage,
    /// The digest of everything on which the draw depends.
    pub digest: String,
    /// What the umpire ordered.
    pub orders: Orders,
    /// Who meets whom, and why.
    pub draw: Draw,
    /// When it was drawn.
    pub drawn_at: Timestamp,
    /// When it was published.
    pub published_at: Option<Timestamp>,
    /// When it was closed.
    pub closed_at: Option<Timestamp>,
}

/// What a round lacks to be closed: the boards.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Missing {
    /// Without a result.
    pub results: Vec<i64>,
    /// With one that a second person has still to confirm.
    pub confirmations: Vec<i64>,
    /// In dispute.
    pub rulings: Vec<i64>,
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, thiserror::Error)]
pub enum Refusal {
    /// The caller has no say.
    #[error("{0}")]
    Official(officials::OfficialRefusal),
    /// The tournament has come too far, or not far enough.
    #[error("The tournament is {}, which does not allow this.", .0.word())]
    WrongState(State),
    /// The round has come too far, or not far enough.
    #[error("Round {0} is {word}, which does not allow this.", word = .1.word())]
    WrongStage(i64, Stage),
    /// The last round is not over.
    #[error("Round {0} is not closed.")]
    RoundNotClosed(i64),
    /// There is nobody to draw, or no way to.
    #[error("{0}")]
    Undrawn(Undrawn),
    /// What the draw depends on has changed since.
    #[error("Since round {0} was drawn, an entry, a result or a bar has changed: draw it again.")]
    DrawOutdated(i64),
    /// The boards are not all there.
    #[error("{}", .0.sentence())]
    Unfinished(Missing),
    /// Something rests on it.
    #[error("Round {0} has results; take these back first.")]
    HasResults(i64),
    /// Something rests on it.
    #[error("Round {0} is there already; take that back first.")]
    NextRoundThere(i64),
}

impl From<officials::OfficialRefusal> for Refusal {
    fn from(refusal: officials::OfficialRefusal) -> Refusal {
        Refusal::Official(refusal)
    }
}

impl Missing {
    /// What the matches lack, if they are to be `confirmed` by a second person.
    #[must_use]
    pub fn of<'a>(matches: impl IntoIterator<Item = &'a Match>, confirmed: bool) -> Missing {
        let mut missing = Missing::default();
        for one in matches {
            match one.progress() {
                Progress::Open => missing.results.push(one.board),
                Progress::Entered if confirmed => missing.confirmations.push(one.board),
                Progress::Disputed => missing.rulings.push(one.board),
                Progress::Entered | Progress::Confirmed => {}
            }
        }
        missing
    }

    fn is_nothing(&self) -> bool {
        *self == Missing::default()
    }

    fn sentence(&self) -> String {
        let boards = |boards: &[i64]| boards.iter().map(i64::to_string).collect::<Vec<_>>().join(", ");
        let parts = [
            (&self.results, "Without a result: board"),
            (&self.confirmations, "Not confirmed by a second person: board"),
            (&self.rulings, "Disputed: board"),
        ];
        let said = parts.iter().filter(|(list, _)| !list.is_empty());
        said.map(|(list, what)| format!("{what} {}.", boards(list)))
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The number of the round that can be drawn next, given those that there are.
///
/// # Errors
/// [`Refusal::WrongState`], [`Refusal::RoundNotClosed`].
pub fn next(tournament: &Tournament, rounds: &[Round], most: i64) -> Result<i64, Refusal> {
    if !matches!(tournament.state, State::Open | State::Running) {
        return Err(Refusal::WrongState(tournament.state));
    }
    match rounds.last() {
        Some(last) if last.stage == Stage::Drawn => Ok(last.number),
        Some(last) if last.stage == Stage::Published => Err(Refusal::RoundNotClosed(last.number)),
        Some(last) if last.number >= most => Err(Refusal::WrongState(State::Finished)),
        last => Ok(last.map_or(1, |last| last.number + 1)),
    }
}

impl Round {
    /// The round, if it is at that stage, of a tournament that is open or runs.
    ///
    /// # Errors
    /// [`Refusal::WrongState`], [`Refusal::WrongStage`].
    pub fn at(self, stage: Stage, tournament: &Tournament) -> Result<Round, Refusal> {
        if !matches!(tournament.state, State::Open | State::Running) {
            Err(Refusal::WrongState(tournament.state))
        } else if self.stage != stage {
            Err(Refusal::WrongStage(self.number, self.stage))
        } else {
            Ok(self)
        }
    }

    /// The drawn round, published; `digest` is that of everything on which the draw depends today.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn published(self, tournament: &Tournament, digest: &str, now: Timestamp) -> Result<Round, Refusal> {
        let round = self.at(Stage::Drawn, tournament)?;
        if round.digest != digest {
            return Err(Refusal::DrawOutdated(round.number));
        }
        Ok(Round {
            stage: Stage::Published,
            published_at: Some(now),
            ..round
        })
    }

    /// The published round with those matches, closed.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn closed(self, tournament: &Tournament, matches: &[Match], now: Timestamp) -> Result<Round, Refusal> {
        let round = self.at(Stage::Published, tournament)?;
        let missing = Missing::of(matches, matches::are_confirmed(tournament.plan.level));
        if !missing.is_nothing() {
            return Err(Refusal::Unfinished(missing));
        }
        Ok(Round {
            stage: Stage::Closed,
            closed_at: Some(now),
            ..round
        })
    }

    /// The round a stage back: a closed one published again, a published one without results drawn again, and a drawn one
    /// gone. `last` is the last round that there is.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn back(self, tournament: &Tournament, matches: &[Match], last: i64) -> Result<Option<Round>, Refusal> {
        if !matches!(tournament.state, State::Open | State::Running | State::Finished) {
            return Err(Refusal::WrongState(tournament.state));
        }
        if last > self.number {
            return Err(Refusal::NextRoundThere(last));
        }
        match self.stage {
            Stage::Drawn => Ok(None),
            Stage::Published
                if matches
                    .iter()
                    .any(|one| one.result().is_some() || one.disputed || !one.recorded.is_empty()) =>
            {
                Err(Refusal::HasResults(self.number))
            }
            Stage::Published => Ok(Some(Round {
                stage: Stage::Drawn,
                published_at: None,
                ..self
            })),
            Stage::Closed => Ok(Some(Round {
                stage: Stage::Published,
                closed_at: None,
                ..self
            })),
        }
    }
}

impl Tournament {
    /// The tournament after a step of its last round, of `most` there can be: it runs once a round is published, and is
    /// finished once the last is closed.
    #[must_use]
    pub fn after(self, rounds: &[Round], most: i64) -> Tournament {
        let published = rounds.iter().any(|round| round.stage != Stage::Drawn);
        let is_over = rounds
            .last()
            .is_some_and(|last| last.number >= most && last.stage == Stage::Closed);
        let state = match (published, is_over) {
            (_, true) => State::Finished,
            (true, false) => State::Running,
            (false, false) => State::Open,
        };
        let ended_because = None;
        Tournament {
            state,
            ended_because,
            ..self
        }
    }

    /// The running tournament, ended with the last closed round.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn ended(self, rounds: &[Round], because: String) -> Result<Tournament, Refusal> {
        if self.state != State::Running {
            return Err(Refusal::WrongState(self.state));
        }
        match rounds.last() {
            Some(last) if last.stage != Stage::Closed => Err(Refusal::RoundNotClosed(last.number)),
            _ => Ok(Tournament {
                state: State::Finished,
                ended_because: Some(because),
                ..self
            }),
        }
    }
}
