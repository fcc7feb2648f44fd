//! Affiliations in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::accounts::Reach;
use crate::clubs::Refusal;
use crate::clubs::affiliations::Affiliation;
use crate::db::schema::{affiliations, clubs};
use crate::db::{Conn, OnConflict};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = affiliations)]
struct Row {
    id: Id,
    club_id: Id,
    year: i64,
    paid_on: Option<NaiveDate>,
    created_at: Timestamp,
    fingerprint: String,
}

impl TryFrom<Row> for Affiliation {
    type Error = Error;

    fn try_from(row: Row) -> Result<Affiliation, Error> {
        let year = GamingYear::new(row.year);
        let year = year.ok_or_else(|| Error::Internal(format!("affiliation {}: its year", row.id)))?;
        Ok(Affiliation {
            id: row.id,
            club: row.club_id,
            year,
            paid_on: row.paid_on,
            created_at: row.created_at,
        })
    }
}

/// Keeps a new affiliation.
pub(crate) fn insert(c: &mut Conn, affiliation: &Affiliation, fingerprint: &str) -> Result<(), Error> {
    let row = Row {
        id: affiliation.id,
        club_id: affiliation.club,
        year: affiliation.year.stored(),
        paid_on: affiliation.paid_on,
        created_at: affiliation.created_at,
        fingerprint: fingerprint.to_owned(),
    };
    let inserted = diesel::insert_into(affiliations::table).values(&row).execute(c);
    inserted.on_conflict("affiliations_club_id_year_key", Refusal::AlreadyAffiliated)?;
    Ok(())
}

/// Keeps a mended day of payment.
pub(crate) fn update(c: &mut Conn, affiliation: &Affiliation) -> Result<(), Error> {
    let payment = affiliations::paid_on.eq(affiliation.paid_on);
    diesel::update(affiliations::table.find(affiliation.id))
        .set(payment)
        .execute(c)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Affiliation>, Error> {
    Ok(find_with_fingerprint(c, id)?.map(|(affiliation, _)| affiliation))
}

/// The affiliation, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Affiliation, String)>, Error> {
    let row: Option<Row> = affiliations::table.find(id).first(c).optional()?;
    row.map(|row| {
        let fingerprint = row.fingerprint.clone();
        Ok((Affiliation::try_from(row)?, fingerprint))
    })
    .transpose()
}

/// The club's affiliation for a year, if it has one.
pub(crate) fn find_for(c: &mut Conn, club: Id, year: GamingYear) -> Result<Option<Affiliation>, Error> {
    let same = affiliations::club_id.eq(club).and(affiliations::year.eq(year.stored()));
    let row: Option<Row> = affiliations::table.filter(same).first(c).optional()?;
    row.map(Affiliation::try_from).transpose()
}

/// All affiliations of the clubs.
pub(crate) fn find_of(c: &mut Conn, clubs: &[Id]) -> Result<Vec<Affiliation>, Error> {
    /// Values of a statement: the databases take so many at a time.
    const VALUES: usize = 1000;
    let mut rows: Vec<Row> = Vec::new();
    for clubs in clubs.chunks(VALUES) {
        rows.extend(
            affiliations::table
                .filter(affiliations::club_id.eq_any(clubs))
                .load::<Row>(c)?,
        );
    }
    rows.into_iter().map(Affiliation::try_from).collect()
}

/// The affiliations that make for good standing on a day.
#[diesel::dsl::auto_type]
pub(crate) fn paid_by(day: NaiveDate) -> _ {
    let year: i64 = GamingYear::of(day).stored();
    affiliations::table.filter(affiliations::year.eq(year).and(affiliations::paid_on.le(day)))
}

/// Which affiliations to list.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    pub(crate) year: Option<GamingYear>,
    pub(crate) province: Option<String>,
    pub(crate) club: Option<Id>,
    pub(crate) paid: Option<bool>,
    /// The year and the id after which to begin.
    pub(crate) after: Option<(GamingYear, Id)>,
}

/// The affiliations of the clubs within reach, the latest year first, in a year by id.
pub(crate) fn list(c: &mut Conn, reach: &Reach, filter: Filter, rows: i64) -> Result<Vec<Affiliation>, Error> {
    let mut query = affiliations::table
        .inner_join(clubs::table.on(clubs::id.eq(affiliations::club_id)))
        .select(Row::as_select())
        .order((affiliations::year.desc(), affiliations::id.asc()))
        .limit(rows)
        .into_boxed();
    if !reach.is_everywhere() {
        let within = clubs::province_code.eq_any(reach.provinces().to_vec());
        query = query.filter(within.or(clubs::id.eq_any(reach.clubs().to_vec())));
    }
    if let Some(year) = filter.year {
        query = query.filter(affiliations::year.eq(year.stored()));
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
        let (earlier, same) = (
            affiliations::year.lt(year.stored()),
            affiliations::year.eq(year.stored()),
        );
        query = query.filter(earlier.or(same.and(affiliations::id.gt(id))));
    }
    let rows: Vec<Row> = query.load(c)?;
    rows.into_iter().map(Affiliation::try_from).collect()
}
