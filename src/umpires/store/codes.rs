//! The codes of certificates of accreditation in the database.

use diesel::dsl::{exists, not};
use diesel::prelude::*;

use crate::code::Code;
use crate::db::Conn;
use crate::db::schema::{accreditations, certificate_codes};
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::random;

/// Keeps the code of an accreditation.
pub(crate) fn insert(c: &mut Conn, accreditation: Id, code: &Code) -> Result<(), Error> {
    let row = (
        certificate_codes::digest.eq(code.digest()),
        certificate_codes::accreditation_id.eq(accreditation),
        certificate_codes::code.eq(code.to_string()),
    );
    diesel::insert_into(certificate_codes::table).values(row).execute(c)?;
    Ok(())
}

/// The code of an accreditation.
pub(crate) fn find(c: &mut Conn, accreditation: Id) -> Result<Code, Error> {
    let of_accreditation = certificate_codes::table.filter(certificate_codes::accreditation_id.eq(accreditation));
    let code: String = of_accreditation.select(certificate_codes::code).first(c)?;
    Code::kept(&code)
}

/// Gives a code to the accreditations that were made before there were codes.
pub(crate) fn catch_up(c: &mut Conn) -> Result<(), Error> {
    let of_it = certificate_codes::table.filter(certificate_codes::accreditation_id.eq(accreditations::id.nullable()));
    let without: Vec<Id> = accreditations::table
        .filter(not(exists(of_it)))
        .select(accreditations::id)
        .load(c)?;
    without
        .into_iter()
        .try_for_each(|accreditation| insert(c, accreditation, &Code::of(random::bytes())))
}
