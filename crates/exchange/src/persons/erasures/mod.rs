//! Erasures: a person's data taken away on request, and a pseudonym left.

pub(crate) mod routes;
pub mod use_cases;

use serde::Serialize;

use crate::players::PublicPlayer;

crate::string_enum! {
    /// The reason for an erasure. It is a word and no text, since a text could tell again what is erased.
    pub enum ErasureReason as "ErasureReason" {
        /// The person has asked for it.
        Person = "person",
        /// A parent or guardian has asked for it.
        Guardian = "guardian",
        /// A court or the regulator has ordered it.
        Authority = "authority",
        /// There is no purpose any more for which the data is needed.
        NoPurpose = "no_purpose",
    }
}

/// An erasure as the trail keeps it: what is left, and the reason if one was given.
#[derive(Serialize)]
struct ErasureEvidence {
    #[serde(flatten)]
    left: PublicPlayer,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<ErasureReason>,
}
