//! The state of a matching: the mates, the vertices that are ignored for the time being, and an independent set.

use crate::budget::Budget;
use crate::cardinality::alternating_tree::AlternatingTree;
use crate::graph::BitSet;
use crate::graph::bits::{bits, is_in, ones, put_in, take_out};
use crate::graph::{Graph, NONE};

/// A matching of a graph that is built up and changed by searches. The graph is an argument of each of them, so that it
/// may change in between, as long as the matched edges stay.
///
/// A vertex is *active* or not; one that is not is treated as if it had been deleted, though it keeps its mate.
/// *Perfect* and *maximum* are meant of the subgraph of the active vertices, without the edges inside the independent
/// set, if one is given.
///
/// ```
/// use lexicographic_matching::{Graph, Matching};
///
/// let mut path = Graph::empty(5);
/// (1..5).for_each(|vertex| path.add_edge(vertex - 1, vertex));
/// let mut matching = Matching::new(5);
/// assert!(!matching.maximize(&path));
/// assert_eq!(matching.free().len(), 1);
/// // Without its middle the path has a perfect matching.
/// matching.unmatch(2);
/// matching.deactivate(2);
/// assert!(matching.maximize(&path));
/// assert_eq!((matching.mate(0), matching.mate(3)), (Some(1), Some(4)));
/// ```
#[derive(Clone, Debug)]
pub struct Matching {
    pub(crate) mate: Vec<usize>,
    /// The vertices without a mate.
    pub(crate) free: BitSet,
    /// The active vertices; the others are as if they had been deleted.
    pub(crate) active: Vec<u64>,
    /// Vertices that count as an independent set: edges between two of them are ignored.
    pub(crate) independent: Option<Vec<u64>>,
    pub(crate) tree: AlternatingTree,
    /// The vertex for which the last search sought another mate in vain: the tree of that search is Hungarian, that is,
    /// nothing augments it or can be added to it.
    pub(crate) hungarian_for: Option<usize>,
}

impl Matching {
    /// The empty matching.
    #[must_use]
    pub fn new(len: usize) -> Self {
        let mut matching = Self {
            mate: vec![NONE; len],
            free: BitSet::from_numbers(len, 0..len),
            active: vec![0; len.div_ceil(64)],
            independent: None,
            tree: AlternatingTree::default(),
            hungarian_for: None,
        };
        matching.activate_all();
        matching
    }

    /// Makes all vertices active.
    pub fn activate_all(&mut self) {
        let len = self.mate.len();
        (0..len).for_each(|vertex| put_in(&mut self.active, vertex));
    }

    /// Makes these vertices active, and no others.
    pub fn activate_only(&mut self, vertices: impl Iterator<Item = usize>) {
        self.active.fill(0);
        let kept = vertices.inspect(|vertex| self.activate(*vertex)).count();
        Budget::spend(kept);
    }

    /// Treats these vertices as an independent set from now on, in place of those given before: edges between two of
    /// them are ignored, whatever the graph says.
    pub fn set_independent(&mut self, vertices: &[usize]) {
        self.independent = (vertices.len() > 1).then(|| bits(self.mate.len(), vertices.iter().copied()));
    }

    /// The vertex that a vertex is matched with.
    #[must_use]
    pub fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.mate[vertex]).filter(|mate| *mate != NONE)
    }

    /// Matches two free vertices.
    pub fn join(&mut self, u: usize, v: usize) {
        self.mate[u] = v;
        self.mate[v] = u;
        self.free.remove(u);
        self.free.remove(v);
    }

    /// Frees a vertex and its mate.
    pub fn unmatch(&mut self, vertex: usize) {
        if let Some(mate) = self.mate(vertex) {
            self.expose(mate);
            self.expose(vertex);
        }
    }

    pub(crate) fn expose(&mut self, vertex: usize) {
        self.mate[vertex] = NONE;
        self.free.insert(vertex);
    }

    /// Makes a vertex inactive. It and its mate stay matched, and the mate stays active.
    pub fn deactivate(&mut self, vertex: usize) {
        take_out(&mut self.active, vertex);
    }

    /// Makes a vertex active again.
    pub fn activate(&mut self, vertex: usize) {
        put_in(&mut self.active, vertex);
    }

    /// Whether a vertex is active.
    #[must_use]
    pub fn is_active(&self, vertex: usize) -> bool {
        is_in(&self.active, vertex)
    }

    /// The active vertices without a mate, in order.
    #[must_use]
    pub fn free(&self) -> Vec<usize> {
        let words = self
            .free
            .words()
            .iter()
            .zip(&self.active)
            .map(|(free, alive)| free & alive)
            .enumerate();
        words
            .flat_map(|(place, word)| ones(word).map(move |bit| place * 64 + bit))
            .collect()
    }

    /// The independent set that was given, as a row of bits; `None` if it had fewer than two vertices.
    #[must_use]
    pub fn independent(&self) -> Option<&[u64]> {
        self.independent.as_deref()
    }

    /// Whether two vertices are both in the independent set, and so are not matched with each other.
    #[must_use]
    pub fn are_independent(&self, u: usize, v: usize) -> bool {
        self.independent
            .as_ref()
            .is_some_and(|set| is_in(set, u) && is_in(set, v))
    }

    /// The active neighbours of a vertex, without those that the independent set forbids, as a row of bits.
    #[must_use]
    pub fn candidates(&self, graph: &Graph, vertex: usize) -> Vec<u64> {
        let limits = self.independent.as_deref().filter(|apart| is_in(apart, vertex));
        let words = graph.row(vertex).iter().zip(&self.active).enumerate();
        words
            .map(|(place, (word, alive))| word & alive & !limits.map_or(0, |apart| apart[place]))
            .collect()
    }
}
