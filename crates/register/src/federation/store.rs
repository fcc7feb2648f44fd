//! The federation's settings in the database.

use chrono::NaiveDate;
use diesel::prelude::*;
use serde_json::{Map, Value};

use crate::db::schema::federation_changes;
use crate::db::{ALL, Conn};
use crate::federation::{self, FederationSettings, SettingsChange, in_force};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_calendar::GamingCalendar;

#[derive(Queryable, Selectable)]
#[diesel(table_name = federation_changes)]
struct ChangeRow {
    version: i64,
    valid_from: NaiveDate,
    changes: String,
    recorded_at: Timestamp,
}

impl TryFrom<ChangeRow> for SettingsChange {
    type Error = Error;

    fn try_from(row: ChangeRow) -> Result<SettingsChange, Error> {
        let changes: Map<String, Value> = serde_json::from_str(&row.changes)
            .map_err(|error| Error::Internal(format!("change {} of the settings: {error}", row.version)))?;
        Ok(SettingsChange {
            version: row.version,
            valid_from: row.valid_from,
            changes,
            recorded_at: row.recorded_at,
        })
    }
}

/// All changes, the oldest first: there are few.
pub fn changes(c: &mut Conn) -> Result<Vec<SettingsChange>, Error> {
    changes_after(c, 0, ALL)
}

/// The changes after one, the oldest first; all of them come after 0.
pub fn changes_after(c: &mut Conn, version: i64, rows: i64) -> Result<Vec<SettingsChange>, Error> {
    let rows = federation_changes::table
        .select(ChangeRow::as_select())
        .filter(federation_changes::version.gt(version))
        .order(federation_changes::version)
        .limit(rows);
    let rows: Vec<ChangeRow> = rows.load(c)?;
    rows.into_iter().map(SettingsChange::try_from).collect()
}

/// The settings that are in force on that day.
pub fn settings(c: &mut Conn, day: NaiveDate) -> Result<FederationSettings, Error> {
    in_force(&changes(c)?, day)
}

/// The calendar of gaming years.
pub fn calendar(c: &mut Conn) -> Result<GamingCalendar, Error> {
    federation::calendar(&changes(c)?)
}

/// Keeps a change.
pub fn insert(c: &mut Conn, change: &SettingsChange) -> Result<(), Error> {
    let changes = serde_json::to_string(&change.changes).map_err(|error| Error::Internal(error.to_string()))?;
    diesel::insert_into(federation_changes::table)
        .values((
            federation_changes::version.eq(change.version),
            federation_changes::valid_from.eq(change.valid_from),
            federation_changes::changes.eq(changes),
            federation_changes::recorded_at.eq(change.recorded_at),
        ))
        .execute(c)?;
    Ok(())
}
