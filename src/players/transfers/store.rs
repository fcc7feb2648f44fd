//! Transfers in the database.

use diesel::prelude::*;

use crate::accounts::{Authority, Reach};
use crate::db::schema::{clubs, transfers};
use crate::db::{Conn, OnConflict};
use crate::players::merger::{Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::players::transfers::{Transfer, TransferRefusal, TransferState};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = transfers)]
struct TransferRow {
    id: Id,
    player_id: Id,
    from_club_id: Id,
    to_club_id: Id,
    asked_at: Timestamp,
    released_at: Option<Timestamp>,
    accepted_at: Option<Timestamp>,
    refused_at: Option<Timestamp>,
    reason: Option<String>,
    fingerprint: String,
}

impl From<TransferRow> for Transfer {
    fn from(row: TransferRow) -> Transfer {
        Transfer {
            id: row.id,
            player: row.player_id,
            from: row.from_club_id,
            to: row.to_club_id,
            asked_at: row.asked_at,
            released_at: row.released_at,
            accepted_at: row.accepted_at,
            refused_at: row.refused_at,
            reason: row.reason,
        }
    }
}

/// Keeps a new transfer.
pub(crate) fn insert(c: &mut Conn, transfer: &Transfer, fingerprint: &str) -> Result<(), Error> {
    let row = TransferRow {
        id: transfer.id,
        player_id: transfer.player,
        from_club_id: transfer.from,
        to_club_id: transfer.to,
        asked_at: transfer.asked_at,
        released_at: transfer.released_at,
        accepted_at: transfer.accepted_at,
        refused_at: transfer.refused_at,
        reason: transfer.reason.clone(),
        fingerprint: fingerprint.to_owned(),
    };
    let inserted = diesel::insert_into(transfers::table).values(&row).execute(c);
    inserted.on_conflict("transfers_player_id_key", TransferRefusal::TransferOpen)?;
    Ok(())
}

/// Keeps how far a transfer has come.
pub(crate) fn update(c: &mut Conn, transfer: &Transfer) -> Result<(), Error> {
    diesel::update(transfers::table.find(transfer.id))
        .set((
            transfers::released_at.eq(transfer.released_at),
            transfers::accepted_at.eq(transfer.accepted_at),
            transfers::refused_at.eq(transfer.refused_at),
            transfers::reason.eq(&transfer.reason),
        ))
        .execute(c)?;
    Ok(())
}

/// The transfer of that id.
pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Transfer>, Error> {
    Ok(find_with_fingerprint(c, id)?.map(|(transfer, _)| transfer))
}

/// The transfer, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Transfer, String)>, Error> {
    let row = transfers::table
        .find(id)
        .select(TransferRow::as_select())
        .first(c)
        .optional()?;
    Ok(row.map(|row: TransferRow| {
        let fingerprint = row.fingerprint.clone();
        (Transfer::from(row), fingerprint)
    }))
}

/// Which transfers to list.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    pub(crate) state: Option<TransferState>,
    pub(crate) club: Option<Id>,
    /// All entries of one player.
    pub(crate) players: Option<Vec<Id>>,
    /// The id after which to begin.
    pub(crate) after: Option<Id>,
}

/// Transfers from and to the clubs within reach, by id; all of them without a number of rows.
pub(crate) fn list(c: &mut Conn, filter: Filter, reach: &Reach, rows: Option<i64>) -> Result<Vec<Transfer>, Error> {
    let mut query = transfers::table
        .select(TransferRow::as_select())
        .order(transfers::id.asc())
        .into_boxed();
    if !reach.is_everywhere() {
        let of_provinces = clubs::province_code.eq_any(reach.provinces().to_vec());
        let within = || {
            let of_clubs = clubs::id.eq_any(reach.clubs().to_vec());
            clubs::table.filter(of_clubs.or(of_provinces.clone())).select(clubs::id)
        };
        let from = transfers::from_club_id.eq_any(within());
        query = query.filter(from.or(transfers::to_club_id.eq_any(within())));
    }
    if let Some(club) = filter.club {
        query = query.filter(transfers::from_club_id.eq(club).or(transfers::to_club_id.eq(club)));
    }
    if let Some(players) = filter.players {
        query = query.filter(transfers::player_id.eq_any(players));
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
    let rows: Vec<TransferRow> = query.load(c)?;
    Ok(rows.into_iter().map(Transfer::from).collect())
}

/// Gives the duplicate's transfers to the entry that stays. What is under way is refused: that entry is a member where
/// it is.
pub(crate) fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let filter = Filter {
        players: Some(vec![merger.duplicate]),
        ..Filter::default()
    };
    for transfer in list(c, filter, &Reach::of(&[Authority::Administrator]), None)? {
        if matches!(transfer.state(), TransferState::Asked | TransferState::Released) {
            let reason = "The entry was merged into another one.".to_owned();
            update(c, &transfer.refused(reason, merger.at)?)?;
        }
    }
    Ok(reassign_rows!(c, transfers, "transfer", merger))
}

/// Empties the reasons for which transfers of the person were refused.
pub(crate) fn erase(c: &mut Conn, players: &[Id], _at: Timestamp) -> Result<(), Error> {
    diesel::update(transfers::table.filter(transfers::player_id.eq_any(players)))
        .set(transfers::reason.eq(None::<String>))
        .execute(c)?;
    Ok(())
}
