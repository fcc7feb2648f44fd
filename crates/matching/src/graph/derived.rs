//! Graphs made of lists of neighbours, or of other graphs: subgraphs, and the same graph with other numbers.

use crate::budget::Budget;
use crate::graph::Graph;
use crate::graph::bits::{bits, ones, put_in};

impl Graph {
    /// The graph in which each vertex is joined to those that it names, and to those that name it.
    pub fn from_neighbours<I: Iterator<Item = usize>>(len: usize, neighbours: impl Fn(usize) -> I) -> Self {
        let mut graph = Self::empty(len);
        for u in 0..len {
            neighbours(u).for_each(|v| graph.add_edge(u, v));
        }
        Budget::spend(4 * graph.bits.len());
        graph
    }

    /// The graph on the same vertices in which each word of each row is what `row` makes of it, given the vertex, the
    /// place and the present word. The caller must see to it that the graph stays symmetric.
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

    /// The graph with the vertices numbered backwards: `v` becomes `len - 1 - v`.
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

    /// The graph with `more` isolated vertices after the others.
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
