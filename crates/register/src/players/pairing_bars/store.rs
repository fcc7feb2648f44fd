//! Pairing bars in the database.

use diesel::prelude::*;

use crate::db::schema::pairing_bars;
use crate::db::{Conn, OnConflict};
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::pairing_bars::{PairingBar, PairingBarRefusal, merged};
use crate::values::error::Error;
use crate::values::id::{PairingBarId, PlayerId};
use crate::web::idempotency::forget_creations;

/// Keeps a new bar.
pub fn insert(c: &mut Conn, bar: &PairingBar) -> Result<(), Error> {
    let constraint = "pairing_bars_player_id_other_player_id_key";
    let inserted = diesel::insert_into(pairing_bars::table).values(bar).execute(c);
    inserted.on_conflict(constraint, PairingBarRefusal::AlreadyBarred)?;
    Ok(())
}

/// Keeps a bar as it was changed.
pub fn update(c: &mut Conn, bar: &PairingBar) -> Result<(), Error> {
    diesel::update(pairing_bars::table.find(bar.id)).set(bar).execute(c)?;
    Ok(())
}

/// The bar of that id.
pub fn find(c: &mut Conn, id: PairingBarId) -> Result<Option<PairingBar>, Error> {
    let bar = pairing_bars::table.find(id).select(PairingBar::as_select());
    Ok(bar.first(c).optional()?)
}

/// All of a player's bars, those that were taken back too; the oldest first.
pub fn list(c: &mut Conn, player: PlayerId) -> Result<Vec<PairingBar>, Error> {
    let of_player = pairing_bars::player_id
        .eq(player)
        .or(pairing_bars::other_player_id.eq(player));
    let bars = pairing_bars::table.filter(of_player).order(pairing_bars::id.asc());
    Ok(bars.select(PairingBar::as_select()).load(c)?)
}

/// The pairs of these players who are barred from each other.
pub fn among(c: &mut Conn, players: &[PlayerId]) -> Result<Vec<[PlayerId; 2]>, Error> {
    let bars = all_among(c, players)?.into_iter();
    let holding = bars.filter(|bar| bar.withdrawn_at.is_none());
    Ok(holding.map(|bar| bar.players()).collect())
}

/// The bars between these players, those that were taken back too; the oldest first.
pub fn all_among(c: &mut Conn, players: &[PlayerId]) -> Result<Vec<PairingBar>, Error> {
    let between = pairing_bars::table
        .filter(pairing_bars::player_id.eq_any(players))
        .filter(pairing_bars::other_player_id.eq_any(players))
        .order(pairing_bars::id.asc());
    Ok(between.select(PairingBar::as_select()).load(c)?)
}

/// Gives the duplicate's bars to the entry that stays.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let (own, theirs) = (list(c, merger.stays)?, list(c, merger.duplicate)?);
    let moved = merged(&own, theirs, merger);
    for bar in &moved {
        update(c, bar)?;
    }
    Ok(Reassigned::all("pairing_bar", moved.iter().map(|bar| bar.id)))
}

/// Deletes the bars of all entries of one person.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    let barred = pairing_bars::player_id
        .eq_any(erasure.entries)
        .or(pairing_bars::other_player_id.eq_any(erasure.entries));
    let bars: Vec<PairingBarId> = pairing_bars::table.filter(barred).select(pairing_bars::id).load(c)?;
    forget_creations(c, &bars)?;
    diesel::delete(pairing_bars::table.filter(pairing_bars::id.eq_any(bars))).execute(c)?;
    Ok(())
}
