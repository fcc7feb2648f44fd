//! Look-ahead in small fields, which goes before criterion 1: the rounds to come that cannot be drawn after a pairing.
//!
//! Further rounds are perfect matchings of the pairs that are left, no two of which share a pair; the bye is a vertex as
//! well, so that nobody rests twice. So many rounds need so many pairs of each player, of which those who have no more
//! need all; and as many pairs across each odd cut, since in every round one of an odd number of players meets one of
//! the others. A search goes through the rounds and leaves off where these fail. It is exact but for a limit of its
//! steps: rounds that were not found within it count as none.

use std::collections::HashSet;

use crate::field::{MOST_LOOKED_AHEAD, Round};
use lexicographic_matching::Budget;

/// The most steps of the search for the rounds after one pairing.
const STEPS: u32 = 1 << 20;

/// The pairs that are left, as a row of bits for each player; the bye is one of them.
type Rows = [u16; MOST_LOOKED_AHEAD];

/// The rounds to come that cannot be drawn after these pairs, of as many as the settings name.
pub(crate) fn missing(round: &Round, mates: &[usize]) -> u32 {
    let planned = round.config.look_ahead;
    planned
        - (1..=most(round, planned))
            .rev()
            .find(|rounds| leaves(round, mates, *rounds))
            .unwrap_or(0)
}

/// A number of rounds to come that no pairing of this round exceeds, and no more than the settings name.
pub(crate) fn most(round: &Round, planned: u32) -> u32 {
    let len = round.vertices();
    let rows = rows(round, &[]);
    // Where nothing is waived this round takes its pairs from the same.
    let hard = |one: usize| round.hard().neighbours(one).all(|other| rows[one] >> other & 1 == 1);
    let now = u32::from((0..len).all(hard));
    let few = rows[..len].iter().map(|row| row.count_ones()).min().unwrap_or(0);
    let least = planned.min(few.saturating_sub(now));
    (1..=least)
        .rev()
        .find(|rounds| needed(len, rows, rounds + now).is_some())
        .unwrap_or(0)
}

/// Whether so many further rounds can be drawn after these pairs.
pub(crate) fn leaves(round: &Round, mates: &[usize], rounds: u32) -> bool {
    let mut ahead = Ahead {
        len: round.vertices(),
        dead: HashSet::new(),
        steps: STEPS,
    };
    let found = ahead.rounds(rows(round, mates), rounds);
    Budget::spend((STEPS - ahead.steps) as usize);
    found
}

/// The pairs that may meet in a later round, but for those who meet in this one.
fn rows(round: &Round, mates: &[usize]) -> Rows {
    let row = |one: usize| {
        let others = (0..round.vertices()).filter(|other| *other != one && mates.get(one) != Some(other));
        let met = others.filter(|other| round.lasting(one, *other));
        met.fold(0, |row, other| row | 1 << other)
    };
    std::array::from_fn(|one| if one < round.vertices() { row(one) } else { 0 })
}

fn bits(row: u16) -> impl Iterator<Item = usize> {
    (0..MOST_LOOKED_AHEAD).filter(move |place| row >> place & 1 == 1)
}

/// The pairs that so many rounds can have, without those that some player has no round for; `None` if it is plain that
/// so many cannot be drawn.
fn needed(len: usize, mut rows: Rows, rounds: u32) -> Option<Rows> {
    loop {
        let before = rows;
        let tight = (0..len)
            .filter(|place| rows[*place].count_ones() == rounds)
            .fold(0_u16, |tight, place| tight | 1 << place);
        for place in 0..len {
            if rows[place].count_ones() < rounds {
                return None;
            }
            // Those who need every pair that they have left need each of those with this player.
            let bound = rows[place] & tight;
            if bound.count_ones() > rounds {
                return None;
            }
            if bound.count_ones() == rounds {
                bits(rows[place] & !bound).for_each(|other| rows[other] &= !(1 << place));
                rows[place] = bound;
            }
        }
        if rows == before {
            break;
        }
    }
    crosses_odd_cuts(len, &rows, rounds).then_some(rows)
}

/// Whether as many pairs cross each odd cut. One side has at most half of the players; where each of these has as many
/// pairs as there are of them there, as many cross.
fn crosses_odd_cuts(len: usize, rows: &Rows, rounds: u32) -> bool {
    if rounds as usize >= len / 2 {
        return true;
    }
    // Every side without the last player, from each to the next by one player who joins or leaves it.
    let (mut side, mut crossing) = (0_u16, 0_u32);
    (1..1_u32 << (len - 1)).all(|number| {
        let moved = number.trailing_zeros() as usize;
        let (all, here) = (rows[moved].count_ones(), (rows[moved] & side).count_ones());
        side ^= 1 << moved;
        crossing = if side >> moved & 1 == 1 {
            crossing + all - 2 * here
        } else {
            crossing + 2 * here - all
        };
        side.count_ones() % 2 == 0 || crossing >= rounds
    })
}

/// The search.
struct Ahead {
    len: usize,
    /// The rows from which so many rounds cannot be drawn.
    dead: HashSet<(Rows, u32)>,
    /// The steps that are left.
    steps: u32,
}

impl Ahead {
    fn rounds(&mut self, rows: Rows, rounds: u32) -> bool {
        if rounds == 0 {
            return true;
        }
        self.steps = self.steps.saturating_sub(1 << (self.len / 2));
        let Some(rows) = needed(self.len, rows, rounds) else {
            return false;
        };
        if self.dead.contains(&(rows, rounds)) {
            return false;
        }
        let possible = self.pairs(&rows, rows, 0, rounds);
        if !possible {
            self.dead.insert((rows, rounds));
        }
        possible
    }

    /// Pairs everybody who is not yet `paired` in one round, the one with the fewest opponents left first, and then draws
    /// the other rounds from what is `left`.
    fn pairs(&mut self, rows: &Rows, left: Rows, paired: u16, rounds: u32) -> bool {
        if self.steps == 0 {
            return false;
        }
        self.steps -= 1;
        let unpaired = (0..self.len).filter(|place| paired >> place & 1 == 0);
        let Some(first) = unpaired.min_by_key(|place| (rows[*place] & !paired).count_ones()) else {
            return self.rounds(left, rounds - 1);
        };
        bits(rows[first] & !paired).any(|other| {
            let mut left = left;
            left[first] &= !(1 << other);
            left[other] &= !(1 << first);
            self.pairs(rows, left, paired | 1 << first | 1 << other, rounds)
        })
    }
}
