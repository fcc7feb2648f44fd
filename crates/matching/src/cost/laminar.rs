//! A laminar family of odd sets: any two are disjoint, or one is in the other. Such are the sets with a positive dual
//! variable (Schrijver, *Combinatorial Optimization*, chapter 25).

use crate::cost::scale::Cost;

/// The node of all vertices, which is no set of the family.
const ROOT: u32 = 0;

/// A set of the family, as a node of the tree that inclusion makes of them.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The smallest set around it.
    parent: u32,
    /// An ancestor further up, so that any other is reached in a logarithmic number of steps (Myers 1983).
    jump: u32,
    /// The number of sets that it is in, itself counted.
    depth: u32,
    /// The sum of their dual variables.
    duals: Cost,
}

/// The family, and the smallest of its sets that each vertex is in.
#[derive(Clone, Debug)]
pub(crate) struct LaminarFamily {
    /// Empty if the family is.
    smallest: Vec<u32>,
    nodes: Vec<Node>,
}

impl LaminarFamily {
    /// The empty family.
    pub(crate) fn empty() -> Self {
        Self {
            smallest: Vec::new(),
            nodes: vec![Node {
                parent: ROOT,
                jump: ROOT,
                depth: 0,
                duals: 0,
            }],
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.smallest.is_empty()
    }

    /// Adds a set in another.
    pub(crate) fn add(&mut self, parent: u32, dual: Cost) -> u32 {
        let node = |number: u32| self.nodes[number as usize];
        let Node {
            depth,
            duals: before,
            jump,
            ..
        } = node(parent);
        // Two jumps of the same length make one of both, as in a skew binary number.
        let (near, far) = (node(jump), node(node(jump).jump));
        let jump = if depth - near.depth == near.depth - far.depth {
            near.jump
        } else {
            parent
        };
        self.nodes.push(Node {
            parent,
            jump,
            depth: depth + 1,
            duals: before + dual,
        });
        u32::try_from(self.nodes.len() - 1).unwrap_or(ROOT)
    }

    /// Puts one of `len` vertices in a set.
    pub(crate) fn place(&mut self, vertex: usize, len: usize, node: u32) {
        if node != ROOT {
            self.smallest.resize(len, ROOT);
            self.smallest[vertex] = node;
        }
    }

    /// The parent of each node, the root first.
    pub(crate) fn parents(&self) -> impl Iterator<Item = usize> {
        self.nodes.iter().map(|node| node.parent as usize)
    }

    /// The smallest set that a vertex is in.
    pub(crate) fn smallest(&self, vertex: usize) -> u32 {
        self.smallest.get(vertex).copied().unwrap_or(ROOT)
    }

    /// The number of sets that a vertex is in.
    pub(crate) fn depth(&self, vertex: usize) -> usize {
        self.smallest
            .get(vertex)
            .map_or(0, |node| self.nodes[*node as usize].depth as usize)
    }

    /// The smallest set that has both vertices.
    fn lowest_common(&self, u: usize, v: usize) -> &Node {
        let node = |number: u32| &self.nodes[number as usize];
        let (mut u, mut v) = (self.smallest[u], self.smallest[v]);
        if node(u).depth < node(v).depth {
            (u, v) = (v, u);
        }
        let depth = node(v).depth;
        while node(u).depth > depth {
            let Node { parent, jump, .. } = *node(u);
            u = if node(jump).depth >= depth { jump } else { parent };
        }
        while u != v {
            let (left, right) = (node(u), node(v));
            (u, v) = if left.jump == right.jump {
                (left.parent, right.parent)
            } else {
                (left.jump, right.jump)
            };
        }
        node(u)
    }

    /// The number of sets that have one end of an edge and not the other.
    pub(crate) fn crossed(&self, u: usize, v: usize) -> usize {
        if self.is_empty() || self.smallest[u] == self.smallest[v] {
            return 0;
        }
        self.depth(u) + self.depth(v) - 2 * self.lowest_common(u, v).depth as usize
    }

    /// The sum of the dual variables of the sets that have both ends of an edge.
    pub(crate) fn dual_inside(&self, u: usize, v: usize) -> Cost {
        if self.is_empty() {
            0
        } else {
            self.lowest_common(u, v).duals
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Jumps end where one step after the other ends.
    #[test]
    fn the_smallest_common_set_is_found() {
        let mut rng = fastrand::Rng::with_seed(70);
        for _ in 0..200 {
            let (len, mut nest) = (40, LaminarFamily::empty());
            let mut nodes = vec![ROOT];
            for number in 1..=60 {
                let parent = nodes[rng.usize(nodes.len() - nodes.len().min(3)..nodes.len())];
                nodes.push(nest.add(parent, number));
            }
            let of: Vec<u32> = (0..len).map(|_| nodes[rng.usize(..nodes.len())]).collect();
            of.iter()
                .enumerate()
                .for_each(|(vertex, node)| nest.place(vertex, len, *node));
            let sets = |vertex: usize| {
                let parent = |node: &u32| Some(nest.nodes[*node as usize].parent);
                let sets: Vec<u32> = std::iter::successors(Some(of[vertex]), parent)
                    .take_while(|node| *node != ROOT)
                    .collect();
                sets
            };
            for (u, v) in (0..len).flat_map(|u| (0..len).map(move |v| (u, v))) {
                let (ones, others) = (sets(u), sets(v));
                let common: Vec<&u32> = ones.iter().filter(|node| others.contains(node)).collect();
                assert_eq!(nest.crossed(u, v), ones.len() + others.len() - 2 * common.len());
                assert_eq!(
                    nest.dual_inside(u, v),
                    common.into_iter().map(|node| Cost::from(*node)).sum()
                );
            }
        }
    }
}
