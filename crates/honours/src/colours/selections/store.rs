//! Selections in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::accounts::Reach;
use crate::colours::criteria::rules::Team;
use crate::colours::selections::{Selection, SelectionRefusal, SelectionRole, merged};
use crate::db::schema::players as people;
use crate::db::schema::selections;
use crate::db::{Conn, OnConflict};
use crate::players;
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::registrations::Division;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{PlayerId, SelectionId};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = selections, treat_none_as_default_value = false)]
struct SelectionRow {
    id: SelectionId,
    player_id: PlayerId,
    role: SelectionRole,
    team: Team,
    /// Empty for teams without an event, so that it can be part of a key.
    event: String,
    province_code: Option<String>,
    region_code: Option<String>,
    division: Division,
    year: GamingYear,
    selected_on: NaiveDate,
    reference: String,
    created_at: Timestamp,
    withdrawn_at: Option<Timestamp>,
    reason: Option<String>,
}

impl From<SelectionRow> for Selection {
    fn from(row: SelectionRow) -> Selection {
        Selection {
            id: row.id,
            player: row.player_id,
            role: row.role,
            team: row.team,
            event: Some(row.event).filter(|event| !event.is_empty()),
            province: row.province_code,
            region: row.region_code,
            division: row.division,
            year: row.year,
            selected_on: row.selected_on,
            reference: row.reference,
            created_at: row.created_at,
            withdrawn_at: row.withdrawn_at,
            reason: row.reason,
        }
    }
}

impl From<Selection> for SelectionRow {
    fn from(selection: Selection) -> SelectionRow {
        SelectionRow {
            id: selection.id,
            player_id: selection.player,
            role: selection.role,
            team: selection.team,
            event: selection.event.unwrap_or_default(),
            province_code: selection.province,
            region_code: selection.region,
            division: selection.division,
            year: selection.year,
            selected_on: selection.selected_on,
            reference: selection.reference,
            created_at: selection.created_at,
            withdrawn_at: selection.withdrawn_at,
            reason: selection.reason,
        }
    }
}

fn selections_of(rows: Vec<SelectionRow>) -> Vec<Selection> {
    rows.into_iter().map(Selection::from).collect()
}

/// Keeps a new selection.
pub fn insert(c: &mut Conn, selection: &Selection) -> Result<(), Error> {
    let row = SelectionRow::from(selection.clone());
    let inserted = diesel::insert_into(selections::table).values(&row).execute(c);
    inserted.on_conflict(
        "selections_player_id_year_team_role_division_event_key",
        SelectionRefusal::AlreadySelected,
    )?;
    Ok(())
}

/// Keeps that a selection was withdrawn.
pub fn withdraw(c: &mut Conn, selection: &Selection) -> Result<(), Error> {
    diesel::update(selections::table.find(selection.id))
        .set((
            selections::withdrawn_at.eq(selection.withdrawn_at),
            selections::reason.eq(&selection.reason),
        ))
        .execute(c)?;
    Ok(())
}

/// The selection of that id.
pub fn find(c: &mut Conn, id: SelectionId) -> Result<Option<Selection>, Error> {
    let selection = selections::table.find(id).select(SelectionRow::as_select());
    Ok(selection.first(c).optional()?.map(Selection::from))
}

/// All selections of a gaming year that were not withdrawn, of everyone or of one player.
pub fn of_year(c: &mut Conn, year: GamingYear, player: Option<PlayerId>) -> Result<Vec<Selection>, Error> {
    // What a merged entry has left is the same player's once more.
    let merged = people::table
        .filter(people::merged_into_id.is_not_null())
        .select(people::id);
    let holding = selections::year.eq(year).and(selections::withdrawn_at.is_null());
    let holding = holding.and(selections::player_id.ne_all(merged));
    let mut query = selections::table
        .select(SelectionRow::as_select())
        .filter(holding)
        .order(selections::id.asc())
        .into_boxed();
    if let Some(player) = player {
        query = query.filter(selections::player_id.eq(player));
    }
    Ok(selections_of(query.load(c)?))
}

/// All selections of one person, the latest first.
pub fn of_player(c: &mut Conn, player: PlayerId) -> Result<Vec<Selection>, Error> {
    let entries = players::store::entries(c, player)?;
    let theirs = selections::table.filter(selections::player_id.eq_any(entries));
    let theirs = theirs.order(selections::id.desc()).select(SelectionRow::as_select());
    Ok(selections_of(theirs.load(c)?))
}

/// The selections to list.
#[derive(Debug)]
pub struct SelectionFilter {
    pub(crate) year: Option<GamingYear>,
    pub(crate) team: Option<Team>,
    /// Any entry of the player.
    pub(crate) player: Option<PlayerId>,
    /// The id after which to begin.
    pub(crate) after: Option<SelectionId>,
}

/// Selections for teams within reach, the latest first.
pub fn list(c: &mut Conn, filter: &SelectionFilter, reach: &Reach, rows: i64) -> Result<Vec<Selection>, Error> {
    let mut query = selections::table
        .select(SelectionRow::as_select())
        .order(selections::id.desc())
        .limit(rows)
        .into_boxed();
    if !reach.is_everywhere() {
        query = query.filter(
            selections::province_code
                .eq_any(reach.provinces().to_vec())
                .assume_not_null(),
        );
    }
    if let Some(year) = filter.year {
        query = query.filter(selections::year.eq(year));
    }
    if let Some(team) = filter.team {
        query = query.filter(selections::team.eq(team));
    }
    if let Some(player) = filter.player {
        query = query.filter(selections::player_id.eq_any(players::store::entries(c, player)?));
    }
    if let Some(after) = filter.after {
        query = query.filter(selections::id.lt(after));
    }
    Ok(selections_of(query.load(c)?))
}

/// Gives the duplicate's selections to the entry that stays.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let of = |player: PlayerId| {
        selections::table
            .filter(selections::player_id.eq(player))
            .select(SelectionRow::as_select())
    };
    let own = selections_of(of(merger.stays).load(c)?);
    let theirs = selections_of(of(merger.duplicate).load(c)?);
    let moving: Vec<SelectionId> = merged(&own, theirs, merger)
        .iter()
        .map(|selection| selection.id)
        .collect();
    diesel::update(selections::table.filter(selections::id.eq_any(&moving)))
        .set(selections::player_id.eq(merger.stays))
        .execute(c)?;
    Ok(Reassigned::all("selection", moving))
}

/// Empties the reasons for which selections of the person were withdrawn, and the region in which the person lived.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    let theirs = || selections::table.filter(selections::player_id.eq_any(erasure.entries));
    let withdrawn = theirs().filter(selections::withdrawn_at.is_not_null());
    diesel::update(withdrawn).set(selections::reason.eq("")).execute(c)?;
    diesel::update(theirs())
        .set(selections::region_code.eq(None::<String>))
        .execute(c)?;
    Ok(())
}
