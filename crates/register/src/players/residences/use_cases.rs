//! Residences recorded: loaded, decided and saved.

use chrono::NaiveDate;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::Home;
use crate::players::residences::{Residence, on, store};
use crate::players::use_cases::{PlayerPath, find_home, find_within};
use crate::values::error::Error;

/// Records where the player lives from that day on, in place of what was recorded of the same day.
pub fn record(c: &mut Conn, by: &Caller, path: &PlayerPath, since: NaiveDate, home: Home) -> Result<Residence, Error> {
    let player = find_within(c, by, path)?;
    player.lived_on(since, "/since")?;
    let residence = Residence {
        player: player.id,
        since,
        home: find_home(c, home)?,
        recorded_at: by.now,
    };
    let (mut history, mut before) = (store::list(c, player.id)?, None);
    if let Some(index) = history.iter().position(|earlier| earlier.since == since) {
        before = Some(history.swap_remove(index));
    }
    history.push(residence.clone());
    store::keep(c, &residence)?;
    if let Some(home) = on(&history, by.today()) {
        store::settle(c, player.id, home)?;
    }
    let change = Change::altered(Operation::create_residence, "player", player.id, &before, &residence)?;
    by.audit(c, change)?;
    Ok(residence)
}

/// The residences of the player, the latest first.
pub fn list(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Vec<Residence>, Error> {
    let player = find_within(c, by, path)?;
    store::list(c, player.id)
}
