//! Receipts: how much the register has of a loan, signed, so that a laptop need not take the word of whoever brings it.

use serde::{Deserialize, Serialize};

use crate::accounts::keys::{Keys, PublicKeys, rules};
use crate::pens::hand_ins::PenReceipt;
use crate::pens::{PenLoan, PenRefusal};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::TournamentId;

/// The type of what the federation signs.
const KIND: &str = "pen-receipt+jwt";

/// The claims that the federation signs.
#[derive(Debug, Serialize, Deserialize)]
struct Claims {
    iss: String,
    iat: i64,
    tournament: TournamentId,
    epoch: i64,
    /// The number of the last command that was executed there.
    executed: i64,
    /// The hash of that command.
    head: String,
    /// The number of those after it that are kept there, before the first that is missing, of a loan that was reclaimed.
    #[serde(default)]
    kept: i64,
    /// Whether the pen is the federation's again.
    ended: bool,
}

impl PenReceipt {
    /// The receipt, signed.
    pub fn signed(&self, keys: &Keys, now: Timestamp) -> Result<String, Error> {
        let claims = Claims {
            iss: keys.issuer().to_owned(),
            iat: now.unix_seconds(),
            tournament: self.loan.tournament,
            epoch: self.loan.epoch,
            executed: self.loan.executed,
            head: self.loan.head.clone(),
            kept: self.kept_unbroken,
            ended: !self.loan.is_open(),
        };
        keys.sign(KIND, &claims)
    }
}

/// A receipt on its way back to the laptop: as a file of its own, or in the answer to a hand-in.
#[derive(Debug, Serialize, Deserialize)]
pub struct ReceiptFile {
    pub receipt: String,
}

/// The state of a loan at the federation, as it has signed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    pub(crate) executed: i64,
    pub(crate) head: String,
    pub(crate) kept: i64,
    pub(crate) ended: bool,
    /// The text that was signed.
    pub(crate) signed: String,
}

impl Receipt {
    /// Reads a receipt that the federation with these keys has signed for that loan.
    ///
    /// # Errors
    /// [`PenRefusal::Altered`].
    pub fn read(token: &str, keys: &PublicKeys, loan: &PenLoan) -> Result<Receipt, PenRefusal> {
        let altered = |why: &str| PenRefusal::Altered(format!("The receipt {why}."));
        let signed = keys.open::<Claims>((token, KIND), rules());
        let claims = signed
            .map_err(|_| altered("is not signed by the federation that lent the pen"))?
            .claims;
        if (claims.tournament, claims.epoch) != (loan.tournament, loan.epoch) {
            return Err(altered("is of another loan"));
        }
        Ok(Receipt {
            executed: claims.executed,
            head: claims.head,
            kept: claims.kept,
            ended: claims.ended,
            signed: token.to_owned(),
        })
    }
}

/// The words on a loan that are left on its laptop, once all that is personal was deleted there: what was done, by its number and hash,
/// and what the federation has told that it has. They name nobody.
#[derive(Debug, Serialize)]
pub struct LeftReceipts {
    tournament_id: TournamentId,
    epoch: i64,
    lent_at: Timestamp,
    /// The number of commands that were given.
    commands: i64,
    /// The hash of the last, which continues those of all others.
    hash: String,
    received: Option<i64>,
    kept: Option<i64>,
    returned_at: Option<Timestamp>,
    receipt: Option<String>,
}

impl From<PenLoan> for LeftReceipts {
    fn from(loan: PenLoan) -> LeftReceipts {
        LeftReceipts {
            tournament_id: loan.tournament,
            epoch: loan.epoch,
            lent_at: loan.lent_at,
            commands: loan.executed,
            hash: loan.head,
            received: loan.received,
            kept: loan.kept,
            returned_at: loan.returned_at,
            receipt: loan.receipt,
        }
    }
}
