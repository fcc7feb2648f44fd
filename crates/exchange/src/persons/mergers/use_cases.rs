//! A merger of two entries: loaded, decided and saved.

use serde::Serialize;
use serde_json::json;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::persons::{HOLDINGS, mergers};
use crate::players::merger::Reassigned;
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{self, Player};
use crate::tournaments::{entries, ratification};
use crate::values::error::Error;
use crate::values::id::PlayerId;

const ACTION: Operation = Operation::create_merger;

/// The record that the trail keeps in the place of the duplicate.
#[derive(Serialize)]
struct Into<'a> {
    merged_into: PlayerId,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// Gives everything of the duplicate to the entry that stays, unless that has its own; the trail keeps for what reason. Games are
/// left where they are: their players are looked up by [`players::store::find_all`], which knows of mergers.
pub fn merge(
    c: &mut Conn,
    by: &Caller,
    path: &PlayerPath,
    duplicate: PlayerId,
    reason: Option<&str>,
) -> Result<Player, Error> {
    let stays = find_within(c, by, path)?;
    let found = players::store::find_member(c, duplicate)?;
    let merger = mergers::admit(duplicate, found.as_ref(), &stays, by.now)?;
    let before = find_within(c, by, &duplicate.into())?.particulars()?;
    let have_both_played = entries::store::have_both_played(c, duplicate, stays.id)?;
    let merger = mergers::of_one_person(merger, have_both_played)?;
    let into = Into {
        merged_into: stays.id,
        reason,
    };
    by.audit(c, Change::altered(ACTION, "player", duplicate, &before, &into)?)?;
    for holding in HOLDINGS {
        for Reassigned { subject, id } in (holding.reassign)(c, &merger)? {
            let [before, after] = [duplicate, stays.id].map(|player| json!({ "player_id": player }));
            by.audit(c, Change::altered(ACTION, subject, id, &before, &after)?)?;
        }
    }
    ratification::use_cases::review_umpired(c, by, ACTION, stays.id)?;
    // The duplicate may have known an earlier home, or a later one.
    find_within(c, by, path)
}
