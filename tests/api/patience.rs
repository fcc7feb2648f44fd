//! What another thread makes so in its own time.

use std::time::{Duration, Instant};

/// After so long it hangs: no machine is so busy.
pub const PATIENCE: Duration = Duration::from_mins(10);

/// Waits until it is so.
#[track_caller]
pub fn eventually(what: &str, mut is_so: impl FnMut() -> bool) {
    awaited(what, || is_so().then_some(()));
}

/// What there is some time.
#[track_caller]
pub fn awaited<T>(what: &str, mut find: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = find() {
            return found;
        }
        assert!(Instant::now() < until, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
