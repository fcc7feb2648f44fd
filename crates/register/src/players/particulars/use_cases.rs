//! Particulars mended: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::use_cases::{PlayerPath, find_within};
use crate::players::{Particulars, Person, store};
use crate::values::error::Error;

/// Mends a player's data; `mend` makes it from what is on record.
pub fn update(
    c: &mut Conn,
    by: &Caller,
    path: &PlayerPath,
    mend: impl FnOnce(&Particulars) -> Result<Person, Error>,
) -> Result<Particulars, Error> {
    let player = find_within(c, by, path)?;
    let before = player.particulars()?;
    let person = mend(&before)?;
    store::update(c, player.id, &person)?;
    let after = player.with(person).particulars()?;
    let change = Change::altered(Operation::update_player_particulars, "player", path.id, &before, &after)?;
    by.audit(c, change)?;
    Ok(after)
}
