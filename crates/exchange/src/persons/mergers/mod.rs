//! Mergers: two entries for one person, found and made one.

pub(crate) mod routes;
pub mod use_cases;

use crate::players::merger::Merger;
use crate::players::{MERGED_BEFORE, Player, SAME_PLAYER, UNKNOWN_PLAYER};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::PlayerId;

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MergerRefusal {
    /// There is no such duplicate.
    #[error("There is no player with the id {0}.")]
    UnknownPlayer(PlayerId),
    /// The duplicate is the entry that is to stay.
    #[error("An entry is not merged into itself.")]
    SamePlayer,
    /// The duplicate has gone already.
    #[error("The duplicate was merged before.")]
    MergedBefore,
    /// The two are two people.
    #[error("Both have been drawn in one tournament.")]
    BothHavePlayed,
}

crate::problem_kinds! {
    BOTH_HAVE_PLAYED = 409 "both-have-played", "Both have been drawn in one tournament",
        "Two who play in one tournament are two people; their entries are not merged.";
}

impl From<MergerRefusal> for Error {
    fn from(refusal: MergerRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            MergerRefusal::UnknownPlayer(_) => UNKNOWN_PLAYER.at("/duplicate_id", detail),
            MergerRefusal::SamePlayer => SAME_PLAYER.at("/duplicate_id", detail),
            MergerRefusal::MergedBefore => MERGED_BEFORE.problem(detail),
            MergerRefusal::BothHavePlayed => BOTH_HAVE_PLAYED.problem(detail),
        }
        .into()
    }
}

/// Merges the duplicate into the entry that stays. `found` is the player of the duplicate's id; of an entry that was
/// merged, the one that stayed then.
///
/// # Errors
/// [`MergerRefusal::UnknownPlayer`], [`MergerRefusal::SamePlayer`], [`MergerRefusal::MergedBefore`].
pub fn admit(
    duplicate: PlayerId,
    found: Option<&Player>,
    stays: &Player,
    now: Timestamp,
) -> Result<Merger, MergerRefusal> {
    let found = found.ok_or(MergerRefusal::UnknownPlayer(duplicate))?;
    if duplicate == stays.id {
        return Err(MergerRefusal::SamePlayer);
    }
    if found.id != duplicate {
        return Err(MergerRefusal::MergedBefore);
    }
    Ok(Merger {
        duplicate,
        stays: stays.id,
        club: stays.club,
        at: now,
    })
}

/// The merger, if the two entries can be of one person.
///
/// # Errors
/// [`MergerRefusal::BothHavePlayed`].
pub fn of_one_person(merger: Merger, have_both_played: bool) -> Result<Merger, MergerRefusal> {
    if have_both_played {
        Err(MergerRefusal::BothHavePlayed)
    } else {
        Ok(merger)
    }
}
