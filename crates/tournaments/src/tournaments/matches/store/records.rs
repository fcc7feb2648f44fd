//! Games of matches that are on record, in the database.

use std::collections::{BTreeMap, HashMap};

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{matches, recorded_games, rounds};
use crate::tournaments::matches::store::{EntrySeeds, entry_at};
use crate::tournaments::model::{Entry, Game, MatchGameEnding, MatchGameResult, Recorded};
use crate::values::error::Error;
use crate::values::id::{EntryId, MatchId, TournamentId};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = recorded_games)]
struct RecordedGameRow {
    match_id: MatchId,
    number: i64,
    starter_entry_id: EntryId,
    result: Option<String>,
    ended: Option<String>,
}

impl RecordedGameRow {
    fn game(&self) -> Result<Option<Game>, Error> {
        let (Some(result), Some(ended)) = (&self.result, &self.ended) else {
            return Ok(None);
        };
        let game = MatchGameResult::from_word(result).zip(MatchGameEnding::from_word(ended));
        let game = game.map(|(result, ended)| Game { result, ended });
        Ok(Some(game.ok_or_else(|| {
            Error::Internal(format!("match {}: a recorded game", self.match_id))
        })?))
    }
}

/// The games on record of the matches of these tournaments.
pub(crate) fn list(
    c: &mut Conn,
    tournaments: &[TournamentId],
    entries: &[Entry],
) -> Result<HashMap<MatchId, BTreeMap<i64, Recorded>>, Error> {
    let of_tournament = rounds::table
        .filter(rounds::tournament_id.eq_any(tournaments))
        .select(rounds::id);
    let of_rounds = matches::table
        .filter(matches::round_id.eq_any(of_tournament))
        .select(matches::id);
    let rows: Vec<RecordedGameRow> = recorded_games::table
        .filter(recorded_games::match_id.eq_any(of_rounds))
        .select(RecordedGameRow::as_select())
        .load(c)?;
    let seeds = EntrySeeds::of(entries);
    let mut recorded: HashMap<MatchId, BTreeMap<i64, Recorded>> = HashMap::new();
    for row in rows {
        let game = Recorded {
            starter: seeds.of_entry(row.starter_entry_id)?,
            game: row.game()?,
        };
        recorded.entry(row.match_id).or_default().insert(row.number, game);
    }
    Ok(recorded)
}

/// Keeps what a record says of a game of a match.
pub(crate) fn keep(
    c: &mut Conn,
    entries: &[Entry],
    match_id: MatchId,
    number: i64,
    recorded: Recorded,
) -> Result<(), Error> {
    let row = RecordedGameRow {
        match_id,
        number,
        starter_entry_id: entry_at(entries, recorded.starter)?,
        result: recorded.game.map(|game| game.result.as_str().to_owned()),
        ended: recorded.game.map(|game| game.ended.as_str().to_owned()),
    };
    diesel::insert_into(recorded_games::table).values(&row).execute(c)?;
    Ok(())
}

/// Takes away what a record said of a game of a match.
pub(crate) fn discard(c: &mut Conn, match_id: MatchId, number: i64) -> Result<(), Error> {
    diesel::delete(recorded_games::table.find((match_id, number))).execute(c)?;
    Ok(())
}
