//! Words of what is on record of a player, as people say them.

use crate::players::consents::{ConsentRelation, Purpose};
use crate::players::pairing_bars::PairingBarRelation;

/// The relation to a player of the person who decides for them.
pub(crate) fn relation(relation: ConsentRelation) -> &'static str {
    match relation {
        ConsentRelation::Parent => "parent",
        ConsentRelation::Guardian => "guardian",
        ConsentRelation::Themselves => "the player, who is of age",
    }
}

/// The use to which somebody consents.
pub(crate) fn purpose(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::PublishName => "the name of a player under 18 is public",
        Purpose::ShareColours => "institutions read which colours the player has",
    }
}

/// The tie between two players who never meet.
pub(super) fn tie(relation: PairingBarRelation) -> &'static str {
    match relation {
        PairingBarRelation::Partner => "partners",
        PairingBarRelation::ParentAndChild => "parent and child",
        PairingBarRelation::Siblings => "brothers or sisters",
        PairingBarRelation::Declared => "another tie, declared by an umpire or an administrator",
    }
}
