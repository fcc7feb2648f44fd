//! Tournament report files: the fixed columns in which programs for chess hand a tournament to each other (FIDE's TRF06 and
//! TRF16), in and out.
//!
//! Of a file these lines are read, and nothing of the rest is kept:
//!
//! - `012`, the name of the tournament;
//! - `001`, a player: starting number, name, points, place, and what the player did in each round, of 999 at most. The points are those that
//!   are written, whatever the results are worth, so a match may be of any number of games;
//! - `013`, a team;
//! - `XXZ`, the numbers of those who are absent from the next round, and `XXP`, of those who may not meet each other, as
//!   pairing programs add them.
//!
//! A federation is no club, and is not read as one. Colours are not read. The format knows no pair without them: `-` says
//! that nobody was met, and other programs refuse a result beside it. So `w` is written for the lower starting number of a pair
//! and `b` for the higher, and neither means anything.
//!
//! ```
//! use morabaraba_swiss::{Config, PlayerId, draw, trf::Report};
//!
//! let file = "\
//! 001    1      Butinyana                                                          4.0    1     3 w 1
//! 001    2      Hlophe                                                             3.0    2     4 w =
//! 001    3      Mokoena                                                            2.0    4     1 b 0
//! 001    4      Moatshe                                                            3.0    2     2 b =
//! ";
//! let field = Report::read(file.as_bytes())?.field();
//! assert_eq!((field.round, field.players[0].opponents.as_slice()), (2, [PlayerId(3)].as_slice()));
//! let drawn = draw(&field, &Config::default())?;
//! assert_eq!(drawn.pairs, [(PlayerId(1), PlayerId(2)), (PlayerId(4), PlayerId(3))]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fault;
mod read;
mod write;

use std::collections::{BTreeMap, HashMap};

use crate::field::{Field, Player, PlayerId, Points};
use crate::standings::{ByeValue, ResultError, Results, standings};

pub use fault::{TrfError, TrfFault};

/// A tournament as its report tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The name of the tournament.
    pub name: String,
    /// The players in the order of the file.
    pub players: Vec<Row>,
    /// Groups of starting numbers of whom no two may meet.
    pub apart: Vec<Vec<u32>>,
}

/// A player of a [`Report`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The starting number, from 1 to 9999; 1 is the best.
    pub number: u32,
    /// The name, of which 33 characters have room.
    pub name: String,
    /// The team.
    pub team: Option<String>,
    /// The points; one decimal has room.
    pub points: Points,
    /// The place in the standings.
    pub place: Option<u32>,
    /// The entries of the rounds, from round 1, `None` where nothing is written. An entry for the next round, which
    /// nobody has played yet, says that the player does not take part in it.
    pub rounds: Vec<Option<Entry>>,
}

/// An entry: what a player did in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Nothing, for no points (`Z`).
    Absent,
    /// A bye worth half a win (`H`).
    Half,
    /// A bye worth a win (`F`).
    Full,
    /// The bye that the draw gave (`U`).
    Allocated,
    /// A match.
    Met {
        /// The starting number of the opponent.
        opponent: u32,
        /// The result for the player.
        outcome: Outcome,
        /// Whether it was decided without play (`+`, `-`).
        forfeit: bool,
    },
}

/// The result of a match for one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Won (`1`).
    Won,
    /// Drawn (`=`).
    Drawn,
    /// Lost (`0`).
    Lost,
}

impl Report {
    /// The report of a tournament: numbers in the order of the seeds, points and places by its [`standings`]. A bye that was
    /// asked for and is worth the player's average is written as one worth half.
    ///
    /// ```
    /// use morabaraba_swiss::{Entrant, MatchResult, PlayerId, Points, Results, Scoring, trf::Report};
    ///
    /// let (one, other) = (PlayerId(70), PlayerId(80));
    /// let points = (Points::halves(5), Points::halves(7));
    /// let results = Results {
    ///     entrants: vec![Entrant::new(one, 1), Entrant::new(other, 2)],
    ///     matches: vec![MatchResult { round: 1, players: (one, other), points, forfeit: false, walkover: false }],
    ///     byes: vec![],
    ///     games: 6,
    ///     closed: false,
    ///     scoring: Scoring::default(),
    /// };
    /// let report = Report::of("Open", &results, |id| format!("Player {id}"))?;
    /// assert!(report.to_string().ends_with("3.5    1     1 b 1\r\n"));
    /// # Ok::<(), morabaraba_swiss::ResultError>(())
    /// ```
    pub fn of(name: &str, results: &Results, names: impl Fn(PlayerId) -> String) -> Result<Self, ResultError> {
        let mut rows: HashMap<PlayerId, (Points, u32)> = standings(results)?
            .into_iter()
            .map(|row| (row.player, (row.points, row.place)))
            .collect();
        let by_seed: BTreeMap<u32, PlayerId> = results.entrants.iter().map(|one| (one.seed, one.id)).collect();
        let numbers: HashMap<PlayerId, u32> = by_seed.values().copied().zip(1..).collect();
        let mut did: HashMap<(PlayerId, u32), Entry> = HashMap::new();
        for one in &results.matches {
            let sides = [(one.players, one.points), (swapped(one.players), swapped(one.points))];
            for ((player, opponent), (won, lost)) in sides {
                let outcome = match won.cmp(&lost) {
                    std::cmp::Ordering::Greater => Outcome::Won,
                    std::cmp::Ordering::Equal if !one.forfeit => Outcome::Drawn,
                    _ => Outcome::Lost,
                };
                let opponent = numbers.get(&opponent).copied().unwrap_or_default();
                let forfeit = one.forfeit;
                did.insert(
                    (player, one.round),
                    Entry::Met {
                        opponent,
                        outcome,
                        forfeit,
                    },
                );
            }
        }
        for bye in &results.byes {
            let entry = match bye.value {
                _ if bye.allocated => Entry::Allocated,
                ByeValue::Zero => Entry::Absent,
                ByeValue::Full => Entry::Full,
                ByeValue::Half | ByeValue::Average => Entry::Half,
            };
            did.insert((bye.player, bye.round), entry);
        }
        let last = did.keys().map(|(_, round)| *round).max().unwrap_or(0);
        let row = |(id, number): (PlayerId, u32)| {
            let (points, place) = rows.remove(&id).unwrap_or((Points::ZERO, number));
            let rounds = (1..=last).map(|round| Some(did.get(&(id, round)).copied().unwrap_or(Entry::Absent)));
            Row {
                number,
                name: names(id),
                team: None,
                points,
                place: Some(place),
                rounds: rounds.collect(),
            }
        };
        Ok(Self {
            name: name.to_owned(),
            players: by_seed.into_values().zip(1..).map(row).collect(),
            apart: Vec::new(),
        })
    }

    /// The number of rounds in which somebody has met somebody, or was given the bye.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::trf::Report::default().rounds_played(), 0);
    /// ```
    #[must_use]
    pub fn rounds_played(&self) -> usize {
        let drawn = |entry: &Option<Entry>| matches!(entry, Some(Entry::Met { .. } | Entry::Allocated));
        let rounds = self.players.iter().map(|row| row.rounds.iter().rposition(drawn));
        rounds.max().flatten().map_or(0, |last| last + 1)
    }

    /// The field of the next round: the starting number is id and seed; a match that was forfeited counts as met; a bye that
    /// the draw gave, or that is worth a win, counts against another.
    ///
    /// Points that are no multiple of one half, and more than 5000 players, are told by [`Field::check`].
    #[must_use]
    pub fn field(&self) -> Field {
        let played = self.rounds_played();
        let id = |number: u32| PlayerId(number.into());
        let mut apart: HashMap<u32, Vec<PlayerId>> = HashMap::new();
        for group in &self.apart {
            for (place, one) in group.iter().enumerate() {
                let others = group[place + 1..].iter().copied().map(id);
                apart.entry(*one).or_default().extend(others);
            }
        }
        let entered = |row: &Row| {
            let met = row.rounds.iter().zip(1..).filter_map(|(entry, round)| match entry {
                Some(Entry::Met { opponent, .. }) => Some((id(*opponent), Some(round))),
                _ => None,
            });
            let (opponents, rounds_met) = met.unzip();
            let past = &row.rounds[..played.min(row.rounds.len())];
            let counts = |entry: &&Option<Entry>| matches!(entry, Some(Entry::Allocated | Entry::Full));
            let byes = past.iter().filter(counts).count();
            Player {
                name: row.name.clone(),
                score: row.points,
                team: row.team.clone(),
                opponents,
                rounds_met,
                forbidden: apart.remove(&row.number).unwrap_or_default(),
                had_bye: byes > 0,
                extra_byes: u32::try_from(byes.saturating_sub(1)).unwrap_or(u32::MAX),
                active: row.rounds.get(played).copied().flatten().is_none(),
                ..Player::new(id(row.number), row.number)
            }
        };
        let round = u32::try_from(played).unwrap_or(u32::MAX).saturating_add(1);
        Field::new(round, self.players.iter().map(entered).collect())
    }
}

fn swapped<T>((one, other): (T, T)) -> (T, T) {
    (other, one)
}
