//! Residences in the database.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::upsert::excluded;

use crate::db::schema::{players, residences};
use crate::db::{BATCH, Conn};
use crate::on_either;
use crate::players::Home;
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::residences::{Residence, merged, on};
use crate::values::error::Error;
use crate::values::id::PlayerId;

/// Keeps a residence, in place of one since the same day.
pub fn keep(c: &mut Conn, residence: &Residence) -> Result<(), Error> {
    let same = residences::table.find((residence.player, residence.since));
    let recorded = residences::recorded_at.eq(residence.recorded_at);
    if diesel::update(same).set((&residence.home, recorded)).execute(c)? == 0 {
        diesel::insert_into(residences::table).values(residence).execute(c)?;
    }
    Ok(())
}

/// Takes away what was recorded of that day.
pub fn discard(c: &mut Conn, residence: &Residence) -> Result<(), Error> {
    diesel::delete(residences::table.find((residence.player, residence.since))).execute(c)?;
    Ok(())
}

/// Keeps residences of many players, each in place of one since the same day.
pub fn keep_all(c: &mut Conn, residences: &[Residence]) -> Result<(), Error> {
    for rows in residences.chunks(BATCH) {
        on_either!(&mut *c, c => diesel::insert_into(residences::table)
            .values(rows)
            .on_conflict((residences::player_id, residences::since))
            .do_update()
            .set((
                residences::province_code.eq(excluded(residences::province_code)),
                residences::region_code.eq(excluded(residences::region_code)),
                residences::recorded_at.eq(excluded(residences::recorded_at)),
            ))
            .execute(c))?;
    }
    Ok(())
}

/// Keeps where the player lives today.
pub fn settle(c: &mut Conn, player: PlayerId, home: &Home) -> Result<(), Error> {
    diesel::update(players::table.find(player))
        .set((
            players::province_code.eq(&home.province),
            players::region_code.eq(home.region.as_deref()),
        ))
        .execute(c)?;
    Ok(())
}

/// The home of each of the players on that day, as far as it is known.
pub fn homes(c: &mut Conn, players: &[PlayerId], day: NaiveDate) -> Result<HashMap<PlayerId, Home>, Error> {
    let mut homes = HashMap::new();
    for players in players.chunks(BATCH) {
        let begun = residences::player_id.eq_any(players).and(residences::since.le(day));
        // The latest comes last, and so counts.
        let rows = residences::table.filter(begun).order(residences::since.asc());
        let rows: Vec<Residence> = rows.select(Residence::as_select()).load(c)?;
        homes.extend(rows.into_iter().map(|residence| (residence.player, residence.home)));
    }
    Ok(homes)
}

/// All of a player's residences, the latest first.
pub fn list(c: &mut Conn, player: PlayerId) -> Result<Vec<Residence>, Error> {
    let residences = residences::table
        .filter(residences::player_id.eq(player))
        .order(residences::since.desc());
    Ok(residences.select(Residence::as_select()).load(c)?)
}

/// The residences of many players, by player.
pub fn list_of_all(c: &mut Conn, players: &[PlayerId]) -> Result<HashMap<PlayerId, Vec<Residence>>, Error> {
    let mut found: HashMap<PlayerId, Vec<Residence>> = HashMap::new();
    for players in players.chunks(BATCH) {
        let of_players = residences::table.filter(residences::player_id.eq_any(players));
        let residences: Vec<Residence> = of_players.select(Residence::as_select()).load(c)?;
        for residence in residences {
            found.entry(residence.player).or_default().push(residence);
        }
    }
    Ok(found)
}

/// Gives the entry that stays the homes that the duplicate had before.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let (own, theirs) = (list(c, merger.stays)?, list(c, merger.duplicate)?);
    for residence in merged(&own, theirs, merger) {
        keep(c, &residence)?;
    }
    if let Some(home) = on(&list(c, merger.stays)?, merger.at.day()) {
        settle(c, merger.stays, home)?;
    }
    Ok(Vec::new())
}

/// Deletes the residences of all entries of one person.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    diesel::delete(residences::table.filter(residences::player_id.eq_any(erasure.entries))).execute(c)?;
    Ok(())
}
