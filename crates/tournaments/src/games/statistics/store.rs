//! Counters of how games ended.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::counters::add_up;
use crate::db::schema::{game_endings, game_lengths};
use crate::games::statistics::span::Span;
use crate::games::statistics::{EndCounts, EndingTally, Scope};
use crate::games::store::{self, GameFilter};
use crate::values::error::Error;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = game_endings, treat_none_as_default_value = false)]
struct EndingRow {
    month: i64,
    rule_set: String,
    level: String,
    result: String,
    termination: String,
    games: i64,
}

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = game_lengths, treat_none_as_default_value = false)]
struct LengthRow {
    month: i64,
    rule_set: String,
    level: String,
    plies: i64,
    games: i64,
}

/// Adds to the counters.
pub(crate) fn count(c: &mut Conn, counts: &EndCounts) -> Result<(), Error> {
    let endings = counts.endings.iter().filter(|(_, games)| **games != 0);
    let endings = endings.map(|((scope, result, termination), games)| EndingRow {
        month: scope.month,
        rule_set: scope.rule_set.clone(),
        level: scope.level.clone(),
        result: result.clone(),
        termination: termination.clone(),
        games: *games,
    });
    let endings: Vec<EndingRow> = endings.collect();
    let lengths = counts.lengths.iter().filter(|(_, games)| **games != 0);
    let lengths = lengths.map(|((scope, plies), games)| LengthRow {
        month: scope.month,
        rule_set: scope.rule_set.clone(),
        level: scope.level.clone(),
        plies: *plies,
        games: *games,
    });
    let lengths: Vec<LengthRow> = lengths.collect();
    add_endings(c, &endings)?;
    add_lengths(c, &lengths)
}

fn add_endings(c: &mut Conn, rows: &[EndingRow]) -> Result<(), Error> {
    add_up!(c, rows, game_endings, (month, rule_set, level, result, termination))
}

fn add_lengths(c: &mut Conn, rows: &[LengthRow]) -> Result<(), Error> {
    add_up!(c, rows, game_lengths, (month, rule_set, level, plies))
}

/// The ends of games, counted. Whole months are read off the counters. Counted one by one are those of a player or of a
/// tournament, which are few, and those of the days at an end of the time that make no whole month.
pub(crate) fn read(c: &mut Conn, filter: &GameFilter) -> Result<EndingTally, Error> {
    let mut tally = EndingTally::default();
    if filter.player.is_some() || filter.tournament.is_some() {
        store::count(c, filter.clone(), &mut tally)?;
        return Ok(tally);
    }
    let span = Span::of(filter.from, filter.until);
    if let Some(months) = span.months {
        add_months(c, filter, months, &mut tally)?;
    }
    for (first, last) in span.days {
        let of_days = GameFilter {
            from: Some(first),
            until: Some(last),
            ..filter.clone()
        };
        store::count(c, of_days, &mut tally)?;
    }
    Ok(tally)
}

/// Adds what the counters of those months say.
fn add_months(
    c: &mut Conn,
    filter: &GameFilter,
    (first, last): (i64, i64),
    tally: &mut EndingTally,
) -> Result<(), Error> {
    let mut endings = game_endings::table
        .filter(game_endings::month.between(first, last))
        .into_boxed();
    let mut lengths = game_lengths::table
        .filter(game_lengths::month.between(first, last))
        .into_boxed();
    // All games are counted together under an empty name of rules.
    let rules = filter.rule_set.clone().or(filter.level.is_none().then(String::new));
    if let Some(rules) = rules {
        endings = endings.filter(game_endings::rule_set.eq(rules.clone()));
        lengths = lengths.filter(game_lengths::rule_set.eq(rules));
    }
    if let Some(level) = filter.level {
        endings = endings.filter(game_endings::level.eq(level.as_str()));
        lengths = lengths.filter(game_lengths::level.eq(level.as_str()));
    }
    let endings: Vec<(String, String, i64)> = endings
        .select((game_endings::result, game_endings::termination, game_endings::games))
        .load(c)?;
    for (result, termination, games) in endings {
        tally.add_ending(&result, &termination, games)?;
    }
    let lengths: Vec<(i64, i64)> = lengths.select((game_lengths::plies, game_lengths::games)).load(c)?;
    for (plies, games) in lengths {
        tally.add_length(plies, games);
    }
    Ok(())
}

/// All counters, as they are kept.
pub(crate) fn all(c: &mut Conn) -> Result<EndCounts, Error> {
    let mut counts = EndCounts::default();
    let endings: Vec<EndingRow> = game_endings::table.select(EndingRow::as_select()).load(c)?;
    for row in endings {
        let scope = Scope::new(row.month, &row.rule_set, &row.level);
        counts.endings.insert((scope, row.result, row.termination), row.games);
    }
    let lengths: Vec<LengthRow> = game_lengths::table.select(LengthRow::as_select()).load(c)?;
    for row in lengths {
        let scope = Scope::new(row.month, &row.rule_set, &row.level);
        counts.lengths.insert((scope, row.plies), row.games);
    }
    Ok(counts)
}
