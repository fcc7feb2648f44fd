//! Work that is done in pieces, each in a transaction for which nobody waits long.

use std::ops::RangeInclusive;
use std::time::Duration;

/// The time that others may well wait for one transaction.
const WAIT: Duration = Duration::from_millis(20);

/// The number of things that a transaction takes: as many as the ones before it took time for.
#[derive(Debug)]
pub struct Pace {
    next: usize,
    bounds: RangeInclusive<usize>,
}

impl Pace {
    /// Begins with the fewest, and never takes more than the most.
    pub fn within(bounds: RangeInclusive<usize>) -> Pace {
        let next = *bounds.start();
        Pace { next, bounds }
    }

    /// The most things that the next transaction is to take.
    pub fn next(&self) -> usize {
        self.next
    }

    /// Notes that the last one took that time for so many.
    pub fn took(&mut self, time: Duration, things: usize) {
        let in_time = u128::try_from(things).unwrap_or_default() * WAIT.as_micros() / time.as_micros().max(1);
        let (fewest, most) = (*self.bounds.start(), *self.bounds.end());
        self.next = usize::try_from(in_time).unwrap_or(usize::MAX).clamp(fewest, most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_takes_as_long_as_others_may_wait() {
        let mut pace = Pace::within(25..=400);
        assert_eq!(pace.next(), 25);
        pace.took(WAIT / 4, 25);
        assert_eq!(pace.next(), 100);
        pace.took(WAIT * 2, 100);
        assert_eq!(pace.next(), 50);
        pace.took(WAIT * 100, 50);
        assert_eq!(pace.next(), 25, "some are done however long they take");
        pace.took(Duration::ZERO, 25);
        assert_eq!(pace.next(), 400, "so many at the most, however fast");
    }
}
