//! The codes of certificates in the database.

use diesel::prelude::*;

use crate::colours::code::Code;
use crate::db::Conn;
use crate::error::Error;
use crate::id::Id;
use crate::schema::colours_codes;

/// Keeps the code of an award.
pub(crate) fn insert(c: &mut Conn, award: Id, code: &Code) -> Result<(), Error> {
    let row = (
        colours_codes::digest.eq(code.digest()),
        colours_codes::colours_id.eq(award),
        colours_codes::code.eq(code.to_string()),
    );
    diesel::insert_into(colours_codes::table).values(row).execute(c)?;
    Ok(())
}

/// The code of an award, if it was ever approved.
pub(crate) fn find(c: &mut Conn, award: Id) -> Result<Option<Code>, Error> {
    let of_award = colours_codes::table.filter(colours_codes::colours_id.eq(award));
    let code: Option<String> = of_award.select(colours_codes::code).first(c).optional()?;
    let read = |code: String| Code::read(&code).ok_or_else(|| Error::Internal(format!("colours {award}: the code")));
    code.map(read).transpose()
}

/// The award whose code has that digest.
pub(crate) fn award(c: &mut Conn, digest: &str) -> Result<Option<Id>, Error> {
    Ok(colours_codes::table.find(digest).select(colours_codes::colours_id).first(c).optional()?)
}
