//! One bracket, exactly: who of it is paired inside, who leaves it, and whom those moved down meet.

pub(crate) mod clashes;
pub(crate) mod fold;
pub(crate) mod frame;
mod quick;
mod rest;
mod whole;
mod window;

use crate::field::{Clubs, Round};
use lexicographic_matching::Graph;
use lexicographic_matching::bits::{bits, is_in, put_in};

/// A bracket and what lies under it, all as places in the standing order.
#[derive(Clone, Debug)]
pub(crate) struct Bracket<'a> {
    pub(crate) round: &'a Round<'a>,
    pub(crate) graph: &'a Graph,
    /// Those who come from above, unpaired.
    pub(crate) moved: &'a [usize],
    /// The players of the score.
    pub(crate) own: &'a [usize],
    /// Those of the next score.
    pub(crate) next: &'a [usize],
    /// Those further down.
    pub(crate) below: &'a [usize],
    /// How many of all players somebody may not meet, at the most.
    pub(crate) most: usize,
}

/// How a bracket comes out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Those moved down who are paired here, each with the opponent.
    pub(crate) met: Vec<(usize, usize)>,
    /// Those who leave, in standing order.
    pub(crate) leaving: Vec<usize>,
    /// The other players of the score, who are paired with each other.
    pub(crate) rest: Vec<usize>,
    /// One way to pair these, if it is known.
    pub(crate) pairs: Vec<(usize, usize)>,
}

impl<'a> Bracket<'a> {
    /// The bracket of the first of these parts: its players, the next ones, and those below.
    pub(crate) const fn new(
        round: &'a Round<'a>,
        graph: &'a Graph,
        moved: &'a [usize],
        [own, next, below]: [&'a [usize]; 3],
        most: usize,
    ) -> Self {
        Self {
            round,
            graph,
            moved,
            own,
            next,
            below,
            most,
        }
    }

    /// Of some who were moved down the ones who can matter to others whom they could meet, and those who need not be asked. Of
    /// as many as there are others the first whom somebody could meet are enough: whoever met a later one could meet one of
    /// these who is left, which is no worse by any criterion, if both or neither would be a clash.
    pub(crate) fn foremost(&self, moved: &[usize], others: &[usize]) -> (Vec<usize>, Vec<usize>) {
        if moved.len() <= others.len() {
            return (moved.to_vec(), Vec::new());
        }
        let all = bits(self.graph.len(), moved.iter().copied());
        let mut wanted = vec![0_u64; all.len()];
        for other in others.iter().copied() {
            let mut left = [others.len(); 2];
            for one in self.graph.neighbours_in(other, &all) {
                let left = &mut left[usize::from(self.counts_clashes() && self.round.clash(one, other))];
                if *left > 0 {
                    *left -= 1;
                    put_in(&mut wanted, one);
                } else if !self.counts_clashes() {
                    break;
                }
            }
        }
        moved.iter().partition(|one| is_in(&wanted, **one))
    }

    /// Whether clashes are counted in each bracket.
    pub(crate) fn counts_clashes(&self) -> bool {
        self.round.avoid && self.round.config.clubs == Clubs::Bracket
    }
}
