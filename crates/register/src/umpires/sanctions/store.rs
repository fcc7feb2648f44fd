//! Sanctions in the database.

use std::collections::HashMap;

use diesel::prelude::*;

use crate::db::schema::sanctions;
use crate::db::{Conn, OnConflict};
use crate::umpires::{AccreditationRefusal, Sanction};
use crate::values::error::Error;
use crate::values::id::AccreditationId;

/// Keeps a new suspension or revocation.
pub(crate) fn insert(c: &mut Conn, accreditation: AccreditationId, sanction: &Sanction) -> Result<(), Error> {
    let row = (sanctions::accreditation_id.eq(accreditation), sanction);
    let inserted = diesel::insert_into(sanctions::table).values(row).execute(c);
    inserted.on_conflict("sanctions_accreditation_id_key", AccreditationRefusal::Revoked)?;
    Ok(())
}

/// Keeps that suspensions were lifted.
pub(crate) fn update(c: &mut Conn, changed: &[Sanction]) -> Result<(), Error> {
    for sanction in changed {
        let row = sanctions::table.find(sanction.id);
        diesel::update(row)
            .set(sanctions::lifted_on.eq(sanction.lifted_on))
            .execute(c)?;
    }
    Ok(())
}

/// The sanctions against each of the accreditations, the oldest first.
pub(crate) fn list_of(
    c: &mut Conn,
    accreditations: &[AccreditationId],
) -> Result<HashMap<AccreditationId, Vec<Sanction>>, Error> {
    let found: Vec<(AccreditationId, Sanction)> = sanctions::table
        .filter(sanctions::accreditation_id.eq_any(accreditations))
        .order((sanctions::created_at.asc(), sanctions::id.asc()))
        .select((sanctions::accreditation_id, Sanction::as_select()))
        .load(c)?;
    let mut sanctions: HashMap<AccreditationId, Vec<Sanction>> = HashMap::new();
    for (accreditation, sanction) in found {
        sanctions.entry(accreditation).or_default().push(sanction);
    }
    Ok(sanctions)
}
