//! Bundles: what a laptop takes with it. The tournament whole, and of everything else the facts by which it is judged, as they
//! are when the pen is lent.
//!
//! The register keeps the same facts until the loan has ended, and executes the laptop's commands on them: what has changed
//! meanwhile, such as a transfer, refuses no result.

pub(crate) mod store;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jsonwebtoken::jwk::{Jwk, JwkSet};
use serde::{Deserialize, Serialize};

use crate::accounts::keys::{KeyWords, Keys, PublicKeys, rules};
use crate::db::extracts::Extract;
use crate::pens::codes::CodeHash;
use crate::pens::laptops::{self, LaptopKeys, digest_of};
use crate::pens::{PenLoan, PenRefusal};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::AccountId;

/// The version of the format.
const FORMAT: u32 = 2;

/// The type of the delegation.
const KIND: &str = "pen-delegation+jwt";

/// The most bytes that a bundle has unpacked.
const MOST: usize = 64 << 20;

/// The content of a bundle.
#[derive(Serialize, Deserialize)]
pub struct Bundle {
    format: u32,
    pub loan: PenLoan,
    /// The federation's facts.
    pub(crate) facts: Vec<Extract>,
    /// All rows of the tournament.
    pub(crate) tournament: Vec<Extract>,
    /// The codes of the officials, which the register does not keep with it.
    pub(crate) codes: Vec<CodeHash>,
}

/// The claims that the federation signs: which loan a sealed content is of, and by whom it is to be used.
#[derive(Debug, Serialize, Deserialize)]
struct Delegation {
    iss: String,
    iat: i64,
    tournament: String,
    epoch: i64,
    officials: Vec<AccountId>,
    /// The digest of the sealed content.
    sealed: String,
}

/// A bundle on its way: the content sealed to the laptop's key, signed by the federation.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SealedBundle {
    /// The claims that the federation has signed.
    pub(crate) delegation: String,
    /// The keys of the federation.
    pub(crate) keys: Vec<Jwk>,
    /// The sealed content, as base64url.
    pub(crate) sealed: String,
}

impl Bundle {
    pub fn of(loan: PenLoan, facts: Vec<Extract>, tournament: Vec<Extract>, codes: Vec<CodeHash>) -> Bundle {
        Bundle {
            format: FORMAT,
            loan,
            facts,
            tournament,
            codes,
        }
    }

    /// The facts, packed to be kept.
    pub fn packed_facts(&self) -> Result<Vec<u8>, Error> {
        packed(&self.facts)
    }

    /// The bundle for the laptop of its loan.
    pub fn sealed(&self, keys: &Keys, officials: &[AccountId], now: Timestamp) -> Result<SealedBundle, Error> {
        let context = context(&self.loan.tournament.to_string(), self.loan.epoch);
        let sealed = laptops::seal(&self.loan.sealing_key, &packed(self)?, context.as_bytes())?;
        let delegation = Delegation {
            iss: keys.issuer().to_owned(),
            iat: now.unix_seconds(),
            tournament: self.loan.tournament.to_string(),
            epoch: self.loan.epoch,
            officials: officials.to_vec(),
            sealed: digest_of(&sealed),
        };
        Ok(SealedBundle {
            delegation: keys.sign(KIND, &delegation)?,
            keys: keys.public().keys.clone(),
            sealed: URL_SAFE_NO_PAD.encode(sealed),
        })
    }
}

fn context(tournament: &str, epoch: i64) -> String {
    format!("{tournament} {epoch}")
}

/// The answer with which a pen was lent.
#[derive(Deserialize)]
struct Lent {
    bundle: SealedBundle,
}

impl SealedBundle {
    /// Reads the answer with which a pen was lent, or the bundle of it.
    #[must_use]
    pub fn read(text: &str) -> Option<SealedBundle> {
        let lent = serde_json::from_str::<Lent>(text).map(|lent| lent.bundle);
        lent.or_else(|_| serde_json::from_str(text)).ok()
    }

    /// Finds the key of the federation that the laptop believes.
    ///
    /// Each bundle names keys as its sender likes.
    ///
    /// # Errors
    /// [`PenRefusal::Altered`]: the laptop believes none, or another.
    pub fn federation(&self, keys: &LaptopKeys) -> Result<PublicKeys, PenRefusal> {
        let known = keys.federation.as_ref().ok_or_else(|| {
            let why = "This laptop knows no federation yet: give it the six words that yours shows, by `pen key --federation`.";
            PenRefusal::Altered(why.to_owned())
        })?;
        let mut believed = self.keys.clone();
        believed.retain(|key| KeyWords::of(key).as_ref() == Some(known));
        if believed.is_empty() {
            let why = format!(
                "The bundle is of another federation than the one with the words “{}”.",
                known.as_str()
            );
            return Err(PenRefusal::Altered(why));
        }
        Ok(PublicKeys::of(&JwkSet { keys: believed }))
    }

    /// Opens the bundle on the laptop with these keys.
    ///
    /// # Errors
    /// [`PenRefusal::Altered`]: it is for another laptop, of another version, or not what the federation has signed that the laptop
    /// believes.
    pub fn opened(&self, keys: &LaptopKeys) -> Result<Bundle, Error> {
        let altered = |why: &str| Error::from(PenRefusal::Altered(format!("The bundle {why}.")));
        let signed = self
            .federation(keys)?
            .open::<Delegation>((&self.delegation, KIND), rules());
        let delegation = signed.map_err(|_| altered("is not signed by its federation"))?.claims;
        let sealed = URL_SAFE_NO_PAD.decode(&self.sealed).unwrap_or_default();
        if digest_of(&sealed) != delegation.sealed {
            return Err(altered("is not what the federation has signed"));
        }
        let loan = context(&delegation.tournament, delegation.epoch);
        let content = keys.unseal(&sealed, loan.as_bytes())?;
        let content = content.ok_or_else(|| altered("is sealed to another laptop"))?;
        let bundle: Bundle = unpacked(&content).ok_or_else(|| altered("cannot be read by this version"))?;
        if bundle.format == FORMAT {
            Ok(bundle)
        } else {
            Err(altered("is of another version"))
        }
    }
}

fn packed(content: &impl Serialize) -> Result<Vec<u8>, Error> {
    let broken = |error: &dyn std::fmt::Display| Error::Internal(format!("a bundle cannot be packed: {error}"));
    let content = serde_json::to_vec(content).map_err(|error| broken(&error))?;
    zstd::bulk::compress(&content, 3).map_err(|error| broken(&error))
}

fn unpacked<T: serde::de::DeserializeOwned>(content: &[u8]) -> Option<T> {
    let content = zstd::bulk::decompress(content, MOST).ok()?;
    serde_json::from_slice(&content).ok()
}

/// The facts that the register has kept.
pub fn unpacked_facts(content: &[u8]) -> Result<Vec<Extract>, Error> {
    unpacked(content).ok_or_else(|| Error::Internal("the facts of a loan cannot be read".to_owned()))
}
