//! Certificates checked without a network: their tokens against the published keys and the list of what does not hold.

use std::io::Write;

use jsonwebtoken::jwk::JwkSet;

use crate::accounts::keys::PublicKeys;
use crate::certificates::tokens::{Credential, Revocations, TokenVerdict};
use crate::values::clock::Timestamp;

/// A text without the mark of its encoding, which some shells write before what they write to a file.
fn unmarked(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}

/// The published keys and revocations against which tokens are checked.
pub struct PublishedKeys {
    keys: PublicKeys,
    revocations: Revocations,
}

impl PublishedKeys {
    /// Reads what was fetched from `/.well-known/jwks.json` and from `/v1/revocations`, as JSON.
    ///
    /// # Errors
    /// Which of them it is not, and why.
    pub fn read(keys: &str, revocations: &str) -> Result<PublishedKeys, String> {
        let set: JwkSet =
            serde_json::from_str(keys).map_err(|error| format!("these are no published keys: {error}"))?;
        let revocations = serde_json::from_str(unmarked(revocations));
        let revocations = revocations.map_err(|error| format!("this is no list of revocations: {error}"))?;
        Ok(PublishedKeys {
            keys: PublicKeys::of(&set),
            revocations,
        })
    }

    /// Tells of a token whether it is good at that time, and what it stands for; whether it is.
    ///
    /// # Errors
    /// The output cannot be written to.
    pub fn verify(&self, name: &str, token: &str, now: Timestamp, out: &mut impl Write) -> std::io::Result<bool> {
        let Ok(credential) = Credential::read(unmarked(token), &self.keys) else {
            writeln!(
                out,
                "{name}: not good: it is not signed with one of these keys, or was altered or cut"
            )?;
            return Ok(false);
        };
        let verdict = credential.verdict(&self.revocations, now);
        match &verdict {
            TokenVerdict::Good => writeln!(out, "{name}: good")?,
            TokenVerdict::Early => writeln!(out, "{name}: not good: its term has not begun")?,
            TokenVerdict::Over => writeln!(out, "{name}: not good: its term is over")?,
            TokenVerdict::Strange => writeln!(out, "{name}: not known to be good: the list is another issuer's")?,
            TokenVerdict::Revoked(reason) => writeln!(out, "{name}: not good: it is {reason}")?,
        }
        writeln!(out, "  holder  {}", credential.holder())?;
        writeln!(out, "  award   {}", credential.award())?;
        writeln!(out, "  for     {}", credential.term())?;
        writeln!(out, "  by      {}", credential.awarding_body())?;
        Ok(verdict == TokenVerdict::Good)
    }
}
