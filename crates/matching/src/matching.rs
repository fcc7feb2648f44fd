//! A matching of a graph, kept as it changes.

use crate::bits::{bits, is_in, ones, put_in, take_out};
use crate::budget::Budget;
use crate::graph::{Graph, NONE};
use crate::row::Row;
use crate::search::Search;

/// A matching of a graph, kept as it changes.
#[derive(Clone, Debug)]
pub struct Matching {
    pub(crate) mate: Vec<usize>,
    /// Those without a mate.
    pub(crate) free: Row,
    /// Those who are still to be paired; the others are as if they were not there.
    pub(crate) alive: Vec<u64>,
    /// Those of whom no two are paired, whatever the graph says.
    pub(crate) apart: Option<Vec<u64>>,
    pub(crate) search: Search,
    /// Who was to meet another than the mate, if the last search was for that and in vain.
    pub(crate) vain: Option<usize>,
}

impl Matching {
    /// No pairs yet.
    #[must_use]
    pub fn new(len: usize) -> Self {
        let mut matching = Self {
            mate: vec![NONE; len],
            free: Row::of(len, 0..len),
            alive: vec![0; len.div_ceil(64)],
            apart: None,
            search: Search::default(),
            vain: None,
        };
        matching.revive();
        matching
    }

    /// Brings back everybody.
    pub fn revive(&mut self) {
        let len = self.mate.len();
        (0..len).for_each(|vertex| put_in(&mut self.alive, vertex));
    }

    /// Takes everybody out but these.
    pub fn keep(&mut self, vertices: impl Iterator<Item = usize>) {
        self.alive.fill(0);
        let kept = vertices.inspect(|vertex| self.restore(*vertex)).count();
        Budget::spend(kept);
    }

    /// From now on no two of these are paired, and no others are kept so.
    pub fn set_apart(&mut self, vertices: &[usize]) {
        self.apart = (vertices.len() > 1).then(|| bits(self.mate.len(), vertices.iter().copied()));
    }

    /// The vertex that a vertex is paired with.
    #[must_use]
    pub fn mate(&self, vertex: usize) -> Option<usize> {
        Some(self.mate[vertex]).filter(|mate| *mate != NONE)
    }

    /// Pairs two free vertices.
    pub fn pair(&mut self, one: usize, other: usize) {
        self.mate[one] = other;
        self.mate[other] = one;
        self.free.take(one);
        self.free.take(other);
    }

    /// Frees a vertex and its mate.
    pub fn part(&mut self, vertex: usize) {
        if let Some(mate) = self.mate(vertex) {
            self.unpair(mate);
            self.unpair(vertex);
        }
    }

    pub(crate) fn unpair(&mut self, vertex: usize) {
        self.mate[vertex] = NONE;
        self.free.put(vertex);
    }

    /// Takes a vertex out of what follows.
    pub fn retire(&mut self, vertex: usize) {
        take_out(&mut self.alive, vertex);
    }

    /// Brings back one who was taken out.
    pub fn restore(&mut self, vertex: usize) {
        put_in(&mut self.alive, vertex);
    }

    /// Whether a vertex has not been taken out.
    #[must_use]
    pub fn is_alive(&self, vertex: usize) -> bool {
        is_in(&self.alive, vertex)
    }

    /// The living vertices without a mate, in order.
    #[must_use]
    pub fn free(&self) -> Vec<usize> {
        let words = self
            .free
            .words()
            .iter()
            .zip(&self.alive)
            .map(|(free, alive)| free & alive)
            .enumerate();
        words
            .flat_map(|(place, word)| ones(word).map(move |bit| place * 64 + bit))
            .collect()
    }

    /// Those of whom no two are paired.
    #[must_use]
    pub fn apart(&self) -> Option<&[u64]> {
        self.apart.as_deref()
    }

    /// Whether two vertices are not to be paired, whatever the graph says.
    #[must_use]
    pub fn are_apart(&self, one: usize, other: usize) -> bool {
        self.apart
            .as_ref()
            .is_some_and(|set| is_in(set, one) && is_in(set, other))
    }

    /// The neighbours whom a vertex may meet, as a row of bits.
    #[must_use]
    pub fn allowed(&self, graph: &Graph, vertex: usize) -> Vec<u64> {
        let limits = self.apart.as_deref().filter(|apart| is_in(apart, vertex));
        let words = graph.row(vertex).iter().zip(&self.alive).enumerate();
        words
            .map(|(place, (word, alive))| word & alive & !limits.map_or(0, |apart| apart[place]))
            .collect()
    }
}
