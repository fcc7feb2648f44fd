//! The credentials of those who run a tournament.

use std::collections::HashSet;

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::accounts::Reach;
use crate::db::Conn;
use crate::db::schema::appointments;
use crate::players;
use crate::players::pairing_bars::{PairingBar, PairingBarRelation};
use crate::tournaments::Tournament;
use crate::tournaments::officials::{Credentials, Official, OfficialRefusal};
use crate::umpires;
use crate::values::error::Error;
use crate::values::id::{AccountId, PlayerId, TournamentId};

/// The account as an official of a tournament.
pub(crate) fn find(
    c: &mut Conn,
    tournament: &Tournament,
    (account, reach): (AccountId, &Reach),
    today: NaiveDate,
) -> Result<Result<Official, OfficialRefusal>, Error> {
    let credentials = find_credentials(c, tournament.id, account)?;
    Ok(Official::of(tournament, account, reach, credentials, today))
}

/// The records of the account, for that tournament.
pub(crate) fn find_credentials(
    c: &mut Conn,
    tournament: TournamentId,
    account: AccountId,
) -> Result<Credentials, Error> {
    let own = umpires::store::of_account(c, account)?;
    let mut credentials = Credentials::default();
    let persons: HashSet<PlayerId> = own.iter().map(|accreditation| accreditation.player).collect();
    for person in persons {
        let holding = appointments::table
            .filter(appointments::tournament_id.eq(tournament))
            .filter(appointments::player_id.eq(person))
            .filter(appointments::ended_at.is_null());
        if diesel::select(diesel::dsl::exists(holding)).get_result(c)? {
            credentials.appointed = Some(umpires::store::of_player(c, person)?);
        }
        let bars = players::pairing_bars::store::list(c, person)?;
        let related = bars
            .iter()
            .filter(|bar| bar.withdrawn_at.is_none() && bar.relation != PairingBarRelation::Declared);
        credentials.close.extend(related.flat_map(PairingBar::players));
        credentials.close.insert(person);
    }
    Ok(credentials)
}
