//! Perfect matchings of a face: the mates that a vertex has in any of them, and the fixing of these one by one.
//!
//! Each odd set of the laminar family is left by exactly one edge of every matching of the face: its cut is a *tight
//! cut* (Lovász, *Matching structure and the matching lattice*, 1987; Schrijver, *Combinatorial Optimization*, chapter
//! 37).
//!
//! A matching of the face is therefore made up of perfect matchings of smaller graphs, the *contractions*, one for each
//! set and one for all vertices. The nodes of a contraction are the *members* of its set, which are the vertices that
//! are in no smaller set, and the largest sets inside it, each shrunk to a node; and one more node, to which everything
//! outside the set is shrunk, its *complement*.
//!
//! The vertex of a set that is matched to the outside is its *base*. Which vertices can be is found for each set, and
//! two nodes are joined only if vertices that can be their bases are.

use std::iter::once;
use std::mem::take;

use crate::budget::Budget;
use crate::cardinality::Matching;
use crate::cardinality::Target;
use crate::cost::LaminarFamily;
use crate::face::tight_cuts::TightCuts;
use crate::graph::BitSet;
use crate::graph::bits::{bits, is_in, numbers, put_in, take_out};
use crate::graph::{Graph, NONE};

/// The perfect matchings of a face, and one of them. They become fewer as vertices are *settled* (given a mate for
/// good) or restricted to some mates.
///
/// ```
/// use lexicographic_matching::{Cost, Face, Graph, NONE};
///
/// let mut face = Face::new(Graph::complete(4), vec![NONE; 4]);
/// assert!(face.narrow(|u, v| Cost::from((u, v) == (0, 3))));
/// let mut matching = face.matching().unwrap();
/// // The cheap matchings do not have 0 with 3, so 0 gets the next preference.
/// assert_eq!(matching.settle(0, [3, 2, 1].into_iter()), Some(2));
/// assert_eq!(matching.mates(), [2, 3, 0, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct FaceMatching {
    /// The edges that the matchings may have.
    graph: Graph,
    sets: TightCuts,
    /// The contractions, side by side.
    nodes: Graph,
    /// One of the matchings, in the contractions. Settled nodes are left out of it.
    matching: Matching,
    /// The mates of settled vertices.
    settled: Vec<usize>,
    /// Vertices that have lost edges which the contractions still have.
    due: Vec<usize>,
    /// One of the matchings, of the vertices, if it is known.
    known: Option<Vec<usize>>,
}

impl FaceMatching {
    /// The matchings of a face, from one of them.
    pub(crate) fn new(graph: Graph, mates: &[usize], family: &LaminarFamily) -> Self {
        let len = graph.len();
        let sets = TightCuts::new(len, family);
        let mut nodes = graph.with_more_vertices(sets.nodes() - len);
        if sets.list.len() > 1 {
            let own = |vertex: usize| &sets.list[sets.smallest[vertex]].vertices;
            let all = BitSet::from_words(std::iter::repeat_n(!0, nodes.len().div_ceil(64)));
            nodes.remove_where(0..len, &all, |node, place| !own(node)[place]);
        }
        let mut matching = Matching::new(nodes.len());
        for (u, mate) in mates.iter().copied().enumerate().filter(|(u, mate)| u < mate) {
            let paths = sets.paths(u, mate);
            matching.join(paths[0][0], paths[1][0]);
            for step in paths.iter().flat_map(|way| way.windows(2)) {
                matching.join(step[0] + 1, step[1]);
            }
        }
        let mut found = Self {
            graph,
            sets,
            nodes,
            matching,
            settled: vec![NONE; len],
            due: Vec::new(),
            known: None,
        };
        for set in (1..found.sets.list.len()).rev() {
            let (node, complement) = (found.sets.node(set), found.sets.complement(set));
            found
                .sets
                .members(set)
                .into_iter()
                .for_each(|member| found.nodes.add_edge(complement, member));
            found.find_bases(set);
            let joined = found
                .sets
                .members_with_base_in(found.sets.parent(node), &found.sets.list[set].outer_mates);
            numbers(&joined)
                .filter(|v| *v != node)
                .for_each(|v| found.nodes.add_edge(node, v));
        }
        found
    }

    /// Finds the possible bases of a set and their mates outside, and returns whether there are fewer than before.
    fn find_bases(&mut self, set: usize) -> bool {
        let mates = self
            .matching
            .possible_mates(&self.nodes, self.sets.complement(set), Target::Everything);
        // They never become more, so that only those are looked for that no base has been found to be joined to.
        let mut lost = BitSet::from_words(self.sets.list[set].outer_mates.iter().copied());
        for inner in self.sets.list[set]
            .sets
            .iter()
            .filter(|inner| is_in(&mates, self.sets.node(**inner)))
        {
            let reach = self.sets.list[*inner].outer_mates.iter().enumerate();
            reach.for_each(|(place, word)| lost.remove_word(place, *word));
            Budget::spend(lost.words().len());
        }
        self.graph
            .subtract_neighbours(numbers(&mates[..lost.words().len()]), &mut lost);
        let is_base = self.sets.bases_of(set, &mates);
        let set = &mut self.sets.list[set];
        let less = take(&mut set.shrunk) || set.bases != is_base || lost.first().is_some();
        set.bases = is_base;
        set.outer_mates
            .iter_mut()
            .zip(lost.words())
            .for_each(|(word, lost)| *word &= !lost);
        less
    }

    /// Augments from a node that has lost its matched edge.
    fn repair(&mut self, node: usize) {
        if self
            .matching
            .mate(node)
            .is_some_and(|mate| !self.nodes.has_edge(node, mate))
        {
            self.matching.unmatch(node);
            self.matching.augment(&self.nodes, node);
        }
    }

    /// Keeps of the edges of a member of a set those to these members and to the complement.
    fn restrict_node(&mut self, set: usize, member: usize, mut others: Vec<u64>) {
        put_in(&mut others, self.sets.complement(set));
        self.nodes.retain_within(member, &others);
        self.repair(member);
    }

    /// Removes from the contractions the edges that vertices have lost since the last time. If a set has fewer possible
    /// bases then, the contraction around it may lose edges too.
    fn propagate(&mut self) {
        let mut changed = vec![false; self.sets.list.len()];
        for u in take(&mut self.due) {
            let set = self.sets.parent(u);
            self.restrict_node(set, u, self.sets.members_with_base_in(set, self.graph.row(u)));
            changed[set] = true;
        }
        self.update_cuts(changed);
    }

    /// Finds again the possible bases of the sets that have changed, and of those around them.
    fn update_cuts(&mut self, mut changed: Vec<bool>) {
        for set in (1..changed.len()).rev() {
            if !changed[set] || self.sets.list[set].settled {
                continue;
            }
            if self.find_bases(set) {
                let (node, around) = (self.sets.node(set), self.sets.list[set].parent);
                self.restrict_node(
                    around,
                    node,
                    self.sets.members_with_base_in(around, &self.sets.list[set].outer_mates),
                );
                changed[around] = true;
            }
        }
    }

    /// Keeps of the edges at the complement of a set those to members whose base can be matched with one of these
    /// vertices.
    fn narrow_complement(&mut self, set: usize, vertices: &[u64]) {
        let complement = self.sets.complement(set);
        let mut lost = BitSet::from_words(self.nodes.row(complement)[..vertices.len()].iter().copied());
        self.graph.subtract_neighbours(numbers(vertices), &mut lost);
        let inner = self.sets.list[set]
            .sets
            .iter()
            .copied()
            .inspect(|_| Budget::spend(vertices.len()));
        let beyond = |set: usize| {
            self.sets.list[set]
                .outer_mates
                .iter()
                .zip(vertices)
                .all(|(reach, word)| reach & word == 0)
        };
        let inner = inner.filter(|set| beyond(*set)).map(|set| self.sets.node(set));
        for member in numbers(lost.words()).chain(inner) {
            Budget::spend(4);
            self.nodes.remove_edge(complement, member);
        }
        self.repair(complement);
    }

    /// The possible mates of a vertex, as a row of bits: all of them, or, once one that is `wanted` is found, perhaps
    /// only some. The sets around the vertex are gone through from the outermost inwards; each time the next complement
    /// keeps the edges that the possible matches found so far allow.
    fn find_mates(&mut self, u: usize, wanted: &[u64]) -> Vec<u64> {
        let row = self.graph.row(u).to_vec();
        let mut found = vec![0; row.len()];
        let mut outside = found.clone();
        for (place, node) in self.sets.path(u).into_iter().enumerate() {
            let set = self.sets.parent(node);
            if place > 0 {
                self.narrow_complement(set, &outside);
            }
            let is_base = self.sets.can_be_base(node, u);
            let joined = if is_base {
                self.sets.members_with_base_in(set, wanted)
            } else {
                Vec::new()
            };
            let target: Vec<u64> = joined
                .iter()
                .zip(self.nodes.row(node))
                .map(|(word, mates)| word & mates)
                .collect();
            let target = if is_base {
                Target::AnyOf(&target)
            } else {
                Target::Everything
            };
            let mates = self.matching.possible_mates(&self.nodes, node, target);
            let others = self.sets.bases_of(set, &mates);
            if is_base {
                let mates = others.iter().zip(&row).map(|(word, mates)| word & mates);
                found.iter_mut().zip(mates).for_each(|(word, more)| *word |= more);
                if found.iter().zip(wanted).any(|(word, wanted)| word & wanted != 0) {
                    break;
                }
            }
            if place == 0 || !is_in(&mates, self.sets.complement(set)) {
                outside.fill(0);
            }
            outside.iter_mut().zip(&others).for_each(|(word, more)| *word |= more);
        }
        found
    }

    /// Settles a vertex with the first of its preferences that is its mate in any of the matchings; keeps the matchings
    /// in which it is, and returns it. `None` if no preference is a possible mate, or if a budget is spent. The only
    /// possible mate of a vertex that is settled already is the one that it has.
    pub fn settle(&mut self, u: usize, mut preferences: impl Iterator<Item = usize>) -> Option<usize> {
        if Budget::is_spent() {
            return None;
        }
        if self.settled[u] != NONE {
            return preferences.find(|v| *v == self.settled[u]);
        }
        self.propagate();
        let set = self.sets.parent(u);
        let v = if self.sets.list[set].settled {
            let Self {
                graph,
                sets,
                nodes,
                matching,
                ..
            } = self;
            let mut asked = Vec::new();
            let members = preferences.filter(|v| graph.has_edge(u, *v)).filter_map(|v| {
                let member = sets.member(set, v)?;
                asked.push((member, v));
                Some(member)
            });
            let chosen = matching.settle(nodes, u, members);
            matching.remove_inadmissible(nodes, u);
            let chosen = chosen?;
            asked.into_iter().find(|(member, _)| *member == chosen)?.1
        } else {
            let first = preferences.find(|v| self.graph.has_edge(u, *v))?;
            let is_base = self.find_mates(u, &bits(self.graph.len(), once(first)));
            once(first).chain(preferences).find(|v| is_in(&is_base, *v))?
        };
        let paths = self.sets.paths(u, v);
        if !self.sets.list[set].settled {
            self.matching.settle(&self.nodes, paths[0][0], once(paths[1][0]))?;
        }
        (self.settled[u], self.settled[v]) = (v, u);
        self.known = None;
        let mut changed = vec![false; self.sets.list.len()];
        changed[self.sets.parent(paths[0][0])] = true;
        for step in paths.iter().flat_map(|way| way.windows(2)) {
            self.matching.settle(&self.nodes, step[0] + 1, once(step[1]))?;
            if let Some(set) = self.sets.set(step[0]) {
                self.sets.list[set].settled = true;
            }
        }
        self.update_cuts(changed);
        Some(v)
    }

    /// Keeps the matchings in which the mate of a vertex is in the row of bits `others`; returns whether there are any.
    /// If not, all are kept.
    pub fn restrict(&mut self, u: usize, others: &[u64]) -> bool {
        if Budget::is_spent() {
            return false;
        }
        if self.settled[u] != NONE {
            return is_in(others, self.settled[u]);
        }
        let wanted: Vec<u64> = self
            .graph
            .row(u)
            .iter()
            .zip(others)
            .map(|(word, others)| word & others)
            .collect();
        let set = self.sets.parent(u);
        let can = if wanted.iter().all(|word| *word == 0) {
            false
        } else if self.sets.list[set].settled {
            self.propagate();
            let can = self
                .matching
                .match_into(&self.nodes, u, &self.sets.members_with_base_in(set, &wanted));
            self.matching.remove_inadmissible(&mut self.nodes, u);
            can
        } else {
            let mate = self.mates()[u];
            (mate != NONE && is_in(&wanted, mate)) || {
                self.propagate();
                // Mostly no mate is possible once another vertex is settled to be the base.
                numbers(&wanted).any(|v| self.sets.can_be_bases(u, v))
                    && self
                        .find_mates(u, &wanted)
                        .iter()
                        .zip(&wanted)
                        .any(|(is_base, wanted)| is_base & wanted != 0)
            }
        };
        if !can {
            return false;
        }
        self.known
            .take_if(|known| known[u] == NONE || !is_in(&wanted, known[u]));
        self.graph.retain_within(u, others);
        for set in self
            .sets
            .list
            .iter_mut()
            .filter(|set| !set.settled && is_in(&set.outer_mates, u))
        {
            if self.graph.neighbours_in(u, &set.bases).next().is_none() {
                take_out(&mut set.outer_mates, u);
                set.shrunk = true;
            }
        }
        self.due.push(u);
        true
    }

    /// The mates that a vertex has in any of the matchings, as a row of bits.
    pub fn possible_mates(&mut self, u: usize) -> Vec<u64> {
        self.propagate();
        if self.settled[u] != NONE {
            return bits(self.graph.len(), once(self.settled[u]));
        }
        let set = self.sets.parent(u);
        if !self.sets.list[set].settled {
            let wanted = vec![0; self.graph.row(u).len()];
            return self.find_mates(u, &wanted);
        }
        let mates = self.matching.possible_mates(&self.nodes, u, Target::Everything);
        let is_base = self.sets.bases_of(set, &mates);
        self.graph
            .row(u)
            .iter()
            .zip(&is_base)
            .map(|(row, is_base)| row & is_base)
            .collect()
    }

    /// The mates of the vertices in one of the matchings.
    pub fn mates(&mut self) -> &[usize] {
        if self.known.is_none() {
            self.propagate();
        }
        let known = self.known.take().unwrap_or_else(|| self.expand());
        self.known.insert(known)
    }

    /// The matching of the contractions, as one of the vertices.
    fn expand(&self) -> Vec<usize> {
        let (mut matching, mut mates) = (self.matching.clone(), self.settled.clone());
        let mut at_door = vec![NONE; self.sets.list.len()];
        let put = |node: usize, vertex: usize, at_door: &mut Vec<usize>| {
            self.sets.set(node).into_iter().for_each(|set| at_door[set] = vertex);
        };
        for set in 0..self.sets.list.len() {
            if at_door[set] != NONE
                && let Some(member) = self.sets.member(set, at_door[set])
            {
                matching.settle(&self.nodes, self.sets.complement(set), once(member));
                put(member, at_door[set], &mut at_door);
            }
            for node in self.sets.members(set) {
                let Some(mate) = matching
                    .mate(node)
                    .filter(|mate| node < *mate && matching.is_active(node))
                else {
                    continue;
                };
                let Some((u, v)) = self.edge_between(node, mate) else {
                    continue;
                };
                (mates[u], mates[v]) = (v, u);
                put(node, u, &mut at_door);
                put(mate, v, &mut at_door);
            }
        }
        mates
    }

    /// An edge between possible bases of two nodes.
    fn edge_between(&self, u: usize, v: usize) -> Option<(usize, usize)> {
        if u < self.sets.first && v < self.sets.first {
            return Some((u, v));
        }
        let others = bits(self.graph.len(), self.sets.bases(v).into_iter());
        self.sets
            .bases(u)
            .into_iter()
            .find_map(|u| Some((u, self.graph.neighbours_in(u, &others).next()?)))
    }
}
