//! What certificates are for, in the database.

use diesel::prelude::*;

use super::Subject;
use crate::code::Code;
use crate::db::Conn;
use crate::error::Error;
use crate::id::Id;
use crate::schema::certificate_codes;

/// What the certificate with that code is for.
pub(crate) fn find(c: &mut Conn, code: &Code) -> Result<Option<Subject>, Error> {
    let columns = (certificate_codes::colours_id, certificate_codes::accreditation_id);
    let row = certificate_codes::table.find(code.digest()).select(columns);
    let row: Option<(Option<Id>, Option<Id>)> = row.first(c).optional()?;
    Ok(match row {
        Some((Some(colours), _)) => Some(Subject::Colours(colours)),
        Some((None, Some(accreditation))) => Some(Subject::Accreditation(accreditation)),
        Some((None, None)) | None => None,
    })
}
