//! A barrier: vertices without which as many odd sets are left. In every perfect matching each of them meets somebody of one of
//! these sets, so that it can be told at once who of them can meet whom.
//!
//! Each of the vertices and the set that it meets now are a pair. A vertex can meet somebody of another set if a way leads back
//! from there: the vertex of that set can meet somebody of a third one, and so on until the first. So the pairs fall into
//! groups, those of which can all be reached from each other, and nobody meets anybody of another group. Inside a group
//! everything is possible, because all of a set but one can be paired, whoever that one is.

use crate::bits::{bits, put_in};
use crate::budget::Budget;
use crate::graph::{Graph, NONE};
use crate::row::Row;

/// The vertices, each with the members of the set that it meets.
pub(crate) struct Barrier<'a> {
    vertices: Vec<usize>,
    sets: Vec<Vec<usize>>,
    /// Of a vertex or a member the number of its pair.
    number: Vec<usize>,
    /// Those of whom no two can meet, whatever the graph says.
    apart: Option<&'a [u64]>,
}

impl<'a> Barrier<'a> {
    pub(crate) fn new(len: usize, vertices: Vec<usize>, sets: Vec<Vec<usize>>, apart: Option<&'a [u64]>) -> Self {
        let mut number = vec![NONE; len];
        for (place, (vertex, set)) in vertices.iter().zip(&sets).enumerate() {
            set.iter().chain([vertex]).for_each(|one| number[*one] = place);
        }
        Self {
            vertices,
            sets,
            number,
            apart,
        }
    }

    /// Takes what is impossible between the vertices and the sets out of the graph, and shows those of whom nothing else is to be
    /// known: the vertices, and the members of sets of one.
    pub(crate) fn strike_out(&self, graph: &mut Graph) -> Vec<u64> {
        let groups = self.groups(graph);
        let count = groups.iter().max().map_or(0, |last| last + 1);
        if count > 1 {
            let members: Vec<usize> = self.sets.concat();
            self.keep_groups(graph, &groups, count, [&self.vertices, &members]);
            self.keep_groups(graph, &groups, count, [&members, &self.vertices]);
        }
        let single = self.sets.iter().filter(|set| set.len() == 1).flatten();
        bits(graph.len(), self.vertices.iter().chain(single).copied())
    }

    /// Keeps of each of the ones those of the others who are in the same group, and everybody who is not among the others.
    fn keep_groups(&self, graph: &mut Graph, groups: &[usize], count: usize, [ones, others]: [&[usize]; 2]) {
        let group = |one: usize| groups[self.number[one]];
        let all = bits(graph.len(), others.iter().copied());
        let mut kept = vec![vec![0; all.len()]; count];
        for other in others {
            put_in(&mut kept[group(*other)], *other);
        }
        Budget::spend(count * all.len());
        let all = Row::new(all.into_iter());
        graph.lose(ones.iter().copied(), &all, |one, place| !kept[group(one)][place]);
    }

    /// The first neighbour of one who is left.
    fn next(&self, graph: &Graph, one: usize, left: &Row) -> Option<usize> {
        graph.neighbours_of(one, left, self.apart).next()
    }

    /// The group of each pair, by two walks: the first gives an order in which a pair comes once all that are reached from it have
    /// come; the second goes backwards, from the last that has no group yet to all from which it is reached.
    fn groups(&self, graph: &Graph) -> Vec<usize> {
        let row = |these: &mut dyn Iterator<Item = &usize>| Row::of(graph.len(), these.copied());
        let mut left = row(&mut self.sets.iter().flatten());
        let (mut order, mut is_reached) = (Vec::new(), vec![false; self.sets.len()]);
        for first in 0..self.sets.len() {
            let mut way = if is_reached[first] { Vec::new() } else { vec![first] };
            while let Some(pair) = way.last().copied() {
                if !is_reached[pair] {
                    is_reached[pair] = true;
                    self.sets[pair].iter().for_each(|member| left.take(*member));
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
            left.take(self.vertices[last]);
            while let Some(pair) = found.pop() {
                groups[pair] = count;
                for member in self.sets[pair].iter().copied() {
                    while let Some(vertex) = self.next(graph, member, &left) {
                        left.take(vertex);
                        found.push(self.number[vertex]);
                    }
                }
            }
            count += 1;
        }
        groups
    }
}
