//! A tournament as the draw and the standings see it.

use std::collections::HashMap;

use morabaraba_swiss::{self as swiss, Awards, Config, Entrant, Field, MatchResult, Player, Points, Results, Standing};

use crate::players::person::Sex;
use crate::players::registrations::Division;
use crate::tournaments::byes::{Bye, ByeKind};
use crate::tournaments::entries::Entry;
use crate::tournaments::matches::{Match, opponent};
use crate::tournaments::rounds::orders::Orders;
use crate::tournaments::rounds::{Round, RoundState};
use crate::tournaments::{ByeValue, Tournament, TournamentState, TournamentSystem};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{EntryId, PlayerId};
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
}

/// The standings after a round.
#[derive(Debug)]
pub struct Table {
    /// The number of rounds that count.
    pub after_round: i64,
    /// The players in their order.
    pub rows: Vec<Standing>,
    /// The awards, as things stand.
    pub awards: Awards,
    /// Whether the tournament is over, and all its rounds count.
    pub is_final: bool,
}

/// The value of a bye, to the standings.
impl From<ByeValue> for swiss::ByeValue {
    fn from(value: ByeValue) -> swiss::ByeValue {
        match value {
            ByeValue::Average => swiss::ByeValue::Average,
            ByeValue::Zero => swiss::ByeValue::Zero,
            ByeValue::Half => swiss::ByeValue::Half,
            ByeValue::Full => swiss::ByeValue::Full,
        }
    }
}

/// Records that contradict each other are a fault of ours.
impl From<swiss::ResultError> for Error {
    fn from(error: swiss::ResultError) -> Error {
        Error::Internal(error.to_string())
    }
}

/// The player of the draw with that seed.
pub(crate) fn player(seed: Seed) -> swiss::PlayerId {
    swiss::PlayerId(seed.get().into())
}

/// The round as the draw counts it.
pub(crate) fn round_of_draw(number: RoundNumber) -> u32 {
    u32::try_from(number.get()).unwrap_or(u32::MAX)
}

/// The seed of a player of the draw.
pub(crate) fn seed(id: swiss::PlayerId) -> Seed {
    Seed::new(u32::try_from(id.0).unwrap_or(u32::MAX))
}

impl Entry {
    /// Whether the player was drawn in one of so many first rounds, or, before the first, is to be.
    fn has_played_in(&self, rounds: i64) -> bool {
        (1..=rounds.max(1))
            .map(RoundNumber::new)
            .any(|round| self.plays_in(round))
    }
}

impl TournamentSnapshot {
    /// The entry with that seed.
    #[must_use]
    pub fn at(&self, seed: Seed) -> Option<&Entry> {
        let found = self.entries.binary_search_by_key(&seed, |entry| entry.seed);
        found.ok().and_then(|index| self.entries.get(index))
    }

    /// The entry of that player.
    #[must_use]
    pub fn of_player(&self, player: PlayerId) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.player.id == player)
    }

    /// The snapshot as it was on record at that moment: without the results that were entered, taken back or confirmed
    /// since. Rounds and entries are as they are, since those of a ratified tournament no longer change.
    #[must_use]
    pub fn as_of(mut self, moment: Timestamp) -> TournamentSnapshot {
        for played in &mut self.matches {
            played.results.retain(|result| result.at <= moment);
            for result in &mut played.results {
                result.undone_at = result.undone_at.filter(|at| *at <= moment);
                result.confirmed = result.confirmed.filter(|(_, at)| *at <= moment);
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

    /// The results of so many first rounds; `closed` says whether average byes are settled.
    fn results(&self, rounds: i64, closed: bool) -> Results {
        let entrant = |entry: &Entry| Entrant {
            lady: entry
                .player
                .person
                .as_ref()
                .is_some_and(|person| person.sex == Sex::Female),
            learner: entry
                .division
                .filter(|division| matches!(division, Division::HighSchool | Division::PrimarySchool))
                .map(|division| division.as_str().to_owned()),
            ..Entrant::new(player(entry.seed), entry.seed.get())
        };
        let counting = self.matches.iter().filter(|played| played.round_number.get() <= rounds);
        let matches = counting.filter_map(|played| {
            let sheet = &played.result()?.sheet;
            let [upper, lower] = sheet.halves(played.pair);
            Some(MatchResult {
                round: round_of_draw(played.round_number),
                players: (player(played.pair[0]), player(played.pair[1])),
                points: (Points::halves(upper), Points::halves(lower)),
                forfeit: sheet.is_forfeited(),
            })
        });
        let entries: HashMap<EntryId, &Entry> = self.entries.iter().map(|entry| (entry.id, entry)).collect();
        let byes = self
            .byes
            .iter()
            .filter(|bye| bye.round.get() <= rounds && bye.round < self.next_round());
        let byes = byes.filter_map(|bye| {
            // Who has withdrawn since asking has no bye.
            let entry = entries.get(&bye.entry).filter(|entry| entry.plays_in(bye.round))?;
            Some(swiss::Bye {
                round: round_of_draw(bye.round),
                player: player(entry.seed),
                value: bye.value.into(),
                allocated: bye.kind == ByeKind::Allocated,
            })
        });
        Results {
            // Who withdrew before the first round, and who has still to come, is not in the tournament.
            entrants: self
                .entries
                .iter()
                .filter(|entry| entry.has_played_in(rounds))
                .map(entrant)
                .collect(),
            matches: matches.collect(),
            byes: byes.collect(),
            games: u32::try_from(self.tournament.plan.games).unwrap_or(u32::MAX),
            closed,
        }
    }

    /// Whether the last round is over, and average byes are settled.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(
            self.tournament.state,
            TournamentState::Finished | TournamentState::Ratified
        )
    }

    /// The standings after so many rounds, and who wins what. Average byes are settled once the tournament is over.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn standings(&self, rounds: i64) -> Result<(Vec<Standing>, Awards), swiss::ResultError> {
        let results = self.results(rounds, self.is_over() && rounds >= self.published_rounds());
        let standings = swiss::standings(&results)?;
        let awards = swiss::awards(&results, &standings);
        Ok((standings, awards))
    }

    /// The standings after so many rounds, or after all that are published.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn table(&self, after_round: Option<i64>) -> Result<Table, swiss::ResultError> {
        let published = self.published_rounds();
        let last = after_round.map_or(published, |round| round.min(published));
        let (rows, awards) = self.standings(last)?;
        Ok(Table {
            after_round: last,
            rows,
            awards,
            is_final: self.is_over() && last == published,
        })
    }

    /// All that the draw of a round depends on: what was played before it, who is kept apart, and the umpire's orders.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn field(
        &self,
        number: RoundNumber,
        never_meets: &[[Seed; 2]],
        orders: &Orders,
    ) -> Result<(Field, Config), swiss::ResultError> {
        let standings = swiss::standings(&self.results(number.previous().get(), false))?;
        let points: HashMap<swiss::PlayerId, Points> = standings.iter().map(|row| (row.player, row.points)).collect();
        let mut players: HashMap<Seed, Player> = HashMap::new();
        for entry in &self.entries {
            let rests = self
                .byes
                .iter()
                .any(|bye| bye.entry == entry.id && bye.round == number && bye.kind == ByeKind::Requested);
            let id = player(entry.seed);
            let had_bye = |bye: &Bye| bye.entry == entry.id && bye.round < number && bye.kind == ByeKind::Allocated;
            let drawn = Player {
                score: points.get(&id).copied().unwrap_or(Points::ZERO),
                club: Some(entry.club.to_string()),
                team: entry.team.clone(),
                had_bye: self.byes.iter().any(had_bye),
                active: entry.plays_in(number) && !rests,
                ..Player::new(id, entry.seed.get())
            };
            players.insert(entry.seed, drawn);
        }
        for played in self.matches.iter().filter(|played| played.round_number < number) {
            for seed in played.pair {
                let Some(drawn) = players.get_mut(&seed) else { continue };
                drawn.opponents.push(player(opponent(played.pair, seed)));
                drawn.rounds_met.push(Some(round_of_draw(played.round_number)));
            }
        }
        for [left, right] in never_meets {
            players
                .entry(*left)
                .and_modify(|drawn| drawn.relatives.push(player(*right)));
        }
        orders.apply(&mut players);
        let round = round_of_draw(number);
        let mut players: Vec<Player> = players.into_values().collect();
        players.sort_unstable_by_key(|player| player.seed);
        let field = Field {
            waivers: orders.waivers.clone(),
            ..Field::new(round, players)
        };
        Ok((field, self.config(number)))
    }

    fn config(&self, number: RoundNumber) -> Config {
        let plan = &self.tournament.plan;
        Config {
            club_rounds: u32::try_from(plan.club_rounds).unwrap_or(u32::MAX),
            look_ahead: u32::try_from(plan.rounds - number.get()).unwrap_or(0),
            ..Config::default()
        }
    }

    /// The number of first games that each player has started before that round.
    #[must_use]
    pub fn first_starts(&self, number: RoundNumber) -> HashMap<Seed, u32> {
        let mut starts = HashMap::new();
        for played in self.matches.iter().filter(|played| played.round_number < number) {
            *starts.entry(played.starts()).or_default() += 1;
        }
        starts
    }
}
