//! Drawing one bracket (criteria 5 to 11): the downfloaters, the opponents of moved-down players, and the slide of the
//! others.

mod bounds;
mod completion;
mod least_cost;
pub(crate) mod slide;

use crate::field::{Clubs, Round};
use lexicographic_matching::Graph;

/// A bracket and the players below it, all as places in the standing order.
#[derive(Clone, Debug)]
pub(crate) struct Bracket<'a> {
    pub(crate) round: &'a Round<'a>,
    pub(crate) graph: &'a Graph,
    /// The players moved down from above, unpaired.
    pub(crate) moved_down: &'a [usize],
    /// The residents: the players of the score group.
    pub(crate) residents: &'a [usize],
    /// The players of the next score group.
    pub(crate) next: &'a [usize],
    /// The players below that.
    pub(crate) below: &'a [usize],
    /// The greatest number of others whom one player may not meet.
    pub(crate) most: usize,
}

/// The pairs and the downfloaters of a bracket.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// The moved-down players who are paired here, each with the opponent.
    pub(crate) moved_down_pairs: Vec<(usize, usize)>,
    /// The players who leave the bracket unpaired, in standing order.
    pub(crate) downfloaters: Vec<usize>,
    /// The other residents, who are paired with each other.
    pub(crate) sliding: Vec<usize>,
    /// A perfect matching of the sliding residents, if one is known.
    pub(crate) sliding_pairs: Vec<(usize, usize)>,
}

impl<'a> Bracket<'a> {
    /// The bracket of the first of three score groups; the last of them stands for all players below.
    pub(crate) const fn new(
        round: &'a Round<'a>,
        graph: &'a Graph,
        moved_down: &'a [usize],
        [residents, next, below]: [&'a [usize]; 3],
        most: usize,
    ) -> Self {
        Self {
            round,
            graph,
            moved_down,
            residents,
            next,
            below,
            most,
        }
    }

    /// Whether clashes are counted in each bracket.
    pub(crate) fn counts_clashes(&self) -> bool {
        self.round.avoid && self.round.config.clubs == Clubs::Bracket
    }
}
