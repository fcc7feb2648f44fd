//! The official who acts in a tournament.

use std::collections::BTreeSet;

use chrono::Days;

use crate::accounts::grants::Grant;
use crate::accounts::grants::store::list_of_role;
use crate::accounts::{self, Account, Authority, Caller, Role};
use crate::db::Conn;
use crate::tournaments::calendar::{self, store::CalendarFilter};
use crate::tournaments::model::{Tournament, TournamentSnapshot};
use crate::tournaments::officials::{Official, store};
use crate::tournaments::{self};
use crate::umpires;
use crate::values::error::Error;
use crate::values::id::{AccountId, TournamentId};

/// The most tournaments among which one's own are looked for.
const MOST: i64 = 1000;

/// The caller as an official of that tournament.
pub fn find_official(c: &mut Conn, by: &Caller, tournament: &Tournament) -> Result<Official, Error> {
    let credentials = store::find(c, tournament.id, by.account)?;
    Ok(Official::of(tournament, by, credentials)?)
}

/// The caller as an official of that tournament, and everything that has happened in it.
pub fn run(c: &mut Conn, by: &Caller, tournament: TournamentId) -> Result<(Official, TournamentSnapshot), Error> {
    let tournament = tournaments::use_cases::read(c, tournament)?;
    let official = find_official(c, by, &tournament)?;
    Ok((official, tournaments::store::snapshot(c, tournament)?))
}

/// The accounts of those who run that tournament today, by their names: the caller, the umpires who are appointed to it, and the
/// coordinators of its province; but none that may do more in it than the caller.
pub fn list(c: &mut Conn, by: &Caller, tournament: &Tournament) -> Result<Vec<Account>, Error> {
    let mut ids: BTreeSet<AccountId> = BTreeSet::from([by.account]);
    let appointments = tournaments::appointments::store::list(c, tournament.id)?;
    for holding in appointments.iter().filter(|appointment| appointment.ended_at.is_none()) {
        let accreditations = umpires::store::of_player(c, holding.umpire.id)?;
        ids.extend(accreditations.iter().filter_map(|accreditation| accreditation.account));
    }
    let coordinates = Some(Authority::Coordinator(tournament.province.clone()));
    let grants = list_of_role(c, Role::Coordinator)?;
    let coordinating = grants
        .iter()
        .filter(|grant| grant.authority_on(by.today()) == coordinates);
    ids.extend(coordinating.map(|grant| grant.account));
    if !by.reach.is_everywhere() {
        let administrators = list_of_role(c, Role::Administrator)?;
        // One that begins while they run it counts too.
        let may_hold =
            |grant: &&Grant| grant.revoked_at.is_none() && grant.valid_until.is_none_or(|until| until >= by.today());
        for grant in administrators.iter().filter(may_hold) {
            ids.remove(&grant.account);
        }
    }
    let mut officials: Vec<Account> = Vec::new();
    for id in ids {
        let found = accounts::store::find(c, id)?;
        officials.extend(found.filter(|account| account.deactivated_at.is_none()));
    }
    officials.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(officials)
}

/// The days for which a tournament that is over is still at hand for those who ran it.
const AT_HAND: Days = Days::new(60);

/// The tournaments that the caller runs, the soonest first: those of the provinces that the caller looks after, and those to
/// which the caller is appointed.
pub fn list_own(c: &mut Conn, by: &Caller) -> Result<Vec<Tournament>, Error> {
    let today = by.today();
    let filter = CalendarFilter {
        province: None,
        level: None,
        stage: None,
        from: today.checked_sub_days(AT_HAND).unwrap_or(today),
        until: None,
        after: None,
    };
    let appointed = store::tournaments(c, by.account)?;
    let mut tournaments = calendar::store::list(c, filter, MOST)?;
    tournaments.retain(|one| by.reach.covers_province(&one.province) || appointed.contains(&one.id));
    Ok(tournaments)
}

/// Everything that has happened in that tournament, for whoever looks.
pub fn watch(c: &mut Conn, tournament: TournamentId) -> Result<TournamentSnapshot, Error> {
    let tournament = tournaments::use_cases::read(c, tournament)?;
    tournaments::store::snapshot(c, tournament)
}
