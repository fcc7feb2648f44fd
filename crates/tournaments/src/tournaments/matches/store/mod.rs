//! Matches, their results and their disputes in the database.

pub(crate) mod records;

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{appeals, disputes, entries, matches, results, rounds};
use crate::on_either;
use crate::players::merger::Erasure;
use crate::tournaments::model::{Confirmation, Entered, Entry, Match, ScoreSheet};
use crate::tournaments::rounds::store::{read, written};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, DisputeId, EntryId, MatchId, RoundId, TournamentId};
use crate::values::number::{RoundNumber, Seed};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = matches)]
struct MatchRow {
    id: MatchId,
    round_id: RoundId,
    board: i64,
    upper_entry_id: EntryId,
    lower_entry_id: EntryId,
    starter_entry_id: EntryId,
}

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = results, treat_none_as_null = true)]
struct ResultRow {
    match_id: MatchId,
    version: i64,
    starter_entry_id: EntryId,
    games: String,
    reason: Option<String>,
    entered_by: AccountId,
    entered_at: Timestamp,
    confirmed_by: Option<AccountId>,
    confirmed_at: Option<Timestamp>,
    undone_at: Option<Timestamp>,
}

/// A round, as far as its matches are concerned.
#[derive(Queryable, Selectable)]
#[diesel(table_name = rounds)]
struct NumberedRound {
    id: RoundId,
    number: RoundNumber,
}

/// Rows of a statement: the databases take so many values at a time.
const ROWS: usize = 500;

/// The seeds of the entries, by their ids.
pub(crate) struct EntrySeeds(HashMap<EntryId, Seed>);

impl EntrySeeds {
    pub(crate) fn of(entries: &[Entry]) -> EntrySeeds {
        EntrySeeds(entries.iter().map(|entry| (entry.id, entry.seed)).collect())
    }

    pub(crate) fn of_entry(&self, id: EntryId) -> Result<Seed, Error> {
        self.0
            .get(&id)
            .copied()
            .ok_or_else(|| Error::Internal(format!("entry {id} is of another tournament")))
    }

    fn entered(&self, row: &ResultRow) -> Result<Entered, Error> {
        let sheet = ScoreSheet {
            starter: self.of_entry(row.starter_entry_id)?,
            games: read(&row.games)?,
        };
        let confirmed = row.confirmed_by.zip(row.confirmed_at);
        Ok(Entered {
            version: row.version,
            sheet,
            reason: row.reason.clone(),
            by: row.entered_by,
            at: row.entered_at,
            confirmed: confirmed.map(|(by, at)| Confirmation { by, at }),
            undone_at: row.undone_at,
        })
    }
}

/// The id of the entry with that seed.
pub fn entry_at(entries: &[Entry], seed: Seed) -> Result<EntryId, Error> {
    let found = entries.iter().find(|entry| entry.seed == seed);
    found
        .map(|entry| entry.id)
        .ok_or_else(|| Error::Internal(format!("nobody has seed {seed}")))
}

fn result_row(entries: &[Entry], match_id: MatchId, entered: &Entered) -> Result<ResultRow, Error> {
    Ok(ResultRow {
        match_id,
        version: entered.version,
        starter_entry_id: entry_at(entries, entered.sheet.starter)?,
        games: written(&entered.sheet.games)?,
        reason: entered.reason.clone(),
        entered_by: entered.by,
        entered_at: entered.at,
        confirmed_by: entered.confirmed.map(|confirmation| confirmation.by),
        confirmed_at: entered.confirmed.map(|confirmation| confirmation.at),
        undone_at: entered.undone_at,
    })
}

/// Keeps the matches of a round that is published.
pub fn insert(c: &mut Conn, entries: &[Entry], new: &[Match]) -> Result<(), Error> {
    let rows: Result<Vec<MatchRow>, Error> = new
        .iter()
        .map(|paired| {
            Ok(MatchRow {
                id: paired.id,
                round_id: paired.round_id,
                board: paired.board,
                upper_entry_id: entry_at(entries, paired.pair[0])?,
                lower_entry_id: entry_at(entries, paired.pair[1])?,
                starter_entry_id: entry_at(entries, paired.starter)?,
            })
        })
        .collect();
    for rows in rows?.chunks(ROWS) {
        on_either!(&mut *c, c => diesel::insert_into(matches::table).values(rows).execute(c))?;
    }
    Ok(())
}

/// Takes the matches of a round away that is no longer published, with what was taken back, ruled on and appealed
/// against of them: the audit trail has it.
pub fn discard(c: &mut Conn, round: RoundId) -> Result<(), Error> {
    let of_round = || matches::table.filter(matches::round_id.eq(round)).select(matches::id);
    diesel::delete(results::table.filter(results::match_id.eq_any(of_round()))).execute(c)?;
    let disputed = disputes::table.filter(disputes::match_id.eq_any(of_round()));
    let disputed: Vec<DisputeId> = disputed.select(disputes::id).load(c)?;
    diesel::delete(appeals::table.filter(appeals::dispute_id.eq_any(&disputed))).execute(c)?;
    diesel::delete(disputes::table.filter(disputes::id.eq_any(&disputed))).execute(c)?;
    diesel::delete(matches::table.filter(matches::round_id.eq(round))).execute(c)?;
    Ok(())
}

/// Keeps new results, each with its match.
pub fn enter(c: &mut Conn, entries: &[Entry], new: &[(MatchId, Entered)]) -> Result<(), Error> {
    let rows: Result<Vec<ResultRow>, Error> = new
        .iter()
        .map(|(id, entered)| result_row(entries, *id, entered))
        .collect();
    for rows in rows?.chunks(ROWS) {
        on_either!(&mut *c, c => diesel::insert_into(results::table).values(rows).execute(c))?;
    }
    Ok(())
}

/// Keeps that a result was confirmed or taken back.
pub fn update(c: &mut Conn, entries: &[Entry], match_id: MatchId, entered: &Entered) -> Result<(), Error> {
    let row = result_row(entries, match_id, entered)?;
    diesel::update(results::table.find((match_id, entered.version)))
        .set(&row)
        .execute(c)?;
    Ok(())
}

/// The tournament of a match.
pub fn tournament(c: &mut Conn, id: MatchId) -> Result<Option<TournamentId>, Error> {
    let round = matches::table.find(id).select(matches::round_id);
    Ok(rounds::table
        .filter(rounds::id.eq_any(round))
        .select(rounds::tournament_id)
        .first(c)
        .optional()?)
}

/// The matches of a tournament by round and board.
pub(crate) fn list(c: &mut Conn, tournament: TournamentId, entries: &[Entry]) -> Result<Vec<Match>, Error> {
    list_of_all(c, &[tournament], entries)
}

/// The matches of these tournaments, which have these entries, by round and board.
pub(crate) fn list_of_all(c: &mut Conn, tournaments: &[TournamentId], entries: &[Entry]) -> Result<Vec<Match>, Error> {
    let of_tournament = rounds::table.filter(rounds::tournament_id.eq_any(tournaments));
    let numbered: Vec<NumberedRound> = of_tournament.select(NumberedRound::as_select()).load(c)?;
    let numbers: HashMap<RoundId, RoundNumber> = numbered.iter().map(|round| (round.id, round.number)).collect();
    let ids = || {
        rounds::table
            .filter(rounds::tournament_id.eq_any(tournaments))
            .select(rounds::id)
    };
    let of_rounds = || matches::table.filter(matches::round_id.eq_any(ids()));
    let rows: Vec<MatchRow> = of_rounds().select(MatchRow::as_select()).load(c)?;
    let entered: Vec<ResultRow> = results::table
        .filter(results::match_id.eq_any(of_rounds().select(matches::id)))
        .select(ResultRow::as_select())
        .order((results::match_id, results::version))
        .load(c)?;
    let unruled = disputes::table.filter(disputes::ruled_at.is_null());
    let of_matches = unruled.filter(disputes::match_id.eq_any(of_rounds().select(matches::id)));
    let disputed: Vec<MatchId> = of_matches.select(disputes::match_id).load(c)?;
    let mut recorded = records::list(c, tournaments, entries)?;
    let (seeds, disputed) = (
        EntrySeeds::of(entries),
        disputed.into_iter().collect::<HashSet<MatchId>>(),
    );
    let mut by_match: HashMap<MatchId, Vec<Entered>> = HashMap::new();
    for row in entered {
        by_match.entry(row.match_id).or_default().push(seeds.entered(&row)?);
    }
    let matches: Result<Vec<Match>, Error> = rows
        .into_iter()
        .map(|row| {
            let round_number = numbers.get(&row.round_id).copied();
            Ok(Match {
                recorded: recorded.remove(&row.id).unwrap_or_default(),
                id: row.id,
                round_id: row.round_id,
                round_number: round_number.ok_or_else(|| Error::Internal(format!("match {}: its round", row.id)))?,
                board: row.board,
                pair: [seeds.of_entry(row.upper_entry_id)?, seeds.of_entry(row.lower_entry_id)?],
                starter: seeds.of_entry(row.starter_entry_id)?,
                results: by_match.remove(&row.id).unwrap_or_default(),
                disputed: disputed.contains(&row.id),
            })
        })
        .collect();
    let mut matches = matches?;
    matches.sort_unstable_by_key(|paired| (paired.round_number, paired.board));
    Ok(matches)
}

/// Empties what was said about the matches of the person; what they came to stays.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    let theirs = || {
        entries::table
            .filter(entries::player_id.eq_any(erasure.entries))
            .select(entries::id)
    };
    let played = matches::upper_entry_id
        .eq_any(theirs())
        .or(matches::lower_entry_id.eq_any(theirs()));
    let ids: Vec<MatchId> = matches::table.filter(played).select(matches::id).load(c)?;
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
    let disputed: Vec<DisputeId> = disputes::table
        .filter(disputes::match_id.eq_any(&ids))
        .select(disputes::id)
        .load(c)?;
    let appealed = || appeals::table.filter(appeals::dispute_id.eq_any(&disputed));
    diesel::update(appealed()).set(appeals::grounds.eq("")).execute(c)?;
    diesel::update(appealed().filter(appeals::reason.is_not_null()))
        .set(appeals::reason.eq(""))
        .execute(c)?;
    Ok(())
}
