//! Rows of bits, as sets of the numbers from 0 on.

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

/// The bits of 64 rows of one word each, so that those of each place become a row.
#[must_use]
pub fn transposed(mut rows: [u64; 64]) -> [u64; 64] {
    let (mut width, mut low) = (32, !0 >> 32);
    while width > 0 {
        for row in (0..64).filter(|row| row & width == 0) {
            let swapped = (rows[row] >> width ^ rows[row + width]) & low;
            rows[row] ^= swapped << width;
            rows[row + width] ^= swapped;
        }
        width /= 2;
        low ^= low << width;
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transposed_rows_have_the_bits_of_each_place() {
        let mut rng = fastrand::Rng::with_seed(71);
        let rows = [(); 64].map(|()| rng.u64(..));
        let turned = transposed(rows);
        assert!((0..64).all(|row| (0..64).all(|place| rows[row] >> place & 1 == turned[place] >> row & 1)));
    }
}
