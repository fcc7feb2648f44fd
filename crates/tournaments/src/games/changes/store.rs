//! Games as they were before they were corrected or withdrawn.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::game_versions;
use crate::games::Game;
use crate::games::changes::Superseded;
use crate::games::store::{record, sides};
use crate::tournaments::visitors;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, EntryId, GameId, PlayerId};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = game_versions)]
struct GameVersionRow {
    game_id: GameId,
    version: i64,
    rule_set: String,
    first_player_id: Option<PlayerId>,
    second_player_id: Option<PlayerId>,
    played_on: NaiveDate,
    turns: String,
    result: String,
    termination: String,
    recorded_by: AccountId,
    recorded_at: Timestamp,
    reason: String,
    ended_by: AccountId,
    ended_at: Timestamp,
    first_entry_id: Option<EntryId>,
    second_entry_id: Option<EntryId>,
}

impl GameVersionRow {
    /// The ids by which the match names the two.
    fn sides(&self) -> [Option<PlayerId>; 2] {
        sides(
            [self.first_player_id, self.second_player_id],
            [self.first_entry_id, self.second_entry_id],
        )
    }
}

/// Keeps what a game was.
pub(crate) fn insert(c: &mut Conn, superseded: &Superseded) -> Result<(), Error> {
    let game = &superseded.game;
    let row = GameVersionRow {
        game_id: game.id,
        version: game.version,
        rule_set: game.record.rule_set().to_string(),
        first_player_id: game.first.player().map(|player| player.id),
        second_player_id: game.second.player().map(|player| player.id),
        played_on: game.played_on,
        turns: game.record.turns_text(),
        result: game.record.result().as_str().to_owned(),
        termination: game.record.termination().as_str().to_owned(),
        recorded_by: game.recorded_by,
        recorded_at: game.recorded_at,
        reason: superseded.reason.clone(),
        ended_by: superseded.ended_by,
        ended_at: superseded.ended_at,
        first_entry_id: game.first.visitor().map(|visitor| visitor.entry),
        second_entry_id: game.second.visitor().map(|visitor| visitor.entry),
    };
    diesel::insert_into(game_versions::table).values(&row).execute(c)?;
    Ok(())
}

/// The versions of a game before it was what it is, the oldest first.
pub(crate) fn list(c: &mut Conn, of: &Game) -> Result<Vec<Superseded>, Error> {
    let of_game = game_versions::table.filter(game_versions::game_id.eq(of.id));
    let rows: Vec<GameVersionRow> = of_game
        .order(game_versions::version)
        .select(GameVersionRow::as_select())
        .load(c)?;
    let ids: Vec<PlayerId> = rows.iter().flat_map(GameVersionRow::sides).flatten().collect();
    let players = visitors::store::find_contestants(c, &ids)?;
    rows.into_iter()
        .map(|row| {
            let unreadable = || Error::Internal(format!("game {} cannot be read back", row.game_id));
            let [first, second] = row.sides();
            let player = |id: Option<PlayerId>| id.and_then(|id| players.get(&id)).cloned().ok_or_else(unreadable);
            let game = Game {
                first: player(first)?,
                second: player(second)?,
                played_on: row.played_on,
                record: record(&row.rule_set, &row.turns, &row.result, &row.termination).ok_or_else(unreadable)?,
                version: row.version,
                recorded_by: row.recorded_by,
                recorded_at: row.recorded_at,
                withdrawn_at: None,
                ..of.clone()
            };
            Ok(Superseded {
                game,
                reason: row.reason,
                ended_by: row.ended_by,
                ended_at: row.ended_at,
            })
        })
        .collect()
}
