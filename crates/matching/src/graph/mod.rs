//! Graphs as adjacency matrices of bits: one row of words for each vertex, 64 neighbours to a word.

mod bit_set;
pub mod bits;

pub use bit_set::BitSet;

use crate::budget::Budget;
use crate::graph::bit_set::filled;
use crate::graph::bits::{bits, is_in, ones, put_in, transposed};

/// No vertex: the mate of one that is not matched.
pub const NONE: usize = usize::MAX;

/// A graph without loops and parallel edges on the vertices 0 to `len - 1`.
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

    /// The graph in which each vertex is joined to those that it names, and to those that name it.
    pub fn from_neighbours<I: Iterator<Item = usize>>(len: usize, named: impl Fn(usize) -> I) -> Self {
        let mut graph = Self::empty(len);
        for vertex in 0..len {
            let row = graph.row_mut(vertex);
            named(vertex).for_each(|v| put_in(row, v));
        }
        // In squares of 64 vertices each, two at a time: what the one has, the other has from the other side.
        for u in 0..graph.words {
            for v in 0..=u {
                let (ones, others) = (transposed(graph.square(u, v)), transposed(graph.square(v, u)));
                graph.add_square(u, v, &others);
                graph.add_square(v, u, &ones);
            }
        }
        (0..len).for_each(|vertex| graph.fill(vertex));
        Budget::spend(4 * graph.bits.len());
        graph
    }

    /// The words at a place of 64 rows.
    fn square(&self, rows: usize, place: usize) -> [u64; 64] {
        std::array::from_fn(|row| {
            self.bits
                .get((64 * rows + row) * self.words + place)
                .copied()
                .unwrap_or(0)
        })
    }

    fn add_square(&mut self, rows: usize, place: usize, more: &[u64; 64]) {
        let words = self
            .bits
            .iter_mut()
            .skip(64 * rows * self.words + place)
            .step_by(self.words);
        words.zip(more).for_each(|(word, more)| *word |= more);
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

    /// Those of them whose bit is set in `places`, which stands for the 64 words from `64 * part` on.
    pub fn words_in(&self, vertex: usize, part: usize, places: u64) -> impl Iterator<Item = (usize, u64)> {
        let row = self.row(vertex);
        let filled = self.filled[vertex * self.words.div_ceil(64) + part] & places;
        ones(filled).map(move |bit| (part * 64 + bit, row[part * 64 + bit]))
    }

    /// The words of the neighbours of a vertex that are in a set, each with its place. No two vertices of the
    /// independent set are taken for neighbours.
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

    /// The neighbours of a vertex that are in a set, by the same rule.
    pub fn neighbours_within(&self, vertex: usize, row: &BitSet, apart: Option<&[u64]>) -> impl Iterator<Item = usize> {
        self.words_within(vertex, row, apart)
            .flat_map(|(place, word)| ones(word).map(move |bit| place * 64 + bit))
    }

    /// Removes the neighbours of some vertices from a set.
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

    /// Adds a word to a row; the rows of those neighbours must get their bit too.
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

    /// Whether a vertex has a neighbour among some vertices, which are in order, and whose bits the row has: only the
    /// words between the first and the last are looked at.
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

    /// The graph on the same vertices whose words `row` gives for a vertex, a place and the present word; it must stay
    /// symmetric.
    #[must_use]
    pub fn map_rows(&self, row: impl Fn(usize, usize, u64) -> u64) -> Self {
        let mut changed = self.clone();
        for vertex in 0..self.len {
            for (place, word) in changed.row_mut(vertex).iter_mut().enumerate() {
                *word = row(vertex, place, *word);
            }
            changed.fill(vertex);
        }
        Budget::spend(self.bits.len() / 2);
        changed
    }

    /// The number of edges.
    #[must_use]
    pub fn edge_count(&self) -> usize {
        (0..self.len).map(|vertex| self.degree(vertex)).sum::<usize>() / 2
    }

    /// Removes edges between some vertices and a set: for each vertex and place the bits that `gone` gives. It must
    /// stay symmetric.
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

    /// The graph on the same vertices with the edges for which `keep` is true; it is given the lower vertex first.
    #[must_use]
    pub fn filtered(&self, keep: impl Fn(usize, usize) -> bool) -> Self {
        let mut kept = self.clone();
        for u in 0..self.len {
            for (place, word) in self.words(u) {
                let goes = |bit: &usize| !keep(u.min(place * 64 + bit), u.max(place * 64 + bit));
                let gone = ones(word).filter(goes).fold(0, |gone, bit| gone | 1 << bit);
                kept.row_mut(u)[place] &= !gone;
                Budget::spend(2 * word.count_ones() as usize);
            }
            kept.fill(u);
        }
        Budget::spend(2 * self.bits.len());
        kept
    }

    /// The greatest number of these vertices that one of them is not joined to, itself not counted.
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

    /// The same graph with the vertices numbered backwards.
    #[must_use]
    pub fn reversed(&self) -> Self {
        let mut turned = Self::empty(self.len);
        for vertex in 0..self.len {
            let row: Vec<u64> = self
                .row(self.len - 1 - vertex)
                .iter()
                .rev()
                .map(|word| word.reverse_bits())
                .collect();
            copy_bits(&row, 64 * self.words - self.len, turned.row_mut(vertex), 0, self.len);
            turned.fill(vertex);
        }
        Budget::spend(self.bits.len());
        turned
    }

    /// The same graph with `more` isolated vertices after the others.
    #[must_use]
    pub fn with_more_vertices(&self, more: usize) -> Self {
        let mut wide = Self::empty(self.len + more);
        for vertex in 0..self.len {
            wide.row_mut(vertex)[..self.words].copy_from_slice(self.row(vertex));
            wide.fill(vertex);
        }
        Budget::spend(self.bits.len() / 2);
        wide
    }

    /// The induced subgraph on these vertices, which become 0, 1, 2 and so on in this order, with `more` isolated
    /// vertices after them.
    #[must_use]
    pub fn induced(&self, vertices: &[usize], more: usize) -> Self {
        let mut part = Self::empty(vertices.len() + more);
        let mut runs: Vec<(usize, usize, usize)> = Vec::new();
        for (place, vertex) in vertices.iter().enumerate() {
            match runs.last_mut() {
                Some((from, _, len)) if *from + *len == *vertex => *len += 1,
                _ => runs.push((*vertex, place, 1)),
            }
        }
        // Where there are many runs the short ones are copied pair by pair.
        let (long, short): (Vec<_>, Vec<_>) = runs
            .iter()
            .copied()
            .partition(|(_, _, len)| runs.len() <= FEW_RUNS || *len >= LONG_RUN);
        let index = Index::new(
            self.len,
            vertices,
            short.iter().flat_map(|(from, _, len)| *from..from + len),
        );
        for (u, here) in vertices.iter().enumerate() {
            let row = self.row(*here);
            for (from, to, len) in &long {
                copy_bits(row, *from, part.row_mut(u), *to, *len);
            }
            for (place, word) in self.words(*here).filter(|_| !short.is_empty()) {
                let word = word & index.members[place];
                Budget::spend(word.count_ones() as usize);
                for bit in ones(word) {
                    put_in(part.row_mut(u), index.places[place * 64 + bit] as usize);
                }
            }
            part.fill(u);
        }
        Budget::spend(vertices.len() * (runs.len().min(self.words) + part.words));
        part
    }
}

/// The most runs of consecutive vertices with which an induced subgraph is copied by words, and the length from which a
/// run is copied so in any case. Either is worth about one word.
const FEW_RUNS: usize = 64;
const LONG_RUN: usize = 64;

/// The new number of each vertex of an induced subgraph, and the vertices that are looked up.
struct Index {
    members: Vec<u64>,
    places: Vec<u32>,
}

impl Index {
    fn new(len: usize, vertices: &[usize], members: impl Iterator<Item = usize>) -> Self {
        let mut places = vec![0; len];
        for (place, vertex) in (0..).zip(vertices) {
            places[*vertex] = place;
        }
        Self {
            members: bits(len, members),
            places,
        }
    }
}

/// Copies bits of a row to a place of another where there are none yet.
fn copy_bits(source: &[u64], from: usize, target: &mut [u64], to: usize, len: usize) {
    for offset in (0..len).step_by(64) {
        let (read, write, count) = (from + offset, to + offset, (len - offset).min(64));
        let low = source[read / 64] >> (read % 64);
        let high = if read % 64 == 0 {
            0
        } else {
            source.get(read / 64 + 1).map_or(0, |next| next << (64 - read % 64))
        };
        let word = (low | high) & (!0 >> (64 - count));
        target[write / 64] |= word << (write % 64);
        if write % 64 > 0 && word >> (64 - write % 64) > 0 {
            target[write / 64 + 1] |= word >> (64 - write % 64);
        }
    }
}
