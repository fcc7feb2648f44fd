//! Taking a person's data away, and leaving a pseudonym.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{
    accreditations, colours, consents, disputes, entries, matches, pairing_bars, player_words, players, ranking_rows,
    residences, results, sanctions, selections, transfers,
};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

/// Empties all entries of one person. Games, draws, memberships, the terms of accreditations and the present province stay:
/// they are what the pseudonym, the number, has done.
pub(crate) fn erase(c: &mut Conn, entries: &[Id], now: Timestamp) -> Result<(), Error> {
    diesel::update(players::table.filter(players::id.eq_any(entries)))
        .set((
            players::family_name.eq(""),
            players::given_names.eq(""),
            players::name_key.eq(""),
            players::sort_key.eq(""),
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
    let barred = pairing_bars::player_id
        .eq_any(entries)
        .or(pairing_bars::other_player_id.eq_any(entries));
    diesel::delete(pairing_bars::table.filter(barred)).execute(c)?;
    let moved = transfers::table.filter(transfers::player_id.eq_any(entries));
    diesel::update(moved)
        .set(transfers::reason.eq(None::<String>))
        .execute(c)?;
    // The place in a list is what the pseudonym has done; whether it stands in the ladies' list too is not told any more.
    let ranked = ranking_rows::table.filter(ranking_rows::player_id.eq_any(entries));
    diesel::update(ranked)
        .set(ranking_rows::sex.eq(None::<String>))
        .execute(c)?;
    erase_matches(c, entries)?;
    erase_colours(c, entries)?;
    erase_accreditations(c, entries)
}

/// Why colours were given or taken back, and the region in which the player lived, goes; the awards stay.
fn erase_colours(c: &mut Conn, players: &[Id]) -> Result<(), Error> {
    let withdrawn = selections::table.filter(selections::player_id.eq_any(players));
    let withdrawn = withdrawn.filter(selections::withdrawn_at.is_not_null());
    diesel::update(withdrawn).set(selections::reason.eq("")).execute(c)?;
    let theirs = || colours::table.filter(colours::player_id.eq_any(players));
    diesel::update(theirs().filter(colours::reason.is_not_null()))
        .set(colours::reason.eq(""))
        .execute(c)?;
    diesel::update(theirs().filter(colours::ended_at.is_not_null()))
        .set(colours::ended_because.eq(""))
        .execute(c)?;
    // A digest of what was erased could be matched by guessing.
    diesel::update(theirs())
        .set((colours::region_code.eq(None::<String>), colours::fingerprint.eq("")))
        .execute(c)?;
    Ok(())
}

/// What was said about the player's matches goes; what they came to stays.
fn erase_matches(c: &mut Conn, players: &[Id]) -> Result<(), Error> {
    let theirs = || {
        entries::table
            .filter(entries::player_id.eq_any(players))
            .select(entries::id)
    };
    let played = matches::upper_entry_id
        .eq_any(theirs())
        .or(matches::lower_entry_id.eq_any(theirs()));
    let ids: Vec<Id> = matches::table.filter(played).select(matches::id).load(c)?;
    let corrected = results::match_id.eq_any(&ids).and(results::reason.is_not_null());
    diesel::update(results::table.filter(corrected))
        .set(results::reason.eq(""))
        .execute(c)?;
    let disputed = disputes::match_id.eq_any(&ids);
    diesel::update(disputes::table.filter(disputed))
        .set(disputes::reason.eq(""))
        .execute(c)?;
    let ruled = disputes::match_id.eq_any(&ids).and(disputes::ruling.is_not_null());
    diesel::update(disputes::table.filter(ruled))
        .set(disputes::ruling.eq(""))
        .execute(c)?;
    Ok(())
}

/// What an umpire has shown in a course, and why one was suspended, goes; so does the account, which has a name.
fn erase_accreditations(c: &mut Conn, entries: &[Id]) -> Result<(), Error> {
    let theirs = || accreditations::table.filter(accreditations::player_id.eq_any(entries));
    let sanctioned = sanctions::accreditation_id.eq_any(theirs().select(accreditations::id));
    diesel::update(sanctions::table.filter(sanctioned))
        .set(sanctions::reason.eq(None::<String>))
        .execute(c)?;
    diesel::update(theirs())
        .set((
            accreditations::account_id.eq(None::<Id>),
            accreditations::course_held_on.eq(None::<NaiveDate>),
            accreditations::course_place.eq(None::<String>),
            accreditations::marks_regulations.eq(None::<i64>),
            accreditations::marks_rules.eq(None::<i64>),
            accreditations::fingerprint.eq(""),
        ))
        .execute(c)?;
    Ok(())
}
