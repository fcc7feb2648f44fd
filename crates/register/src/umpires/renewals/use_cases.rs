//! Renewals of accreditations: loaded, decided and saved; and those that are due.

use crate::accounts::Caller;
use crate::certificate_codes::Code;
use crate::db::Conn;
use crate::federation;
use crate::operations::Operation;
use crate::players;
use crate::umpires::renewals::DueRenewal;
use crate::umpires::store::{self, DueFilter};
use crate::umpires::use_cases::{admit, find, with_umpires};
use crate::umpires::views::AccreditationParticulars;
use crate::values::error::Error;
use crate::values::id::{AccreditationId, PlayerId, UmpireCourseId};

/// Accredits an umpire for the next term; without another course, by the same one as before.
pub fn renew(
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
        Operation::create_accreditation_renewal,
        AccreditationId::new(by.now),
        &new,
        code,
    )
}

/// The accreditations within reach that end soon and were not renewed, by their last day.
pub fn list_due(c: &mut Conn, by: &Caller, filter: DueFilter, rows: i64) -> Result<Vec<DueRenewal>, Error> {
    let accreditations = store::due(c, filter, &by.reach, rows)?;
    let due = with_umpires(c, accreditations)?;
    let ids: Vec<PlayerId> = due.iter().map(|(_, umpire)| umpire.id).collect();
    let registrations = players::registrations::store::find_of_all(c, &ids)?;
    let (calendar, today) = (federation::store::calendar(c)?, by.today());
    let with_registration =
        |(accreditation, umpire)| DueRenewal::of(accreditation, umpire, &registrations, &calendar, today);
    Ok(due.into_iter().map(with_registration).collect())
}
