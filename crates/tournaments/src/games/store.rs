//! Games in the database.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::Date;

use crate::db::keyset::beyond;
use crate::db::prepared::{Prepared, padded};
use crate::db::schema::{games, tournaments};
use crate::db::{self, BATCH, Conn};
use crate::games::openings::{self, Class};
use crate::games::projections;
use crate::games::projections::store::Waiting;
use crate::games::statistics::EndingTally;
use crate::games::{Game, GameResult, MatchGame, Play, Record, Termination};
use crate::on_either;
use crate::players;
use crate::tournaments::model::{TournamentLevel, contestant};
use crate::tournaments::visitors;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, EntryId, GameId, MatchId, PlayerId, TournamentId};
use crate::values::sql_types::Uid;

#[derive(Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = games, treat_none_as_default_value = false, treat_none_as_null = true)]
struct GameRow {
    id: GameId,
    serial: i64,
    rule_set: String,
    first_player_id: Option<PlayerId>,
    second_player_id: Option<PlayerId>,
    played_on: NaiveDate,
    match_id: Option<MatchId>,
    tournament_id: Option<TournamentId>,
    number: Option<i64>,
    turns: String,
    plies: i64,
    result: String,
    termination: String,
    recorded_by: AccountId,
    recorded_at: Timestamp,
    digest: String,
    version: i64,
    withdrawn_at: Option<Timestamp>,
    first_entry_id: Option<EntryId>,
    second_entry_id: Option<EntryId>,
}

/// Reads back a record from the words in which it is kept.
pub(crate) fn record(rule_set: &str, turns: &str, result: &str, termination: &str) -> Option<Record> {
    let play = Play::Turns {
        rule_set: rule_set.parse().ok()?,
        turns: turns.split(' ').map(str::to_owned).collect(),
        result: GameResult::from_word(result),
        termination: Termination::from_word(termination),
    };
    Record::judge(&play).ok()
}

/// The ids by which a match names the two: of players of the register, or else of the visitors of the entries.
pub fn sides(players: [Option<PlayerId>; 2], entries: [Option<EntryId>; 2]) -> [Option<PlayerId>; 2] {
    let [first, second] = entries.map(|entry| entry.map(contestant::id_of));
    [players[0].or(first), players[1].or(second)]
}

impl GameRow {
    fn of(game: &Game, serial: i64) -> GameRow {
        GameRow {
            id: game.id,
            serial,
            rule_set: game.record.rule_set().to_string(),
            first_player_id: game.first.player().map(|player| player.id),
            second_player_id: game.second.player().map(|player| player.id),
            played_on: game.played_on,
            match_id: game.of.map(|of| of.match_id),
            tournament_id: game.tournament,
            number: game.of.map(|of| of.number),
            turns: game.record.turns_text(),
            plies: i64::try_from(game.record.turns().len()).unwrap_or(i64::MAX),
            result: game.record.result().as_str().to_owned(),
            termination: game.record.termination().as_str().to_owned(),
            recorded_by: game.recorded_by,
            recorded_at: game.recorded_at,
            digest: game.digest(),
            version: game.version,
            withdrawn_at: game.withdrawn_at,
            first_entry_id: game.first.visitor().map(|visitor| visitor.entry),
            second_entry_id: game.second.visitor().map(|visitor| visitor.entry),
        }
    }

    /// The ids by which the match names the two.
    fn sides(&self) -> [Option<PlayerId>; 2] {
        sides(
            [self.first_player_id, self.second_player_id],
            [self.first_entry_id, self.second_entry_id],
        )
    }
}

/// The games of the rows, with their players, in the same order.
fn games_of(c: &mut Conn, rows: Vec<GameRow>) -> Result<Vec<Game>, Error> {
    let ids: Vec<PlayerId> = rows.iter().flat_map(GameRow::sides).flatten().collect();
    let players = visitors::store::find_contestants(c, &ids)?;
    rows.into_iter()
        .map(|row| {
            let unreadable = || Error::Internal(format!("game {} cannot be read back", row.id));
            let [first, second] = row.sides();
            let player = |id: Option<PlayerId>| id.and_then(|id| players.get(&id)).cloned().ok_or_else(unreadable);
            Ok(Game {
                id: row.id,
                first: player(first)?,
                second: player(second)?,
                played_on: row.played_on,
                of: row
                    .match_id
                    .zip(row.number)
                    .map(|(match_id, number)| MatchGame { match_id, number }),
                tournament: row.tournament_id,
                record: record(&row.rule_set, &row.turns, &row.result, &row.termination).ok_or_else(unreadable)?,
                version: row.version,
                recorded_by: row.recorded_by,
                recorded_at: row.recorded_at,
                withdrawn_at: row.withdrawn_at,
            })
        })
        .collect()
}

/// Keeps new games, which wait to be projected.
pub fn insert(c: &mut Conn, new: &[&Game]) -> Result<(), Error> {
    let serials = db::fresh_numbers(c, "games_serial_seq", new.len(), |c| {
        games::table.select(diesel::dsl::max(games::serial)).first(c)
    })?;
    let rows: Vec<GameRow> = serials
        .iter()
        .zip(new)
        .map(|(serial, game)| GameRow::of(game, *serial))
        .collect();
    for rows in rows.chunks(BATCH) {
        match rows {
            // Of a single row the statement is kept.
            [row] => on_either!(&mut *c, c => diesel::insert_into(games::table).values(row).execute(c))?,
            rows => on_either!(&mut *c, c => diesel::insert_into(games::table).values(rows).execute(c))?,
        };
    }
    let waiting = rows.iter().map(|row| Waiting {
        game: row.serial,
        projected: 0,
        version: row.version,
    });
    projections::store::wait(c, &waiting.collect::<Vec<_>>())
}

/// Keeps a game as it was corrected or withdrawn, which waits to be projected anew.
pub fn update(c: &mut Conn, before: &Game, after: &Game) -> Result<(), Error> {
    let serial: i64 = games::table.find(before.id).select(games::serial).first(c)?;
    diesel::update(games::table.find(before.id))
        .set(&GameRow::of(after, serial))
        .execute(c)?;
    let version = if after.withdrawn_at.is_none() { after.version } else { 0 };
    let changed = Waiting {
        game: serial,
        projected: before.version,
        version,
    };
    projections::store::wait_anew(c, changed)
}

/// The game of that id, withdrawn or not.
pub fn find(c: &mut Conn, id: GameId) -> Result<Option<Game>, Error> {
    let row = games::table.find(id).select(GameRow::as_select()).first(c).optional()?;
    Ok(games_of(c, row.into_iter().collect())?.pop())
}

/// Tells which of these ids are games', and whether the games hold.
pub fn find_holding(c: &mut Conn, ids: &[GameId]) -> Result<HashMap<GameId, bool>, Error> {
    let mut found = HashMap::new();
    for ids in ids.chunks(BATCH) {
        let of_ids = games::table.filter(games::id.eq_any(ids));
        let rows: Vec<(GameId, Option<Timestamp>)> = of_ids.select((games::id, games::withdrawn_at)).load(c)?;
        found.extend(rows.into_iter().map(|(id, withdrawn)| (id, withdrawn.is_none())));
    }
    Ok(found)
}

/// Finds the games that hold and have one of these digests.
pub fn find_by_digests(c: &mut Conn, digests: &[String]) -> Result<HashMap<String, GameId>, Error> {
    let mut found = HashMap::new();
    for digests in digests.chunks(BATCH) {
        let holding = games::table.filter(games::withdrawn_at.is_null().and(games::digest.eq_any(padded(digests))));
        let rows: Vec<(String, GameId)> = Prepared(holding.select((games::digest, games::id))).load(c)?;
        found.extend(rows);
    }
    Ok(found)
}

/// The games to list, or to count.
#[derive(Debug, Clone, Default)]
pub struct GameFilter {
    pub player: Option<PlayerId>,
    pub opponent: Option<PlayerId>,
    pub tournament: Option<TournamentId>,
    pub level: Option<TournamentLevel>,
    pub rule_set: Option<String>,
    pub result: Option<GameResult>,
    pub termination: Option<Termination>,
    /// Played on that day or later.
    pub from: Option<NaiveDate>,
    /// Played on that day or earlier.
    pub until: Option<NaiveDate>,
    /// The fewest turns.
    pub least_plies: Option<i64>,
    /// The most turns.
    pub most_plies: Option<i64>,
    /// The class of a position that came.
    pub position: Option<Class>,
    /// The day and the id after which to begin.
    pub after: Option<(NaiveDate, GameId)>,
}

impl GameFilter {
    /// Whether all games of its days are looked at, one after the other, to find those that are sought. The games of a player
    /// or of a tournament are few.
    fn walks(&self) -> bool {
        let of_few = self.player.is_some() || self.tournament.is_some();
        let by_word =
            self.level.is_some() || self.rule_set.is_some() || self.result.is_some() || self.termination.is_some();
        let by_length = self.least_plies.is_some() || self.most_plies.is_some();
        !of_few && (by_word || by_length || self.position.is_some())
    }
}

type Query<'a> = games::BoxedQuery<'a, crate::db::MultiBackend>;

/// The games that hold and are to be listed, in no order. Those of a position that came in few are looked up by their serials.
fn filtered<'a>(c: &mut Conn, filter: GameFilter, few: Option<Vec<i64>>) -> Result<Query<'a>, Error> {
    let mut query = games::table.filter(games::withdrawn_at.is_null()).into_boxed();
    if let Some(player) = filter.player {
        let (first, second) = (games::first_player_id, games::second_player_id);
        let player = players::store::entries(c, player)?;
        query = match filter.opponent {
            None => query.filter(first.eq_any(player.clone()).or(second.eq_any(player))),
            Some(opponent) => {
                let opponent = players::store::entries(c, opponent)?;
                let began = first.eq_any(player.clone()).and(second.eq_any(opponent.clone()));
                query.filter(began.or(second.eq_any(player).and(first.eq_any(opponent))))
            }
        };
    }
    if let Some(tournament) = filter.tournament {
        query = query.filter(games::tournament_id.eq(tournament));
    }
    if let Some(level) = filter.level {
        // Asked of each game: the games of all tournaments of a level would have to be sorted.
        let of_tournament = tournaments::table.filter(tournaments::id.nullable().eq(games::tournament_id));
        query = query.filter(
            of_tournament
                .select(tournaments::level)
                .single_value()
                .eq(level.as_str()),
        );
    }
    if let Some(rule_set) = filter.rule_set {
        query = query.filter(games::rule_set.eq(rule_set));
    }
    if let Some(result) = filter.result {
        query = query.filter(games::result.eq(result.as_str()));
    }
    if let Some(termination) = filter.termination {
        query = query.filter(games::termination.eq(termination.as_str()));
    }
    if let Some(from) = filter.from {
        query = query.filter(games::played_on.ge(from));
    }
    if let Some(until) = filter.until {
        query = query.filter(games::played_on.le(until));
    }
    if let Some(least) = filter.least_plies {
        query = query.filter(games::plies.ge(least));
    }
    if let Some(most) = filter.most_plies {
        query = query.filter(games::plies.le(most));
    }
    match (few, filter.position) {
        (Some(serials), _) => query = query.filter(games::serial.eq_any(padded(&serials))),
        (None, Some(class)) => query = query.filter(openings::store::came(class)),
        (None, None) => {}
    }
    if let Some((day, id)) = filter.after {
        query = query.filter(beyond!("(games.played_on, games.id) <", Date = day, Uid = id));
    }
    Ok(query)
}

/// All of the games that hold and are sought, the latest first, so many of them.
pub fn list(c: &mut Conn, filter: GameFilter, rows: i64) -> Result<Vec<Game>, Error> {
    let query = filtered(c, filter, None)?;
    latest(c, query, rows)
}

/// The most games that a search looks at for a page. So a page takes as long however many games there are; where hardly one
/// is sought it has few, and the next one goes on from there.
const LOOKED_AT: i64 = 10_000;

/// The place of a game among all, the latest first: its day and its id.
type GamePlace = (NaiveDate, GameId);

/// Games that hold and are sought, the latest first; and the place of the last that was looked at, if the search ended there
/// with less than so many.
pub fn search(c: &mut Conn, filter: GameFilter, rows: i64) -> Result<(Vec<Game>, Option<GamePlace>), Error> {
    let few = filter.position.map(|class| openings::store::some_games(c, class));
    let few = few.transpose()?.flatten();
    let end = if few.is_none() && filter.walks() {
        end_of_walk(c, &filter)?
    } else {
        None
    };
    let mut query = filtered(c, filter, few)?;
    if let Some((day, id)) = end {
        query = query.filter(beyond!("(games.played_on, games.id) >=", Date = day, Uid = id));
    }
    let found = latest(c, query, rows)?;
    let is_full = i64::try_from(found.len()).is_ok_and(|found| found >= rows);
    Ok((found, end.filter(|_| !is_full)))
}

/// The last game that is looked at for a page; none if all that there are can be.
fn end_of_walk(c: &mut Conn, filter: &GameFilter) -> Result<Option<GamePlace>, Error> {
    let days = GameFilter {
        from: filter.from,
        until: filter.until,
        after: filter.after,
        ..GameFilter::default()
    };
    let walked = filtered(c, days, None)?.order((games::played_on.desc(), games::id.desc()));
    let last = walked
        .offset(LOOKED_AT - 1)
        .limit(1)
        .select((games::played_on, games::id));
    Ok(last.first(c).optional()?)
}

fn latest(c: &mut Conn, query: Query<'_>, rows: i64) -> Result<Vec<Game>, Error> {
    let latest = query.order((games::played_on.desc(), games::id.desc())).limit(rows);
    let rows = Prepared(latest.select(GameRow::as_select())).load(c)?;
    games_of(c, rows)
}

/// The end of a game, and the number of turns after which it came.
#[derive(Queryable, Selectable)]
#[diesel(table_name = games)]
struct EndRow {
    result: String,
    termination: String,
    plies: i64,
}

/// Counts games one by one, by how they ended.
pub fn count(c: &mut Conn, filter: GameFilter, tally: &mut EndingTally) -> Result<(), Error> {
    // Summed up here: on the sum of both databases a boxed query cannot be grouped, nor be part of another.
    let ends: Vec<EndRow> = filtered(c, filter, None)?.select(EndRow::as_select()).load(c)?;
    for end in ends {
        tally.add_ending(&end.result, &end.termination, 1)?;
        tally.add_length(end.plies, 1);
    }
    Ok(())
}
