//! Clubs in the database.

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::Text;

use crate::clubs::affiliations::{self, ClubStanding, begins_late};
use crate::clubs::{Club, ClubCode, ClubKind, ClubRefusal};
use crate::db::keyset::beyond;
use crate::db::schema::clubs;
use crate::db::{BATCH, Conn, OnConflict};
use crate::federation;
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::values::names;
use crate::values::sql_types::Uid;

/// Keeps a new club.
pub fn insert(c: &mut Conn, club: &Club) -> Result<(), Error> {
    diesel::insert_into(clubs::table)
        .values((club, clubs::name_key.eq(names::fold(&club.name))))
        .execute(c)
        .on_conflict("clubs_code_key", ClubRefusal::CodeTaken)?;
    Ok(())
}

/// Keeps a club's changed details.
pub fn update(c: &mut Conn, club: &Club) -> Result<(), Error> {
    diesel::update(clubs::table.find(club.id))
        .set((club, clubs::name_key.eq(names::fold(&club.name))))
        .execute(c)
        .on_conflict("clubs_code_key", ClubRefusal::CodeTaken)?;
    Ok(())
}

/// The club of that id.
pub fn find(c: &mut Conn, id: ClubId) -> Result<Option<Club>, Error> {
    let club = clubs::table.find(id).select(Club::as_select());
    Ok(club.first(c).optional()?)
}

/// Those of the clubs with these codes and these ids that there are.
pub fn find_all(c: &mut Conn, codes: &[&str], ids: &[ClubId]) -> Result<Vec<Club>, Error> {
    let mut found = Vec::new();
    let all = clubs::table.select(Club::as_select());
    for codes in codes.chunks(BATCH) {
        found.extend(all.filter(clubs::code.eq_any(codes)).load(c)?);
    }
    for ids in ids.chunks(BATCH) {
        found.extend(all.filter(clubs::id.eq_any(ids)).load(c)?);
    }
    Ok(found)
}

/// The clubs to list.
#[derive(Debug, Default)]
pub struct ClubFilter {
    pub province: Option<String>,
    pub kind: Option<ClubKind>,
    /// The standing, and on which day.
    pub standing: Option<(ClubStanding, NaiveDate)>,
    /// Words of the name, or the code.
    pub search: Option<String>,
    /// The folded name and the id after which to begin.
    pub after: Option<(String, ClubId)>,
}

/// Clubs by name. Their standing is said here as [`ClubStanding::of`] says it of one.
pub fn list(c: &mut Conn, filter: ClubFilter, rows: i64) -> Result<Vec<Club>, Error> {
    let mut query = clubs::table
        .select(Club::as_select())
        .order((clubs::name_key.asc(), clubs::id.asc()))
        .limit(rows)
        .into_boxed();
    if let Some(province) = filter.province {
        query = query.filter(clubs::province_code.eq(province));
    }
    if let Some(kind) = filter.kind {
        query = query.filter(clubs::kind.eq(kind));
    }
    if let Some((standing, on)) = filter.standing {
        let calendar = federation::store::calendar(c)?;
        let year = calendar.year_of(on);
        let paid = diesel::dsl::exists(
            affiliations::store::paid_by(year, on).filter(crate::db::schema::affiliations::club_id.eq(clubs::id)),
        );
        let all_have_grace = begins_late(affiliations::store::first_year(c)?, year);
        let before = year.previous();
        let was_good = diesel::dsl::exists(
            affiliations::store::paid_by(before, calendar.days(before).1)
                .filter(crate::db::schema::affiliations::club_id.eq(clubs::id)),
        );
        query = match (standing, calendar.has_grace(on)) {
            (ClubStanding::Good, _) => query.filter(paid),
            (ClubStanding::Grace, false) => return Ok(Vec::new()),
            (ClubStanding::Grace, true) if all_have_grace => query.filter(diesel::dsl::not(paid)),
            (ClubStanding::Grace, true) => query.filter(diesel::dsl::not(paid)).filter(was_good),
            (ClubStanding::Lapsed, false) => query.filter(diesel::dsl::not(paid)),
            (ClubStanding::Lapsed, true) if all_have_grace => return Ok(Vec::new()),
            (ClubStanding::Lapsed, true) => query.filter(diesel::dsl::not(paid)).filter(diesel::dsl::not(was_good)),
        };
    }
    if let Some(search) = filter.search {
        let patterns = names::patterns(&search);
        if patterns.is_empty() {
            return Ok(Vec::new());
        }
        let code = ClubCode::parse(&search).ok();
        for pattern in patterns {
            let named = diesel::dsl::sql::<Text>("' ' || name_key").like(pattern);
            query = match &code {
                Some(code) => query.filter(named.or(clubs::code.eq(code.clone()))),
                None => query.filter(named),
            };
        }
    }
    if let Some((key, id)) = filter.after {
        query = query.filter(beyond!("(clubs.name_key, clubs.id) >", Text = key, Uid = id));
    }
    Ok(query.load(c)?)
}
