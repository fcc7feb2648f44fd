//! The time that reads take, by kind. One that is done sooner than another thread has woken up for it is done where it stands.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

/// The longest time that a read may usually take which is done where it stands. So long, others who are answered by the same
/// thread wait for it.
const SHORT: Duration = Duration::from_micros(500);

/// The share of the last one in what a kind is said to take: a few that take long are enough to be believed.
const SHARE: u64 = 4;

/// The times that reads of each kind have taken of late. A kind is the code that reads, whatever it is asked for. Cheap to
/// clone; all clones note together.
#[derive(Clone, Default)]
pub(super) struct Durations(Arc<RwLock<HashMap<TypeId, AtomicU64>>>);

impl Durations {
    /// Whether reads of that kind usually take no time to speak of. A kind of which nothing is known does not.
    pub(super) fn are_short(&self, kind: TypeId) -> bool {
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let nanoseconds = known.get(&kind).map(|usual| usual.load(Ordering::Relaxed));
        nanoseconds.is_some_and(|nanoseconds| Duration::from_nanos(nanoseconds) < SHORT)
    }

    /// Notes what a read of that kind took.
    pub(super) fn note(&self, kind: TypeId, took: Duration) {
        let took = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX / SHARE);
        let known = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(usual) = known.get(&kind) {
            let before = usual.load(Ordering::Relaxed);
            usual.store(before - before / SHARE + took / SHARE, Ordering::Relaxed);
            return;
        }
        drop(known);
        let mut known = self.0.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(kind, AtomicU64::new(took));
    }
}

#[cfg(test)]
mod tests {
    use crate::db::durations::*;

    #[test]
    fn a_kind_is_short_as_long_as_it_usually_is() {
        let (durations, kind, other) = (Durations::default(), TypeId::of::<u8>(), TypeId::of::<u16>());
        assert!(!durations.are_short(kind), "nothing is known");
        for _ in 0..20 {
            durations.note(kind, Duration::from_micros(40));
            durations.note(other, Duration::from_millis(1));
        }
        assert!(durations.are_short(kind));
        assert!(!durations.are_short(other));
        durations.note(kind, Duration::from_micros(400));
        assert!(durations.are_short(kind), "one took longer");
        durations.note(kind, Duration::from_millis(20));
        assert!(!durations.are_short(kind), "one took very long");
        for _ in 0..20 {
            durations.note(kind, Duration::from_micros(40));
        }
        assert!(durations.are_short(kind));
    }
}
