//! A merger of two entries: loaded, decided and saved.

use serde_json::json;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::persons::HOLDINGS;
use crate::persons::mergers::BOTH_HAVE_PLAYED;
use crate::players::merger::{Merger, Reassigned};
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{self, MERGED_BEFORE, Player, SAME_PLAYER, UNKNOWN_PLAYER};
use crate::tournaments::entries;
use crate::values::error::Error;
use crate::values::id::PlayerId;

const ACTION: &str = "create_merger";

/// Gives everything of the duplicate to the entry that stays, unless that has its own. Games are left where they are: their
/// players are looked up by [`players::store::find_all`], which knows of mergers.
pub(crate) fn merge(c: &mut Conn, by: &Caller, path: &PlayerPath, duplicate: PlayerId) -> Result<Player, Error> {
    let stays = find_within(c, by, path)?;
    let detail = format!("There is no player with the id {duplicate}.");
    let found = players::store::find_member(c, duplicate)?;
    let found = found.ok_or_else(|| UNKNOWN_PLAYER.at("/duplicate_id", detail))?;
    if found.id == stays.id && duplicate == stays.id {
        let itself = SAME_PLAYER.at("/duplicate_id", "An entry is not merged into itself.");
        return Err(itself.into());
    }
    if found.id != duplicate {
        return Err(MERGED_BEFORE.problem("The duplicate was merged before.").into());
    }
    let before = find_within(c, by, &duplicate.into())?.particulars()?;
    if entries::store::have_both_played(c, duplicate, stays.id)? {
        let both = BOTH_HAVE_PLAYED.problem("Both have been drawn in one tournament.");
        return Err(both.into());
    }
    let merger = Merger {
        duplicate,
        stays: stays.id,
        club: stays.club,
        at: by.now,
    };
    let into = json!({ "merged_into": stays.id });
    by.audit(c, Change::altered(ACTION, "player", duplicate, &before, &into)?)?;
    for holding in HOLDINGS {
        for Reassigned { subject, id } in (holding.reassign)(c, &merger)? {
            let [before, after] = [duplicate, stays.id].map(|player| json!({ "player_id": player }));
            by.audit(c, Change::altered(ACTION, subject, id, &before, &after)?)?;
        }
    }
    // The duplicate may have known an earlier home, or a later one.
    find_within(c, by, path)
}
