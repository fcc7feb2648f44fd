//! The codes of certificates in the database.

use diesel::prelude::*;

use crate::certificate_codes::{Code, PrintedNames, Subject};
use crate::db::Conn;
use crate::db::schema::certificate_codes;
use crate::values::error::Error;
use crate::values::id::{AccreditationId, AwardId};

/// Keeps the code of what is certified, and the names that are printed.
pub fn insert(c: &mut Conn, subject: Subject, code: &Code, printed: &PrintedNames) -> Result<(), Error> {
    let (colours, accreditation) = match subject {
        Subject::Colours(id) => (Some(id), None),
        Subject::Accreditation(id) => (None, Some(id)),
    };
    let row = (
        certificate_codes::digest.eq(code.digest()),
        certificate_codes::colours_id.eq(colours),
        certificate_codes::accreditation_id.eq(accreditation),
        certificate_codes::code.eq(code.to_string()),
        certificate_codes::holder.eq(&printed.holder),
        certificate_codes::awarding_body.eq(&printed.awarding_body),
    );
    diesel::insert_into(certificate_codes::table).values(row).execute(c)?;
    Ok(())
}

/// The code of what is certified, if it was ever certified.
pub fn find(c: &mut Conn, subject: Subject) -> Result<Option<Code>, Error> {
    let codes = certificate_codes::table.select(certificate_codes::code);
    let code: Option<String> = match subject {
        Subject::Colours(id) => codes.filter(certificate_codes::colours_id.eq(id)).first(c),
        Subject::Accreditation(id) => codes.filter(certificate_codes::accreditation_id.eq(id)).first(c),
    }
    .optional()?;
    code.map(|code| Code::kept(&code)).transpose()
}

/// The names that were printed at the award, as far as they are on record.
pub fn find_printed(c: &mut Conn, subject: Subject) -> Result<PrintedNames, Error> {
    let names = certificate_codes::table.select((certificate_codes::holder, certificate_codes::awarding_body));
    let names: Option<(Option<String>, Option<String>)> = match subject {
        Subject::Colours(id) => names.filter(certificate_codes::colours_id.eq(id)).first(c),
        Subject::Accreditation(id) => names.filter(certificate_codes::accreditation_id.eq(id)).first(c),
    }
    .optional()?;
    let (holder, awarding_body) = names.unwrap_or_default();
    Ok(PrintedNames { holder, awarding_body })
}

/// The thing that the certificate with that code is for.
pub fn find_subject(c: &mut Conn, code: &Code) -> Result<Option<Subject>, Error> {
    let columns = (certificate_codes::colours_id, certificate_codes::accreditation_id);
    let row = certificate_codes::table.find(code.digest()).select(columns);
    let row: Option<(Option<AwardId>, Option<AccreditationId>)> = row.first(c).optional()?;
    Ok(match row {
        Some((Some(colours), _)) => Some(Subject::Colours(colours)),
        Some((None, Some(accreditation))) => Some(Subject::Accreditation(accreditation)),
        Some((None, None)) | None => None,
    })
}
