//! Games as they are kept, for whoever examines them.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use diesel::dsl::{count_star, exists, not};
use diesel::prelude::*;

use crate::db::schema::{game_versions, games, games_to_project, openings, positions, tournaments};
use crate::db::{BATCH, Conn};
use crate::games::projections::Version;
use crate::games::projections::store::Waiting;
use crate::games::store::{record, sides};
use crate::games::{MatchGame, Record};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{EntryId, GameId, MatchId, PlayerId, TournamentId};

/// The columns that are told anew when the game is replayed.
#[derive(Queryable, Selectable)]
#[diesel(table_name = games)]
pub(super) struct Replayed {
    pub(super) rule_set: String,
    pub(super) turns: String,
    pub(super) result: String,
    pub(super) termination: String,
}

impl Replayed {
    fn version(&self, played_on: NaiveDate, level: Option<String>) -> Version {
        Version {
            rule_set: self.rule_set.clone(),
            turns: self.turns.clone(),
            result: self.result.clone(),
            termination: self.termination.clone(),
            played_on,
            level,
        }
    }

    /// The record, if the rules take it.
    pub(super) fn record(&self) -> Option<Record> {
        record(&self.rule_set, &self.turns, &self.result, &self.termination)
    }
}

/// A game as it is kept.
#[derive(Queryable, Selectable)]
#[diesel(table_name = games)]
pub(super) struct KeptGame {
    pub(super) id: GameId,
    pub(super) serial: i64,
    #[diesel(embed)]
    pub(super) play: Replayed,
    first_player_id: Option<PlayerId>,
    second_player_id: Option<PlayerId>,
    first_entry_id: Option<EntryId>,
    second_entry_id: Option<EntryId>,
    match_id: Option<MatchId>,
    number: Option<i64>,
    pub(super) tournament_id: Option<TournamentId>,
    pub(super) played_on: NaiveDate,
    pub(super) plies: i64,
    version: i64,
    pub(super) digest: String,
    pub(super) withdrawn_at: Option<Timestamp>,
}

impl KeptGame {
    /// The ids of the two, if there are two.
    pub(super) fn sides(&self) -> Option<[PlayerId; 2]> {
        let [first, second] = sides(
            [self.first_player_id, self.second_player_id],
            [self.first_entry_id, self.second_entry_id],
        );
        Some([first?, second?])
    }

    /// The game as projections tell of it.
    pub(super) fn version(&self, level: Option<String>) -> Version {
        self.play.version(self.played_on, level)
    }

    /// The version that projections are to tell of; 0 if none.
    pub(super) fn version_that_holds(&self) -> i64 {
        if self.withdrawn_at.is_none() { self.version } else { 0 }
    }

    /// The game of a match that it is.
    pub(super) fn of(&self) -> Option<MatchGame> {
        let of = self.match_id.zip(self.number);
        of.map(|(match_id, number)| MatchGame { match_id, number })
    }
}

/// A game as it was before it was corrected or withdrawn.
pub(super) struct KeptVersion {
    pub(super) version: i64,
    played_on: NaiveDate,
    pub(super) play: Replayed,
}

fn a_page() -> i64 {
    i64::try_from(BATCH).unwrap_or(i64::MAX)
}

/// The next games by their serials.
pub(super) fn page(c: &mut Conn, after: i64) -> Result<Vec<KeptGame>, Error> {
    let next = games::table.filter(games::serial.gt(after)).order(games::serial);
    Ok(next.limit(a_page()).select(KeptGame::as_select()).load(c)?)
}

/// The versions of a game before it was what it is.
pub(super) fn versions(c: &mut Conn, id: GameId) -> Result<Vec<KeptVersion>, Error> {
    let rows: Vec<(i64, NaiveDate, String, String, String, String)> = game_versions::table
        .filter(game_versions::game_id.eq(id))
        .order(game_versions::version)
        .select((
            game_versions::version,
            game_versions::played_on,
            game_versions::rule_set,
            game_versions::turns,
            game_versions::result,
            game_versions::termination,
        ))
        .load(c)?;
    let kept = |(version, played_on, rule_set, turns, result, termination)| KeptVersion {
        version,
        played_on,
        play: Replayed {
            rule_set,
            turns,
            result,
            termination,
        },
    };
    Ok(rows.into_iter().map(kept).collect())
}

/// The version of a game with that number before it was what it is, as projections tell of it; none if there is none.
pub(super) fn version(
    c: &mut Conn,
    game: &KeptGame,
    number: i64,
    level: Option<String>,
) -> Result<Option<Version>, Error> {
    let before = versions(c, game.id)?
        .into_iter()
        .find(|before| before.version == number);
    Ok(before.map(|before| before.play.version(before.played_on, level)))
}

/// The levels of all tournaments.
pub(super) fn levels(c: &mut Conn) -> Result<HashMap<TournamentId, String>, Error> {
    let all: Vec<(TournamentId, String)> = tournaments::table
        .select((tournaments::id, tournaments::level))
        .load(c)?;
    Ok(all.into_iter().collect())
}

/// The game as it waits to be projected, if it does.
pub(super) fn waiting(c: &mut Conn, serial: i64) -> Result<Option<Waiting>, Error> {
    let row = games_to_project::table.find(serial).select(Waiting::as_select());
    Ok(row.first(c).optional()?)
}

/// The number of games that wait to be projected.
pub(super) fn count_waiting(c: &mut Conn) -> Result<i64, Error> {
    Ok(games_to_project::table.select(count_star()).first(c)?)
}

/// Those of the positions that are kept of a game, each with the one after it.
pub(super) fn positions(c: &mut Conn, serial: i64, classes: &[i64]) -> Result<BTreeMap<i64, i64>, Error> {
    let mut found = BTreeMap::new();
    for classes in classes.chunks(BATCH) {
        let of_game = positions::game.eq(serial).and(positions::class.eq_any(classes));
        let rows: Vec<(i64, i64)> = positions::table
            .filter(of_game)
            .select((positions::class, positions::next))
            .load(c)?;
        found.extend(rows);
    }
    Ok(found)
}

/// The number of positions of all games.
pub(super) fn count_positions(c: &mut Conn) -> Result<i64, Error> {
    Ok(positions::table.select(count_star()).first(c)?)
}

/// The number of times that the openings count a game.
pub(super) fn count_openings(c: &mut Conn) -> Result<i64, Error> {
    // Added up here: the sum of whole numbers is of another type on each database.
    let mut all = 0;
    let mut last = i64::MIN;
    loop {
        let page = classes(c, last)?;
        let Some(newest) = page.last() else { return Ok(all) };
        last = *newest;
        let games: Vec<i64> = openings::table
            .filter(openings::class.eq_any(page))
            .select(openings::games)
            .load(c)?;
        all += games.iter().sum::<i64>();
    }
}

/// The next positions of which openings are counted.
pub(super) fn classes(c: &mut Conn, after: i64) -> Result<Vec<i64>, Error> {
    let next = openings::table.filter(openings::class.gt(after)).order(openings::class);
    Ok(next.select(openings::class).distinct().limit(a_page()).load(c)?)
}

/// Numbers of games by the position to which they went on, and the result.
pub(super) type Counts = BTreeMap<(i64, String), i64>;

/// The counts of a position, as they are kept.
pub(super) fn kept(c: &mut Conn, class: i64) -> Result<Counts, Error> {
    let of_class = openings::table.filter(openings::class.eq(class));
    let rows: Vec<(i64, String, i64)> = of_class
        .select((openings::next, openings::result, openings::games))
        .load(c)?;
    let rows = rows.into_iter().filter(|(.., games)| *games != 0);
    Ok(rows.map(|(next, result, games)| ((next, result), games)).collect())
}

/// The counts of a position, counted again from the games, but for those that wait to be projected.
pub(super) fn counted(c: &mut Conn, class: i64) -> Result<Counts, Error> {
    let games = positions::table.inner_join(games::table.on(games::serial.eq(positions::game)));
    let rows: Vec<(i64, String, i64)> = games
        .filter(positions::class.eq(class))
        .filter(not(exists(
            games_to_project::table.filter(games_to_project::game.eq(games::serial)),
        )))
        .group_by((positions::next, games::result))
        .select((positions::next, games::result, count_star()))
        .load(c)?;
    Ok(rows
        .into_iter()
        .map(|(next, result, games)| ((next, result), games))
        .collect())
}
