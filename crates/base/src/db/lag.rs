//! The lag of a replica: the time since which it lacks something.
//!
//! The time of the last transaction that a replica has replayed means little: where nobody writes it is long ago, and nothing is
//! missing. So it is noted how far the log of the server (its WAL) was, and when. A replica that has replayed as much lacks
//! nothing of before that moment.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use chrono::TimeDelta;

use crate::values::clock::{Clock, Timestamp};

/// The most moments that are remembered.
const MOST_REMEMBERED: usize = 1000;

/// The steps in the longest lag; moments lie one step apart.
const STEPS: i32 = 20;

/// A place in the log of a server, in bytes from its beginning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LogPlace(pub(super) i64);

/// The places at which the server's log was, and when.
///
/// Cheap to clone; all clones note together.
#[derive(Clone)]
pub(super) struct Lag {
    most: TimeDelta,
    clock: Clock,
    noted: Arc<Mutex<Noted>>,
}

/// Moments in order, each with the place that the log had reached.
#[derive(Default)]
struct Noted(VecDeque<(Timestamp, LogPlace)>);

impl Lag {
    /// Begins with a replica that may lag by less than that.
    pub(super) fn of_at_most(most: TimeDelta, clock: Clock) -> Lag {
        Lag {
            most,
            clock,
            noted: Arc::default(),
        }
    }

    /// Reads the clock.
    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Notes a place of the log, as it was found after that moment.
    pub(super) fn note(&self, moment: Timestamp, place: LogPlace) {
        let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        noted.note(moment, place, self.most / STEPS);
    }

    /// Finds the lag at that place, and whether it is short enough.
    pub(super) fn at(&self, place: LogPlace) -> (TimeDelta, bool) {
        let noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
        let (lag, is_known) = noted.lag(self.now(), place);
        (lag, is_known && lag < self.most)
    }
}

impl Noted {
    /// Notes a place, in the last one's stead if that is near.
    fn note(&mut self, moment: Timestamp, place: LogPlace, step: TimeDelta) {
        // Another server, that has taken over, or another clock.
        if self.0.back().is_some_and(|last| last.0 > moment || last.1 > place) {
            self.0.clear();
        }
        let before_last = self.0.len().checked_sub(2).and_then(|nth| self.0.get(nth)).copied();
        if let (Some((before, _)), Some(last)) = (before_last, self.0.back_mut())
            && last.0.utc() - before.utc() < step
        {
            *last = (moment, place);
            return;
        }
        if self.0.len() == MOST_REMEMBERED {
            self.0.pop_front();
        }
        self.0.push_back((moment, place));
    }

    /// Finds the time since the last moment that the replica has whole.
    ///
    /// If there is none, it is the time since the first that is known, and false.
    fn lag(&self, now: Timestamp, place: LogPlace) -> (TimeDelta, bool) {
        let whole = self.0.iter().rev().find(|(_, noted)| *noted <= place);
        let since = |moment: Timestamp| (now.utc() - moment.utc()).max(TimeDelta::zero());
        match (whole, self.0.front()) {
            (Some((moment, _)), _) => (since(*moment), true),
            (None, Some((moment, _))) => (since(*moment), false),
            (None, None) => (TimeDelta::zero(), false),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::db::lag::*;

    fn at(second: i64) -> Timestamp {
        "2026-11-20T08:00:00Z"
            .parse::<chrono::DateTime<chrono::Utc>>()
            .map(|beginning| Timestamp(beginning + TimeDelta::seconds(second)))
            .unwrap()
    }

    fn noted(moments: &[(i64, i64)]) -> Noted {
        let mut noted = Noted::default();
        for (second, place) in moments {
            noted.note(at(*second), LogPlace(*place), TimeDelta::seconds(1));
        }
        noted
    }

    #[test]
    fn a_replica_lacks_nothing_of_before_the_last_place_that_it_has() {
        let noted = noted(&[(0, 100), (3, 200), (5, 200), (9, 300)]);
        let lag = |place| noted.lag(at(10), LogPlace(place));
        assert_eq!(lag(300), (TimeDelta::seconds(1), true));
        assert_eq!(
            lag(299),
            (TimeDelta::seconds(5), true),
            "where nobody writes it is not behind"
        );
        assert_eq!(lag(199), (TimeDelta::seconds(10), true));
        assert_eq!(lag(99), (TimeDelta::seconds(10), false), "at least");
    }

    #[test]
    fn a_server_that_takes_over_begins_anew() {
        let noted = noted(&[(0, 100), (3, 500), (6, 400)]);
        assert_eq!(noted.lag(at(6), LogPlace(400)), (TimeDelta::zero(), true));
        assert!(!noted.lag(at(6), LogPlace(399)).1);
    }

    #[test]
    fn few_moments_are_remembered_however_many_ask() {
        let mut noted = Noted::default();
        for asked in 0..100_000 {
            let moment = Timestamp(at(0).utc() + TimeDelta::milliseconds(asked * 10));
            noted.note(moment, LogPlace(asked), TimeDelta::milliseconds(500));
        }
        assert_eq!(noted.0.len(), MOST_REMEMBERED);
        let (lag, is_known) = noted.lag(at(1000), LogPlace(99_000));
        assert!(is_known && lag <= TimeDelta::milliseconds(10_500), "{lag}");
    }
}
