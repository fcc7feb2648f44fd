//! Maximum matchings by augmenting paths, the Gallai–Edmonds decomposition, and the mates that a vertex can have in
//! perfect matchings.
//!
//! See Schrijver, *Combinatorial Optimization*, section 24.2 for the augmenting paths and 24.4b for the decomposition;
//! or Lovász and Plummer, *Matching Theory*, chapters 9 and 3. An edge `uv` is in some perfect matching if and only if,
//! `u` being deleted from a perfect one, `v` is outer in the alternating tree of the mate that `u` had.

use crate::budget::Budget;
use crate::cardinality::alternating_tree::{Instance, Target};
use crate::cardinality::barrier::Barrier;
use crate::cardinality::greedy::match_greedily;
use crate::cardinality::matching::Matching;
use crate::graph::BitSet;
use crate::graph::bits::{is_in, numbers, put_in};
use crate::graph::{Graph, NONE};

impl Matching {
    /// Makes the matching a maximum one, and returns whether it is perfect.
    pub fn maximize(&mut self, graph: &Graph) -> bool {
        match_greedily(self, graph);
        self.gallai_edmonds(graph);
        self.free().is_empty()
    }

    /// Makes the matching a maximum one, and returns whether it was one before.
    pub fn is_maximum(&mut self, graph: &Graph) -> bool {
        let free = self.free();
        let count = free.len();
        self.grow_forest(graph, &free);
        self.free().len() == count
    }

    /// Makes the matching a maximum one, and returns two sets of the Gallai–Edmonds decomposition, as rows of bits: D,
    /// the *inessential* vertices, which some maximum matching leaves free, and A, their neighbours outside D. The
    /// components of D are odd, and A attains the maximum in the Tutte–Berge formula.
    pub fn gallai_edmonds(&mut self, graph: &Graph) -> (Vec<u64>, Vec<u64>) {
        let free = self.free();
        self.grow_forest(graph, &free)
    }

    /// The outer vertices of the Hungarian tree of the free `root`, and the inner ones as a row of bits; `None` if
    /// there is an augmenting path from the root. A *Hungarian tree* is an alternating tree, grown as far as it can be,
    /// that nothing augments.
    pub fn hungarian_tree(&mut self, graph: &Graph, root: usize) -> Option<(Vec<usize>, Vec<u64>)> {
        if self.grow(graph, root, Target::Free).is_some() {
            return None;
        }
        Some((self.tree.outer(), self.inner()))
    }

    /// Makes the matching a maximum one whose free vertices come as late in the order as they can: first the last of
    /// them is the last that a maximum matching can leave free, then the one before it, and so on. The sets of vertices
    /// that matchings cover are the independent sets of the *matching matroid* (Edmonds and Fulkerson, *Transversals
    /// and matroid partition*, 1965), so a greedy algorithm finds them. Returns the sets of [`Self::gallai_edmonds`].
    pub fn maximize_in_order(&mut self, graph: &Graph, order: &[usize]) -> (Vec<u64>, Vec<u64>) {
        let (inessential, barrier) = self.grow_forest(graph, order);
        self.leave_last(graph, order, &inessential);
        (inessential, barrier)
    }

    /// Exchanges the free vertices of a maximum matching for those that come last in the order: the greedy algorithm
    /// for the dual of the matching matroid, which tries each inessential vertex once, from the last on.
    fn leave_last(&mut self, graph: &Graph, order: &[usize], inessential: &[u64]) {
        let is_inessential = |place: &usize| is_in(inessential, *place);
        let is_free = |place: &&usize| is_inessential(place) && self.mate(**place).is_none();
        let mut open = order.iter().filter(is_free).count();
        let mut left = Vec::with_capacity(open);
        for place in order.iter().rev().copied().filter(is_inessential) {
            if open == 0 || Budget::is_spent() {
                break;
            }
            let mate = self.mate(place);
            self.unmatch(place);
            self.deactivate(place);
            if mate.is_none_or(|mate| self.augment(graph, mate)) {
                left.push(place);
                open -= 1;
            } else {
                self.activate(place);
                if let Some(mate) = mate {
                    self.join(place, mate);
                }
            }
        }
        for place in left {
            self.activate(place);
        }
    }

    /// Augments from each free vertex. A tree that cannot be augmented stays so, and is left out of all further
    /// searches (Edmonds).
    fn grow_forest(&mut self, graph: &Graph, order: &[usize]) -> (Vec<u64>, Vec<u64>) {
        let (mut outer, mut inner) = (vec![0; self.active.len()], vec![0; self.active.len()]);
        for vertex in order {
            if self.mate[*vertex] != NONE || !self.is_active(*vertex) {
                continue;
            }
            if !graph.has_neighbour_in(*vertex, &self.active) {
                // Alone, which is a tree too.
                put_in(&mut outer, *vertex);
                self.deactivate(*vertex);
                continue;
            }
            if self.augment(graph, *vertex) {
                continue;
            }
            let (out, within) = self.tree.labels();
            for (place, word) in self.active.iter_mut().enumerate() {
                *word &= !(out[place] | within[place]);
                outer[place] |= out[place];
                inner[place] |= within[place] & !out[place];
            }
        }
        self.active
            .iter_mut()
            .zip(outer.iter().zip(&inner))
            .for_each(|(word, (out, within))| *word |= out | within);
        (outer, inner)
    }

    /// Augments along a path from a free vertex, and returns whether there is one.
    pub fn augment(&mut self, graph: &Graph, root: usize) -> bool {
        match self.grow(graph, root, Target::Free) {
            Some(end) => {
                self.flip(end);
                true
            }
            None => false,
        }
    }

    /// Matches `vertex` with the first of its `preferences` that is its mate in some perfect matching, deactivates
    /// both, and returns that mate; `None`, and nothing is changed, if there is no such preference, or if the vertex is
    /// not active. The matching must be perfect, and stays so.
    pub fn settle(&mut self, graph: &Graph, vertex: usize, preferences: impl Iterator<Item = usize>) -> Option<usize> {
        if !self.is_active(vertex) {
            return None;
        }
        let row = graph.row(vertex);
        let mut preferences = preferences.filter(|v| is_in(row, *v));
        let first = preferences
            .by_ref()
            .find(|v| self.is_active(*v) && !self.are_independent(vertex, *v))?;
        let root = self.mate(vertex)?;
        if root == first {
            self.deactivate(vertex);
            self.deactivate(root);
            return Some(root);
        }
        self.search_without(graph, vertex, root, Target::Vertex(first));
        let kept = |v: &usize| self.tree.is_outer(*v) && !self.are_independent(vertex, *v);
        let Some(chosen) = std::iter::once(first).chain(preferences).find(kept) else {
            self.activate(vertex);
            self.join(vertex, root);
            return None;
        };
        self.exchange(root, chosen);
        self.join(vertex, chosen);
        self.deactivate(chosen);
        Some(chosen)
    }

    /// Makes the matching, which must be perfect, one in which the mate of a vertex is in `row`, and returns whether
    /// there is one; if not, nothing is changed.
    pub fn match_into(&mut self, graph: &Graph, vertex: usize, row: &[u64]) -> bool {
        let Some(root) = self.mate(vertex) else { return false };
        if is_in(row, root) {
            return true;
        }
        let wanted: Vec<u64> = self
            .candidates(graph, vertex)
            .iter()
            .zip(row)
            .map(|(word, row)| word & row)
            .collect();
        wanted.iter().any(|word| *word != 0) && self.rematch(graph, vertex, root, Target::AnyOf(&wanted)).is_some()
    }

    /// Matches a vertex with a target among its neighbours instead of with its mate, if a perfect matching does.
    fn rematch(&mut self, graph: &Graph, vertex: usize, mate: usize, target: Target<'_>) -> Option<usize> {
        let v = self.search_without(graph, vertex, mate, target);
        if let Some(v) = v {
            self.exchange(mate, v);
        }
        self.join(vertex, v.unwrap_or(mate));
        self.activate(vertex);
        v
    }

    /// The mates that a vertex has in perfect matchings, as a row of bits; the present matching must be perfect. With
    /// [`Target::Everything`] they are all; with another target only those that were found before it was reached.
    pub fn possible_mates(&mut self, graph: &Graph, vertex: usize, target: Target<'_>) -> Vec<u64> {
        let Some(root) = self.mate(vertex) else {
            return vec![0; self.active.len()];
        };
        self.search_without(graph, vertex, root, target);
        self.activate(vertex);
        self.join(vertex, root);
        self.candidates(graph, vertex)
            .iter()
            .zip(self.outer())
            .map(|(word, outer)| word & outer)
            .collect()
    }

    /// Deactivates a vertex, and grows the tree of its former mate.
    fn search_without(&mut self, graph: &Graph, vertex: usize, mate: usize, target: Target<'_>) -> Option<usize> {
        self.unmatch(vertex);
        self.deactivate(vertex);
        let found = self.grow(graph, mate, target);
        self.hungarian_for = found.is_none().then_some(vertex);
        found
    }

    /// Removes inadmissible edges (those in no perfect matching) that the last search shows, if it sought another mate
    /// of `vertex` and did not reach its target: `vertex` and the inner vertices are then a barrier, and the outer ones
    /// make up its odd components. Returns, as a row of bits, vertices of which no inadmissible edge is left; `None` if
    /// the last search was another, or reached its target.
    pub fn remove_inadmissible(&mut self, graph: &mut Graph, vertex: usize) -> Option<Vec<u64>> {
        (self.hungarian_for.take() == Some(vertex)).then_some(())?;
        let tied = self.barrier_with(vertex);
        self.keep_outer_only(graph, &tied);
        let vertices: Vec<usize> = numbers(&tied).collect();
        let sets = self.tree.odd_sets(vertices.iter().map(|u| self.mate[*u]));
        Some(Barrier::new(self.mate.len(), vertices, sets, self.independent.as_deref()).remove_inadmissible(graph))
    }

    /// Removes the edges from inner vertices of the last search to all but outer ones. That search must have sought in
    /// vain to augment from a free vertex that is then to be matched by new edges, none of which leads to an outer one:
    /// in the graph without it the inner vertices are a barrier, and all their mates are outer.
    pub fn remove_inadmissible_of_inner(&self, graph: &mut Graph) {
        self.keep_outer_only(graph, &self.inner());
    }

    /// Removes all edges of the vertices of a barrier but those to outer vertices.
    fn keep_outer_only(&self, graph: &mut Graph, tied: &[u64]) {
        let words = self.active.iter().zip(tied).zip(self.outer());
        let never = BitSet::from_words(words.map(|((alive, tied), outer)| (alive | tied) & !outer));
        let (mut losing, mut others) = (Vec::new(), vec![0; tied.len()]);
        for u in numbers(tied) {
            let mut lost = 0;
            for (place, word) in graph.words_within(u, &never, None) {
                others[place] |= word;
                lost |= word;
            }
            losing.extend((lost != 0).then_some(u));
        }
        graph.remove_where(losing.into_iter(), &never, |_, _| !0);
        graph.remove_where(numbers(&others), &BitSet::from_words(tied.iter().copied()), |_, _| !0);
    }

    /// The vertex and the inner vertices of the last search, as a row of bits: a barrier, if that search sought another
    /// mate of the vertex in vain.
    #[must_use]
    pub fn barrier_with(&self, vertex: usize) -> Vec<u64> {
        let mut tied = self.inner();
        put_in(&mut tied, vertex);
        tied
    }

    /// The inner vertices of the last search that have not become outer.
    fn inner(&self) -> Vec<u64> {
        let (outer, inner) = self.tree.labels();
        inner.iter().zip(outer).map(|(inner, outer)| inner & !outer).collect()
    }

    /// The vertices that could be free instead of the free `root`, which is one of them: the outer ones of its tree.
    pub fn exchangeable(&mut self, graph: &Graph, root: usize) -> Vec<usize> {
        self.grow(graph, root, Target::Everything);
        self.tree.outer()
    }

    /// The outer vertices of the last search.
    #[must_use]
    pub fn outer(&self) -> &[u64] {
        self.tree.labels().0
    }

    /// Matches the free `root`, and frees instead the vertex that `choose` picks from [`Self::exchangeable`]. Returns
    /// whether it picked one.
    pub fn exchange_free(&mut self, graph: &Graph, root: usize, choose: impl Fn(&[usize]) -> Option<usize>) -> bool {
        let Some(chosen) = choose(&self.exchangeable(graph, root)) else {
            return false;
        };
        self.exchange(root, chosen);
        true
    }

    /// Frees `chosen`, an outer vertex of the last search, instead of its root.
    fn exchange(&mut self, root: usize, chosen: usize) {
        if chosen != root {
            let mate = self.mate[chosen];
            self.expose(chosen);
            self.flip(mate);
        }
    }

    /// Augments along the path from `end` back to the root.
    fn flip(&mut self, end: usize) {
        let mut end = end;
        while end != NONE {
            let parent = self.tree.parent(end);
            let next = self.mate[parent];
            self.join(end, parent);
            end = next;
        }
    }

    fn grow(&mut self, graph: &Graph, root: usize, target: Target<'_>) -> Option<usize> {
        self.hungarian_for = None;
        let Self {
            mate,
            free,
            active,
            independent,
            tree,
            ..
        } = self;
        tree.grow(
            &Instance {
                graph,
                mate,
                free,
                active,
                independent: independent.as_deref(),
            },
            root,
            target,
        )
    }
}
