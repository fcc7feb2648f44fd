//! The credentials of those who run a tournament.

use std::collections::HashSet;

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::appointments;
use crate::players::pairing_bars::PairingBar;
use crate::players::{self, conflicts};
use crate::tournaments::officials::Credentials;
use crate::umpires;
use crate::values::error::Error;
use crate::values::id::{AccountId, PlayerId, TournamentId};

/// The records of the account, for that tournament.
pub(crate) fn find(c: &mut Conn, tournament: TournamentId, account: AccountId) -> Result<Credentials, Error> {
    let own = umpires::store::of_account(c, account)?;
    let mut credentials = Credentials::default();
    let mut persons: HashSet<PlayerId> = own.iter().map(|accreditation| accreditation.player).collect();
    for person in &persons {
        let holding = appointments::table
            .filter(appointments::tournament_id.eq(tournament))
            .filter(appointments::player_id.eq(*person))
            .filter(appointments::ended_at.is_null());
        if diesel::select(diesel::dsl::exists(holding)).get_result(c)? {
            credentials.appointed = Some(umpires::store::of_player(c, *person)?);
        }
    }
    credentials.close = conflicts::store::close(c, account)?;
    // An accreditation may name an account whose tie to the umpire was withdrawn.
    persons.retain(|person| !credentials.close.contains(*person));
    for person in persons {
        let bars = players::pairing_bars::store::list(c, person)?;
        let related = bars.iter().filter(|bar| bar.is_relative());
        credentials.close.extend(related.flat_map(PairingBar::players));
        credentials.close.extend([person]);
    }
    Ok(credentials)
}

/// The tournaments to which the account's own person is appointed.
pub(crate) fn tournaments(c: &mut Conn, account: AccountId) -> Result<HashSet<TournamentId>, Error> {
    let own = umpires::store::of_account(c, account)?;
    let persons: HashSet<PlayerId> = own.iter().map(|accreditation| accreditation.player).collect();
    let holding = appointments::table
        .filter(appointments::player_id.eq_any(persons))
        .filter(appointments::ended_at.is_null());
    let tournaments: Vec<TournamentId> = holding.select(appointments::tournament_id).load(c)?;
    Ok(tournaments.into_iter().collect())
}
