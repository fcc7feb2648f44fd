//! Lists published and looked at before: counted from what is on record.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use serde_json::json;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation;
use crate::operations::Operation;
use crate::players;
use crate::players::registrations::{Basis, Division};
use crate::rankings::events::RankedEvent;
use crate::rankings::methods::Ranked;
use crate::rankings::rows::use_cases::with_players;
use crate::rankings::rows::{self, ListedRow, NewRow, RankingRow, RegisterFacts, placed};
use crate::rankings::{NewRanking, Ranking, store};
use crate::tournaments::model::Tournament;
use crate::tournaments::ratification::store::ratified;
use crate::tournaments::umpiring;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{PlayerId, RankingId};
use crate::web::idempotency::Creation;

/// Publishes a list.
pub fn publish(c: &mut Conn, by: &Caller, creation: &Creation<RankingId>, new: &NewRanking) -> Result<Ranking, Error> {
    let existing = store::find(c, creation.id)?;
    if let Some(ranking) = creation.earlier(c, existing)? {
        return Ok(ranking);
    }
    let (ranking, rows) = count(c, by, creation.id, new)?;
    store::insert(c, &ranking, &rows)?;
    creation.keep(c)?;
    by.audit(
        c,
        Change::created(Operation::create_ranking, "ranking", ranking.id, &ranking)?,
    )?;
    if let Some(replaced) = ranking.replaces_id {
        let [before, after] = [None, Some(ranking.id)].map(|id| json!({ "replaced_by_id": id }));
        by.audit(
            c,
            Change::altered(Operation::create_ranking, "ranking", replaced, &before, &after)?,
        )?;
    }
    Ok(ranking)
}

/// The list as it would be published, and its first rows; or the first of one division, by their ranks in the whole list.
pub fn preview(
    c: &mut Conn,
    by: &Caller,
    id: RankingId,
    new: &NewRanking,
    only: Option<Division>,
    rows: usize,
) -> Result<(Ranking, Vec<ListedRow>), Error> {
    let (ranking, counted) = count(c, by, id, new)?;
    let is_wanted = |row: &RankingRow| only.is_none() || row.particulars.division == only;
    let wanted = counted.into_iter().map(|(row, _)| row).filter(is_wanted);
    let first = wanted.take(rows).map(|row| ((row.rank, row.shared), row));
    let rows = with_players(c, &ranking.settings, first.collect())?;
    Ok((ranking, rows))
}

/// The list, with its rows counted from what is on record.
fn count(c: &mut Conn, by: &Caller, id: RankingId, new: &NewRanking) -> Result<(Ranking, Vec<NewRow>), Error> {
    let ranking = Ranking::admit(new, id, &store::published(c, new)?, by.account, by.now)?;
    let ranked = compute(c, &ranking, by.now)?;
    let ids: Vec<PlayerId> = ranked.iter().map(|one| one.player).collect();
    let register = register(c, &ids, ranking.on)?;
    let before = match ranking.previous_id {
        Some(previous) => rows::store::standings(c, previous)?,
        None => HashMap::new(),
    };
    let before = before
        .into_iter()
        .map(|(player, standing)| (player, standing.rank))
        .collect();
    let rows = placed(ranked, &register, &before);
    Ok((ranking.counted(rows.len())?, rows))
}

/// The list of that id.
pub fn find(c: &mut Conn, id: RankingId) -> Result<Ranking, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no list with this id."))?)
}

/// Ranks the players of the register for a list, by what it keeps of its method, from all that was on record at a moment. One
/// tournament is in memory at a time.
pub(crate) fn compute(c: &mut Conn, ranking: &Ranking, moment: Timestamp) -> Result<Vec<Ranked>, Error> {
    let (method, window) = (ranking.method, ranking.window());
    let days = (method.begins(window), window.until);
    let mut tally = method.tally(window, &ranking.settings);
    let mut visitors = HashSet::new();
    for tournament in ratified::list(c, days, moment)? {
        let Some(event) = event(c, tournament, ranking, moment)? else {
            continue;
        };
        tally.take(&event);
        visitors.extend(event.visitors);
    }
    let mut ranked = tally.ranked();
    ranked.retain(|one| !visitors.contains(&one.player));
    Ok(ranked)
}

/// The event of a tournament, as it was on record at a moment, with the games that count for the list; nothing if its level does
/// not count.
pub(crate) fn event(
    c: &mut Conn,
    tournament: Tournament,
    ranking: &Ranking,
    moment: Timestamp,
) -> Result<Option<RankedEvent>, Error> {
    let counted = ranking.method.counted(&ranking.settings);
    if !counted.has(tournament.plan.level) {
        return Ok(None);
    }
    let umpires = umpiring::store::umpires(c, tournament.id, moment)?;
    let (snapshot, players) = ratified::results(c, tournament, moment)?;
    let event = RankedEvent::of(&snapshot, &players, umpires).map_err(|error| Error::Internal(error.to_string()))?;
    Ok(Some(if counted.forfeits {
        event
    } else {
        event.without_forfeits()
    }))
}

/// The register's particulars of these players on that day, with their numbers.
pub fn register(
    c: &mut Conn,
    ranked: &[PlayerId],
    day: NaiveDate,
) -> Result<HashMap<PlayerId, (i64, RegisterFacts)>, Error> {
    let mut homes = players::residences::store::homes(c, ranked, day)?;
    let year = federation::store::calendar(c)?.year_of(day);
    let members = players::registrations::store::find_of_all(c, ranked)?;
    let members = members
        .into_iter()
        .filter(|registration| registration.year == year && registration.basis == Basis::Member);
    let members: HashMap<PlayerId, _> = members
        .map(|registration| (registration.player, (registration.club, registration.division)))
        .collect();
    let players = players::store::find_many(c, ranked)?;
    let particulars = players.into_iter().map(|(id, player)| {
        let (number, registered) = (player.number.stored(), members.get(&id).copied());
        let particulars = RegisterFacts {
            province: homes.remove(&id).map_or(player.home.province, |home| home.province),
            club: registered.map_or(player.club, |(club, _)| club),
            division: registered.map(|(_, division)| division),
            sex: player.person.map(|person| person.sex),
        };
        (id, (number, particulars))
    });
    Ok(particulars.collect())
}
