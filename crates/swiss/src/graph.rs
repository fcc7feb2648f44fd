//! Who may meet whom, as rows of bits.

/// A graph without loops on the vertices 0 to `len - 1`.
#[derive(Clone, Debug)]
pub(crate) struct Graph {
    len: usize,
    words: usize,
    bits: Vec<u64>,
}

impl Graph {
    /// No edges.
    pub(crate) fn empty(len: usize) -> Self {
        let words = len.div_ceil(64);
        Self { len, words, bits: vec![0; len * words] }
    }

    /// Every edge.
    pub(crate) fn complete(len: usize) -> Self {
        let mut graph =
            Self { bits: vec![!0; len * len.div_ceil(64)], ..Self { len, words: len.div_ceil(64), bits: Vec::new() } };
        let last = if len.is_multiple_of(64) { !0 } else { (1 << (len % 64)) - 1 };
        for vertex in 0..len {
            if let Some(word) = graph.row_mut(vertex).last_mut() {
                *word = last;
            }
            graph.row_mut(vertex)[vertex / 64] &= !(1 << (vertex % 64));
        }
        graph
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn row(&self, vertex: usize) -> &[u64] {
        &self.bits[vertex * self.words..(vertex + 1) * self.words]
    }

    fn row_mut(&mut self, vertex: usize) -> &mut [u64] {
        &mut self.bits[vertex * self.words..(vertex + 1) * self.words]
    }

    pub(crate) fn has(&self, one: usize, other: usize) -> bool {
        self.row(one)[other / 64] >> (other % 64) & 1 == 1
    }

    pub(crate) fn add(&mut self, one: usize, other: usize) {
        self.row_mut(one)[other / 64] |= 1 << (other % 64);
        self.row_mut(other)[one / 64] |= 1 << (one % 64);
    }

    pub(crate) fn remove(&mut self, one: usize, other: usize) {
        self.row_mut(one)[other / 64] &= !(1 << (other % 64));
        self.row_mut(other)[one / 64] &= !(1 << (one % 64));
    }

    /// Removes the edges of a vertex for which `keep` is false.
    pub(crate) fn retain(&mut self, vertex: usize, keep: impl Fn(usize) -> bool) {
        let lost: Vec<usize> = self.neighbours(vertex).filter(|other| !keep(*other)).collect();
        for other in lost {
            self.remove(vertex, other);
        }
    }

    pub(crate) fn neighbours(&self, vertex: usize) -> impl Iterator<Item = usize> {
        self.row(vertex).iter().enumerate().flat_map(|(place, word)| ones(*word).map(move |bit| place * 64 + bit))
    }

    pub(crate) fn degree(&self, vertex: usize) -> usize {
        self.row(vertex).iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Takes the bits of a row from `first` on, `len` of them, as the row of a vertex.
    fn copy_row(&mut self, vertex: usize, row: &[u64], first: usize, len: usize) {
        let (words, shift) = (first / 64, first % 64);
        for (place, word) in self.row_mut(vertex).iter_mut().take(len.div_ceil(64)).enumerate() {
            let low = row[words + place] >> shift;
            let high = row.get(words + place + 1).filter(|_| shift > 0).map_or(0, |next| next << (64 - shift));
            *word = low | high;
        }
        if !len.is_multiple_of(64) {
            self.row_mut(vertex)[len / 64] &= (1 << (len % 64)) - 1;
        }
    }

    /// The part on these vertices, which become 0, 1, 2 and so on in this order, with room for `more` vertices after them.
    pub(crate) fn part(&self, vertices: &[usize], more: usize) -> Self {
        let mut part = Self::empty(vertices.len() + more);
        if let (Some(first), Some(last)) = (vertices.first(), vertices.last())
            && last - first + 1 == vertices.len()
        {
            (0..vertices.len()).for_each(|one| part.copy_row(one, self.row(first + one), *first, vertices.len()));
            return part;
        }
        for (one, here) in vertices.iter().enumerate() {
            let row = self.row(*here);
            for (other, there) in vertices.iter().enumerate() {
                if row[there / 64] >> (there % 64) & 1 == 1 {
                    part.row_mut(one)[other / 64] |= 1 << (other % 64);
                }
            }
        }
        part
    }
}

/// The places of the ones in a word.
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}
