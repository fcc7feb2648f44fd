//! A token that somebody has, held against the records.

use chrono::NaiveDate;

use crate::accounts::keys::{Keyring, SignatureError};
use crate::certificates::CertificateLookup;
use crate::certificates::tokens::Credential;
use crate::certificates::use_cases::find_of;
use crate::db::Conn;
use crate::values::error::Error;

/// Looks up the certificate of a token; it is unknown if it was not signed with one of our keys, or was altered since.
pub fn verify(c: &mut Conn, keys: &Keyring, token: &str, today: NaiveDate) -> Result<CertificateLookup, Error> {
    let mut credential = Credential::read(token, keys.keys().verifying());
    if matches!(credential, Err(SignatureError::UnknownKey)) {
        // Another service on the same database may have made the key since.
        credential = Credential::read(token, keys.renew(c)?.verifying());
    }
    match credential.ok().and_then(|credential| credential.subject()) {
        Some(subject) => find_of(c, subject, today),
        None => Ok(CertificateLookup::Unknown),
    }
}
