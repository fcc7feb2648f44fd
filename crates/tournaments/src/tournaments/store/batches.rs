//! Many tournaments at a time, in about as many statements as one takes.

use std::collections::HashMap;

use crate::db::Conn;
use crate::tournaments::byes::store as byes;
use crate::tournaments::entries::store as entries;
use crate::tournaments::matches::store as matches;
use crate::tournaments::model::{Tournament, TournamentSnapshot};
use crate::tournaments::rounds::store as rounds;
use crate::tournaments::teams::store as teams;
use crate::values::error::Error;
use crate::values::id::{EntryId, RoundId, TournamentId};

/// The items by tournament, each tournament's in the order that they had.
fn sorted<T>(all: Vec<T>, tournament_of: impl Fn(&T) -> Option<TournamentId>) -> HashMap<TournamentId, Vec<T>> {
    let mut found: HashMap<TournamentId, Vec<T>> = HashMap::new();
    for item in all {
        if let Some(tournament) = tournament_of(&item) {
            found.entry(tournament).or_default().push(item);
        }
    }
    found
}

/// The tournaments with everything that has happened in them, in the same order. How rounds were drawn is left out.
pub fn snapshot(c: &mut Conn, tournaments: Vec<Tournament>) -> Result<Vec<TournamentSnapshot>, Error> {
    let ids: Vec<TournamentId> = tournaments.iter().map(|tournament| tournament.id).collect();
    let entries = entries::list_of_all(c, &ids)?;
    let rounds = rounds::list_of_all_without_draws(c, &ids)?;
    let matches = matches::list_of_all(c, &ids, &entries)?;
    let byes = byes::list_of_all(c, &ids)?;
    let teams = teams::list_of_all(c, &ids)?;
    let of_round: HashMap<RoundId, TournamentId> = rounds.iter().map(|round| (round.id, round.tournament)).collect();
    let of_entry: HashMap<EntryId, TournamentId> = entries.iter().map(|entry| (entry.id, entry.tournament)).collect();
    let mut entries = sorted(entries, |entry| Some(entry.tournament));
    let mut rounds = sorted(rounds, |round| Some(round.tournament));
    let mut matches = sorted(matches, |paired| of_round.get(&paired.round_id).copied());
    let mut byes = sorted(byes, |bye| of_entry.get(&bye.entry).copied());
    let mut teams = sorted(teams, |team| Some(team.tournament));
    let whole = |tournament: Tournament| TournamentSnapshot {
        entries: entries.remove(&tournament.id).unwrap_or_default(),
        rounds: rounds.remove(&tournament.id).unwrap_or_default(),
        matches: matches.remove(&tournament.id).unwrap_or_default(),
        byes: byes.remove(&tournament.id).unwrap_or_default(),
        teams: teams.remove(&tournament.id).unwrap_or_default(),
        tournament,
    };
    Ok(tournaments.into_iter().map(whole).collect())
}
