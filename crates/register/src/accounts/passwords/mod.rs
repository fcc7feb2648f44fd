//! Passwords, and the codes by which somebody sets one without the old one: a first one after an invitation, or another
//! after the old one was forgotten.

pub mod by_code;
pub mod change;
mod common;
mod fair_turns;
pub mod hasher;
pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::TimeDelta;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::Account;
use crate::accounts::second_factors::written_code;
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::random;
use crate::values::validation::ValueError;

/// A password that is long enough to be one. It is not shown by `Debug`.
pub struct Password(String);

impl Password {
    /// NIST SP 800-63B asks for length, and that it is not one that everybody tries first.
    const LEAST: usize = 12;
    const MOST: usize = 128;

    /// The characters that must be left when the words that everybody would try are taken out.
    const LEAST_OF_ONES_OWN: usize = 8;

    /// Takes a password as it is, blanks count. `address` and `name` are those of the account, which are no secret.
    ///
    /// # Errors
    /// `too-short`, `too-long`, `too-common`.
    pub fn parse(value: &str, address: &str, name: &str) -> Result<Password, ValueError> {
        match value.chars().count() {
            ..Self::LEAST => Err(ValueError::new(
                "too-short",
                format!("Must have {} characters or more.", Self::LEAST),
            )),
            Self::LEAST..=Self::MOST if is_guessed(value, address, name) => Err(ValueError::new(
                "too-common",
                "Must not be one of the passwords that are tried first, nor be made of the name, the address or the game.",
            )),
            Self::LEAST..=Self::MOST => Ok(Password(value.to_owned())),
            _ => Err(ValueError::new(
                "too-long",
                format!("May have at most {} characters.", Self::MOST),
            )),
        }
    }

    /// Draws a code in the place of a chosen password: 80 random bits.
    pub fn drawn() -> Password {
        Password(written_code::<10>())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Password {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Password(…)")
    }
}

/// The words that stand close to every account of this service (OWASP ASVS 5, 6.2.11).
const WORDS_OF_THE_HOUSE: [&str; 6] = ["morabaraba", "mlabalaba", "federation", "records", "password", "umpire"];

/// Whether a password is among those that are tried first: a common one, one character again and again, or little but
/// words that everybody knows of the account and the house.
fn is_guessed(value: &str, address: &str, name: &str) -> bool {
    if common::is_common(value) {
        return true;
    }
    let value = value.to_lowercase();
    let known = [address, name].map(str::to_lowercase);
    let known = known
        .iter()
        .flat_map(|text| text.split(|c: char| !c.is_alphanumeric()))
        .chain(WORDS_OF_THE_HOUSE)
        .filter(|word| word.chars().count() > 3);
    let rest = known.fold(value, |rest, word| rest.replace(word, ""));
    let mut different: Vec<char> = rest.chars().filter(|c| c.is_alphanumeric()).collect();
    if different.len() < Password::LEAST_OF_ONES_OWN {
        return true;
    }
    different.sort_unstable();
    different.dedup();
    different.len() < 4
}

/// The time for which a code replaces a forgotten password.
const RESET_MINUTES: TimeDelta = TimeDelta::minutes(30);

/// The time for which a code invites to a first password.
const INVITATION_DAYS: TimeDelta = TimeDelta::days(7);

/// A code by which an account's password is set, once. It is shown to whoever made it, and kept as a hash.
pub struct PasswordCode {
    pub account: Account,
    pub code: String,
    pub expires_at: Timestamp,
}

impl PasswordCode {
    /// A code for the account: an invitation, as long as it has no password.
    pub fn new(account: Account, has_password: bool, now: Timestamp) -> PasswordCode {
        PasswordCode {
            account,
            code: random::secret(),
            expires_at: now.after(if has_password { RESET_MINUTES } else { INVITATION_DAYS }),
        }
    }
}

/// A code by which the account's password is set.
#[derive(Serialize, ToSchema)]
pub struct PasswordCodeView {
    /// The code. It is not shown again: hand it to the account's owner, and to nobody else.
    #[schema(example = "q8b0m0m2H2n0mX4cZ6o3bq1f9n7J5w2t8y4u6i0o1p3")]
    code: String,
    /// The time until which it is good: for 30 minutes, or, while the account has no password yet, 7 days.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:30:00.000000Z")]
    expires_at: Timestamp,
}

impl From<PasswordCode> for PasswordCodeView {
    fn from(code: PasswordCode) -> PasswordCodeView {
        PasswordCodeView {
            code: code.code,
            expires_at: code.expires_at,
        }
    }
}

/// The stored form of a code: SHA-256 in hexadecimal. The code has 256 random bits, so no salt is needed.
pub fn stored_form(code: &str) -> String {
    sha256(code)
}

#[cfg(test)]
mod tests {
    use crate::accounts::passwords::*;

    fn told(password: &str) -> Result<(), &'static str> {
        Password::parse(password, "nomsa.dlamini@example.org", "Nomsa Dlamini")
            .map(|_| ())
            .map_err(|fault| fault.code)
    }

    #[test]
    fn length_is_counted_in_characters() {
        assert_eq!(told("a cow in the"), Ok(()));
        assert_eq!(told("a cow in th"), Err("too-short"));
        assert_eq!(told(&"ñandú ".repeat(2)), Ok(()));
        assert_eq!(told(&"ñandú and a cow ".repeat(8)), Ok(()));
        assert_eq!(told(&format!("{}x", "ñandú and a cow ".repeat(8))), Err("too-long"));
    }

    #[test]
    fn what_is_known_of_the_account_is_no_password() {
        for guessed in [
            "nomsa.dlamini@example.org",
            "NomsaDlamini2026",
            "Morabaraba-2026!",
            "federation records",
            "passwordpassword",
            "aaaaaaaaaaaaaaaaaaaa",
            "121212121212",
        ] {
            assert_eq!(told(guessed), Err("too-common"), "{guessed}");
        }
        assert_eq!(told("Nomsa keeps four cows"), Ok(()));
    }
}
