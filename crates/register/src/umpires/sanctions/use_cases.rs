//! The steps against an accreditation and back: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::umpires::Accreditation;
use crate::umpires::sanctions::{Sanction, SanctionKind, store};
use crate::umpires::use_cases::{course_record, find, find_umpire};
use crate::umpires::views::AccreditationParticulars;
use crate::values::error::Error;
use crate::values::id::AccreditationId;

/// Suspends or revokes an accreditation.
pub(crate) fn sanction(
    c: &mut Conn,
    by: &Caller,
    id: AccreditationId,
    sanction: &Sanction,
) -> Result<AccreditationParticulars, Error> {
    let before = find(c, id)?;
    let after = before.clone().sanctioned(sanction.clone())?;
    store::insert(c, id, sanction)?;
    let action = match sanction.kind {
        SanctionKind::Suspension => Operation::create_accreditation_suspension,
        SanctionKind::Revocation => Operation::create_accreditation_revocation,
    };
    audited(c, by, action, &before, &after)
}

/// Ends the suspensions of an accreditation that run today.
pub(crate) fn reinstate(c: &mut Conn, by: &Caller, id: AccreditationId) -> Result<AccreditationParticulars, Error> {
    let before = find(c, id)?;
    let after = before.clone().reinstated(by.today())?;
    store::update(c, &after.sanctions)?;
    audited(c, by, Operation::create_accreditation_reinstatement, &before, &after)
}

/// The particulars after a step, of which the audit trail has the row.
fn audited(
    c: &mut Conn,
    by: &Caller,
    action: Operation,
    before: &Accreditation,
    after: &Accreditation,
) -> Result<AccreditationParticulars, Error> {
    let umpire = find_umpire(c, after)?;
    let record = course_record(c, after.qualification.as_ref(), umpire.id)?;
    let before = AccreditationParticulars::of(before, &umpire, &record, by.today())?;
    let after = AccreditationParticulars::of(after, &umpire, &record, by.today())?;
    by.audit(c, Change::altered(action, "accreditation", after.id, &before, &after)?)?;
    Ok(after)
}
