//! Registrations and affiliations taken back: loaded, decided and saved.

use crate::accounts::Caller;
use crate::clubs::affiliations::{self, Affiliation};
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation;
use crate::operations::Operation;
use crate::players::Player;
use crate::players::registrations::{self, Registration};
use crate::players::use_cases::with_player;
use crate::tournaments::entries::store::{EntriesOf, with_tournaments};
use crate::tournaments::membership_withdrawals::{refuse_accredited, refuse_affiliation, refuse_registration};
use crate::umpires;
use crate::values::error::Error;
use crate::values::id::{AffiliationId, RegistrationId};

/// Takes a registration back that was made by mistake.
pub fn withdraw_registration(
    c: &mut Conn,
    by: &Caller,
    id: RegistrationId,
    because: &str,
) -> Result<(Registration, Player), Error> {
    let (registration, _) = registrations::use_cases::find_within(c, by, id)?;
    let (before, player) = with_player(c, registration, |registration| registration.player)?;
    let player = player.unerased()?;
    let after = before.clone().withdrawn(because.to_owned(), by.now)?;
    let others = registrations::store::find_of_all(c, &[before.player])?;
    let entries = with_tournaments(c, EntriesOf::Player(player.id))?;
    let calendar = federation::store::calendar(c)?;
    refuse_registration(&before, &others, &entries, &calendar)?;
    refuse_accredited(
        &before,
        &umpires::store::of_player(c, player.id)?,
        &calendar,
        by.today(),
    )?;
    registrations::store::update(c, &after)?;
    let evidence = [&before, &after].map(|registration| registration.evidence(&player, by.today()));
    let [before, evidence] = evidence;
    by.audit(
        c,
        Change::altered(
            Operation::create_registration_withdrawal,
            "registration",
            id,
            &before,
            &evidence,
        )?,
    )?;
    Ok((after, player))
}

/// Takes an affiliation back that was recorded by mistake.
pub fn withdraw_affiliation(c: &mut Conn, by: &Caller, id: AffiliationId, because: &str) -> Result<Affiliation, Error> {
    let before = affiliations::use_cases::read(c, by, id)?;
    let after = before.clone().withdrawn(because.to_owned(), by.now)?;
    let entries = with_tournaments(c, EntriesOf::Club(before.club))?;
    refuse_affiliation(&before, &entries, &federation::store::calendar(c)?)?;
    affiliations::store::update(c, &after)?;
    by.audit(
        c,
        Change::altered(
            Operation::create_affiliation_withdrawal,
            "affiliation",
            id,
            &before,
            &after,
        )?,
    )?;
    Ok(after)
}
