//! Certificates that do not hold, in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::certificates::{CertificateState, Subject};
use crate::db::Conn;
use crate::db::schema::{accreditations, colours, players};
use crate::umpires;
use crate::umpires::store::AccreditationFilter;
use crate::values::error::Error;
use crate::values::id::{AccreditationId, AwardId};

/// Everything that was certified and does not hold on that day, with the word for why. What has merely come to its end is not among it,
/// since tokens say when that is.
pub(crate) fn revoked(c: &mut Conn, day: NaiveDate) -> Result<Vec<(Subject, &'static str)>, Error> {
    let mut revoked = Vec::new();
    let erased = || {
        players::table
            .filter(players::erased_at.is_not_null())
            .select(players::id)
    };
    let of_erased = colours::table
        .filter(colours::player_id.eq_any(erased()))
        .filter(colours::approved_at.is_not_null());
    let ids: Vec<AwardId> = of_erased.select(colours::id).load(c)?;
    revoked.extend(ids.into_iter().map(|id| (Subject::Colours(id), "erased")));
    let of_erased = accreditations::table.filter(accreditations::player_id.eq_any(erased()));
    let ids: Vec<AccreditationId> = of_erased.select(accreditations::id).load(c)?;
    revoked.extend(ids.into_iter().map(|id| (Subject::Accreditation(id), "erased")));
    for state in [CertificateState::Revoked, CertificateState::Superseded] {
        let ids: Vec<AwardId> = colours::table
            .filter(colours::state.eq(state.as_str()))
            .select(colours::id)
            .load(c)?;
        revoked.extend(ids.into_iter().map(|id| (Subject::Colours(id), state.as_str())));
    }
    for state in [
        umpires::AccreditationState::Revoked,
        umpires::AccreditationState::Suspended,
    ] {
        let filter = AccreditationFilter {
            state,
            on: day,
            level: None,
            lapses_by: None,
            player: None,
            province: None,
            after: None,
        };
        let found = umpires::store::list(c, filter, i64::MAX)?;
        revoked.extend(
            found
                .into_iter()
                .map(|one| (Subject::Accreditation(one.id), state.as_str())),
        );
    }
    // Of several reasons the first is told.
    revoked.sort_by_key(|(subject, _)| *subject);
    revoked.dedup_by_key(|(subject, _)| *subject);
    Ok(revoked)
}
