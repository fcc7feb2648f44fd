//! Registrations in the database.

use chrono::NaiveDate;
use diesel::dsl::{exists, not};
use diesel::prelude::*;

use crate::accounts::Reach;
use crate::db::schema::{clubs, players, registrations};
use crate::db::{Conn, OnConflict};
use crate::on_either;
use crate::players::merger::{Merger, Reassigned};
use crate::players::registrations::{Basis, Division, Refusal, Registration};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;

/// Rows of a statement: the databases take so many values at a time.
const ROWS: usize = 500;

#[derive(Queryable, Insertable)]
#[diesel(table_name = registrations, treat_none_as_default_value = false)]
struct Row {
    id: Id,
    player_id: Id,
    club_id: Id,
    year: i64,
    basis: String,
    division: String,
    paid_on: Option<NaiveDate>,
    created_at: Timestamp,
    fingerprint: String,
}

impl TryFrom<Row> for Registration {
    type Error = Error;

    fn try_from(row: Row) -> Result<Registration, Error> {
        let year = GamingYear::new(row.year);
        let words = (Basis::from_word(&row.basis), Division::from_word(&row.division));
        let (Some(year), (Some(basis), Some(division))) = (year, words) else {
            return Err(Error::Internal(format!(
                "registration {}: its year, basis or division",
                row.id
            )));
        };
        let Row {
            id,
            player_id: player,
            club_id: club,
            paid_on,
            created_at,
            ..
        } = row;
        Ok(Registration {
            id,
            player,
            club,
            year,
            basis,
            division,
            paid_on,
            created_at,
        })
    }
}

/// Keeps a new registration.
pub(crate) fn insert(c: &mut Conn, registration: &Registration, fingerprint: &str) -> Result<(), Error> {
    diesel::insert_into(registrations::table)
        .values(&row(registration, fingerprint))
        .execute(c)
        .on_conflict("registrations_player_id_year_basis_key", Refusal::AlreadyRegistered)?;
    Ok(())
}

fn row(registration: &Registration, fingerprint: &str) -> Row {
    Row {
        id: registration.id,
        player_id: registration.player,
        club_id: registration.club,
        year: registration.year.stored(),
        basis: registration.basis.word().to_owned(),
        division: registration.division.word().to_owned(),
        paid_on: registration.paid_on,
        created_at: registration.created_at,
        fingerprint: fingerprint.to_owned(),
    }
}

/// Keeps many new registrations, each with what it was created from.
pub(crate) fn insert_all(c: &mut Conn, registrations: &[(&Registration, &str)]) -> Result<(), Error> {
    let rows: Vec<Row> = registrations
        .iter()
        .map(|(registration, fingerprint)| row(registration, fingerprint))
        .collect();
    for rows in rows.chunks(ROWS) {
        on_either!(&mut *c, c => diesel::insert_into(registrations::table).values(rows).execute(c))?;
    }
    Ok(())
}

/// All registrations of the players.
pub(crate) fn find_of_all(c: &mut Conn, players: &[Id]) -> Result<Vec<Registration>, Error> {
    let mut rows: Vec<Row> = Vec::new();
    for players in players.chunks(ROWS) {
        rows.extend(
            registrations::table
                .filter(registrations::player_id.eq_any(players))
                .load::<Row>(c)?,
        );
    }
    rows.into_iter().map(Registration::try_from).collect()
}

/// Keeps a registration's changed division and payment.
pub(crate) fn update(c: &mut Conn, registration: &Registration) -> Result<(), Error> {
    diesel::update(registrations::table.find(registration.id))
        .set((
            registrations::division.eq(registration.division.word()),
            registrations::paid_on.eq(registration.paid_on),
        ))
        .execute(c)?;
    Ok(())
}

/// Moves a member's registrations, from that year on, to the club that the player has come to.
pub(crate) fn follow(c: &mut Conn, player: Id, club: Id, from: GamingYear) -> Result<(), Error> {
    let current = registrations::table
        .filter(registrations::player_id.eq(player))
        .filter(registrations::basis.eq(Basis::Member.word()))
        .filter(registrations::year.ge(from.stored()));
    diesel::update(current)
        .set(registrations::club_id.eq(club))
        .execute(c)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Registration>, Error> {
    Ok(find_with_fingerprint(c, id)?.map(|(registration, _)| registration))
}

/// The registration, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Registration, String)>, Error> {
    let row: Option<Row> = registrations::table.find(id).first(c).optional()?;
    row.map(|row| {
        let fingerprint = row.fingerprint.clone();
        Ok((Registration::try_from(row)?, fingerprint))
    })
    .transpose()
}

/// The registration of that player, year and basis.
pub(crate) fn find_of(c: &mut Conn, player: Id, year: GamingYear, basis: Basis) -> Result<Option<Registration>, Error> {
    let row: Option<Row> = registrations::table
        .filter(registrations::player_id.eq(player))
        .filter(registrations::year.eq(year.stored()))
        .filter(registrations::basis.eq(basis.word()))
        .first(c)
        .optional()?;
    row.map(Registration::try_from).transpose()
}

/// Which registrations to list.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    pub(crate) year: Option<GamingYear>,
    /// The province of the club.
    pub(crate) province: Option<String>,
    pub(crate) club: Option<Id>,
    /// All entries of one player.
    pub(crate) players: Option<Vec<Id>>,
    pub(crate) division: Option<Division>,
    pub(crate) paid: Option<bool>,
    /// Whether the player is a member for the year after as well.
    pub(crate) renewed: Option<bool>,
    /// The id after which to begin.
    pub(crate) after: Option<Id>,
}

/// Registrations within reach, by id; all of them without a number of rows.
pub(crate) fn list(c: &mut Conn, filter: Filter, reach: &Reach, rows: Option<i64>) -> Result<Vec<Registration>, Error> {
    let mut query = registrations::table.order(registrations::id.asc()).into_boxed();
    if !reach.is_everywhere() {
        let province = clubs::table
            .filter(clubs::province_code.eq_any(reach.provinces().to_vec()))
            .select(clubs::id);
        let own = registrations::club_id.eq_any(reach.clubs().to_vec());
        query = query.filter(own.or(registrations::club_id.eq_any(province)));
    }
    if let Some(year) = filter.year {
        query = query.filter(registrations::year.eq(year.stored()));
    }
    if let Some(province) = filter.province {
        let clubs = clubs::table.filter(clubs::province_code.eq(province)).select(clubs::id);
        query = query.filter(registrations::club_id.eq_any(clubs));
    }
    if let Some(club) = filter.club {
        query = query.filter(registrations::club_id.eq(club));
    }
    if let Some(players) = filter.players {
        query = query.filter(registrations::player_id.eq_any(players));
    } else {
        // What a merged entry has left is the same player's once more.
        let merged = players::table
            .filter(players::merged_into_id.is_not_null())
            .select(players::id);
        query = query.filter(registrations::player_id.ne_all(merged));
    }
    if let Some(division) = filter.division {
        query = query.filter(registrations::division.eq(division.word()));
    }
    match filter.paid {
        Some(true) => query = query.filter(registrations::paid_on.is_not_null()),
        Some(false) => query = query.filter(registrations::paid_on.is_null()),
        None => {}
    }
    if let Some(renewed) = filter.renewed {
        let later = diesel::alias!(registrations as later);
        let next = later
            .filter(later.field(registrations::player_id).eq(registrations::player_id))
            .filter(later.field(registrations::basis).eq(Basis::Member.word()))
            .filter(later.field(registrations::year).eq(registrations::year + 1));
        query = query.filter(registrations::basis.eq(Basis::Member.word()));
        query = if renewed {
            query.filter(exists(next))
        } else {
            query.filter(not(exists(next)))
        };
    }
    if let Some(after) = filter.after {
        query = query.filter(registrations::id.gt(after));
    }
    if let Some(rows) = rows {
        query = query.limit(rows);
    }
    let rows: Vec<Row> = query.load(c)?;
    rows.into_iter().map(Registration::try_from).collect()
}

/// A registration as far as a merger is concerned.
#[derive(Queryable, Selectable)]
#[diesel(table_name = registrations)]
struct PaidRow {
    id: Id,
    year: i64,
    basis: String,
    paid_on: Option<NaiveDate>,
}

/// Gives the duplicate's registrations to the entry that stays, for its club. A player has one for a year on each basis:
/// where both have, the duplicate's stays with the duplicate, and what was paid for it was paid for the player.
pub(crate) fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let of = |player: Id| {
        registrations::table
            .filter(registrations::player_id.eq(player))
            .select(PaidRow::as_select())
    };
    let own: Vec<PaidRow> = of(merger.stays).load(c)?;
    let mut changed = Vec::new();
    for theirs in of(merger.duplicate).load(c)? {
        match own
            .iter()
            .find(|own| (own.year, &own.basis) == (theirs.year, &theirs.basis))
        {
            None => {
                diesel::update(registrations::table.find(theirs.id))
                    .set(registrations::player_id.eq(merger.stays))
                    .execute(c)?;
                changed.push(theirs.id);
            }
            Some(own) if own.paid_on.is_none() && theirs.paid_on.is_some() => {
                diesel::update(registrations::table.find(own.id))
                    .set(registrations::paid_on.eq(theirs.paid_on))
                    .execute(c)?;
                changed.push(own.id);
            }
            Some(_) => {}
        }
    }
    follow(c, merger.stays, merger.club, GamingYear::of(merger.at.day()))?;
    Ok(Reassigned::all("registration", changed))
}
