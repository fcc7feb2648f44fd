//! A bit set that knows which of its words are not zero, so that a walk over a sparse set skips the others.

use crate::graph::bits::{bits, is_in, numbers, put_in, take_out};

/// A set of numbers from 0 on.
#[derive(Clone, Debug, Default)]
pub struct BitSet {
    words: Vec<u64>,
    /// A bit for each word that is not zero.
    filled: Vec<u64>,
}

impl BitSet {
    /// The set with these words.
    pub fn from_words(words: impl Iterator<Item = u64>) -> Self {
        let mut row = Self::default();
        row.refill(words);
        row
    }

    /// The set of these numbers, with room for the numbers below `len`.
    pub fn from_numbers(len: usize, numbers: impl Iterator<Item = usize>) -> Self {
        Self::from_words(bits(len, numbers).into_iter())
    }

    /// Becomes the set with these words.
    pub fn refill(&mut self, words: impl Iterator<Item = u64>) {
        self.words.clear();
        self.words.extend(words);
        self.filled.clear();
        self.filled.extend(self.words.chunks(64).map(filled));
    }

    /// All words.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The word with the numbers from `64 * place` on.
    #[must_use]
    pub fn word(&self, place: usize) -> u64 {
        self.words[place]
    }

    /// A row of bits that has the places of the words that are not zero.
    #[must_use]
    pub fn filled(&self) -> &[u64] {
        &self.filled
    }

    /// Whether a number is in the set.
    #[must_use]
    pub fn contains(&self, number: usize) -> bool {
        is_in(&self.words, number)
    }

    /// The least number in the set.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        let place = numbers(&self.filled).next()?;
        Some(place * 64 + self.words[place].trailing_zeros() as usize)
    }

    /// Adds a number.
    pub fn insert(&mut self, number: usize) {
        put_in(&mut self.words, number);
        put_in(&mut self.filled, number / 64);
    }

    /// Removes a number.
    pub fn remove(&mut self, number: usize) {
        self.remove_word(number / 64, 1 << (number % 64));
    }

    /// Removes those numbers of the word at a place whose bits `gone` has.
    pub fn remove_word(&mut self, place: usize, gone: u64) {
        self.words[place] &= !gone;
        if self.words[place] == 0 {
            take_out(&mut self.filled, place);
        }
    }
}

/// A bit for each of 64 words that is not zero.
pub(crate) fn filled(words: &[u64]) -> u64 {
    words
        .iter()
        .enumerate()
        .fold(0, |set, (place, word)| set | u64::from(*word != 0) << place)
}
