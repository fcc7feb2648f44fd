//! Passwords are kept as argon2id hashes, and checked where that holds up nobody else.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{ARGON2ID_IDENT, Algorithm, Argon2, Block, Params, Version};

use crate::accounts::passwords::Password;
use crate::accounts::passwords::fair_turns::FairTurns;
use crate::accounts::tokens::devices::Queue;
use crate::values::error::Error;
use crate::values::random;

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
/// else. The memory of a hash goes from turn to turn: given back to the machine each time, it would lie about in pieces.
#[derive(Clone, Debug)]
pub struct Hasher {
    turns: FairTurns<Memory>,
    cost: HashCost,
}

impl Hasher {
    /// A hasher for a machine with so many cores.
    pub fn new(cores: usize, cost: HashCost) -> Hasher {
        Hasher {
            turns: FairTurns::new((0..(cores / 2).max(1)).map(|_| Memory::default())),
            cost,
        }
    }

    /// Sets the work that one hash takes.
    pub fn with_cost(self, cost: HashCost) -> Hasher {
        Hasher { cost, ..self }
    }

    /// The hash of a password that somebody has chosen, in the PHC string format, once it is the turn of that queue.
    pub async fn hash(&self, queue: Queue, password: Password) -> Result<String, Error> {
        let params = self.cost.0.clone();
        let salt = random::bytes::<{ Salt::RECOMMENDED_LENGTH }>();
        let hashed = self.in_turn(queue, move |memory| {
            let hash = memory.output(params.clone(), password.as_str().as_bytes(), &salt)?;
            let hash = PasswordHash {
                algorithm: ARGON2ID_IDENT,
                version: Some(Version::V0x13.into()),
                params: ParamsString::try_from(&params)?,
                salt: Some(Salt::new(&salt)?),
                hash: Some(hash),
            };
            Ok::<_, argon2::password_hash::Error>(hash.to_string())
        });
        hashed
            .await?
            .map_err(|error| Error::Internal(format!("cannot hash: {error}")))
    }

    /// Whether the password is the one that was hashed, once it is the turn of that queue. Without a hash, as for an unknown
    /// account, the answer is no and takes as long.
    pub async fn matches(&self, queue: Queue, password: String, hash: Option<String>) -> Result<bool, Error> {
        let known = hash.is_some();
        let hash = hash.unwrap_or_else(|| NOBODY.to_owned());
        let matches = self
            .in_turn(queue, move |memory| {
                let hash = PasswordHash::new(&hash).ok()?;
                let params = Params::try_from(&hash).ok()?;
                let computed = memory.output(params, password.as_bytes(), &hash.salt?).ok()?;
                // Outputs are compared in constant time.
                Some(hash.hash? == computed)
            })
            .await?;
        Ok(known && matches == Some(true))
    }

    /// Refuses whoever would find no place in that queue now, before more is done for them.
    ///
    /// # Errors
    /// Too many wait.
    pub fn refuse_crowd(&self, queue: Queue) -> Result<(), Error> {
        self.turns.refuse_crowd(queue)
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        queue: Queue,
        work: impl FnOnce(&mut Memory) -> T + Send + 'static,
    ) -> Result<T, Error> {
        let mut turn = self.turns.take(queue).await?;
        let done = tokio::task::spawn_blocking(move || turn.tool().map(work)).await;
        done.map_err(|error| Error::Internal(error.to_string()))?
            .ok_or_else(|| Error::Internal("a turn without memory".to_owned()))
    }
}

/// The memory in which one hash at a time is computed. It is taken from the machine for the first, and kept.
#[derive(Debug, Default)]
struct Memory(Vec<Block>);

impl Memory {
    fn output(&mut self, params: Params, password: &[u8], salt: &[u8]) -> Result<Output, argon2::password_hash::Error> {
        self.0.resize(params.block_count(), Block::default());
        let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params).hash_password_into_with_memory(
            password,
            salt,
            &mut output,
            &mut self.0,
        )?;
        Ok(Output::new(&output)?)
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use argon2::password_hash::PasswordVerifier;

    use crate::accounts::passwords::hasher::*;

    const NETWORK: Queue = Queue::Network(IpAddr::V4(Ipv4Addr::LOCALHOST));

    #[tokio::test]
    async fn only_the_right_password_matches() {
        let hasher = Hasher::new(2, HashCost::default());
        let password = Password::parse("a cow in the kraal", "", "").unwrap();
        let hash = hasher.hash(NETWORK, password).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        // As the library itself would say.
        let parsed = PasswordHash::new(&hash).unwrap();
        let verified = |password: &[u8]| Argon2::default().verify_password(password, &parsed);
        assert!(verified(b"a cow in the kraal").is_ok() && verified(b"a cow in the crawl").is_err());
        let matches = |password: &str, hash: Option<&str>| {
            let (hasher, password, hash) = (hasher.clone(), password.to_owned(), hash.map(str::to_owned));
            async move { hasher.matches(NETWORK, password, hash).await.unwrap() }
        };
        assert!(matches("a cow in the kraal", Some(&hash)).await);
        assert!(!matches("a cow in the crawl", Some(&hash)).await);
        assert!(!matches("a cow in the kraal", None).await);
        assert!(PasswordHash::new(NOBODY).is_ok(), "checked as a real one");
        assert!(!matches("a cow in the kraal", Some("not a hash")).await);
    }

    #[tokio::test]
    async fn memory_is_kept_whatever_the_cost() {
        let hasher = Hasher::new(1, HashCost::least());
        let password = || Password::parse("a cow in the kraal", "", "").unwrap();
        let cheap = hasher.hash(NETWORK, password()).await.unwrap();
        let dear = hasher
            .clone()
            .with_cost(HashCost::default())
            .hash(NETWORK, password())
            .await
            .unwrap();
        for hash in [&cheap, &dear, &cheap] {
            assert!(
                hasher
                    .matches(NETWORK, "a cow in the kraal".to_owned(), Some(hash.clone()))
                    .await
                    .unwrap()
            );
        }
        assert_ne!(
            cheap,
            hasher.hash(NETWORK, password()).await.unwrap(),
            "each has its own salt"
        );
    }
}
