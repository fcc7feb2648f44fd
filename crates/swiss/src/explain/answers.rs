//! Intermediate results about a draw that are kept, since more than one reason asks for them.

use std::cell::OnceCell;

use crate::explain::reason::Why;
use lexicographic_matching::bits::{bits, is_in};
use lexicographic_matching::{Budget, Graph};

/// Answers that are good for more than one question.
#[derive(Default)]
pub(crate) struct Asked {
    /// The most others whom somebody may not meet by the hard rules.
    pub(crate) most: Option<usize>,
    pub(crate) by_eligibility: Exchanges,
    pub(crate) by_rules: Exchanges,
    pub(crate) hard: Reach,
    /// The reach by the hard rules, the bye given to one of the score of its player.
    pub(crate) scored: Reach,
    pub(crate) bracket: Reach,
    /// The sets D and A of the Gallai–Edmonds decomposition without clashes: the players whom some maximum matching
    /// leaves free, and their other neighbours. If the draw has more clashes than these players need, D has everybody,
    /// which shows nothing.
    pub(crate) parts: OnceCell<(Vec<u64>, Vec<u64>)>,
}

/// The number of neighbours that are looked at for an exchange before all are.
const FEW: usize = 8;

/// The clashes that are looked at for an exchange, as many as a word has bits: the lowest.
pub(crate) struct Lowest {
    pub(crate) pairs: Vec<[usize; 2]>,
    pub(crate) beside: Vec<OnceCell<Beside>>,
}

/// The membership of a player in these, and the possible opponents and clashes among them, the first of each pair or
/// the second.
#[derive(Clone, Copy)]
pub(crate) struct Beside {
    pub(crate) own: u64,
    pub(crate) meets: [u64; 2],
    pub(crate) clashes: [u64; 2],
}

/// The possible opponents of the player last asked about, everybody else of some set being paired.
#[derive(Default)]
pub(crate) struct Reach {
    pub(crate) of: Option<usize>,
    pub(crate) row: Vec<u64>,
}

impl Reach {
    /// `None` if it is not known and nothing may be spent to find it.
    pub(crate) fn has(
        &mut self,
        one: usize,
        other: usize,
        spent: bool,
        find: impl FnOnce() -> Vec<u64>,
    ) -> Option<bool> {
        if self.of != Some(one) {
            if spent {
                return None;
            }
            (self.of, self.row) = (Some(one), find());
        }
        Some(is_in(&self.row, other))
    }
}

/// The round as it would be drawn if clubs and teams were not kept apart, where that is another.
pub(crate) struct WithoutClubs {
    /// The bye included.
    pub(crate) mates: Vec<usize>,
    /// The criterion by which it is worse where they are.
    pub(crate) worse: Why,
}

/// The possible opponents, in the same slide, of the player last asked about.
#[derive(Default)]
pub(crate) struct InSlide {
    pub(crate) of: Option<usize>,
    /// The opponents whatever the clashes, and those with as few as in the draw.
    pub(crate) rows: [Vec<u64>; 2],
}

/// The players left free where the mate of the player last asked about meets another.
#[derive(Default)]
pub(crate) struct Exchanges {
    pub(crate) of: Option<usize>,
    pub(crate) row: Vec<u64>,
}

impl Exchanges {
    /// Whether two can meet if their mates meet each other, or the two of one more pair.
    pub(crate) fn allow(&mut self, graph: &Graph, mates: &[usize], one: usize, other: usize) -> bool {
        let (mate, opposite) = (mates[one], mates[other]);
        if !graph.has_edge(one, other) || graph.has_edge(mate, opposite) {
            return graph.has_edge(one, other);
        }
        // Mostly one of the first is found.
        let mut few = graph.neighbours(mate).take(FEW).inspect(|_| Budget::spend(1));
        if few.any(|third| graph.has_edge(opposite, mates[third])) {
            return true;
        }
        if self.of != Some(one) {
            (self.of, self.row) = (
                Some(one),
                bits(mates.len(), graph.neighbours(mate).map(|third| mates[third])),
            );
            Budget::spend(graph.degree(mate));
        }
        Budget::spend((FEW + self.row.len()) / 8);
        let words = self.row.iter().zip(graph.row(opposite));
        words.fold(0, |some, (freed, met)| some | freed & met) != 0
    }
}
