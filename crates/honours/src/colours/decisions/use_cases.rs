//! The steps of an award: loaded, decided and saved.

use crate::accounts::Caller;
use crate::certificate_codes::{self, Code, Subject};
use crate::colours::use_cases::{find, find_context};
use crate::colours::{Approval, AuditRecord, Award, ColoursEnding, store};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation;
use crate::operations::Operation;
use crate::players::Player;
use crate::players::use_cases::with_player;
use crate::values::error::Error;
use crate::values::id::AwardId;

/// Approves a proposal, which from now on has a code.
pub fn approve(
    c: &mut Conn,
    by: &Caller,
    id: AwardId,
    reference: &str,
    code: &Code,
    has_public_url: bool,
) -> Result<(Award, Player), Error> {
    let before = find(c, id)?;
    // For discretion residence counts on the day of the proposal.
    let settings = federation::store::settings(c, by.today())?;
    let context = find_context(c, by, &before.proposal(), before.proposed_at.day(), &settings)?;
    let approval = Approval {
        account: by.account,
        at: by.now,
        reference: reference.to_owned(),
    };
    let after = before.clone().approved(&context, approval)?;
    settings.refuse_unnamed(has_public_url)?;
    certificate_codes::store::insert(c, Subject::Colours(id), code)?;
    keep(
        c,
        by,
        Operation::create_colours_approval,
        &before,
        (after, context.player),
    )
}

/// Refuses a proposal.
pub fn refuse(c: &mut Conn, by: &Caller, id: AwardId, reason: &str) -> Result<(Award, Player), Error> {
    let before = find(c, id)?;
    let after = before.clone().refused(ending(by, reason))?;
    let refused = with_player(c, after, |award| award.player)?;
    keep(c, by, Operation::create_colours_refusal, &before, refused)
}

/// Revokes an award.
pub fn revoke(c: &mut Conn, by: &Caller, id: AwardId, reason: &str) -> Result<(Award, Player), Error> {
    let before = find(c, id)?;
    let after = before.clone().revoked(ending(by, reason))?;
    let revoked = with_player(c, after, |award| award.player)?;
    keep(c, by, Operation::create_colours_revocation, &before, revoked)
}

/// Supersedes an award by another one of the same person.
pub fn supersede(
    c: &mut Conn,
    by: &Caller,
    id: AwardId,
    successor: AwardId,
    reason: &str,
) -> Result<(Award, Player), Error> {
    let before = find(c, id)?;
    let others = store::of_player(c, before.player)?;
    let after = before.clone().superseded(successor, &others, ending(by, reason))?;
    let superseded = with_player(c, after, |award| award.player)?;
    keep(c, by, Operation::create_colours_supersession, &before, superseded)
}

fn ending(by: &Caller, reason: &str) -> ColoursEnding {
    ColoursEnding {
        account: by.account,
        at: by.now,
        reason: reason.to_owned(),
    }
}

/// Keeps what became of an award, with a row in the audit trail.
fn keep(
    c: &mut Conn,
    by: &Caller,
    action: Operation,
    before: &Award,
    (after, player): (Award, Player),
) -> Result<(Award, Player), Error> {
    store::update(c, &after)?;
    let [was, is] = [before, &after].map(|award| AuditRecord::of(award, &player));
    by.audit(c, Change::altered(action, "colours", after.id, &was, &is)?)?;
    Ok((after, player))
}
