//! Players as those who look after them list them.

use chrono::NaiveDate;
use diesel::dsl::{exists, not};
use diesel::prelude::*;

use crate::accounts::Reach;
use crate::db::Conn;
use crate::db::schema::{clubs, players, registrations};
use crate::players::registrations::{Basis, MembershipState};
use crate::players::store::{PlayerRow, beginning_with, name_is_public, players_of, rarest, with_number};
use crate::players::{Number, Player};
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{ClubId, PlayerId};
use crate::values::names;

/// The players to list.
#[derive(Debug, Default)]
pub struct ParticularsFilter {
    /// The province of residence.
    pub province: Option<String>,
    pub club: Option<ClubId>,
    /// Words of a name, or a number.
    pub search: Option<String>,
    /// Finds only players whose name is withheld: minors without a guardian's consent, who were born after that day.
    pub unconsented: Option<NaiveDate>,
    /// The state of a membership in a gaming year.
    pub registration: Option<(MembershipState, GamingYear)>,
    pub order: ParticularsOrder,
}

/// The order in which to list, and the place in it after which to begin.
#[derive(Debug)]
pub enum ParticularsOrder {
    /// Sorts by number.
    Number { after: Option<i64> },
    /// Sorts by family name, then given names, then number.
    Name { after: Option<(String, i64)> },
}

impl Default for ParticularsOrder {
    fn default() -> ParticularsOrder {
        ParticularsOrder::Number { after: None }
    }
}

/// Members of the clubs within reach, of each person one entry; all of them without a number of rows.
pub fn list(c: &mut Conn, filter: ParticularsFilter, reach: &Reach, rows: Option<i64>) -> Result<Vec<Player>, Error> {
    let mut query = players::table.select(PlayerRow::as_select()).into_boxed();
    query = query.filter(players::merged_into_id.is_null().and(players::erased_at.is_null()));
    if !reach.is_everywhere() {
        let of_provinces = clubs::table
            .filter(clubs::province_code.eq_any(reach.provinces().to_vec()))
            .select(clubs::id);
        let own = players::club_id.eq_any(reach.clubs().to_vec());
        query = query.filter(own.or(players::club_id.eq_any(of_provinces)));
    }
    if let Some(province) = filter.province {
        query = query.filter(players::province_code.eq(province));
    }
    if let Some(club) = filter.club {
        query = query.filter(players::club_id.eq(club));
    }
    let sought = filter.search.as_deref().and_then(Number::sought);
    if let Some(number) = sought {
        let Some(id) = with_number(c, number)? else {
            return Ok(Vec::new());
        };
        query = query.filter(players::id.eq(id));
    }
    if let Some(search) = filter.search.filter(|_| sought.is_none()) {
        let patterns = names::patterns(&search);
        if patterns.is_empty() {
            return Ok(Vec::new());
        }
        for pattern in patterns {
            query = query.filter(players::name_key.like(pattern));
        }
        if let Some(rare) = rarest(c, &search)? {
            query = query.filter(players::id.eq_any(beginning_with(&rare)));
        }
    }
    if let Some(of_age) = filter.unconsented {
        query = query.filter(not(name_is_public(of_age)));
    }
    if let Some((state, year)) = filter.registration {
        let membership = registrations::table
            .filter(registrations::player_id.eq(players::id))
            .filter(registrations::basis.eq(Basis::Member))
            .filter(registrations::withdrawn_at.is_null())
            .filter(registrations::year.eq(year));
        query = match state {
            MembershipState::None => query.filter(not(exists(membership))),
            MembershipState::Unpaid => query.filter(exists(membership.filter(registrations::paid_on.is_null()))),
            MembershipState::Paid => query.filter(exists(membership.filter(registrations::paid_on.is_not_null()))),
        };
    }
    query = match filter.order {
        ParticularsOrder::Number { .. } => query.order(players::number.asc()),
        ParticularsOrder::Name { .. } => query.order((players::sort_key.asc(), players::number.asc())),
    };
    match filter.order {
        ParticularsOrder::Number { after: None } | ParticularsOrder::Name { after: None } => {}
        ParticularsOrder::Number { after: Some(number) } => query = query.filter(players::number.gt(number)),
        ParticularsOrder::Name {
            after: Some((key, number)),
        } => {
            // Said so that the index finds where to begin: an alternative alone would be asked of every player before.
            query = query.filter(players::sort_key.ge(key.clone()));
            query = query.filter(players::sort_key.gt(key).or(players::number.gt(number)));
        }
    }
    if let Some(rows) = rows {
        query = query.limit(rows);
    }
    players_of(query.load(c)?)
}

/// Other players of the same name and birth date as that one, members of clubs within reach; by their numbers.
pub fn namesakes(c: &mut Conn, reach: &Reach, of: PlayerId) -> Result<Vec<Player>, Error> {
    let one = diesel::alias!(players as one);
    let mut query = players::table
        .inner_join(
            one.on(one
                .field(players::name_key)
                .eq(players::name_key)
                .and(one.field(players::birth_date).eq(players::birth_date))
                .and(one.field(players::id).ne(players::id))),
        )
        .filter(one.field(players::id).eq(of))
        .filter(players::merged_into_id.is_null().and(players::erased_at.is_null()))
        .order(players::number.asc())
        .select(PlayerRow::as_select())
        .into_boxed();
    if !reach.is_everywhere() {
        let of_provinces = clubs::table
            .filter(clubs::province_code.eq_any(reach.provinces().to_vec()))
            .select(clubs::id);
        let own = players::club_id.eq_any(reach.clubs().to_vec());
        query = query.filter(own.or(players::club_id.eq_any(of_provinces)));
    }
    players_of(query.load(c)?)
}

/// Pairs of entries with one name and one birth date, both within reach, that were not merged; by their numbers.
pub fn duplicates(
    c: &mut Conn,
    reach: &Reach,
    after: Option<(i64, i64)>,
    rows: i64,
) -> Result<Vec<[Player; 2]>, Error> {
    let later = diesel::alias!(players as later);
    let number = later.field(players::number);
    let mut query = players::table
        .inner_join(
            later.on(later
                .field(players::name_key)
                .eq(players::name_key)
                .and(later.field(players::birth_date).eq(players::birth_date))
                .and(number.gt(players::number))),
        )
        .filter(
            players::merged_into_id
                .is_null()
                .and(later.field(players::merged_into_id).is_null()),
        )
        .order((players::number.asc(), number.asc()))
        .select((players::id, later.field(players::id)))
        .limit(rows)
        .into_boxed();
    if !reach.is_everywhere() {
        let within = || {
            clubs::table
                .filter(clubs::province_code.eq_any(reach.provinces().to_vec()))
                .select(clubs::id)
        };
        query = query.filter(players::club_id.eq_any(within()));
        query = query.filter(later.field(players::club_id).eq_any(within()));
    }
    if let Some((first, second)) = after {
        let same = players::number.eq(first).and(number.gt(second));
        query = query.filter(players::number.gt(first).or(same));
    }
    let pairs: Vec<(PlayerId, PlayerId)> = query.load(c)?;
    let ids: Vec<_> = pairs.iter().flat_map(|(first, second)| [*first, *second]).collect();
    let found = crate::players::store::find_all(c, &ids)?;
    let pair = |(first, second)| Some([found.get(&first)?.clone(), found.get(&second)?.clone()]);
    Ok(pairs.into_iter().filter_map(pair).collect())
}
