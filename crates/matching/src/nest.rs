//! Odd sets nested in each other, for the question which of them a pair leaves.

use crate::weight::Weight;

/// The outside of all sets.
const OUTSIDE: u32 = 0;

/// A set in another.
#[derive(Clone, Copy, Debug)]
struct Ring {
    /// The smallest that it is in.
    around: u32,
    /// One further out, so that in a few such steps every other is reached.
    beyond: u32,
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
        Self {
            smallest: Vec::new(),
            rings: vec![Ring {
                around: OUTSIDE,
                beyond: OUTSIDE,
                depth: 0,
                taken: 0,
            }],
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.smallest.is_empty()
    }

    /// A new set in another.
    pub(crate) fn put(&mut self, around: u32, taken: Weight) -> u32 {
        let ring = |number: u32| self.rings[number as usize];
        let Ring {
            depth,
            taken: before,
            beyond,
            ..
        } = ring(around);
        // Two steps of the same length make one of both, as in a number of skew binary digits.
        let (near, far) = (ring(beyond), ring(ring(beyond).beyond));
        let beyond = if depth - near.depth == near.depth - far.depth {
            near.beyond
        } else {
            around
        };
        self.rings.push(Ring {
            around,
            beyond,
            depth: depth + 1,
            taken: before + taken,
        });
        u32::try_from(self.rings.len() - 1).unwrap_or(OUTSIDE)
    }

    /// Puts one of `len` vertices in a set.
    pub(crate) fn hold(&mut self, vertex: usize, len: usize, ring: u32) {
        if ring != OUTSIDE {
            self.smallest.resize(len, OUTSIDE);
            self.smallest[vertex] = ring;
        }
    }

    /// Of the outside and of each set the one around it.
    pub(crate) fn around(&self) -> impl Iterator<Item = usize> {
        self.rings.iter().map(|ring| ring.around as usize)
    }

    /// The smallest set that a vertex is in.
    pub(crate) fn ring(&self, vertex: usize) -> u32 {
        self.smallest.get(vertex).copied().unwrap_or(OUTSIDE)
    }

    /// How many sets a vertex is in.
    pub(crate) fn depth(&self, vertex: usize) -> usize {
        self.smallest
            .get(vertex)
            .map_or(0, |ring| self.rings[*ring as usize].depth as usize)
    }

    /// The sets in which both are, as the smallest.
    fn common(&self, one: usize, other: usize) -> &Ring {
        let ring = |number: u32| &self.rings[number as usize];
        let (mut one, mut other) = (self.smallest[one], self.smallest[other]);
        if ring(one).depth < ring(other).depth {
            (one, other) = (other, one);
        }
        let depth = ring(other).depth;
        while ring(one).depth > depth {
            let Ring { around, beyond, .. } = *ring(one);
            one = if ring(beyond).depth >= depth { beyond } else { around };
        }
        while one != other {
            let (left, right) = (ring(one), ring(other));
            (one, other) = if left.beyond == right.beyond {
                (left.around, right.around)
            } else {
                (left.beyond, right.beyond)
            };
        }
        ring(one)
    }

    /// How many of the sets a pair leaves.
    pub(crate) fn leaves(&self, one: usize, other: usize) -> usize {
        if self.is_empty() || self.smallest[one] == self.smallest[other] {
            return 0;
        }
        self.depth(one) + self.depth(other) - 2 * self.common(one, other).depth as usize
    }

    /// What the sets in which both are take from the cost of a pair.
    pub(crate) fn taken(&self, one: usize, other: usize) -> Weight {
        if self.is_empty() {
            0
        } else {
            self.common(one, other).taken
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Steps over many sets end where one step after the other ends.
    #[test]
    fn the_smallest_common_set_is_found() {
        let mut rng = fastrand::Rng::with_seed(70);
        for _ in 0..200 {
            let (len, mut nest) = (40, Nest::empty());
            let mut rings = vec![OUTSIDE];
            for number in 1..=60 {
                let around = rings[rng.usize(rings.len() - rings.len().min(3)..rings.len())];
                rings.push(nest.put(around, number));
            }
            let of: Vec<u32> = (0..len).map(|_| rings[rng.usize(..rings.len())]).collect();
            of.iter()
                .enumerate()
                .for_each(|(vertex, ring)| nest.hold(vertex, len, *ring));
            let sets = |vertex: usize| {
                let around = |ring: &u32| Some(nest.rings[*ring as usize].around);
                let sets: Vec<u32> = std::iter::successors(Some(of[vertex]), around)
                    .take_while(|ring| *ring != OUTSIDE)
                    .collect();
                sets
            };
            for (one, other) in (0..len).flat_map(|one| (0..len).map(move |other| (one, other))) {
                let (ones, others) = (sets(one), sets(other));
                let common: Vec<&u32> = ones.iter().filter(|ring| others.contains(ring)).collect();
                assert_eq!(nest.leaves(one, other), ones.len() + others.len() - 2 * common.len());
                assert_eq!(
                    nest.taken(one, other),
                    common.into_iter().map(|ring| Weight::from(*ring)).sum()
                );
            }
        }
    }
}
