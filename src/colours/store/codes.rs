//! The codes of certificates of colours in the database.

use diesel::prelude::*;

use crate::code::Code;
use crate::db::Conn;
use crate::db::schema::certificate_codes;
use crate::values::error::Error;
use crate::values::id::Id;

/// Keeps the code of an award.
pub(crate) fn insert(c: &mut Conn, award: Id, code: &Code) -> Result<(), Error> {
    let row = (
        certificate_codes::digest.eq(code.digest()),
        certificate_codes::colours_id.eq(award),
        certificate_codes::code.eq(code.to_string()),
    );
    diesel::insert_into(certificate_codes::table).values(row).execute(c)?;
    Ok(())
}

/// The code of an award, if it was ever approved.
pub(crate) fn find(c: &mut Conn, award: Id) -> Result<Option<Code>, Error> {
    let of_award = certificate_codes::table.filter(certificate_codes::colours_id.eq(award));
    let code: Option<String> = of_award.select(certificate_codes::code).first(c).optional()?;
    code.map(|code| Code::kept(&code)).transpose()
}
