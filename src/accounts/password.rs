//! Passwords are kept as argon2id hashes, and checked where that holds up nobody else.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use tokio::sync::Semaphore;

use super::Password;
use crate::error::Error;

/// How many may wait for their turn; one more is told to come back. At some 20 ms a hash the last waits about a second.
const QUEUE: usize = 64;

/// Hashes passwords, a few at a time: half the cores, so that a flood of sign-ins leaves the other half to everyone
/// else.
#[derive(Clone, Debug)]
pub(crate) struct Hasher {
    turns: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    /// The hash of no password: checking it takes as long as checking a real one.
    nobody: Arc<str>,
}

impl Hasher {
    /// A hasher for a machine with so many cores.
    ///
    /// # Errors
    /// The machine lacks the memory for one hash (19 MiB).
    pub(crate) fn new(cores: usize) -> Result<Hasher, Error> {
        let nobody = hash(&crate::random::secret())?;
        Ok(Hasher {
            turns: Arc::new(Semaphore::new((cores / 2).max(1))),
            waiting: Arc::new(AtomicUsize::new(0)),
            nobody: nobody.into(),
        })
    }

    /// The hash of a password, in the PHC string format.
    pub(crate) async fn hash(&self, password: Password) -> Result<String, Error> {
        self.in_turn(move || hash(password.as_str())).await?
    }

    /// Whether the password is the one that was hashed. Without a hash, as for an unknown account, the answer is no and
    /// takes as long.
    pub(crate) async fn matches(&self, password: String, hash: Option<String>) -> Result<bool, Error> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.nobody.to_string());
        let matches = self
            .in_turn(move || {
                PasswordHash::new(&hash)
                    .is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
            })
            .await?;
        Ok(known && matches)
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let _place = Place::take(&self.waiting)?;
        let broken = |error: &dyn std::error::Error| Error::Internal(error.to_string());
        let turn = Arc::clone(&self.turns).acquire_owned().await.map_err(|error| broken(&error))?;
        tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        })
        .await
        .map_err(|error| broken(&error))
    }
}

/// A place in the queue, given up when dropped: also when the caller goes away.
struct Place<'a>(&'a AtomicUsize);

impl Place<'_> {
    fn take(waiting: &AtomicUsize) -> Result<Place<'_>, Error> {
        let place = Place(waiting);
        if waiting.fetch_add(1, Ordering::Relaxed) >= QUEUE {
            return Err(Error::Unavailable("too many passwords are being checked".to_owned()));
        }
        Ok(place)
    }
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// argon2id with 19 MiB, two passes, one lane: the first choice of the OWASP password storage cheat sheet, and the
/// library's default.
fn hash(password: &str) -> Result<String, Error> {
    Argon2::default()
        .hash_password(password.as_bytes())
        .map(|hash| hash.to_string())
        .map_err(|error| Error::Internal(format!("cannot hash: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let hasher = Hasher::new(2).unwrap();
        let hash = hasher.hash(Password::parse("a cow in the kraal").unwrap()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        let matches = |password: &str, hash: Option<&str>| {
            let (hasher, password, hash) = (hasher.clone(), password.to_owned(), hash.map(str::to_owned));
            async move { hasher.matches(password, hash).await.unwrap() }
        };
        assert!(matches("a cow in the kraal", Some(&hash)).await);
        assert!(!matches("a cow in the crawl", Some(&hash)).await);
        assert!(!matches("a cow in the kraal", None).await);
        assert!(!matches("a cow in the kraal", Some("not a hash")).await);
    }

    #[tokio::test]
    async fn the_queue_is_bounded_and_places_are_given_back() {
        let hasher = Hasher::new(2).unwrap();
        let places: Vec<_> = (0..QUEUE).map(|_| Place::take(&hasher.waiting).unwrap()).collect();
        assert!(matches!(hasher.matches(String::new(), None).await, Err(Error::Unavailable(_))));
        drop(places);
        assert!(hasher.matches(String::new(), None).await.is_ok());
        assert_eq!(hasher.waiting.load(Ordering::Relaxed), 0);
    }
}
