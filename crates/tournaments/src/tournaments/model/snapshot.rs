//! A tournament with everything that has happened in it: what the draw, the standings and the pages are made from.

use crate::tournaments::model::{
    Absence, Bye, Entry, Match, Round, RoundState, Team, Tournament, TournamentState, TournamentSystem,
};
use crate::values::clock::Timestamp;
use crate::values::id::PlayerId;
use crate::values::number::{RoundNumber, Seed};

/// A tournament with everything that has happened in it.
#[derive(Debug, Clone)]
pub struct TournamentSnapshot {
    /// The tournament.
    pub tournament: Tournament,
    /// The entries by their place in the starting order.
    pub entries: Vec<Entry>,
    /// The rounds in their order; the last may be drawn only.
    pub rounds: Vec<Round>,
    /// The matches by round and board.
    pub matches: Vec<Match>,
    /// The byes.
    pub byes: Vec<Bye>,
    /// The teams by name.
    pub teams: Vec<Team>,
}

impl TournamentSnapshot {
    /// The entry with that seed.
    #[must_use]
    pub fn at(&self, seed: Seed) -> Option<&Entry> {
        let found = self.entries.binary_search_by_key(&seed, |entry| entry.seed);
        found.ok().and_then(|index| self.entries.get(index))
    }

    /// The entry of that player or visitor.
    #[must_use]
    pub fn of_player(&self, player: PlayerId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.player.id() == player)
    }

    /// Whether somebody who was entered has played or rested, or is there to be drawn.
    #[must_use]
    pub fn takes_part(&self, entry: &Entry) -> bool {
        self.matches.iter().any(|played| played.pair.contains(&entry.seed)) || entry.plays_in(self.next_round())
    }

    /// Those of these players who would be drawn in that round, though the round is drawn without them. Where everybody meets
    /// everybody, the first round settles who plays.
    #[must_use]
    pub fn drawn_without(&self, number: RoundNumber, players: &[Seed]) -> Vec<Seed> {
        let is_settled = self.tournament.plan.system == TournamentSystem::RoundRobin && number != RoundNumber::FIRST;
        let would_play = |seed: &&Seed| self.at(**seed).is_some_and(|entry| entry.plays_in(number));
        if is_settled {
            return Vec::new();
        }
        players.iter().filter(would_play).copied().collect()
    }

    /// The snapshot in which these players sit that round out.
    #[must_use]
    pub fn without(mut self, number: RoundNumber, players: &[Seed]) -> TournamentSnapshot {
        for entry in self.entries.iter_mut().filter(|entry| players.contains(&entry.seed)) {
            entry.absences.push(Absence {
                first_round: number,
                last_round: Some(number),
            });
        }
        self
    }

    /// The snapshot as it was on record at that moment: without the results that were entered, taken back or confirmed
    /// since. Rounds and entries are as they are, since those of a ratified tournament no longer change.
    #[must_use]
    pub fn as_of(mut self, moment: Timestamp) -> TournamentSnapshot {
        for played in &mut self.matches {
            played.results.retain(|result| result.at <= moment);
            for result in &mut played.results {
                result.undone_at = result.undone_at.filter(|at| *at <= moment);
                result.confirmed = result.confirmed.filter(|confirmation| confirmation.at <= moment);
            }
        }
        if self.tournament.ratified_at.is_some_and(|at| at > moment) {
            self.tournament.state = TournamentState::Finished;
            self.tournament.ratified_at = None;
        }
        self
    }

    /// The round that is drawn and not published.
    #[must_use]
    pub fn drawn(&self) -> Option<&Round> {
        self.rounds.last().filter(|round| round.state == RoundState::Drawn)
    }

    /// The published rounds.
    pub fn published(&self) -> impl Iterator<Item = &Round> {
        self.rounds.iter().filter(|round| round.state != RoundState::Drawn)
    }

    /// The number of the next round to be drawn.
    #[must_use]
    pub fn next_round(&self) -> RoundNumber {
        let last = self.published().last();
        last.map_or(RoundNumber::FIRST, |round| round.number.next())
    }

    /// The number of rounds that are published.
    #[must_use]
    pub fn published_rounds(&self) -> i64 {
        self.next_round().previous().get()
    }

    /// The number of rounds that there can be: if everybody meets everybody, as many as that takes.
    #[must_use]
    pub fn most_rounds(&self) -> i64 {
        match self.tournament.plan.system {
            TournamentSystem::ModifiedSwiss => self.tournament.plan.rounds,
            TournamentSystem::RoundRobin => {
                let players = i64::try_from(self.robins().len()).unwrap_or(i64::MAX);
                if players % 2 == 0 { players - 1 } else { players }
            }
        }
    }

    /// Those among whom everybody meets everybody, by their seeds: who was there when the first round was drawn.
    #[must_use]
    pub fn robins(&self) -> Vec<Seed> {
        self.entries
            .iter()
            .filter(|entry| entry.plays_in(RoundNumber::FIRST))
            .map(|entry| entry.seed)
            .collect()
    }

    /// The matches of a round.
    pub fn of_round(&self, number: RoundNumber) -> impl Iterator<Item = &Match> {
        self.matches.iter().filter(move |paired| paired.round_number == number)
    }

    /// Whether the last round is over, and average byes are settled.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.tournament.state.is_over()
    }
}
