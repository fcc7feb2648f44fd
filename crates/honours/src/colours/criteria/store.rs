//! The criteria of colours in the database.

use diesel::dsl::exists;
use diesel::prelude::*;

use crate::colours::criteria::rules::Criteria;
use crate::db::Conn;
use crate::db::schema::{colours, colours_criteria};
use crate::federation;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;

/// The criteria that are in force on the first day of a gaming year.
pub fn of_year(c: &mut Conn, year: GamingYear) -> Result<Criteria, Error> {
    let (first, _) = federation::store::calendar(c)?.days(year);
    let in_force = colours_criteria::table
        .filter(colours_criteria::valid_from.le(first))
        .order(colours_criteria::valid_from.desc());
    let criteria = in_force.select(Criteria::as_select()).first(c).optional()?;
    criteria.ok_or_else(|| Error::Internal("no criteria of colours are in force".to_owned()))
}

/// All criteria, the oldest first.
pub fn list(c: &mut Conn) -> Result<Vec<Criteria>, Error> {
    let all = colours_criteria::table
        .select(Criteria::as_select())
        .order(colours_criteria::version);
    Ok(all.load(c)?)
}

/// The criteria of that version.
pub fn find(c: &mut Conn, version: i64) -> Result<Option<Criteria>, Error> {
    let found = colours_criteria::table.find(version).select(Criteria::as_select());
    Ok(found.first(c).optional()?)
}

/// Whether colours were proposed by these criteria.
pub fn are_used(c: &mut Conn, version: i64) -> Result<bool, Error> {
    let used = colours::table.filter(colours::criteria.eq(version));
    Ok(diesel::select(exists(used)).get_result(c)?)
}

/// Keeps criteria, in place of those of the same version.
pub fn keep(c: &mut Conn, criteria: &Criteria) -> Result<(), Error> {
    diesel::delete(colours_criteria::table.find(criteria.version)).execute(c)?;
    diesel::insert_into(colours_criteria::table)
        .values(criteria)
        .execute(c)?;
    Ok(())
}
