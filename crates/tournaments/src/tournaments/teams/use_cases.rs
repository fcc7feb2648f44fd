//! Teams and their standings: loaded, decided and saved.

use crate::accounts::Caller;
use crate::clubs;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::tournaments::entries::store as entries;
use crate::tournaments::model::{Entry, Team, Tournament, TournamentSnapshot};
use crate::tournaments::officials::use_cases::watch;
use crate::tournaments::teams::standings::TeamTable;
use crate::tournaments::teams::{look_after, refuse_unless_open, store};
use crate::tournaments::{officials, use_cases as tournaments};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ClubId, EntryId, TeamId, TournamentId};
use crate::web::idempotency::Creation;

/// A team to be set up.
pub struct NewTeam {
    pub creation: Creation<TeamId>,
    pub tournament: TournamentId,
    pub name: String,
    /// The club or institution that all members represent, if they do.
    pub club: Option<ClubId>,
    /// The entries of the members in the order of the boards.
    pub members: Vec<EntryId>,
}

/// A team, and all entries of its tournament.
pub type TeamWithEntries = (Team, Vec<Entry>);

/// Sets up a team.
pub fn create(c: &mut Conn, by: &Caller, new: &NewTeam) -> Result<TeamWithEntries, Error> {
    let tournament = tournaments::read(c, new.tournament)?;
    refuse_stranger(c, by, &tournament, new.club)?;
    let entries = entries::list(c, tournament.id)?;
    let existing = store::find(c, new.creation.id)?;
    if let Some(team) = new.creation.earlier(c, existing)? {
        return Ok((team, entries));
    }
    let team = Team {
        id: new.creation.id,
        tournament: tournament.id,
        name: new.name.clone(),
        club: new.club,
        members: Vec::new(),
        created_at: by.now,
    };
    let team = team.lined_up(&tournament, new.members.clone(), &entries)?;
    store::insert(c, &team)?;
    new.creation.keep(c)?;
    by.audit(c, Change::created(Operation::create_team, "team", team.id, &team)?)?;
    Ok((team, entries))
}

/// Sets the members of a team and their order.
pub fn line_up(c: &mut Conn, by: &Caller, id: TeamId, members: &[EntryId]) -> Result<TeamWithEntries, Error> {
    let (before, tournament) = find_within(c, by, id)?;
    let entries = entries::list(c, tournament.id)?;
    let after = before.clone().lined_up(&tournament, members.to_vec(), &entries)?;
    store::line_up(c, &after)?;
    by.audit(
        c,
        Change::altered(Operation::create_team_line_up, "team", id, &before, &after)?,
    )?;
    Ok((after, entries))
}

/// Takes a team back. Its members stay entered.
pub fn withdraw(c: &mut Conn, by: &Caller, id: TeamId) -> Result<TeamWithEntries, Error> {
    let (team, tournament) = find_within(c, by, id)?;
    refuse_unless_open(&tournament)?;
    let entries = entries::list(c, tournament.id)?;
    store::discard(c, id)?;
    by.audit(
        c,
        Change::altered(Operation::create_team_withdrawal, "team", id, &team, &())?,
    )?;
    Ok((team, entries))
}

/// The teams of a tournament by name, and all its entries.
pub fn list(c: &mut Conn, tournament: TournamentId) -> Result<(Vec<Team>, Vec<Entry>), Error> {
    tournaments::read(c, tournament)?;
    Ok((store::list(c, tournament)?, entries::list(c, tournament)?))
}

/// The team of that id.
pub fn read(c: &mut Conn, id: TeamId) -> Result<TeamWithEntries, Error> {
    let team = find(c, id)?;
    let entries = entries::list(c, team.tournament)?;
    Ok((team, entries))
}

/// The standings of the teams after so many rounds, or after all that are published, with what they are made from.
pub fn standings(
    c: &mut Conn,
    tournament: TournamentId,
    rounds: Option<i64>,
) -> Result<(TeamTable, TournamentSnapshot), Error> {
    let snapshot = watch(c, tournament)?;
    Ok((snapshot.team_table(rounds)?, snapshot))
}

fn find(c: &mut Conn, id: TeamId) -> Result<Team, Error> {
    let team = store::find(c, id)?;
    Ok(team.ok_or_else(|| NOT_FOUND.problem("There is no team with this id."))?)
}

/// The team and its tournament, if the caller runs the tournament or looks after the club for which the team plays.
fn find_within(c: &mut Conn, by: &Caller, id: TeamId) -> Result<(Team, Tournament), Error> {
    let team = find(c, id)?;
    let tournament = tournaments::read(c, team.tournament)?;
    refuse_stranger(c, by, &tournament, team.club)?;
    Ok((team, tournament))
}

fn refuse_stranger(c: &mut Conn, by: &Caller, tournament: &Tournament, club: Option<ClubId>) -> Result<(), Error> {
    let club = match club {
        Some(club) => clubs::store::find(c, club)?,
        None => None,
    };
    let credentials = officials::store::find(c, tournament.id, by.account)?;
    Ok(look_after(tournament, credentials, club.as_ref(), by)?)
}
