//! Clubs in the database.

use chrono::NaiveDate;
use diesel::prelude::*;

use crate::clubs::affiliations::Standing;
use crate::clubs::{Club, Code, Kind, Refusal};
use crate::db::schema::clubs;
use crate::db::{Conn, OnConflict};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::names;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = clubs)]
struct Row {
    id: Id,
    code: String,
    name: String,
    name_key: String,
    kind: String,
    province_code: String,
    created_at: Timestamp,
    fingerprint: String,
}

impl TryFrom<Row> for Club {
    type Error = Error;

    fn try_from(row: Row) -> Result<Club, Error> {
        let kind = Kind::from_word(&row.kind);
        let (Ok(code), Some(kind)) = (Code::parse(&row.code), kind) else {
            return Err(Error::Internal(format!("club {}: its code or kind", row.id)));
        };
        Ok(Club {
            id: row.id,
            code,
            name: row.name,
            kind,
            province: row.province_code,
            created_at: row.created_at,
        })
    }
}

/// Keeps a new club.
pub(crate) fn insert(c: &mut Conn, club: &Club, fingerprint: &str) -> Result<(), Error> {
    let row = Row {
        id: club.id,
        code: club.code.to_string(),
        name: club.name.clone(),
        name_key: names::fold(&club.name),
        kind: club.kind.word().to_owned(),
        province_code: club.province.clone(),
        created_at: club.created_at,
        fingerprint: fingerprint.to_owned(),
    };
    diesel::insert_into(clubs::table)
        .values(&row)
        .execute(c)
        .on_conflict("clubs_code_key", Refusal::CodeTaken)?;
    Ok(())
}

/// Keeps a club's changed details.
pub(crate) fn update(c: &mut Conn, club: &Club) -> Result<(), Error> {
    diesel::update(clubs::table.find(club.id))
        .set((
            clubs::code.eq(club.code.as_str()),
            clubs::name.eq(&club.name),
            clubs::name_key.eq(names::fold(&club.name)),
            clubs::kind.eq(club.kind.word()),
        ))
        .execute(c)
        .on_conflict("clubs_code_key", Refusal::CodeTaken)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Club>, Error> {
    Ok(find_with_fingerprint(c, id)?.map(|(club, _)| club))
}

/// The club, and what it was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Club, String)>, Error> {
    let row: Option<Row> = clubs::table.find(id).first(c).optional()?;
    row.map(|row| {
        let fingerprint = row.fingerprint.clone();
        Ok((Club::try_from(row)?, fingerprint))
    })
    .transpose()
}

/// Those of the clubs with these codes and these ids that there are.
pub(crate) fn find_all(c: &mut Conn, codes: &[&str], ids: &[Id]) -> Result<Vec<Club>, Error> {
    /// Values of a statement: the databases take so many at a time.
    const VALUES: usize = 1000;
    let mut rows: Vec<Row> = Vec::new();
    for codes in codes.chunks(VALUES) {
        rows.extend(clubs::table.filter(clubs::code.eq_any(codes)).load::<Row>(c)?);
    }
    for ids in ids.chunks(VALUES) {
        rows.extend(clubs::table.filter(clubs::id.eq_any(ids)).load::<Row>(c)?);
    }
    rows.into_iter().map(Club::try_from).collect()
}

/// Which clubs to list.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    pub(crate) province: Option<String>,
    pub(crate) kind: Option<Kind>,
    /// The standing, and on which day.
    pub(crate) standing: Option<(Standing, NaiveDate)>,
    pub(crate) search: Option<String>,
    /// The folded name and the id after which to begin.
    pub(crate) after: Option<(String, Id)>,
}

/// Clubs by name.
pub(crate) fn list(c: &mut Conn, filter: Filter, rows: i64) -> Result<Vec<Club>, Error> {
    let mut query = clubs::table
        .order((clubs::name_key.asc(), clubs::id.asc()))
        .limit(rows)
        .into_boxed();
    if let Some(province) = filter.province {
        query = query.filter(clubs::province_code.eq(province));
    }
    if let Some(kind) = filter.kind {
        query = query.filter(clubs::kind.eq(kind.word()));
    }
    if let Some((standing, on)) = filter.standing {
        let paid = diesel::dsl::exists(
            crate::clubs::affiliations::store::paid_by(on)
                .filter(crate::db::schema::affiliations::club_id.eq(clubs::id)),
        );
        if standing == Standing::Good {
            query = query.filter(paid);
        } else if standing == Standing::of(None, on) {
            query = query.filter(diesel::dsl::not(paid));
        } else {
            // Whoever has not paid is in grace, or has lapsed: on one day all of them are the same.
            return Ok(Vec::new());
        }
    }
    if let Some(search) = filter.search {
        let patterns = names::patterns(&search);
        if patterns.is_empty() {
            return Ok(Vec::new());
        }
        for pattern in patterns {
            query = query.filter(diesel::dsl::sql::<diesel::sql_types::Text>("' ' || name_key").like(pattern));
        }
    }
    if let Some((key, id)) = filter.after {
        query = query.filter(
            clubs::name_key
                .gt(key.clone())
                .or(clubs::name_key.eq(key).and(clubs::id.gt(id))),
        );
    }
    let rows: Vec<Row> = query.load(c)?;
    rows.into_iter().map(Club::try_from).collect()
}
