//! Who may meet whom, as rows of bits.

use crate::bits::{bits, is_in, ones, put_in, transposed};
use crate::budget::Budget;
use crate::row::{Row, filled};

/// No vertex.
pub const NONE: usize = usize::MAX;

/// A graph without loops on the vertices 0 to `len - 1`.
#[derive(Clone, Debug)]
pub struct Graph {
    len: usize,
    words: usize,
    bits: Vec<u64>,
    /// For each row which of its words have a bit, as bits.
    filled: Vec<u64>,
}

#[expect(clippy::len_without_is_empty, reason = "a graph without vertices is not asked for")]
impl Graph {
    /// No edges.
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

    /// Every edge.
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

    /// An edge between each vertex and those whom it names.
    pub fn naming<I: Iterator<Item = usize>>(len: usize, named: impl Fn(usize) -> I) -> Self {
        let mut graph = Self::empty(len);
        for vertex in 0..len {
            let row = graph.row_mut(vertex);
            named(vertex).for_each(|other| put_in(row, other));
        }
        // In squares of 64 vertices each, two at a time: what the one has, the other has from the other side.
        for one in 0..graph.words {
            for other in 0..=one {
                let (ones, others) = (
                    transposed(graph.square(one, other)),
                    transposed(graph.square(other, one)),
                );
                graph.add_square(one, other, &others);
                graph.add_square(other, one, &ones);
            }
        }
        (0..len).for_each(|vertex| graph.fill(vertex));
        Budget::spend(4 * graph.bits.len());
        graph
    }

    /// Of 64 rows the words at a place.
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

    /// Notes which words of a row have a bit.
    fn fill(&mut self, vertex: usize) {
        let each = self.words.div_ceil(64);
        let row = &self.bits[vertex * self.words..(vertex + 1) * self.words];
        row.chunks(64)
            .zip(&mut self.filled[vertex * each..])
            .for_each(|(words, set)| *set = filled(words));
    }

    /// The places of the words of a row that have a bit, and the words.
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

    /// The same of the 64 words from `64 * part` on for which a bit is set in `places`.
    pub fn words_in(&self, vertex: usize, part: usize, places: u64) -> impl Iterator<Item = (usize, u64)> {
        let row = self.row(vertex);
        let filled = self.filled[vertex * self.words.div_ceil(64) + part] & places;
        ones(filled).map(move |bit| (part * 64 + bit, row[part * 64 + bit]))
    }

    /// The places of the words that have a bit in the row of a vertex and in another, and the bits that both have; without those
    /// who are apart if the vertex is one of them.
    pub fn words_of(&self, vertex: usize, row: &Row, apart: Option<&[u64]>) -> impl Iterator<Item = (usize, u64)> {
        let limits = apart.filter(|apart| is_in(apart, vertex));
        let parts = row.filled().iter().enumerate();
        let words = parts.flat_map(move |(part, places)| self.words_in(vertex, part, *places));
        words.inspect(|_| Budget::spend(1)).map(move |(place, word)| {
            let kept = row.word(place) & !limits.map_or(0, |apart| apart[place]);
            (place, word & kept)
        })
    }

    /// The neighbours of a vertex that are in a row, the same.
    pub fn neighbours_of(&self, vertex: usize, row: &Row, apart: Option<&[u64]>) -> impl Iterator<Item = usize> {
        self.words_of(vertex, row, apart)
            .flat_map(|(place, word)| ones(word).map(move |bit| place * 64 + bit))
    }

    /// Takes the neighbours of some vertices out of a row.
    pub fn take_neighbours(&self, vertices: impl Iterator<Item = usize>, row: &mut Row) {
        for vertex in vertices {
            if row.first().is_none() {
                return;
            }
            for part in 0..row.filled().len() {
                for (place, word) in self.words_in(vertex, part, row.filled()[part]) {
                    Budget::spend(1);
                    row.take_word(place, word);
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

    /// Whether two vertices are neighbours.
    #[must_use]
    pub fn has(&self, one: usize, other: usize) -> bool {
        is_in(self.row(one), other)
    }

    /// Makes two vertices neighbours.
    pub fn add(&mut self, one: usize, other: usize) {
        self.put(one, other / 64, 1 << (other % 64));
        self.put(other, one / 64, 1 << (one % 64));
    }

    /// Adds a word of neighbours to a row; each must get its own bit too.
    pub fn put(&mut self, vertex: usize, place: usize, more: u64) {
        self.row_mut(vertex)[place] |= more;
        self.filled[vertex * self.words.div_ceil(64) + place / 64] |= 1 << (place % 64);
    }

    /// Takes an edge away, if there is one.
    pub fn remove(&mut self, one: usize, other: usize) {
        let each = self.words.div_ceil(64);
        for (one, other) in [(one, other), (other, one)] {
            let word = &mut self.row_mut(one)[other / 64];
            *word &= !(1 << (other % 64));
            if *word == 0 {
                self.filled[one * each + other / 4096] &= !(1 << (other / 64 % 64));
            }
        }
    }

    /// Removes the pairs of another graph of the same vertices.
    pub fn remove_all(&mut self, other: &Self) {
        self.bits
            .iter_mut()
            .zip(&other.bits)
            .for_each(|(word, gone)| *word &= !gone);
        (0..self.len).for_each(|vertex| self.fill(vertex));
    }

    /// Removes the edges of a vertex for which `keep` is false.
    pub fn retain(&mut self, vertex: usize, keep: impl Fn(usize) -> bool) {
        let kept = bits(self.len, self.neighbours(vertex).filter(|other| keep(*other)));
        self.retain_in(vertex, &kept);
    }

    /// The same of those who are not in a row of bits.
    pub fn retain_in(&mut self, vertex: usize, row: &[u64]) {
        let words = self.words(vertex).inspect(|_| Budget::spend(1));
        let lost = words.flat_map(|(place, word)| ones(word & !row[place]).map(move |bit| place * 64 + bit));
        for other in lost.collect::<Vec<_>>() {
            Budget::spend(4);
            self.remove(vertex, other);
        }
    }

    /// The neighbours of a vertex, in order.
    pub fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> {
        self.words(vertex)
            .flat_map(|(place, word)| ones(word).map(move |bit| place * 64 + bit))
    }

    /// Those of them who are in a row of bits.
    pub fn neighbours_in<'a>(&'a self, vertex: usize, row: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
        let words = self.words(vertex).inspect(|_| Budget::spend(1));
        words.flat_map(|(place, word)| ones(word & row[place]).map(move |bit| place * 64 + bit))
    }

    /// Whether a vertex has a neighbour in a row of bits.
    #[must_use]
    pub fn meets(&self, vertex: usize, row: &[u64]) -> bool {
        self.neighbours_in(vertex, row).next().is_some()
    }

    /// The same of vertices in order, whose bits the row has: nothing is looked at but what lies between the first and the last.
    #[must_use]
    pub fn meets_one_of(&self, vertex: usize, vertices: &[usize], row: &[u64]) -> bool {
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

    /// The same vertices with the rows that `row` gives: it is asked for the word of a vertex at a place, and must be so that
    /// of two neighbours each names the other.
    #[must_use]
    pub fn with_rows(&self, row: impl Fn(usize, usize, u64) -> u64) -> Self {
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

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> usize {
        (0..self.len).map(|vertex| self.degree(vertex)).sum::<usize>() / 2
    }

    /// Takes out of the rows of some vertices, of the bits that another row has, those that `gone` gives for a vertex at a place;
    /// it must be so that of two neighbours each loses the other.
    pub fn lose(&mut self, vertices: impl Iterator<Item = usize>, row: &Row, gone: impl Fn(usize, usize) -> u64) {
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

    /// The same vertices with those pairs, the lower named first, for which `keep` is true.
    #[must_use]
    pub fn filtered(&self, keep: impl Fn(usize, usize) -> bool) -> Self {
        let mut kept = self.clone();
        for one in 0..self.len {
            for (place, word) in self.words(one) {
                let goes = |bit: &usize| !keep(one.min(place * 64 + bit), one.max(place * 64 + bit));
                let gone = ones(word).filter(goes).fold(0, |gone, bit| gone | 1 << bit);
                kept.row_mut(one)[place] &= !gone;
                Budget::spend(2 * word.count_ones() as usize);
            }
            kept.fill(one);
        }
        Budget::spend(2 * self.bits.len());
        kept
    }

    /// The most vertices of these that one of them is not joined to, itself not counted.
    #[must_use]
    pub fn most_missing(&self, vertices: &[usize]) -> usize {
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

    /// The same with the vertices numbered from the last on.
    #[must_use]
    pub fn turned(&self) -> Self {
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

    /// The same with `more` vertices after the others.
    #[must_use]
    pub fn widened(&self, more: usize) -> Self {
        let mut wide = Self::empty(self.len + more);
        for vertex in 0..self.len {
            wide.row_mut(vertex)[..self.words].copy_from_slice(self.row(vertex));
            wide.fill(vertex);
        }
        Budget::spend(self.bits.len() / 2);
        wide
    }

    /// The part on these vertices, which become 0, 1, 2 and so on in this order, with room for `more` vertices after them.
    #[must_use]
    pub fn part(&self, vertices: &[usize], more: usize) -> Self {
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
        for (one, here) in vertices.iter().enumerate() {
            let row = self.row(*here);
            for (from, to, len) in &long {
                copy_bits(row, *from, part.row_mut(one), *to, *len);
            }
            for (place, word) in self.words(*here).filter(|_| !short.is_empty()) {
                let word = word & index.members[place];
                Budget::spend(word.count_ones() as usize);
                for bit in ones(word) {
                    put_in(part.row_mut(one), index.places[place * 64 + bit] as usize);
                }
            }
            part.fill(one);
        }
        Budget::spend(vertices.len() * (runs.len().min(self.words) + part.words));
        part
    }
}

/// A part in no more runs than this is copied by words, and a run that is no shorter than this.
const FEW_RUNS: usize = 64;
const LONG_RUN: usize = 64;

/// Where each of some vertices stands among them, and those of them who are looked for there.
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
