//! A second way to count: points, places, the cross-table and the awards, from the rules alone. Whole numbers of a unit of which
//! every share of a match is a multiple, each player compared with each. It shares with the crate only the types that a caller
//! sees.

use std::collections::BTreeMap;

use morabaraba_swiss::{
    Awards, Bye, ByeValue, Cell, Entrant, MatchResult, PlayerId, Points, Results, Standing, TieBreak,
};

/// The parts of half a point: it can be shared among any number of matches up to ten.
const PARTS: u64 = 2520;

/// A row as it is counted here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Row {
    pub(crate) place: usize,
    pub(crate) player: u64,
    /// Whether a match was played.
    pub(crate) played: bool,
    /// The points, and those of the opponents, in parts of a half.
    pub(crate) points: u64,
    pub(crate) opponents: u64,
    pub(crate) rounds: Vec<Option<Seat>>,
}

/// A player in a round: against whom, in which row, with how many parts of a half; a bye is against nobody.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Seat {
    opponent: Option<(u64, usize)>,
    points: u64,
    /// Whether a match was forfeited, or a bye was given by the draw.
    marked: bool,
}

/// The parts of a half that points are.
fn parts(points: Points) -> u64 {
    let (above, below) = points.parts();
    assert_eq!(2 * above * PARTS % below, 0, "{points} are no whole parts");
    2 * above * PARTS / below
}

/// The rows of the crate, in the words of this module.
pub(crate) fn as_counted_here(standings: &[Standing]) -> Vec<Row> {
    let seat = |cell: &Cell| match cell {
        Cell::Absent => None,
        Cell::Met {
            opponent,
            row,
            points,
            forfeit,
        } => Some(Seat {
            opponent: Some((opponent.0, *row)),
            points: parts(*points),
            marked: *forfeit,
        }),
        Cell::Bye { points, allocated } => Some(Seat {
            opponent: None,
            points: parts(*points),
            marked: *allocated,
        }),
    };
    let row = |standing: &Standing| Row {
        place: standing.place as usize,
        player: standing.player.0,
        played: standing.played,
        points: parts(standing.points),
        opponents: parts(standing.opponents),
        rounds: standing.rounds.iter().map(seat).collect(),
    };
    standings.iter().map(row).collect()
}

/// A match as one of the two sees it; what both have won in half points.
struct Met {
    round: u32,
    opponent: PlayerId,
    own: u64,
    others: u64,
    forfeit: bool,
}

/// The matches of a player.
fn of(results: &Results, id: PlayerId) -> impl Iterator<Item = Met> {
    let halves = |points: Points| u64::from(points.as_halves().unwrap());
    let seen = move |one: &MatchResult| {
        let (opponent, own, others) = match one.players {
            (left, right) if left == id => (right, one.points.0, one.points.1),
            (left, right) if right == id => (left, one.points.1, one.points.0),
            _ => return None,
        };
        Some(Met {
            round: one.round,
            opponent,
            own: halves(own),
            others: halves(others),
            forfeit: one.forfeit,
        })
    };
    results.matches.iter().filter_map(seen)
}

/// The parts that a bye counts: nothing, half of a match, all of it, or the average of the player's matches, which before the end is
/// rounded down to half points, and without any match is half of one.
fn worth(results: &Results, bye: &Bye) -> u64 {
    let won: Vec<u64> = of(results, bye.player).map(|met| met.own).collect();
    let (sum, count) = (won.iter().sum::<u64>(), won.len() as u64);
    let games = u64::from(results.games);
    match bye.value {
        ByeValue::Zero => 0,
        ByeValue::Full => 2 * games * PARTS,
        ByeValue::Half => games * PARTS,
        ByeValue::Average if count == 0 => games * PARTS,
        ByeValue::Average if results.closed => {
            assert_eq!(sum * PARTS % count, 0);
            sum * PARTS / count
        }
        ByeValue::Average => sum / count * PARTS,
        value => panic!("the rules do not know {value:?}"),
    }
}

/// The points of every player, by the place in the list of entrants.
pub(crate) struct Scorer<'a> {
    results: &'a Results,
    points: Vec<u64>,
    opponents: Vec<u64>,
}

impl<'a> Scorer<'a> {
    pub(crate) fn new(results: &'a Results) -> Self {
        let place = |id: PlayerId| results.entrants.iter().position(|entrant| entrant.id == id).unwrap();
        let points: Vec<u64> = results
            .entrants
            .iter()
            .map(|entrant| {
                let won: u64 = of(results, entrant.id).map(|met| met.own * PARTS).sum();
                let byes = results.byes.iter().filter(|bye| bye.player == entrant.id);
                won + byes.map(|bye| worth(results, bye)).sum::<u64>()
            })
            .collect();
        let opponents = results
            .entrants
            .iter()
            .map(|entrant| of(results, entrant.id).map(|met| points[place(met.opponent)]).sum())
            .collect();
        Self {
            results,
            points,
            opponents,
        }
    }

    /// The half points of a player, before the tournament is over.
    pub(crate) fn halves(&self, id: PlayerId) -> u32 {
        let place = self.results.entrants.iter().position(|entrant| entrant.id == id);
        let parts = place.map_or(0, |place| self.points[place]);
        assert_eq!(parts % PARTS, 0);
        u32::try_from(parts / PARTS).unwrap()
    }

    /// The standings: by points, then by the tie-breaks; who is not parted from another shares the place.
    pub(crate) fn table(&self) -> Vec<Row> {
        let order = self.order();
        let row_of = |id: PlayerId| {
            let found = order.iter().position(|(_, one)| self.results.entrants[*one].id == id);
            1 + found.unwrap()
        };
        let rounds = self.results.matches.iter().map(|one| one.round);
        let byes = self.results.byes.iter().map(|bye| bye.round);
        let last = rounds.chain(byes).max().unwrap_or(0);
        let row = |(place, one): &(usize, usize)| {
            let id = self.results.entrants[*one].id;
            Row {
                place: *place,
                player: id.0,
                played: self.has_played(*one),
                points: self.points[*one],
                opponents: self.opponents[*one],
                rounds: (1..=last).map(|round| self.seat(id, round, &row_of)).collect(),
            }
        };
        order.iter().map(row).collect()
    }

    /// The winners: the first, the best ladies but for a champion, the best learners of each division.
    pub(crate) fn winners(&self) -> Awards {
        let order = self.order();
        // Everybody of them with fewer than so many of them ahead.
        let best = |of: &dyn Fn(&Entrant) -> bool, most: usize| -> Vec<PlayerId> {
            let is_of = |one: usize| self.has_played(one) && of(&self.results.entrants[one]);
            let ahead = |one: usize| {
                self.all()
                    .filter(|other| is_of(*other) && self.is_ahead(*other, one))
                    .count()
            };
            let in_order = order.iter().map(|(_, one)| *one);
            in_order
                .filter(|one| is_of(*one) && ahead(*one) < most)
                .map(|one| self.results.entrants[one].id)
                .collect()
        };
        let champions = best(&|_| true, 1);
        let honoured = self.results.scoring.ladies as usize;
        let ladies = best(&|one| one.lady, honoured);
        let (crowned, others): (Vec<PlayerId>, Vec<PlayerId>) =
            ladies.into_iter().partition(|id| champions.contains(id));
        let mut top_learners = BTreeMap::new();
        for division in self.results.entrants.iter().filter_map(|one| one.learner.clone()) {
            let first = best(&|one| one.learner.as_ref() == Some(&division), 1);
            top_learners.insert(division, first);
        }
        let nobody = honoured == 1 && !crowned.is_empty();
        Awards {
            top_ladies: if nobody { Vec::new() } else { others },
            champions,
            top_learners,
        }
    }

    fn all(&self) -> std::ops::Range<usize> {
        0..self.results.entrants.len()
    }

    /// Everybody with the place, one more than the number of those ahead; of those who share it the better seed first.
    fn order(&self) -> Vec<(usize, usize)> {
        let place = |one: usize| 1 + self.all().filter(|other| self.is_ahead(*other, one)).count();
        let mut order: Vec<(usize, usize)> = self.all().map(|one| (place(one), one)).collect();
        order.sort_by_key(|(place, one)| (*place, self.results.entrants[*one].seed));
        order
    }

    /// Whether the entrant has a match that is no walkover.
    fn has_played(&self, one: usize) -> bool {
        let id = self.results.entrants[one].id;
        let mut matches = self.results.matches.iter();
        matches.any(|met| !met.walkover && (met.players.0 == id || met.players.1 == id))
    }

    /// Whether the first stands before the second.
    fn is_ahead(&self, one: usize, other: usize) -> bool {
        if self.has_played(one) != self.has_played(other) {
            return self.has_played(one);
        }
        if self.points[one] != self.points[other] {
            return self.points[one] > self.points[other];
        }
        let mut level: Vec<usize> = self
            .all()
            .filter(|third| self.has_played(*third) == self.has_played(one) && self.points[*third] == self.points[one])
            .collect();
        for tie_break in &self.results.scoring.tie_breaks {
            match tie_break {
                TieBreak::Opponents => {
                    if self.opponents[one] != self.opponents[other] {
                        return self.opponents[one] > self.opponents[other];
                    }
                    level.retain(|third| self.opponents[*third] == self.opponents[one]);
                }
                TieBreak::Direct => {
                    let lead = self.lead(one, other);
                    if level.len() == 2 && lead != 0 {
                        return lead > 0;
                    }
                }
                other => panic!("the rules do not know {other:?}"),
            }
        }
        false
    }

    /// The half points by which a player has won more against another than lost.
    fn lead(&self, one: usize, other: usize) -> i64 {
        let (one, other) = (self.results.entrants[one].id, self.results.entrants[other].id);
        let met = of(self.results, one).filter(|met| met.opponent == other);
        met.map(|met| i64::try_from(met.own).unwrap() - i64::try_from(met.others).unwrap())
            .sum()
    }

    fn seat(&self, id: PlayerId, round: u32, row_of: &impl Fn(PlayerId) -> usize) -> Option<Seat> {
        let met = of(self.results, id).find(|met| met.round == round);
        let bye = self
            .results
            .byes
            .iter()
            .find(|bye| bye.player == id && bye.round == round);
        match (met, bye) {
            (Some(met), _) => Some(Seat {
                opponent: Some((met.opponent.0, row_of(met.opponent))),
                points: met.own * PARTS,
                marked: met.forfeit,
            }),
            (None, Some(bye)) => Some(Seat {
                opponent: None,
                points: worth(self.results, bye),
                marked: bye.allocated,
            }),
            (None, None) => None,
        }
    }
}
