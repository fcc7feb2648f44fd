//! Orders of preference: of opponents in the slide (criterion 11), and of players to drop (criterion 10).

use std::collections::VecDeque;

use crate::field::Floater;

/// The places of a list in the first player's order of preference.
pub(crate) fn preferences(len: usize) -> impl Iterator<Item = usize> {
    (len / 2..len).chain((1..len / 2).rev())
}

/// The top half and the bottom half of those who are left.
pub(crate) struct Halves {
    top: VecDeque<usize>,
    bottom: VecDeque<usize>,
}

impl Halves {
    pub(crate) fn new(list: impl ExactSizeIterator<Item = usize>) -> Self {
        let half = list.len() / 2;
        let mut top: VecDeque<usize> = list.collect();
        let bottom = top.split_off(half);
        Self { top, bottom }
    }

    pub(crate) fn first(&self) -> Option<usize> {
        self.top.front().copied()
    }

    /// The opponents of the first player, in the order of preference.
    pub(crate) fn wish(&self) -> impl Iterator<Item = usize> {
        self.bottom.iter().chain(self.top.iter().skip(1).rev()).copied()
    }

    /// Takes out the first player and the opponent with this rank in the order of preference.
    pub(crate) fn take(&mut self, rank: usize) {
        self.top.pop_front();
        if rank < self.bottom.len() {
            self.bottom.remove(rank);
        } else {
            self.top.remove(self.top.len() - 1 - (rank - self.bottom.len()));
            self.top.extend(self.bottom.pop_front());
        }
    }
}

/// The players of a list in standing order, in the order in which they are to drop.
pub(crate) fn dropping_order(list: &[usize], floater: Floater) -> Vec<usize> {
    if floater == Floater::Lowest {
        return list.iter().rev().copied().collect();
    }
    // From the middle by turns; of two at the same distance the lower ranked drops first.
    let (above, from_middle) = list.split_at(list.len() / 2);
    let (middle, below) = from_middle.split_at(list.len() % 2);
    let by_turns = below
        .iter()
        .zip(above.iter().rev())
        .flat_map(|(lower, higher)| [*lower, *higher]);
    middle.iter().copied().chain(by_turns).collect()
}
