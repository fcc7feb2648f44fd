//! Limits on guessing at passwords and codes: a number of attempts a minute to a network, and growing pauses to a network
//! that has guessed wrong at an account.
//!
//! Pauses are a matter of one network and one account, so that nobody can lock another person out from elsewhere; where many
//! networks guess at one account, each of them has one attempt free instead of five. The limits are those of one instance.

use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::accounts::refusals::{WRONG_CODE, WRONG_PASSWORD};
use crate::values::clock::Timestamp;
use crate::values::error::{Error, Problem};
use crate::web::rate_limit::{Allowance, too_many};

/// The window in which the attempts of a network are counted, in seconds.
const WINDOW: i64 = 60;

/// The wrong attempts after which pauses begin.
const FREE: u32 = 5;

/// The wrong attempts, of all networks within [`MEMORY`], after which an account is under attack.
const ATTACK: u32 = 20;

/// The longest pause, in seconds: some 1,400 guesses a day. Who sits in the same network as the one who guesses waits no longer.
const LONGEST_PAUSE: i64 = 60;

/// The seconds after which a wrong attempt is forgotten.
const MEMORY: i64 = 60 * 60;

/// The number of entries from which on those are forgotten that no longer matter.
const MANY: usize = 20_000;

/// Attempts to sign in of late.
pub(crate) struct SignInLimiter {
    attempts: Mutex<Attempts>,
    a_minute: NonZeroU32,
}

#[derive(Default)]
struct Attempts {
    networks: HashMap<IpAddr, Window>,
    accounts: HashMap<String, Guesses>,
    pairs: HashMap<(String, IpAddr), Guesses>,
}

/// The attempts of a network in one minute.
#[derive(Clone, Copy)]
struct Window {
    begun: i64,
    count: u32,
}

/// Wrong attempts in a row, and the time of the last.
#[derive(Clone, Copy, Default)]
struct Guesses {
    count: u32,
    last: i64,
}

/// An attempt that was let in. It counts as a wrong one until it is known to be right.
pub(crate) struct Attempt<'a> {
    limiter: &'a SignInLimiter,
    pair: (String, IpAddr),
    /// The attempts that are left to the network in this minute, and the seconds until the next.
    left: (u32, i64),
}

impl SignInLimiter {
    /// A limiter that lets each network in so many times a minute.
    pub(crate) fn new(a_minute: NonZeroU32) -> SignInLimiter {
        SignInLimiter {
            attempts: Mutex::default(),
            a_minute,
        }
    }

    /// Lets an attempt at an account in.
    ///
    /// # Errors
    /// `too-many-requests`, with the seconds to wait.
    pub(crate) fn attempt(&self, account: &str, network: IpAddr, now: Timestamp) -> Result<Attempt<'_>, Error> {
        let pair = (account.to_owned(), network);
        let outcome = self.attempts().admit(&pair, now.unix_seconds(), self.a_minute.get());
        let (left, wait) = outcome.map_or_else(|wait| ((0, wait), Some(wait)), |left| (left, None));
        let attempt = Attempt {
            limiter: self,
            pair,
            left,
        };
        match wait {
            None => Ok(attempt),
            Some(wait) => Err(attempt.told(too_many(wait)).into()),
        }
    }

    fn attempts(&self) -> MutexGuard<'_, Attempts> {
        self.attempts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Attempt<'_> {
    /// Closes the attempt by what came of it: a wrong password or code goes on counting, another refusal does not.
    pub(crate) fn judged<T>(self, outcome: Result<T, Error>) -> Result<T, Error> {
        match &outcome {
            Ok(_) => self.succeeded(),
            Err(error) if [WRONG_PASSWORD.code, WRONG_CODE.code].contains(&error.code()) => {}
            Err(_) => self.withdrawn(),
        }
        outcome
    }

    /// The attempt was right: the wrong ones before it are forgiven.
    pub(crate) fn succeeded(self) {
        self.limiter.attempts().forgive(&self.pair);
    }

    /// The attempt was not judged, and does not count.
    pub(crate) fn withdrawn(self) {
        self.limiter.attempts().withdraw(&self.pair);
    }

    /// The headers by which a program can tell how often it may go on.
    pub(crate) fn headers(&self) -> [(&'static str, String); 2] {
        let (left, seconds) = self.left;
        let allowance = Allowance {
            policy: "sign-in",
            a_minute: self.limiter.a_minute,
            left,
            seconds: u64::try_from(seconds).unwrap_or_default(),
        };
        allowance.items()
    }

    /// A refusal, with these headers.
    pub(crate) fn told(&self, problem: Problem) -> Problem {
        let headers = self.headers();
        headers
            .into_iter()
            .fold(problem, |problem, (name, value)| problem.with_header(name, value))
    }
}

impl Attempts {
    /// The attempts left to the network and the seconds until there are all again; or the seconds to wait.
    fn admit(&mut self, pair: &(String, IpAddr), now: i64, a_minute: u32) -> Result<(u32, i64), i64> {
        if self.networks.len() + self.accounts.len() + self.pairs.len() > MANY {
            self.forget(now);
        }
        let (account, network) = pair;
        let before = self.networks.get(network).filter(|window| now < window.begun + WINDOW);
        let mut window = before.copied().unwrap_or(Window { begun: now, count: 0 });
        let until_next = (window.begun + WINDOW - now).max(1);
        if window.count >= a_minute {
            return Err(until_next);
        }
        let guesses = |guesses: Option<&Guesses>| guesses.filter(|guesses| guesses.is_remembered(now)).copied();
        let mut of_pair = guesses(self.pairs.get(pair)).unwrap_or_default();
        let mut of_account = guesses(self.accounts.get(account)).unwrap_or_default();
        let free = if of_account.count >= ATTACK { 1 } else { FREE };
        let wait = of_pair.last + of_pair.pause(free) - now;
        if wait > 0 {
            return Err(wait);
        }
        window.count += 1;
        of_pair.add(now);
        of_account.add(now);
        self.networks.insert(*network, window);
        self.pairs.insert(pair.clone(), of_pair);
        self.accounts.insert(account.clone(), of_account);
        Ok((a_minute - window.count, until_next))
    }

    fn forgive(&mut self, pair: &(String, IpAddr)) {
        self.withdraw(pair);
        self.pairs.remove(pair);
    }

    fn withdraw(&mut self, pair: &(String, IpAddr)) {
        for guesses in [self.pairs.get_mut(pair), self.accounts.get_mut(&pair.0)]
            .into_iter()
            .flatten()
        {
            guesses.count = guesses.count.saturating_sub(1);
        }
    }

    fn forget(&mut self, now: i64) {
        self.networks.retain(|_, window| now < window.begun + WINDOW);
        self.accounts.retain(|_, guesses| guesses.is_remembered(now));
        self.pairs.retain(|_, guesses| guesses.is_remembered(now));
        if self.pairs.len() + self.accounts.len() > MANY {
            // Somebody has many networks. The limit of each holds all the same.
            self.pairs.clear();
            self.accounts.clear();
        }
    }
}

impl Guesses {
    fn is_remembered(&self, now: i64) -> bool {
        now < self.last + MEMORY
    }

    fn add(&mut self, now: i64) {
        self.count += 1;
        self.last = now;
    }

    /// The seconds between the last attempt and the next: doubled by each, from the first that is not free.
    fn pause(&self, free: u32) -> i64 {
        match self.count.checked_sub(free) {
            None => 0,
            Some(beyond) => LONGEST_PAUSE.min(2_i64.saturating_pow(beyond.min(30) + 1)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use proptest::prelude::*;

    use crate::accounts::tokens::limiter::*;

    const MANY_A_MINUTE: u32 = 1000;

    fn from(network: u8) -> (String, IpAddr) {
        ("nomsa".to_owned(), IpAddr::V4(Ipv4Addr::new(192, 0, 2, network)))
    }

    #[test]
    fn pauses_grow_and_end_with_the_right_attempt() {
        let mut attempts = Attempts::default();
        let mut now = 0;
        let mut pauses = Vec::new();
        for _ in 0..12 {
            let pause = attempts.admit(&from(1), now, MANY_A_MINUTE).err().unwrap_or(0);
            pauses.push(pause);
            now += pause;
            if pause > 0 {
                assert!(attempts.admit(&from(1), now, MANY_A_MINUTE).is_ok());
            }
        }
        assert_eq!(pauses, [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 60, 60]);
        attempts.forgive(&from(1));
        for _ in 0..5 {
            assert!(attempts.admit(&from(1), now, MANY_A_MINUTE).is_ok());
        }
        assert_eq!(attempts.admit(&from(1), now, MANY_A_MINUTE), Err(2));
        assert!(
            attempts.admit(&from(1), now + MEMORY, MANY_A_MINUTE).is_ok(),
            "forgotten"
        );
    }

    #[test]
    fn whoever_guesses_elsewhere_locks_nobody_out() {
        let mut attempts = Attempts::default();
        for network in 1..=200 {
            for _ in 0..FREE {
                let _ = attempts.admit(&from(network), 0, MANY_A_MINUTE);
            }
        }
        assert!(
            attempts.admit(&from(201), 0, MANY_A_MINUTE).is_ok(),
            "the first is free"
        );
        assert_eq!(
            attempts.admit(&from(201), 0, MANY_A_MINUTE),
            Err(2),
            "the second is not"
        );
    }

    #[test]
    fn a_network_has_so_many_a_minute_whatever_it_asks_for() {
        let mut attempts = Attempts::default();
        let of = |account: u32| (account.to_string(), from(1).1);
        for account in 0..30 {
            assert_eq!(attempts.admit(&of(account), 10, 30), Ok((29 - account, 60)));
        }
        assert_eq!(attempts.admit(&of(30), 40, 30), Err(30));
        assert!(attempts.admit(&of(30), 70, 30).is_ok());
    }

    #[test]
    fn what_was_not_judged_does_not_count() {
        let mut attempts = Attempts::default();
        for _ in 0..100 {
            assert!(attempts.admit(&from(1), 0, MANY_A_MINUTE).is_ok());
            attempts.withdraw(&from(1));
        }
    }

    proptest! {
        #[test]
        fn nobody_waits_longer_than_a_minute_and_then_is_let_in(
            asked in proptest::collection::vec((0_u8..4, 0_i64..90), 1..200),
        ) {
            let mut attempts = Attempts::default();
            let mut now = 0;
            for (network, passed) in asked {
                now += passed;
                if let Err(wait) = attempts.admit(&from(network), now, 30) {
                    prop_assert!((1..=60).contains(&wait));
                    let mut later = Attempts { networks: attempts.networks.clone(), accounts: attempts.accounts.clone(), pairs: attempts.pairs.clone() };
                    prop_assert!(later.admit(&from(network), now + wait, 30).is_ok());
                }
            }
        }
    }
}
