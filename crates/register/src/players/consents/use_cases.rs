//! Consents given and withdrawn: loaded, decided and saved.

use crate::accounts::{self, Caller};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::players::consent_wordings::{self, refuse_stale};
use crate::players::consents::{Consent, ConsentRelation, Given, Purpose, concerned, store};
use crate::players::player_accounts::use_cases::find_own;
use crate::players::use_cases::{PlayerPath, find_within};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::ConsentId;
use crate::values::validation::Faults;

/// Records a consent for the player.
pub fn give(c: &mut Conn, by: &Caller, path: &PlayerPath, given: &Given) -> Result<Consent, Error> {
    let player = find_within(c, by, path)?;
    player.lived_on(given.given_on, "/given_on")?;
    given.is_theirs_to_give(&player)?;
    let consent = Consent::of(ConsentId::new(by.now), player.id, given.clone(), by.now);
    store::insert(c, &consent)?;
    by.audit(
        c,
        Change::created(Operation::create_consent, "consent", consent.id, &consent)?,
    )?;
    Ok(consent)
}

/// Gives a consent as the player, or as the parent or guardian, by the wording that they have read. It is given today.
pub fn give_own(
    c: &mut Conn,
    by: &Caller,
    path: &PlayerPath,
    purpose: Purpose,
    wording: &str,
) -> Result<Consent, Error> {
    let (player, tie) = find_own(c, by, path)?;
    let relation = tie.relation;
    concerned(relation, purpose).map_err(|fault| Faults::of("/purpose", fault))?;
    refuse_stale(&consent_wordings::store::list(c)?, purpose, wording, by.today())?;
    let account = accounts::use_cases::own(c, by)?;
    let given = Given {
        guardian: (relation != ConsentRelation::Themselves).then_some(account.name),
        relation,
        purpose,
        wording: wording.to_owned(),
        given_on: by.today(),
    };
    given.is_theirs_to_give(&player)?;
    let consent = Consent::of(ConsentId::new(by.now), player.id, given, by.now);
    store::insert(c, &consent)?;
    by.audit(
        c,
        Change::created(Operation::create_own_consent, "consent", consent.id, &consent)?,
    )?;
    Ok(consent)
}

/// All consents for a player for whom the caller's account holds, the latest first.
pub fn list_own(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Vec<Consent>, Error> {
    let (player, _) = find_own(c, by, path)?;
    store::list(c, player.id)
}

/// Withdraws a consent for a player for whom the caller's account holds, whoever has given it.
pub fn withdraw_own(c: &mut Conn, by: &Caller, id: ConsentId) -> Result<Consent, Error> {
    let before = store::find(c, id)?.ok_or_else(unknown)?;
    find_own(c, by, &before.player.into())?;
    end(c, by, Operation::create_own_consent_withdrawal, &before)
}

/// All consents for the player, the latest first.
pub fn list(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Vec<Consent>, Error> {
    let player = find_within(c, by, path)?;
    store::list(c, player.id)
}

/// The consent, if the caller looks after the player's club.
pub fn find(c: &mut Conn, by: &Caller, id: ConsentId) -> Result<Consent, Error> {
    let consent = store::find(c, id)?.ok_or_else(unknown)?;
    find_within(c, by, &consent.player.into())?;
    Ok(consent)
}

/// Withdraws a consent.
pub fn withdraw(c: &mut Conn, by: &Caller, id: ConsentId) -> Result<Consent, Error> {
    let before = find(c, by, id)?;
    end(c, by, Operation::create_consent_withdrawal, &before)
}

fn end(c: &mut Conn, by: &Caller, action: Operation, before: &Consent) -> Result<Consent, Error> {
    let after = before.clone().withdrawn(by.now)?;
    store::withdraw(c, &after)?;
    by.audit(c, Change::altered(action, "consent", after.id, before, &after)?)?;
    Ok(after)
}

fn unknown() -> Error {
    NOT_FOUND.problem("There is no consent with this id.").into()
}
