//! The records on which the recognition of a tournament rests.

pub mod ratified;

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::equipment_confirmations;
use crate::players::suspensions;
use crate::tournaments::model::TournamentSnapshot;
use crate::tournaments::ratification::findings::{AppointedUmpire, RecognitionDossier};
use crate::tournaments::ratification::{Counters, Equipment};
use crate::tournaments::{appointments, double_bookings, entries, equipment_specifications, officials};
use crate::umpires;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, EquipmentConfirmationId, PlayerId, TournamentId};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = equipment_confirmations)]
struct EquipmentRow {
    id: EquipmentConfirmationId,
    tournament_id: TournamentId,
    board: i64,
    junction: i64,
    counters: Counters,
    marked: i64,
    confirmed_by: AccountId,
    confirmed_at: Timestamp,
    counter_size: i64,
    federation_mark: i64,
    found_on: NaiveDate,
    reason: Option<String>,
}

impl From<EquipmentRow> for Equipment {
    fn from(row: EquipmentRow) -> Equipment {
        Equipment {
            id: row.id,
            tournament: row.tournament_id,
            board: row.board,
            junction: row.junction,
            counters: row.counters,
            counter_size: row.counter_size,
            marked: row.marked != 0,
            federation_mark: row.federation_mark != 0,
            found_on: row.found_on,
            reason: row.reason,
            confirmed_by: row.confirmed_by,
            confirmed_at: row.confirmed_at,
        }
    }
}

/// Keeps an umpire's confirmation.
pub fn insert(c: &mut Conn, equipment: &Equipment) -> Result<(), Error> {
    let row = EquipmentRow {
        id: equipment.id,
        tournament_id: equipment.tournament,
        board: equipment.board,
        junction: equipment.junction,
        counters: equipment.counters,
        marked: equipment.marked.into(),
        confirmed_by: equipment.confirmed_by,
        confirmed_at: equipment.confirmed_at,
        counter_size: equipment.counter_size,
        federation_mark: equipment.federation_mark.into(),
        found_on: equipment.found_on,
        reason: equipment.reason.clone(),
    };
    diesel::insert_into(equipment_confirmations::table)
        .values(&row)
        .execute(c)?;
    Ok(())
}

/// The last confirmation of an umpire.
fn equipment(c: &mut Conn, tournament: TournamentId) -> Result<Option<Equipment>, Error> {
    let order = (
        equipment_confirmations::confirmed_at.desc(),
        equipment_confirmations::id.desc(),
    );
    let row = equipment_confirmations::table
        .filter(equipment_confirmations::tournament_id.eq(tournament))
        .order(order)
        .select(EquipmentRow::as_select())
        .first(c)
        .optional()?;
    Ok(row.map(Equipment::from))
}

/// The records on which the recognition of a tournament rests, beside its snapshot.
pub fn dossier(c: &mut Conn, snapshot: &TournamentSnapshot) -> Result<RecognitionDossier, Error> {
    let tournament = &snapshot.tournament;
    let plan = &tournament.plan;
    let mut appointed = Vec::new();
    for appointment in appointments::store::list(c, tournament.id)? {
        let umpire = appointment.umpire.id;
        appointed.push(AppointedUmpire {
            appointment,
            accreditations: umpires::store::of_player(c, umpire)?,
            suspensions: suspensions::store::list(c, umpire)?,
            close: officials::store::close_to(c, umpire)?,
            elsewhere: double_bookings::store::umpired(c, tournament, &[umpire])?,
        });
    }
    let entered = snapshot.entries.iter().filter_map(|entry| entry.player.player());
    let players: Vec<PlayerId> = entered.map(|player| player.id).collect();
    // A file of an installation has who was entered, and not what the register there had of them.
    let entrants = if tournament.opened_at.is_none() {
        None
    } else {
        Some(entries::store::records(c, tournament, &snapshot.entries)?)
    };
    Ok(RecognitionDossier {
        umpires: appointed,
        specifications: equipment_specifications::store::holding(c, plan.level, plan.starts_on)?,
        equipment: equipment(c, tournament.id)?,
        entrants,
        elsewhere: double_bookings::store::drawn(c, tournament, &players)?,
    })
}
