//! Games that wait to be projected.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::upsert::excluded;

use crate::db::schema::{game_versions, games, games_to_project, projections, tournaments};
use crate::db::{BATCH, Conn};
use crate::games::openings::Class;
use crate::games::openings::store::{self as positions, PositionRow};
use crate::games::projections::{Round, Tallies, Task, Version};
use crate::games::statistics;
use crate::on_either;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::GameId;

/// The most games of a round.
const MOST_GAMES: i64 = 4096;

/// The most turns of the games of a round, so that it takes some megabytes however long they are.
const MOST_TURNS: i64 = 100_000;

/// A game of which the projections are not as it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Queryable, Selectable, Insertable)]
#[diesel(table_name = games_to_project, treat_none_as_default_value = false)]
pub(crate) struct Waiting {
    /// Its serial.
    pub(crate) game: i64,
    /// The version that they tell of; 0 if none.
    pub(crate) projected: i64,
    /// The version that they are to tell of; 0 if none.
    pub(crate) version: i64,
}

/// The columns of which projections tell.
#[derive(Queryable, Selectable)]
#[diesel(table_name = games)]
struct PlayedRow {
    id: GameId,
    rule_set: String,
    turns: String,
    result: String,
    termination: String,
    played_on: NaiveDate,
    plies: i64,
    version: i64,
    withdrawn_at: Option<Timestamp>,
}

/// Notes that new games wait.
pub(crate) fn wait(c: &mut Conn, new: &[Waiting]) -> Result<(), Error> {
    for rows in new.chunks(BATCH) {
        match rows {
            // Of a single row the statement is kept.
            [row] => on_either!(&mut *c, c => diesel::insert_into(games_to_project::table).values(row).execute(c))?,
            rows => on_either!(&mut *c, c => diesel::insert_into(games_to_project::table).values(rows).execute(c))?,
        };
    }
    Ok(())
}

/// Notes that a game waits to be told of otherwise than it was so far. If it waits already, the projections still tell of
/// what they told then.
pub(crate) fn wait_anew(c: &mut Conn, changed: Waiting) -> Result<(), Error> {
    // On PostgreSQL the row is written in any case: so whoever takes it away, and this, do not pass each other by.
    on_either!(c, c => diesel::insert_into(games_to_project::table)
        .values(changed)
        .on_conflict(games_to_project::game)
        .do_update()
        .set(games_to_project::version.eq(excluded(games_to_project::version)))
        .execute(c))?;
    Ok(())
}

/// Whether a game waits.
pub(crate) fn is_waiting(c: &mut Conn) -> Result<bool, Error> {
    let first: Option<i64> = games_to_project::table
        .select(games_to_project::game)
        .first(c)
        .optional()?;
    Ok(first.is_some())
}

/// The games that wait, each with what projections tell of it; on one snapshot.
pub(crate) fn load(c: &mut Conn) -> Result<Round, Error> {
    let step: i64 = projections::table.select(projections::steps).first(c)?;
    let waiting = games_to_project::table
        .inner_join(games::table.on(games::serial.eq(games_to_project::game)))
        .left_join(tournaments::table.on(games::tournament_id.eq(tournaments::id.nullable())));
    let rows: Vec<(Waiting, PlayedRow, Option<String>)> = waiting
        .order(games_to_project::game)
        .limit(MOST_GAMES)
        .select((
            Waiting::as_select(),
            PlayedRow::as_select(),
            tournaments::level.nullable(),
        ))
        .load(c)?;
    let found = rows.len();
    let mut turns = 0;
    let rows = rows.into_iter().take_while(|(_, game, _)| {
        let is_first = turns == 0;
        turns += game.plies.max(1);
        is_first || turns <= MOST_TURNS
    });
    let rows: Vec<_> = rows.collect();
    let changed = rows
        .iter()
        .filter(|(waiting, ..)| waiting.projected != 0 || waiting.version != 1);
    let changed: Vec<GameId> = changed.map(|(_, game, _)| game.id).collect();
    let mut earlier = superseded(c, &changed)?;
    let is_all = rows.len() == found && i64::try_from(found).is_ok_and(|found| found < MOST_GAMES);
    let task = |(waiting, game, level): (Waiting, PlayedRow, Option<String>)| {
        let earlier = earlier.remove(&game.id).unwrap_or_default();
        task(waiting, game, level.as_ref(), &earlier)
    };
    let tasks = rows.into_iter().map(task).collect();
    Ok(Round { step, tasks, is_all })
}

/// The versions of those games before they were what they are, by their numbers. The level of their tournament is the same.
fn superseded(c: &mut Conn, ids: &[GameId]) -> Result<HashMap<GameId, BTreeMap<i64, Version>>, Error> {
    let mut found: HashMap<GameId, BTreeMap<i64, Version>> = HashMap::new();
    for ids in ids.chunks(BATCH) {
        let rows: Vec<(GameId, i64, String, String, String, String, NaiveDate)> = game_versions::table
            .filter(game_versions::game_id.eq_any(ids))
            .select((
                game_versions::game_id,
                game_versions::version,
                game_versions::rule_set,
                game_versions::turns,
                game_versions::result,
                game_versions::termination,
                game_versions::played_on,
            ))
            .load(c)?;
        for (id, number, rule_set, turns, result, termination, played_on) in rows {
            let version = Version {
                rule_set,
                turns,
                result,
                termination,
                played_on,
                level: None,
            };
            found.entry(id).or_default().insert(number, version);
        }
    }
    Ok(found)
}

fn task(waiting: Waiting, game: PlayedRow, level: Option<&String>, earlier: &BTreeMap<i64, Version>) -> Task {
    let of_tournament = |version: &Version| Version {
        level: level.cloned(),
        ..version.clone()
    };
    let before = earlier.get(&waiting.projected).map(of_tournament);
    let holds = game.withdrawn_at.is_none() && game.version == waiting.version;
    let after = holds.then(|| Version {
        rule_set: game.rule_set,
        turns: game.turns,
        result: game.result,
        termination: game.termination,
        played_on: game.played_on,
        level: level.cloned(),
    });
    let after = after.as_ref().map(Version::told);
    let kept: HashSet<Class> = after
        .iter()
        .flat_map(|told| &told.positions)
        .map(|one| one.class)
        .collect();
    let gone: HashSet<Class> = earlier
        .values()
        .flat_map(|version| version.told().positions)
        .map(|one| one.class)
        .filter(|class| !kept.contains(class))
        .collect();
    Task {
        waiting,
        before: before.as_ref().map(Version::told),
        after,
        gone: gone.into_iter().collect(),
    }
}

/// Whether nobody has gone on from that step. On PostgreSQL nobody does until the transaction has ended.
fn is_at(c: &mut Conn, step: i64) -> Result<bool, Error> {
    let now: i64 = match c {
        Conn::Sqlite(c) => projections::table.select(projections::steps).first(c)?,
        Conn::Postgres(c) => projections::table.select(projections::steps).for_share().first(c)?,
    };
    Ok(now == step)
}

/// Goes on from that step; false if another one did.
fn goes_on(c: &mut Conn, step: i64) -> Result<bool, Error> {
    let at = projections::table.filter(projections::steps.eq(step));
    let moved = diesel::update(at).set(projections::steps.eq(step + 1)).execute(c)?;
    Ok(moved == 1)
}

/// Keeps some positions, unless another one has gone on from the step; whether they were kept.
pub(crate) fn keep(c: &mut Conn, step: i64, rows: &[PositionRow]) -> Result<bool, Error> {
    let is_at = is_at(c, step)?;
    if is_at {
        positions::keep(c, rows)?;
    }
    Ok(is_at)
}

/// Discards positions that came no more, as [`keep`].
pub(crate) fn discard(c: &mut Conn, step: i64, gone: &[(i64, Vec<Class>)]) -> Result<bool, Error> {
    let is_at = is_at(c, step)?;
    if is_at {
        for (game, classes) in gone {
            positions::discard(c, *game, classes)?;
        }
    }
    Ok(is_at)
}

/// Counts games whose positions are kept, which wait no more; but not those that were changed since they were loaded.
/// False, if another one has gone on from the step.
pub(crate) fn settle(c: &mut Conn, step: i64, tasks: &[Task]) -> Result<bool, Error> {
    if !goes_on(c, step)? {
        return Ok(false);
    }
    let mut alike: BTreeMap<(i64, i64), Vec<i64>> = BTreeMap::new();
    for Task { waiting, .. } in tasks {
        let of_versions = alike.entry((waiting.projected, waiting.version)).or_default();
        of_versions.push(waiting.game);
    }
    let mut settled = HashSet::new();
    for ((projected, version), games) in alike {
        let as_loaded = games_to_project::projected
            .eq(projected)
            .and(games_to_project::version.eq(version));
        let as_loaded = games_to_project::table.filter(games_to_project::game.eq_any(games).and(as_loaded));
        let gone: Vec<i64> = on_either!(&mut *c, c => diesel::delete(as_loaded)
            .returning(games_to_project::game)
            .get_results(c))?;
        settled.extend(gone);
    }
    let mut tallies = Tallies::default();
    for task in tasks.iter().filter(|task| settled.contains(&task.waiting.game)) {
        for (told, times) in [(&task.before, -1), (&task.after, 1)] {
            if let Some(told) = told {
                tallies.add(told, times);
            }
        }
    }
    positions::count(c, &tallies.ways)?;
    statistics::store::count(c, &tallies.ends)?;
    Ok(true)
}
