//! Awards in the database; `store/` has the selections, the codes, who lets institutions read of them, and what is on record of
//! candidates.

use chrono::NaiveDate;
use diesel::prelude::*;
use serde::de::DeserializeOwned;

use crate::accounts::Reach;
use crate::colours::criteria::rules::Criteria;
use crate::colours::{Approval, Award, Basis, Ending, Level, Refusal, State, days};
use crate::db::schema::{colours, colours_criteria, players};
use crate::db::{Conn, OnConflict};
use crate::players::Home;
use crate::players::merger::{Merger, Reassigned};
use crate::players::registrations::Division;
use crate::players::store::name_is_public;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;

#[derive(Queryable, Insertable, AsChangeset)]
#[diesel(table_name = colours, treat_none_as_null = true, treat_none_as_default_value = false)]
pub(crate) struct Row {
    id: Id,
    player_id: Id,
    level: String,
    division: String,
    year: i64,
    basis: String,
    province_code: String,
    region_code: Option<String>,
    criteria: i64,
    evidence: String,
    awarding_body: String,
    reason: Option<String>,
    state: String,
    proposed_by: Id,
    proposed_at: Timestamp,
    reference: Option<String>,
    approved_by: Option<Id>,
    approved_at: Option<Timestamp>,
    ended_by: Option<Id>,
    ended_at: Option<Timestamp>,
    ended_because: Option<String>,
    superseded_by: Option<Id>,
    fingerprint: String,
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, Error> {
    serde_json::from_str(text).map_err(|error| Error::Internal(error.to_string()))
}

impl TryFrom<Row> for Award {
    type Error = Error;

    fn try_from(row: Row) -> Result<Award, Error> {
        let wrong = |what: &str| Error::Internal(format!("colours {}: the {what}", row.id));
        let approval = row.approved_by.zip(row.approved_at).zip(row.reference);
        let ending = row.ended_by.zip(row.ended_at).zip(row.ended_because);
        let superseded_by = row.superseded_by;
        Ok(Award {
            id: row.id,
            player: row.player_id,
            level: Level::from_word(&row.level).ok_or_else(|| wrong("level"))?,
            division: Division::from_word(&row.division).ok_or_else(|| wrong("division"))?,
            year: GamingYear::new(row.year).ok_or_else(|| wrong("year"))?,
            basis: Basis::from_word(&row.basis).ok_or_else(|| wrong("basis"))?,
            state: State::from_word(&row.state).ok_or_else(|| wrong("state"))?,
            home: Home {
                province: row.province_code,
                region: row.region_code,
            },
            criteria: row.criteria,
            evidence: read(&row.evidence)?,
            awarding_body: row.awarding_body,
            reason: row.reason,
            proposed_by: row.proposed_by,
            proposed_at: row.proposed_at,
            approval: approval.map(|((by, at), reference)| Approval { by, at, reference }),
            ending: ending.map(|((by, at), reason)| Ending {
                by,
                at,
                reason,
                superseded_by,
            }),
        })
    }
}

impl Row {
    fn of(award: &Award, fingerprint: String) -> Result<Row, Error> {
        let evidence = serde_json::to_string(&award.evidence).map_err(|error| Error::Internal(error.to_string()))?;
        let (approval, ending) = (award.approval.as_ref(), award.ending.as_ref());
        Ok(Row {
            id: award.id,
            player_id: award.player,
            level: award.level.word().to_owned(),
            division: award.division.word().to_owned(),
            year: award.year.stored(),
            basis: award.basis.word().to_owned(),
            province_code: award.home.province.clone(),
            region_code: award.home.region.clone(),
            criteria: award.criteria,
            evidence,
            awarding_body: award.awarding_body.clone(),
            reason: award.reason.clone(),
            state: award.state.word().to_owned(),
            proposed_by: award.proposed_by,
            proposed_at: award.proposed_at,
            reference: approval.map(|approval| approval.reference.clone()),
            approved_by: approval.map(|approval| approval.by),
            approved_at: approval.map(|approval| approval.at),
            ended_by: ending.map(|ending| ending.by),
            ended_at: ending.map(|ending| ending.at),
            ended_because: ending.map(|ending| ending.reason.clone()),
            superseded_by: ending.and_then(|ending| ending.superseded_by),
            fingerprint,
        })
    }
}

/// The criteria that are in force on the first day of a gaming year.
pub(crate) fn criteria(c: &mut Conn, year: GamingYear) -> Result<Criteria, Error> {
    type Found = (i64, String, NaiveDate, String, String);
    let (first, _) = days(year).ok_or_else(|| Error::Internal("a gaming year without days".to_owned()))?;
    let in_force = colours_criteria::table.filter(colours_criteria::valid_from.le(first));
    let row: Option<Found> = in_force
        .order(colours_criteria::valid_from.desc())
        .first(c)
        .optional()?;
    let row = row.ok_or_else(|| Error::Internal("no criteria of colours are in force".to_owned()))?;
    let (version, name, valid_from, rules, awarding_bodies) = row;
    Ok(Criteria {
        version,
        name,
        valid_from,
        rules: read(&rules)?,
        awarding_bodies: read(&awarding_bodies)?,
    })
}

/// Keeps a new proposal.
pub(crate) fn insert(c: &mut Conn, award: &Award, fingerprint: &str) -> Result<(), Error> {
    let row = Row::of(award, fingerprint.to_owned())?;
    let inserted = diesel::insert_into(colours::table).values(&row).execute(c);
    inserted.on_conflict("colours_player_id_level_division_year_key", Refusal::AlreadyAwarded)?;
    Ok(())
}

/// Keeps what became of an award.
pub(crate) fn update(c: &mut Conn, award: &Award) -> Result<(), Error> {
    let fingerprint = colours::table.find(award.id).select(colours::fingerprint).first(c)?;
    diesel::update(colours::table.find(award.id))
        .set(&Row::of(award, fingerprint)?)
        .execute(c)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Award>, Error> {
    Ok(find_with_fingerprint(c, id)?.map(|(award, _)| award))
}

/// The award, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Award, String)>, Error> {
    let row: Option<Row> = colours::table.find(id).first(c).optional()?;
    row.map(|row| {
        let fingerprint = row.fingerprint.clone();
        Ok((Award::try_from(row)?, fingerprint))
    })
    .transpose()
}

/// The awards and proposals of a level and year that have not ended.
pub(crate) fn standing(c: &mut Conn, level: Level, year: GamingYear) -> Result<Vec<Award>, Error> {
    let of_year = colours::level.eq(level.word()).and(colours::year.eq(year.stored()));
    let rows: Vec<Row> = colours::table
        .filter(of_year.and(colours::ended_at.is_null()))
        .load(c)?;
    rows.into_iter().map(Award::try_from).collect()
}

/// All awards and proposals of one person, the latest first.
pub(crate) fn of_player(c: &mut Conn, player: Id) -> Result<Vec<Award>, Error> {
    let entries = crate::players::store::entries(c, player)?;
    let rows: Vec<Row> = colours::table
        .filter(colours::player_id.eq_any(entries))
        .order(colours::id.desc())
        .load(c)?;
    rows.into_iter().map(Award::try_from).collect()
}

/// For whom awards are listed.
#[derive(Debug)]
pub(crate) enum Audience {
    /// For everyone: those that hold, of players who may be named if they were born by that day.
    Public(NaiveDate),
    /// For who looks after the provinces within reach.
    Within(Reach),
}

/// Which awards to list.
#[derive(Debug)]
pub(crate) struct Filter {
    pub(crate) audience: Audience,
    pub(crate) year: Option<GamingYear>,
    pub(crate) level: Option<Level>,
    pub(crate) division: Option<Division>,
    pub(crate) state: Option<State>,
    /// The province of residence.
    pub(crate) province: Option<String>,
    /// All entries of one player.
    pub(crate) players: Option<Vec<Id>>,
    /// The id after which to begin.
    pub(crate) after: Option<Id>,
}

/// Awards, the latest first.
pub(crate) fn list(c: &mut Conn, filter: Filter, rows: i64) -> Result<Vec<Award>, Error> {
    let mut query = colours::table.order(colours::id.desc()).limit(rows).into_boxed();
    match filter.audience {
        Audience::Public(born_by) => {
            // What a merged entry has left is the same player's once more.
            let named = players::table
                .filter(name_is_public(born_by))
                .filter(players::merged_into_id.is_null())
                .select(players::id);
            query = query
                .filter(colours::state.eq(State::Approved.word()))
                .filter(colours::player_id.eq_any(named));
        }
        Audience::Within(reach) if reach.is_everywhere() => {}
        Audience::Within(reach) => query = query.filter(colours::province_code.eq_any(reach.provinces().to_vec())),
    }
    if let Some(year) = filter.year {
        query = query.filter(colours::year.eq(year.stored()));
    }
    if let Some(level) = filter.level {
        query = query.filter(colours::level.eq(level.word()));
    }
    if let Some(division) = filter.division {
        query = query.filter(colours::division.eq(division.word()));
    }
    if let Some(state) = filter.state {
        query = query.filter(colours::state.eq(state.word()));
    }
    if let Some(province) = filter.province {
        query = query.filter(colours::province_code.eq(province));
    }
    if let Some(players) = filter.players {
        query = query.filter(colours::player_id.eq_any(players));
    }
    if let Some(after) = filter.after {
        query = query.filter(colours::id.lt(after));
    }
    let rows: Vec<Row> = query.load(c)?;
    rows.into_iter().map(Award::try_from).collect()
}

/// An award as far as a merger is concerned.
#[derive(Queryable, Selectable)]
#[diesel(table_name = colours)]
struct LevelRow {
    id: Id,
    level: String,
    division: String,
    year: i64,
}

/// Gives the duplicate's colours to the entry that stays. A player has colours of a level and division once a year: where
/// both have, the duplicate's stay with the duplicate.
pub(crate) fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let of = |player: Id| {
        colours::table
            .filter(colours::player_id.eq(player))
            .select(LevelRow::as_select())
    };
    let own: Vec<LevelRow> = of(merger.stays).filter(colours::ended_at.is_null()).load(c)?;
    let has = |row: &LevelRow| {
        let key = (&row.level, &row.division, row.year);
        own.iter().any(|own| (&own.level, &own.division, own.year) == key)
    };
    let mut theirs: Vec<LevelRow> = of(merger.duplicate).load(c)?;
    theirs.retain(|row| !has(row));
    let moving: Vec<Id> = theirs.into_iter().map(|row| row.id).collect();
    diesel::update(colours::table.filter(colours::id.eq_any(&moving)))
        .set(colours::player_id.eq(merger.stays))
        .execute(c)?;
    Ok(Reassigned::all("colours", moving))
}

/// Empties the reasons for which colours were given or taken back, and the region in which the player lived; the awards
/// stay.
pub(crate) fn erase(c: &mut Conn, players: &[Id], _at: Timestamp) -> Result<(), Error> {
    let theirs = || colours::table.filter(colours::player_id.eq_any(players));
    diesel::update(theirs().filter(colours::reason.is_not_null()))
        .set(colours::reason.eq(""))
        .execute(c)?;
    diesel::update(theirs().filter(colours::ended_at.is_not_null()))
        .set(colours::ended_because.eq(""))
        .execute(c)?;
    // A digest of what was erased could be matched by guessing.
    diesel::update(theirs())
        .set((colours::region_code.eq(None::<String>), colours::fingerprint.eq("")))
        .execute(c)?;
    Ok(())
}
