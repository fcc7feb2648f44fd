//! Chance: the one place that asks the machine for randomness.
//!
//! Ids are no secrets. Those that a command makes follow from its [`Seed`], so that they are the same when it is executed
//! again, wherever that is; secrets never do.

use std::cell::{Cell, RefCell};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};

use crate::values::clock::Timestamp;

/// Random bytes, as many as are asked for, fit for secrets.
///
/// # Panics
/// The machine has no source of randomness: nothing the service does would be safe.
#[must_use]
#[expect(
    clippy::expect_used,
    reason = "without randomness no token may be made and no request answered"
)]
pub fn bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the machine gives random bytes");
    bytes
}

/// A secret of 256 bits as base64url: 43 characters.
#[must_use]
pub fn secret() -> String {
    URL_SAFE_NO_PAD.encode(bytes::<32>())
}

/// The seed from which a command draws its ids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed {
    pub text: String,
    /// The instant that the ids name: that at which the command was given first.
    pub at: Timestamp,
}

impl Seed {
    /// A new seed, of a command that is given at that instant.
    pub fn new(at: Timestamp) -> Seed {
        Seed { text: secret(), at }
    }
}

/// A part of what is done for a command. A transaction may be run again, and then draws the same.
#[derive(Debug, Clone, Copy)]
pub enum Part {
    /// All that comes before its transaction.
    Preparing,
    /// Its transaction.
    Writing,
}

/// The draws from a seed, one after another.
struct Drawing {
    seed: Seed,
    part: Part,
    drawn: Cell<u32>,
    /// The words to which all that is drawn from here on is bound.
    bound: RefCell<String>,
}

impl Drawing {
    fn of(seed: &Seed, part: Part) -> Drawing {
        Drawing {
            seed: seed.clone(),
            part,
            drawn: Cell::new(0),
            bound: RefCell::default(),
        }
    }

    fn next<const N: usize>(&self) -> [u8; N] {
        let nth = self.drawn.get();
        self.drawn.set(nth.wrapping_add(1));
        let drawn = format!("{} {:?} {nth}{}", self.seed.text, self.part, self.bound.borrow());
        let drawn = Sha256::digest(drawn);
        std::array::from_fn(|place| drawn.get(place).copied().unwrap_or_default())
    }
}

tokio::task_local! {
    /// It is no argument, since ids are drawn in constructors that know nothing of commands, and a draw that escaped it would
    /// make a command differ when it is executed again.
    static DRAWING: Drawing;
}

/// The instant that an id names: that of the seed of the command that is executed, or this one where there is none.
pub(crate) fn instant_of_id(now: Timestamp) -> Timestamp {
    DRAWING.try_with(|drawing| drawing.seed.at).unwrap_or(now)
}

/// The random part of an id: drawn from the seed of the command that is executed, or by the machine where there is none.
pub(crate) fn of_id() -> [u8; 10] {
    DRAWING.try_with(Drawing::next).unwrap_or_else(|_| bytes())
}

/// Binds the ids that the command makes from here on to these words: done again where the words are others, it makes others.
pub fn bind(to: &str) {
    // Outside of a command nothing comes again.
    let _ = DRAWING.try_with(|drawing| drawing.bound.replace(format!(" {to}")));
}

/// Runs what is done for a command on this thread; the ids that it makes are drawn from the seed.
pub(crate) fn drawing<T>(seed: &Seed, part: Part, work: impl FnOnce() -> T) -> T {
    DRAWING.sync_scope(Drawing::of(seed, part), work)
}

/// Does what is done for a command, wherever it is continued; the ids that it makes are drawn from the seed.
pub async fn drawing_while<F: Future>(seed: &Seed, part: Part, work: F) -> F::Output {
    DRAWING.scope(Drawing::of(seed, part), work).await
}

#[cfg(test)]
mod tests {
    use crate::values::clock::Clock;
    use crate::values::random::*;

    fn three() -> [[u8; 10]; 3] {
        [of_id(), of_id(), of_id()]
    }

    fn at(time: &'static str) -> Timestamp {
        Clock::telling(move || time.parse().unwrap()).now()
    }

    fn seed() -> Seed {
        Seed::new(at("2026-11-21T08:00:00Z"))
    }

    #[test]
    fn a_command_draws_the_same_when_it_is_executed_again() {
        let seed = seed();
        let first = drawing(&seed, Part::Writing, three);
        assert_eq!(first, drawing(&seed, Part::Writing, three));
        assert!(first[0] != first[1] && first[1] != first[2]);
        assert_ne!(first, drawing(&seed, Part::Preparing, three));
        assert_ne!(first, drawing(&self::seed(), Part::Writing, three));
        assert_ne!(three(), three(), "outside of a command nothing comes again");
    }

    #[test]
    fn ids_that_are_bound_follow_from_the_words_too() {
        let seed = seed();
        let bound = |words: &str| {
            drawing(&seed, Part::Writing, || {
                let first = of_id();
                bind(words);
                [first, of_id()]
            })
        };
        let [one, same, other] = ["Tau meets Modise", "Tau meets Modise", "Tau meets Botha"].map(bound);
        assert_eq!(one, same);
        assert!(one[0] == other[0] && one[1] != other[1]);
        bind("nothing");
    }

    #[test]
    fn ids_name_the_instant_at_which_their_command_was_given_first() {
        let (seed, monday) = (seed(), at("2026-11-23T08:00:00Z"));
        assert_eq!(drawing(&seed, Part::Writing, || instant_of_id(monday)), seed.at);
        assert_eq!(instant_of_id(monday), monday);
    }

    #[test]
    fn secrets_do_not_follow_from_a_seed() {
        let seed = seed();
        let [first, again] = [(); 2].map(|()| drawing(&seed, Part::Writing, secret));
        assert_ne!(first, again);
    }
}
