//! Codes for a venue: officials sign in on the laptop by them.
//!
//! A code has the place of the password, which stays at home, and is good on the laptop of one bundle alone.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use crate::accounts::Password;
use crate::accounts::passwords::hasher::Hasher;
use crate::accounts::tokens::devices::Queue;
use crate::values::error::Error;
use crate::values::id::AccountId;

/// A code as a bundle has it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CodeHash {
    pub account: AccountId,
    pub(crate) hash: String,
}

/// A code that was drawn for an official, which is shown once.
#[derive(Clone)]
pub struct VenueCode {
    pub code: String,
    pub kept: CodeHash,
}

impl VenueCode {
    /// Draws a code for that official.
    pub async fn draw(account: AccountId, hasher: &Hasher, network: IpAddr) -> Result<VenueCode, Error> {
        let drawn = Password::drawn();
        let code = drawn.as_str().to_owned();
        let hash = hasher.hash(Queue::Network(network), drawn).await?;
        let kept = CodeHash { account, hash };
        Ok(VenueCode { code, kept })
    }

    /// Draws a code for each of those officials.
    pub async fn draw_all(officials: &[AccountId], hasher: &Hasher, network: IpAddr) -> Result<Vec<VenueCode>, Error> {
        let mut codes = Vec::with_capacity(officials.len());
        for official in officials {
            codes.push(VenueCode::draw(*official, hasher, network).await?);
        }
        Ok(codes)
    }
}
