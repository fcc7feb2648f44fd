//! Colours proposed and found, each award with its player.

use std::collections::HashSet;

use chrono::NaiveDate;

use crate::accounts::Caller;
use crate::certificate_codes::{self, Code, Subject};
use crate::colours::candidates::dossier;
use crate::colours::criteria::judging::{at_discretion, first_met, foreign};
use crate::colours::criteria::rules::{Criteria, Rule};
use crate::colours::criteria::{self, Judgement};
use crate::colours::store::AwardFilter;
use crate::colours::{AuditRecord, Award, ColoursBasis, ColoursState, Proposal, ProposalContext, awarding_body, store};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation::{self, FederationSettings};
use crate::operations::Operation;
use crate::players::use_cases::{with_player, with_players};
use crate::players::{self, Player, unknown_player};
use crate::provinces;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AwardId, PlayerId};
use crate::web::idempotency::Creation;

/// Proposes colours for a player.
pub fn propose(
    c: &mut Conn,
    by: &Caller,
    creation: &Creation<AwardId>,
    proposal: &Proposal,
) -> Result<(Award, Player), Error> {
    let existing = store::find(c, creation.id)?;
    if let Some(award) = creation.earlier(c, existing)? {
        let award = award.within(&by.reach)?;
        return with_player(c, award, |award| award.player);
    }
    proposal.refuse_year_to_come(federation::store::calendar(c)?.year_of(by.today()))?;
    let settings = federation::store::settings(c, by.today())?;
    let context = find_context(c, by, proposal, by.today(), &settings)?;
    let award = Award::propose(creation.id, proposal.clone(), &context, by.account, &by.reach, by.now)?;
    store::insert(c, &award)?;
    creation.keep(c)?;
    let record = AuditRecord::of(&award, &context.player);
    by.audit(
        c,
        Change::created(Operation::create_colours, "colours", award.id, &record)?,
    )?;
    Ok((award, context.player))
}

/// The facts about the player whom a proposal is about. For discretion residence counts on that day, for everything else on
/// the day of the event or the selection.
pub fn find_context(
    c: &mut Conn,
    by: &Caller,
    proposal: &Proposal,
    day: NaiveDate,
    settings: &FederationSettings,
) -> Result<ProposalContext, Error> {
    let player = players::store::find_member(c, proposal.player)?.ok_or_else(|| unknown_player(proposal.player))?;
    let criteria = criteria::store::of_year(c, proposal.year)?;
    let outcome = judge(c, proposal, &criteria, player.id, day)?;
    let home = match &outcome {
        Some(Ok((_, home))) => home.clone(),
        Some(Err(_)) | None => player.home.clone(),
    };
    let province = provinces::store::find(c, &home.province)?.map(|province| province.name);
    Ok(ProposalContext {
        awarding_body: awarding_body(settings, proposal.level, &province.unwrap_or_default()),
        others: store::of_player(c, proposal.player)?,
        criteria: criteria.version,
        foreign: foreign(
            proposal.level,
            player.person.as_ref().and_then(|person| person.nationality),
        ),
        suspended: players::suspensions::store::is_suspended(c, player.id, [by.today(); 2])?,
        player,
        home,
        outcome,
    })
}

/// The first of the rules that is met, or what is missing by the first; nothing, if there is no such rule.
fn judge(
    c: &mut Conn,
    proposal: &Proposal,
    criteria: &Criteria,
    player: PlayerId,
    day: NaiveDate,
) -> Result<Option<Judgement>, Error> {
    let &Proposal {
        level,
        division,
        year,
        basis,
        ..
    } = proposal;
    let rules: Vec<&Rule> = criteria
        .of(level, division)
        .filter(|rule| rule.condition.basis() == basis)
        .collect();
    if rules.is_empty() {
        return Ok(None);
    }
    if basis == ColoursBasis::Discretion {
        let residences = players::residences::store::list(c, player)?;
        let (_, last) = federation::store::calendar(c)?.days(year);
        return Ok(Some(at_discretion(level, last, &residences, day)));
    }
    let events: Vec<_> = rules.iter().flat_map(|rule| rule.condition.events()).collect();
    let dossier = dossier::load(c, year, &events, Some(player))?;
    let outcomes = rules.iter().filter_map(|rule| dossier.judge(rule, division, player));
    Ok(first_met(outcomes))
}

/// Awards, each with its player.
pub fn list(c: &mut Conn, filter: AwardFilter, rows: i64) -> Result<Vec<(Award, Player)>, Error> {
    let awards = store::list(c, filter, rows)?;
    with_players(c, awards, |award| award.player)
}

/// The awards and proposals that rest on a tournament which is under review.
pub fn fallen(c: &mut Conn) -> Result<HashSet<AwardId>, Error> {
    store::fallen(c)
}

/// The award as everyone may read it: one that holds, of a player who may be named on that day.
pub fn find_public(c: &mut Conn, id: AwardId, today: NaiveDate) -> Result<(Award, Player), Error> {
    let award = find(c, id)?;
    let (award, player) = with_player(c, award, |award| award.player)?;
    if award.state == ColoursState::Approved && !player.name_is_withheld(today) {
        Ok((award, player))
    } else {
        Err(no_colours())
    }
}

/// The award or the proposal, for those who look after the province.
pub fn find_within(c: &mut Conn, by: &Caller, id: AwardId) -> Result<(Award, Player), Error> {
    let award = find(c, id)?.within(&by.reach)?;
    with_player(c, award, |award| award.player)
}

/// The code of an award, for those who look after the province.
pub fn find_code(c: &mut Conn, by: &Caller, id: AwardId) -> Result<Code, Error> {
    find(c, id)?.within(&by.reach)?;
    let code = certificate_codes::store::find(c, Subject::Colours(id))?;
    Ok(code.ok_or_else(|| NOT_FOUND.problem("The award was never approved, and has no code."))?)
}

/// The award or the proposal of that id.
pub fn find(c: &mut Conn, id: AwardId) -> Result<Award, Error> {
    store::find(c, id)?.ok_or_else(no_colours)
}

fn no_colours() -> Error {
    NOT_FOUND.problem("There are no colours with this id.").into()
}
