//! Graphs as adjacency matrices of bits: one row of words for each vertex, 64 neighbours to a word.

mod bit_set;
pub mod bits;
mod derived;

pub use bit_set::BitSet;

use crate::budget::Budget;
use crate::graph::bit_set::filled;
use crate::graph::bits::{bits, is_in, ones};

/// No vertex: the mate of one that is not matched.
pub const NONE: usize = usize::MAX;

/// A graph without loops and parallel edges on the vertices 0 to `len - 1`.
///
/// The neighbours of a vertex are a *row* of bits, the bit `v % 64` of the word `v / 64` standing for the vertex `v`.
/// The number of a word in its row is called its *place*. A bit of a second, shorter row says whether a word is not
/// zero, so that a walk over a sparse row skips the others; its own words, each for 64 places, are the *parts*.
///
/// ```
/// use lexicographic_matching::Graph;
///
/// let mut square = Graph::empty(4);
/// [(0, 1), (1, 2), (2, 3), (3, 0)].map(|(u, v)| square.add_edge(u, v));
/// assert!(square.has_edge(3, 2) && !square.has_edge(0, 2));
/// assert_eq!(square.neighbours(1).collect::<Vec<_>>(), [0, 2]);
/// ```
#[derive(Clone, Debug)]
pub struct Graph {
    len: usize,
    words: usize,
    bits: Vec<u64>,
    /// A bit for each word of a row that is not zero.
    filled: Vec<u64>,
}

#[expect(clippy::len_without_is_empty, reason = "a graph without vertices is not asked for")]
impl Graph {
    /// The graph without edges.
    #[must_use]
    pub fn empty(len: usize) -> Self {
        let words = len.div_ceil(64);
        Self {
            len,
            words,
            bits: vec![0; len * words],
            filled: vec![0; len * words.div_ceil(64)],
        }
    }

    /// The complete graph.
    #[must_use]
    pub fn complete(len: usize) -> Self {
        let all = bits(len, 0..len);
        let filled = bits(all.len(), 0..all.len());
        let bits = Vec::with_capacity(len * all.len());
        let mut graph = Self {
            len,
            words: all.len(),
            bits,
            filled: filled.repeat(len),
        };
        for vertex in 0..len {
            graph.bits.extend_from_slice(&all);
            let word = &mut graph.row_mut(vertex)[vertex / 64];
            *word &= !(1 << (vertex % 64));
            if *word == 0 {
                graph.fill(vertex);
            }
        }
        graph
    }

    /// Notes which words of a row are not zero.
    fn fill(&mut self, vertex: usize) {
        let each = self.words.div_ceil(64);
        let row = &self.bits[vertex * self.words..(vertex + 1) * self.words];
        row.chunks(64)
            .zip(&mut self.filled[vertex * each..])
            .for_each(|(words, set)| *set = filled(words));
    }

    /// The words of a row that are not zero, each with its place.
    pub fn words(&self, vertex: usize) -> impl Iterator<Item = (usize, u64)> {
        let each = self.words.div_ceil(64);
        let row = self.row(vertex);
        let filled = &self.filled[vertex * each..(vertex + 1) * each];
        let places = filled
            .iter()
            .enumerate()
            .flat_map(|(part, word)| ones(*word).map(move |bit| part * 64 + bit));
        places.map(|place| (place, row[place]))
    }

    /// The words of a row that are not zero and whose bit is set in `places`, which stands for the 64 words from `64 *
    /// part` on.
    pub fn words_in(&self, vertex: usize, part: usize, places: u64) -> impl Iterator<Item = (usize, u64)> {
        let row = self.row(vertex);
        let filled = self.filled[vertex * self.words.div_ceil(64) + part] & places;
        ones(filled).map(move |bit| (part * 64 + bit, row[part * 64 + bit]))
    }

    /// The words of the neighbours of a vertex that are in the set `row`, each with its place. Edges between two
    /// vertices of `apart`, if it is given, are ignored.
    pub fn words_within(
        &self,
        vertex: usize,
        row: &BitSet,
        apart: Option<&[u64]>,
    ) -> impl Iterator<Item = (usize, u64)> {
        let limits = apart.filter(|apart| is_in(apart, vertex));
        let parts = row.filled().iter().enumerate();
        let words = parts.flat_map(move |(part, places)| self.words_in(vertex, part, *places));
        words.inspect(|_| Budget::spend(1)).map(move |(place, word)| {
            let kept = row.word(place) & !limits.map_or(0, |apart| apart[place]);
            (place, word & kept)
        })
    }

    /// The neighbours of a vertex that are in the set `row`, without edges between two vertices of `apart`.
    pub fn neighbours_within(&self, vertex: usize, row: &BitSet, apart: Option<&[u64]>) -> impl Iterator<Item = usize> {
        self.words_within(vertex, row, apart)
            .flat_map(|(place, word)| ones(word).map(move |bit| place * 64 + bit))
    }

    /// Removes the neighbours of some vertices from the set `row`.
    pub fn subtract_neighbours(&self, vertices: impl Iterator<Item = usize>, row: &mut BitSet) {
        for vertex in vertices {
            if row.first().is_none() {
                return;
            }
            for part in 0..row.filled().len() {
                for (place, word) in self.words_in(vertex, part, row.filled()[part]) {
                    Budget::spend(1);
                    row.remove_word(place, word);
                }
            }
        }
    }

    /// The number of vertices.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// The neighbours of a vertex as a row of bits.
    #[must_use]
    pub fn row(&self, vertex: usize) -> &[u64] {
        &self.bits[vertex * self.words..(vertex + 1) * self.words]
    }

    fn row_mut(&mut self, vertex: usize) -> &mut [u64] {
        &mut self.bits[vertex * self.words..(vertex + 1) * self.words]
    }

    /// Whether two vertices are joined.
    #[must_use]
    pub fn has_edge(&self, u: usize, v: usize) -> bool {
        is_in(self.row(u), v)
    }

    /// Joins two vertices.
    pub fn add_edge(&mut self, u: usize, v: usize) {
        self.add_word(u, v / 64, 1 << (v % 64));
        self.add_word(v, u / 64, 1 << (u % 64));
    }

    /// Adds the bits of a word to the row of a vertex. The caller must see to it that the graph stays symmetric, by
    /// adding the vertex to the rows of these neighbours too.
    pub fn add_word(&mut self, vertex: usize, place: usize, more: u64) {
        self.row_mut(vertex)[place] |= more;
        self.filled[vertex * self.words.div_ceil(64) + place / 64] |= 1 << (place % 64);
    }

    /// Removes an edge, if there is one.
    pub fn remove_edge(&mut self, u: usize, v: usize) {
        let each = self.words.div_ceil(64);
        for (u, v) in [(u, v), (v, u)] {
            let word = &mut self.row_mut(u)[v / 64];
            *word &= !(1 << (v % 64));
            if *word == 0 {
                self.filled[u * each + v / 4096] &= !(1 << (v / 64 % 64));
            }
        }
    }

    /// Removes the edges of another graph on the same vertices.
    pub fn remove_edges_of(&mut self, v: &Self) {
        self.bits
            .iter_mut()
            .zip(&v.bits)
            .for_each(|(word, gone)| *word &= !gone);
        (0..self.len).for_each(|vertex| self.fill(vertex));
    }

    /// Removes the edges of a vertex to neighbours for which `keep` is false.
    pub fn retain_neighbours(&mut self, vertex: usize, keep: impl Fn(usize) -> bool) {
        let kept = bits(self.len, self.neighbours(vertex).filter(|v| keep(*v)));
        self.retain_within(vertex, &kept);
    }

    /// Removes the edges of a vertex to neighbours that are not in a row of bits.
    pub fn retain_within(&mut self, vertex: usize, row: &[u64]) {
        let words = self.words(vertex).inspect(|_| Budget::spend(1));
        let lost = words.flat_map(|(place, word)| ones(word & !row[place]).map(move |bit| place * 64 + bit));
        for v in lost.collect::<Vec<_>>() {
            Budget::spend(4);
            self.remove_edge(vertex, v);
        }
    }

    /// The neighbours of a vertex, in order.
    pub fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> {
        self.words(vertex)
            .flat_map(|(place, word)| ones(word).map(move |bit| place * 64 + bit))
    }

    /// The neighbours of a vertex that are in a row of bits.
    pub fn neighbours_in<'a>(&'a self, vertex: usize, row: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
        let words = self.words(vertex).inspect(|_| Budget::spend(1));
        words.flat_map(|(place, word)| ones(word & row[place]).map(move |bit| place * 64 + bit))
    }

    /// Whether a vertex has a neighbour in a row of bits.
    #[must_use]
    pub fn has_neighbour_in(&self, vertex: usize, row: &[u64]) -> bool {
        self.neighbours_in(vertex, row).next().is_some()
    }

    /// Whether a vertex has a neighbour among `vertices`, which must be sorted. `row` must be the same set as bits, at
    /// least between the first and the last of them: only the words there are looked at.
    #[must_use]
    pub fn has_neighbour_among(&self, vertex: usize, vertices: &[usize], row: &[u64]) -> bool {
        let (Some(first), Some(last)) = (vertices.first(), vertices.last()) else {
            return false;
        };
        let words = first / 64..last / 64 + 1;
        Budget::spend(words.len());
        self.row(vertex)[words.clone()]
            .iter()
            .zip(&row[words])
            .any(|(word, wanted)| word & wanted != 0)
    }

    /// The number of neighbours of a vertex.
    #[must_use]
    pub fn degree(&self, vertex: usize) -> usize {
        self.row(vertex).iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        (0..self.len).map(|vertex| self.degree(vertex)).sum::<usize>() / 2
    }

    /// Removes from the rows of some vertices, of the bits that are in the set `row`, those that `gone` gives for the
    /// vertex and the place of a word. The caller must see to it that the graph stays symmetric.
    pub fn remove_where(
        &mut self,
        vertices: impl Iterator<Item = usize>,
        row: &BitSet,
        gone: impl Fn(usize, usize) -> u64,
    ) {
        let each = self.words.div_ceil(64);
        for vertex in vertices {
            for (part, places) in row.filled().iter().enumerate() {
                for bit in ones(self.filled[vertex * each + part] & places) {
                    let place = part * 64 + bit;
                    Budget::spend(1);
                    let word = &mut self.bits[vertex * self.words + place];
                    *word &= !(row.word(place) & gone(vertex, place));
                    if *word == 0 {
                        self.filled[vertex * each + part] &= !(1 << bit);
                    }
                }
            }
        }
    }

    /// The greatest number, over these vertices, of others among them that one is not joined to.
    #[must_use]
    pub fn max_non_neighbours(&self, vertices: &[usize]) -> usize {
        let all = bits(self.len, vertices.iter().copied());
        Budget::spend(2 * vertices.len() * self.words);
        // Mostly nothing is missing in a word.
        let missing = |vertex: &usize| -> usize {
            let words = self.row(*vertex).iter().zip(&all).map(|(word, all)| all & !word);
            words
                .filter(|word| *word != 0)
                .map(|word| word.count_ones() as usize)
                .sum()
        };
        vertices.iter().map(missing).max().unwrap_or(0).saturating_sub(1)
    }
}
