//! The players to whom an account is close, in the database.

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{pairing_bars, player_accounts};
use crate::players::conflicts::Close;
use crate::players::pairing_bars::PairingBarRelation;
use crate::values::error::Error;
use crate::values::id::{AccountId, PlayerId};

/// The players to whom the account is close.
pub fn close(c: &mut Conn, account: AccountId) -> Result<Close, Error> {
    let of_player = pairing_bars::player_id
        .eq(player_accounts::player_id)
        .or(pairing_bars::other_player_id.eq(player_accounts::player_id));
    let relatives = of_player
        .and(pairing_bars::withdrawn_at.is_null())
        .and(pairing_bars::relation.ne(PairingBarRelation::Declared));
    let rows: Vec<(PlayerId, Option<PlayerId>, Option<PlayerId>)> = player_accounts::table
        .left_join(pairing_bars::table.on(relatives))
        .filter(player_accounts::account_id.eq(account))
        .filter(player_accounts::withdrawn_at.is_null())
        .select((
            player_accounts::player_id,
            pairing_bars::player_id.nullable(),
            pairing_bars::other_player_id.nullable(),
        ))
        .load(c)?;
    let close = rows
        .into_iter()
        .flat_map(|(player, one, other)| [Some(player), one, other].into_iter().flatten());
    Ok(close.collect())
}
