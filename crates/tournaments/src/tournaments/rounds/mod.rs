//! Rounds: drawn, published, played, closed.

pub mod conformity;
pub mod draw;
pub mod orders;
pub mod refusals;
pub(crate) mod routes;
pub(crate) mod store;
pub mod use_cases;

use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::Serialize;

use crate::tournaments::model::draw::Board;
use crate::tournaments::model::{
    Match, MatchState, Round, RoundState, Tournament, TournamentAction, TournamentSnapshot, TournamentState,
};
use crate::values::clock::Timestamp;
use crate::values::id::{MatchId, PlayerId};
use crate::values::number::{RoundNumber, Seed};

/// A round as the audit trail keeps it: who meets whom, and what was ordered, but not why each.
#[derive(Debug, Serialize)]
pub struct RoundEvidence {
    number: RoundNumber,
    state: RoundState,
    digest: String,
    boards: Vec<[Option<PlayerId>; 2]>,
    bye: Option<PlayerId>,
    reason: Option<String>,
}

/// The state that a round has reached, as the audit trail keeps it; nothing once it is thrown away.
#[derive(Debug, Serialize)]
pub struct StateEvidence {
    state: Option<RoundState>,
}

impl StateEvidence {
    pub fn of(round: Option<&Round>) -> StateEvidence {
        let state = round.map(|round| round.state);
        StateEvidence { state }
    }
}

/// The boards that a round lacks to be closed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct UnfinishedBoards {
    /// Boards without a result.
    pub results: Vec<i64>,
    /// Boards with a result that a second person has still to confirm.
    pub confirmations: Vec<i64>,
    /// Boards in dispute.
    pub rulings: Vec<i64>,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, thiserror::Error)]
pub enum RoundRefusal {
    /// The tournament has come too far, or not far enough.
    #[error("The tournament is {}, which does not allow this.", .0.as_str())]
    WrongState(TournamentState),
    /// The round has come too far, or not far enough.
    #[error("Round {0} is {word}, which does not allow this.", word = .1.as_str())]
    WrongRoundState(RoundNumber, RoundState),
    /// The round has come further, or less far, than the caller has read.
    #[error("The round is {}.", .0.as_str())]
    Stale(RoundState),
    /// The last round is not over.
    #[error("Round {0} is not closed.")]
    RoundNotClosed(RoundNumber),
    /// The draw depends on something that has changed since.
    #[error("Since round {0} was drawn, an entry, a result or a bar has changed: draw it again.")]
    DrawOutdated(RoundNumber),
    /// The tournament is still to begin.
    #[error(
        "The tournament begins on {begins}, and by this clock it is {today}: no round is published before that day."
    )]
    BeforeFirstDay { begins: NaiveDate, today: NaiveDate },
    /// The boards are not all there.
    #[error("{}", .0.sentence())]
    Unfinished(UnfinishedBoards),
    /// Results of an earlier round were corrected since it was closed, and lack a second person.
    #[error("Round {0} was corrected since it was closed. {boards}", boards = .1.sentence())]
    Unconfirmed(RoundNumber, UnfinishedBoards),
    /// Something rests on it.
    #[error("Round {0} has results; take these back first.")]
    HasResults(RoundNumber),
    /// Something rests on it.
    #[error("Round {0} is there already; take that back first.")]
    NextRoundThere(RoundNumber),
}

impl UnfinishedBoards {
    /// The boards of the matches that lack something, if they are to be `confirmed` by a second person.
    #[must_use]
    pub fn of<'a>(matches: impl IntoIterator<Item = &'a Match>, confirmed: bool) -> UnfinishedBoards {
        let mut missing = UnfinishedBoards::default();
        for paired in matches {
            match paired.progress() {
                MatchState::Open => missing.results.push(paired.board),
                MatchState::Entered if confirmed => missing.confirmations.push(paired.board),
                MatchState::Disputed => missing.rulings.push(paired.board),
                MatchState::Entered | MatchState::Confirmed => {}
            }
        }
        missing
    }

    fn is_nothing(&self) -> bool {
        *self == UnfinishedBoards::default()
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
/// [`RoundRefusal::WrongState`], [`RoundRefusal::RoundNotClosed`].
pub fn next(tournament: &Tournament, rounds: &[Round], most: i64) -> Result<RoundNumber, RoundRefusal> {
    if !tournament.state.allows(TournamentAction::PlayRound) {
        return Err(RoundRefusal::WrongState(tournament.state));
    }
    match rounds.last() {
        Some(last) if last.state == RoundState::Drawn => Ok(last.number),
        Some(last) if last.state == RoundState::Published => Err(RoundRefusal::RoundNotClosed(last.number)),
        Some(last) if last.number.get() >= most => Err(RoundRefusal::WrongState(TournamentState::Finished)),
        last => Ok(last.map_or(RoundNumber::FIRST, |last| last.number.next())),
    }
}

/// Refuses to go on while closed rounds have corrections that a second person has still to confirm, where that is due before
/// a round is closed.
///
/// # Errors
/// [`RoundRefusal::Unconfirmed`].
pub fn refuse_unconfirmed(snapshot: &TournamentSnapshot) -> Result<(), RoundRefusal> {
    let confirmed = snapshot.tournament.confirms_before_closing();
    let closed = snapshot.rounds.iter().filter(|round| round.state == RoundState::Closed);
    for round in closed {
        let UnfinishedBoards { confirmations, .. } = UnfinishedBoards::of(snapshot.of_round(round.number), confirmed);
        if !confirmations.is_empty() {
            let missing = UnfinishedBoards {
                confirmations,
                ..UnfinishedBoards::default()
            };
            return Err(RoundRefusal::Unconfirmed(round.number, missing));
        }
    }
    Ok(())
}

impl Round {
    /// The round as the audit trail keeps it.
    pub fn evidence(&self, snapshot: &TournamentSnapshot) -> RoundEvidence {
        let player = |seed: Seed| snapshot.at(seed).map(|entry| entry.player.id());
        RoundEvidence {
            number: self.number,
            state: self.state,
            digest: self.digest.clone(),
            boards: self.draw.boards.iter().map(|board| board.pair.map(player)).collect(),
            bye: self.draw.bye.and_then(player),
            reason: self.orders.reason.clone(),
        }
    }

    /// The matches that are played once it is published.
    #[must_use]
    pub fn matches(&self, now: Timestamp) -> Vec<Match> {
        let boards = self.draw.boards.iter().zip(1..);
        let new = |(board, number): (&Board, i64)| Match {
            id: MatchId::new(now),
            round_id: self.id,
            round_number: self.number,
            board: number,
            pair: board.pair,
            starter: board.starter,
            results: Vec::new(),
            recorded: BTreeMap::new(),
            disputed: false,
        };
        boards.map(new).collect()
    }

    /// The round, if it has come so far, of a tournament that is open or runs.
    ///
    /// # Errors
    /// [`RoundRefusal::WrongState`], [`RoundRefusal::WrongRoundState`].
    pub fn at(self, state: RoundState, tournament: &Tournament) -> Result<Round, RoundRefusal> {
        if !tournament.state.allows(TournamentAction::PlayRound) {
            Err(RoundRefusal::WrongState(tournament.state))
        } else if self.state != state {
            Err(RoundRefusal::WrongRoundState(self.number, self.state))
        } else {
            Ok(self)
        }
    }

    /// The drawn round, published; `digest` is that of everything on which the draw depends today.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn published(self, tournament: &Tournament, digest: &str, now: Timestamp) -> Result<Round, RoundRefusal> {
        let round = self.at(RoundState::Drawn, tournament)?;
        let (begins, today) = (tournament.plan.starts_on, now.day());
        if today < begins {
            return Err(RoundRefusal::BeforeFirstDay { begins, today });
        }
        if round.digest != digest {
            return Err(RoundRefusal::DrawOutdated(round.number));
        }
        Ok(Round {
            state: RoundState::Published,
            published_at: Some(now),
            ..round
        })
    }

    /// The published round with those matches, closed.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn closed(self, tournament: &Tournament, matches: &[Match], now: Timestamp) -> Result<Round, RoundRefusal> {
        let round = self.at(RoundState::Published, tournament)?;
        let missing = UnfinishedBoards::of(matches, tournament.confirms_before_closing());
        if !missing.is_nothing() {
            return Err(RoundRefusal::Unfinished(missing));
        }
        Ok(Round {
            state: RoundState::Closed,
            closed_at: Some(now),
            ..round
        })
    }

    /// The round a step back: a closed one published again, a published one without results drawn again, and a drawn one
    /// gone. `last` is the last round that there is.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn back(
        self,
        tournament: &Tournament,
        matches: &[Match],
        last: RoundNumber,
    ) -> Result<Option<Round>, RoundRefusal> {
        if !tournament.state.allows(TournamentAction::UndoRound) {
            return Err(RoundRefusal::WrongState(tournament.state));
        }
        if last > self.number {
            return Err(RoundRefusal::NextRoundThere(last));
        }
        match self.state {
            RoundState::Drawn => Ok(None),
            RoundState::Published
                if matches
                    .iter()
                    .any(|paired| paired.result().is_some() || paired.disputed || !paired.recorded.is_empty()) =>
            {
                Err(RoundRefusal::HasResults(self.number))
            }
            RoundState::Published => Ok(Some(Round {
                state: RoundState::Drawn,
                published_at: None,
                ..self
            })),
            RoundState::Closed => Ok(Some(Round {
                state: RoundState::Published,
                closed_at: None,
                ..self
            })),
        }
    }
}
