//! Players in the database.

pub(crate) mod consents;

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use diesel::prelude::*;

use super::consents::Purpose;
use super::{Name, Number, Player, Sex};
use crate::clock::Timestamp;
use crate::db::Conn;
use crate::error::Error;
use crate::id::Id;
use crate::names;
use crate::schema::players;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = players)]
struct Row {
    id: Id,
    number: i64,
    family_name: String,
    given_names: String,
    name_key: String,
    birth_date: NaiveDate,
    sex: String,
    province_code: String,
    club_id: Id,
    created_at: Timestamp,
    fingerprint: String,
}

impl Row {
    fn player(self, named: &HashSet<Id>) -> Result<Player, Error> {
        let row = self;
        let sex = Sex::from_word(&row.sex);
        let (Some(number), Some(sex)) = (Number::from_stored(row.number), sex) else {
            return Err(Error::Internal(format!("player {}: the number or sex", row.id)));
        };
        let given = Some(row.given_names).filter(|given| !given.is_empty());
        Ok(Player {
            id: row.id,
            number,
            name: Name { family: row.family_name, given },
            birth_date: row.birth_date,
            sex,
            province: row.province_code,
            club: row.club_id,
            created_at: row.created_at,
            consented: named.contains(&row.id),
        })
    }
}

/// The players of the rows, in the same order.
fn players_of(c: &mut Conn, rows: Vec<Row>) -> Result<Vec<Player>, Error> {
    let ids: Vec<Id> = rows.iter().map(|row| row.id).collect();
    let named = consents::named(c, &ids)?;
    rows.into_iter().map(|row| row.player(&named)).collect()
}

/// Keeps a new player.
pub(crate) fn insert(c: &mut Conn, player: &Player, fingerprint: &str) -> Result<(), Error> {
    let row = Row {
        id: player.id,
        number: player.number.stored(),
        family_name: player.name.family.clone(),
        given_names: player.name.given.clone().unwrap_or_default(),
        name_key: name_key(player),
        birth_date: player.birth_date,
        sex: player.sex.word().to_owned(),
        province_code: player.province.clone(),
        club_id: player.club,
        created_at: player.created_at,
        fingerprint: fingerprint.to_owned(),
    };
    diesel::insert_into(players::table).values(&row).execute(c)?;
    Ok(())
}

/// Keeps a player's changed details.
pub(crate) fn update(c: &mut Conn, player: &Player) -> Result<(), Error> {
    diesel::update(players::table.find(player.id))
        .set((
            players::family_name.eq(&player.name.family),
            players::given_names.eq(player.name.given.as_deref().unwrap_or_default()),
            players::name_key.eq(name_key(player)),
            players::birth_date.eq(player.birth_date),
            players::sex.eq(player.sex.word()),
        ))
        .execute(c)?;
    Ok(())
}

/// What a search looks in.
fn name_key(player: &Player) -> String {
    format!(" {}", names::fold(&player.name.full()))
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Player>, Error> {
    Ok(find_with_fingerprint(c, id)?.map(|(player, _)| player))
}

/// The player, and what the entry was created from.
pub(crate) fn find_with_fingerprint(c: &mut Conn, id: Id) -> Result<Option<(Player, String)>, Error> {
    let row: Option<Row> = players::table.find(id).first(c).optional()?;
    let Some(row) = row else { return Ok(None) };
    let fingerprint = row.fingerprint.clone();
    Ok(players_of(c, vec![row])?.pop().map(|player| (player, fingerprint)))
}

/// The players with these ids, as far as there are any.
pub(crate) fn find_all(c: &mut Conn, ids: &[Id]) -> Result<HashMap<Id, Player>, Error> {
    let rows: Vec<Row> = players::table.filter(players::id.eq_any(ids)).load(c)?;
    Ok(players_of(c, rows)?.into_iter().map(|player| (player.id, player)).collect())
}

/// The number that was given last.
pub(crate) fn last_number(c: &mut Conn) -> Result<Option<Number>, Error> {
    let last: Option<i64> = players::table.select(diesel::dsl::max(players::number)).first(c)?;
    Ok(last.and_then(Number::from_stored))
}

/// Which players to list.
#[derive(Debug, Default)]
pub(crate) struct Filter {
    pub(crate) province: Option<String>,
    pub(crate) club: Option<Id>,
    pub(crate) number: Option<Number>,
    /// Words of a name, and the latest birth date with which a player may be found by name.
    pub(crate) search: Option<(String, NaiveDate)>,
    /// The number after which to begin.
    pub(crate) after: Option<i64>,
}

/// Players by number.
pub(crate) fn list(c: &mut Conn, filter: Filter, rows: i64) -> Result<Vec<Player>, Error> {
    let mut query = players::table.order(players::number.asc()).limit(rows).into_boxed();
    if let Some(province) = filter.province {
        query = query.filter(players::province_code.eq(province));
    }
    if let Some(club) = filter.club {
        query = query.filter(players::club_id.eq(club));
    }
    if let Some(number) = filter.number {
        query = query.filter(players::number.eq(number.stored()));
    }
    if let Some((search, born_by)) = filter.search {
        let patterns = names::patterns(&search);
        if patterns.is_empty() {
            return Ok(Vec::new());
        }
        // Whose name is withheld is not found by it.
        let named = crate::schema::consents::table
            .filter(crate::schema::consents::player_id.eq(players::id))
            .filter(crate::schema::consents::purpose.eq(Purpose::PublishName.word()))
            .filter(crate::schema::consents::withdrawn_at.is_null());
        query = query.filter(players::birth_date.le(born_by).or(diesel::dsl::exists(named)));
        for pattern in patterns {
            query = query.filter(players::name_key.like(pattern));
        }
    }
    if let Some(after) = filter.after {
        query = query.filter(players::number.gt(after));
    }
    let rows: Vec<Row> = query.load(c)?;
    players_of(c, rows)
}

/// What a page of players ends with.
pub(crate) fn key(player: &Player) -> i64 {
    player.number.stored()
}
