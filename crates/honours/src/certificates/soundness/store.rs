//! Codes of certificates as they are kept, for whoever examines them.

use diesel::dsl::exists;
use diesel::prelude::*;

use crate::db::schema::{accreditations, certificate_codes, colours};
use crate::db::{BATCH, Conn};
use crate::values::error::Error;
use crate::values::id::{AccreditationId, AwardId};

/// The awards that were once approved and have no code.
pub(super) fn awards_without_code(c: &mut Conn) -> Result<Vec<AwardId>, Error> {
    let of_award = certificate_codes::table.filter(certificate_codes::colours_id.eq(colours::id.nullable()));
    let without = colours::approved_at
        .is_not_null()
        .and(diesel::dsl::not(exists(of_award)));
    Ok(colours::table.filter(without).select(colours::id).load(c)?)
}

/// The accreditations that have no code.
pub(super) fn accreditations_without_code(c: &mut Conn) -> Result<Vec<AccreditationId>, Error> {
    let of_accreditation =
        certificate_codes::table.filter(certificate_codes::accreditation_id.eq(accreditations::id.nullable()));
    let without = diesel::dsl::not(exists(of_accreditation));
    Ok(accreditations::table
        .filter(without)
        .select(accreditations::id)
        .load(c)?)
}

/// The next codes, each after the digest by which it is looked up.
pub(super) fn page(c: &mut Conn, after: &str) -> Result<Vec<(String, String)>, Error> {
    let next = certificate_codes::table
        .filter(certificate_codes::digest.gt(after))
        .order(certificate_codes::digest)
        .limit(i64::try_from(BATCH).unwrap_or(i64::MAX));
    Ok(next
        .select((certificate_codes::digest, certificate_codes::code))
        .load(c)?)
}
