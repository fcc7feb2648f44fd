//! Tournaments in the database.

pub(crate) mod batches;

use chrono::NaiveDate;
use diesel::prelude::*;
use morabaraba_rules::RuleSet;

use crate::db::Conn;
use crate::db::schema::{self, tournaments};
use crate::players;
use crate::players::registrations::Division;
use crate::tournaments::standings::proceedings::Proceedings;
use crate::tournaments::{ByeValue, Level, Plan, State, System, Tournament, byes, entries, matches, rounds};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::names;

#[derive(Queryable, Insertable)]
#[diesel(table_name = tournaments)]
pub(crate) struct Row {
    id: Id,
    name: String,
    name_key: String,
    level: String,
    starts_on: NaiveDate,
    ends_on: NaiveDate,
    province_code: String,
    venue: String,
    rule_set: String,
    system: String,
    rounds: i64,
    board: i64,
    club_rounds: i64,
    bye_value: String,
    division: Option<String>,
    state: String,
    reason: Option<String>,
    created_at: Timestamp,
    fingerprint: String,
    games: i64,
    ended_because: Option<String>,
    ratified_at: Option<Timestamp>,
}

impl TryFrom<Row> for Tournament {
    type Error = Error;

    fn try_from(row: Row) -> Result<Tournament, Error> {
        let wrong = |what: &str| Error::Internal(format!("tournament {}: its {what}", row.id));
        let division = row
            .division
            .as_deref()
            .map(|word| Division::from_word(word).ok_or_else(|| wrong("division")));
        let plan = Plan {
            level: Level::from_word(&row.level).ok_or_else(|| wrong("level"))?,
            rule_set: RuleSet::by_name(&row.rule_set).ok_or_else(|| wrong("rule set"))?,
            system: System::from_word(&row.system).ok_or_else(|| wrong("system"))?,
            bye_value: ByeValue::from_word(&row.bye_value).ok_or_else(|| wrong("bye value"))?,
            division: division.transpose()?,
            name: row.name,
            starts_on: row.starts_on,
            ends_on: row.ends_on,
            venue: row.venue,
            rounds: row.rounds,
            games: row.games,
            board: row.board,
            club_rounds: row.club_rounds,
        };
        let state = State::from_word(&row.state);
        let state = state.ok_or_else(|| Error::Internal(format!("tournament {}: its state", row.id)))?;
        Ok(Tournament {
            id: row.id,
            plan,
            province: row.province_code,
            state,
            reason: row.reason,
            ended_because: row.ended_because,
            ratified_at: row.ratified_at,
            created_at: row.created_at,
        })
    }
}

impl Row {
    fn of(tournament: &Tournament, fingerprint: String) -> Row {
        let plan = &tournament.plan;
        Row {
            id: tournament.id,
            name: plan.name.clone(),
            name_key: format!(" {}", names::fold(&plan.name)),
            level: plan.level.word().to_owned(),
            starts_on: plan.starts_on,
            ends_on: plan.ends_on,
            province_code: tournament.province.clone(),
            venue: plan.venue.clone(),
            rule_set: plan.rule_set.name().to_owned(),
            system: plan.system.word().to_owned(),
            rounds: plan.rounds,
            board: plan.board,
            club_rounds: plan.club_rounds,
            bye_value: plan.bye_value.word().to_owned(),
            division: plan.division.map(|division| division.word().to_owned()),
            state: tournament.state.word().to_owned(),
            reason: tournament.reason.clone(),
            created_at: tournament.created_at,
            fingerprint,
            games: plan.games,
            ended_because: tournament.ended_because.clone(),
            ratified_at: tournament.ratified_at,
        }
    }
}

/// Keeps a new tournament.
pub(crate) fn insert(c: &mut Conn, tournament: &Tournament, fingerprint: &str) -> Result<(), Error> {
    let row = Row::of(tournament, fingerprint.to_owned());
    diesel::insert_into(tournaments::table).values(&row).execute(c)?;
    Ok(())
}

/// Keeps a tournament's changed plan or state.
pub(crate) fn update(c: &mut Conn, tournament: &Tournament) -> Result<(), Error> {
    let row = Row::of(tournament, String::new());
    diesel::update(tournaments::table.find(tournament.id))
        .set((
            (tournaments::name.eq(row.name), tournaments::name_key.eq(row.name_key)),
            tournaments::level.eq(row.level),
            (
                tournaments::starts_on.eq(row.starts_on),
                tournaments::ends_on.eq(row.ends_on),
            ),
            tournaments::venue.eq(row.venue),
            tournaments::rule_set.eq(row.rule_set),
            tournaments::system.eq(row.system),
            (tournaments::rounds.eq(row.rounds), tournaments::games.eq(row.games)),
            tournaments::club_rounds.eq(row.club_rounds),
            tournaments::board.eq(row.board),
            tournaments::bye_value.eq(row.bye_value),
            tournaments::division.eq(row.division),
            (tournaments::state.eq(row.state), tournaments::reason.eq(row.reason)),
            (
                tournaments::ended_because.eq(row.ended_because),
                tournaments::ratified_at.eq(row.ratified_at),
            ),
        ))
        .execute(c)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Tournament>, Error> {
    Ok(find_with_fingerprint(c, id)?.map(|(tournament, _)| tournament))
}

/// The tournament, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Tournament, String)>, Error> {
    let row: Option<Row> = tournaments::table.find(id).first(c).optional()?;
    row.map(|row| {
        let fingerprint = row.fingerprint.clone();
        Ok((Tournament::try_from(row)?, fingerprint))
    })
    .transpose()
}

/// The tournament with everything that has happened in it.
pub(crate) fn proceedings(c: &mut Conn, tournament: Tournament) -> Result<Proceedings, Error> {
    let entries = entries::store::list(c, tournament.id)?;
    let rounds = rounds::store::list(c, tournament.id)?;
    let matches = matches::store::list(c, tournament.id, &entries)?;
    let byes = byes::store::list(c, tournament.id)?;
    Ok(Proceedings {
        tournament,
        entries,
        rounds,
        matches,
        byes,
    })
}

/// Whether an entry, a round, a match or a bye has one of these ids.
pub(crate) fn are_taken(c: &mut Conn, ids: &[Id]) -> Result<bool, Error> {
    /// Values of a statement: the databases take so many at a time.
    const VALUES: usize = 1000;
    for ids in ids.chunks(VALUES) {
        let counts: [i64; 4] = [
            schema::entries::table
                .filter(schema::entries::id.eq_any(ids))
                .count()
                .get_result(c)?,
            schema::rounds::table
                .filter(schema::rounds::id.eq_any(ids))
                .count()
                .get_result(c)?,
            schema::matches::table
                .filter(schema::matches::id.eq_any(ids))
                .count()
                .get_result(c)?,
            schema::byes::table
                .filter(schema::byes::id.eq_any(ids))
                .count()
                .get_result(c)?,
        ];
        if counts.iter().sum::<i64>() > 0 {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The pairs of those entered in a tournament, by their places, who are not drawn against each other today.
pub(crate) fn apart(c: &mut Conn, proceedings: &Proceedings) -> Result<Vec<[u32; 2]>, Error> {
    let players: Vec<Id> = proceedings.entries.iter().map(|entry| entry.player.id).collect();
    Ok(proceedings.kept_apart(&players::pairing_bars::store::among(c, &players)?))
}

/// Which tournaments to list.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    pub(crate) province: Option<String>,
    pub(crate) level: Option<Level>,
    pub(crate) state: Option<State>,
    /// Those that end on that day or later.
    pub(crate) from: Option<NaiveDate>,
    /// Those that start on that day or earlier.
    pub(crate) until: Option<NaiveDate>,
    pub(crate) search: Option<String>,
    /// The first day and the id after which to begin.
    pub(crate) after: Option<(NaiveDate, Id)>,
}

/// Tournaments, the latest first.
pub(crate) fn list(c: &mut Conn, filter: Filter, rows: i64) -> Result<Vec<Tournament>, Error> {
    let order = (tournaments::starts_on.desc(), tournaments::id.desc());
    let mut query = tournaments::table.order(order).limit(rows).into_boxed();
    if let Some(province) = filter.province {
        query = query.filter(tournaments::province_code.eq(province));
    }
    if let Some(level) = filter.level {
        query = query.filter(tournaments::level.eq(level.word()));
    }
    if let Some(state) = filter.state {
        query = query.filter(tournaments::state.eq(state.word()));
    }
    if let Some(from) = filter.from {
        query = query.filter(tournaments::ends_on.ge(from));
    }
    if let Some(until) = filter.until {
        query = query.filter(tournaments::starts_on.le(until));
    }
    if let Some(search) = filter.search {
        let patterns = names::patterns(&search);
        if patterns.is_empty() {
            return Ok(Vec::new());
        }
        for pattern in patterns {
            query = query.filter(tournaments::name_key.like(pattern));
        }
    }
    if let Some((day, id)) = filter.after {
        let same = tournaments::starts_on.eq(day).and(tournaments::id.lt(id));
        query = query.filter(tournaments::starts_on.lt(day).or(same));
    }
    let rows: Vec<Row> = query.load(c)?;
    rows.into_iter().map(Tournament::try_from).collect()
}
