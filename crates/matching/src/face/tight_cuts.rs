//! The odd sets of a laminar family with the numbers of the nodes that stand for them in contractions along their tight
//! cuts: the vertices come first, and then, for each set, the set shrunk and its complement shrunk.

use crate::budget::Budget;
use crate::cost::LaminarFamily;
use crate::graph::bits::{is_in, numbers, put_in};

/// An odd set; the first stands for all vertices, and has no base.
#[derive(Clone, Debug)]
pub(crate) struct OddSet {
    /// The set around it.
    pub(crate) parent: usize,
    /// The vertices in no smaller set, as a row of bits, and the smaller sets.
    pub(crate) vertices: Vec<u64>,
    pub(crate) sets: Vec<usize>,
    /// The vertices that can be the base, as a row of bits.
    pub(crate) bases: Vec<u64>,
    /// The vertices outside that the possible bases can be matched with, as a row of bits; all until they are found.
    pub(crate) outer_mates: Vec<u64>,
    /// Whether `outer_mates` has lost vertices of which the contractions do not know yet.
    pub(crate) shrunk: bool,
    /// Whether the base is settled; the set of all vertices counts as one.
    pub(crate) settled: bool,
}

/// The sets, each after the one around it, and the numbers of the nodes.
#[derive(Clone, Debug)]
pub(crate) struct TightCuts {
    pub(crate) list: Vec<OddSet>,
    /// The smallest set that each vertex is in.
    pub(crate) smallest: Vec<usize>,
    /// The first node that is not a vertex.
    pub(crate) first: usize,
}

impl TightCuts {
    pub(crate) fn new(len: usize, family: &LaminarFamily) -> Self {
        let words = len.div_ceil(64);
        let set = |parent| OddSet {
            parent,
            vertices: vec![0; words],
            sets: Vec::new(),
            bases: vec![0; words],
            outer_mates: vec![!0; words],
            shrunk: false,
            settled: false,
        };
        let mut list: Vec<OddSet> = family.parents().map(set).collect();
        list[0].settled = true;
        let smallest: Vec<usize> = (0..len).map(|vertex| family.smallest(vertex) as usize).collect();
        for (vertex, set) in smallest.iter().enumerate() {
            put_in(&mut list[*set].vertices, vertex);
        }
        for set in 1..list.len() {
            let parent = list[set].parent;
            list[parent].sets.push(set);
        }
        Self {
            list,
            smallest,
            first: 64 * words,
        }
    }

    /// The end of the numbers of nodes; some before it are those of no node.
    pub(crate) const fn nodes(&self) -> usize {
        self.first + 2 * self.list.len()
    }

    pub(crate) const fn node(&self, set: usize) -> usize {
        self.first + 2 * set
    }

    /// The complement of a set, whose number is the one after that of the set.
    pub(crate) const fn complement(&self, set: usize) -> usize {
        self.first + 2 * set + 1
    }

    /// The set of a node that is not a vertex.
    pub(crate) fn set(&self, node: usize) -> Option<usize> {
        node.checked_sub(self.first).map(|number| number / 2)
    }

    /// The set that a node is a member of.
    pub(crate) fn parent(&self, node: usize) -> usize {
        self.set(node)
            .map_or_else(|| self.smallest[node], |set| self.list[set].parent)
    }

    pub(crate) fn members(&self, set: usize) -> Vec<usize> {
        let OddSet { vertices, sets, .. } = &self.list[set];
        numbers(vertices)
            .chain(sets.iter().map(|set| self.node(*set)))
            .collect()
    }

    /// Whether a vertex can be the base of a node; a vertex is its own.
    pub(crate) fn can_be_base(&self, node: usize, vertex: usize) -> bool {
        self.set(node)
            .map_or(node == vertex, |set| is_in(&self.list[set].bases, vertex))
    }

    /// Whether the ends of an edge can be the bases of the sets that it leaves.
    pub(crate) fn can_be_bases(&self, u: usize, v: usize) -> bool {
        let [way, others] = self.paths(u, v);
        way.into_iter().all(|node| self.can_be_base(node, u))
            && others.into_iter().all(|node| self.can_be_base(node, v))
    }

    /// The vertices that can be the base of a node.
    pub(crate) fn bases(&self, node: usize) -> Vec<usize> {
        self.set(node)
            .map_or_else(|| vec![node], |set| numbers(&self.list[set].bases).collect())
    }

    /// The vertices that can be the base of some members of a set, as a row of vertices.
    pub(crate) fn bases_of(&self, set: usize, members: &[u64]) -> Vec<u64> {
        let mut able = members[..self.first / 64].to_vec();
        for set in self.list[set]
            .sets
            .iter()
            .copied()
            .filter(|set| is_in(members, self.node(*set)))
        {
            Budget::spend(able.len());
            able.iter_mut()
                .zip(&self.list[set].bases)
                .for_each(|(word, more)| *word |= more);
        }
        able
    }

    /// The members of a set of which one of these vertices can be the base, as a row of nodes.
    pub(crate) fn members_with_base_in(&self, set: usize, vertices: &[u64]) -> Vec<u64> {
        let OddSet {
            vertices: own, sets, ..
        } = &self.list[set];
        let mut joined: Vec<u64> = own.iter().zip(vertices).map(|(own, word)| own & word).collect();
        joined.resize(self.nodes().div_ceil(64), 0);
        for set in sets.iter().copied() {
            Budget::spend(vertices.len());
            if self.list[set]
                .bases
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

    /// The vertex, and the sets around it from the smallest on, as nodes, up to the first that is a member of a set
    /// whose base is settled.
    fn outwards(&self, vertex: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(vertex), |node| {
            let parent = self.parent(*node);
            (!self.list[parent].settled).then(|| self.node(parent))
        })
    }

    /// The nodes of [`Self::outwards`], the outermost first.
    pub(crate) fn path(&self, vertex: usize) -> Vec<usize> {
        let mut way: Vec<usize> = self.outwards(vertex).collect();
        way.reverse();
        way
    }

    /// The [`Self::path`]s of both ends of an edge, without the sets that have both.
    pub(crate) fn paths(&self, u: usize, v: usize) -> [Vec<usize>; 2] {
        let (u, v) = (self.path(u), self.path(v));
        let common = u.iter().zip(&v).take_while(|(u, v)| u == v).count();
        [u[common..].to_vec(), v[common..].to_vec()]
    }

    /// The member of a set that a vertex is in, if it can be the base of the sets between.
    pub(crate) fn member(&self, set: usize, vertex: usize) -> Option<usize> {
        let mut way = self.outwards(vertex).take_while(|node| self.can_be_base(*node, vertex));
        way.find(|node| self.parent(*node) == set)
    }
}
