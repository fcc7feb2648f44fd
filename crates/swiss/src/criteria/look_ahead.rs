//! Look-ahead in small fields, which goes before criterion 1: whether further rounds can be drawn after a pairing.

use std::collections::HashSet;

use crate::field::{MOST_LOOKED_AHEAD, Round};

/// The pairs that are left, as a row of bits for each player; the bye is one of them.
type Rows = [u16; MOST_LOOKED_AHEAD];

/// Whether so many further rounds can be drawn after these pairs, that is, whether the pairs that are left have so many
/// perfect matchings no two of which share a pair. The bye is a vertex as well, so that nobody rests twice.
pub(crate) fn leaves(round: &Round, mates: &[usize], rounds: u32) -> bool {
    let len = round.vertices();
    let mut rows: Rows = [0; MOST_LOOKED_AHEAD];
    for one in 0..len {
        for other in (0..len).filter(|other| *other != one) {
            if round.lasting(one, other) && mates[one] != other {
                rows[one] |= 1 << other;
            }
        }
    }
    Ahead {
        len,
        dead: HashSet::new(),
    }
    .rounds(rows, rounds)
}

struct Ahead {
    len: usize,
    /// The rows from which so many rounds cannot be drawn.
    dead: HashSet<(Rows, u32)>,
}

impl Ahead {
    fn rounds(&mut self, rows: Rows, rounds: u32) -> bool {
        if rounds == 0 {
            return true;
        }
        if rows[..self.len].iter().any(|row| row.count_ones() < rounds) || self.dead.contains(&(rows, rounds)) {
            return false;
        }
        let possible = self.pairs(rows, rows, 0, rounds);
        if !possible {
            self.dead.insert((rows, rounds));
        }
        possible
    }

    /// Pairs everybody who is not yet `paired` in one round, and then draws the other rounds from what is `left`.
    fn pairs(&mut self, rows: Rows, left: Rows, paired: u16, rounds: u32) -> bool {
        let Some(first) = (0..self.len).find(|place| paired >> place & 1 == 0) else {
            return self.rounds(left, rounds - 1);
        };
        let mut open = rows[first] & !paired;
        while open != 0 {
            let other = open.trailing_zeros() as usize;
            open &= open - 1;
            let mut left = left;
            left[first] &= !(1 << other);
            left[other] &= !(1 << first);
            if self.pairs(rows, left, paired | 1 << first | 1 << other, rounds) {
                return true;
            }
        }
        false
    }
}
