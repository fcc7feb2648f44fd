//! The numbers of a year, counted in the database: a statement for each sort of thing.

use chrono::NaiveDate;
use diesel::dsl::{count as number_of, exists, not};
use diesel::prelude::*;

use crate::clubs::ClubKind;
use crate::db::Conn;
use crate::db::schema::{affiliations, clubs, entries, games, matches, players, registrations, results, tournaments};
use crate::players::registrations::Basis;
use crate::statistics::{ByGroup, StatisticsDimension};
use crate::tournaments::model::{Game, MatchGameEnding, TournamentState};
use crate::tournaments::rounds::store::read;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::ClubId;

/// The states of a tournament that was played.
const PLAYED: [TournamentState; 2] = [TournamentState::Finished, TournamentState::Ratified];

/// A number of things with the key of their group.
type Counted<T> = Vec<(Option<String>, T)>;

/// One column or two to group by.
macro_rules! columns {
    ($key:expr) => {
        $key
    };
    ($key:expr, $column:expr) => {
        ($key, $column)
    };
}

/// Counts what a statement joins, each group by itself; with `per`, by the values of that column too. `clubs`, `players` and
/// `registrations` are part of what is joined. A column that is grouped by is part of the statement's type, so each is
/// written out.
macro_rules! grouped {
    ($c:expr, $by:expr, $joined:expr, $count:expr $(, per $column:expr)?) => {
        match $by {
            None => {
                let rows = $joined$(.group_by($column))?.select($count).load($c)?;
                rows.into_iter().map(|count| (None, count)).collect()
            }
            Some(StatisticsDimension::Province) => {
                let key = clubs::province_code;
                let rows = $joined.group_by(columns!(key $(, $column)?)).select((key, $count));
                let rows: Vec<(String, _)> = rows.load($c)?;
                rows.into_iter().map(|(key, count)| (Some(key), count)).collect()
            }
            Some(StatisticsDimension::Region) => {
                let key = players::region_code;
                $joined.group_by(columns!(key $(, $column)?)).select((key, $count)).load($c)?
            }
            Some(StatisticsDimension::School) => {
                let key = clubs::id;
                let schools = $joined.filter(clubs::kind.eq(ClubKind::School));
                let rows = schools.group_by(columns!(key $(, $column)?)).select((key, $count));
                let rows: Vec<(ClubId, _)> = rows.load($c)?;
                rows.into_iter().map(|(key, count)| (Some(key.to_string()), count)).collect()
            }
            Some(StatisticsDimension::Division) => {
                let key = registrations::division;
                $joined.group_by(columns!(key $(, $column)?)).select((key.nullable(), $count)).load($c)?
            }
            Some(StatisticsDimension::Sex) => {
                let key = players::sex;
                $joined.group_by(columns!(key $(, $column)?)).select((key, $count)).load($c)?
            }
        }
    };
}

/// The numbers of that year by the keys of the dimension's groups; without a dimension, of everything under no key.
pub(crate) fn count(
    c: &mut Conn,
    year: GamingYear,
    days: (NaiveDate, NaiveDate),
    by: Option<StatisticsDimension>,
) -> Result<ByGroup, Error> {
    let mut counted = ByGroup::new();
    for (key, clubs) in affiliated(c, year, by)? {
        counted.entry(key).or_default().clubs = Some(clubs);
    }
    for (key, players) in registered(c, year, by)? {
        counted.entry(key).or_default().registered_players = players;
    }
    for (key, (entrants, tournaments)) in entered(c, year, days, by)? {
        let counts = counted.entry(key).or_default();
        (counts.entrants, counts.tournaments) = (entrants, tournaments);
    }
    if by == Some(StatisticsDimension::Province) {
        for counts in counted.values_mut() {
            counts.tournaments = 0;
        }
        for (key, tournaments) in run(c, days)? {
            counted.entry(key).or_default().tournaments = tournaments;
        }
    }
    for (key, games) in of_matches(c, year, days, by)? {
        counted.entry(key).or_default().match_games += games;
    }
    for (key, games) in recorded(c, year, days, by)? {
        counted.entry(key).or_default().recorded_games = games;
    }
    if by.is_none_or(StatisticsDimension::has_clubs) {
        for counts in counted.values_mut() {
            counts.clubs = counts.clubs.or(Some(0));
        }
    }
    Ok(counted)
}

/// The clubs that have paid for the year.
fn affiliated(c: &mut Conn, year: GamingYear, by: Option<StatisticsDimension>) -> Result<Counted<i64>, Error> {
    let paid = || {
        affiliations::table
            .inner_join(clubs::table.on(clubs::id.eq(affiliations::club_id)))
            .filter(affiliations::year.eq(year))
            .filter(affiliations::paid_on.is_not_null())
    };
    let number = number_of(clubs::id).aggregate_distinct();
    Ok(match by {
        None => vec![(None, paid().select(number).first(c)?)],
        Some(StatisticsDimension::Province) => {
            let key = clubs::province_code;
            let rows: Vec<(String, i64)> = paid().group_by(key).select((key, number)).load(c)?;
            rows.into_iter().map(|(key, count)| (Some(key), count)).collect()
        }
        Some(StatisticsDimension::School) => {
            let schools = paid().filter(clubs::kind.eq(ClubKind::School));
            let rows: Vec<ClubId> = schools.select(clubs::id).load(c)?;
            rows.into_iter().map(|key| (Some(key.to_string()), 1)).collect()
        }
        Some(StatisticsDimension::Region | StatisticsDimension::Division | StatisticsDimension::Sex) => Vec::new(),
    })
}

/// The players who are registered for the year.
fn registered(c: &mut Conn, year: GamingYear, by: Option<StatisticsDimension>) -> Result<Counted<i64>, Error> {
    let joined = || {
        registrations::table
            .inner_join(players::table.on(players::id.eq(registrations::player_id)))
            .inner_join(clubs::table.on(clubs::id.eq(registrations::club_id)))
            .filter(registrations::year.eq(year))
            .filter(players::merged_into_id.is_null())
    };
    Ok(grouped!(
        c,
        by,
        joined(),
        number_of(registrations::player_id).aggregate_distinct()
    ))
}

/// The players who were entered in tournaments of these days, and the number of these tournaments.
fn entered(
    c: &mut Conn,
    year: GamingYear,
    (first, last): (NaiveDate, NaiveDate),
    by: Option<StatisticsDimension>,
) -> Result<Counted<(i64, i64)>, Error> {
    let joined = || {
        let of_year = registrations::year.eq(year).and(registrations::basis.eq(Basis::Member));
        entries::table
            .inner_join(tournaments::table.on(tournaments::id.eq(entries::tournament_id)))
            .inner_join(players::table.on(players::id.nullable().eq(entries::player_id)))
            .inner_join(clubs::table.on(clubs::id.nullable().eq(entries::club_id)))
            .left_join(registrations::table.on(registrations::player_id.eq(players::id).and(of_year)))
            .filter(tournaments::state.eq_any(PLAYED))
            .filter(tournaments::ends_on.between(first, last))
    };
    let number = (
        number_of(players::id).aggregate_distinct(),
        number_of(tournaments::id).aggregate_distinct(),
    );
    Ok(grouped!(c, by, joined(), number))
}

/// The tournaments that each province ran in these days.
fn run(c: &mut Conn, (first, last): (NaiveDate, NaiveDate)) -> Result<Counted<i64>, Error> {
    let key = tournaments::province_code;
    let rows: Vec<(String, i64)> = tournaments::table
        .filter(tournaments::state.eq_any(PLAYED))
        .filter(tournaments::ends_on.between(first, last))
        .group_by(key)
        .select((key, number_of(tournaments::id).aggregate_distinct()))
        .load(c)?;
    Ok(rows.into_iter().map(|(key, count)| (Some(key), count)).collect())
}

/// The games of matches in tournaments of these days that were not forfeited. Sheets that are filled in alike are told once
/// with their number, and read here.
fn of_matches(
    c: &mut Conn,
    year: GamingYear,
    (first, last): (NaiveDate, NaiveDate),
    by: Option<StatisticsDimension>,
) -> Result<Counted<i64>, Error> {
    let joined = || {
        let later = diesel::alias!(results as later);
        let newer = later
            .filter(later.field(results::match_id).eq(results::match_id))
            .filter(later.field(results::version).gt(results::version))
            .filter(later.field(results::undone_at).is_null());
        let of_year = registrations::year.eq(year).and(registrations::basis.eq(Basis::Member));
        let plays = matches::upper_entry_id
            .eq(entries::id)
            .or(matches::lower_entry_id.eq(entries::id));
        entries::table
            .inner_join(tournaments::table.on(tournaments::id.eq(entries::tournament_id)))
            .inner_join(players::table.on(players::id.nullable().eq(entries::player_id)))
            .inner_join(clubs::table.on(clubs::id.nullable().eq(entries::club_id)))
            .left_join(registrations::table.on(registrations::player_id.eq(players::id).and(of_year)))
            .inner_join(matches::table.on(plays))
            .inner_join(results::table.on(results::match_id.eq(matches::id)))
            .filter(tournaments::state.eq_any(PLAYED))
            .filter(tournaments::ends_on.between(first, last))
            .filter(results::undone_at.is_null())
            .filter(not(exists(newer)))
    };
    let number = (results::games, number_of(matches::id).aggregate_distinct());
    let sheets: Counted<(String, i64)> = grouped!(c, by, joined(), number, per results::games);
    let games = |(key, (sheet, matches)): (Option<String>, (String, i64))| {
        let games: Vec<Game> = read(&sheet)?;
        let played = games.iter().filter(|game| game.ended != MatchGameEnding::Forfeit);
        let played = i64::try_from(played.count()).unwrap_or_default();
        Ok((key, played * matches))
    };
    sheets.into_iter().map(games).collect()
}

/// The games played in these days that are on record.
fn recorded(
    c: &mut Conn,
    year: GamingYear,
    (first, last): (NaiveDate, NaiveDate),
    by: Option<StatisticsDimension>,
) -> Result<Counted<i64>, Error> {
    let joined = || {
        let of_year = registrations::year.eq(year).and(registrations::basis.eq(Basis::Member));
        let plays = games::first_player_id
            .eq(players::id.nullable())
            .or(games::second_player_id.eq(players::id.nullable()));
        games::table
            .inner_join(players::table.on(plays))
            .inner_join(clubs::table.on(clubs::id.eq(players::club_id)))
            .left_join(registrations::table.on(registrations::player_id.eq(players::id).and(of_year)))
            .filter(games::withdrawn_at.is_null())
            .filter(games::played_on.between(first, last))
    };
    Ok(grouped!(c, by, joined(), number_of(games::id).aggregate_distinct()))
}
