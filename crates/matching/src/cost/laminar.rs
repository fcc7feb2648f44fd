//! Laminar families of odd sets: any two are disjoint, or one is in the other. The blossoms with a positive dual
//! variable are one (Schrijver, *Combinatorial Optimization*, chapter 26; chapter 25 shows that one always suffices).

use crate::cost::scale::Dual;

/// The node of all vertices, which is no set of the family.
const ROOT: u32 = 0;

/// A set of the family, as a node of the tree that inclusion makes of them.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The smallest set around it.
    parent: u32,
    /// The number of sets that it is in, itself counted.
    depth: u32,
    /// The sum of the dual variables of those sets.
    duals: Dual,
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
                depth: 0,
                duals: 0,
            }],
        }
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.smallest.is_empty()
    }

    /// Adds a set in another.
    pub(crate) fn add(&mut self, parent: u32, dual: Dual) -> u32 {
        let Node { depth, duals, .. } = self.nodes[parent as usize];
        self.nodes.push(Node {
            parent,
            depth: depth + 1,
            duals: duals + dual,
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

    /// The smallest set that has both vertices; the root if none has.
    fn lowest_common(&self, u: usize, v: usize) -> &Node {
        let node = |number: u32| &self.nodes[number as usize];
        let (mut u, mut v) = (self.smallest[u], self.smallest[v]);
        while u != v {
            if node(u).depth < node(v).depth {
                (u, v) = (v, u);
            }
            u = node(u).parent;
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
    pub(crate) fn dual_inside(&self, u: usize, v: usize) -> Dual {
        if self.is_empty() {
            0
        } else {
            self.lowest_common(u, v).duals
        }
    }
}
