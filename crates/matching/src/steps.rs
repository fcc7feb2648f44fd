//! A count of the elementary operations of this thread: words of a row, vertices looked at. It judges how much a problem
//! costs without a clock, and is the same on every machine.

use std::cell::Cell;

thread_local! {
    static STEPS: Cell<u64> = const { Cell::new(0) };
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// Puts back the limit that was there before, whatever becomes of the work.
struct Before(u64);

impl Drop for Before {
    fn drop(&mut self) {
        LIMIT.with(|limit| limit.set(self.0));
    }
}

/// Does some work that asks now and then whether it [`is_over`] this count; it may then have broken off anywhere.
pub fn within<T>(limit: u64, work: impl FnOnce() -> T) -> T {
    let _before = Before(LIMIT.with(|outer| outer.replace(limit.min(outer.get()))));
    work()
}

/// Whether the work is to be given up.
#[must_use]
pub fn is_over() -> bool {
    LIMIT.with(|limit| steps() > limit.get())
}

/// So many operations more.
pub fn count(steps: usize) {
    STEPS.with(|count| count.set(count.get().wrapping_add(steps as u64)));
}

/// How many there were on this thread so far.
#[doc(hidden)]
#[must_use]
pub fn steps() -> u64 {
    STEPS.with(Cell::get)
}
