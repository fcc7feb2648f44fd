//! The alternating tree of a free vertex, with its blossoms: the search of Edmonds (*Paths, trees, and flowers*, 1965),
//! on adjacency matrices of bits.
//!
//! A vertex is *outer* if an alternating path of even length leads from the root to it (even, or S, in other texts),
//! and *inner* if only such paths of odd length do (odd, or T). The words are those of Korte and Vygen, *Combinatorial
//! Optimization*, chapter 10; see also Schrijver, *Combinatorial Optimization*, section 24.2, and Galil, *Efficient
//! algorithms for finding maximum matching in graphs* (1986).

use std::collections::VecDeque;

use crate::budget::Budget;
use crate::graph::BitSet;
use crate::graph::bits::{is_in, numbers, put_in};
use crate::graph::{Graph, NONE};

/// The graph and the matching that a tree grows in.
pub(crate) struct Instance<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) mate: &'a [usize],
    /// The vertices without a mate.
    pub(crate) free: &'a BitSet,
    /// The vertices that there are; the others are as if they had been deleted.
    pub(crate) active: &'a [u64],
    /// Vertices that count as an independent set: edges between two of them are ignored.
    pub(crate) independent: Option<&'a [u64]>,
}

/// The vertices at which a search ends. Until then it grows an alternating tree from a free vertex, its root; a vertex
/// is *outer* if an alternating path of even length leads from the root to it.
#[derive(Clone, Copy, Debug)]
pub enum Target<'a> {
    /// Any other free vertex: the path to it is augmenting.
    Free,
    /// This vertex, once it is outer.
    Vertex(usize),
    /// Any of these vertices, once it is outer.
    AnyOf(&'a [u64]),
    /// All of these vertices, once they are outer.
    AllOf(&'a [u64]),
    /// No vertex: the tree is grown until nothing can be added.
    Everything,
}

/// The tree that the last search has left behind. Only what it has touched has a meaning, so that nothing has to be
/// cleared but the rows of bits.
#[derive(Debug, Default)]
pub(crate) struct AlternatingTree {
    /// The vertex from which one was reached by an edge that is not matched.
    parent: Vec<usize>,
    /// The next vertex towards the base of the blossom that one is in, as in a union–find structure.
    base: Vec<usize>,
    /// The number of the blossom with this base, if there is one.
    blossom: Vec<usize>,
    /// The vertices of each blossom.
    blossoms: Vec<Vec<u64>>,
    outer: BitSet,
    inner: Vec<u64>,
    /// The vertices without a label.
    unlabelled: BitSet,
    outside: Outside,
    /// The number of inner vertices that are not outer too.
    pending: usize,
    /// The vertices that are sought, the number of them still to be found, and the last that was.
    wanted: Vec<u64>,
    missing: usize,
    found: usize,
    /// The free vertices, if one of them is sought: each vertex that becomes outer is asked for a free neighbour at
    /// once.
    sought: BitSet,
    /// Marks on the two paths that lead to the base of a new blossom.
    marked: Vec<usize>,
    marks: usize,
    /// Outer vertices whose neighbours have no labels yet, and those from which blossoms are still to be shrunk.
    queue: VecDeque<usize>,
    later: BitSet,
    /// The vertices that were outer before the first blossom was shrunk: each of them that is not among the later ones
    /// has been compared with them.
    early: Vec<u64>,
    /// Steps that have not been counted yet.
    steps: usize,
}

/// The outer vertices that are not in the blossom that was looked at last.
#[derive(Debug)]
struct Outside {
    blossom: usize,
    vertices: BitSet,
}

impl Default for Outside {
    fn default() -> Self {
        Self {
            blossom: NONE,
            vertices: BitSet::default(),
        }
    }
}

/// A cloned matching gets a workspace of its own.
impl Clone for AlternatingTree {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Instance<'_> {
    fn independent_of(&self, vertex: usize) -> Option<&[u64]> {
        self.independent.filter(|apart| is_in(apart, vertex))
    }
}

impl AlternatingTree {
    pub(crate) fn parent(&self, vertex: usize) -> usize {
        self.parent[vertex]
    }

    pub(crate) fn is_outer(&self, vertex: usize) -> bool {
        self.outer.contains(vertex)
    }

    /// The outer vertices, and those that were inner; these may have become outer since, inside a blossom.
    pub(crate) fn labels(&self) -> (&[u64], &[u64]) {
        (self.outer.words(), &self.inner)
    }

    /// The outer vertices, by the odd components that remain when the inner ones are deleted. `one_each` names one
    /// vertex of each component, and so their order.
    pub(crate) fn odd_sets(&mut self, one_each: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
        let (mut number, mut sets) = (vec![NONE; self.base.len()], Vec::new());
        for u in one_each {
            number[self.base_of(u)] = sets.len();
            sets.push(Vec::new());
        }
        for vertex in self.outer() {
            sets[number[self.base_of(vertex)]].push(vertex);
        }
        sets
    }

    /// The outer vertices: those that could be free instead of the root.
    pub(crate) fn outer(&self) -> Vec<usize> {
        numbers(self.outer.words()).collect()
    }

    /// Grows the tree of a free root until it is whole, or until the target is reached, and returns the vertex that was
    /// found last.
    pub(crate) fn grow(&mut self, instance: &Instance<'_>, root: usize, target: Target<'_>) -> Option<usize> {
        self.begin(instance, target);
        let end = self.search(instance, root);
        Budget::spend(std::mem::take(&mut self.steps));
        end
    }

    fn search(&mut self, instance: &Instance<'_>, root: usize) -> Option<usize> {
        self.label_outer(root, root);
        while self.found == NONE {
            if let Some(vertex) = self.queue.pop_front() {
                self.scan(instance, vertex);
                self.later.insert(vertex);
            } else {
                // Blossoms cost more, so they wait until there is nothing else; and each may give new vertices, if
                // there is an inner one left to become outer.
                if self.pending == 0 {
                    return None;
                }
                if self.early.is_empty() {
                    self.early.extend(self.outer.words());
                }
                let vertex = self.later.first()?;
                self.later.remove(vertex);
                if self.shrink_from(instance, vertex) {
                    self.later.insert(vertex);
                }
            }
        }
        Some(self.found)
    }

    fn begin(&mut self, instance: &Instance<'_>, target: Target<'_>) {
        let (len, words) = (instance.mate.len(), instance.active.len());
        self.steps += words;
        if self.parent.len() != len {
            *self = Self {
                parent: vec![NONE; len],
                base: vec![NONE; len],
                blossom: vec![NONE; len],
                marked: vec![0; len],
                inner: vec![0; words],
                wanted: vec![0; words],
                ..Self::default()
            };
        }
        self.outer.refill(std::iter::repeat_n(0, words));
        self.inner.fill(0);
        self.unlabelled.refill(instance.active.iter().copied());
        self.pending = 0;
        self.found = NONE;
        self.missing = 1;
        let sought = |(free, alive)| {
            if matches!(target, Target::Free) {
                free & alive
            } else {
                0
            }
        };
        self.sought
            .refill(instance.free.words().iter().zip(instance.active).map(sought));
        match target {
            Target::AnyOf(set) => self.wanted.copy_from_slice(set),
            Target::AllOf(set) => {
                self.wanted.copy_from_slice(set);
                self.missing = numbers(set).count();
            }
            Target::Vertex(vertex) => {
                self.wanted.fill(0);
                put_in(&mut self.wanted, vertex);
            }
            Target::Free | Target::Everything => self.wanted.fill(0),
        }
        self.blossoms.clear();
        self.outside.blossom = NONE;
        self.queue.clear();
        self.later.refill(std::iter::repeat_n(0, words));
        self.early.clear();
    }

    /// Makes a vertex without a label an outer one.
    fn label_outer(&mut self, vertex: usize, base: usize) {
        self.base[vertex] = base;
        self.blossom[vertex] = NONE;
        self.unlabelled.remove(vertex);
        self.enqueue(vertex);
    }

    fn enqueue(&mut self, vertex: usize) {
        self.outer.insert(vertex);
        if self.outside.blossom != NONE {
            self.outside.vertices.insert(vertex);
        }
        self.queue.push_back(vertex);
        if is_in(&self.wanted, vertex) {
            self.missing = self.missing.saturating_sub(1);
            if self.missing == 0 {
                self.found = vertex;
            }
        }
    }

    /// Labels the neighbours of an outer vertex that have no label, and their mates.
    fn scan(&mut self, instance: &Instance<'_>, vertex: usize) {
        let limits = instance.independent_of(vertex);
        self.steps += 2;
        for part in 0..self.unlabelled.filled().len() {
            for (place, word) in instance.graph.words_in(vertex, part, self.unlabelled.filled()[part]) {
                self.steps += 1;
                let kept = word & !limits.map_or(0, |apart| apart[place]);
                let mut fresh = kept & self.unlabelled.word(place);
                while fresh != 0 {
                    let v = place * 64 + fresh.trailing_zeros() as usize;
                    fresh &= fresh - 1;
                    self.label_pair(instance, vertex, v);
                    if self.found != NONE {
                        return;
                    }
                    // A mate may have been the next of this word.
                    fresh &= self.unlabelled.word(place);
                }
            }
        }
    }

    /// Makes a vertex without a label an inner one, and its mate, if it has one, an outer one.
    fn label_pair(&mut self, instance: &Instance<'_>, vertex: usize, v: usize) {
        self.parent[v] = vertex;
        let mate = instance.mate[v];
        if mate == NONE {
            if self.sought.contains(v) {
                self.found = v;
            }
            return;
        }
        self.base[v] = v;
        self.blossom[v] = NONE;
        put_in(&mut self.inner, v);
        self.unlabelled.remove(v);
        self.pending += 1;
        self.steps += 4;
        self.label_outer(mate, mate);
        let mut beside = instance
            .graph
            .neighbours_within(mate, &self.sought, instance.independent);
        if let Some(free) = beside.find(|free| self.unlabelled.contains(*free)) {
            self.parent[free] = mate;
            self.found = free;
        }
    }

    fn base_of(&mut self, vertex: usize) -> usize {
        let mut base = vertex;
        while self.base[base] != base {
            self.base[base] = self.base[self.base[base]];
            base = self.base[base];
        }
        base
    }

    /// Shrinks blossoms that an edge of an outer vertex closes, until one of them makes vertices outer; whether one
    /// does.
    fn shrink_from(&mut self, instance: &Instance<'_>, vertex: usize) -> bool {
        loop {
            let Some(v) = self.outer_outside(instance, vertex) else {
                return false;
            };
            self.shrink(instance, vertex, v);
            if !self.queue.is_empty() {
                return true;
            }
        }
    }

    /// An outer neighbour of an outer vertex that is not in the same blossom.
    fn outer_outside(&mut self, instance: &Instance<'_>, vertex: usize) -> Option<usize> {
        let limits = instance.independent_of(vertex);
        let base = self.base_of(vertex);
        let blossom = self.blossom[base];
        self.steps += 2;
        if blossom != NONE && blossom != self.outside.blossom {
            let others = self
                .outer
                .words()
                .iter()
                .zip(&self.blossoms[blossom])
                .map(|(outer, member)| outer & !member);
            self.outside.vertices.refill(others);
            self.outside.blossom = blossom;
            self.steps += self.blossoms[blossom].len();
        }
        let vertices = if blossom == NONE {
            &self.outer
        } else {
            &self.outside.vertices
        };
        let later = Some(&self.later).filter(|_| is_in(&self.early, vertex));
        for (part, places) in vertices.filled().iter().enumerate() {
            let places = places & later.map_or(!0, |later| later.filled()[part]);
            for (place, word) in instance.graph.words_in(vertex, part, places) {
                self.steps += 1;
                let others = vertices.word(place) & later.map_or(!0, |later| later.word(place));
                let word = word & others & !limits.map_or(0, |apart| apart[place]);
                if word != 0 {
                    return Some(place * 64 + word.trailing_zeros() as usize);
                }
            }
        }
        None
    }

    /// Shrinks the blossom that is closed by an edge between two outer vertices: all of its vertices become outer.
    fn shrink(&mut self, instance: &Instance<'_>, u: usize, v: usize) {
        if self.base_of(u) == self.base_of(v) {
            return;
        }
        let base = self.common_base(instance, u, v);
        let number = match self.blossom[base] {
            NONE => {
                let mut members = vec![0; self.inner.len()];
                put_in(&mut members, base);
                self.blossoms.push(members);
                self.blossoms.len() - 1
            }
            number => number,
        };
        self.blossom[base] = number;
        let mut tops = Vec::new();
        self.reverse_path(instance, u, base, v, &mut tops);
        self.reverse_path(instance, v, base, u, &mut tops);
        for member in tops {
            let top = self.base_of(member);
            if top != base {
                self.absorb(top, base);
            }
        }
    }

    /// The base at which the paths of two vertices to the root come together; they are followed by turns.
    fn common_base(&mut self, instance: &Instance<'_>, u: usize, v: usize) -> usize {
        self.marks += 1;
        let (mut here, mut there) = (self.base_of(u), self.base_of(v));
        loop {
            self.steps += 1;
            if here != NONE {
                if self.marked[here] == self.marks {
                    return here;
                }
                self.marked[here] = self.marks;
                here = match instance.mate[here] {
                    NONE => NONE,
                    mate => self.base_of(self.parent[mate]),
                };
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Notes the vertices on the path from a vertex to the base, and makes each of them reachable the other way round.
    fn reverse_path(&mut self, instance: &Instance<'_>, from: usize, base: usize, child: usize, tops: &mut Vec<usize>) {
        let (mut vertex, mut child) = (from, child);
        while self.base_of(vertex) != base {
            let mate = instance.mate[vertex];
            self.parent[vertex] = child;
            tops.extend([vertex, mate]);
            if !self.is_outer(mate) {
                self.pending -= 1;
                self.enqueue(mate);
            }
            child = mate;
            vertex = self.parent[mate];
        }
        self.steps += tops.len();
    }

    /// Adds a vertex or a blossom, named by its base, to the blossom of another base.
    fn absorb(&mut self, top: usize, base: usize) {
        self.base[top] = base;
        let (inside, outside) = (self.blossom[top], self.blossom[base]);
        if inside == NONE {
            put_in(&mut self.blossoms[outside], top);
            if self.outside.blossom == outside {
                self.outside.vertices.remove(top);
            }
            return;
        }
        self.steps += self.inner.len();
        let members = std::mem::take(&mut self.blossoms[inside]);
        for (place, word) in members.iter().copied().enumerate() {
            self.blossoms[outside][place] |= word;
            if self.outside.blossom == outside {
                self.outside.vertices.remove_word(place, word);
            }
        }
        if self.outside.blossom == inside {
            self.outside.blossom = NONE;
        }
    }
}
