//! Transfers in the database.

use diesel::prelude::*;

use crate::accounts::Reach;
use crate::db::schema::{clubs, transfers};
use crate::db::{BATCH, Conn, OnConflict};
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::store::{entries, reassign_rows};
use crate::players::transfers::{Transfer, TransferRefusal, TransferState, refused_by};
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId, TransferId};

/// Keeps a new transfer.
pub fn insert(c: &mut Conn, transfer: &Transfer) -> Result<(), Error> {
    let inserted = diesel::insert_into(transfers::table).values(transfer).execute(c);
    inserted.on_conflict("transfers_player_id_key", TransferRefusal::TransferOpen)?;
    Ok(())
}

/// Keeps how far a transfer has come.
pub fn update(c: &mut Conn, transfer: &Transfer) -> Result<(), Error> {
    diesel::update(transfers::table.find(transfer.id))
        .set(transfer)
        .execute(c)?;
    Ok(())
}

/// The transfer of that id.
pub fn find(c: &mut Conn, id: TransferId) -> Result<Option<Transfer>, Error> {
    let transfer = transfers::table.find(id).select(Transfer::as_select());
    Ok(transfer.first(c).optional()?)
}

/// The accepted transfers of these players, the earliest first.
pub fn accepted(c: &mut Conn, players: &[PlayerId]) -> Result<Vec<Transfer>, Error> {
    let mut found = Vec::new();
    for players in players.chunks(BATCH) {
        let of_players = transfers::player_id
            .eq_any(players)
            .and(transfers::accepted_at.is_not_null());
        let accepted = transfers::table.filter(of_players).select(Transfer::as_select());
        found.extend(accepted.load::<Transfer>(c)?);
    }
    found.sort_by_key(|transfer| transfer.accepted_at);
    Ok(found)
}

/// The transfers to list.
#[derive(Debug, Default)]
pub struct TransferFilter {
    pub state: Option<TransferState>,
    pub club: Option<ClubId>,
    /// A player, by any of their entries.
    pub player: Option<PlayerId>,
    /// Finds only transfers whose next step is up to the clubs within reach: the old one releases, the new one's province
    /// accepts.
    pub waiting: bool,
    /// The id after which to begin.
    pub after: Option<TransferId>,
}

/// Transfers from and to the clubs within reach, by id; all of them without a number of rows. Their state is said here as
/// [`Transfer::state`] says it of one.
pub fn list(c: &mut Conn, filter: &TransferFilter, reach: &Reach, rows: Option<i64>) -> Result<Vec<Transfer>, Error> {
    let mut query = transfers::table
        .select(Transfer::as_select())
        .order(transfers::id.asc())
        .into_boxed();
    if filter.waiting {
        query = query.filter(transfers::refused_at.is_null().and(transfers::accepted_at.is_null()));
    }
    if !reach.is_everywhere() {
        let of_provinces = clubs::province_code.eq_any(reach.provinces().to_vec());
        let within = || {
            let of_clubs = clubs::id.eq_any(reach.clubs().to_vec());
            clubs::table.filter(of_clubs.or(of_provinces.clone())).select(clubs::id)
        };
        let from = transfers::from_club_id.eq_any(within());
        let to = transfers::to_club_id.eq_any(within());
        query = if filter.waiting {
            let to_release = transfers::released_at.is_null().and(from);
            query.filter(to_release.or(transfers::released_at.is_not_null().and(to)))
        } else {
            query.filter(from.or(to))
        };
    }
    if let Some(club) = filter.club {
        query = query.filter(transfers::from_club_id.eq(club).or(transfers::to_club_id.eq(club)));
    }
    if let Some(player) = filter.player {
        query = query.filter(transfers::player_id.eq_any(entries(c, player)?));
    }
    query = match filter.state {
        None => query,
        Some(TransferState::Refused) => query.filter(transfers::refused_at.is_not_null()),
        Some(TransferState::Accepted) => query.filter(transfers::accepted_at.is_not_null()),
        Some(step) => {
            query = query.filter(transfers::refused_at.is_null().and(transfers::accepted_at.is_null()));
            match step {
                TransferState::Asked => query.filter(transfers::released_at.is_null()),
                _ => query.filter(transfers::released_at.is_not_null()),
            }
        }
    };
    if let Some(after) = filter.after {
        query = query.filter(transfers::id.gt(after));
    }
    if let Some(rows) = rows {
        query = query.limit(rows);
    }
    Ok(query.load(c)?)
}

/// Gives the duplicate's transfers to the entry that stays; what is under way is refused.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let theirs = transfers::table.filter(transfers::player_id.eq(merger.duplicate));
    let theirs: Vec<Transfer> = theirs.select(Transfer::as_select()).load(c)?;
    for transfer in refused_by(merger, theirs) {
        update(c, &transfer)?;
    }
    Ok(reassign_rows!(c, transfers, "transfer", merger))
}

/// Empties the reasons for which transfers of the person were refused.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    diesel::update(transfers::table.filter(transfers::player_id.eq_any(erasure.entries)))
        .set(transfers::reason.eq(None::<String>))
        .execute(c)?;
    Ok(())
}
