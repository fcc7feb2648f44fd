//! Look-up of the place of a number in a list of different numbers, such as the ids of players.

use std::collections::HashMap;

/// The places of numbers, all of them different.
#[derive(Clone, Debug)]
pub(crate) enum Index {
    /// Numbers near each other: the first of them, and the place of each from there on, one more than it is.
    Near(u64, Vec<u32>),
    /// Any numbers.
    Far(HashMap<u64, u32>),
}

impl Index {
    /// The index of a list, or the places of the first two that are the same.
    pub(crate) fn new(numbers: impl Iterator<Item = u64> + Clone) -> Result<Self, (usize, usize)> {
        let count = numbers.clone().count();
        let (first, last) = (numbers.clone().min().unwrap_or(0), numbers.clone().max().unwrap_or(0));
        let span = usize::try_from(last - first).unwrap_or(usize::MAX);
        let mut index = if span < 8 * count.max(8) {
            Self::Near(first, vec![0; span + 1])
        } else {
            Self::Far(HashMap::with_capacity(count))
        };
        for (place, number) in numbers.enumerate() {
            let next = u32::try_from(place + 1).unwrap_or(u32::MAX);
            let before = match &mut index {
                Self::Near(first, places) => {
                    let offset = usize::try_from(number - *first).unwrap_or(0);
                    Some(std::mem::replace(&mut places[offset], next)).filter(|before| *before > 0)
                }
                Self::Far(places) => places.insert(number, next),
            };
            if let Some(before) = before {
                return Err((before as usize - 1, place));
            }
        }
        Ok(index)
    }

    pub(crate) fn get(&self, number: u64) -> Option<usize> {
        let next = match self {
            Self::Near(first, places) => *places.get(usize::try_from(number.checked_sub(*first)?).ok()?)?,
            Self::Far(places) => *places.get(&number)?,
        };
        (next as usize).checked_sub(1)
    }
}
