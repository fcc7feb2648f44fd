//! Faces of the perfect matching polytope: all perfect matchings that are best by some costs, as the tight edges and
//! the laminar family of an optimal dual solution.
//!
//! The perfect matchings of least cost are the vertices of a face of the perfect matching polytope (Edmonds 1965;
//! Schrijver, *Combinatorial Optimization*, chapters 25 and 26). By complementary slackness a perfect matching is one
//! of them if and only if all its edges are tight, and exactly one of them leaves each odd set with a positive dual
//! variable.
//!
//! A list of costs is taken in as many steps as it needs. Each packs as many numbers as have room into one cost, and
//! narrows the face by that. The next step forgets the edges that are not tight; the odd sets it keeps by a cost for
//! each time that an edge leaves one, which outweighs all others. So there is no limit to the length of the list.

mod face_matching;
mod tight_cuts;

pub use face_matching::FaceMatching;

use crate::budget::Budget;
use crate::cost::LaminarFamily;
use crate::cost::{Cost, Dual, ROOM, Scale, times};
use crate::cost::{CostGraph, PrimalDual};
use crate::graph::{Graph, NONE};

/// All perfect matchings of a graph that are best by the costs given so far, the earlier ones first; and one of them.
///
/// ```
/// use lexicographic_matching::{Cost, Face, Graph, NONE};
///
/// // Two perfect matchings of a hexagon, and the second is cheaper.
/// let mut hexagon = Graph::empty(6);
/// (0..6).for_each(|vertex| hexagon.add_edge(vertex, (vertex + 1) % 6));
/// let mut face = Face::new(hexagon, vec![NONE; 6]);
/// assert!(face.narrow(|u, v| Cost::from((u, v) == (0, 1))));
/// assert_eq!(face.mates, [5, 2, 1, 4, 3, 0]);
/// ```
#[derive(Clone, Debug)]
pub struct Face {
    /// The edges that the matchings may have: those that are tight for all costs so far.
    pub graph: Graph,
    /// The mates in one of the matchings; before the first narrowing it need not be perfect.
    pub mates: Vec<usize>,
    /// The odd sets that exactly one edge of each of the matchings leaves.
    family: LaminarFamily,
}

impl Face {
    /// All perfect matchings of a graph. `mates` is a matching to start from, which need not be perfect: a vertex
    /// without a mate has [`NONE`].
    #[must_use]
    pub fn new(graph: Graph, mates: Vec<usize>) -> Self {
        Self {
            graph,
            mates,
            family: LaminarFamily::empty(),
        }
    }

    /// The matchings of the face, in the form in which mates can be asked for and fixed. `None` if `mates` is no perfect
    /// matching of `graph`: it is one once the face has been narrowed, or if it was given one.
    ///
    /// ```
    /// use lexicographic_matching::{Face, Graph, NONE};
    ///
    /// // One of three stays alone.
    /// let mut face = Face::new(Graph::complete(3), vec![NONE; 3]);
    /// assert!(!face.narrow(|_, _| 0));
    /// assert!(face.matching().is_none());
    /// ```
    #[must_use]
    pub fn matching(&self) -> Option<FaceMatching> {
        let len = self.graph.len();
        let is_pair = |u: usize, v: usize| v < len && self.mates[v] == u && self.graph.has_edge(u, v);
        let is_perfect = self.mates.len() == len && (0..len).all(|u| is_pair(u, self.mates[u]));
        is_perfect.then(|| FaceMatching::new(self.graph.clone(), &self.mates, &self.family))
    }

    /// Replaces the mates by those of a matching that is left in `nested`, which must come from this face.
    pub fn adopt(&mut self, nested: &mut FaceMatching) {
        self.mates = nested.mates().to_vec();
    }

    /// Whether the face consists of all perfect matchings of its graph, there being no odd set among its constraints.
    #[must_use]
    pub const fn is_unconstrained(&self) -> bool {
        self.family.is_empty()
    }

    /// Keeps the matchings whose sum of `pair` over their edges is least; it is asked for the lower vertex of an edge
    /// first. Returns `false`, and the face is as it was, if it has no perfect matching, or if a budget is spent.
    pub fn narrow(&mut self, pair: impl Fn(usize, usize) -> Cost) -> bool {
        if Budget::is_spent() {
            return false;
        }
        Budget::spend(16 * self.mates.len());
        // Twice as much, so that half of a reduced cost between outer vertices is a whole number.
        let pair = |u: usize, v: usize| 2 * (times(ROOM, self.family.crossed(u, v)) + pair(u, v)).cast_signed();
        let costs = CostGraph {
            graph: &self.graph,
            pair: &pair,
        };
        let mut search = PrimalDual::new(costs, self.mates.clone());
        if !search.solve() {
            return false;
        }
        let blossoms = search.blossoms;
        let family = blossoms.laminar_family();
        let dual: Vec<Dual> = (0..self.mates.len()).map(|u| blossoms.dual(u)).collect();
        let is_tight = |u: usize, v: usize| dual[u] + dual[v] - pair(u, v) == family.dual_inside(u, v);
        self.graph = self.graph.filtered(is_tight);
        (self.family, self.mates) = (family, blossoms.mate);
        true
    }
}

/// The mates in a perfect matching of least cost; `None` if there is no perfect one, or if a budget is spent. `mates`
/// is a matching to start from, which need not be perfect: a vertex without a mate has [`NONE`]. `pair` is the cost of
/// an edge, the lower vertex first.
pub fn min_cost_perfect_matching(
    graph: &Graph,
    mates: Vec<usize>,
    pair: impl Fn(usize, usize) -> Cost,
) -> Option<Vec<usize>> {
    let mut face = Face::new(graph.clone(), mates);
    face.narrow(pair).then_some(face.mates)
}

/// The mates in a perfect matching that is best by costs compared from the left: its edges have the least sum of the
/// first numbers of `cost`; of all matchings that do, the least sum of the second numbers; and so on. `None` if there
/// is no perfect matching, or if a budget is spent.
///
/// `most` has the most that each sum can be. `cost` is asked for the lower vertex of an edge first.
///
/// ```
/// use lexicographic_matching::{Graph, lexicographic_perfect_matching};
///
/// let square = Graph::from_neighbours(4, |vertex| [(vertex + 1) % 4].into_iter());
/// let cost = |u, v| [usize::from((u, v) == (0, 1)), v - u];
/// assert_eq!(lexicographic_perfect_matching(&square, [1, 4], cost), Some(vec![3, 2, 1, 0]));
/// ```
pub fn lexicographic_perfect_matching<const N: usize>(
    graph: &Graph,
    most: [usize; N],
    cost: impl Fn(usize, usize) -> [usize; N],
) -> Option<Vec<usize>> {
    let mut face = Face::new(graph.clone(), vec![NONE; graph.len()]);
    let mut from = 0;
    loop {
        let mut scale = Scale::new();
        let units: Vec<Cost> = most[from..].iter().map_while(|most| scale.push(*most)).collect();
        let packed = |u: usize, v: usize| {
            let numbers = cost(u, v);
            numbers[from..]
                .iter()
                .zip(&units)
                .map(|(count, unit)| times(*unit, *count))
                .sum()
        };
        if !face.narrow(packed) {
            return None;
        }
        from += units.len();
        if from == N {
            return Some(face.mates);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::bits::bits;

    /// A cost in two packs.
    type Two = [Cost; 2];

    /// A graph with a perfect matching, and costs in two packs.
    fn random(rng: &mut fastrand::Rng, pairs: usize) -> (Graph, Vec<Two>) {
        let len = 2 * rng.usize(1..pairs);
        let (density, most) = (rng.u32(1..10), rng.u128(1..6));
        let mut graph = Graph::empty(len);
        let mut order: Vec<usize> = (0..len).collect();
        rng.shuffle(&mut order);
        order.chunks(2).for_each(|pair| graph.add_edge(pair[0], pair[1]));
        for u in 0..len {
            (0..u)
                .filter(|_| rng.u32(..10) < density)
                .collect::<Vec<_>>()
                .iter()
                .for_each(|v| graph.add_edge(u, *v));
        }
        let costs = (0..len * len).map(|_| [rng.u128(0..most), rng.u128(0..most)]).collect();
        (graph, costs)
    }

    /// A graph as above in which edges inside the same three and the same nine vertices are cheap, so that the odd sets
    /// are nested.
    fn clustered(rng: &mut fastrand::Rng) -> (Graph, Vec<Two>) {
        let (graph, mut costs) = random(rng, 14);
        let len = graph.len();
        for (number, cost) in costs.iter_mut().enumerate() {
            let (u, v) = (number / len, number % len);
            cost[0] = Cost::from(u / 3 != v / 3) + Cost::from(u / 9 != v / 9);
        }
        (graph, costs)
    }

    /// The least cost of the perfect matchings of a graph, and one of them.
    fn best(graph: &Graph, costs: &[Two]) -> Option<(Cost, Face)> {
        let len = graph.len();
        let mut face = Face::new(graph.clone(), vec![NONE; len]);
        face.narrow(|u, v| costs[u * len + v][0])
            .then(|| (cost(&face, costs), face))
    }

    fn cost(face: &Face, costs: &[Two]) -> Cost {
        let len = face.mates.len();
        let of = |u: usize| {
            let v = face.mates[u];
            costs[u.min(v) * len + u.max(v)][0]
        };
        (0..len).map(of).sum()
    }

    /// Vertices are settled in turn with the first mate with which the cost stays as little as it can be, or restricted
    /// to some mates, as trying each shows, which are also its possible mates; and what is left is a perfect matching
    /// of least cost each time.
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
            if face.is_unconstrained() && plain >= 100 {
                continue;
            }
            *if face.is_unconstrained() {
                &mut plain
            } else {
                &mut bound
            } += 1;
            nested_twice += usize::from((0..len).any(|u| face.family.depth(u) > 1));
            let mut nested = face.matching().unwrap();
            let (mut order, mut settled): (Vec<usize>, Vec<usize>) = ((0..len).collect(), Vec::new());
            rng.shuffle(&mut order);
            for u in order.clone() {
                if settled.contains(&u) {
                    continue;
                }
                let meeting = |row: &[u64]| {
                    let mut graph = graph.clone();
                    graph.retain_within(u, row);
                    graph
                };
                let can = |row: &[u64]| best(&meeting(row), &costs).is_some_and(|(cost, _)| cost == least);
                if rng.u8(..3) == 0 {
                    let possible = (0..len).filter(|v| can(&bits(len, [*v].into_iter())));
                    assert_eq!(nested.possible_mates(u), bits(len, possible));
                }
                rng.shuffle(&mut order);
                let row = if rng.bool() {
                    let first = order.iter().copied().find(|v| can(&bits(len, [*v].into_iter())));
                    assert_eq!(nested.settle(u, order.iter().copied()), first);
                    settled.extend(first.into_iter().chain([u]));
                    first.map(|first| bits(len, [first].into_iter()))
                } else {
                    let some = bits(len, (0..len).filter(|_| rng.u32(..3) == 0));
                    assert_eq!(nested.restrict(u, &some), can(&some));
                    can(&some).then_some(some)
                };
                refused += usize::from(row.is_none());
                if let Some(row) = row {
                    graph = meeting(&row);
                }
                if let [.., mate, u] = settled[..] {
                    assert_eq!(nested.possible_mates(u), bits(len, [mate].into_iter()));
                }
                face.adopt(&mut nested);
                assert_eq!(cost(&face, &costs), least);
                let is_pair = |u: usize, v: usize| graph.has_edge(u, v) && face.mates[v] == u;
                assert!((0..len).all(|u| is_pair(u, face.mates[u])));
            }
        }
        assert!(refused > 1000, "{refused}");
    }
}
