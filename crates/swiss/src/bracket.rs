//! One bracket, exactly: who of it is paired inside, who leaves it, and whom those moved down meet.

use crate::bits::{bits, is_in, numbers, put_in};
use crate::graph::Graph;
use crate::loose::components;
use crate::matching::{Matching, NONE};
use crate::round::Round;
use crate::seen::Seen;
use crate::window::Window;
use crate::{Floater, Undrawn};

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

    /// The optimum where those who were looked at were not enough: what was in the way is looked at too, and everybody once that
    /// would cost as much. Each attempt costs at least what it takes to see whether all below can be paired, and with a crowd all
    /// who were moved down are asked.
    pub(crate) fn solve(&self, witness: &mut Matching, seen: &mut Seen) -> Result<Outcome, Undrawn> {
        let mut looked_at = 0;
        loop {
            looked_at += seen.of(self.below).count() + self.below.len() / 16;
            if seen.has_crowd() {
                looked_at += self.moved.len() / 4;
            }
            let all = 2 * looked_at >= self.below.len();
            if all {
                *seen = Seen::everybody(self.graph.len());
            }
            match self.attempt(witness, seen)? {
                Some(outcome) => return Ok(outcome),
                None if all => return Err(Undrawn::OutOfReach),
                None => (),
            }
        }
    }

    /// The optimum, by matchings of least cost of the bracket, the next and some of those below, whom those may leave who can
    /// meet others. If all below can then be paired, nothing better is thinkable, and the witness pairs those who leave and
    /// those below; if not, there is no outcome, and those who were in the way are among the seen.
    pub(crate) fn attempt(&self, witness: &mut Matching, seen: &mut Seen) -> Result<Option<Outcome>, Undrawn> {
        let mut window = Window::new(self, witness, seen);
        let outcome = window.best().ok_or(Undrawn::OutOfReach)?;
        let mates = window.mates(self.round.len());
        let completed = self.is_completed(&outcome, &mates, seen, witness);
        Ok(completed.then_some(outcome))
    }

    /// Whether those who leave and those below can all be paired, the next bracket losing as many as in the matching found.
    fn is_completed(&self, outcome: &Outcome, mates: &[usize], seen: &mut Seen, witness: &mut Matching) -> bool {
        let mut trial = witness.clone();
        let looked_at: Vec<usize> = seen.of(self.below).collect();
        let all = [self.moved, self.own, self.next, &looked_at];
        for place in all.into_iter().flatten() {
            trial.part(*place);
        }
        let window: Vec<usize> = outcome.leaving.iter().chain(self.next).copied().collect();
        let inside = bits(self.graph.len(), window.iter().copied());
        let inside = |place: usize| place != NONE && is_in(&inside, place);
        for place in window.iter().chain(&looked_at) {
            if mates[*place] != NONE {
                trial.pair(*place, mates[*place]);
            }
        }
        let dropping: Vec<usize> = window.iter().copied().filter(|place| !inside(mates[*place])).collect();
        trial.keep(dropping.iter().chain(self.below).copied());
        trial.set_apart(&outcome.leaving);
        trial.take_pairs(self.graph, witness, window.iter().chain(&looked_at).copied());
        let in_vain = seen
            .known_in_vain(&dropping)
            .or_else(|| trial.complete_or_parts(self.graph));
        if let Some((loose, needed)) = in_vain {
            let sets = components(self.graph, trial.apart(), numbers(&loose), &loose);
            seen.learn(self.below, sets, needed);
            return false;
        }
        trial.keep(window.iter().chain(self.below).copied());
        *witness = trial;
        true
    }
}

/// Who drops first, second and so on of a list in standing order.
pub(crate) fn dropping_order(list: &[usize], floater: Floater) -> Vec<usize> {
    if floater == Floater::Lowest {
        return list.iter().rev().copied().collect();
    }
    // From the middle by turns; of two at the same distance the lower ranked drops first.
    let (above, from_middle) = list.split_at(list.len() / 2);
    let (middle, below) = from_middle.split_at(list.len() % 2);
    let by_turns = below
        .iter()
        .zip(above.iter().rev())
        .flat_map(|(lower, higher)| [*lower, *higher]);
    middle.iter().copied().chain(by_turns).collect()
}
