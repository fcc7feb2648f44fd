//! Disputes, raised and ruled on: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::player_accounts::use_cases::{find_own, players_of};
use crate::tournaments::matches::can_change;
use crate::tournaments::matches::disputes::{Dispute, DisputeBetween, OwnDispute, store};
use crate::tournaments::matches::score_sheets::NewScoreSheet;
use crate::tournaments::matches::use_cases::{keep, match_in, refuse_conflict, run, tournament_of};
use crate::tournaments::model::{Match, Tournament, TournamentSnapshot};
use crate::tournaments::officials;
use crate::tournaments::rounds::refusals::NOT_ENTERED;
use crate::tournaments::{self};
use crate::values::clock::Timestamp;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{DisputeId, MatchId, PlayerId, TournamentId};

/// Disputes a match.
pub fn raise(c: &mut Conn, by: &Caller, match_id: MatchId, reason: &str) -> Result<DisputeBetween, Error> {
    let (_, snapshot) = run(c, by, match_id)?;
    let about = match_in(&snapshot, match_id)?;
    let dispute = Dispute::raise(about, &snapshot.tournament, reason.to_owned(), by)?;
    store::insert(c, &dispute)?;
    let id = dispute.id;
    let dispute = dispute.between(about, &snapshot);
    by.audit(c, Change::created(Operation::create_dispute, "dispute", id, &dispute)?)?;
    Ok(dispute)
}

/// Disputes a match as one of its players, for whom the caller's account holds.
pub fn raise_own(
    c: &mut Conn,
    by: &Caller,
    match_id: MatchId,
    player: PlayerId,
    reason: &str,
) -> Result<OwnDispute, Error> {
    let (player, _) = find_own(c, by, &player.into())?;
    let snapshot = watch(c, match_id)?;
    let about = match_in(&snapshot, match_id)?;
    if !players_in(about, &snapshot).contains(&player.id) {
        return Err(NOT_ENTERED
            .at("/player_id", "The player does not play this match.")
            .into());
    }
    let dispute = Dispute::raise_as_player(about, &snapshot, player.id, reason.to_owned(), by)?;
    store::insert(c, &dispute)?;
    let (id, is_own) = (dispute.id, true);
    let evidence = dispute.clone().between(about, &snapshot);
    by.audit(
        c,
        Change::created(Operation::create_own_dispute, "dispute", id, &evidence)?,
    )?;
    Ok(OwnDispute { dispute, is_own })
}

/// The disputes about a match of somebody for whom the caller's account holds, the oldest first.
pub fn list_own(c: &mut Conn, by: &Caller, match_id: MatchId) -> Result<Vec<OwnDispute>, Error> {
    let snapshot = watch(c, match_id)?;
    let playing = players_in(match_in(&snapshot, match_id)?, &snapshot);
    let own = players_of(c, by)?;
    if !own.iter().any(|player| playing.contains(player)) {
        return Err(NOT_FOUND.problem("There is no match of yours with this id.").into());
    }
    let disputes = store::list(c, match_id)?.into_iter();
    let of_caller = |dispute: Dispute| OwnDispute {
        is_own: dispute.player.is_some_and(|player| own.contains(&player)),
        dispute,
    };
    Ok(disputes.map(of_caller).collect())
}

fn watch(c: &mut Conn, match_id: MatchId) -> Result<TournamentSnapshot, Error> {
    let tournament = tournament_of(c, match_id)?;
    officials::use_cases::watch(c, tournament)
}

/// The two who play the match.
pub fn players_in(about: &Match, snapshot: &TournamentSnapshot) -> Vec<PlayerId> {
    let entries = about.pair.iter().filter_map(|seed| snapshot.at(*seed));
    entries.map(|entry| entry.player.id()).collect()
}

/// The disputes about a match, the oldest first.
pub fn list(c: &mut Conn, by: &Caller, match_id: MatchId) -> Result<Vec<DisputeBetween>, Error> {
    let (_, snapshot) = run(c, by, match_id)?;
    let about = match_in(&snapshot, match_id)?;
    let disputes = store::list(c, match_id)?.into_iter();
    Ok(disputes.map(|dispute| dispute.between(about, &snapshot)).collect())
}

/// A dispute that waits for a ruling, and where.
#[derive(Debug)]
pub struct OpenDispute {
    pub dispute: Dispute,
    pub tournament: Tournament,
    pub round: i64,
    pub board: i64,
}

/// Disputes that wait for a ruling in the tournaments that the caller looks after, the oldest first; after that one.
pub fn list_open(
    c: &mut Conn,
    by: &Caller,
    after: Option<(Timestamp, DisputeId)>,
    rows: i64,
) -> Result<Vec<OpenDispute>, Error> {
    let found = store::open(c, &by.reach, after, rows)?;
    let ids: Vec<TournamentId> = found.iter().map(|(_, tournament, ..)| *tournament).collect();
    let tournaments = tournaments::store::find_many(c, &ids)?;
    let open = |(dispute, tournament, round, board): (Dispute, TournamentId, i64, i64)| {
        let tournament = tournaments.get(&tournament)?.clone();
        Some(OpenDispute {
            dispute,
            tournament,
            round,
            board,
        })
    };
    Ok(found.into_iter().filter_map(open).collect())
}

/// The dispute of that id.
pub fn read(c: &mut Conn, by: &Caller, id: DisputeId) -> Result<DisputeBetween, Error> {
    let dispute = find(c, id)?;
    let (_, snapshot) = run(c, by, dispute.match_id)?;
    let about = match_in(&snapshot, dispute.match_id)?;
    Ok(dispute.between(about, &snapshot))
}

/// Rules on a dispute: the result stands, or what is on the sheet takes its place.
pub fn rule(
    c: &mut Conn,
    by: &Caller,
    id: DisputeId,
    ruling: &str,
    sheet: Option<&NewScoreSheet>,
) -> Result<DisputeBetween, Error> {
    const ACTION: Operation = Operation::create_ruling;
    let dispute = find(c, id)?;
    let (official, mut snapshot) = run(c, by, dispute.match_id)?;
    let about = match_in(&snapshot, dispute.match_id)?;
    refuse_conflict(&official, about, &snapshot)?;
    let sheet = sheet.map(|sheet| sheet.fill(about, &snapshot, "/sheet")).transpose()?;
    can_change(&snapshot.tournament, true, &official)?;
    let ruled = dispute.clone().ruled(ruling.to_owned(), by)?;
    let entered = sheet.map(|sheet| about.ruled(sheet, ruling.to_owned(), &official, by.now));
    let entered = entered.transpose()?;
    let before = dispute.between(about, &snapshot);
    let after = ruled.between(about, &snapshot);
    store::update(c, &after.dispute)?;
    if let Some(entered) = entered {
        let decided = vec![(after.dispute.match_id, entered)];
        keep(c, by, ACTION, &mut snapshot, decided)?;
    }
    by.audit(c, Change::altered(ACTION, "dispute", id, &before, &after)?)?;
    Ok(after)
}

fn find(c: &mut Conn, id: DisputeId) -> Result<Dispute, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no dispute with this id."))?)
}
