//! Odd sets nested in each other, for the question which of them a pair leaves.

use crate::blossom::Weight;

/// The outside of all sets.
const OUTSIDE: u32 = 0;

/// A set in another.
#[derive(Clone, Copy, Debug)]
struct Ring {
    /// The smallest that it is in.
    around: u32,
    /// How many it is in, itself counted.
    depth: u32,
    /// What those together take from the cost of a pair inside it.
    taken: Weight,
}

/// For each vertex the sets that it is in, as the smallest of them.
#[derive(Clone, Debug)]
pub(crate) struct Nest {
    /// Empty if there are no sets.
    smallest: Vec<u32>,
    rings: Vec<Ring>,
}

impl Nest {
    /// No sets.
    pub(crate) fn empty() -> Self {
        Self { smallest: Vec::new(), rings: vec![Ring { around: OUTSIDE, depth: 0, taken: 0 }] }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.smallest.is_empty()
    }

    /// A new set in another.
    pub(crate) fn put(&mut self, around: u32, taken: Weight) -> u32 {
        let Ring { depth, taken: before, .. } = self.rings[around as usize];
        self.rings.push(Ring { around, depth: depth + 1, taken: before + taken });
        u32::try_from(self.rings.len() - 1).unwrap_or(OUTSIDE)
    }

    /// Puts one of `len` vertices in a set.
    pub(crate) fn hold(&mut self, vertex: usize, len: usize, ring: u32) {
        if ring != OUTSIDE {
            self.smallest.resize(len, OUTSIDE);
            self.smallest[vertex] = ring;
        }
    }

    /// How many sets a vertex is in.
    pub(crate) fn depth(&self, vertex: usize) -> usize {
        self.smallest.get(vertex).map_or(0, |ring| self.rings[*ring as usize].depth as usize)
    }

    /// The sets in which both are, as the smallest.
    fn common(&self, one: usize, other: usize) -> &Ring {
        let (mut one, mut other) = (self.smallest[one], self.smallest[other]);
        while one != other {
            let (left, right) = (&self.rings[one as usize], &self.rings[other as usize]);
            if left.depth >= right.depth {
                one = left.around;
            }
            if left.depth <= right.depth {
                other = right.around;
            }
        }
        &self.rings[one as usize]
    }

    /// How many of the sets a pair leaves.
    pub(crate) fn leaves(&self, one: usize, other: usize) -> usize {
        if self.is_empty() {
            return 0;
        }
        self.depth(one) + self.depth(other) - 2 * self.common(one, other).depth as usize
    }

    /// What the sets in which both are take from the cost of a pair.
    pub(crate) fn taken(&self, one: usize, other: usize) -> Weight {
        if self.is_empty() { 0 } else { self.common(one, other).taken }
    }
}
