//! Odd sets in each other, each of which has a door: one of its members is at it, and meets somebody outside.

use crate::bits::{is_in, numbers, put_in};
use crate::budget::Budget;
use crate::nest::Nest;

/// One of the odd sets; the first stands for everything, and has nobody at its door.
#[derive(Clone, Debug)]
pub(crate) struct Set {
    /// The set around it.
    pub(crate) around: usize,
    /// Its members: vertices in no smaller set, as a row of bits, and smaller sets.
    pub(crate) vertices: Vec<u64>,
    pub(crate) sets: Vec<usize>,
    /// The vertices in it that could be at the door, as a row of bits.
    pub(crate) able: Vec<u64>,
    /// Whom these could meet, of the set and outside; everybody until that is asked.
    pub(crate) reach: Vec<u64>,
    /// Whether these are less than what the nodes have.
    pub(crate) less: bool,
    /// Whether nobody is to be found for the door any more.
    pub(crate) closed: bool,
}

/// The sets, each after the one around it, and the numbers of nodes: vertices, sets and doors.
#[derive(Clone, Debug)]
pub(crate) struct Sets {
    pub(crate) list: Vec<Set>,
    /// Of each vertex the smallest set that it is in.
    pub(crate) smallest: Vec<usize>,
    /// The first node that is not a vertex.
    pub(crate) first: usize,
}

impl Sets {
    pub(crate) fn new(len: usize, nest: &Nest) -> Self {
        let words = len.div_ceil(64);
        let set = |around| Set {
            around,
            vertices: vec![0; words],
            sets: Vec::new(),
            able: vec![0; words],
            reach: vec![!0; words],
            less: false,
            closed: false,
        };
        let mut list: Vec<Set> = nest.around().map(set).collect();
        list[0].closed = true;
        let smallest: Vec<usize> = (0..len).map(|vertex| nest.ring(vertex) as usize).collect();
        for (vertex, set) in smallest.iter().enumerate() {
            put_in(&mut list[*set].vertices, vertex);
        }
        for set in 1..list.len() {
            let around = list[set].around;
            list[around].sets.push(set);
        }
        Self {
            list,
            smallest,
            first: 64 * words,
        }
    }

    /// How many nodes there are, with some numbers between that are none.
    pub(crate) const fn nodes(&self) -> usize {
        self.first + 2 * self.list.len()
    }

    pub(crate) const fn node(&self, set: usize) -> usize {
        self.first + 2 * set
    }

    /// It comes after its set.
    pub(crate) const fn door(&self, set: usize) -> usize {
        self.first + 2 * set + 1
    }

    /// The set of a node that is not a vertex.
    pub(crate) fn set(&self, node: usize) -> Option<usize> {
        node.checked_sub(self.first).map(|number| number / 2)
    }

    /// The set that a node is a member of.
    pub(crate) fn around(&self, node: usize) -> usize {
        self.set(node)
            .map_or_else(|| self.smallest[node], |set| self.list[set].around)
    }

    pub(crate) fn members(&self, set: usize) -> Vec<usize> {
        let Set { vertices, sets, .. } = &self.list[set];
        numbers(vertices)
            .chain(sets.iter().map(|set| self.node(*set)))
            .collect()
    }

    /// Whether a vertex could be at the door of a node; a vertex is always at its own.
    pub(crate) fn is_able(&self, node: usize, vertex: usize) -> bool {
        self.set(node)
            .map_or(node == vertex, |set| is_in(&self.list[set].able, vertex))
    }

    /// Whether two could be at the doors that are between them.
    pub(crate) fn are_able(&self, one: usize, other: usize) -> bool {
        let [way, others] = self.ways(one, other);
        way.into_iter().all(|node| self.is_able(node, one)) && others.into_iter().all(|node| self.is_able(node, other))
    }

    /// Those who could be at the door of a node.
    pub(crate) fn able(&self, node: usize) -> Vec<usize> {
        self.set(node)
            .map_or_else(|| vec![node], |set| numbers(&self.list[set].able).collect())
    }

    /// The same of some members of a set, as a row of vertices.
    pub(crate) fn able_of(&self, set: usize, members: &[u64]) -> Vec<u64> {
        let mut able = members[..self.first / 64].to_vec();
        for set in self.list[set]
            .sets
            .iter()
            .copied()
            .filter(|set| is_in(members, self.node(*set)))
        {
            Budget::spend(able.len());
            able.iter_mut()
                .zip(&self.list[set].able)
                .for_each(|(word, more)| *word |= more);
        }
        able
    }

    /// The members of a set at whose door one of these vertices could be, as a row of nodes.
    pub(crate) fn joined(&self, set: usize, vertices: &[u64]) -> Vec<u64> {
        let Set {
            vertices: own, sets, ..
        } = &self.list[set];
        let mut joined: Vec<u64> = own.iter().zip(vertices).map(|(own, word)| own & word).collect();
        joined.resize(self.nodes().div_ceil(64), 0);
        for set in sets.iter().copied() {
            Budget::spend(vertices.len());
            if self.list[set]
                .able
                .iter()
                .zip(vertices)
                .any(|(able, word)| able & word != 0)
            {
                let node = self.node(set);
                put_in(&mut joined, node);
            }
        }
        joined
    }

    /// A vertex, and the sets around it from the smallest on, as nodes, up to one that is a member of a closed set.
    fn outwards(&self, vertex: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(vertex), |node| {
            let around = self.around(*node);
            (!self.list[around].closed).then(|| self.node(around))
        })
    }

    /// The same from outside.
    pub(crate) fn way(&self, vertex: usize) -> Vec<usize> {
        let mut way: Vec<usize> = self.outwards(vertex).collect();
        way.reverse();
        way
    }

    /// The same of two, without the sets in which both are.
    pub(crate) fn ways(&self, one: usize, other: usize) -> [Vec<usize>; 2] {
        let (one, other) = (self.way(one), self.way(other));
        let common = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
        [one[common..].to_vec(), other[common..].to_vec()]
    }

    /// The member of a set that a vertex is in, if it could be at the doors on the way.
    pub(crate) fn member(&self, set: usize, vertex: usize) -> Option<usize> {
        let mut way = self.outwards(vertex).take_while(|node| self.is_able(*node, vertex));
        way.find(|node| self.around(*node) == set)
    }
}
