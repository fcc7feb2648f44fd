//! Residences recorded: loaded, decided and saved.

use chrono::NaiveDate;
use serde::Serialize;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::Home;
use crate::players::residences::{Residence, corrected, last_day, on, store};
use crate::players::use_cases::{PlayerPath, find_home, find_within};
use crate::values::error::Error;
use crate::values::id::PlayerId;

/// A residence, with its last day once another one follows it.
pub type WithLastDay = (Residence, Option<NaiveDate>);

/// Records where the player lives from that day on, in place of what was recorded of the same day.
pub fn record(
    c: &mut Conn,
    by: &Caller,
    path: &PlayerPath,
    since: NaiveDate,
    home: Home,
) -> Result<WithLastDay, Error> {
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
    let last = last_day(&history, since);
    Ok((residence, last))
}

/// A residence as it is, in place of one that was recorded by mistake.
pub struct Correction {
    /// The first day of the one that is wrong.
    pub wrong: NaiveDate,
    /// The first day of the right one.
    pub since: NaiveDate,
    /// The home as it was asked for.
    pub home: Home,
    pub reason: String,
}

/// A corrected residence, as the audit trail keeps it.
#[derive(Serialize)]
struct Corrected<'a> {
    #[serde(flatten)]
    residence: &'a Residence,
    reason: &'a str,
}

/// Puts a residence in the place of one that was recorded by mistake.
pub fn correct(c: &mut Conn, by: &Caller, path: &PlayerPath, correction: &Correction) -> Result<WithLastDay, Error> {
    let player = find_within(c, by, path)?;
    player.lived_on(correction.since, "/right_since")?;
    let right = Residence {
        player: player.id,
        since: correction.since,
        home: find_home(c, correction.home.clone())?,
        recorded_at: by.now,
    };
    let (wrong, history) = corrected(store::list(c, player.id)?, correction.wrong, &right)?;
    store::discard(c, &wrong)?;
    store::keep(c, &right)?;
    if let Some(home) = on(&history, by.today()) {
        store::settle(c, player.id, home)?;
    }
    let evidence = Corrected {
        residence: &right,
        reason: &correction.reason,
    };
    let change = Change::altered(
        Operation::create_residence_correction,
        "player",
        player.id,
        &wrong,
        &evidence,
    )?;
    by.audit(c, change)?;
    let last = last_day(&history, right.since);
    Ok((right, last))
}

/// The residences of the player, the latest first.
pub fn list(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Vec<WithLastDay>, Error> {
    let player = find_within(c, by, path)?;
    history(c, player.id)
}

/// All residences of that player, the latest first.
pub fn history(c: &mut Conn, player: PlayerId) -> Result<Vec<WithLastDay>, Error> {
    let history = store::list(c, player)?;
    let last = |residence: &Residence| last_day(&history, residence.since);
    Ok(history
        .iter()
        .map(|residence| (residence.clone(), last(residence)))
        .collect())
}
