//! A row of bits that knows which of its words have any, so that the others are passed by.

use crate::bits::{bits, is_in, numbers, put_in, take_out};

/// Numbers from 0 on.
#[derive(Clone, Debug, Default)]
pub struct Row {
    words: Vec<u64>,
    /// Of each word whether it has a bit, as bits.
    filled: Vec<u64>,
}

impl Row {
    /// A row of these words.
    pub fn new(words: impl Iterator<Item = u64>) -> Self {
        let mut row = Self::default();
        row.refill(words);
        row
    }

    /// A row for `len` numbers that has these.
    pub fn of(len: usize, numbers: impl Iterator<Item = usize>) -> Self {
        Self::new(bits(len, numbers).into_iter())
    }

    /// Becomes a row of these words.
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

    /// The word at a place.
    #[must_use]
    pub fn word(&self, place: usize) -> u64 {
        self.words[place]
    }

    /// Of each word whether it has a bit, as bits.
    #[must_use]
    pub fn filled(&self) -> &[u64] {
        &self.filled
    }

    /// Whether the row has a number.
    #[must_use]
    pub fn has(&self, number: usize) -> bool {
        is_in(&self.words, number)
    }

    /// The least number that the row has.
    #[must_use]
    pub fn first(&self) -> Option<usize> {
        let place = numbers(&self.filled).next()?;
        Some(place * 64 + self.words[place].trailing_zeros() as usize)
    }

    /// Puts a number in.
    pub fn put(&mut self, number: usize) {
        put_in(&mut self.words, number);
        put_in(&mut self.filled, number / 64);
    }

    /// Takes a number out.
    pub fn take(&mut self, number: usize) {
        self.take_word(number / 64, 1 << (number % 64));
    }

    /// Takes out the numbers of one word.
    pub fn take_word(&mut self, place: usize, gone: u64) {
        self.words[place] &= !gone;
        if self.words[place] == 0 {
            take_out(&mut self.filled, place);
        }
    }
}

/// Which of 64 words have a bit.
pub(crate) fn filled(words: &[u64]) -> u64 {
    words
        .iter()
        .enumerate()
        .fold(0, |set, (place, word)| set | u64::from(*word != 0) << place)
}
