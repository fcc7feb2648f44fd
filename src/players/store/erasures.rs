//! Taking a person's data away, and leaving a pseudonym.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::clock::Timestamp;
use crate::db::Conn;
use crate::error::Error;
use crate::id::Id;
use crate::schema::{consents, pairing_bars, player_words, players, residences, transfers};

/// Empties all entries of one person. Games, memberships and the present province stay: they are what the pseudonym, the
/// number, has done.
pub(crate) fn erase(c: &mut Conn, entries: &[Id], now: Timestamp) -> Result<(), Error> {
    diesel::update(players::table.filter(players::id.eq_any(entries)))
        .set((
            players::family_name.eq(""),
            players::given_names.eq(""),
            players::name_key.eq(""),
            players::birth_date.eq(None::<NaiveDate>),
            players::sex.eq(None::<String>),
            players::region_code.eq(None::<String>),
            players::erased_at.eq(now),
            // A digest of what was erased could be matched by guessing.
            players::fingerprint.eq(""),
        ))
        .execute(c)?;
    diesel::delete(player_words::table.filter(player_words::player_id.eq_any(entries))).execute(c)?;
    diesel::delete(consents::table.filter(consents::player_id.eq_any(entries))).execute(c)?;
    diesel::delete(residences::table.filter(residences::player_id.eq_any(entries))).execute(c)?;
    let barred = pairing_bars::player_id.eq_any(entries).or(pairing_bars::other_player_id.eq_any(entries));
    diesel::delete(pairing_bars::table.filter(barred)).execute(c)?;
    let moved = transfers::table.filter(transfers::player_id.eq_any(entries));
    diesel::update(moved).set(transfers::reason.eq(None::<String>)).execute(c)?;
    Ok(())
}
