//! Making two entries of one person one.

use std::collections::HashSet;

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::accounts::{Authority, Reach};
use crate::db::Conn;
use crate::db::schema::{
    absences, accreditations, appointments, byes, colours, consents, entries, handovers, player_words, players,
    registrations, rounds, selections, transfers,
};
use crate::players::consents::Consent;
use crate::players::consents::store as consents_of;
use crate::players::pairing_bars::PairingBar;
use crate::players::pairing_bars::store as pairing_bars;
use crate::players::registrations::store as registrations_of;
use crate::players::residences::on;
use crate::players::residences::store as residences;
use crate::players::transfers::TransferState;
use crate::players::transfers::store as transfers_of;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;

/// What changed hands: the sort of thing, and its id.
pub(crate) type Moved = (&'static str, Id);

/// Gives what the rows of a table say of the duplicate to the entry that stays.
macro_rules! hand_over {
    ($c:ident, $moved:ident, $table:ident, $subject:literal, $duplicate:ident, $stays:ident) => {{
        let theirs = $table::table.filter($table::player_id.eq($duplicate));
        let ids: Vec<Id> = theirs.select($table::id).load($c)?;
        diesel::update(theirs).set($table::player_id.eq($stays)).execute($c)?;
        $moved.extend(ids.into_iter().map(|id| ($subject, id)));
    }};
}

/// Gives everything of the duplicate to the entry that stays, which is a member of that club, unless that has its own.
/// Games are left where they are: their players are looked up by [`crate::players::store::find_all`], which knows of mergers.
pub(crate) fn merge(c: &mut Conn, duplicate: Id, (stays, club): (Id, Id), now: Timestamp) -> Result<Vec<Moved>, Error> {
    let mut moved = Vec::new();
    let gone = players::id.eq(duplicate).or(players::merged_into_id.eq(duplicate));
    diesel::update(players::table.filter(gone))
        .set(players::merged_into_id.eq(stays))
        .execute(c)?;
    diesel::delete(player_words::table.filter(player_words::player_id.eq(duplicate))).execute(c)?;
    withdraw_consents(c, duplicate, stays, now)?;
    hand_over!(c, moved, consents, "consent", duplicate, stays);
    hand_over!(c, moved, accreditations, "accreditation", duplicate, stays);
    moved.extend(merge_registrations(c, duplicate, stays)?);
    registrations_of::follow(c, stays, club, GamingYear::of(now.day()))?;
    merge_residences(c, duplicate, stays, now)?;
    refuse_transfers(c, duplicate, now)?;
    hand_over!(c, moved, transfers, "transfer", duplicate, stays);
    moved.extend(merge_pairing_bars(c, duplicate, stays, now)?);
    moved.extend(merge_entries(c, duplicate, stays, now)?);
    moved.extend(merge_appointments(c, duplicate, stays, now)?);
    moved.extend(merge_selections(c, duplicate, stays)?);
    moved.extend(merge_colours(c, duplicate, stays)?);
    Ok(moved)
}

/// What was allowed for the one entry was not allowed for the other, or was taken back: who consents is asked anew.
fn withdraw_consents(c: &mut Conn, duplicate: Id, stays: Id, now: Timestamp) -> Result<(), Error> {
    let mut own = consents_of::list(c, stays)?;
    own.retain(|consent| consent.withdrawn_at.is_none());
    for consent in consents_of::list(c, duplicate)? {
        let is_allowed = own.iter().any(|own| own.given.allows_as(&consent.given));
        if consent.withdrawn_at.is_none() && !is_allowed {
            consents_of::withdraw(
                c,
                &Consent {
                    withdrawn_at: Some(now),
                    ..consent
                },
            )?;
        }
    }
    Ok(())
}

/// A registration's id, its year and basis, and the day on which its fee was paid.
type Paid = (Id, (i64, String), Option<NaiveDate>);

/// A player has one registration for a year on each basis; the duplicate's own stays with the duplicate, and what was
/// paid for it was paid for the player.
fn merge_registrations(c: &mut Conn, duplicate: Id, stays: Id) -> Result<Vec<Moved>, Error> {
    let of = |player: Id| {
        let key = (registrations::year, registrations::basis);
        let columns = (registrations::id, key, registrations::paid_on);
        registrations::table
            .filter(registrations::player_id.eq(player))
            .select(columns)
    };
    let own: Vec<Paid> = of(stays).load(c)?;
    let theirs: Vec<Paid> = of(duplicate).load(c)?;
    let mut moved = Vec::new();
    for (id, key, paid_on) in theirs {
        match own.iter().find(|(_, other, _)| *other == key) {
            None => {
                diesel::update(registrations::table.find(id))
                    .set(registrations::player_id.eq(stays))
                    .execute(c)?;
                moved.push(("registration", id));
            }
            Some((own, _, None)) if paid_on.is_some() => {
                diesel::update(registrations::table.find(own))
                    .set(registrations::paid_on.eq(paid_on))
                    .execute(c)?;
                moved.push(("registration", *own));
            }
            Some(_) => {}
        }
    }
    Ok(moved)
}

/// A player is entered once: where both were, the duplicate's entry goes, and those behind it move up. Of the others it is
/// kept under whom they stood.
fn merge_entries(c: &mut Conn, duplicate: Id, stays: Id, now: Timestamp) -> Result<Vec<Moved>, Error> {
    let own: Vec<Id> = entries::table
        .filter(entries::player_id.eq(stays))
        .select(entries::tournament_id)
        .load(c)?;
    let theirs: Vec<(Id, Id, i64)> = entries::table
        .filter(entries::player_id.eq(duplicate))
        .select((entries::id, entries::tournament_id, entries::seed))
        .load(c)?;
    for (id, tournament, seed) in &theirs {
        if own.contains(tournament) {
            diesel::delete(absences::table.filter(absences::entry_id.eq(id))).execute(c)?;
            diesel::delete(byes::table.filter(byes::entry_id.eq(id))).execute(c)?;
            diesel::delete(entries::table.find(id)).execute(c)?;
            // A draw that is not published names players by their places, which change.
            diesel::delete(rounds::table.filter(rounds::tournament_id.eq(tournament))).execute(c)?;
            let behind = entries::tournament_id.eq(tournament).and(entries::seed.gt(seed));
            diesel::update(entries::table.filter(behind))
                .set(entries::seed.eq(entries::seed - 1))
                .execute(c)?;
        } else {
            diesel::update(entries::table.find(id))
                .set(entries::player_id.eq(stays))
                .execute(c)?;
            let until = (handovers::player_id.eq(duplicate), handovers::until.eq(now));
            diesel::insert_into(handovers::table)
                .values((handovers::entry_id.eq(id), until))
                .execute(c)?;
        }
    }
    Ok(theirs.into_iter().map(|(id, ..)| ("entry", id)).collect())
}

/// Whether both have been drawn in one tournament: then they are two people.
pub(crate) fn have_both_played(c: &mut Conn, duplicate: Id, stays: Id) -> Result<bool, Error> {
    let published = rounds::table
        .filter(rounds::published_at.is_not_null())
        .select(rounds::tournament_id);
    let of = |player: Id| {
        entries::table
            .filter(entries::player_id.eq(player))
            .select(entries::tournament_id)
    };
    let both = of(stays).filter(entries::tournament_id.eq_any(published));
    let own: Vec<Id> = both.load(c)?;
    let theirs: Vec<Id> = of(duplicate).load(c)?;
    Ok(theirs.iter().any(|tournament| own.contains(tournament)))
}

/// An umpire is appointed to a tournament once: where both were, the duplicate's appointment ends.
fn merge_appointments(c: &mut Conn, duplicate: Id, stays: Id, now: Timestamp) -> Result<Vec<Moved>, Error> {
    let of = |player: Id| appointments::table.filter(appointments::player_id.eq(player));
    let holding = of(stays).filter(appointments::ended_at.is_null());
    let own: Vec<Id> = holding.select(appointments::tournament_id).load(c)?;
    let spare = of(duplicate)
        .filter(appointments::tournament_id.eq_any(own))
        .filter(appointments::ended_at.is_null());
    diesel::update(spare).set(appointments::ended_at.eq(now)).execute(c)?;
    let mut moved = Vec::new();
    hand_over!(c, moved, appointments, "appointment", duplicate, stays);
    Ok(moved)
}

/// What a selection is of: the year, the team, the role, the division and the event.
type Selected = (i64, String, String, String, String);

/// A player is selected once for a team; the duplicate's own stays with the duplicate.
fn merge_selections(c: &mut Conn, duplicate: Id, stays: Id) -> Result<Vec<Moved>, Error> {
    let key = (
        selections::year,
        selections::team,
        selections::role,
        selections::division,
        selections::event,
    );
    let of = |player: Id| selections::table.filter(selections::player_id.eq(player));
    let holding = of(stays).filter(selections::withdrawn_at.is_null());
    let own: Vec<Selected> = holding.select(key).load(c)?;
    let theirs: Vec<(Id, Selected)> = of(duplicate).select((selections::id, key)).load(c)?;
    let moving: Vec<Id> = theirs
        .into_iter()
        .filter(|(_, key)| !own.contains(key))
        .map(|(id, _)| id)
        .collect();
    let moved = selections::table.filter(selections::id.eq_any(&moving));
    diesel::update(moved).set(selections::player_id.eq(stays)).execute(c)?;
    Ok(moving.into_iter().map(|id| ("selection", id)).collect())
}

/// A player has colours of a level and division once a year; the duplicate's own stay with the duplicate.
fn merge_colours(c: &mut Conn, duplicate: Id, stays: Id) -> Result<Vec<Moved>, Error> {
    let key = (colours::level, colours::division, colours::year);
    let of = |player: Id| colours::table.filter(colours::player_id.eq(player));
    let own: Vec<(String, String, i64)> = of(stays).filter(colours::ended_at.is_null()).select(key).load(c)?;
    let theirs: Vec<(Id, (String, String, i64))> = of(duplicate).select((colours::id, key)).load(c)?;
    let moving: Vec<Id> = theirs
        .into_iter()
        .filter(|(_, key)| !own.contains(key))
        .map(|(id, _)| id)
        .collect();
    diesel::update(colours::table.filter(colours::id.eq_any(&moving)))
        .set(colours::player_id.eq(stays))
        .execute(c)?;
    Ok(moving.into_iter().map(|id| ("colours", id)).collect())
}

fn merge_residences(c: &mut Conn, duplicate: Id, stays: Id, now: Timestamp) -> Result<(), Error> {
    let own = residences::list(c, stays)?;
    for residence in residences::list(c, duplicate)? {
        // What the duplicate says of a later day than the entry that stays was said of another entry's home.
        let is_earlier = own.iter().all(|own| residence.since < own.since);
        if is_earlier {
            residences::keep(
                c,
                &crate::players::residences::Residence {
                    player: stays,
                    ..residence
                },
            )?;
        }
    }
    if let Some(home) = on(&residences::list(c, stays)?, now.day()) {
        residences::settle(c, stays, home)?;
    }
    Ok(())
}

/// What is under way for the duplicate is refused: the entry that stays is a member where it is.
fn refuse_transfers(c: &mut Conn, duplicate: Id, now: Timestamp) -> Result<(), Error> {
    let filter = transfers_of::Filter {
        players: Some(vec![duplicate]),
        ..transfers_of::Filter::default()
    };
    for transfer in transfers_of::list(c, filter, &Reach::of(&[Authority::Administrator]), None)? {
        if matches!(transfer.state(), TransferState::Asked | TransferState::Released) {
            let reason = "The entry was merged into another one.".to_owned();
            transfers_of::update(c, &transfer.refused(reason, now)?)?;
        }
    }
    Ok(())
}

/// A bar that the entry that stays has already, and one between the two entries, are of no more use.
fn merge_pairing_bars(c: &mut Conn, duplicate: Id, stays: Id, now: Timestamp) -> Result<Vec<Moved>, Error> {
    let mut changed = Vec::new();
    let partner = |bar: &PairingBar, of: Id| {
        if bar.players[0] == of {
            bar.players[1]
        } else {
            bar.players[0]
        }
    };
    let holds = |bar: &&PairingBar| bar.withdrawn_at.is_none();
    let own: HashSet<Id> = pairing_bars::list(c, stays)?
        .iter()
        .filter(holds)
        .map(|bar| partner(bar, stays))
        .collect();
    for bar in pairing_bars::list(c, duplicate)? {
        let other = partner(&bar, duplicate);
        let is_spare = other == stays || own.contains(&other);
        let mut moved = if is_spare && bar.withdrawn_at.is_none() {
            bar.withdrawn(true, now)?
        } else {
            bar
        };
        if other != stays {
            moved.players = [stays, other];
            moved.players.sort_unstable();
        }
        pairing_bars::update(c, &moved)?;
        changed.push(("pairing_bar", moved.id));
    }
    Ok(changed)
}
