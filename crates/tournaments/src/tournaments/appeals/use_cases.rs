//! Appeals, raised and decided: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::{self, Change};
use crate::operations::Operation;
use crate::players::Player;
use crate::players::player_accounts::use_cases::find_own;
use crate::players::use_cases::{PlayerPath, find_within};
use crate::tournaments::appeals::store::{self, AppealFilter};
use crate::tournaments::appeals::{Appeal, AppealAgainst, AppealEvidence, AppealMatter, AppealOutcome, AppealRefusal};
use crate::tournaments::matches::disputes;
use crate::tournaments::matches::use_cases::{match_in, tournament_of};
use crate::tournaments::officials::use_cases::find_official;
use crate::tournaments::{self, store as tournament_store};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, AppealId, PlayerId};

/// An appeal as it is asked for.
#[derive(Debug, Clone)]
pub struct NewAppeal {
    pub against: AppealAgainst,
    pub grounds: String,
}

/// Appeals for the player at the path, whom the caller looks after.
pub fn raise(c: &mut Conn, by: &Caller, path: &PlayerPath, new: &NewAppeal) -> Result<Appeal, Error> {
    let player = find_within(c, by, path)?;
    keep(c, by, Operation::create_appeal, &player, new)
}

/// Appeals as the player at the path, for whom the caller's account holds.
pub fn raise_own(c: &mut Conn, by: &Caller, path: &PlayerPath, new: &NewAppeal) -> Result<Appeal, Error> {
    let (player, _) = find_own(c, by, path)?;
    keep(c, by, Operation::create_own_appeal, &player, new)
}

fn keep(c: &mut Conn, by: &Caller, action: Operation, player: &Player, new: &NewAppeal) -> Result<Appeal, Error> {
    let (matter, concerned) = find_matter(c, new.against)?.ok_or(AppealRefusal::NotConcerned)?;
    let appeal = Appeal::raise(&matter, &concerned, player.id, new.grounds.clone(), by)?;
    store::insert(c, &appeal)?;
    let evidence = AppealEvidence::of(&appeal, &concerned);
    by.audit(c, Change::created(action, "appeal", appeal.id, &evidence)?)?;
    Ok(appeal)
}

/// The matter of an appeal, and the players whom it concerns: the two of a match, or all who are entered.
fn find_matter(c: &mut Conn, against: AppealAgainst) -> Result<Option<(AppealMatter, Vec<PlayerId>)>, Error> {
    let (id, dispute) = match against {
        AppealAgainst::Ruling(dispute) => match disputes::store::find(c, dispute)? {
            Some(dispute) => (tournament_of(c, dispute.match_id)?, Some(dispute)),
            None => return Ok(None),
        },
        AppealAgainst::Ratification(tournament) => (tournament, None),
    };
    let Some(tournament) = tournament_store::find(c, id)? else {
        return Ok(None);
    };
    let snapshot = tournament_store::snapshot(c, tournament)?;
    let concerned = match &dispute {
        Some(dispute) => disputes::use_cases::players_in(match_in(&snapshot, dispute.match_id)?, &snapshot),
        None => snapshot.entries.iter().map(|entry| entry.player.id()).collect(),
    };
    let tournament = snapshot.tournament;
    Ok(Some((AppealMatter { tournament, dispute }, concerned)))
}

/// All appeals of the player at the path, whom the caller looks after; the latest first.
pub fn list_of(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Vec<Appeal>, Error> {
    let player = find_within(c, by, path)?;
    store::of_player(c, player.id)
}

/// All appeals of the player at the path, for whom the caller's account holds; the latest first.
pub fn list_own(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Vec<Appeal>, Error> {
    let (player, _) = find_own(c, by, path)?;
    store::of_player(c, player.id)
}

/// Appeals about the tournaments that the caller looks after, the latest first.
pub fn list(c: &mut Conn, by: &Caller, filter: &AppealFilter, rows: i64) -> Result<Vec<Appeal>, Error> {
    store::list(c, filter, &by.reach, rows)
}

/// The appeal, if the caller looks after the tournament.
pub fn read(c: &mut Conn, by: &Caller, id: AppealId) -> Result<Appeal, Error> {
    let appeal = store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no appeal with this id."))?;
    tournaments::use_cases::find_within(c, by, appeal.tournament)?;
    Ok(appeal)
}

/// Decides an appeal. Of a tournament that is ratified, one that is upheld brings the result under review.
pub fn decide(c: &mut Conn, by: &Caller, id: AppealId, outcome: AppealOutcome, reason: &str) -> Result<Appeal, Error> {
    const ACTION: Operation = Operation::create_appeal_decision;
    let before = read(c, by, id)?;
    let missing = || Error::Internal(format!("appeal {id}: its matter"));
    let (matter, concerned) = find_matter(c, before.against())?.ok_or_else(missing)?;
    find_official(c, by, &matter.tournament)?.refuse_close(&concerned)?;
    let ruled_by = matter.dispute.as_ref().and_then(|dispute| dispute.ruled_by);
    let mut involved: Vec<AccountId> = ruled_by.into_iter().collect();
    involved.extend(audit::authors(c, Operation::create_ratification, matter.tournament.id)?);
    let after = before.clone().decided(outcome, reason.to_owned(), &involved, by)?;
    store::update(c, &after)?;
    let [was, is] = [&before, &after].map(|appeal| AppealEvidence::of(appeal, &concerned));
    by.audit(c, Change::altered(ACTION, "appeal", id, &was, &is)?)?;
    if outcome == AppealOutcome::Upheld {
        let was = matter.tournament;
        if let Some(reviewed) = was.clone().reviewed_on_appeal(by.now) {
            tournaments::use_cases::keep(c, by, ACTION, &was, reviewed)?;
        }
    }
    Ok(after)
}

impl Appeal {
    /// The thing that it is against.
    fn against(&self) -> AppealAgainst {
        self.dispute
            .map_or(AppealAgainst::Ratification(self.tournament), AppealAgainst::Ruling)
    }
}
