//! Writes that hide something, such as a name whose consent was withdrawn.
//!
//! A person is erased, a certificate revoked, and nobody is to see it any more. Such writes are counted in their own
//! transaction, and a replica is read once it has as many.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::audit::Written;
use crate::db::schema::concealments;
use crate::values::error::Error;

/// Counts the write if it hides something. A file has no replicas.
pub(super) fn note(c: &mut Conn, changes: &[Written]) -> Result<(), Error> {
    if matches!(c, Conn::Postgres(_)) && changes.iter().any(|change| change.action.hides()) {
        let one_more = concealments::writes.eq(concealments::writes + 1);
        diesel::update(concealments::table).set(one_more).execute(c)?;
    }
    Ok(())
}

/// Reads their number, as this connection sees it.
pub(crate) fn count(c: &mut Conn) -> Result<i64, Error> {
    Ok(concealments::table.select(concealments::writes).first(c)?)
}
