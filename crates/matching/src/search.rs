//! The alternating tree of a free vertex, with its flowers.

use std::collections::VecDeque;

use crate::bits::{is_in, numbers, put_in};
use crate::budget::Budget;
use crate::graph::{Graph, NONE};
use crate::row::Row;

/// What a search walks on.
pub(crate) struct Ground<'a> {
    pub(crate) graph: &'a Graph,
    pub(crate) mate: &'a [usize],
    /// Those without a mate.
    pub(crate) free: &'a Row,
    /// The others are as if they were not there.
    pub(crate) alive: &'a [u64],
    /// Those of whom no two are neighbours, whatever the graph says.
    pub(crate) apart: Option<&'a [u64]>,
}

/// When a search is at its end before it has reached everybody whom it can.
#[derive(Clone, Copy, Debug)]
pub enum Goal<'a> {
    /// At a free vertex.
    Free,
    /// At this vertex, as an outer one.
    Vertex(usize),
    /// At any of these, as an outer one.
    AnyOf(&'a [u64]),
    /// At the last of these, as outer ones.
    AllOf(&'a [u64]),
    /// Never.
    Nothing,
}

/// What the last search has left behind. Only what it has touched has a meaning, so that nothing has to be cleared but the
/// rows of bits.
#[derive(Debug, Default)]
pub(crate) struct Search {
    /// How a vertex was reached against the direction of its own pair.
    parent: Vec<usize>,
    /// Towards the stem of the flower that the vertex is in.
    base: Vec<usize>,
    /// Of a stem the number of its flower, if it has one.
    flower: Vec<usize>,
    /// The members of the flowers.
    flowers: Vec<Vec<u64>>,
    outer: Row,
    inner: Vec<u64>,
    /// Those who have no label yet.
    unlabelled: Row,
    beyond: Beyond,
    /// How many inner vertices are not outer too.
    pending: usize,
    /// Those who are sought as outer vertices, how many of them are still to be found, and the last who was.
    wanted: Vec<u64>,
    missing: usize,
    met: usize,
    /// The free ones, if one of them is the goal: whoever becomes outer is asked about them at once.
    sought: Row,
    /// Where the two ways to a stem have been.
    seen: Vec<usize>,
    rounds: usize,
    /// Outer vertices whose neighbours have no labels yet, and those whose flowers are still to be found.
    queue: VecDeque<usize>,
    later: Row,
    /// Those who were outer before the first flower was looked for: whoever is not among the later ones has met them.
    early: Vec<u64>,
    /// What has not been counted yet.
    steps: usize,
}

/// The outer vertices that are not in the flower that was looked at last.
#[derive(Debug)]
struct Beyond {
    flower: usize,
    vertices: Row,
}

impl Default for Beyond {
    fn default() -> Self {
        Self {
            flower: NONE,
            vertices: Row::default(),
        }
    }
}

/// A copy of a matching searches for itself.
impl Clone for Search {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Ground<'_> {
    fn limits(&self, vertex: usize) -> Option<&[u64]> {
        self.apart.filter(|apart| is_in(apart, vertex))
    }
}

impl Search {
    pub(crate) fn parent(&self, vertex: usize) -> usize {
        self.parent[vertex]
    }

    pub(crate) fn is_outer(&self, vertex: usize) -> bool {
        self.outer.has(vertex)
    }

    /// The outer vertices and the inner ones; the latter may be among the former too.
    pub(crate) fn labels(&self) -> (&[u64], &[u64]) {
        (self.outer.words(), &self.inner)
    }

    /// The outer vertices by the odd sets that are left without the inner ones, of each of which there is one among these.
    pub(crate) fn odd_sets(&mut self, one_each: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
        let (mut number, mut sets) = (vec![NONE; self.base.len()], Vec::new());
        for one in one_each {
            number[self.stem(one)] = sets.len();
            sets.push(Vec::new());
        }
        for vertex in self.outer() {
            sets[number[self.stem(vertex)]].push(vertex);
        }
        sets
    }

    /// The outer vertices: those who could be free instead of the root.
    pub(crate) fn outer(&self) -> Vec<usize> {
        numbers(self.outer.words()).collect()
    }

    /// The alternating tree of a free root, to the end or to the goal, which is returned.
    pub(crate) fn grow(&mut self, ground: &Ground<'_>, root: usize, goal: Goal<'_>) -> Option<usize> {
        self.begin(ground, goal);
        let end = self.walk_to(ground, root);
        Budget::spend(std::mem::take(&mut self.steps));
        end
    }

    fn walk_to(&mut self, ground: &Ground<'_>, root: usize) -> Option<usize> {
        self.open(root, root);
        while self.met == NONE {
            if let Some(vertex) = self.queue.pop_front() {
                self.label(ground, vertex);
                self.later.put(vertex);
            } else {
                // Flowers cost more, so they wait until there is nothing else; and each may give new vertices, if there is an
                // inner one left to become outer.
                if self.pending == 0 {
                    return None;
                }
                if self.early.is_empty() {
                    self.early.extend(self.outer.words());
                }
                let vertex = self.later.first()?;
                self.later.take(vertex);
                if self.blossoms(ground, vertex) {
                    self.later.put(vertex);
                }
            }
        }
        Some(self.met)
    }

    fn begin(&mut self, ground: &Ground<'_>, goal: Goal<'_>) {
        let (len, words) = (ground.mate.len(), ground.alive.len());
        self.steps += words;
        if self.parent.len() != len {
            *self = Self {
                parent: vec![NONE; len],
                base: vec![NONE; len],
                flower: vec![NONE; len],
                seen: vec![0; len],
                inner: vec![0; words],
                wanted: vec![0; words],
                ..Self::default()
            };
        }
        self.outer.refill(std::iter::repeat_n(0, words));
        self.inner.fill(0);
        self.unlabelled.refill(ground.alive.iter().copied());
        self.pending = 0;
        self.met = NONE;
        self.missing = 1;
        let sought = |(free, alive)| if matches!(goal, Goal::Free) { free & alive } else { 0 };
        self.sought
            .refill(ground.free.words().iter().zip(ground.alive).map(sought));
        match goal {
            Goal::AnyOf(set) => self.wanted.copy_from_slice(set),
            Goal::AllOf(set) => {
                self.wanted.copy_from_slice(set);
                self.missing = numbers(set).count();
            }
            Goal::Vertex(vertex) => {
                self.wanted.fill(0);
                put_in(&mut self.wanted, vertex);
            }
            Goal::Free | Goal::Nothing => self.wanted.fill(0),
        }
        self.flowers.clear();
        self.beyond.flower = NONE;
        self.queue.clear();
        self.later.refill(std::iter::repeat_n(0, words));
        self.early.clear();
    }

    /// Makes an outer vertex of one who has no label yet.
    fn open(&mut self, vertex: usize, base: usize) {
        self.base[vertex] = base;
        self.flower[vertex] = NONE;
        self.unlabelled.take(vertex);
        self.enter(vertex);
    }

    fn enter(&mut self, vertex: usize) {
        self.outer.put(vertex);
        if self.beyond.flower != NONE {
            self.beyond.vertices.put(vertex);
        }
        self.queue.push_back(vertex);
        if is_in(&self.wanted, vertex) {
            self.missing = self.missing.saturating_sub(1);
            if self.missing == 0 {
                self.met = vertex;
            }
        }
    }

    /// Gives the neighbours of an outer vertex their labels.
    fn label(&mut self, ground: &Ground<'_>, vertex: usize) {
        let limits = ground.limits(vertex);
        self.steps += 2;
        for part in 0..self.unlabelled.filled().len() {
            for (place, word) in ground.graph.words_in(vertex, part, self.unlabelled.filled()[part]) {
                self.steps += 1;
                let kept = word & !limits.map_or(0, |apart| apart[place]);
                let mut fresh = kept & self.unlabelled.word(place);
                while fresh != 0 {
                    let other = place * 64 + fresh.trailing_zeros() as usize;
                    fresh &= fresh - 1;
                    self.reach(ground, vertex, other);
                    if self.met != NONE {
                        return;
                    }
                    // A mate may have been the next of this word.
                    fresh &= self.unlabelled.word(place);
                }
            }
        }
    }

    /// Gives a vertex without a label that of an inner one, and its mate that of an outer one, if it has one.
    fn reach(&mut self, ground: &Ground<'_>, vertex: usize, other: usize) {
        self.parent[other] = vertex;
        let mate = ground.mate[other];
        if mate == NONE {
            if self.sought.has(other) {
                self.met = other;
            }
            return;
        }
        self.base[other] = other;
        self.flower[other] = NONE;
        put_in(&mut self.inner, other);
        self.unlabelled.take(other);
        self.pending += 1;
        self.steps += 4;
        self.open(mate, mate);
        let mut beside = ground.graph.neighbours_of(mate, &self.sought, ground.apart);
        if let Some(free) = beside.find(|free| self.unlabelled.has(*free)) {
            self.parent[free] = mate;
            self.met = free;
        }
    }

    fn stem(&mut self, vertex: usize) -> usize {
        let mut stem = vertex;
        while self.base[stem] != stem {
            self.base[stem] = self.base[self.base[stem]];
            stem = self.base[stem];
        }
        stem
    }

    /// Finds a flower that a vertex closes; whether there is one that gives new outer vertices.
    fn blossoms(&mut self, ground: &Ground<'_>, vertex: usize) -> bool {
        loop {
            let Some(other) = self.outer_beyond(ground, vertex) else {
                return false;
            };
            self.contract(ground, vertex, other);
            if !self.queue.is_empty() {
                return true;
            }
        }
    }

    /// An outer neighbour of an outer vertex, who is not in the same flower.
    fn outer_beyond(&mut self, ground: &Ground<'_>, vertex: usize) -> Option<usize> {
        let limits = ground.limits(vertex);
        let stem = self.stem(vertex);
        let flower = self.flower[stem];
        self.steps += 2;
        if flower != NONE && flower != self.beyond.flower {
            let others = self
                .outer
                .words()
                .iter()
                .zip(&self.flowers[flower])
                .map(|(outer, member)| outer & !member);
            self.beyond.vertices.refill(others);
            self.beyond.flower = flower;
            self.steps += self.flowers[flower].len();
        }
        let vertices = if flower == NONE {
            &self.outer
        } else {
            &self.beyond.vertices
        };
        let later = Some(&self.later).filter(|_| is_in(&self.early, vertex));
        for (part, places) in vertices.filled().iter().enumerate() {
            let places = places & later.map_or(!0, |later| later.filled()[part]);
            for (place, word) in ground.graph.words_in(vertex, part, places) {
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

    /// Two outer vertices meet: what lies between them is a flower, in which everybody is outer.
    fn contract(&mut self, ground: &Ground<'_>, one: usize, other: usize) {
        if self.stem(one) == self.stem(other) {
            return;
        }
        let stem = self.meeting(ground, one, other);
        let number = match self.flower[stem] {
            NONE => {
                let mut members = vec![0; self.inner.len()];
                put_in(&mut members, stem);
                self.flowers.push(members);
                self.flowers.len() - 1
            }
            number => number,
        };
        self.flower[stem] = number;
        let mut tops = Vec::new();
        self.walk(ground, one, stem, other, &mut tops);
        self.walk(ground, other, stem, one, &mut tops);
        for member in tops {
            let top = self.stem(member);
            if top != stem {
                self.absorb(top, stem);
            }
        }
    }

    /// Where the ways of two vertices to the root meet, walked by turns.
    fn meeting(&mut self, ground: &Ground<'_>, one: usize, other: usize) -> usize {
        self.rounds += 1;
        let (mut here, mut there) = (self.stem(one), self.stem(other));
        loop {
            self.steps += 1;
            if here != NONE {
                if self.seen[here] == self.rounds {
                    return here;
                }
                self.seen[here] = self.rounds;
                here = match ground.mate[here] {
                    NONE => NONE,
                    mate => self.stem(self.parent[mate]),
                };
            }
            std::mem::swap(&mut here, &mut there);
        }
    }

    /// Turns the way from a vertex to the stem round, and notes those on it.
    fn walk(&mut self, ground: &Ground<'_>, from: usize, stem: usize, child: usize, tops: &mut Vec<usize>) {
        let (mut vertex, mut child) = (from, child);
        while self.stem(vertex) != stem {
            let mate = ground.mate[vertex];
            self.parent[vertex] = child;
            tops.extend([vertex, mate]);
            if !self.is_outer(mate) {
                self.pending -= 1;
                self.enter(mate);
            }
            child = mate;
            vertex = self.parent[mate];
        }
        self.steps += tops.len();
    }

    /// Takes a vertex or a flower, named by its stem, into the flower of another stem.
    fn absorb(&mut self, top: usize, stem: usize) {
        self.base[top] = stem;
        let (inside, outside) = (self.flower[top], self.flower[stem]);
        if inside == NONE {
            put_in(&mut self.flowers[outside], top);
            if self.beyond.flower == outside {
                self.beyond.vertices.take(top);
            }
            return;
        }
        self.steps += self.inner.len();
        let members = std::mem::take(&mut self.flowers[inside]);
        for (place, word) in members.iter().copied().enumerate() {
            self.flowers[outside][place] |= word;
            if self.beyond.flower == outside {
                self.beyond.vertices.take_word(place, word);
            }
        }
        if self.beyond.flower == inside {
            self.beyond.flower = NONE;
        }
    }
}
