//! Matchings by the number of pairs: Edmonds' search, and whom a vertex could meet in a perfect matching.

use crate::barrier::Barrier;
use crate::bits::{is_in, numbers, put_in, take_out};
use crate::budget::Budget;
use crate::graph::{Graph, NONE};
use crate::greedy::pair_many;
use crate::matching::Matching;
use crate::row::Row;
use crate::search::{Goal, Ground};

impl Matching {
    /// Pairs as many as can be; whether all.
    pub fn complete(&mut self, graph: &Graph) -> bool {
        pair_many(self, graph);
        self.parts(graph);
        self.free().is_empty()
    }

    /// Whether no more can be paired.
    pub fn is_largest(&mut self, graph: &Graph) -> bool {
        let free = self.free();
        let count = free.len();
        self.complete_and_label(graph, &free);
        self.free().len() == count
    }

    /// Pairs as many as can be; shows those whom some largest matching leaves free, and those on whom they depend.
    pub fn parts(&mut self, graph: &Graph) -> (Vec<u64>, Vec<u64>) {
        let free = self.free();
        self.complete_and_label(graph, &free)
    }

    /// Those who could be free in the place of the free `root`, and those on whom they depend; `None` if the root could be
    /// paired.
    pub fn reachable_alone(&mut self, graph: &Graph, root: usize) -> Option<(Vec<usize>, Vec<u64>)> {
        if self.grow(graph, root, Goal::Free).is_some() {
            return None;
        }
        Some((self.search.outer(), self.inner()))
    }

    /// Pairs as many as can be, and of all ways to do so the one in which the last of the order are free. Shows those who can
    /// be, and those whom they depend on.
    pub fn complete_in_order(&mut self, graph: &Graph, order: &[usize]) -> (Vec<u64>, Vec<u64>) {
        let (loose, needed) = self.complete_and_label(graph, order);
        self.leave_last(graph, order, &loose);
        (loose, needed)
    }

    /// Has the last of the order be free, the matching being a largest one: those whom some largest matching leaves free are
    /// asked once each, from the last on, since single exchanges rule who can be.
    fn leave_last(&mut self, graph: &Graph, order: &[usize], loose: &[u64]) {
        let is_loose = |place: &usize| is_in(loose, *place);
        let is_free = |place: &&usize| is_loose(place) && self.mate(**place).is_none();
        let mut open = order.iter().filter(is_free).count();
        let mut left = Vec::with_capacity(open);
        for place in order.iter().rev().copied().filter(is_loose) {
            if open == 0 || Budget::is_spent() {
                break;
            }
            let mate = self.mate(place);
            self.part(place);
            self.retire(place);
            if mate.is_none_or(|mate| self.augment(graph, mate)) {
                left.push(place);
                open -= 1;
            } else {
                self.restore(place);
                if let Some(mate) = mate {
                    self.pair(place, mate);
                }
            }
        }
        for place in left {
            self.restore(place);
        }
    }

    /// Pairs as many as can be. No search can gain by a tree that has no end, so that each is taken out once it is found.
    fn complete_and_label(&mut self, graph: &Graph, order: &[usize]) -> (Vec<u64>, Vec<u64>) {
        let (mut outer, mut inner) = (vec![0; self.alive.len()], vec![0; self.alive.len()]);
        for vertex in order {
            if self.mate[*vertex] != NONE || !self.is_alive(*vertex) {
                continue;
            }
            if !graph.meets(*vertex, &self.alive) {
                // Alone, which is a tree too.
                put_in(&mut outer, *vertex);
                self.retire(*vertex);
                continue;
            }
            if self.augment(graph, *vertex) {
                continue;
            }
            let (out, within) = self.search.labels();
            for (place, word) in self.alive.iter_mut().enumerate() {
                *word &= !(out[place] | within[place]);
                outer[place] |= out[place];
                inner[place] |= within[place] & !out[place];
            }
        }
        self.alive
            .iter_mut()
            .zip(outer.iter().zip(&inner))
            .for_each(|(word, (out, within))| *word |= out | within);
        (outer, inner)
    }

    /// Finds a mate for a free vertex, others changing theirs.
    pub fn augment(&mut self, graph: &Graph, root: usize) -> bool {
        match self.grow(graph, root, Goal::Free) {
            Some(end) => {
                self.flip(end);
                true
            }
            None => false,
        }
    }

    /// The mate for `vertex` that comes first in `wish` among those whom it can meet with everybody else paired; the
    /// matching, which must be perfect, becomes such a one, and the two are taken out of what follows.
    pub fn settle(&mut self, graph: &Graph, vertex: usize, wish: impl Iterator<Item = usize>) -> Option<usize> {
        let row = graph.row(vertex);
        let mut wish = wish.filter(|other| is_in(row, *other));
        let first = wish
            .by_ref()
            .find(|other| self.is_alive(*other) && !self.are_apart(vertex, *other))?;
        let root = self.mate(vertex)?;
        if root == first {
            self.retire(vertex);
            self.retire(root);
            return Some(root);
        }
        self.seek_instead(graph, vertex, root, Goal::Vertex(first));
        let kept = |other: &usize| self.search.is_outer(*other) && !self.are_apart(vertex, *other);
        let Some(chosen) = std::iter::once(first).chain(wish).find(kept) else {
            self.restore(vertex);
            self.pair(vertex, root);
            return None;
        };
        self.exchange(root, chosen);
        self.pair(vertex, chosen);
        self.retire(chosen);
        Some(chosen)
    }

    /// Whether a vertex could meet one of a row, the matching being perfect; it then has them meet.
    pub fn can_meet_one_of(&mut self, graph: &Graph, vertex: usize, row: &[u64]) -> bool {
        let Some(root) = self.mate(vertex) else { return false };
        if is_in(row, root) {
            return true;
        }
        let wanted: Vec<u64> = self
            .allowed(graph, vertex)
            .iter()
            .zip(row)
            .map(|(word, row)| word & row)
            .collect();
        wanted.iter().any(|word| *word != 0) && self.meets_instead(graph, vertex, root, Goal::AnyOf(&wanted)).is_some()
    }

    /// Has a vertex meet its neighbour who is the goal instead of its mate, if that can be.
    fn meets_instead(&mut self, graph: &Graph, vertex: usize, mate: usize, goal: Goal<'_>) -> Option<usize> {
        let other = self.seek_instead(graph, vertex, mate, goal);
        if let Some(other) = other {
            self.exchange(mate, other);
        }
        self.pair(vertex, other.unwrap_or(mate));
        self.restore(vertex);
        other
    }

    /// Whom a vertex could meet, the matching being perfect, as a row of bits; with a goal, as far as has been seen until then.
    pub fn could_meet(&mut self, graph: &Graph, vertex: usize, goal: Goal<'_>) -> Vec<u64> {
        let Some(root) = self.mate(vertex) else {
            return vec![0; self.alive.len()];
        };
        self.seek_instead(graph, vertex, root, goal);
        self.restore(vertex);
        self.pair(vertex, root);
        self.allowed(graph, vertex)
            .iter()
            .zip(self.reached())
            .map(|(word, outer)| word & outer)
            .collect()
    }

    /// Of some whom a vertex might meet, the matching being perfect, those who are not shown to be possible by an exchange: the
    /// mates of both meet each other, or the two of one more pair.
    #[must_use]
    pub fn not_exchanged(&self, graph: &Graph, vertex: usize, mut wanted: Vec<u64>) -> Vec<u64> {
        let Some(root) = self.mate(vertex) else { return wanted };
        let mut freed = vec![0; wanted.len()];
        numbers(&self.allowed(graph, root)).for_each(|third| put_in(&mut freed, self.mate[third]));
        Budget::spend(graph.degree(root) / 4 + wanted.len());
        let limits = |vertex: usize, place: usize| {
            self.apart
                .as_ref()
                .filter(|apart| is_in(apart, vertex))
                .map_or(0, |apart| apart[place])
        };
        let words: Vec<(usize, u64)> = freed
            .iter()
            .copied()
            .enumerate()
            .filter(|(_, word)| *word != 0)
            .collect();
        wanted.iter_mut().zip(&freed).for_each(|(word, freed)| *word &= !freed);
        for other in numbers(&wanted.clone()) {
            let (opposite, row) = (self.mate[other], graph.row(self.mate[other]));
            let mut met = words.iter().inspect(|_| Budget::spend(1));
            if opposite == vertex || met.any(|(place, word)| row[*place] & word & !limits(opposite, *place) != 0) {
                take_out(&mut wanted, other);
            }
        }
        wanted
    }

    /// Frees a vertex and its mate, takes the vertex out, and has the mate look for one to change places with.
    fn seek_instead(&mut self, graph: &Graph, vertex: usize, mate: usize, goal: Goal<'_>) -> Option<usize> {
        self.part(vertex);
        self.retire(vertex);
        let found = self.grow(graph, mate, goal);
        self.vain = found.is_none().then_some(vertex);
        found
    }

    /// Takes out of the graph what the last search has shown, if it was in vain: the vertex for whom it was and those who have
    /// become inner are as many as the odd sets that are left without them, so that they can only meet outer ones, and among
    /// these not all. Shows those of whom no pair is impossible any more.
    pub fn strike_out(&mut self, graph: &mut Graph, vertex: usize) -> Option<Vec<u64>> {
        (self.vain.take() == Some(vertex)).then_some(())?;
        let tied = self.tied(vertex);
        self.tie(graph, &tied);
        let vertices: Vec<usize> = numbers(&tied).collect();
        let sets = self.search.odd_sets(vertices.iter().map(|one| self.mate[*one]));
        Some(Barrier::new(self.mate.len(), vertices, sets, self.apart.as_deref()).strike_out(graph))
    }

    /// The same after a search from a free vertex who will meet none of the outer ones: the groups of these without that of the
    /// vertex are as many as the inner ones.
    pub fn strike_out_inner(&self, graph: &mut Graph) {
        self.tie(graph, &self.inner());
    }

    /// Of these keeps the pairs with outer ones.
    fn tie(&self, graph: &mut Graph, tied: &[u64]) {
        let words = self.alive.iter().zip(tied).zip(self.reached());
        let never = Row::new(words.map(|((alive, tied), outer)| (alive | tied) & !outer));
        let (mut losing, mut others) = (Vec::new(), vec![0; tied.len()]);
        for one in numbers(tied) {
            let mut lost = 0;
            for (place, word) in graph.words_of(one, &never, None) {
                others[place] |= word;
                lost |= word;
            }
            losing.extend((lost != 0).then_some(one));
        }
        graph.lose(losing.into_iter(), &never, |_, _| !0);
        graph.lose(numbers(&others), &Row::new(tied.iter().copied()), |_, _| !0);
    }

    /// A vertex for whom the last search has been in vain, and those who have become inner: all can only meet outer ones.
    #[must_use]
    pub fn tied(&self, vertex: usize) -> Vec<u64> {
        let mut tied = self.inner();
        put_in(&mut tied, vertex);
        tied
    }

    /// Those who have become inner in the last search, and not outer too.
    fn inner(&self) -> Vec<u64> {
        let (outer, inner) = self.search.labels();
        inner.iter().zip(outer).map(|(inner, outer)| inner & !outer).collect()
    }

    /// Those who could be free in the place of the free `root`.
    pub fn reachable(&mut self, graph: &Graph, root: usize) -> Vec<usize> {
        self.grow(graph, root, Goal::Nothing);
        self.search.outer()
    }

    /// Those whom the last search has reached as outer vertices.
    #[must_use]
    pub fn reached(&self) -> &[u64] {
        self.search.labels().0
    }

    /// Frees, instead of the free `root`, the one whom `choose` takes of those with whom the root could change places.
    pub fn hand_over(&mut self, graph: &Graph, root: usize, choose: impl Fn(&[usize]) -> Option<usize>) -> bool {
        let Some(chosen) = choose(&self.reachable(graph, root)) else {
            return false;
        };
        self.exchange(root, chosen);
        true
    }

    /// Frees `chosen` instead of the root of the last search, which has reached it.
    fn exchange(&mut self, root: usize, chosen: usize) {
        if chosen != root {
            let mate = self.mate[chosen];
            self.unpair(chosen);
            self.flip(mate);
        }
    }

    /// Pairs along the path from `end` back to the root.
    fn flip(&mut self, end: usize) {
        let mut end = end;
        while end != NONE {
            let parent = self.search.parent(end);
            let next = self.mate[parent];
            self.pair(end, parent);
            end = next;
        }
    }

    fn grow(&mut self, graph: &Graph, root: usize, goal: Goal<'_>) -> Option<usize> {
        self.vain = None;
        let Self {
            mate,
            free,
            alive,
            apart,
            search,
            ..
        } = self;
        search.grow(
            &Ground {
                graph,
                mate,
                free,
                alive,
                apart: apart.as_deref(),
            },
            root,
            goal,
        )
    }
}
