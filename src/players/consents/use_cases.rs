//! Consents given and withdrawn: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::players::consents::{Consent, Given, store};
use crate::players::use_cases::{PlayerPath, find_within};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::ConsentId;

/// Records a consent for the player.
pub(crate) fn give(c: &mut Conn, by: &Caller, path: &PlayerPath, given: &Given) -> Result<Consent, Error> {
    let player = find_within(c, by, path)?;
    player.lived_on(given.given_on, "/given_on")?;
    given.is_theirs_to_give(&player)?;
    let consent = Consent::of(ConsentId::new(by.now), player.id, given.clone(), by.now);
    store::insert(c, &consent)?;
    by.audit(c, Change::created("create_consent", "consent", consent.id, &consent)?)?;
    Ok(consent)
}

/// All consents for the player, the latest first.
pub(crate) fn list(c: &mut Conn, by: &Caller, path: &PlayerPath) -> Result<Vec<Consent>, Error> {
    let player = find_within(c, by, path)?;
    store::list(c, player.id)
}

/// The consent, if the caller looks after the player's club.
pub(crate) fn find(c: &mut Conn, by: &Caller, id: ConsentId) -> Result<Consent, Error> {
    let consent = store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no consent with this id."))?;
    find_within(c, by, &consent.player.into())?;
    Ok(consent)
}

/// Withdraws a consent.
pub(crate) fn withdraw(c: &mut Conn, by: &Caller, id: ConsentId) -> Result<Consent, Error> {
    let before = find(c, by, id)?;
    let after = before.clone().withdrawn(by.now)?;
    store::withdraw(c, &after)?;
    let change = Change::altered("create_consent_withdrawal", "consent", id, &before, &after)?;
    by.audit(c, change)?;
    Ok(after)
}
