//! Making two entries of one person one.

use std::collections::HashSet;

use diesel::prelude::*;

use super::{pairing_bars, residences, transfers};
use crate::accounts::{Authority, Reach};
use crate::clock::Timestamp;
use crate::db::Conn;
use crate::error::Error;
use crate::id::Id;
use crate::players::pairing_bars::PairingBar;
use crate::players::residences::on;
use crate::players::transfers::State;
use crate::schema::{accreditations, consents, player_words, players, registrations, transfers as transfer_rows};

/// Gives everything of the duplicate to the entry that stays, unless that has its own. Games are left where they are:
/// their players are looked up by [`super::find_all`], which knows of mergers.
pub(crate) fn merge(c: &mut Conn, duplicate: Id, stays: Id, now: Timestamp) -> Result<(), Error> {
    let gone = players::id.eq(duplicate).or(players::merged_into_id.eq(duplicate));
    diesel::update(players::table.filter(gone)).set(players::merged_into_id.eq(stays)).execute(c)?;
    diesel::delete(player_words::table.filter(player_words::player_id.eq(duplicate))).execute(c)?;
    let theirs = consents::table.filter(consents::player_id.eq(duplicate));
    diesel::update(theirs).set(consents::player_id.eq(stays)).execute(c)?;
    let theirs = accreditations::table.filter(accreditations::player_id.eq(duplicate));
    diesel::update(theirs).set(accreditations::player_id.eq(stays)).execute(c)?;
    merge_registrations(c, duplicate, stays)?;
    merge_residences(c, duplicate, stays, now)?;
    merge_transfers(c, duplicate, stays, now)?;
    merge_pairing_bars(c, duplicate, stays, now)
}

/// A player has one registration for a year on each basis; the duplicate's own stays with the duplicate.
fn merge_registrations(c: &mut Conn, duplicate: Id, stays: Id) -> Result<(), Error> {
    let of = |player: Id| {
        let key = (registrations::year, registrations::basis);
        registrations::table.filter(registrations::player_id.eq(player)).select((registrations::id, key))
    };
    let own: Vec<(Id, (i64, String))> = of(stays).load(c)?;
    let own: HashSet<(i64, String)> = own.into_iter().map(|(_, key)| key).collect();
    let theirs: Vec<(Id, (i64, String))> = of(duplicate).load(c)?;
    for (id, _) in theirs.into_iter().filter(|(_, key)| !own.contains(key)) {
        diesel::update(registrations::table.find(id)).set(registrations::player_id.eq(stays)).execute(c)?;
    }
    Ok(())
}

fn merge_residences(c: &mut Conn, duplicate: Id, stays: Id, now: Timestamp) -> Result<(), Error> {
    let own = residences::list(c, stays)?;
    for residence in residences::list(c, duplicate)? {
        // What the duplicate says of a later day than the entry that stays was said of another entry's home.
        let is_earlier = own.iter().all(|own| residence.since < own.since);
        if is_earlier {
            residences::keep(c, &crate::players::residences::Residence { player: stays, ..residence })?;
        }
    }
    if let Some(home) = on(&residences::list(c, stays)?, now.day()) {
        residences::settle(c, stays, home)?;
    }
    Ok(())
}

/// What is under way for the duplicate is refused: the entry that stays is a member where it is.
fn merge_transfers(c: &mut Conn, duplicate: Id, stays: Id, now: Timestamp) -> Result<(), Error> {
    let filter = transfers::Filter { players: Some(vec![duplicate]), ..transfers::Filter::default() };
    for transfer in transfers::list(c, filter, &Reach::of(&[Authority::Administrator]), None)? {
        if matches!(transfer.state(), State::Asked | State::Released) {
            let reason = "The entry was merged into another one.".to_owned();
            transfers::update(c, &transfer.refused(reason, now)?)?;
        }
    }
    let theirs = transfer_rows::table.filter(transfer_rows::player_id.eq(duplicate));
    diesel::update(theirs).set(transfer_rows::player_id.eq(stays)).execute(c)?;
    Ok(())
}

/// A bar that the entry that stays has already, and one between the two entries, are of no more use.
fn merge_pairing_bars(c: &mut Conn, duplicate: Id, stays: Id, now: Timestamp) -> Result<(), Error> {
    let partner = |bar: &PairingBar, of: Id| if bar.players[0] == of { bar.players[1] } else { bar.players[0] };
    let holds = |bar: &&PairingBar| bar.withdrawn_at.is_none();
    let own: HashSet<Id> = pairing_bars::list(c, stays)?.iter().filter(holds).map(|bar| partner(bar, stays)).collect();
    for bar in pairing_bars::list(c, duplicate)? {
        let other = partner(&bar, duplicate);
        let is_spare = other == stays || own.contains(&other);
        let mut moved = if is_spare && bar.withdrawn_at.is_none() { bar.withdrawn(now)? } else { bar };
        if other != stays {
            moved.players = [stays, other];
            moved.players.sort_unstable();
        }
        pairing_bars::update(c, &moved)?;
    }
    Ok(())
}
