//! Matchings by the number of pairs: Edmonds' search, and whom a player could meet in a perfect matching.

use std::collections::VecDeque;

use crate::graph::{Graph, ones};

/// Nobody.
pub(crate) const NONE: usize = usize::MAX;

/// A matching of a graph, kept as it changes.
#[derive(Clone, Debug)]
pub(crate) struct Matching {
    mate: Vec<usize>,
    /// Those who are still to be paired; the others are as if they were not there.
    alive: Vec<u64>,
}

/// What a search leaves behind: the alternating tree of its root.
struct Tree {
    /// How a vertex was reached against the direction of its own pair.
    parent: Vec<usize>,
    /// The root of the flower that the vertex is in.
    base: Vec<usize>,
    outer: Vec<u64>,
    inner: Vec<u64>,
    /// Outer vertices whose neighbours have no labels yet, and those whose flowers are still to be found.
    queue: VecDeque<usize>,
    later: VecDeque<usize>,
}

impl Matching {
    /// No pairs yet.
    pub(crate) fn new(len: usize) -> Self {
        let mut alive = vec![0; len.div_ceil(64)];
        for vertex in 0..len {
            alive[vertex / 64] |= 1 << (vertex % 64);
        }
        Self { mate: vec![NONE; len], alive }
    }

    /// Brings back everybody.
    pub(crate) fn revive(&mut self) {
        let len = self.mate.len();
        (0..len).for_each(|vertex| self.alive[vertex / 64] |= 1 << (vertex % 64));
    }

    pub(crate) fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.mate[vertex]).filter(|mate| *mate != NONE)
    }

    /// Pairs two free vertices.
    pub(crate) fn pair(&mut self, one: usize, other: usize) {
        self.mate[one] = other;
        self.mate[other] = one;
    }

    /// Frees a vertex and its mate.
    pub(crate) fn part(&mut self, vertex: usize) {
        if let Some(mate) = self.mate(vertex) {
            self.mate[mate] = NONE;
            self.mate[vertex] = NONE;
        }
    }

    /// Takes a vertex out of what follows.
    pub(crate) fn retire(&mut self, vertex: usize) {
        self.alive[vertex / 64] &= !(1 << (vertex % 64));
    }

    /// Brings back one who was taken out.
    pub(crate) fn restore(&mut self, vertex: usize) {
        self.alive[vertex / 64] |= 1 << (vertex % 64);
    }

    pub(crate) fn is_alive(&self, vertex: usize) -> bool {
        self.alive[vertex / 64] >> (vertex % 64) & 1 == 1
    }

    /// The living vertices without a mate, in order.
    pub(crate) fn free(&self) -> Vec<usize> {
        (0..self.mate.len()).filter(|vertex| self.is_alive(*vertex) && self.mate[*vertex] == NONE).collect()
    }

    /// Pairs as many as can be; whether all.
    pub(crate) fn complete(&mut self, graph: &Graph) -> bool {
        let free = self.free();
        let half = free.len() / 2;
        // The first half against the second is mostly legal, and mostly near what is wanted.
        for (one, other) in free.iter().zip(&free[half..]).take(half) {
            if graph.has(*one, *other) {
                self.pair(*one, *other);
            }
        }
        let mut all = free.len().is_multiple_of(2);
        for vertex in free {
            all &= self.mate[vertex] != NONE || self.augment(graph, vertex);
        }
        all
    }

    /// Finds a mate for a free vertex, others changing theirs.
    pub(crate) fn augment(&mut self, graph: &Graph, root: usize) -> bool {
        self.grow(graph, root, true, NONE).1
    }

    /// The mate for `vertex` that comes first in `wish` among those whom it can meet with everybody else paired; the
    /// matching, which must be perfect, becomes such a one, and the two are taken out of what follows.
    pub(crate) fn settle(&mut self, graph: &Graph, vertex: usize, wish: impl Iterator<Item = usize>) -> Option<usize> {
        let wish: Vec<usize> = wish.filter(|other| self.is_alive(*other) && graph.has(vertex, *other)).collect();
        let first = *wish.first()?;
        let root = self.mate(vertex)?;
        if root == first {
            self.retire(vertex);
            self.retire(root);
            return Some(root);
        }
        self.part(vertex);
        self.retire(vertex);
        let (tree, _) = self.grow(graph, root, false, first);
        let Some(chosen) = wish.into_iter().find(|other| tree.outer[other / 64] >> (other % 64) & 1 == 1) else {
            self.alive[vertex / 64] |= 1 << (vertex % 64);
            self.pair(vertex, root);
            return None;
        };
        if chosen != root {
            let mate = self.mate[chosen];
            self.mate[chosen] = NONE;
            self.flip(&tree, mate);
        }
        self.pair(vertex, chosen);
        self.retire(chosen);
        Some(chosen)
    }

    /// Those who could be free in the place of the free `root`.
    pub(crate) fn reachable(&mut self, graph: &Graph, root: usize) -> Vec<usize> {
        self.grow(graph, root, false, NONE).0.outer()
    }

    /// Frees, instead of the free `root`, the one whom `choose` takes of those with whom the root could change places.
    pub(crate) fn hand_over(&mut self, graph: &Graph, root: usize, choose: impl Fn(&[usize]) -> Option<usize>) -> bool {
        let (tree, _) = self.grow(graph, root, false, NONE);
        let Some(chosen) = choose(&tree.outer()) else { return false };
        if chosen != root {
            let mate = self.mate[chosen];
            self.mate[chosen] = NONE;
            self.flip(&tree, mate);
        }
        true
    }

    /// Pairs along the path from `end` back to the root.
    fn flip(&mut self, tree: &Tree, end: usize) {
        let mut end = end;
        while end != NONE {
            let parent = tree.parent[end];
            let next = self.mate[parent];
            self.pair(end, parent);
            end = next;
        }
    }

    /// The alternating tree of a free root, to the end or until `stop` is an outer vertex. With `seek`, until a free
    /// vertex is met; it is then paired, and the second value is true.
    fn grow(&mut self, graph: &Graph, root: usize, seek: bool, stop: usize) -> (Tree, bool) {
        let len = self.mate.len();
        let mut tree = Tree {
            parent: vec![NONE; len],
            base: (0..len).collect(),
            outer: vec![0; self.alive.len()],
            inner: vec![0; self.alive.len()],
            queue: VecDeque::new(),
            later: VecDeque::new(),
        };
        tree.open(root);
        loop {
            if stop != NONE && tree.outer[stop / 64] >> (stop % 64) & 1 == 1 {
                return (tree, false);
            }
            if let Some(vertex) = tree.queue.pop_front() {
                if let Some(free) = self.label(graph, &mut tree, vertex, seek) {
                    self.flip(&tree, free);
                    return (tree, true);
                }
                tree.later.push_back(vertex);
            } else if let Some(vertex) = tree.later.pop_front() {
                // Flowers cost more, so they wait until there is nothing else; and each may give new vertices.
                if tree.flower(graph, &self.mate, vertex) {
                    tree.later.push_front(vertex);
                }
            } else {
                return (tree, false);
            }
        }
    }

    /// Gives the neighbours of an outer vertex their labels; with `seek` a free one among them, if there is one.
    fn label(&self, graph: &Graph, tree: &mut Tree, vertex: usize, seek: bool) -> Option<usize> {
        for (place, word) in graph.row(vertex).iter().enumerate() {
            for bit in ones(word & self.alive[place] & !tree.outer[place] & !tree.inner[place]) {
                let other = place * 64 + bit;
                let mate = self.mate[other];
                if mate == NONE && seek {
                    tree.parent[other] = vertex;
                    return Some(other);
                }
                if mate != NONE && tree.outer[place] >> bit & 1 == 0 {
                    tree.parent[other] = vertex;
                    tree.inner[place] |= 1 << bit;
                    tree.open(mate);
                }
            }
        }
        None
    }
}

impl Tree {
    fn outer(&self) -> Vec<usize> {
        self.outer.iter().enumerate().flat_map(|(place, word)| ones(*word).map(move |bit| place * 64 + bit)).collect()
    }

    fn open(&mut self, vertex: usize) {
        if self.outer[vertex / 64] >> (vertex % 64) & 1 == 0 {
            self.outer[vertex / 64] |= 1 << (vertex % 64);
            self.queue.push_back(vertex);
        }
    }

    /// Finds a flower that a vertex closes; whether there is one that gives new outer vertices.
    fn flower(&mut self, graph: &Graph, mates: &[usize], vertex: usize) -> bool {
        let row = graph.row(vertex);
        for (place, word) in row.iter().enumerate() {
            // Only living vertices are ever outer.
            for bit in ones(word & self.outer[place]) {
                self.contract(mates, vertex, place * 64 + bit);
                if !self.queue.is_empty() {
                    return true;
                }
            }
        }
        false
    }

    /// Two outer vertices meet: what lies between them is a flower, in which everybody is outer.
    fn contract(&mut self, mates: &[usize], one: usize, other: usize) {
        if self.base[one] == self.base[other] {
            return;
        }
        let stem = self.stem(mates, one, other);
        let mut inside = vec![false; mates.len()];
        self.mark(mates, &mut inside, one, stem, other);
        self.mark(mates, &mut inside, other, stem, one);
        for vertex in 0..mates.len() {
            if inside[self.base[vertex]] {
                self.base[vertex] = stem;
                self.open(vertex);
            }
        }
    }

    fn stem(&self, mates: &[usize], one: usize, other: usize) -> usize {
        let mut seen = vec![false; mates.len()];
        let mut here = self.base[one];
        loop {
            seen[here] = true;
            if mates[here] == NONE {
                break;
            }
            here = self.base[self.parent[mates[here]]];
        }
        let mut here = self.base[other];
        while !seen[here] {
            here = self.base[self.parent[mates[here]]];
        }
        here
    }

    fn mark(&mut self, mates: &[usize], inside: &mut [bool], from: usize, stem: usize, child: usize) {
        let (mut vertex, mut child) = (from, child);
        while self.base[vertex] != stem {
            let mate = mates[vertex];
            inside[self.base[vertex]] = true;
            inside[self.base[mate]] = true;
            self.parent[vertex] = child;
            child = mate;
            vertex = self.parent[mate];
        }
    }
}
