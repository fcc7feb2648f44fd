//! The settings read for a day, and changed from a day on.

use chrono::NaiveDate;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation::{FederationSettings, SettingsChange, in_force, store};
use crate::operations::Operation;
use crate::values::error::Error;

/// Changes what holds on that day, and from it on, to what `change` makes of it. What is set for later days already goes
/// over it.
pub fn update(
    c: &mut Conn,
    by: &Caller,
    valid_from: NaiveDate,
    change: impl FnOnce(&FederationSettings) -> Result<FederationSettings, Error>,
) -> Result<FederationSettings, Error> {
    let mut changes = store::changes(c)?;
    let before = in_force(&changes, valid_from)?;
    let after = change(&before)?;
    let version = changes.last().map_or(1, |last| last.version + 1);
    let Some(change) = SettingsChange::between(&before, &after, valid_from, version, by.now)? else {
        return Ok(after);
    };
    store::insert(c, &change)?;
    by.audit(
        c,
        Change::altered(Operation::update_federation, "federation", version, &before, &after)?,
    )?;
    changes.push(change);
    // Nothing that is set for later may stop being readable.
    for later in changes.iter().filter(|change| change.valid_from > valid_from) {
        in_force(&changes, later.valid_from)?.parse()?;
    }
    in_force(&changes, valid_from)
}
