//! The tournaments that the federation has ratified, for what rests on their results.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::entries as of_players;
use crate::db::schema::{handovers, tournaments};
use crate::tournaments::byes::store as byes;
use crate::tournaments::entries::store as entries;
use crate::tournaments::matches::store as matches;
use crate::tournaments::model::{Tournament, TournamentSnapshot, TournamentState};
use crate::tournaments::rounds::store as rounds;
use crate::tournaments::teams::store as teams;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{EntryId, PlayerId, TournamentId};

/// Tournaments that ended in these days and were ratified at that moment, the earliest first.
pub(crate) fn list(
    c: &mut Conn,
    (from, until): (Option<NaiveDate>, NaiveDate),
    moment: Timestamp,
) -> Result<Vec<Tournament>, Error> {
    let mut query = tournaments::table
        .select(Tournament::as_select())
        .filter(tournaments::state.eq(TournamentState::Ratified))
        .filter(tournaments::ratified_at.le(moment))
        .filter(tournaments::ends_on.le(until))
        .order((tournaments::ends_on.asc(), tournaments::id.asc()))
        .into_boxed();
    if let Some(from) = from {
        query = query.filter(tournaments::ends_on.ge(from));
    }
    Ok(query.load(c)?)
}

/// The ratified tournaments that lack something now.
pub fn under_review(c: &mut Conn) -> Result<Vec<TournamentId>, Error> {
    let under_review = tournaments::table.filter(tournaments::under_review_since.is_not_null());
    Ok(under_review.select(tournaments::id).load(c)?)
}

/// The tournaments with these ids, as far as there are any.
pub fn find_all(c: &mut Conn, ids: &[TournamentId]) -> Result<HashMap<TournamentId, Tournament>, Error> {
    let found = tournaments::table
        .filter(tournaments::id.eq_any(ids))
        .select(Tournament::as_select());
    let tournaments: Vec<Tournament> = found.load(c)?;
    Ok(tournaments
        .into_iter()
        .map(|tournament| (tournament.id, tournament))
        .collect())
}

/// The tournament with its results as they were on record at that moment, and by entry who was entered then. How its rounds
/// were drawn is left out.
pub(crate) fn results(
    c: &mut Conn,
    tournament: Tournament,
    moment: Timestamp,
) -> Result<(TournamentSnapshot, HashMap<EntryId, PlayerId>), Error> {
    let entries = entries::list(c, tournament.id)?;
    let rounds = rounds::list_without_draws(c, tournament.id)?;
    let matches = matches::list(c, tournament.id, &entries)?;
    let byes = byes::list(c, tournament.id)?;
    let teams = teams::list(c, tournament.id)?;
    let mut players: HashMap<EntryId, PlayerId> = entries.iter().map(|entry| (entry.id, entry.player.id())).collect();
    // The first handover since comes last, and so counts.
    for handover in handed_over(c, tournament.id, moment)? {
        players.insert(handover.entry_id, handover.player_id);
    }
    Ok((
        TournamentSnapshot {
            tournament,
            entries,
            rounds,
            matches,
            byes,
            teams,
        }
        .as_of(moment),
        players,
    ))
}

/// An entry that was handed over in a merger.
#[derive(Queryable, Selectable)]
#[diesel(table_name = handovers)]
struct HandedOver {
    entry_id: EntryId,
    /// The player under whom it stood until then.
    player_id: PlayerId,
}

/// The entries that were handed over since that moment, the latest first.
fn handed_over(c: &mut Conn, tournament: TournamentId, moment: Timestamp) -> Result<Vec<HandedOver>, Error> {
    let of_tournament = of_players::table
        .filter(of_players::tournament_id.eq(tournament))
        .select(of_players::id);
    Ok(handovers::table
        .filter(handovers::entry_id.eq_any(of_tournament))
        .filter(handovers::until.gt(moment))
        .order(handovers::until.desc())
        .select(HandedOver::as_select())
        .load(c)?)
}
