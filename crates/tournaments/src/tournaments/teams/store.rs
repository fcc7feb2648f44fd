//! Teams in the database.

use std::collections::HashMap;

use diesel::prelude::*;

use crate::db::schema::{team_members, teams};
use crate::db::{BATCH, Conn, OnConflict};
use crate::tournaments::model::Team;
use crate::tournaments::teams::TeamRefusal;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ClubId, EntryId, TeamId, TournamentId};

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = teams)]
struct TeamRow {
    id: TeamId,
    tournament_id: TournamentId,
    name: String,
    club_id: Option<ClubId>,
    created_at: Timestamp,
}

/// The teams of the rows, with their members, in the same order.
fn teams_of(c: &mut Conn, rows: Vec<TeamRow>) -> Result<Vec<Team>, Error> {
    let ids: Vec<TeamId> = rows.iter().map(|row| row.id).collect();
    let mut members: HashMap<TeamId, Vec<EntryId>> = HashMap::new();
    for ids in ids.chunks(BATCH) {
        let found: Vec<(TeamId, EntryId)> = team_members::table
            .filter(team_members::team_id.eq_any(ids))
            .order((team_members::team_id, team_members::board_order))
            .select((team_members::team_id, team_members::entry_id))
            .load(c)?;
        for (team, entry) in found {
            members.entry(team).or_default().push(entry);
        }
    }
    let whole = |row: TeamRow| Team {
        id: row.id,
        tournament: row.tournament_id,
        name: row.name,
        club: row.club_id,
        members: members.remove(&row.id).unwrap_or_default(),
        created_at: row.created_at,
    };
    Ok(rows.into_iter().map(whole).collect())
}

/// Keeps a new team and its members.
pub fn insert(c: &mut Conn, team: &Team) -> Result<(), Error> {
    let row = TeamRow {
        id: team.id,
        tournament_id: team.tournament,
        name: team.name.clone(),
        club_id: team.club,
        created_at: team.created_at,
    };
    diesel::insert_into(teams::table)
        .values(&row)
        .execute(c)
        .on_conflict("teams_tournament_id_name_key", TeamRefusal::NameTaken)?;
    insert_members(c, team)
}

fn insert_members(c: &mut Conn, team: &Team) -> Result<(), Error> {
    for (entry, board_order) in team.members.iter().zip(1_i64..) {
        let member = (
            team_members::team_id.eq(team.id),
            team_members::board_order.eq(board_order),
            team_members::entry_id.eq(entry),
        );
        diesel::insert_into(team_members::table)
            .values(member)
            .execute(c)
            .on_conflict("team_members_entry_id_key", TeamRefusal::InAnotherTeam)?;
    }
    Ok(())
}

/// Keeps the members of a team and their order.
pub fn line_up(c: &mut Conn, team: &Team) -> Result<(), Error> {
    diesel::delete(team_members::table.filter(team_members::team_id.eq(team.id))).execute(c)?;
    insert_members(c, team)
}

/// Takes a team away; its members stay entered.
pub fn discard(c: &mut Conn, id: TeamId) -> Result<(), Error> {
    diesel::delete(team_members::table.filter(team_members::team_id.eq(id))).execute(c)?;
    diesel::delete(teams::table.find(id)).execute(c)?;
    Ok(())
}

/// Takes an entry out of its team, if it has one.
pub fn leave(c: &mut Conn, entry: EntryId) -> Result<(), Error> {
    diesel::delete(team_members::table.filter(team_members::entry_id.eq(entry))).execute(c)?;
    Ok(())
}

/// The team of that id.
pub fn find(c: &mut Conn, id: TeamId) -> Result<Option<Team>, Error> {
    let row = teams::table.find(id).select(TeamRow::as_select()).first(c).optional()?;
    Ok(teams_of(c, row.into_iter().collect())?.pop())
}

/// The teams of a tournament by name.
pub(crate) fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<Team>, Error> {
    list_of_all(c, &[tournament])
}

/// The teams of these tournaments by name.
pub(crate) fn list_of_all(c: &mut Conn, tournaments: &[TournamentId]) -> Result<Vec<Team>, Error> {
    let rows = teams::table
        .filter(teams::tournament_id.eq_any(tournaments))
        .order((teams::name, teams::id))
        .select(TeamRow::as_select())
        .load(c)?;
    teams_of(c, rows)
}

/// Whether a tournament has teams.
pub fn are_there(c: &mut Conn, tournament: TournamentId) -> Result<bool, Error> {
    let of_tournament = teams::table.filter(teams::tournament_id.eq(tournament));
    Ok(diesel::select(diesel::dsl::exists(of_tournament)).get_result(c)?)
}

/// The names of the teams of these entries.
pub(crate) fn names(c: &mut Conn, entries: &[EntryId]) -> Result<HashMap<EntryId, String>, Error> {
    let mut names = HashMap::new();
    for entries in entries.chunks(BATCH) {
        let found: Vec<(EntryId, String)> = team_members::table
            .inner_join(teams::table.on(teams::id.eq(team_members::team_id)))
            .filter(team_members::entry_id.eq_any(entries))
            .select((team_members::entry_id, teams::name))
            .load(c)?;
        names.extend(found);
    }
    Ok(names)
}
