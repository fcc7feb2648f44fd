//! Registrations made and changed: loaded, decided and saved.

use chrono::NaiveDate;

use crate::accounts::Caller;
use crate::clubs::Club;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation;
use crate::operations::Operation;
use crate::players::registrations::store::{self, RegistrationFilter};
use crate::players::registrations::{Division, NewRegistration, Registration};
use crate::players::use_cases::{find_club, with_player, with_players};
use crate::players::{self, Player, unknown_player};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{ClubId, PlayerId, RegistrationId};
use crate::web::idempotency::Creation;

/// A player whom a club registers for a gaming year.
pub struct Registering {
    pub creation: Creation<RegistrationId>,
    pub player: PlayerId,
    pub club: ClubId,
    pub new: NewRegistration,
}

/// Registers a player for a gaming year.
pub fn register(c: &mut Conn, by: &Caller, asked: &Registering) -> Result<(Registration, Player), Error> {
    let club = find_club(c, by, asked.club)?;
    let creation = &asked.creation;
    let existing = store::find(c, creation.id)?;
    if let Some(registration) = creation.earlier(c, existing)? {
        // It may have gone along with the player since.
        find_club(c, by, registration.club)?;
        return with_player(c, registration, |registration| registration.player);
    }
    let player = find_player(c, asked.player)?;
    let registration = Registration::admit(
        &asked.new,
        &federation::store::settings(c, by.today())?.divisions,
        creation.id,
        &player,
        &club,
        by.now,
    )?;
    store::insert(c, &registration)?;
    creation.keep(c)?;
    let (id, after) = (registration.id, registration.evidence(&player, by.today()));
    by.audit(
        c,
        Change::created(Operation::create_registration, "registration", id, &after)?,
    )?;
    Ok((registration, player))
}

/// Registrations through the clubs that the caller looks after, with their players; of one player, if one is named.
pub fn list(
    c: &mut Conn,
    by: &Caller,
    filter: RegistrationFilter,
    player: Option<PlayerId>,
    rows: i64,
) -> Result<Vec<(Registration, Player)>, Error> {
    let players = player.map(|player| players::store::entries(c, player)).transpose()?;
    let filter = RegistrationFilter { players, ..filter };
    let registrations = store::list(c, filter, &by.reach, Some(rows))?;
    with_players(c, registrations, |registration| registration.player)
}

/// The registration, for those who look after the club.
pub fn read(c: &mut Conn, by: &Caller, id: RegistrationId) -> Result<(Registration, Player), Error> {
    let (registration, _) = find_within(c, by, id)?;
    with_player(c, registration, |registration| registration.player)
}

/// Changes the division and the day of payment to what `mend` makes of the present ones.
pub fn update(
    c: &mut Conn,
    by: &Caller,
    id: RegistrationId,
    mend: impl FnOnce(&Registration, &Player) -> Result<(Division, Option<NaiveDate>), Error>,
) -> Result<(Registration, Player), Error> {
    let (registration, club) = find_within(c, by, id)?;
    let player = find_player(c, registration.player)?;
    let before = registration.evidence(&player, by.today());
    let (division, paid_on) = mend(&registration, &player)?;
    let ages = federation::store::settings(c, by.today())?.divisions;
    let registration = registration.with(division, paid_on, &club, &player, &ages)?;
    store::update(c, &registration)?;
    let after = registration.evidence(&player, by.today());
    let change = Change::altered(Operation::update_registration, "registration", id, &before, &after)?;
    by.audit(c, change)?;
    Ok((registration, player))
}

/// The registration and its club, if the caller looks after the club.
pub fn find_within(c: &mut Conn, by: &Caller, id: RegistrationId) -> Result<(Registration, Club), Error> {
    let registration = store::find(c, id)?;
    let registration = registration.ok_or_else(|| NOT_FOUND.problem("There is no registration with this id."))?;
    let club = find_club(c, by, registration.club)?;
    Ok((registration, club))
}

/// The player whom a registration is about.
fn find_player(c: &mut Conn, id: PlayerId) -> Result<Player, Error> {
    let player = players::store::find_member(c, id)?.ok_or_else(|| unknown_player(id))?;
    Ok(player.unerased()?)
}
