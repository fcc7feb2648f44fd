//! Perfect matchings of least cost, where a cost is a list of numbers compared from the left.
//!
//! As many numbers of the list as have room are packed into one. The matchings that are best by these are then told by what
//! proves them: the pairs that they may have, and odd sets that each of them leaves by one pair only. To break that is the
//! first number of the next pack, so that a list may be as long as it likes.

use std::ops::Range;

use crate::bits::bits;
use crate::blossom::Weight;
use crate::classes::numbered;
use crate::graph::Graph;
use crate::lightest::{Costs, Lightest};
use crate::matching::NONE;
use crate::nest::Nest;
use crate::nested::Nested;
use crate::raise::UNIT;
use crate::steps;

/// What one pack holds; the duals of the search are sums of costs, and need the rest.
const ROOM: Weight = 1 << 78;

/// So many who are still to be matched are worth a search each.
const FEW: usize = 16;

/// The numbers of a cost, the most important first, each with the most that it can come to over a whole matching.
#[derive(Clone, Debug)]
pub(crate) struct Scale {
    left: Weight,
    /// What one of each number counts.
    units: Vec<Weight>,
}

impl Scale {
    pub(crate) const fn new() -> Self {
        Self {
            left: ROOM,
            units: Vec::new(),
        }
    }

    /// What one of the next number counts, if there is room.
    pub(crate) fn push(&mut self, most: usize) -> Option<Weight> {
        let left = self.left / (Weight::try_from(most).unwrap_or(ROOM) + 1);
        (left > 0).then(|| {
            self.left = left;
            self.units.push(left);
            left
        })
    }

    /// The more important numbers and the others apart, if there are several.
    pub(crate) fn halves(&self) -> Option<[Self; 2]> {
        let (high, low) = self.units.split_at(self.units.len() / 2);
        let half = |units: &[Weight]| Self {
            left: self.left,
            units: units.to_vec(),
        };
        (!high.is_empty()).then(|| [half(high), half(low)])
    }

    /// What is left of a cost without these numbers.
    pub(crate) fn rest(&self, cost: Weight) -> Weight {
        self.units.iter().fold(cost, |cost, unit| cost % unit)
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
        Self {
            graph,
            mates,
            alone,
            nest: Nest::empty(),
        }
    }

    /// The matchings as they are to be asked who can meet whom. Each of those who may be alone has a companion, whose number is
    /// `len` or more, to meet then; the others of the companions meet each other.
    pub(crate) fn nested(&self) -> Nested {
        let len = self.graph.len();
        let mut mates = self.mates.clone();
        let mut idle = Vec::new();
        let lone: Vec<usize> = (0..len).filter(|one| self.alone[*one]).collect();
        for (companion, one) in (len..).zip(lone.iter().copied()) {
            mates.push(one);
            if mates[one] == NONE {
                mates[one] = companion;
            } else {
                idle.push(companion);
            }
        }
        // An even number meet each other.
        if idle.len() % 2 == 1 {
            idle.push(mates.len());
            mates.push(NONE);
        }
        for pair in idle.chunks(2) {
            (mates[pair[0]], mates[pair[1]]) = (pair[1], pair[0]);
        }
        let companions = bits(mates.len(), len..mates.len());
        let mut graph = self.graph.widened(mates.len() - len);
        for companion in len..mates.len() {
            let others = companions.iter().enumerate().skip(len / 64);
            others.for_each(|(place, word)| graph.put(companion, place, *word));
            graph.remove(companion, companion);
        }
        (len..).zip(lone).for_each(|(companion, one)| graph.add(one, companion));
        Nested::new(graph, &mates, &self.nest)
    }

    /// Takes over one of them.
    pub(crate) fn take(&mut self, nested: &mut Nested) {
        let len = self.mates.len();
        self.mates = nested
            .mates()
            .iter()
            .take(len)
            .map(|mate| if *mate < len { *mate } else { NONE })
            .collect();
    }

    /// Whether no odd set limits the matchings of the graph.
    #[cfg(test)]
    pub(crate) const fn is_plain(&self) -> bool {
        self.nest.is_empty()
    }

    pub(crate) fn may_be_alone(&self, vertex: usize) -> bool {
        self.alone[vertex]
    }

    /// Keeps the matchings that are best by the next numbers; `false` if there is none. A pair is named with the lower
    /// number first. Pairs of the same kinds cost the same.
    pub(crate) fn narrow(
        &mut self,
        kinds: &[usize],
        pair: impl Fn(usize, usize) -> Weight,
        alone: impl Fn(usize) -> Weight,
    ) -> bool {
        self.narrow_to(kinds, 0..0, false, pair, alone)
    }

    /// The same, where most of those before the `wanted` stay at what they cost now unless they meet one of these, and no
    /// two of them can meet. In a hurry it is given up, and nothing changed, where many wait for a mate and changes
    /// of the duals for all at once no longer bring them one.
    pub(crate) fn narrow_to(
        &mut self,
        kinds: &[usize],
        wanted: Range<usize>,
        hurried: bool,
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
        // Those of another odd set are of another kind.
        let kinds = numbered(kinds.iter().enumerate().map(|(one, kind)| (kind, self.nest.ring(one))));
        let (graph, kinds) = (&self.graph, &kinds);
        let costs = Costs {
            graph,
            is_sparse: graph.is_sparse(),
            kinds,
            pair: &pair,
            alone: &alone,
        };
        let dual = if wanted.start > wanted.len() {
            costs.wanting_duals(wanted)
        } else {
            costs.first_duals(&self.mates)
        };
        let mut search = Lightest::new(costs, self.mates.clone(), dual);
        let raised = search.raise();
        if raised.is_none() && (hurried && search.roots().len() > FEW || !search.complete()) {
            return false;
        }
        let Lightest { costs, blossoms, .. } = search;
        let nest = blossoms.nest();
        let may_be_alone = |one: usize| alone(one) == Some(blossoms.dual(one));
        let alone = (0..self.alone.len()).map(may_be_alone).collect();
        self.graph = raised.unwrap_or_else(|| {
            let dual: Vec<Weight> = (0..kinds.len()).map(|one| blossoms.dual(one)).collect();
            let classes = costs.classes(|one| (kinds[one], dual[one], nest.ring(one)));
            let is_tight =
                |one: usize, other: usize| dual[one] + dual[other] - pair(one, other) == nest.taken(one, other);
            self.graph.filtered(&classes, is_tight)
        });
        (self.alone, self.nest, self.mates) = (alone, nest, blossoms.mate);
        true
    }
}

/// The perfect matching of least cost by one list that has room, as the mates of the vertices; `None` if there is none.
pub(crate) fn lightest(graph: &Graph, mates: Vec<usize>, pair: impl Fn(usize, usize) -> Weight) -> Option<Vec<usize>> {
    let mut face = Face::new(graph.clone(), mates, vec![false; graph.len()]);
    let kinds: Vec<usize> = (0..graph.len()).collect();
    face.narrow(&kinds, pair, |_| 0).then_some(face.mates)
}

#[cfg(test)]
mod tests {
    use integer_blossom::max_weight_matching;

    use super::*;
    use crate::bits::{bits, is_in};

    /// What something costs in two packs.
    type Two = [i128; 2];

    /// Of vertices each of which is of a kind of its own.
    fn different(len: usize) -> Vec<usize> {
        (0..len).collect()
    }

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
        let alone = (0..len)
            .map(|_| (may && rng.bool()).then(|| [rng.i128(0..most), rng.i128(0..most)]))
            .collect();
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
        (0..len)
            .map(|one| (1 << 40) - weights[one * 2 * len + mates[one].unwrap()])
            .map(|cost| cost * 2)
            .sum::<i128>()
            - (0..len)
                .filter(|one| mates[*one].unwrap() < len)
                .map(|one| (1 << 40) - weights[one * 2 * len + mates[one].unwrap()])
                .sum::<i128>()
    }

    /// A cost is the sum of what its numbers count, so that each half of the scale can be taken out of it.
    #[test]
    fn a_cost_comes_apart_into_the_halves_of_its_scale() {
        let mut rng = fastrand::Rng::with_seed(51);
        for _ in 0..1000 {
            let mut scale = Scale::new();
            let mut costs = Vec::new();
            for most in std::iter::repeat_with(|| rng.usize(1..5000))
                .take(10)
                .collect::<Vec<_>>()
            {
                costs.extend(scale.push(most).map(|unit| times(unit, rng.usize(..=most))));
            }
            let [high, low] = scale.halves().unwrap();
            let (above, below) = costs.split_at(costs.len() / 2);
            let (above, below): (Weight, Weight) = (above.iter().sum(), below.iter().sum());
            assert_eq!(
                (high.rest(above + below), low.rest(below), scale.rest(above + below)),
                (below, 0, 0)
            );
        }
        let mut single = Scale::new();
        assert!(single.halves().is_none() && single.push(1).is_some() && single.halves().is_none());
    }

    /// Has pairs of the same kinds cost the same; the kinds of the vertices.
    fn alike(rng: &mut fastrand::Rng, len: usize, costs: &mut [Two]) -> Vec<usize> {
        let kinds: Vec<usize> = (0..len).map(|_| rng.usize(..3)).collect();
        let table: Vec<Two> = (0..9).map(|_| [rng.i128(0..5), rng.i128(0..5)]).collect();
        for (number, cost) in costs.iter_mut().enumerate() {
            let (one, other) = (kinds[number / len], kinds[number % len]);
            *cost = table[3 * one.min(other) + one.max(other)];
        }
        kinds
    }

    /// Packs one after the other are as good as one, and every matching of a plain face is as good.
    #[test]
    fn packs_are_as_good_as_one() {
        let mut rng = fastrand::Rng::with_seed(50);
        let (mut bound, mut lone) = (0, 0);
        for turn in 0..20_500 {
            let (graph, mut costs, alone) = random(&mut rng, if turn < 20_000 { 12 } else { 40 });
            let len = graph.len();
            let kinds = if turn % 2 == 0 {
                different(len)
            } else {
                alike(&mut rng, len, &mut costs)
            };
            let mut face = Face::new(
                graph.clone(),
                vec![NONE; len],
                alone.iter().map(Option::is_some).collect(),
            );
            for pack in 0..2 {
                let price = |one: usize, other: usize| costs[one * len + other][pack];
                assert!(face.narrow(&kinds, price, |one| alone[one].map_or(0, |cost| cost[pack])));
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

    /// A graph as above in which those of the same three and of the same nine are cheap to pair, so that the odd sets are nested.
    fn clustered(rng: &mut fastrand::Rng) -> (Graph, Vec<Two>, Vec<Option<Two>>) {
        let (graph, mut costs, alone) = random(rng, 14);
        let len = graph.len();
        for (number, cost) in costs.iter_mut().enumerate() {
            let (one, other) = (number / len, number % len);
            cost[0] = i128::from(one / 3 != other / 3) + i128::from(one / 9 != other / 9);
        }
        (graph, costs, alone)
    }

    /// The least cost of the matchings of a graph in which some may be alone, and one of them.
    fn best(graph: &Graph, costs: &[Two], alone: &[Option<Two>]) -> Option<(Weight, Face)> {
        let len = graph.len();
        let mut face = Face::new(
            graph.clone(),
            vec![NONE; len],
            alone.iter().map(Option::is_some).collect(),
        );
        let lonely = |one: usize| alone[one].map_or(0, |cost| cost[0]);
        face.narrow(&different(len), |one, other| costs[one * len + other][0], lonely)
            .then(|| (cost(&face, costs, alone), face))
    }

    fn cost(face: &Face, costs: &[Two], alone: &[Option<Two>]) -> Weight {
        let len = face.mates.len();
        let of = |one: usize| match face.mates[one] {
            NONE => 2 * alone[one].unwrap()[0],
            other => costs[one.min(other) * len + one.max(other)][0],
        };
        (0..len).map(of).sum()
    }

    /// In turn players meet the first with whom the cost stays as little as it can be, or one of some others, as trying each
    /// shows, until everybody is settled; and what is left is a matching of least cost each time.
    #[test]
    fn who_is_settled_meets_the_first_whom_they_can() {
        let mut rng = fastrand::Rng::with_seed(51);
        let (mut plain, mut bound, mut nested_twice, mut lone, mut refused) = (0, 0, 0, 0, 0);
        while plain < 100 || bound < 300 || nested_twice < 50 {
            let (mut graph, costs, mut alone) = if rng.bool() {
                random(&mut rng, 10)
            } else {
                clustered(&mut rng)
            };
            let len = graph.len();
            let (least, mut face) = best(&graph, &costs, &alone).unwrap();
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
                    let (mut graph, mut alone) = (graph.clone(), alone.clone());
                    graph.retain_in(one, row);
                    alone[one] = alone[one].filter(|_| is_in(row, len));
                    (graph, alone)
                };
                let can = |row: &[u64]| {
                    let (graph, alone) = meeting(row);
                    best(&graph, &costs, &alone).is_some_and(|(cost, _)| cost == least)
                };
                rng.shuffle(&mut order);
                let row = if rng.bool() {
                    let first = order
                        .iter()
                        .copied()
                        .find(|other| can(&bits(3 * len, [*other].into_iter())));
                    assert_eq!(nested.settle(one, order.iter().copied()), first);
                    settled.extend(first.into_iter().chain([one]));
                    first.map(|first| bits(3 * len, [first].into_iter()))
                } else {
                    let companions = if rng.bool() { len..3 * len } else { 0..0 };
                    let some = bits(3 * len, (0..len).filter(|_| rng.u32(..3) == 0).chain(companions));
                    assert_eq!(nested.keep(one, &some), can(&some));
                    can(&some).then_some(some)
                };
                refused += usize::from(row.is_none());
                if let Some(row) = row {
                    (graph, alone) = meeting(&row);
                }
                face.take(&mut nested);
                assert_eq!(cost(&face, &costs, &alone), least);
                let is_pair = |one: usize, other: usize| graph.has(one, other) && face.mates[other] == one;
                assert!((0..len).all(|one| face.mates[one] == NONE || is_pair(one, face.mates[one])));
                lone += usize::from(face.mates.contains(&NONE));
            }
        }
        assert!(lone > 1000 && refused > 1000, "{lone} {refused}");
    }
}
