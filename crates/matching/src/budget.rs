//! Limits on the work of searches, counted in steps and not in time, so that they are the same on every machine.

use std::cell::Cell;

thread_local! {
    static SPENT: Cell<u64> = const { Cell::new(0) };
    static LIMIT: Cell<u64> = const { Cell::new(u64::MAX) };
}

/// A number of steps that some work may take: words of a row, edges and the like that the searches look at.
///
/// The count is kept for each thread, not passed along: every search of this crate adds to it, and a budget in the
/// signature of each would be in the way of those who need none. Without a budget nothing is ever broken off. With one,
/// the methods that make many searches look between two of them whether it is spent; a single search runs to its end,
/// as does [`maximize`](crate::Matching::maximize), and only its outcome is withheld.
///
/// ```
/// use lexicographic_matching::{Budget, Graph, Matching};
///
/// let mut path = Graph::empty(100);
/// (1..100).for_each(|vertex| path.add_edge(vertex - 1, vertex));
/// let is_perfect = |steps| Budget::new(steps).run(|| Matching::new(100).maximize(&path));
/// assert_eq!(is_perfect(1_000_000), Some(true));
/// assert_eq!(is_perfect(3), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(u64);

/// Puts back the limit that there was before, whatever becomes of the work.
struct Restored(u64);

impl Drop for Restored {
    fn drop(&mut self) {
        LIMIT.set(self.0);
    }
}

impl Budget {
    /// A budget of so many steps.
    #[must_use]
    pub const fn new(steps: u64) -> Self {
        Self(steps)
    }

    /// Does some work and returns its outcome; `None` if it took more steps than the budget, or than what is left of a
    /// budget whose `run` this one is inside of. The work may then have been broken off at any point, and what it has
    /// changed until then should not be used.
    pub fn run<T>(self, work: impl FnOnce() -> T) -> Option<T> {
        let around = LIMIT.get();
        LIMIT.set(SPENT.get().saturating_add(self.0).min(around));
        let _restored = Restored(around);
        let outcome = work();
        (!Self::is_spent()).then_some(outcome)
    }

    /// Whether the work at hand has taken more than it may, so that there is no use in going on.
    #[must_use]
    pub fn is_spent() -> bool {
        SPENT.get() > LIMIT.get()
    }

    /// Adds steps to the count of this thread, for work of a caller's own.
    pub fn spend(steps: usize) {
        SPENT.set(SPENT.get().wrapping_add(steps as u64));
    }

    /// The steps that this thread has taken so far.
    #[must_use]
    pub fn spent() -> u64 {
        SPENT.get()
    }
}
