//! The positions of games: by them games are found, and it is counted how games went on.

use std::collections::{BTreeMap, HashMap};

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::sql_types::BigInt;
use diesel::upsert::excluded;

use crate::db::schema::{games, openings, positions};
use crate::db::{BATCH, Conn};
use crate::games::openings::{Class, Occurrence, OpeningTally, occurrences};
use crate::games::{GameResult, Record};
use crate::on_either;
use crate::values::error::Error;

#[derive(Insertable)]
#[diesel(table_name = positions)]
struct PositionRow {
    class: i64,
    game: i64,
    next: i64,
}

#[derive(Insertable)]
#[diesel(table_name = openings)]
struct OpeningRow {
    class: i64,
    next: i64,
    result: &'static str,
    /// The serial of the game that is counted, as long as it stands by itself; 0 for all the others.
    part: i64,
    games: i64,
}

/// Keeps the positions of games, each game with its serial.
pub(crate) fn keep(c: &mut Conn, games: &[(i64, &Record)]) -> Result<(), Error> {
    let found: Vec<(i64, GameResult, Vec<Occurrence>)> = games
        .iter()
        .map(|(serial, record)| (*serial, record.result(), occurrences(record)))
        .collect();
    let all = found
        .iter()
        .flat_map(|(game, _, of_game)| of_game.iter().map(move |occurrence| (*game, occurrence)));
    let mut rows: Vec<PositionRow> = all
        .map(|(game, occurrence)| PositionRow {
            class: occurrence.class.number(),
            game,
            next: occurrence.next.number(),
        })
        .collect();
    // In the order in which they are kept, so that each page is written once.
    rows.sort_unstable_by_key(|row| (row.class, row.game));
    for rows in rows.chunks(BATCH) {
        on_either!(&mut *c, c => diesel::insert_into(positions::table).values(rows).execute(c))?;
    }
    count(c, &found, 1)
}

/// Takes away the positions of a game.
pub(crate) fn discard(c: &mut Conn, serial: i64, record: &Record) -> Result<(), Error> {
    let of_game = occurrences(record);
    let classes: Vec<i64> = of_game.iter().map(|occurrence| occurrence.class.number()).collect();
    for classes in classes.chunks(BATCH) {
        let theirs = positions::table.filter(positions::class.eq_any(classes).and(positions::game.eq(serial)));
        diesel::delete(theirs).execute(c)?;
    }
    count(c, &[(serial, record.result(), of_game)], -1)
}

/// Adds so many times what games contribute to the counts of the openings. On PostgreSQL what each adds stands by itself at
/// first, since all games begin alike and whoever recorded one would wait for all others; see [`gather`].
fn count(c: &mut Conn, games: &[(i64, GameResult, Vec<Occurrence>)], times: i64) -> Result<(), Error> {
    let apart = matches!(c, Conn::Postgres(_));
    let mut counts: BTreeMap<(Class, Class, &'static str, i64), i64> = BTreeMap::new();
    for (serial, result, of_game) in games {
        let part = if apart { *serial } else { 0 };
        for occurrence in of_game.iter().filter(|occurrence| occurrence.counted) {
            let way = (occurrence.class, occurrence.next, result.as_str(), part);
            *counts.entry(way).or_default() += times;
        }
    }
    let rows: Vec<OpeningRow> = counts
        .into_iter()
        .map(|((class, next, result, part), games)| OpeningRow {
            class: class.number(),
            next: next.number(),
            result,
            part,
            games,
        })
        .collect();
    match c {
        Conn::Sqlite(c) => rows.iter().try_for_each(|row| add(c, row).map(|_| ()))?,
        Conn::Postgres(c) => {
            for rows in rows.chunks(BATCH) {
                diesel::insert_into(openings::table)
                    .values(rows)
                    .on_conflict((openings::class, openings::next, openings::result, openings::part))
                    .do_update()
                    .set(openings::games.eq(openings::games + excluded(openings::games)))
                    .execute(c)?;
            }
        }
    }
    Ok(())
}

fn add(c: &mut SqliteConnection, row: &OpeningRow) -> QueryResult<usize> {
    diesel::insert_into(openings::table)
        .values(row)
        .on_conflict((openings::class, openings::next, openings::result, openings::part))
        .do_update()
        .set(openings::games.eq(openings::games + excluded(openings::games)))
        .execute(c)
}

/// Puts what stands by itself to the rest, for some games. Whether there may be more.
pub(crate) fn gather(c: &mut Conn) -> Result<bool, Error> {
    /// Rows at a time: some 100 games.
    const MOST: i64 = 1000;
    const GATHER: &str = "WITH gone AS (DELETE FROM openings WHERE (class, next, result, part) IN \
            (SELECT class, next, result, part FROM openings WHERE part <> 0 LIMIT $1) \
            RETURNING class, next, result, games), \
        sums AS (INSERT INTO openings (class, next, result, part, games) \
            SELECT class, next, result, 0, SUM(games) FROM gone GROUP BY class, next, result \
            ON CONFLICT (class, next, result, part) DO UPDATE SET games = openings.games + EXCLUDED.games) \
        SELECT COUNT(*) AS rows FROM gone";
    let Conn::Postgres(c) = c else {
        return Ok(false);
    };
    let gathered: Gathered = diesel::sql_query(GATHER).bind::<BigInt, _>(MOST).get_result(c)?;
    Ok(gathered.rows == MOST)
}

#[derive(QueryableByName)]
struct Gathered {
    #[diesel(sql_type = BigInt)]
    rows: i64,
}

/// Games that went on alike from a position, and ended alike.
#[derive(Queryable, Selectable)]
#[diesel(table_name = openings)]
struct TallyRow {
    next: i64,
    result: String,
    games: i64,
}

/// The games that came to a position of the class, by the way in which they went on; `counted` says whether they are
/// counted as they come in.
pub(crate) fn tallies(c: &mut Conn, class: Class, counted: bool) -> Result<HashMap<Class, OpeningTally>, Error> {
    let rows: Vec<TallyRow> = if counted {
        let of_class = openings::table.filter(openings::class.eq(class.number()));
        of_class.select(TallyRow::as_select()).load(c)?
    } else {
        let games = positions::table.inner_join(games::table.on(games::serial.eq(positions::game)));
        let of_class = games.filter(positions::class.eq(class.number()));
        let ends: Vec<(i64, String)> = of_class.select((positions::next, games::result)).load(c)?;
        let game = |(next, result)| TallyRow { next, result, games: 1 };
        ends.into_iter().map(game).collect()
    };
    let mut tallies: HashMap<Class, OpeningTally> = HashMap::new();
    for row in rows {
        let result = GameResult::from_word(&row.result);
        let result = result.ok_or_else(|| Error::Internal("a game's result is no word".to_owned()))?;
        let next = Class::from_number(row.next);
        tallies.entry(next).or_default().add(result, row.games);
    }
    tallies.retain(|_, tally| tally.games > 0);
    Ok(tallies)
}

/// The serials of the games in which a position of the class came; none if they are too many to be looked up one by one.
pub(crate) fn some_games(c: &mut Conn, class: Class) -> Result<Option<Vec<i64>>, Error> {
    /// The most games that are looked up one by one: where more came to a position, one in some hundred did, and the
    /// list is walked along.
    const MOST: i64 = 1000;
    let of_class = positions::table.filter(positions::class.eq(class.number()));
    let serials: Vec<i64> = of_class.select(positions::game).limit(MOST + 1).load(c)?;
    Ok(Some(serials).filter(|serials| i64::try_from(serials.len()).is_ok_and(|games| games <= MOST)))
}

/// Whether a position of the class came in the game.
#[diesel::dsl::auto_type]
pub(crate) fn came(class: Class) -> _ {
    let number: i64 = class.number();
    exists(
        positions::table
            .filter(positions::class.eq(number))
            .filter(positions::game.eq(games::serial)),
    )
}
