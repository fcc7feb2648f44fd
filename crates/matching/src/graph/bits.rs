//! Sets of numbers from 0 on as rows of bits: the number `v` is the bit `v % 64` of the word `v / 64`.

/// A row for `len` numbers that has these.
pub fn bits(len: usize, numbers: impl Iterator<Item = usize>) -> Vec<u64> {
    let mut row = vec![0; len.div_ceil(64)];
    numbers.for_each(|number| put_in(&mut row, number));
    row
}

/// Whether a row has a number.
#[must_use]
pub fn is_in(row: &[u64], number: usize) -> bool {
    row[number / 64] >> (number % 64) & 1 == 1
}

/// Puts a number into a row.
pub fn put_in(row: &mut [u64], number: usize) {
    row[number / 64] |= 1 << (number % 64);
}

/// Takes a number out of a row.
pub fn take_out(row: &mut [u64], number: usize) {
    row[number / 64] &= !(1 << (number % 64));
}

/// The numbers that a row has, in order.
pub fn numbers(row: &[u64]) -> impl Iterator<Item = usize> {
    row.iter()
        .enumerate()
        .flat_map(|(place, word)| ones(*word).map(move |bit| place * 64 + bit))
}

/// The places of the ones in a word.
pub fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = word.trailing_zeros() as usize;
        word &= word.wrapping_sub(1);
        (place < 64).then_some(place)
    })
}
