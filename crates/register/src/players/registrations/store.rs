//! Registrations in the database.

use diesel::dsl::{exists, not};
use diesel::prelude::*;
use diesel::upsert::excluded;

use crate::accounts::Reach;
use crate::db::schema::{clubs, players, registrations};
use crate::db::{BATCH, Conn, OnConflict};
use crate::federation;
use crate::on_either;
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::registrations::{Basis, Division, Registration, RegistrationRefusal, merged};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId, RegistrationId};

/// Keeps a new registration.
pub fn insert(c: &mut Conn, registration: &Registration) -> Result<(), Error> {
    let constraint = "registrations_player_id_year_basis_key";
    let inserted = diesel::insert_into(registrations::table)
        .values(registration)
        .execute(c);
    inserted.on_conflict(constraint, RegistrationRefusal::AlreadyRegistered)?;
    Ok(())
}

/// Keeps many new registrations.
pub fn insert_all(c: &mut Conn, registrations: &[&Registration]) -> Result<(), Error> {
    for rows in registrations.chunks(BATCH) {
        on_either!(&mut *c, c => diesel::insert_into(registrations::table).values(rows.to_vec()).execute(c))?;
    }
    Ok(())
}

/// Keeps many registrations as they were changed, in one statement for many.
pub fn update_all(c: &mut Conn, changed: &[&Registration]) -> Result<(), Error> {
    for rows in changed.chunks(BATCH) {
        on_either!(&mut *c, c => diesel::insert_into(registrations::table)
            .values(rows.to_vec())
            .on_conflict(registrations::id)
            .do_update()
            .set((
                registrations::division.eq(excluded(registrations::division)),
                registrations::paid_on.eq(excluded(registrations::paid_on)),
            ))
            .execute(c))?;
    }
    Ok(())
}

/// All registrations of the players that count.
pub fn find_of_all(c: &mut Conn, players: &[PlayerId]) -> Result<Vec<Registration>, Error> {
    let mut found: Vec<Registration> = Vec::new();
    for players in players.chunks(BATCH) {
        let of_players = registrations::table
            .filter(registrations::player_id.eq_any(players))
            .filter(registrations::withdrawn_at.is_null());
        found.extend(of_players.select(Registration::as_select()).load(c)?);
    }
    Ok(found)
}

/// The players whom these clubs have registered for that year.
pub fn registered_by(c: &mut Conn, clubs: &[ClubId], year: GamingYear) -> Result<Vec<PlayerId>, Error> {
    let registered = registrations::table
        .filter(registrations::club_id.eq_any(clubs))
        .filter(registrations::year.eq(year))
        .filter(registrations::withdrawn_at.is_null());
    Ok(registered.select(registrations::player_id).distinct().load(c)?)
}

/// Keeps a registration as it was changed.
pub fn update(c: &mut Conn, registration: &Registration) -> Result<(), Error> {
    diesel::update(registrations::table.find(registration.id))
        .set(registration)
        .execute(c)?;
    Ok(())
}

/// Moves a member's registrations, from that year on, to the club that the player has come to.
pub fn follow(c: &mut Conn, player: PlayerId, club: ClubId, from: GamingYear) -> Result<(), Error> {
    let current = registrations::table
        .filter(registrations::player_id.eq(player))
        .filter(registrations::basis.eq(Basis::Member))
        .filter(registrations::withdrawn_at.is_null())
        .filter(registrations::year.ge(from));
    diesel::update(current)
        .set(registrations::club_id.eq(club))
        .execute(c)?;
    Ok(())
}

/// The registration of that id.
pub fn find(c: &mut Conn, id: RegistrationId) -> Result<Option<Registration>, Error> {
    let registration = registrations::table.find(id).select(Registration::as_select());
    Ok(registration.first(c).optional()?)
}

/// The registration of that player, year and basis that counts.
pub fn find_of(c: &mut Conn, player: PlayerId, year: GamingYear, basis: Basis) -> Result<Option<Registration>, Error> {
    let registration = registrations::table
        .filter(registrations::player_id.eq(player))
        .filter(registrations::year.eq(year))
        .filter(registrations::basis.eq(basis))
        .filter(registrations::withdrawn_at.is_null());
    Ok(registration.select(Registration::as_select()).first(c).optional()?)
}

/// The registrations to list.
#[derive(Debug, Default)]
pub struct RegistrationFilter {
    pub year: Option<GamingYear>,
    /// The province of the club.
    pub province: Option<String>,
    pub club: Option<ClubId>,
    /// All entries of one player.
    pub players: Option<Vec<PlayerId>>,
    pub division: Option<Division>,
    pub paid: Option<bool>,
    /// Those that were taken back, instead of the others.
    pub withdrawn: bool,
    /// Whether the player is a member for the year after as well.
    pub renewed: Option<bool>,
    /// The id after which to begin.
    pub after: Option<RegistrationId>,
}

/// Registrations within reach, by id; all of them without a number of rows.
pub fn list(
    c: &mut Conn,
    filter: RegistrationFilter,
    reach: &Reach,
    rows: Option<i64>,
) -> Result<Vec<Registration>, Error> {
    let mut query = registrations::table
        .select(Registration::as_select())
        .order(registrations::id.asc())
        .into_boxed();
    if !reach.is_everywhere() {
        let province = clubs::table
            .filter(clubs::province_code.eq_any(reach.provinces().to_vec()))
            .select(clubs::id);
        let own = registrations::club_id.eq_any(reach.clubs().to_vec());
        query = query.filter(own.or(registrations::club_id.eq_any(province)));
    }
    query = if filter.withdrawn {
        query.filter(registrations::withdrawn_at.is_not_null())
    } else {
        query.filter(registrations::withdrawn_at.is_null())
    };
    if let Some(year) = filter.year {
        query = query.filter(registrations::year.eq(year));
    }
    if let Some(province) = filter.province {
        // Asked of each registration: those of all clubs of a province would have to be sorted.
        let of_club = clubs::table.filter(clubs::id.eq(registrations::club_id));
        query = query.filter(of_club.select(clubs::province_code).single_value().eq(province));
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
        query = query.filter(registrations::division.eq(division));
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
            .filter(later.field(registrations::basis).eq(Basis::Member))
            .filter(later.field(registrations::withdrawn_at).is_null())
            .filter(later.field(registrations::year).eq(registrations::year + 1));
        query = query.filter(registrations::basis.eq(Basis::Member));
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
    Ok(query.load(c)?)
}

/// Gives the duplicate's registrations to the entry that stays, for its club.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let of = |player: PlayerId| {
        registrations::table
            .filter(registrations::player_id.eq(player))
            .select(Registration::as_select())
    };
    let own: Vec<Registration> = of(merger.stays).load(c)?;
    let changed = merged(&own, of(merger.duplicate).load(c)?, merger);
    for registration in &changed {
        update(c, registration)?;
    }
    let calendar = federation::store::calendar(c)?;
    follow(c, merger.stays, merger.club, calendar.year_of(merger.at.day()))?;
    Ok(Reassigned::all(
        "registration",
        changed.iter().map(|registration| registration.id),
    ))
}

/// Empties the reasons for which a person's registrations were taken back.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    diesel::update(registrations::table.filter(registrations::player_id.eq_any(erasure.entries)))
        .set(registrations::withdrawn_because.eq(None::<String>))
        .execute(c)?;
    Ok(())
}
