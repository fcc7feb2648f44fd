//! The renewal of an accreditation: loaded, decided and saved.

use crate::accounts::Caller;
use crate::certificate_codes::Code;
use crate::db::Conn;
use crate::umpires::use_cases::{admit, find};
use crate::umpires::views::AccreditationParticulars;
use crate::values::error::Error;
use crate::values::id::{AccreditationId, UmpireCourseId};

/// Accredits an umpire for the next term; without another course, by the same one as before.
pub(crate) fn renew(
    c: &mut Conn,
    by: &Caller,
    id: AccreditationId,
    course: Option<UmpireCourseId>,
    nomination: Option<String>,
    code: &Code,
) -> Result<AccreditationParticulars, Error> {
    let new = find(c, id)?.renewal(course, nomination, by.today())?;
    admit(
        c,
        by,
        "create_accreditation_renewal",
        AccreditationId::new(by.now),
        &new,
        code,
    )
}
