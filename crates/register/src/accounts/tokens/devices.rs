//! Devices on which somebody has signed in before. Each keeps a mark, by which it has attempts and a queue of its own: a school hall
//! is one network, and whoever tries passwords there keeps nobody from signing in who is known.
//!
//! A mark opens nothing and names nobody. It is good for one account and as long as that has the same password.

use std::fmt;
use std::net::IpAddr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::accounts::Account;
use crate::values::digest::{from_hexadecimal, hexadecimal};
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::values::random;

/// The source of an attempt to sign in, for which it is counted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// A network, whoever is in it.
    Network(IpAddr),
    /// A device on which the account has signed in before, by a name that is drawn for it; or a session of the account.
    Device(AccountId, String),
}

impl Source {
    /// Whether the account has signed in there before.
    pub fn is_known(&self) -> bool {
        matches!(self, Source::Device(..))
    }

    /// The queue in which its passwords wait to be checked. All devices of an account have one: whoever has an account cannot have
    /// many.
    pub fn queue(&self) -> Queue {
        match self {
            Source::Network(network) => Queue::Network(*network),
            Source::Device(account, _) => Queue::Account(*account),
        }
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Network(network) => write!(f, "network {network}"),
            Source::Device(account, name) => write!(f, "device {name} of {account}"),
        }
    }
}

/// A queue of those whose passwords are to be checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Queue {
    /// That of a network.
    Network(IpAddr),
    /// That of an account, where it is known.
    Account(AccountId),
}

/// The secret with which marks are made.
#[derive(Clone, Debug)]
pub struct DeviceKey(Hmac<Sha256>);

impl DeviceKey {
    /// The key that belongs to a secret of the service.
    pub fn derived_from(secret: &str) -> Result<DeviceKey, Error> {
        let mac = Hmac::new_from_slice(format!("marks of devices {secret}").as_bytes());
        Ok(DeviceKey(mac.map_err(|error| Error::Internal(error.to_string()))?))
    }

    /// The mark of a device on which the account has signed in with the password of that hash: of the one that it came from, if it
    /// was known, or else a new one.
    pub fn mark(&self, from: &Source, account: &Account, password: &str) -> String {
        let name = match from {
            Source::Device(_, name) => name.clone(),
            Source::Network(_) => random::secret(),
        };
        let proof = self.proof(&name, account, password).finalize().into_bytes();
        format!("{name}.{}", hexadecimal(&proof))
    }

    /// The device with that mark, if the account has signed in there with the password of that hash.
    pub fn source(&self, mark: &str, account: &Account, password: &str) -> Option<Source> {
        let (name, proof) = mark.split_once('.')?;
        let proof = from_hexadecimal(proof)?;
        // Compared in constant time.
        self.proof(name, account, password).verify_slice(&proof).ok()?;
        Some(Source::Device(account.id, name.to_owned()))
    }

    fn proof(&self, name: &str, account: &Account, password: &str) -> Hmac<Sha256> {
        // The name, which others may have written, comes last.
        let signed = format!("{}\n{password}\n{name}", account.id);
        self.0.clone().chain_update(signed)
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use crate::accounts::Email;
    use crate::accounts::tokens::devices::*;
    use crate::values::clock::Clock;

    #[test]
    fn a_mark_is_good_for_its_account_and_password() {
        let now = Clock::telling(|| "2026-11-20T08:00:00Z".parse().unwrap()).now();
        let account = |email: &str| Account::new(Email::parse(email).unwrap(), "Nomsa".to_owned(), now);
        let (nomsa, other) = (account("nomsa@example.org"), account("other@example.org"));
        let key = DeviceKey::derived_from("secret").unwrap();
        let network = Source::Network(IpAddr::V4(Ipv4Addr::LOCALHOST));
        let mark = key.mark(&network, &nomsa, "hash");
        let device = key.source(&mark, &nomsa, "hash").unwrap();
        assert!(device.is_known() && device.queue() == Queue::Account(nomsa.id));
        assert_eq!(key.mark(&device, &nomsa, "hash"), mark, "it stays the same");
        assert_ne!(key.mark(&network, &nomsa, "hash"), mark, "another device has another");
        assert_eq!(key.source(&mark, &other, "hash"), None);
        assert_eq!(key.source(&mark, &nomsa, "another hash"), None);
        let elsewhere = DeviceKey::derived_from("another secret").unwrap();
        assert_eq!(elsewhere.source(&mark, &nomsa, "hash"), None);
        for forged in ["", ".", "x", &format!("x{mark}"), &mark[..mark.len() - 2]] {
            assert_eq!(key.source(forged, &nomsa, "hash"), None, "{forged}");
        }
    }
}
