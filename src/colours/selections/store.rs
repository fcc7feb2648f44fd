//! Selections in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::accounts::Reach;
use crate::colours::criteria::rules::Team;
use crate::colours::selections::{Refusal, Role, Selection};
use crate::db::schema::players as people;
use crate::db::schema::selections;
use crate::db::{Conn, OnConflict};
use crate::players;
use crate::players::merger::{Merger, Reassigned};
use crate::players::registrations::Division;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;

#[derive(Queryable, Insertable)]
#[diesel(table_name = selections, treat_none_as_default_value = false)]
struct Row {
    id: Id,
    player_id: Id,
    role: String,
    team: String,
    event: String,
    province_code: Option<String>,
    division: String,
    year: i64,
    selected_on: NaiveDate,
    reference: String,
    created_at: Timestamp,
    withdrawn_at: Option<Timestamp>,
    reason: Option<String>,
    fingerprint: String,
}

impl TryFrom<Row> for Selection {
    type Error = Error;

    fn try_from(row: Row) -> Result<Selection, Error> {
        let wrong = |what: &str| Error::Internal(format!("selection {}: the {what}", row.id));
        Ok(Selection {
            id: row.id,
            player: row.player_id,
            role: Role::from_word(&row.role).ok_or_else(|| wrong("role"))?,
            team: Team::from_word(&row.team).ok_or_else(|| wrong("team"))?,
            division: Division::from_word(&row.division).ok_or_else(|| wrong("division"))?,
            year: GamingYear::new(row.year).ok_or_else(|| wrong("year"))?,
            event: Some(row.event).filter(|event| !event.is_empty()),
            province: row.province_code,
            selected_on: row.selected_on,
            reference: row.reference,
            created_at: row.created_at,
            withdrawn: row.withdrawn_at.zip(row.reason),
        })
    }
}

/// Keeps a new selection.
pub(crate) fn insert(c: &mut Conn, selection: &Selection, fingerprint: &str) -> Result<(), Error> {
    let row = Row {
        id: selection.id,
        player_id: selection.player,
        role: selection.role.word().to_owned(),
        team: selection.team.word().to_owned(),
        event: selection.event.clone().unwrap_or_default(),
        province_code: selection.province.clone(),
        division: selection.division.word().to_owned(),
        year: selection.year.stored(),
        selected_on: selection.selected_on,
        reference: selection.reference.clone(),
        created_at: selection.created_at,
        withdrawn_at: selection.withdrawn.as_ref().map(|(at, _)| *at),
        reason: selection.withdrawn.as_ref().map(|(_, reason)| reason.clone()),
        fingerprint: fingerprint.to_owned(),
    };
    let inserted = diesel::insert_into(selections::table).values(&row).execute(c);
    inserted.on_conflict(
        "selections_player_id_year_team_role_division_event_key",
        Refusal::AlreadySelected,
    )?;
    Ok(())
}

/// Keeps that a selection was withdrawn.
pub(crate) fn withdraw(c: &mut Conn, selection: &Selection) -> Result<(), Error> {
    let (at, reason) = selection.withdrawn.clone().unzip();
    diesel::update(selections::table.find(selection.id))
        .set((selections::withdrawn_at.eq(at), selections::reason.eq(reason)))
        .execute(c)?;
    Ok(())
}

/// The selection, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Selection, String)>, Error> {
    let row: Option<Row> = selections::table.find(id).first(c).optional()?;
    row.map(|row| {
        let fingerprint = row.fingerprint.clone();
        Ok((Selection::try_from(row)?, fingerprint))
    })
    .transpose()
}

/// All selections of a gaming year that were not withdrawn, of everyone or of one player.
pub(crate) fn of_year(c: &mut Conn, year: GamingYear, player: Option<Id>) -> Result<Vec<Selection>, Error> {
    // What a merged entry has left is the same player's once more.
    let merged = people::table
        .filter(people::merged_into_id.is_not_null())
        .select(people::id);
    let holding = selections::year
        .eq(year.stored())
        .and(selections::withdrawn_at.is_null());
    let holding = holding.and(selections::player_id.ne_all(merged));
    let mut query = selections::table
        .filter(holding)
        .order(selections::id.asc())
        .into_boxed();
    if let Some(player) = player {
        query = query.filter(selections::player_id.eq(player));
    }
    let rows: Vec<Row> = query.load(c)?;
    rows.into_iter().map(Selection::try_from).collect()
}

/// All selections of one person, the latest first.
pub(crate) fn of_player(c: &mut Conn, player: Id) -> Result<Vec<Selection>, Error> {
    let entries = players::store::entries(c, player)?;
    let theirs = selections::table.filter(selections::player_id.eq_any(entries));
    let rows: Vec<Row> = theirs.order(selections::id.desc()).load(c)?;
    rows.into_iter().map(Selection::try_from).collect()
}

/// Which selections to list.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Filter {
    pub(crate) year: Option<GamingYear>,
    pub(crate) team: Option<Team>,
    pub(crate) player: Option<Id>,
    /// The id after which to begin.
    pub(crate) after: Option<Id>,
}

/// Selections for teams within reach, the latest first.
pub(crate) fn list(c: &mut Conn, filter: Filter, reach: &Reach, rows: i64) -> Result<Vec<Selection>, Error> {
    let mut query = selections::table.order(selections::id.desc()).limit(rows).into_boxed();
    if !reach.is_everywhere() {
        query = query.filter(
            selections::province_code
                .eq_any(reach.provinces().to_vec())
                .assume_not_null(),
        );
    }
    if let Some(year) = filter.year {
        query = query.filter(selections::year.eq(year.stored()));
    }
    if let Some(team) = filter.team {
        query = query.filter(selections::team.eq(team.word()));
    }
    if let Some(player) = filter.player {
        query = query.filter(selections::player_id.eq_any(players::store::entries(c, player)?));
    }
    if let Some(after) = filter.after {
        query = query.filter(selections::id.lt(after));
    }
    let rows: Vec<Row> = query.load(c)?;
    rows.into_iter().map(Selection::try_from).collect()
}

/// A selection as far as a merger is concerned.
#[derive(Queryable, Selectable)]
#[diesel(table_name = selections)]
struct TeamRow {
    id: Id,
    year: i64,
    team: String,
    role: String,
    division: String,
    event: String,
}

impl TeamRow {
    fn is_for_the_same(&self, other: &TeamRow) -> bool {
        let team = |row: &TeamRow| (row.year, row.team.clone(), row.role.clone());
        team(self) == team(other) && self.division == other.division && self.event == other.event
    }
}

/// Gives the duplicate's selections to the entry that stays. A player is selected once for a team: where both were, the
/// duplicate's stays with the duplicate.
pub(crate) fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let of = |player: Id| selections::table.filter(selections::player_id.eq(player));
    let holding = of(merger.stays).filter(selections::withdrawn_at.is_null());
    let own: Vec<TeamRow> = holding.select(TeamRow::as_select()).load(c)?;
    let mut theirs: Vec<TeamRow> = of(merger.duplicate).select(TeamRow::as_select()).load(c)?;
    theirs.retain(|row| !own.iter().any(|own| own.is_for_the_same(row)));
    let moving: Vec<Id> = theirs.into_iter().map(|row| row.id).collect();
    diesel::update(selections::table.filter(selections::id.eq_any(&moving)))
        .set(selections::player_id.eq(merger.stays))
        .execute(c)?;
    Ok(Reassigned::all("selection", moving))
}

/// Empties the reasons for which selections of the person were withdrawn.
pub(crate) fn erase(c: &mut Conn, players: &[Id], _at: Timestamp) -> Result<(), Error> {
    let theirs = selections::table.filter(selections::player_id.eq_any(players));
    let withdrawn = theirs.filter(selections::withdrawn_at.is_not_null());
    diesel::update(withdrawn).set(selections::reason.eq("")).execute(c)?;
    Ok(())
}
