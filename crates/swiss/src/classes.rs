//! Vertices in classes of those who are alike to everybody, so that one of each class is asked for all of it.

use std::collections::HashMap;
use std::hash::Hash;

use crate::bits::{ones, put_in, take_out};
use crate::steps;

/// Vertices by what they are like.
#[derive(Clone, Debug)]
pub(crate) struct Classes<K> {
    /// How many words a row of bits has.
    words: usize,
    numbers: HashMap<K, usize>,
    /// Of each vertex its class; empty if each is a class of its own.
    of: Vec<usize>,
    /// Of each class the members as a row of bits, one row after the other.
    rows: Vec<u64>,
    /// Of each class the first word that has a member, and the last.
    spans: Vec<(usize, usize)>,
}

impl<K: Eq + Hash> Classes<K> {
    /// Each vertex is a class of its own.
    pub(crate) fn each() -> Self {
        Self {
            words: 0,
            numbers: HashMap::new(),
            of: Vec::new(),
            rows: Vec::new(),
            spans: Vec::new(),
        }
    }

    /// Those of the same key are alike; where there are nearly as many keys as vertices, each is a class of its own, which
    /// costs less.
    pub(crate) fn new(len: usize, key: impl Fn(usize) -> K) -> Self {
        let mut classes = Self {
            words: len.div_ceil(64),
            ..Self::each()
        };
        steps::count(4 * len);
        for vertex in 0..len {
            let next = classes.numbers.len();
            classes.of.push(*classes.numbers.entry(key(vertex)).or_insert(next));
        }
        if 2 * classes.numbers.len() > len {
            return Self::each();
        }
        for vertex in 0..len {
            classes.put(vertex, classes.of[vertex]);
        }
        classes
    }

    fn put(&mut self, vertex: usize, class: usize) {
        let place = vertex / 64;
        if class >= self.spans.len() {
            self.rows.resize((class + 1) * self.words, 0);
            self.spans.resize(class + 1, (place, place));
        }
        let (first, last) = self.spans[class];
        self.spans[class] = (first.min(place), last.max(place));
        put_in(&mut self.rows[class * self.words..], vertex);
        self.of[vertex] = class;
    }

    /// Moves a vertex to the class of another key.
    pub(crate) fn change(&mut self, vertex: usize, key: K) {
        if let Some(class) = self.of.get(vertex) {
            take_out(&mut self.rows[class * self.words..], vertex);
            let next = self.numbers.len();
            let class = *self.numbers.entry(key).or_insert(next);
            self.put(vertex, class);
        }
    }

    /// Of each class that has some of a row of bits the first of these, and the class. The row is given as its words, with their
    /// places in order.
    pub(crate) fn among(&self, row: impl Iterator<Item = (usize, u64)>) -> Among<'_, K> {
        Among {
            classes: self,
            left: row.filter(|(_, word)| *word != 0).collect(),
            next: 0,
        }
    }

    /// The members of a class, as the words of a row of bits with their places.
    pub(crate) fn members(&self, class: usize) -> impl Iterator<Item = (usize, u64)> {
        let of_one = self.of.is_empty().then(|| (class / 64, 1 << (class % 64)));
        let words = self.spans.get(class).into_iter().flat_map(move |(first, last)| {
            (*first..=*last).map(move |place| (place, self.rows[class * self.words + place]))
        });
        of_one.into_iter().chain(words)
    }

    /// How many there are; 0 if each vertex is one of its own.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }

    /// The class of a vertex; `None` if each is one of its own.
    pub(crate) fn of(&self, vertex: usize) -> Option<usize> {
        self.of.get(vertex).copied()
    }

    /// The members of all classes of which those who are not the vertex itself are wanted, as a row of bits.
    pub(crate) fn with_whom(&self, vertex: usize, wanted: impl Fn(usize) -> bool) -> Vec<u64> {
        let mut row = vec![0; self.words];
        for class in 0..self.len() {
            let mut others = self
                .members(class)
                .flat_map(|(place, word)| ones(word).map(move |bit| place * 64 + bit));
            steps::count(4);
            if others.find(|other| *other != vertex).is_some_and(&wanted) {
                self.members(class).for_each(|(place, word)| row[place] |= word);
            }
        }
        row
    }
}

/// The classes in a row of bits.
#[derive(Debug)]
pub(crate) struct Among<'a, K> {
    classes: &'a Classes<K>,
    left: Vec<(usize, u64)>,
    /// The first word that may have something left.
    next: usize,
}

impl<K: Eq + Hash> Iterator for Among<'_, K> {
    type Item = (usize, usize);

    fn next(&mut self) -> Option<(usize, usize)> {
        while self.left.get(self.next)?.1 == 0 {
            self.next += 1;
        }
        let left = &mut self.left[self.next..];
        let vertex = left[0].0 * 64 + left[0].1.trailing_zeros() as usize;
        let Some(class) = self.classes.of.get(vertex).copied() else {
            left[0].1 &= left[0].1 - 1;
            steps::count(2);
            return Some((vertex, vertex));
        };
        let (members, last) = (
            &self.classes.rows[class * self.classes.words..],
            self.classes.spans[class].1,
        );
        let mut looked = 0;
        for (place, word) in left.iter_mut().take_while(|(place, _)| *place <= last) {
            *word &= !members[*place];
            looked += 1;
        }
        steps::count(4 + looked / 4);
        Some((vertex, class))
    }
}

/// The keys as numbers, the same for the same key.
pub(crate) fn numbered<K: Eq + Hash>(keys: impl Iterator<Item = K>) -> Vec<usize> {
    let mut numbers = HashMap::new();
    keys.map(|key| {
        let next = numbers.len();
        *numbers.entry(key).or_insert(next)
    })
    .collect()
}
