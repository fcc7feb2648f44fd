//! Games in the database.

use chrono::NaiveDate;
use diesel::prelude::*;
use morabaraba_rules::{RuleSet, Turn};

use super::{Game, GameResult, Play, Record, Termination};
use crate::clock::Timestamp;
use crate::db::Conn;
use crate::error::Error;
use crate::id::Id;
use crate::players;
use crate::schema::games;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = games)]
struct Row {
    id: Id,
    rule_set: String,
    first_player_id: Id,
    second_player_id: Id,
    played_on: NaiveDate,
    turns: String,
    result: String,
    termination: String,
    recorded_by: Id,
    recorded_at: Timestamp,
    fingerprint: String,
}

impl Row {
    fn record(&self) -> Option<Record> {
        let play = Play::Turns {
            rule_set: RuleSet::by_name(&self.rule_set)?,
            turns: self.turns.split(' ').map(str::to_owned).collect(),
            result: GameResult::from_word(&self.result),
            termination: Termination::from_word(&self.termination),
        };
        Record::judge(&play).ok()
    }
}

/// The games of the rows, with their players, in the same order.
fn games_of(c: &mut Conn, rows: Vec<Row>) -> Result<Vec<Game>, Error> {
    let ids: Vec<Id> = rows.iter().flat_map(|row| [row.first_player_id, row.second_player_id]).collect();
    let players = players::store::find_all(c, &ids)?;
    rows.into_iter()
        .map(|row| {
            let unreadable = || Error::Internal(format!("game {} cannot be read back", row.id));
            let player = |id| players.get(&id).cloned().ok_or_else(unreadable);
            Ok(Game {
                id: row.id,
                first: player(row.first_player_id)?,
                second: player(row.second_player_id)?,
                played_on: row.played_on,
                record: row.record().ok_or_else(unreadable)?,
                recorded_by: row.recorded_by,
                recorded_at: row.recorded_at,
            })
        })
        .collect()
}

/// Keeps a new game.
pub(crate) fn insert(c: &mut Conn, game: &Game, fingerprint: &str) -> Result<(), Error> {
    let turns: Vec<String> = game.record.turns().iter().map(Turn::to_string).collect();
    let row = Row {
        id: game.id,
        rule_set: game.record.rule_set().name().to_owned(),
        first_player_id: game.first.id,
        second_player_id: game.second.id,
        played_on: game.played_on,
        turns: turns.join(" "),
        result: game.record.result().word().to_owned(),
        termination: game.record.termination().word().to_owned(),
        recorded_by: game.recorded_by,
        recorded_at: game.recorded_at,
        fingerprint: fingerprint.to_owned(),
    };
    diesel::insert_into(games::table).values(&row).execute(c)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Game>, Error> {
    Ok(find_with_fingerprint(c, id)?.map(|(game, _)| game))
}

/// The game, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Game, String)>, Error> {
    let row: Option<Row> = games::table.find(id).first(c).optional()?;
    let Some(row) = row else { return Ok(None) };
    let fingerprint = row.fingerprint.clone();
    Ok(games_of(c, vec![row])?.pop().map(|game| (game, fingerprint)))
}

/// Which games to list.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    pub(crate) player: Option<Id>,
    pub(crate) rule_set: Option<String>,
    pub(crate) result: Option<GameResult>,
    /// The day and the id after which to begin.
    pub(crate) after: Option<(NaiveDate, Id)>,
}

/// Games, the latest first.
pub(crate) fn list(c: &mut Conn, filter: Filter, rows: i64) -> Result<Vec<Game>, Error> {
    let mut query = games::table.order((games::played_on.desc(), games::id.desc())).limit(rows).into_boxed();
    if let Some(player) = filter.player {
        let player = players::store::entries(c, player)?;
        let first = games::first_player_id.eq_any(player.clone());
        query = query.filter(first.or(games::second_player_id.eq_any(player)));
    }
    if let Some(rule_set) = filter.rule_set {
        query = query.filter(games::rule_set.eq(rule_set));
    }
    if let Some(result) = filter.result {
        query = query.filter(games::result.eq(result.word()));
    }
    if let Some((day, id)) = filter.after {
        query = query.filter(games::played_on.lt(day).or(games::played_on.eq(day).and(games::id.lt(id))));
    }
    let rows: Vec<Row> = query.load(c)?;
    games_of(c, rows)
}
