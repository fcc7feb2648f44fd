//! Equipment specifications in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::equipment_specifications;
use crate::tournaments::equipment_specifications::EquipmentSpecification;
use crate::tournaments::model::TournamentLevel;
use crate::values::error::Error;

/// All specifications by level, board and day: there are few.
pub fn list(c: &mut Conn) -> Result<Vec<EquipmentSpecification>, Error> {
    let order = (
        equipment_specifications::level,
        equipment_specifications::board.desc(),
        equipment_specifications::valid_from,
    );
    let all = equipment_specifications::table.order(order);
    Ok(all.select(EquipmentSpecification::as_select()).load(c)?)
}

/// The boards that a tournament of that level may be played on, on that day.
pub fn holding(c: &mut Conn, level: TournamentLevel, day: NaiveDate) -> Result<Vec<EquipmentSpecification>, Error> {
    let lasting = equipment_specifications::valid_until
        .is_null()
        .or(equipment_specifications::valid_until.ge(day));
    Ok(equipment_specifications::table
        .filter(equipment_specifications::level.eq(level))
        .filter(equipment_specifications::valid_from.le(day).and(lasting))
        .select(EquipmentSpecification::as_select())
        .load(c)?)
}

/// Keeps the specifications of a level and a board, in place of those that are there.
pub fn keep(c: &mut Conn, level: TournamentLevel, board: i64, all: &[EquipmentSpecification]) -> Result<(), Error> {
    let there = equipment_specifications::level
        .eq(level)
        .and(equipment_specifications::board.eq(board));
    diesel::delete(equipment_specifications::table.filter(there)).execute(c)?;
    for one in all {
        diesel::insert_into(equipment_specifications::table)
            .values(one)
            .execute(c)?;
    }
    Ok(())
}
