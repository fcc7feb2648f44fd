//! The logo in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::federation_logos;
use crate::values::error::Error;

/// The number of the only one.
const ONLY: i64 = 1;

/// The PNG of the logo, if there is one.
pub(crate) fn find(c: &mut Conn) -> Result<Option<Vec<u8>>, Error> {
    let png = federation_logos::table.find(ONLY).select(federation_logos::png);
    Ok(png.first(c).optional()?)
}

/// Keeps a PNG in place of the one before, if there was one; or none.
pub(crate) fn keep(c: &mut Conn, png: Option<&[u8]>) -> Result<(), Error> {
    diesel::delete(federation_logos::table).execute(c)?;
    if let Some(png) = png {
        diesel::insert_into(federation_logos::table)
            .values((federation_logos::number.eq(ONLY), federation_logos::png.eq(png)))
            .execute(c)?;
    }
    Ok(())
}
