//! Passwords are kept as argon2id hashes, and checked where that holds up nobody else.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;

use crate::accounts::Password;
use crate::values::error::Error;

/// The number of requests that may wait for their turn; one more is told to come back. At some 20 ms a hash the last
/// waits about a second.
const QUEUE: usize = 64;

/// The hash of no password: its last part is random, and checking against it takes as long as checking a real one.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$8IU2kDOjjYzh92JneITaYQ$Ze3axTTesr4kW5Y+qPOd7Zed0MNlrCnlnRiqpbwpBu8";

/// The work that one hash takes: argon2id with 19 MiB, two passes, one lane, which is the first choice of the OWASP
/// password storage cheat sheet and the library's default.
#[derive(Clone, Debug, Default)]
pub struct HashCost(Params);

impl HashCost {
    /// The least that the algorithm takes: for tests, in which nobody's password is worth guessing.
    #[must_use]
    pub fn least() -> HashCost {
        HashCost(Params::new(Params::MIN_M_COST, Params::MIN_T_COST, Params::MIN_P_COST, None).unwrap_or_default())
    }
}

/// Hashes passwords, a few at a time: half the cores, so that a flood of sign-ins leaves the other half to everyone
/// else.
#[derive(Clone, Debug)]
pub(crate) struct Hasher {
    turns: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    cost: HashCost,
}

impl Hasher {
    /// A hasher for a machine with so many cores.
    pub(crate) fn new(cores: usize, cost: HashCost) -> Hasher {
        Hasher {
            turns: Arc::new(Semaphore::new((cores / 2).max(1))),
            waiting: Arc::new(AtomicUsize::new(0)),
            cost,
        }
    }

    /// Sets the work that one hash takes.
    pub(crate) fn with_cost(self, cost: HashCost) -> Hasher {
        Hasher { cost, ..self }
    }

    /// The hash of a password, in the PHC string format.
    pub(crate) async fn hash(&self, password: Password) -> Result<String, Error> {
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, self.cost.0.clone());
        let hashed = self
            .in_turn(move || argon2.hash_password(password.as_str().as_bytes()))
            .await?;
        hashed
            .map(|hash| hash.to_string())
            .map_err(|error| Error::Internal(format!("cannot hash: {error}")))
    }

    /// Whether the password is the one that was hashed. Without a hash, as for an unknown account, the answer is no and
    /// takes as long.
    pub(crate) async fn matches(&self, password: String, hash: Option<String>) -> Result<bool, Error> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
        let matches = self
            .in_turn(move || {
                PasswordHash::new(&hash)
                    .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
            })
            .await?;
        Ok(known && matches)
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let _place = QueueSlot::take(&self.waiting)?;
        let broken = |error: &dyn std::error::Error| Error::Internal(error.to_string());
        let turn = Arc::clone(&self.turns)
            .acquire_owned()
            .await
            .map_err(|error| broken(&error))?;
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        })
        .await
        .map_err(|error| broken(&error))
    }
}

/// A place in the queue, given up when dropped: also when the caller goes away.
struct QueueSlot<'a>(&'a AtomicUsize);

impl QueueSlot<'_> {
    fn take(waiting: &AtomicUsize) -> Result<QueueSlot<'_>, Error> {
        let place = QueueSlot(waiting);
        if waiting.fetch_add(1, Ordering::Relaxed) >= QUEUE {
            return Err(Error::Unavailable("too many passwords are being checked".to_owned()));
        }
        Ok(place)
    }
}

impl Drop for QueueSlot<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use crate::accounts::password::*;

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let hasher = Hasher::new(2, HashCost::default());
        let hash = hasher
            .hash(Password::parse("a cow in the kraal").unwrap())
            .await
            .unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let matches = |password: &str, hash: Option<&str>| {
            let (hasher, password, hash) = (hasher.clone(), password.to_owned(), hash.map(str::to_owned));
            async move { hasher.matches(password, hash).await.unwrap() }
        };
        assert!(matches("a cow in the kraal", Some(&hash)).await);
        assert!(!matches("a cow in the crawl", Some(&hash)).await);
        assert!(!matches("a cow in the kraal", None).await);
        assert!(PasswordHash::new(NOBODY).is_ok(), "checked as a real one");
        assert!(!matches("a cow in the kraal", Some("not a hash")).await);
    }

    #[tokio::test]
    async fn the_queue_is_bounded_and_places_are_given_back() {
        let hasher = Hasher::new(2, HashCost::default());
        let places: Vec<_> = (0..QUEUE).map(|_| QueueSlot::take(&hasher.waiting).unwrap()).collect();
        assert!(matches!(
            hasher.matches(String::new(), None).await,
            Err(Error::Unavailable(_))
        ));
        drop(places);
        assert!(hasher.matches(String::new(), None).await.is_ok());
        assert_eq!(hasher.waiting.load(Ordering::Relaxed), 0);
    }
}
