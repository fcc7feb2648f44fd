//! Affiliations in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::accounts::Reach;
use crate::clubs::ClubRefusal;
use crate::clubs::affiliations::{Affiliation, ClubFees};
use crate::db::schema::{affiliations, clubs};
use crate::db::{BATCH, Conn, OnConflict};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AffiliationId, ClubId};

/// Keeps a new affiliation.
pub fn insert(c: &mut Conn, affiliation: &Affiliation) -> Result<(), Error> {
    let inserted = diesel::insert_into(affiliations::table).values(affiliation).execute(c);
    inserted.on_conflict("affiliations_club_id_year_key", ClubRefusal::AlreadyAffiliated)?;
    Ok(())
}

/// Keeps a mended day of payment.
pub fn update(c: &mut Conn, affiliation: &Affiliation) -> Result<(), Error> {
    diesel::update(affiliations::table.find(affiliation.id))
        .set(affiliation)
        .execute(c)?;
    Ok(())
}

/// The affiliation of that id.
pub fn find(c: &mut Conn, id: AffiliationId) -> Result<Option<Affiliation>, Error> {
    let affiliation = affiliations::table.find(id).select(Affiliation::as_select());
    Ok(affiliation.first(c).optional()?)
}

/// The club's affiliation for a year, if it has one that counts.
pub fn find_for(c: &mut Conn, club: ClubId, year: GamingYear) -> Result<Option<Affiliation>, Error> {
    let same = affiliations::club_id.eq(club).and(affiliations::year.eq(year));
    let affiliation = affiliations::table
        .filter(same.and(affiliations::withdrawn_at.is_null()))
        .select(Affiliation::as_select());
    Ok(affiliation.first(c).optional()?)
}

/// The fees of the club by which its standing on a day of that year is judged.
pub fn fees(c: &mut Conn, club: ClubId, year: GamingYear) -> Result<ClubFees, Error> {
    Ok(ClubFees {
        this_year: find_for(c, club, year)?,
        year_before: find_for(c, club, year.previous())?,
        first_year: first_year(c)?,
    })
}

/// The first gaming year for which an affiliation is on record.
pub fn first_year(c: &mut Conn) -> Result<Option<GamingYear>, Error> {
    let counted = affiliations::table.filter(affiliations::withdrawn_at.is_null());
    Ok(counted.select(diesel::dsl::min(affiliations::year)).first(c)?)
}

/// All affiliations of the clubs that count.
pub fn find_of(c: &mut Conn, clubs: &[ClubId]) -> Result<Vec<Affiliation>, Error> {
    let mut found = Vec::new();
    for clubs in clubs.chunks(BATCH) {
        let of_clubs = affiliations::table
            .filter(affiliations::club_id.eq_any(clubs))
            .filter(affiliations::withdrawn_at.is_null());
        found.extend(of_clubs.select(Affiliation::as_select()).load(c)?);
    }
    Ok(found)
}

/// The affiliations that make for good standing on a day of that year.
#[diesel::dsl::auto_type]
pub fn paid_by(year: GamingYear, day: NaiveDate) -> _ {
    affiliations::table
        .filter(affiliations::year.eq(year).and(affiliations::paid_on.le(day)))
        .filter(affiliations::withdrawn_at.is_null())
}

/// The affiliations to list.
#[derive(Debug, Default)]
pub struct AffiliationFilter {
    pub year: Option<GamingYear>,
    pub province: Option<String>,
    pub club: Option<ClubId>,
    pub paid: Option<bool>,
    /// Those that were taken back, instead of the others.
    pub withdrawn: bool,
    /// The year and the id after which to begin.
    pub after: Option<(GamingYear, AffiliationId)>,
}

/// The affiliations of the clubs within reach, the latest year first, in a year by id.
pub fn list(c: &mut Conn, reach: &Reach, filter: AffiliationFilter, rows: i64) -> Result<Vec<Affiliation>, Error> {
    let mut query = affiliations::table
        .inner_join(clubs::table.on(clubs::id.eq(affiliations::club_id)))
        .select(Affiliation::as_select())
        .order((affiliations::year.desc(), affiliations::id.asc()))
        .limit(rows)
        .into_boxed();
    if !reach.is_everywhere() {
        let within = clubs::province_code.eq_any(reach.provinces().to_vec());
        query = query.filter(within.or(clubs::id.eq_any(reach.clubs().to_vec())));
    }
    query = if filter.withdrawn {
        query.filter(affiliations::withdrawn_at.is_not_null())
    } else {
        query.filter(affiliations::withdrawn_at.is_null())
    };
    if let Some(year) = filter.year {
        query = query.filter(affiliations::year.eq(year));
    }
    if let Some(province) = filter.province {
        query = query.filter(clubs::province_code.eq(province));
    }
    if let Some(club) = filter.club {
        query = query.filter(affiliations::club_id.eq(club));
    }
    match filter.paid {
        Some(true) => query = query.filter(affiliations::paid_on.is_not_null()),
        Some(false) => query = query.filter(affiliations::paid_on.is_null()),
        None => {}
    }
    if let Some((year, id)) = filter.after {
        let (earlier, same) = (affiliations::year.lt(year), affiliations::year.eq(year));
        query = query.filter(earlier.or(same.and(affiliations::id.gt(id))));
    }
    Ok(query.load(c)?)
}
