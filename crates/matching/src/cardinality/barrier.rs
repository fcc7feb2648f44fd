//! Removal of the edges at a barrier that are in no perfect matching.
//!
//! A *barrier* of a graph with a perfect matching is a set of vertices whose deletion leaves as many odd components as
//! it has vertices, which is equality in Tutte's condition (1947). Every perfect matching matches its vertices into
//! these components, exactly one into each. So edges inside the barrier, and from it to even components, are in none.
//!
//! Pair each vertex of the barrier with the component that it is matched into now. An edge from a vertex to another
//! component is in some perfect matching if and only if it lies on a cycle of such edges through these pairs: that is,
//! if both ends are in one strongly connected component of the directed graph of the pairs. Which vertex of a component
//! the edge ends at does not matter, since the components that a search leaves are factor-critical: whichever vertex is
//! deleted, the others have a perfect matching. See Lovász and Plummer, *Matching Theory*, chapter 3 for barriers and
//! chapter 4 for the bipartite graph that is left when the components are shrunk.

use crate::budget::Budget;
use crate::graph::BitSet;
use crate::graph::bits::{bits, put_in};
use crate::graph::{Graph, NONE};

/// The vertices of a barrier, each with the odd component that it is matched into.
pub(crate) struct Barrier<'a> {
    vertices: Vec<usize>,
    sets: Vec<Vec<usize>>,
    /// The number of the pair that a vertex of the barrier or of a component is in.
    number: Vec<usize>,
    /// Vertices that count as an independent set: edges between two of them are ignored.
    apart: Option<&'a [u64]>,
}

impl<'a> Barrier<'a> {
    pub(crate) fn new(len: usize, vertices: Vec<usize>, sets: Vec<Vec<usize>>, apart: Option<&'a [u64]>) -> Self {
        let mut number = vec![NONE; len];
        for (place, (vertex, set)) in vertices.iter().zip(&sets).enumerate() {
            set.iter().chain([vertex]).for_each(|u| number[*u] = place);
        }
        Self {
            vertices,
            sets,
            number,
            apart,
        }
    }

    /// Removes the inadmissible edges between the barrier and the components. Returns the vertices all of whose edges
    /// are decided: those of the barrier, and those that are a component alone.
    pub(crate) fn remove_inadmissible(&self, graph: &mut Graph) -> Vec<u64> {
        let groups = self.strong_components(graph);
        let count = groups.iter().max().map_or(0, |last| last + 1);
        if count > 1 {
            let members: Vec<usize> = self.sets.concat();
            self.keep_components(graph, &groups, count, [&self.vertices, &members]);
            self.keep_components(graph, &groups, count, [&members, &self.vertices]);
        }
        let single = self.sets.iter().filter(|set| set.len() == 1).flatten();
        bits(graph.len(), self.vertices.iter().chain(single).copied())
    }

    /// Keeps the edges between these vertices and the others that stay in a strongly connected component.
    fn keep_components(&self, graph: &mut Graph, groups: &[usize], count: usize, [ones, others]: [&[usize]; 2]) {
        let group = |u: usize| groups[self.number[u]];
        let all = bits(graph.len(), others.iter().copied());
        let mut kept = vec![vec![0; all.len()]; count];
        for v in others {
            put_in(&mut kept[group(*v)], *v);
        }
        Budget::spend(count * all.len());
        let all = BitSet::from_words(all.into_iter());
        graph.remove_where(ones.iter().copied(), &all, |u, place| !kept[group(u)][place]);
    }

    /// The first neighbour of a vertex that is left.
    fn next(&self, graph: &Graph, u: usize, left: &BitSet) -> Option<usize> {
        graph.neighbours_within(u, left, self.apart).next()
    }

    /// The strongly connected component of each pair, by Kosaraju's algorithm: a depth-first search lists the pairs in
    /// the order in which it leaves them (postorder); then, from the last of them that has no component yet, a search
    /// against the direction of the edges finds the pairs of its component.
    fn strong_components(&self, graph: &Graph) -> Vec<usize> {
        let row = |these: &mut dyn Iterator<Item = &usize>| BitSet::from_numbers(graph.len(), these.copied());
        let mut left = row(&mut self.sets.iter().flatten());
        let (mut order, mut is_reached) = (Vec::new(), vec![false; self.sets.len()]);
        for first in 0..self.sets.len() {
            let mut way = if is_reached[first] { Vec::new() } else { vec![first] };
            while let Some(pair) = way.last().copied() {
                if !is_reached[pair] {
                    is_reached[pair] = true;
                    self.sets[pair].iter().for_each(|member| left.remove(*member));
                }
                match self.next(graph, self.vertices[pair], &left) {
                    Some(member) => way.push(self.number[member]),
                    None => order.extend(way.pop()),
                }
            }
        }
        let mut left = row(&mut self.vertices.iter());
        let (mut groups, mut count) = (vec![NONE; self.sets.len()], 0);
        for last in order.into_iter().rev() {
            if groups[last] != NONE {
                continue;
            }
            let mut found = vec![last];
            left.remove(self.vertices[last]);
            while let Some(pair) = found.pop() {
                groups[pair] = count;
                for member in self.sets[pair].iter().copied() {
                    while let Some(vertex) = self.next(graph, member, &left) {
                        left.remove(vertex);
                        found.push(self.number[vertex]);
                    }
                }
            }
            count += 1;
        }
        groups
    }
}
