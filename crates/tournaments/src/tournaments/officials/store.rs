//! The credentials of those who run a tournament.

use std::collections::HashSet;

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::appointments;
use crate::players::consents::ConsentRelation;
use crate::players::pairing_bars::PairingBar;
use crate::players::{self, conflicts, player_accounts, suspensions};
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
            credentials.suspensions = suspensions::store::list(c, *person)?;
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

/// The relatives of that person in the first degree, and the players for whom the person's accounts hold.
pub(crate) fn close_to(c: &mut Conn, person: PlayerId) -> Result<HashSet<PlayerId>, Error> {
    let accredited = umpires::store::of_player(c, person)?;
    let mut accounts: HashSet<AccountId> = accredited.iter().filter_map(|one| one.account).collect();
    let own = player_accounts::store::list(c, person)?;
    let own = own
        .iter()
        .filter(|tie| tie.withdrawn_at.is_none() && tie.relation == ConsentRelation::Themselves);
    accounts.extend(own.map(|tie| tie.account));
    let bars = players::pairing_bars::store::list(c, person)?;
    let related = bars.iter().filter(|bar| bar.is_relative());
    let mut close: HashSet<PlayerId> = related.flat_map(PairingBar::players).collect();
    for account in accounts {
        let ties = player_accounts::store::of_account(c, account)?;
        close.extend(
            ties.iter()
                .filter(|tie| tie.withdrawn_at.is_none())
                .map(|tie| tie.player),
        );
    }
    close.remove(&person);
    Ok(close)
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
