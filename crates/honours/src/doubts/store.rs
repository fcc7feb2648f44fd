//! Decisions to uphold doubtful records, in the database.

use diesel::prelude::*;

use crate::db::schema::upholdings;
use crate::db::{BATCH, Conn, OnConflict};
use crate::doubts::{DoubtRefusal, RecordKind, Upholding};
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::values::error::Error;
use crate::values::id::Id;

/// Keeps the decision to uphold a record.
pub fn insert(c: &mut Conn, upholding: &Upholding) -> Result<(), Error> {
    let inserted = diesel::insert_into(upholdings::table).values(upholding).execute(c);
    inserted.on_conflict("upholdings_record_id_kind_digest_key", DoubtRefusal::AlreadyUpheld)?;
    Ok(())
}

/// The decisions to uphold these records of a kind.
pub fn of_records(c: &mut Conn, kind: RecordKind, records: &[Id]) -> Result<Vec<Upholding>, Error> {
    let mut found = Vec::new();
    for records in records.chunks(BATCH) {
        let of_records = upholdings::table
            .filter(upholdings::kind.eq(kind))
            .filter(upholdings::record_id.eq_any(records));
        found.extend(of_records.select(Upholding::as_select()).load(c)?);
    }
    Ok(found)
}

/// Gives the decisions on the duplicate's records to the entry that stays.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    Ok(reassign_rows!(c, upholdings, "upholding", merger))
}

/// Empties the reasons for which a person's records were upheld.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    diesel::update(upholdings::table.filter(upholdings::player_id.eq_any(erasure.entries)))
        .set(upholdings::reason.eq(""))
        .execute(c)?;
    Ok(())
}
