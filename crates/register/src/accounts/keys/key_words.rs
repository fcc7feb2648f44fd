//! Words of a public key: people read six off one machine, and type them at another.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::{Jwk, ThumbprintHash};
use serde::{Deserialize, Serialize};

use crate::accounts::keys::ed25519;
use crate::values::validation::ValueError;

/// The bytes of the thumbprint that are in the words.
const BYTES: usize = 8;

/// The number of words for them.
const WORDS: usize = 6;

/// Six words by which a public key differs from others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyWords(String);

impl KeyWords {
    /// Puts a key into words: 64 bits of its thumbprint (RFC 7638).
    ///
    /// Its name says nothing, since anybody can name a key.
    pub fn of(key: &Jwk) -> Option<KeyWords> {
        ed25519::install();
        let thumbprint = URL_SAFE_NO_PAD
            .decode(key.thumbprint(ThumbprintHash::SHA256).ok()?)
            .ok()?;
        Some(KeyWords(in_words(&mnemonic::to_string(thumbprint.get(..BYTES)?))))
    }

    /// Reads words, whatever stands between them.
    ///
    /// # Errors
    /// `invalid-key-words`
    pub fn parse(typed: &str) -> Result<KeyWords, ValueError> {
        let words = in_words(typed);
        let fault = |detail: String| ValueError::new("invalid-key-words", detail);
        let unknown = words
            .split(' ')
            .find(|word| !mnemonic::MN_WORDS.contains(&word.as_bytes()));
        if words.split(' ').count() != WORDS {
            return Err(fault(format!("Must be {WORDS} words, as the federation shows them.")));
        }
        match unknown {
            Some(word) => Err(fault(format!("“{word}” is none of the words that a federation shows."))),
            None => Ok(KeyWords(words)),
        }
    }

    /// The words, with blanks between them.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn in_words(text: &str) -> String {
    let words = text.split(|c: char| !c.is_ascii_alphabetic());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use crate::accounts::keys::key_words::*;
    use crate::accounts::keys::{SigningKey, read_seed};
    use crate::values::clock::Clock;

    fn key() -> Jwk {
        let now = Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap()).now();
        read_seed(&SigningKey::generate(now).unwrap().seed).unwrap().1
    }

    #[test]
    fn the_words_are_those_of_the_key_whatever_it_is_called() {
        let (one, other) = (key(), key());
        let words = KeyWords::of(&one).unwrap();
        assert_eq!(words.as_str().split(' ').count(), 6);
        assert_ne!(KeyWords::of(&other), Some(words.clone()));
        let mut renamed = one.clone();
        renamed.common.key_id = other.common.key_id.clone();
        assert_eq!(KeyWords::of(&renamed), Some(words));
    }

    #[test]
    fn words_are_read_however_they_were_typed() {
        let words = KeyWords::of(&key()).unwrap();
        for typed in [words.as_str().to_uppercase(), words.as_str().replace(' ', "-")] {
            assert_eq!(KeyWords::parse(&format!("  {typed}\n")), Ok(words.clone()));
        }
        let five = words.as_str().rsplit_once(' ').unwrap().0;
        for wrong in [
            "",
            five,
            &format!("{words} {words}", words = words.as_str()),
            &format!("{five} umlabalaba"),
        ] {
            assert_eq!(KeyWords::parse(wrong).unwrap_err().code, "invalid-key-words", "{wrong}");
        }
    }
}
