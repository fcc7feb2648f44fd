//! Wordings of consents in the database.

use diesel::prelude::*;

use crate::db::schema::consent_wordings;
use crate::db::{Conn, OnConflict};
use crate::players::consent_wordings::{ConsentWording, WordingRefusal};
use crate::values::error::Error;

/// All wordings, by purpose, the latest first: there are few.
pub fn list(c: &mut Conn) -> Result<Vec<ConsentWording>, Error> {
    let order = (
        consent_wordings::purpose,
        consent_wordings::valid_from.desc(),
        consent_wordings::recorded_at.desc(),
    );
    let all = consent_wordings::table.order(order);
    Ok(all.select(ConsentWording::as_select()).load(c)?)
}

/// Keeps a new version.
pub fn insert(c: &mut Conn, wording: &ConsentWording) -> Result<(), Error> {
    let taken = WordingRefusal::VersionTaken(wording.version.clone());
    diesel::insert_into(consent_wordings::table)
        .values(wording)
        .execute(c)
        .on_conflict("consent_wordings_purpose_version_key", taken)?;
    Ok(())
}
