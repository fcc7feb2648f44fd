//! The positions of games: by them games are found, and it is counted how games went on.

use std::collections::HashMap;

use diesel::dsl::exists;
use diesel::prelude::*;
use diesel::upsert::excluded;

use crate::db::counters::add_up;
use crate::db::schema::{games, openings, positions};
use crate::db::{BATCH, Conn};
use crate::games::GameResult;
use crate::games::openings::{Class, Occurrence, OpeningTally, Ways};
use crate::values::error::Error;

/// A position that came in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Insertable)]
#[diesel(table_name = positions, treat_none_as_default_value = false)]
pub(crate) struct PositionRow {
    class: i64,
    game: i64,
    next: i64,
}

impl PositionRow {
    /// The row of a position that came in the game with that serial.
    pub(crate) fn new(game: i64, position: &Occurrence) -> PositionRow {
        PositionRow {
            class: position.class.number(),
            game,
            next: position.next.number(),
        }
    }
}

#[derive(Insertable)]
#[diesel(table_name = openings, treat_none_as_default_value = false)]
struct OpeningRow<'a> {
    class: i64,
    next: i64,
    result: &'a str,
    games: i64,
}

/// Keeps positions of games; one that is kept already is as it is told now.
pub(crate) fn keep(c: &mut Conn, rows: &[PositionRow]) -> Result<(), Error> {
    for rows in rows.chunks(BATCH) {
        match c {
            Conn::Sqlite(c) => diesel::replace_into(positions::table).values(rows).execute(c)?,
            Conn::Postgres(c) => diesel::insert_into(positions::table)
                .values(rows)
                .on_conflict((positions::class, positions::game))
                .do_update()
                .set(positions::next.eq(excluded(positions::next)))
                .execute(c)?,
        };
    }
    Ok(())
}

/// Takes positions of a game away.
pub(crate) fn discard(c: &mut Conn, game: i64, classes: &[Class]) -> Result<(), Error> {
    let classes: Vec<i64> = classes.iter().map(|class| class.number()).collect();
    for classes in classes.chunks(BATCH) {
        let theirs = positions::table.filter(positions::class.eq_any(classes).and(positions::game.eq(game)));
        diesel::delete(theirs).execute(c)?;
    }
    Ok(())
}

/// Adds to the counts of the openings.
pub(crate) fn count(c: &mut Conn, ways: &Ways) -> Result<(), Error> {
    let rows: Vec<OpeningRow<'_>> = ways
        .iter()
        .filter(|(_, games)| **games != 0)
        .map(|((class, next, result), games)| OpeningRow {
            class: class.number(),
            next: next.number(),
            result,
            games: *games,
        })
        .collect();
    add_up!(c, &rows, openings, (class, next, result))
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
        let of_class = games.filter(positions::class.eq(class.number()).and(games::withdrawn_at.is_null()));
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
