//! What the recognition of a tournament rests on.

pub(crate) mod ratified;

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{equipment_confirmations, equipment_specifications};
use crate::tournaments::ratification::{Counters, Dossier, Equipment, Specification};
use crate::tournaments::{Level, Tournament};
use crate::umpires;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

#[derive(Queryable, Insertable)]
#[diesel(table_name = equipment_confirmations)]
struct Row {
    id: Id,
    tournament_id: Id,
    board: i64,
    junction: i64,
    counters: String,
    marked: i64,
    confirmed_by: Id,
    confirmed_at: Timestamp,
}

/// Keeps what an umpire has found.
pub(crate) fn insert(c: &mut Conn, equipment: &Equipment) -> Result<(), Error> {
    let row = Row {
        id: equipment.id,
        tournament_id: equipment.tournament,
        board: equipment.board,
        junction: equipment.junction,
        counters: equipment.counters.word().to_owned(),
        marked: i64::from(equipment.marked),
        confirmed_by: equipment.confirmed_by,
        confirmed_at: equipment.confirmed_at,
    };
    diesel::insert_into(equipment_confirmations::table)
        .values(&row)
        .execute(c)?;
    Ok(())
}

fn equipment(c: &mut Conn, tournament: Id) -> Result<Option<Equipment>, Error> {
    let of_tournament = equipment_confirmations::table.filter(equipment_confirmations::tournament_id.eq(tournament));
    let order = (
        equipment_confirmations::confirmed_at.desc(),
        equipment_confirmations::id.desc(),
    );
    let row: Option<Row> = of_tournament.order(order).first(c).optional()?;
    row.map(|row| {
        let counters = Counters::from_word(&row.counters);
        let counters = counters.ok_or_else(|| Error::Internal(format!("equipment {}: its counters", row.id)))?;
        let Row {
            id,
            tournament_id: tournament,
            board,
            junction,
            marked,
            confirmed_by,
            confirmed_at,
            ..
        } = row;
        Ok(Equipment {
            id,
            tournament,
            board,
            junction,
            counters,
            marked: marked != 0,
            confirmed_by,
            confirmed_at,
        })
    })
    .transpose()
}

fn specifications(c: &mut Conn, level: Level, day: NaiveDate) -> Result<Vec<Specification>, Error> {
    let of_level = equipment_specifications::level.eq(level.word());
    let holding = equipment_specifications::valid_until
        .is_null()
        .or(equipment_specifications::valid_until.ge(day));
    let rows: Vec<(i64, i64)> = equipment_specifications::table
        .filter(of_level.and(equipment_specifications::valid_from.le(day)).and(holding))
        .select((equipment_specifications::board, equipment_specifications::junction))
        .load(c)?;
    Ok(rows
        .into_iter()
        .map(|(board, junction)| Specification { board, junction })
        .collect())
}

/// What is on record of a tournament beside its proceedings.
pub(crate) fn dossier(c: &mut Conn, tournament: &Tournament) -> Result<Dossier, Error> {
    let mut appointments = Vec::new();
    for appointment in crate::tournaments::appointments::store::list(c, tournament.id)? {
        let accreditations = umpires::store::of_player(c, appointment.umpire.id)?;
        appointments.push((appointment, accreditations));
    }
    Ok(Dossier {
        appointments,
        specifications: specifications(c, tournament.plan.level, tournament.plan.starts_on)?,
        equipment: equipment(c, tournament.id)?,
    })
}
