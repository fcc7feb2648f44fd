//! Writes that hide something, such as a name whose consent was withdrawn.
//!
//! A person is erased, a certificate revoked, and nobody is to see it any more. Such writes are counted in their own
//! transaction, and a replica is read once it has as many.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::audit::Written;
use crate::db::schema::concealments;
use crate::values::error::Error;

/// The operations that hide nothing from people who have not signed in.
///
/// They add to what is public or correct it, or change what is not. A write by any other counts: one that is missing here costs
/// the replica a moment, and shows nobody anything.
const SHOWING: [&str; 45] = [
    "create_access_token",
    "create_accreditation",
    "create_accreditation_renewal",
    "create_affiliation",
    "create_appointment",
    "create_authorization_code",
    "create_bye",
    "create_check_in",
    "create_check_in_batch",
    "create_club",
    "create_colours",
    "create_colours_approval",
    "create_confirmation",
    "create_consent_link",
    "create_correction",
    "create_dispute",
    "create_entry",
    "create_entry_batch",
    "create_equipment_confirmation",
    "create_game",
    "create_game_batch",
    "create_game_correction",
    "create_game_import",
    "create_grant",
    "create_own_dispute",
    "create_password_code",
    "create_pen_receipt",
    "create_player",
    "create_player_account",
    "create_ranking",
    "create_registration",
    "create_result",
    "create_round",
    "create_round_closing",
    "create_round_confirmations",
    "create_round_marks",
    "create_round_publication",
    "create_round_results",
    "create_ruling",
    "create_team",
    "create_token",
    "create_token_refresh",
    "create_tournament",
    "create_transfer",
    "refuse_sign_in",
];

/// Counts the write if it hides something. A file has no replicas.
pub(super) fn note(c: &mut Conn, changes: &[Written]) -> Result<(), Error> {
    let hides = |change: &Written| !SHOWING.contains(&change.action.as_str());
    if matches!(c, Conn::Postgres(_)) && changes.iter().any(hides) {
        let one_more = concealments::writes.eq(concealments::writes + 1);
        diesel::update(concealments::table).set(one_more).execute(c)?;
    }
    Ok(())
}

/// Reads their number, as this connection sees it.
pub(crate) fn count(c: &mut Conn) -> Result<i64, Error> {
    Ok(concealments::table.select(concealments::writes).first(c)?)
}
