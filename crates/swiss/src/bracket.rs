//! One bracket, exactly: who of it is paired inside, who leaves it, and whom those moved down meet.

use crate::bits::{bits, is_in, numbers, put_in, take_out};
use crate::graph::Graph;
use crate::matching::{Matching, NONE};
use crate::round::Round;
use crate::window::Window;
use crate::{Floater, Undrawn, steps};

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
        Self { round, graph, moved, own, next, below, most }
    }

    /// Whether the players of the score and the next are a large part of all who are left.
    pub(crate) const fn is_large(&self) -> bool {
        let asked = self.own.len() + self.next.len();
        8 * asked > self.moved.len() + asked + self.below.len()
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

    /// The optimum where an [`attempt`](Self::attempt) was not enough: more of those below are looked at, in the end all.
    pub(crate) fn solve(&self, witness: &mut Matching, tried: usize) -> Result<Outcome, Undrawn> {
        let mut reach = tried.min(self.below.len());
        while reach < self.below.len() {
            reach = (16 * reach).max(2 * (self.own.len() + self.next.len()));
            // Most of them cost as much as all.
            if 2 * reach > self.below.len() {
                reach = self.below.len();
            }
            if let Some(outcome) = self.attempt(witness, reach)? {
                return Ok(outcome);
            }
        }
        Err(Undrawn::OutOfReach)
    }

    /// The optimum, by matchings of least cost of the bracket, the next and a few of those below, whom everybody may leave. If
    /// all below can then be paired, nothing better is thinkable, and the witness pairs those who leave and those below; if
    /// not, there is no outcome.
    pub(crate) fn attempt(&self, witness: &mut Matching, reach: usize) -> Result<Option<Outcome>, Undrawn> {
        let reach = reach.min(self.below.len());
        let mut window = Window::new(self, witness, reach);
        let outcome = window.best().ok_or(Undrawn::OutOfReach)?;
        let mates = window.mates(self.round.len());
        let completed = self.is_completed(&outcome, &mates, reach, witness);
        Ok(completed.then_some(outcome))
    }

    /// Pairs with which not everybody could be paired, but for those of two moved down: all in the bracket and the next, and
    /// those further down that are found out on the way.
    ///
    /// Every pair of a matching that was seen on the way is possible, so that only the others are asked for.
    pub(crate) fn impossible(&self, witness: &mut Matching) -> Impossible {
        let all = [self.moved, self.own, self.next];
        let mut open = bits(self.graph.len(), all.into_iter().flatten().copied());
        let mut impossible = Impossible::none(open.clone());
        witness.set_apart(self.moved);
        witness.keep(all.into_iter().flatten().chain(self.below).copied());
        if !witness.complete(self.graph) {
            return impossible;
        }
        let mut seen = Seen::new(self.graph.len(), self.own.iter().chain(self.next).copied());
        for one in self.own.iter().chain(self.next).copied() {
            seen.note(one, witness.mate(one));
        }
        for one in self.own.iter().chain(self.next).copied() {
            let words = self.graph.row(one).iter().zip(seen.row(one)).zip(&open);
            let mut unseen: Vec<u64> = words.map(|((word, seen), open)| word & !seen & open).collect();
            while unseen.iter().any(|word| *word != 0) && !steps::is_over() {
                if !witness.can_meet_one_of(self.graph, one, &unseen) {
                    self.strike_out(witness, one, &open, &mut seen, &mut impossible);
                    break;
                }
                unseen.iter_mut().zip(witness.reached()).for_each(|(word, reached)| *word &= !reached);
                for changed in witness.changed() {
                    seen.note(*changed, witness.mate(*changed));
                }
            }
            take_out(&mut open, one);
        }
        impossible
    }

    /// What follows from a search in vain: the one asked for and those who have become inner are as many as the odd sets that
    /// are left without them, so that they can only meet outer ones.
    fn strike_out(&self, witness: &Matching, one: usize, open: &[u64], seen: &mut Seen, impossible: &mut Impossible) {
        let (outer, tied) = (witness.reached(), witness.tied(one));
        let mut judged: Vec<u64> = tied.iter().zip(&impossible.judged).map(|(tied, judged)| tied & !judged).collect();
        let asked = self.own.iter().chain(self.next).copied();
        asked.filter(|other| is_in(open, *other)).for_each(|other| put_in(&mut judged, other));
        for other in numbers(&judged) {
            let never = |place: usize| {
                if is_in(&tied, other) {
                    !outer[place]
                } else if is_in(outer, other) {
                    0
                } else {
                    tied[place]
                }
            };
            let words = witness.allowed(self.graph, other).into_iter().enumerate();
            let others: Vec<u64> = words.map(|(place, word)| word & never(place)).collect();
            seen.note_all(other, &others);
            impossible.add(other, others);
        }
        impossible.judged.iter_mut().zip(&tied).for_each(|(word, tied)| *word |= tied);
    }

    /// Whether those who leave and those below can all be paired, the next bracket losing as many as in the matching found.
    fn is_completed(&self, outcome: &Outcome, mates: &[usize], reach: usize, witness: &mut Matching) -> bool {
        let mut trial = witness.clone();
        let all = [self.moved, self.own, self.next, &self.below[..reach]];
        for place in all.into_iter().flatten() {
            trial.part(*place);
        }
        let window: Vec<usize> = outcome.leaving.iter().chain(self.next).copied().collect();
        let inside = bits(self.graph.len(), window.iter().copied());
        let inside = |place: usize| place != NONE && is_in(&inside, place);
        for place in window.iter().chain(&self.below[..reach]) {
            if mates[*place] != NONE {
                trial.pair(*place, mates[*place]);
            }
        }
        let dropping = window.iter().copied().filter(|place| !inside(mates[*place]));
        trial.keep(dropping.chain(self.below.iter().copied()));
        trial.set_apart(&outcome.leaving);
        trial.take_pairs(self.graph, witness, window.iter().chain(&self.below[..reach]).copied());
        let completed = trial.complete(self.graph);
        if completed {
            trial.keep(window.iter().chain(self.below).copied());
            *witness = trial;
        }
        completed
    }
}

/// Pairs with which not everybody could be paired.
#[derive(Debug)]
pub(crate) struct Impossible {
    /// Those who have some, each with the others as a row of bits.
    pub(crate) rows: Vec<(usize, Vec<u64>)>,
    /// Whether one of them is of the bracket and the next.
    pub(crate) binds: bool,
    /// The players of these, as a row of bits.
    here: Vec<u64>,
    /// Those who have been found to be bound to some others.
    judged: Vec<u64>,
}

impl Impossible {
    fn none(here: Vec<u64>) -> Self {
        Self { rows: Vec::new(), binds: false, judged: vec![0; here.len()], here }
    }

    fn add(&mut self, one: usize, others: Vec<u64>) {
        self.binds |= is_in(&self.here, one) && others.iter().zip(&self.here).any(|(word, here)| word & here != 0);
        if others.iter().any(|word| *word != 0) {
            self.rows.push((one, others));
        }
    }
}

/// Whom each of some players, most of whom follow each other, was seen to meet.
struct Seen {
    first: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Seen {
    fn new(len: usize, players: impl Iterator<Item = usize> + Clone) -> Self {
        let (first, last) = (players.clone().min().unwrap_or(0), players.max().unwrap_or(0));
        let words = len.div_ceil(64);
        Self { first, words, rows: vec![0; (last + 1 - first) * words] }
    }

    fn row(&self, one: usize) -> &[u64] {
        &self.rows[(one - self.first) * self.words..][..self.words]
    }

    /// Notes a row of others for one of the players.
    fn note_all(&mut self, one: usize, others: &[u64]) {
        steps::count(self.words / 2);
        let row = one.checked_sub(self.first).map(|row| row * self.words);
        if let Some(row) = row.and_then(|start| self.rows.get_mut(start..start + self.words)) {
            row.iter_mut().zip(others).for_each(|(word, more)| *word |= more);
        }
    }

    /// Notes a pair for those of the two who are among the players.
    fn note(&mut self, one: usize, other: Option<usize>) {
        let Some(other) = other else { return };
        for (one, other) in [(one, other), (other, one)] {
            let word = one.checked_sub(self.first).map(|row| row * self.words + other / 64);
            if let Some(word) = word.and_then(|word| self.rows.get_mut(word)) {
                *word |= 1 << (other % 64);
            }
        }
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
    let by_turns = below.iter().zip(above.iter().rev()).flat_map(|(lower, higher)| [*lower, *higher]);
    middle.iter().copied().chain(by_turns).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Haste;
    use crate::frame::Frame;
    use crate::support::small_field;

    /// The impossible pairs of the bracket and the next are told, and no others anywhere, as trying each pair tells.
    #[test]
    fn impossible_pairs_are_those_that_cannot_be_tried() {
        let mut rng = fastrand::Rng::with_seed(90);
        let (mut told, mut further) = (0, 0);
        while told < 2000 || further < 200 {
            let (field, config) = small_field(&mut rng, 6, 20);
            let Ok(round) = Round::new(&field, config) else { continue };
            let Ok(Frame { bye, graph, mut matching }) = Frame::new(&round, Haste::Quick) else { continue };
            let places: Vec<usize> = (0..round.len()).filter(|place| Some(*place) != bye).collect();
            let (moved, rest) = places.split_at(rng.usize(..3));
            let (own, rest) = rest.split_at(rng.usize(1..3));
            let (next, below) = rest.split_at(rng.usize(..rest.len()));
            let can_meet = |one: usize, other: usize| {
                let mut graph = Graph::clone(&graph);
                graph.retain(one, |met| met == other);
                graph.retain(other, |met| met == one);
                let mut matching = Matching::new(graph.len());
                matching.set_apart(moved);
                matching.keep(places.iter().copied());
                matching.complete(&graph)
            };
            for one in moved {
                matching.part(*one);
            }
            matching.set_apart(moved);
            matching.keep(places.iter().copied());
            if !matching.complete(&graph) {
                continue;
            }
            let bracket = Bracket::new(&round, &graph, moved, [own, next, below], round.len());
            let impossible = bracket.impossible(&mut matching);
            let mut listed = Graph::empty(graph.len());
            for (one, others) in &impossible.rows {
                numbers(others).for_each(|other| listed.add(*one, other));
            }
            let binds = |one: usize, other: usize| !below.contains(&one) && !below.contains(&other);
            let mut some_here = false;
            for (one, other) in places.iter().flat_map(|one| graph.neighbours(*one).map(|other| (*one, other))) {
                let apart = moved.contains(&one) && moved.contains(&other);
                let here = binds(one, other) && !apart;
                if listed.has(one, other) {
                    assert!(!apart && !can_meet(one, other), "{one} {other} {field:#?}");
                    told += usize::from(here);
                    further += usize::from(!here);
                    some_here |= here;
                } else if here {
                    assert!(can_meet(one, other), "{one} {other} {field:#?}");
                }
            }
            assert_eq!(impossible.binds, some_here);
        }
    }
}
