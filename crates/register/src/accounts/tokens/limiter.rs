//! Limits on guessing at passwords and codes: a number of attempts a minute to a network, and growing pauses to a network
//! that has guessed wrong at an account.
//!
//! Pauses are a matter of one network and one account, so that nobody can lock another person out from elsewhere; where many
//! networks guess at one account, each of them has one attempt free instead of five. A device on which somebody has signed in
//! before has attempts of its own: whoever shares its network does not use them up. All instances count together.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU32;

use crate::accounts::refusals::{WRONG_CODE, WRONG_PASSWORD};
use crate::accounts::tokens::devices::{DeviceKey, Source};
use crate::db::tries::{self, Key, MEMORY, Tally};
use crate::db::{Conn, Database};
use crate::values::clock::Timestamp;
use crate::values::error::{Error, Problem};
use crate::web::rate_limit::{Allowance, too_many};

/// The wrong attempts after which pauses begin.
const FREE: i64 = 5;

/// The wrong attempts, of all networks within [`MEMORY`], after which an account is under attack.
const ATTACK: i64 = 20;

/// The longest pause, in seconds: some 1,400 guesses a day. Who sits in the same network as the one who guesses waits no longer.
const LONGEST_PAUSE: i64 = 60;

/// The limits on attempts to sign in.
pub struct SignInLimiter {
    pub(crate) devices: DeviceKey,
    records: Database,
    a_minute: NonZeroU32,
}

/// An attempt that was let in. It counts as a wrong one until it is known to be right.
pub struct Attempt<'a> {
    limiter: &'a SignInLimiter,
    /// The source for which it counts.
    source: Source,
    keys: Keys,
    left: Left,
}

/// The attempts that are left in this minute, and the seconds until there are all again.
type Left = (u32, i64);

/// The keys under which an attempt is counted.
#[derive(Clone)]
struct Keys {
    /// All attempts from there.
    source: Key,
    /// The wrong ones at the account.
    account: Key,
    /// The wrong ones from there at the account.
    pair: Key,
    is_known: bool,
}

impl Keys {
    fn of(account: &str, source: &Source) -> Keys {
        Keys {
            source: Key::of(&format!("sign-ins from {source}")),
            account: Key::of(&format!("guesses at {account}")),
            pair: Key::of(&format!("guesses at {account} from {source}")),
            is_known: source.is_known(),
        }
    }

    fn all(&self) -> [Key; 3] {
        [self.source.clone(), self.account.clone(), self.pair.clone()]
    }
}

impl SignInLimiter {
    /// A limiter that lets each network in so many times a minute.
    pub fn new(records: Database, devices: DeviceKey, a_minute: NonZeroU32) -> SignInLimiter {
        SignInLimiter {
            devices,
            records,
            a_minute,
        }
    }

    /// Lets an attempt at an account in, from its source, or else from the network that counts instead.
    ///
    /// # Errors
    /// `too-many-requests`, with the seconds to wait.
    pub async fn attempt(
        &self,
        account: &str,
        (mut source, instead): (Source, Option<IpAddr>),
        now: Timestamp,
    ) -> Result<Attempt<'_>, Error> {
        let mut keys = Keys::of(account, &source);
        let mut outcome = self.count(&keys, now).await?;
        if outcome.is_err()
            && let Some(network) = instead
        {
            source = Source::Network(network);
            keys = Keys::of(account, &source);
            outcome = self.count(&keys, now).await?;
        }
        let attempt = |left| Attempt {
            limiter: self,
            source,
            keys,
            left,
        };
        match outcome {
            Ok(left) => Ok(attempt(left)),
            Err(wait) => Err(attempt((0, wait)).told(too_many(wait)).into()),
        }
    }

    /// Counts an attempt that is let in, and tells what is left; or the seconds to wait.
    async fn count(&self, keys: &Keys, now: Timestamp) -> Result<Result<Left, i64>, Error> {
        let (a_minute, now) = (self.a_minute, now.unix_seconds());
        let asked = keys.clone();
        // Whoever is refused writes nothing: a flood of them holds up no writer.
        let seen = self.records.read(move |c| Tried::find(c, &asked)).await?;
        if let Err(wait) = seen.admitted(now, a_minute) {
            return Ok(Err(wait));
        }
        let asked = keys.clone();
        let count = move |c: &mut Conn| Tried::count(c, &asked, now, a_minute);
        self.records.tidy_up(count).await
    }
}

impl Attempt<'_> {
    /// The source for which it counts.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Closes the attempt by what came of it: a wrong password or code goes on counting, another refusal does not.
    pub async fn judged<T>(self, outcome: Result<T, Error>) -> Result<T, Error> {
        match &outcome {
            Ok(_) => self.succeeded().await?,
            Err(error) if [WRONG_PASSWORD.code, WRONG_CODE.code].contains(&error.code()) => {}
            Err(_) => self.withdrawn().await?,
        }
        outcome
    }

    /// The attempt was right: the wrong ones before it are forgiven.
    pub async fn succeeded(self) -> Result<(), Error> {
        self.taken_back(|_| 0).await
    }

    /// The attempt was not judged, and does not count.
    pub async fn withdrawn(self) -> Result<(), Error> {
        self.taken_back(|of_pair| (of_pair - 1).max(0)).await
    }

    /// Takes the attempt back from those at the account, and leaves so many of those from there.
    async fn taken_back(self, left: fn(i64) -> i64) -> Result<(), Error> {
        let keys = self.keys;
        let take_back = move |c: &mut Conn| {
            let Tried {
                of_account, of_pair, ..
            } = Tried::lock(c, &keys)?;
            let count = (of_account.count - 1).max(0);
            tries::keep(c, &keys.account, Tally { count, ..of_account })?;
            let count = left(of_pair.count);
            tries::keep(c, &keys.pair, Tally { count, ..of_pair })
        };
        self.limiter.records.tidy_up(take_back).await
    }

    /// The headers by which a program can tell how often it may go on.
    pub fn headers(&self) -> [(&'static str, String); 2] {
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
    pub fn told(&self, problem: Problem) -> Problem {
        let headers = self.headers();
        headers
            .into_iter()
            .fold(problem, |problem, (name, value)| problem.with_header(name, value))
    }
}

/// The attempts of late that bear on the next one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Tried {
    of_source: Tally,
    of_account: Tally,
    of_pair: Tally,
    /// Whether they come from a device on which the account has signed in before.
    is_known: bool,
}

impl Tried {
    fn find(c: &mut Conn, keys: &Keys) -> Result<Tried, Error> {
        Tried::read(c, keys, tries::find)
    }

    fn lock(c: &mut Conn, keys: &Keys) -> Result<Tried, Error> {
        Tried::read(c, keys, tries::lock)
    }

    fn read(
        c: &mut Conn,
        keys: &Keys,
        read: impl Fn(&mut Conn, &[Key]) -> Result<BTreeMap<Key, Tally>, Error>,
    ) -> Result<Tried, Error> {
        let found = read(c, &keys.all())?;
        let of = |key: &Key| found.get(key).copied().unwrap_or_default();
        Ok(Tried {
            of_source: of(&keys.source),
            of_account: of(&keys.account),
            of_pair: of(&keys.pair),
            is_known: keys.is_known,
        })
    }

    /// Counts one more, if it is let in.
    fn count(c: &mut Conn, keys: &Keys, now: i64, a_minute: NonZeroU32) -> Result<Result<Left, i64>, Error> {
        let (after, left) = match Tried::lock(c, keys)?.admitted(now, a_minute) {
            Ok(admitted) => admitted,
            Err(wait) => return Ok(Err(wait)),
        };
        tries::keep(c, &keys.source, after.of_source)?;
        tries::keep(c, &keys.account, after.of_account)?;
        tries::keep(c, &keys.pair, after.of_pair)?;
        Ok(Ok(left))
    }

    /// The attempts with one more, and what is left; or the seconds to wait.
    fn admitted(self, now: i64, a_minute: NonZeroU32) -> Result<(Tried, Left), i64> {
        let (of_source, left) = self.of_source.one_more_this_minute(a_minute, now)?;
        let (of_pair, of_account) = (self.of_pair.within(MEMORY, now), self.of_account.within(MEMORY, now));
        let is_under_attack = of_account.count >= ATTACK && !self.is_known;
        let wait = of_pair.at + pause(of_pair.count, if is_under_attack { 1 } else { FREE }) - now;
        if of_pair.count > 0 && wait > 0 {
            return Err(wait);
        }
        let one_more = |of: Tally| Tally {
            count: of.count + 1,
            at: now,
        };
        let after = Tried {
            of_source,
            of_account: one_more(of_account),
            of_pair: one_more(of_pair),
            ..self
        };
        Ok((after, left))
    }
}

/// The seconds between the last of so many wrong attempts and the next: doubled by each, from the first that is not free.
fn pause(count: i64, free: i64) -> i64 {
    match u32::try_from(count - free) {
        Err(_) => 0,
        Ok(beyond) => LONGEST_PAUSE.min(2_i64.saturating_pow(beyond.min(30) + 1)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use crate::accounts::tokens::limiter::*;

    const MANY_A_MINUTE: NonZeroU32 = NonZeroU32::MAX;
    const THIRTY_A_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(29);

    /// The attempts of late at one account, by network.
    #[derive(Clone, Default)]
    struct Attempts {
        networks: HashMap<u8, (Tally, Tally)>,
        of_account: Tally,
    }

    impl Attempts {
        fn tried(&self, network: u8) -> Tried {
            let (of_source, of_pair) = self.networks.get(&network).copied().unwrap_or_default();
            Tried {
                of_source,
                of_pair,
                of_account: self.of_account,
                is_known: false,
            }
        }

        fn admit(&mut self, network: u8, now: i64, a_minute: NonZeroU32) -> Result<Left, i64> {
            let (after, left) = self.tried(network).admitted(now, a_minute)?;
            self.networks.insert(network, (after.of_source, after.of_pair));
            self.of_account = after.of_account;
            Ok(left)
        }
    }

    #[test]
    fn pauses_grow_and_end_with_the_right_attempt() {
        let mut attempts = Attempts::default();
        let mut now = 1_000_000;
        let mut pauses = Vec::new();
        for _ in 0..12 {
            let pause = attempts.admit(1, now, MANY_A_MINUTE).err().unwrap_or(0);
            pauses.push(pause);
            now += pause;
            if pause > 0 {
                assert!(attempts.admit(1, now, MANY_A_MINUTE).is_ok());
            }
        }
        assert_eq!(pauses, [0, 0, 0, 0, 0, 2, 4, 8, 16, 32, 60, 60]);
        assert_eq!(attempts.admit(1, now, MANY_A_MINUTE), Err(60));
        assert!(attempts.admit(1, now + MEMORY, MANY_A_MINUTE).is_ok(), "forgotten");
    }

    #[test]
    fn whoever_guesses_elsewhere_locks_nobody_out() {
        let (mut attempts, now) = (Attempts::default(), 1_000_000);
        for network in 1..=200 {
            for _ in 0..FREE {
                let _ = attempts.admit(network, now, MANY_A_MINUTE);
            }
        }
        let known = Tried {
            is_known: true,
            ..attempts.tried(202)
        };
        let mut known = known.admitted(now, MANY_A_MINUTE).unwrap().0;
        assert!(attempts.admit(201, now, MANY_A_MINUTE).is_ok(), "the first is free");
        let second = attempts.admit(201, now, MANY_A_MINUTE);
        assert_eq!(second, Err(2), "the second is not");
        for _ in 1..FREE {
            known = known.admitted(now, MANY_A_MINUTE).unwrap().0;
        }
        assert_eq!(
            known.admitted(now, MANY_A_MINUTE),
            Err(2),
            "a known device has its five"
        );
    }

    #[test]
    fn a_network_has_so_many_a_minute_whatever_it_asks_for() {
        let (mut of_source, begun) = (Tally::default(), 1_000_000);
        let another = |of_source: Tally, now: i64| {
            let tried = Tried {
                of_source,
                ..Tried::default()
            };
            tried.admitted(now, THIRTY_A_MINUTE)
        };
        for account in 0..30 {
            let (after, left) = another(of_source, begun).unwrap();
            assert_eq!(left, (29 - account, 60));
            of_source = after.of_source;
        }
        assert_eq!(another(of_source, begun + 30), Err(30));
        assert!(another(of_source, begun + 60).is_ok());
        assert!(
            another(of_source, begun - 100).is_ok(),
            "a wrong clock has counted them"
        );
    }

    proptest! {
        #[test]
        fn nobody_waits_longer_than_a_minute_and_then_is_let_in(
            asked in proptest::collection::vec((0_u8..4, 0_i64..90), 1..200),
        ) {
            let mut attempts = Attempts::default();
            let mut now = 1_000_000;
            for (network, passed) in asked {
                now += passed;
                if let Err(wait) = attempts.admit(network, now, THIRTY_A_MINUTE) {
                    prop_assert!((1..=60).contains(&wait));
                    prop_assert!(attempts.clone().admit(network, now + wait, THIRTY_A_MINUTE).is_ok());
                }
            }
        }
    }
}
