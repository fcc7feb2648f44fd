//! Perfect matchings of least cost, where a cost is a list of numbers compared from the left.
//!
//! As many numbers of the list as have room are packed into one. The matchings that are best by these are then told by what
//! proves them: the pairs that they may have, and odd sets that each of them leaves by one pair only. To break that is the
//! first number of the next pack, so that a list may be as long as it likes.

use crate::budget::Budget;
use crate::graph::Graph;
use crate::lightest::{Costs, Lightest};
use crate::nest::Nest;
use crate::nested::Nested;
use crate::weight::Weight;

/// What one pack holds; the duals of the search are sums of costs, and need the rest.
const ROOM: Weight = 1 << 92;

/// The numbers of a cost, the most important first, each with the most that it can come to over a whole matching.
#[derive(Clone, Debug)]
pub struct Scale(Weight);

impl Default for Scale {
    fn default() -> Self {
        Self::new()
    }
}

impl Scale {
    /// Nothing packed yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(ROOM)
    }

    /// What one of the next number counts, if there is room.
    pub fn push(&mut self, most: usize) -> Option<Weight> {
        let left = self.0 / (Weight::try_from(most).unwrap_or(ROOM) + 1);
        (left > 0).then(|| {
            self.0 = left;
            left
        })
    }
}

/// So much of a unit.
fn times(unit: Weight, count: usize) -> Weight {
    unit * Weight::try_from(count).unwrap_or(0)
}

/// The matchings that are best by all numbers so far, and one of them.
#[derive(Clone, Debug)]
pub struct Face {
    /// The pairs that they may have.
    pub graph: Graph,
    /// One of them.
    pub mates: Vec<usize>,
    /// The odd sets that each of them leaves by one pair only.
    nest: Nest,
}

impl Face {
    /// All perfect matchings of a graph, from one that is known, of which parts may be missing.
    #[must_use]
    pub fn new(graph: Graph, mates: Vec<usize>) -> Self {
        Self {
            graph,
            mates,
            nest: Nest::empty(),
        }
    }

    /// The matchings as they are to be asked who can meet whom.
    #[must_use]
    pub fn nested(&self) -> Nested {
        Nested::new(self.graph.clone(), &self.mates, &self.nest)
    }

    /// Takes over one of them.
    pub fn take(&mut self, nested: &mut Nested) {
        self.mates = nested.mates().to_vec();
    }

    /// Whether no odd set limits the matchings of the graph.
    #[must_use]
    pub const fn is_plain(&self) -> bool {
        self.nest.is_empty()
    }

    /// Keeps the matchings that are best by the next numbers; `false` if there is none. A pair is named with the lower
    /// number first.
    pub fn narrow(&mut self, pair: impl Fn(usize, usize) -> Weight) -> bool {
        if Budget::is_spent() {
            return false;
        }
        Budget::spend(16 * self.mates.len());
        // Twice as much, so that half of what is between two costs is a whole number.
        let pair = |one: usize, other: usize| 2 * (times(ROOM, self.nest.leaves(one, other)) + pair(one, other));
        let costs = Costs {
            graph: &self.graph,
            pair: &pair,
        };
        let mut search = Lightest::new(costs, self.mates.clone());
        if !search.complete() {
            return false;
        }
        let blossoms = search.blossoms;
        let nest = blossoms.nest();
        let dual: Vec<Weight> = (0..self.mates.len()).map(|one| blossoms.dual(one)).collect();
        let is_tight = |one: usize, other: usize| dual[one] + dual[other] - pair(one, other) == nest.taken(one, other);
        self.graph = self.graph.filtered(is_tight);
        (self.nest, self.mates) = (nest, blossoms.mate);
        true
    }
}

/// The perfect matching of least cost by one list that has room, as the mates of the vertices; `None` if there is none.
pub fn lightest(graph: &Graph, mates: Vec<usize>, pair: impl Fn(usize, usize) -> Weight) -> Option<Vec<usize>> {
    let mut face = Face::new(graph.clone(), mates);
    face.narrow(pair).then_some(face.mates)
}

#[cfg(test)]
mod tests {
    use integer_blossom::max_weight_matching;

    use super::*;
    use crate::bits::bits;
    use crate::graph::NONE;

    /// What something costs in two packs.
    type Two = [i128; 2];

    /// A graph with a perfect matching, and costs in two packs.
    fn random(rng: &mut fastrand::Rng, pairs: usize) -> (Graph, Vec<Two>) {
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
        (graph, costs)
    }

    /// The least cost of both packs as one, by another algorithm.
    fn least(graph: &Graph, costs: &[Two]) -> i128 {
        let len = graph.len();
        let mut weights = vec![0_i128; len * len];
        let whole = |cost: Two| (1 << 40) - (cost[0] << 20) - cost[1];
        for one in 0..len {
            for other in graph.neighbours(one) {
                weights[one * len + other] = whole(costs[one.min(other) * len + one.max(other)]);
            }
        }
        let mates = max_weight_matching(&weights, len);
        (0..len)
            .map(|one| (1 << 40) - weights[one * len + mates[one].unwrap()])
            .sum()
    }

    /// Packs one after the other are as good as one, and every matching of a plain face is as good.
    #[test]
    fn packs_are_as_good_as_one() {
        let mut rng = fastrand::Rng::with_seed(50);
        let mut bound = 0;
        for turn in 0..20_500 {
            let (graph, costs) = random(&mut rng, if turn < 20_000 { 12 } else { 40 });
            let len = graph.len();
            let mut face = Face::new(graph.clone(), vec![NONE; len]);
            let packs: [fn(&Two) -> i128; 2] = [|cost| cost[0], |cost| cost[1]];
            for pack in packs {
                assert!(face.narrow(|one, other| pack(&costs[one * len + other])));
                bound += usize::from(!face.is_plain());
            }
            let cost = |one: usize| {
                let other = face.mates[one];
                let cost = costs[one.min(other) * len + one.max(other)];
                (cost[0] << 20) + cost[1]
            };
            let whole: i128 = (0..len).map(cost).sum();
            assert_eq!(whole, least(&graph, &costs));
            assert!((0..len).all(|one| face.graph.has(one, face.mates[one])));
        }
        assert!(bound > 500, "{bound}");
    }

    /// A graph as above in which those of the same three and of the same nine are cheap to pair, so that the odd sets are nested.
    fn clustered(rng: &mut fastrand::Rng) -> (Graph, Vec<Two>) {
        let (graph, mut costs) = random(rng, 14);
        let len = graph.len();
        for (number, cost) in costs.iter_mut().enumerate() {
            let (one, other) = (number / len, number % len);
            cost[0] = i128::from(one / 3 != other / 3) + i128::from(one / 9 != other / 9);
        }
        (graph, costs)
    }

    /// The least cost of the perfect matchings of a graph, and one of them.
    fn best(graph: &Graph, costs: &[Two]) -> Option<(Weight, Face)> {
        let len = graph.len();
        let mut face = Face::new(graph.clone(), vec![NONE; len]);
        face.narrow(|one, other| costs[one * len + other][0])
            .then(|| (cost(&face, costs), face))
    }

    fn cost(face: &Face, costs: &[Two]) -> Weight {
        let len = face.mates.len();
        let of = |one: usize| {
            let other = face.mates[one];
            costs[one.min(other) * len + one.max(other)][0]
        };
        (0..len).map(of).sum()
    }

    /// In turn vertices meet the first with whom the cost stays as little as it can be, or one of some others, as trying each
    /// shows, until everybody is settled; and what is left is a matching of least cost each time.
    #[test]
    fn who_is_settled_meets_the_first_whom_they_can() {
        let mut rng = fastrand::Rng::with_seed(51);
        let (mut plain, mut bound, mut nested_twice, mut refused) = (0, 0, 0, 0);
        while plain < 100 || bound < 300 || nested_twice < 50 {
            let (mut graph, costs) = if rng.bool() {
                random(&mut rng, 10)
            } else {
                clustered(&mut rng)
            };
            let len = graph.len();
            let (least, mut face) = best(&graph, &costs).unwrap();
            if face.is_plain() && plain >= 100 {
                continue;
            }
            *if face.is_plain() { &mut plain } else { &mut bound } += 1;
            nested_twice += usize::from((0..len).any(|one| face.nest.depth(one) > 1));
            let mut nested = face.nested();
            let (mut order, mut settled): (Vec<usize>, Vec<usize>) = ((0..len).collect(), Vec::new());
            rng.shuffle(&mut order);
            for one in order.clone() {
                if settled.contains(&one) {
                    continue;
                }
                let meeting = |row: &[u64]| {
                    let mut graph = graph.clone();
                    graph.retain_in(one, row);
                    graph
                };
                let can = |row: &[u64]| best(&meeting(row), &costs).is_some_and(|(cost, _)| cost == least);
                rng.shuffle(&mut order);
                let row = if rng.bool() {
                    let first = order
                        .iter()
                        .copied()
                        .find(|other| can(&bits(len, [*other].into_iter())));
                    assert_eq!(nested.settle(one, order.iter().copied()), first);
                    settled.extend(first.into_iter().chain([one]));
                    first.map(|first| bits(len, [first].into_iter()))
                } else {
                    let some = bits(len, (0..len).filter(|_| rng.u32(..3) == 0));
                    assert_eq!(nested.keep(one, &some), can(&some));
                    can(&some).then_some(some)
                };
                refused += usize::from(row.is_none());
                if let Some(row) = row {
                    graph = meeting(&row);
                }
                face.take(&mut nested);
                assert_eq!(cost(&face, &costs), least);
                let is_pair = |one: usize, other: usize| graph.has(one, other) && face.mates[other] == one;
                assert!((0..len).all(|one| is_pair(one, face.mates[one])));
            }
        }
        assert!(refused > 1000, "{refused}");
    }
}
