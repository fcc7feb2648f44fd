//! A count of the elementary operations of this thread: words of a row, players looked at. It judges how much a field
//! costs without a clock, and is the same on every machine.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
}

/// So many operations more.
pub(crate) fn count(steps: usize) {
    STEPS.with(|count| count.set(count.get().wrapping_add(steps as u64)));
}

/// How many there were on this thread so far.
#[doc(hidden)]
#[must_use]
pub fn steps() -> u64 {
    STEPS.with(Cell::get)
}
