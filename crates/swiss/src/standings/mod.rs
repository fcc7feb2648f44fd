//! Standings of a tournament with their tie-breaks, the cross-table, and the awards.

mod results;

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use crate::field::{PlayerId, Points};

pub use results::{Bye, ByeValue, Entrant, MatchResult, ResultError, Results, Scoring, TieBreak};

/// A row of the standings.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[non_exhaustive]
pub struct Standing {
    /// The place, from 1. Players who share a place have the same number, and the next number is skipped for each but
    /// one of them: 1, 2, 2, 4.
    pub place: u32,
    /// The player.
    pub player: PlayerId,
    /// The points, byes included.
    pub points: Points,
    /// The sum of the points of the opponents met.
    pub opponents: Points,
    /// Whether the player has played a match: one that was no walkover.
    #[cfg_attr(feature = "serde", serde(default))]
    pub played: bool,
    /// The player's rounds, from round 1 to the last that has a result.
    pub rounds: Vec<Cell>,
}

/// One player in one round: a cell of the cross-table.
///
/// In JSON (feature `serde`) a match is an object with `opponent`, `row`, `points` and `forfeit`, a bye one with `bye`
/// and `allocated`, and a round without either is null.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize), serde(untagged))]
pub enum Cell {
    /// Neither an opponent nor a bye, or no result yet.
    Absent,
    /// A match.
    Met {
        /// Against whom.
        opponent: PlayerId,
        /// The row of the opponent in the standings, from 1.
        row: usize,
        /// The player's points of it.
        points: Points,
        /// Whether it was forfeited.
        forfeit: bool,
    },
    /// A bye.
    Bye {
        /// Its points as things stand.
        #[cfg_attr(feature = "serde", serde(rename = "bye"))]
        points: Points,
        /// Whether the draw gave it.
        allocated: bool,
    },
}

/// The winners of the awards. Players who share a place share its award.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
pub struct Awards {
    /// The champion.
    pub champions: Vec<PlayerId>,
    /// The best of the ladies but for a champion, as many as are honoured; nobody if one is, and a lady is champion.
    pub top_ladies: Vec<PlayerId>,
    /// The best learners of each division.
    pub top_learners: BTreeMap<String, Vec<PlayerId>>,
}

/// The results of the players, by place in the list of entrants.
struct Sums<'a> {
    results: &'a Results,
    places: HashMap<PlayerId, usize>,
    /// The points of each from matches, and how many matches.
    matches: Vec<(Points, u32)>,
    /// Whether each has played one that was no walkover.
    played: Vec<bool>,
}

/// The standings: by points, then by the [tie-breaks](Scoring) in their order: if nothing else is said, by the sum of the
/// opponents' points, and then, if exactly two are still level, by the match between them. Otherwise the place is shared,
/// and the better seed is written first. Whoever has played no match, but had byes and walkovers alone, comes after all who
/// have, whatever the points.
///
/// A bye that is worth the player's average counts exactly that once the tournament is closed. Before, it counts the
/// average of the matches so far, rounded down to half points, so that the next round can be drawn. For a player
/// without a match it counts half a match.
///
/// ```
/// use morabaraba_swiss::{Bye, ByeValue, Entrant, MatchResult, PlayerId, Points, Results, Scoring, standings};
///
/// // 14½ from five matches, and a bye: 17 2/5.
/// let id = PlayerId;
/// let met = |round, halves| MatchResult {
///     round,
///     players: (id(1), id(u64::from(round) + 1)),
///     points: (Points::halves(halves), Points::halves(12 - halves)),
///     forfeit: false,
///     walkover: false,
/// };
/// let results = Results {
///     entrants: (1..=6).map(|seed| Entrant::new(id(seed.into()), seed)).collect(),
///     matches: vec![met(1, 6), met(2, 6), met(3, 6), met(4, 6), met(5, 5)],
///     byes: vec![Bye { round: 6, player: id(1), value: ByeValue::Average, allocated: true }],
///     games: 6,
///     closed: true,
///     scoring: Scoring::default(),
/// };
/// assert_eq!(standings(&results)?[0].points.to_string(), "17 2/5");
/// # Ok::<(), morabaraba_swiss::ResultError>(())
/// ```
pub fn standings(results: &Results) -> Result<Vec<Standing>, ResultError> {
    results.check()?;
    let sums = Sums::new(results)?;
    let points = sums.points()?;
    let opponents = sums.opponents(&points)?;
    let mut order: Vec<usize> = (0..results.entrants.len()).collect();
    let standing = |place: usize| (sums.played[place], points[place]);
    order.sort_by_key(|place| (Reverse(standing(*place)), results.entrants[*place].seed));
    let mut ranks = vec![0; order.len()];
    let mut rank = 1;
    for level in order.chunk_by_mut(|one, other| standing(*one) == standing(*other)) {
        for shared in sums.parted(level, &results.scoring.tie_breaks, &opponents) {
            for place in shared {
                ranks[*place] = rank;
            }
            rank += shared.len();
        }
    }
    let mut rows = vec![0; order.len()];
    order.iter().zip(1..).for_each(|(place, row)| rows[*place] = row);
    let cells = sums.cells(&rows)?;
    let row = |place: usize, rounds: Vec<Cell>| Standing {
        place: u32::try_from(ranks[place]).unwrap_or(u32::MAX),
        player: results.entrants[place].id,
        points: points[place],
        opponents: opponents[place],
        played: sums.played[place],
        rounds,
    };
    Ok(order
        .into_iter()
        .map(|place| row(place, cells[place].clone()))
        .collect())
}

/// The awards that follow from standings. Whoever has played no match wins none.
///
/// ```
/// use morabaraba_swiss::{Entrant, MatchResult, PlayerId, Points, Results, Scoring, awards, standings};
///
/// let (one, other) = (PlayerId(1), PlayerId(2));
/// let lady = Entrant { lady: true, ..Entrant::new(other, 2) };
/// let points = (Points::halves(6), Points::halves(6));
/// let mut results = Results {
///     entrants: vec![Entrant::new(one, 1), lady],
///     matches: vec![MatchResult { round: 1, players: (one, other), points, forfeit: false, walkover: false }],
///     byes: vec![],
///     games: 6,
///     closed: true,
///     scoring: Scoring::default(),
/// };
/// // They share the first place, and a lady who is champion is not the best of the ladies too.
/// let given = awards(&results, &standings(&results)?);
/// assert_eq!(given.champions, [one, other]);
/// assert!(given.top_ladies.is_empty());
/// // Where nobody has played, nobody wins anything.
/// results.matches.clear();
/// assert!(awards(&results, &standings(&results)?).champions.is_empty());
/// # Ok::<(), morabaraba_swiss::ResultError>(())
/// ```
#[must_use]
pub fn awards(results: &Results, standings: &[Standing]) -> Awards {
    let entrants: HashMap<PlayerId, &Entrant> = results.entrants.iter().map(|entrant| (entrant.id, entrant)).collect();
    let among = |counts: &dyn Fn(&Entrant) -> bool| -> Vec<&Standing> {
        let counts = |row: &&Standing| row.played && entrants.get(&row.player).is_some_and(|entrant| counts(entrant));
        standings.iter().filter(counts).collect()
    };
    // Those who share the last place that counts all have it.
    let best = |rows: Vec<&Standing>, most: u32| -> Vec<PlayerId> {
        let last = usize::try_from(most.saturating_sub(1)).unwrap_or(usize::MAX);
        let last = rows.get(last).or(rows.last()).map(|row| row.place);
        let best = rows.iter().filter(|row| Some(row.place) <= last);
        best.map(|row| row.player).collect()
    };
    let champions = best(among(&|_| true), 1);
    let mut top_ladies = best(among(&|entrant| entrant.lady), results.scoring.ladies);
    if top_ladies.iter().any(|id| champions.contains(id)) {
        top_ladies = match results.scoring.ladies {
            1 => Vec::new(),
            _ => top_ladies.into_iter().filter(|id| !champions.contains(id)).collect(),
        };
    }
    let divisions = results.entrants.iter().filter_map(|entrant| entrant.learner.as_ref());
    let top = |division: &String| {
        (
            division.clone(),
            best(among(&|entrant| entrant.learner.as_ref() == Some(division)), 1),
        )
    };
    Awards {
        champions,
        top_ladies,
        top_learners: divisions.map(top).collect(),
    }
}

impl<'a> Sums<'a> {
    fn new(results: &'a Results) -> Result<Self, ResultError> {
        let places: HashMap<PlayerId, usize> = results
            .entrants
            .iter()
            .enumerate()
            .map(|(place, entrant)| (entrant.id, place))
            .collect();
        let mut matches = vec![(Points::ZERO, 0); results.entrants.len()];
        let mut played = vec![false; results.entrants.len()];
        for one in &results.matches {
            for (id, points) in [(one.players.0, one.points.0), (one.players.1, one.points.1)] {
                let Some(place) = places.get(&id).copied() else {
                    continue;
                };
                let (sum, count) = matches[place];
                matches[place] = (sum.checked_add(points).ok_or(ResultError::TooFine(id))?, count + 1);
                played[place] |= !one.walkover;
            }
        }
        Ok(Self {
            results,
            places,
            matches,
            played,
        })
    }

    fn place(&self, id: PlayerId) -> Option<usize> {
        self.places.get(&id).copied()
    }

    /// The points of a bye of the player.
    fn worth(&self, place: usize, value: ByeValue) -> Option<Points> {
        let games = u64::from(self.results.games);
        let (points, count) = self.matches[place];
        match value {
            ByeValue::Zero => Some(Points::ZERO),
            ByeValue::Full => Points::new(games, 1),
            ByeValue::Half => Points::new(games, 2),
            ByeValue::Average if count == 0 => Points::new(games, 2),
            ByeValue::Average if self.results.closed => points.checked_share(count),
            ByeValue::Average => Some(Points::halves(points.as_halves()? / count)),
        }
    }

    fn points(&self) -> Result<Vec<Points>, ResultError> {
        let mut points: Vec<Points> = self.matches.iter().map(|(points, _)| *points).collect();
        for bye in &self.results.byes {
            let Some(place) = self.place(bye.player) else { continue };
            let sum = self
                .worth(place, bye.value)
                .and_then(|worth| points[place].checked_add(worth));
            points[place] = sum.ok_or(ResultError::TooFine(bye.player))?;
        }
        Ok(points)
    }

    fn opponents(&self, points: &[Points]) -> Result<Vec<Points>, ResultError> {
        let mut sums = vec![Points::ZERO; points.len()];
        for one in &self.results.matches {
            for (id, other) in [one.players, (one.players.1, one.players.0)] {
                if let (Some(place), Some(other)) = (self.place(id), self.place(other)) {
                    sums[place] = sums[place].checked_add(points[other]).ok_or(ResultError::TooFine(id))?;
                }
            }
        }
        Ok(sums)
    }

    /// Players who are level, put in order by the tie-breaks; in parts of those who stay level.
    fn parted<'p>(&self, level: &'p mut [usize], tie_breaks: &[TieBreak], opponents: &[Points]) -> Vec<&'p [usize]> {
        let Some((first, others)) = tie_breaks.split_first() else {
            return vec![level];
        };
        match first {
            TieBreak::Opponents => {
                level.sort_by_key(|place| Reverse(opponents[*place]));
                level
                    .chunk_by_mut(|one, other| opponents[*one] == opponents[*other])
                    .flat_map(|level| self.parted(level, others, opponents))
                    .collect()
            }
            TieBreak::Direct => match self.between(level) {
                Some(one_wins) => {
                    if !one_wins {
                        level.swap(0, 1);
                    }
                    level.chunks(1).collect()
                }
                None => self.parted(level, others, opponents),
            },
        }
    }

    /// Whether the first of two players won the match between them; `None` if they are not two, have not met, or drew.
    fn between(&self, level: &[usize]) -> Option<bool> {
        let [one, other] = level else { return None };
        let (one, other) = (self.results.entrants[*one].id, self.results.entrants[*other].id);
        let mut balance = 0_i64;
        for met in &self.results.matches {
            let ahead = i64::from(met.points.0.as_halves()?) - i64::from(met.points.1.as_halves()?);
            if met.players == (one, other) {
                balance += ahead;
            } else if met.players == (other, one) {
                balance -= ahead;
            }
        }
        (balance != 0).then_some(balance > 0)
    }

    fn cells(&self, rows: &[usize]) -> Result<Vec<Vec<Cell>>, ResultError> {
        let matches = self.results.matches.iter().map(|one| one.round);
        let last = matches
            .chain(self.results.byes.iter().map(|bye| bye.round))
            .max()
            .unwrap_or(0) as usize;
        let mut cells = vec![vec![Cell::Absent; last]; rows.len()];
        let mut put = |place: usize, round: u32, cell: Cell| {
            if let Some(slot) = (round as usize)
                .checked_sub(1)
                .and_then(|round| cells[place].get_mut(round))
            {
                *slot = cell;
            }
        };
        for one in &self.results.matches {
            let sides = [
                (one.players, one.points.0),
                ((one.players.1, one.players.0), one.points.1),
            ];
            for ((id, opponent), points) in sides {
                if let (Some(place), Some(other)) = (self.place(id), self.place(opponent)) {
                    put(
                        place,
                        one.round,
                        Cell::Met {
                            opponent,
                            row: rows[other],
                            points,
                            forfeit: one.forfeit,
                        },
                    );
                }
            }
        }
        for bye in &self.results.byes {
            let Some(place) = self.place(bye.player) else { continue };
            let points = self.worth(place, bye.value).ok_or(ResultError::TooFine(bye.player))?;
            put(
                place,
                bye.round,
                Cell::Bye {
                    points,
                    allocated: bye.allocated,
                },
            );
        }
        Ok(cells)
    }
}
