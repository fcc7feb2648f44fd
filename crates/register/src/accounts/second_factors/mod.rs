//! Second factors: codes that an authenticator counts from a shared secret (TOTP, RFC 6238), and recovery codes for whoever
//! has lost it.
//!
//! An account that has one has no session that was begun without: confirming it ends all others.

pub mod own;
pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use diesel::{Insertable, Queryable, Selectable};
use totp_rs::{Builder, Secret, Totp};

use crate::accounts::Email;
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::values::random;

/// The name under which authenticators list the account.
const ISSUER: &str = "Federation records";

/// The number of recovery codes of an account.
const RECOVERY_CODES: usize = 10;

/// A second factor as it is stored.
#[derive(Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::second_factors)]
pub struct SecondFactor {
    #[diesel(column_name = account_id)]
    pub(crate) account: AccountId,
    /// Base32.
    secret: String,
    created_at: Timestamp,
    /// The time from which it is asked for.
    pub confirmed_at: Option<Timestamp>,
    /// The time step of the last code that was used.
    pub(crate) last_step: i64,
}

impl SecondFactor {
    /// A new secret, to be confirmed by a code of it.
    pub fn new(account: AccountId, now: Timestamp) -> SecondFactor {
        SecondFactor {
            account,
            secret: Secret::new_stack(random::bytes()).to_base32(),
            created_at: now,
            confirmed_at: None,
            last_step: 0,
        }
    }

    /// The secret as it is typed into an authenticator: base32.
    pub fn secret(&self) -> &str {
        &self.secret
    }

    /// The URI that authenticators read off a QR code.
    pub fn uri(&self, email: &Email) -> Result<String, Error> {
        let totp = self.totp(email.as_str())?;
        totp.to_url().map_err(|error| Error::Internal(error.to_string()))
    }

    /// The factor after the code, if it is one of this moment that was not used before: six digits that change every 30
    /// seconds, a step early and late included.
    pub fn after(&self, code: &str, now: Timestamp) -> Result<Option<SecondFactor>, Error> {
        let seconds = u64::try_from(now.unix_seconds()).unwrap_or_default();
        let step = self.totp("account")?.check(code, seconds);
        let step = step.and_then(|step| i64::try_from(step).ok());
        Ok(step
            .filter(|step| *step > self.last_step)
            .map(|last_step| SecondFactor {
                last_step,
                ..self.clone()
            }))
    }

    fn totp(&self, name: &str) -> Result<Totp, Error> {
        let broken = |error: &dyn std::error::Error| Error::Internal(format!("a second factor: {error}"));
        let secret = Secret::try_from_base32(&self.secret).map_err(|error| broken(&error))?;
        let totp = Builder::new()
            .with_secret(secret)
            .with_issuer(Some(ISSUER))
            .with_account_name(name.replace(':', "_"));
        totp.build().map_err(|error| broken(&error))
    }
}

/// New recovery codes: each 120 random bits, in six groups of four letters and digits.
pub fn recovery_codes() -> Vec<String> {
    std::iter::repeat_with(written_code::<15>)
        .take(RECOVERY_CODES)
        .collect()
}

/// Draws a code of random bytes, in groups of four letters and digits.
pub fn written_code<const N: usize>() -> String {
    let text = Secret::new(Box::new(random::bytes::<N>())).to_base32().to_lowercase();
    let groups: Vec<&str> = text
        .as_bytes()
        .chunks(4)
        .filter_map(|group| std::str::from_utf8(group).ok())
        .collect();
    groups.join("-")
}

/// The stored form of a recovery code, however it was typed: SHA-256 in hexadecimal.
pub fn stored_form(recovery_code: &str) -> String {
    let letters: String = recovery_code.chars().filter(char::is_ascii_alphanumeric).collect();
    sha256(letters.to_lowercase())
}

#[cfg(test)]
mod tests {
    use crate::accounts::second_factors::*;
    use crate::values::clock::Clock;

    fn at(seconds: i64) -> Timestamp {
        Clock::telling(move || chrono::DateTime::from_timestamp(seconds, 0).unwrap()).now()
    }

    /// The example of RFC 6238, appendix B, with six digits.
    fn factor() -> SecondFactor {
        SecondFactor {
            secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ".to_owned(),
            ..SecondFactor::new(AccountId::new(at(0)), at(0))
        }
    }

    #[test]
    fn codes_are_those_of_the_standard_and_good_once() {
        let factor = factor();
        let after = factor.after("005924", at(1_234_567_890)).unwrap().unwrap();
        assert_eq!(after.last_step, 1_234_567_890 / 30);
        assert!(
            after.after("005924", at(1_234_567_891)).unwrap().is_none(),
            "used before"
        );
        for (code, seconds) in [
            ("005924", 1_234_567_890 + 90),
            ("005925", 1_234_567_890),
            ("", 59),
            ("5924", 1_234_567_890),
        ] {
            assert!(
                factor.after(code, at(seconds)).unwrap().is_none(),
                "{code} at {seconds}"
            );
        }
        assert!(
            factor.after("005924", at(1_234_567_890 + 30)).unwrap().is_some(),
            "a step late"
        );
    }

    #[test]
    fn an_authenticator_reads_the_secret_off_the_uri() {
        let uri = factor().uri(&Email::parse("nomsa@example.org").unwrap()).unwrap();
        assert!(
            uri.starts_with("otpauth://totp/Federation%20records:nomsa%40example.org?"),
            "{uri}"
        );
        assert!(
            uri.contains("secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ") && uri.contains("issuer=Federation%20records"),
            "{uri}"
        );
    }

    #[test]
    fn recovery_codes_differ_and_are_read_however_they_are_typed() {
        let codes = recovery_codes();
        assert_eq!(codes.len(), 10);
        assert!(codes.iter().all(|code| code.len() == 29), "{codes:?}");
        let distinct: std::collections::BTreeSet<_> = codes.iter().map(|code| stored_form(code)).collect();
        assert_eq!(distinct.len(), 10);
        let typed = codes[0].to_uppercase().replace('-', " ");
        assert_eq!(stored_form(&typed), stored_form(&codes[0]));
    }
}
