//! Perfect matchings of least cost, where a cost is a list of numbers compared from the left.
//!
//! As many numbers of the list as have room are packed into one. The matchings that are best by these are then told by what
//! proves them: the pairs that they may have, and odd sets that each of them leaves by one pair only. To break that is the
//! first number of the next pack, so that a list may be as long as it likes.

use std::ops::Range;

use crate::blossom::{Blossoms, Weight};
use crate::graph::Graph;
use crate::lightest::{Costs, Lightest};
use crate::matching::{Matching, NONE};
use crate::nest::Nest;
use crate::raise::UNIT;
use crate::steps;

/// What one pack holds; the duals of the search are sums of costs, and need the rest.
const ROOM: Weight = 1 << 78;

/// The numbers of a cost, the most important first, each with the most that it can come to over a whole matching.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    left: Weight,
}

impl Scale {
    pub(crate) const fn new() -> Self {
        Self { left: ROOM }
    }

    /// What one of the next number counts, if there is room.
    pub(crate) fn push(&mut self, most: usize) -> Option<Weight> {
        let left = self.left / (Weight::try_from(most).unwrap_or(ROOM) + 1);
        (left > 0).then(|| {
            self.left = left;
            left
        })
    }
}

/// So much of a unit.
pub(crate) fn times(unit: Weight, count: usize) -> Weight {
    unit * Weight::try_from(count).unwrap_or(0)
}

/// The matchings that are best by all numbers so far, and one of them.
#[derive(Clone, Debug)]
pub(crate) struct Face {
    /// The pairs that they may have.
    pub(crate) graph: Graph,
    /// One of them; `NONE` for those who are alone.
    pub(crate) mates: Vec<usize>,
    /// Who may be alone.
    alone: Vec<bool>,
    /// The odd sets that each of them leaves by one pair only.
    nest: Nest,
}

impl Face {
    /// All matchings of a graph in which everybody has a mate but those who may be `alone`, from one that is known, of which
    /// parts may be missing.
    pub(crate) fn new(graph: Graph, mates: Vec<usize>, alone: Vec<bool>) -> Self {
        Self { graph, mates, alone, nest: Nest::empty() }
    }

    /// Whether the matchings of the graph are all as good.
    pub(crate) const fn is_plain(&self) -> bool {
        self.nest.is_empty()
    }

    /// If the matchings of the graph are all as good, a graph in which everybody is paired. If some may be alone it is there
    /// twice, and those who are alone meet their copy, `len` after them.
    pub(crate) fn plain(&self) -> Option<(Graph, Matching)> {
        if !self.is_plain() {
            return None;
        }
        let len = self.graph.len();
        let lone = self.alone.iter().any(|alone| *alone);
        let mut graph = if lone { self.graph.doubled() } else { self.graph.clone() };
        self.alone.iter().enumerate().filter(|(_, alone)| **alone).for_each(|(one, _)| graph.add(one, len + one));
        let mut matching = Matching::new(graph.len());
        for (one, other) in self.mates.iter().copied().enumerate() {
            if other == NONE {
                matching.pair(one, len + one);
            } else {
                matching.pair(one, other);
                if lone {
                    matching.pair(len + one, len + other);
                }
            }
        }
        Some((graph, matching))
    }

    /// Takes over such a matching.
    pub(crate) fn take(&mut self, matching: &Matching) {
        let len = self.graph.len();
        for (one, mate) in self.mates.iter_mut().enumerate() {
            *mate = matching.mate(one).filter(|mate| *mate < len).unwrap_or(NONE);
        }
    }

    pub(crate) fn may_be_alone(&self, vertex: usize) -> bool {
        self.alone[vertex]
    }

    /// Two who meet are not asked again.
    fn bind(&mut self, one: usize, other: usize) {
        self.graph.retain(one, |met| met == other);
        self.graph.retain(other, |met| met == one);
        (self.alone[one], self.alone[other]) = (false, false);
    }

    /// Keeps the matchings in which one meets the first whom it can meet, if exchanges show who that is and it is one of those
    /// before the `end`.
    pub(crate) fn settle(&mut self, one: usize, end: usize) -> bool {
        let best = |face: &Self| face.graph.neighbours(one).next().filter(|best| *best < end);
        let Some(first) = best(self) else { return false };
        if self.exchange(one, first) || self.exchange_inside(one, first) {
            return true;
        }
        if self.alone.iter().any(|alone| *alone) {
            return false;
        }
        // Who could not be met if no odd set bound anybody can be met even less.
        let able = self.matching().could_meet(&self.graph, one);
        self.graph.retain(one, |other| able[other / 64] >> (other % 64) & 1 == 1);
        best(self).is_some_and(|best| best != first && (self.exchange(one, best) || self.exchange_inside(one, best)))
    }

    /// The matching that is known, of those who are not alone.
    fn matching(&self) -> Matching {
        let mut matching = Matching::new(self.mates.len());
        for (one, other) in self.mates.iter().copied().enumerate().filter(|(_, other)| *other != NONE) {
            matching.pair(one, other);
        }
        matching
    }

    /// Keeps the matchings in which two meet, if exchanges among those of the same odd sets who are not alone show that there
    /// are any.
    fn exchange_inside(&mut self, one: usize, other: usize) -> bool {
        let ring = self.nest.ring(one);
        let inside = |vertex: &usize| {
            let mate = self.mates[*vertex];
            mate != NONE && self.nest.ring(*vertex) == ring && self.nest.ring(mate) == ring
        };
        if !inside(&one) || !inside(&other) {
            return false;
        }
        let mut matching = self.matching();
        matching.keep((0..self.mates.len()).filter(inside));
        if matching.settle(&self.graph, one, std::iter::once(other)).is_none() {
            return false;
        }
        self.take(&matching);
        self.bind(one, other);
        true
    }

    /// Keeps the matchings in which two meet, if an exchange of their pairs shows that there are any.
    pub(crate) fn exchange(&mut self, one: usize, other: usize) -> bool {
        let (mate, opposite) = (self.mates[one], self.mates[other]);
        if mate == NONE || opposite == NONE {
            return false;
        }
        if mate != other {
            // Each odd set is left once by the matching that is known, and must be by the other.
            let leaves = |one: usize, other: usize| self.nest.leaves(one, other);
            if !self.graph.has(mate, opposite)
                || leaves(one, other) + leaves(mate, opposite) != leaves(one, mate) + leaves(other, opposite)
            {
                return false;
            }
            (self.mates[one], self.mates[other]) = (other, one);
            (self.mates[mate], self.mates[opposite]) = (opposite, mate);
        }
        self.bind(one, other);
        true
    }

    /// Keeps the matchings that are best by the next numbers; `false` if there is none. A pair is named with the lower
    /// number first.
    pub(crate) fn narrow(&mut self, pair: impl Fn(usize, usize) -> Weight, alone: impl Fn(usize) -> Weight) -> bool {
        self.narrow_to(0..0, pair, alone)
    }

    /// The same, where most of those before the `wanted` stay at what they cost now unless they meet one of these, and no
    /// two of them can meet.
    pub(crate) fn narrow_to(
        &mut self,
        wanted: Range<usize>,
        pair: impl Fn(usize, usize) -> Weight,
        alone: impl Fn(usize) -> Weight,
    ) -> bool {
        if steps::is_over() {
            return false;
        }
        steps::count(16 * self.mates.len());
        let broken = |count: usize| times(ROOM, count);
        let pair = |one: usize, other: usize| UNIT * (broken(self.nest.leaves(one, other)) + pair(one, other));
        let alone = |one: usize| {
            let broken = broken(self.nest.depth(one));
            self.alone[one].then(|| UNIT * (broken + alone(one)))
        };
        let dual = if wanted.start > wanted.len() {
            self.wanting_duals(wanted, pair, alone)
        } else {
            self.first_duals(pair, alone)
        };
        let costs = Costs { graph: &self.graph, pair: &pair, alone: &alone };
        let mut search = Lightest::new(costs, self.mates.clone(), dual);
        let raised = search.raise();
        if raised.is_none() && !search.complete() {
            return false;
        }
        let blossoms = search.blossoms;
        let nest = blossoms.nest();
        let may_be_alone = |one: usize| alone(one) == Some(blossoms.dual(one));
        let alone = (0..self.alone.len()).map(may_be_alone).collect();
        self.graph = raised.unwrap_or_else(|| tight(&self.graph, &blossoms, &nest, pair));
        (self.alone, self.nest, self.mates) = (alone, nest, blossoms.mate);
        true
    }

    /// Duals with which those before the wanted keep their pairs, and the wanted fall to what they are worth to them.
    fn wanting_duals(
        &self,
        wanted: Range<usize>,
        pair: impl Fn(usize, usize) -> Weight,
        alone: impl Fn(usize) -> Option<Weight>,
    ) -> Vec<Weight> {
        let mut dual: Vec<Weight> = vec![0; self.mates.len()];
        for (one, dual) in dual.iter_mut().enumerate().take(wanted.start) {
            let others = self.graph.neighbours(one).filter(|other| !wanted.contains(other));
            *dual = others.map(|other| pair(one, other)).chain(alone(one)).min().unwrap_or(0);
            steps::count(2 * self.graph.degree(one));
        }
        for one in wanted {
            let worth = self.graph.neighbours(one).map(|other| pair(one.min(other), one.max(other)) - dual[other]);
            dual[one] = worth.min().unwrap_or(0).min(0);
            steps::count(2 * self.graph.degree(one));
        }
        dual
    }

    /// Duals with which as many of the present pairs as can simply be told stay: half of what each must cost at the least, and
    /// then as much more as the own pair needs and the others allow.
    fn first_duals(
        &self,
        pair: impl Fn(usize, usize) -> Weight,
        alone: impl Fn(usize) -> Option<Weight>,
    ) -> Vec<Weight> {
        let least = |one: usize, most: Weight, dual: &dyn Fn(usize) -> Weight| {
            let mut least = alone(one).unwrap_or(most).min(most);
            for other in self.graph.neighbours(one) {
                if least <= 0 {
                    break;
                }
                steps::count(2);
                least = least.min(pair(one.min(other), one.max(other)) - dual(other));
            }
            least.max(0)
        };
        let cost = |one: usize| match self.mates[one] {
            NONE => alone(one).unwrap_or(0),
            other => pair(one.min(other), one.max(other)),
        };
        let mut dual: Vec<Weight> = (0..self.mates.len()).map(|one| least(one, cost(one), &|_| 0) / 2).collect();
        for one in 0..dual.len() {
            let now = cost(one) - if self.mates[one] == NONE { 0 } else { dual[self.mates[one]] };
            if now > dual[one] {
                dual[one] = least(one, now, &|other| dual[other]).max(dual[one]);
            }
        }
        dual
    }
}

/// The pairs that a matching of least cost may have.
fn tight(graph: &Graph, blossoms: &Blossoms, nest: &Nest, pair: impl Fn(usize, usize) -> Weight) -> Graph {
    let dual: Vec<Weight> = (0..graph.len()).map(|one| blossoms.dual(one)).collect();
    graph.filtered(|one, other| pair(one, other) == dual[one] + dual[other] - nest.taken(one, other))
}

/// The perfect matching of least cost by one list that has room, as the mates of the vertices; `None` if there is none.
pub(crate) fn lightest(graph: &Graph, mates: Vec<usize>, pair: impl Fn(usize, usize) -> Weight) -> Option<Vec<usize>> {
    let mut face = Face::new(graph.clone(), mates, vec![false; graph.len()]);
    face.narrow(pair, |_| 0).then_some(face.mates)
}

#[cfg(test)]
mod tests {
    use integer_blossom::max_weight_matching;

    use super::*;

    /// What something costs in two packs.
    type Two = [i128; 2];

    /// A graph with a perfect matching of every vertex but those who may be alone, and costs in two packs.
    fn random(rng: &mut fastrand::Rng, pairs: usize) -> (Graph, Vec<Two>, Vec<Option<Two>>) {
        let len = 2 * rng.usize(1..pairs);
        let (density, most) = (rng.u32(1..10), rng.i128(1..6));
        let mut graph = Graph::empty(len);
        let mut order: Vec<usize> = (0..len).collect();
        rng.shuffle(&mut order);
        order.chunks(2).for_each(|pair| graph.add(pair[0], pair[1]));
        for one in 0..len {
            (0..one)
                .filter(|_| rng.u32(..10) < density)
                .collect::<Vec<_>>()
                .iter()
                .for_each(|other| graph.add(one, *other));
        }
        let costs = (0..len * len).map(|_| [rng.i128(0..most), rng.i128(0..most)]).collect();
        let may = rng.bool();
        let alone = (0..len).map(|_| (may && rng.bool()).then(|| [rng.i128(0..most), rng.i128(0..most)])).collect();
        (graph, costs, alone)
    }

    /// The least cost of both packs as one, by another algorithm: each vertex is there twice, the second time for being alone.
    fn least(graph: &Graph, costs: &[[i128; 2]], alone: &[Option<[i128; 2]>]) -> i128 {
        let len = graph.len();
        let mut weights = vec![0_i128; 4 * len * len];
        let whole = |cost: [i128; 2]| (1 << 40) - (cost[0] << 20) - cost[1];
        let mut put = |one: usize, other: usize, weight| {
            weights[one * 2 * len + other] = weight;
            weights[other * 2 * len + one] = weight;
        };
        for one in 0..len {
            graph
                .neighbours(one)
                .filter(|other| *other > one)
                .for_each(|other| put(one, other, whole(costs[one * len + other])));
            alone[one].into_iter().for_each(|cost| put(one, len + one, whole(cost)));
            (0..one).for_each(|other| put(len + one, len + other, 1 << 40));
        }
        // Those who cannot be alone have their second vertex idle, which any other idle one can take.
        let mates = max_weight_matching(&weights, 2 * len);
        (0..len).map(|one| (1 << 40) - weights[one * 2 * len + mates[one].unwrap()]).map(|cost| cost * 2).sum::<i128>()
            - (0..len)
                .filter(|one| mates[*one].unwrap() < len)
                .map(|one| (1 << 40) - weights[one * 2 * len + mates[one].unwrap()])
                .sum::<i128>()
    }

    /// Packs one after the other are as good as one, and every matching of a plain face is as good.
    #[test]
    fn packs_are_as_good_as_one() {
        let mut rng = fastrand::Rng::with_seed(50);
        let (mut bound, mut lone) = (0, 0);
        for turn in 0..20_500 {
            let (graph, costs, alone) = random(&mut rng, if turn < 20_000 { 12 } else { 40 });
            let len = graph.len();
            let mut face = Face::new(graph.clone(), vec![NONE; len], alone.iter().map(Option::is_some).collect());
            for pack in 0..2 {
                let price = |one: usize, other: usize| costs[one * len + other][pack];
                assert!(face.narrow(price, |one| alone[one].map_or(0, |cost| cost[pack])));
                bound += usize::from(!face.is_plain());
            }
            let cost = |one: usize| match face.mates[one] {
                NONE => alone[one].map(|cost| 2 * ((cost[0] << 20) + cost[1])).unwrap(),
                other => {
                    let cost = costs[one.min(other) * len + one.max(other)];
                    (cost[0] << 20) + cost[1]
                }
            };
            lone += (0..len).filter(|one| face.mates[*one] == NONE).count();
            let whole: i128 = (0..len).map(cost).sum();
            assert_eq!(whole, least(&graph, &costs, &alone));
            let kept = (0..len).all(|one| face.mates[one] == NONE || face.graph.has(one, face.mates[one]));
            assert!(kept && (0..len).all(|one| face.mates[one] != NONE || face.may_be_alone(one)));
        }
        assert!(bound > 500 && lone > 500, "{bound} {lone}");
    }
    /// Who is settled meets the first with whom the cost is as little as it can be, and the best of those matchings are left.
    #[test]
    fn who_is_settled_meets_the_first_whom_they_can() {
        let mut rng = fastrand::Rng::with_seed(51);
        let (mut plain, mut bound, mut lone) = (0, 0, 0);
        while bound < 500 || plain < 500 {
            let (graph, costs, alone) = random(&mut rng, 10);
            let len = graph.len();
            let narrow = |face: &mut Face, pack: usize| {
                let price = |one: usize, other: usize| costs[one * len + other][pack];
                face.narrow(price, |one| alone[one].map_or(0, |cost| cost[pack]))
            };
            let may: Vec<bool> = alone.iter().map(Option::is_some).collect();
            let mut face = Face::new(graph.clone(), vec![NONE; len], may.clone());
            assert!(narrow(&mut face, 0));
            let (is_plain, one) = (face.is_plain(), rng.usize(..len));
            if !face.settle(one, len) {
                continue;
            }
            // The same for each whom the one could meet, from all matchings.
            let with = |other: usize| {
                let (mut with, mut may) = (graph.clone(), may.clone());
                with.retain(one, |met| met == other);
                with.retain(other, |met| met == one);
                (may[one], may[other]) = (false, false);
                let mut face = Face::new(with, vec![NONE; len], may);
                narrow(&mut face, 0).then_some(face)
            };
            let cost = |face: &Face| -> Two {
                let of = |one: usize| match face.mates[one] {
                    NONE => alone[one].map(|cost| cost.map(|cost| 2 * cost)).unwrap(),
                    other => costs[one.min(other) * len + one.max(other)],
                };
                (0..len).map(of).fold([0, 0], |sum, cost| [sum[0] + cost[0], sum[1] + cost[1]])
            };
            let least = cost(&face)[0];
            let can = |other: usize| with(other).filter(|face| cost(face)[0] == least);
            let (first, mut expected) = graph.neighbours(one).find_map(|other| Some((other, can(other)?))).unwrap();
            assert_eq!(face.mates[one], first);
            assert!(narrow(&mut face, 1) && narrow(&mut expected, 1));
            assert_eq!(cost(&face), cost(&expected));
            lone += usize::from(face.mates.contains(&NONE));
            *if is_plain { &mut plain } else { &mut bound } += 1;
        }
        assert!(lone > 100, "{lone}");
    }
}
