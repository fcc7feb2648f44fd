//! Those who have colours, and let institutions read that.

use chrono::NaiveDate;
use diesel::dsl::exists;
use diesel::prelude::*;

use crate::colours::{Award, ColoursLevel, ColoursState};
use crate::db::Conn;
use crate::db::schema::{colours, consents, players};
use crate::players::consents::{ConsentRelation, Purpose};
use crate::players::registrations::Division;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::AwardId;

/// The awards to list.
#[derive(Debug)]
pub(crate) struct HolderFilter {
    pub(crate) year: GamingYear,
    pub(crate) level: Option<ColoursLevel>,
    pub(crate) division: Option<Division>,
    /// The province of residence.
    pub(crate) province: Option<String>,
    /// The key by which the holder is sorted, and the award, after which to begin.
    pub(crate) after: Option<(String, AwardId)>,
}

/// The awards that hold, of players who have consented: themselves if they were born by that day, which is 18 years ago,
/// and through a guardian if they were born later, as [`ConsentRelation::decides_for`] has it. By the holder's name; each with
/// what the holder is sorted by.
pub(crate) fn list(
    c: &mut Conn,
    filter: HolderFilter,
    of_age: NaiveDate,
    rows: i64,
) -> Result<Vec<(Award, String)>, Error> {
    let own = consents::relation.eq(ConsentRelation::Themselves.as_str());
    let guardians = consents::relation.ne(ConsentRelation::Themselves.as_str());
    // Whose data was erased has no birth date, and is of neither age.
    let theirs = players::birth_date.le(of_age).assume_not_null().and(own);
    let for_them = players::birth_date.gt(of_age).assume_not_null().and(guardians);
    let consent = consents::table
        .filter(consents::player_id.eq(players::id))
        .filter(consents::purpose.eq(Purpose::ShareColours.as_str()))
        .filter(consents::withdrawn_at.is_null())
        .filter(theirs.or(for_them));
    let mut query = colours::table
        .inner_join(players::table.on(colours::player_id.eq(players::id)))
        .filter(colours::state.eq(ColoursState::Approved.as_str()))
        .filter(colours::year.eq(filter.year))
        // What a merged entry has left is the same player's once more.
        .filter(players::merged_into_id.is_null())
        .filter(exists(consent))
        .order((players::sort_key.asc(), colours::id.asc()))
        .select((Award::as_select(), players::sort_key))
        .limit(rows)
        .into_boxed();
    if let Some(level) = filter.level {
        query = query.filter(colours::level.eq(level.as_str()));
    }
    if let Some(division) = filter.division {
        query = query.filter(colours::division.eq(division.as_str()));
    }
    if let Some(province) = filter.province {
        query = query.filter(colours::province_code.eq(province));
    }
    if let Some((key, id)) = filter.after {
        let same = players::sort_key.eq(key.clone()).and(colours::id.gt(id));
        query = query.filter(players::sort_key.gt(key).or(same));
    }
    Ok(query.load(c)?)
}
