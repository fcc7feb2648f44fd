//! Players in the database.

pub mod batches;
pub(crate) mod soundness;

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use diesel::dsl::{auto_type, exists};
use diesel::prelude::*;

use crate::db::prepared::{Prepared, padded};
use crate::db::schema::{consents, player_words, players};
use crate::db::{self, BATCH, Conn};
use crate::players::consents::Purpose;
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::{Home, Name, Number, Person, Player, PlayerRefusal, Sex};
use crate::values::clock::Timestamp;
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::id::{ClubId, PlayerId};
use crate::values::names;
use crate::web::idempotency::forget_creations;

/// A row of the table of players.
#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = players, treat_none_as_default_value = false)]
pub struct PlayerRow {
    id: PlayerId,
    number: i64,
    #[diesel(embed)]
    person: PersonRow,
    province_code: String,
    region_code: Option<String>,
    club_id: ClubId,
    created_at: Timestamp,
    merged_into_id: Option<PlayerId>,
    erased_at: Option<Timestamp>,
    #[diesel(skip_insertion, select_expression = has_consent_to_name())]
    name_published: bool,
}

/// The columns of a person: empty once the data was erased.
#[derive(Default, Queryable, Selectable, Insertable, AsChangeset)]
#[diesel(table_name = players, treat_none_as_default_value = false, treat_none_as_null = true)]
pub struct PersonRow {
    family_name: String,
    given_names: String,
    name_key: String,
    sort_key: String,
    birth_date: Option<NaiveDate>,
    sex: Option<Sex>,
    nationality: Option<Country>,
}

impl From<&Person> for PersonRow {
    fn from(person: &Person) -> PersonRow {
        let name = &person.name;
        PersonRow {
            family_name: name.family.clone(),
            given_names: name.given.clone().unwrap_or_default(),
            name_key: name_key(name),
            sort_key: names::sort_key(&name.family, name.given.as_deref()),
            birth_date: Some(person.birth_date),
            sex: Some(person.sex),
            nationality: person.nationality,
        }
    }
}

impl PersonRow {
    fn person(self) -> Option<Person> {
        let name = Name {
            family: self.family_name,
            given: Some(self.given_names).filter(|given| !given.is_empty()),
        };
        let (birth_date, sex) = self.birth_date.zip(self.sex)?;
        Some(Person {
            name,
            birth_date,
            sex,
            nationality: self.nationality,
        })
    }
}

impl From<&Player> for PlayerRow {
    fn from(player: &Player) -> PlayerRow {
        PlayerRow {
            id: player.id,
            number: player.number.stored(),
            person: player.person.as_ref().map(PersonRow::from).unwrap_or_default(),
            province_code: player.home.province.clone(),
            region_code: player.home.region.clone(),
            club_id: player.club,
            created_at: player.created_at,
            merged_into_id: player.merged_into,
            erased_at: player.person.is_none().then_some(player.created_at),
            name_published: player.name_published,
        }
    }
}

impl TryFrom<PlayerRow> for Player {
    type Error = Error;

    fn try_from(row: PlayerRow) -> Result<Player, Error> {
        let number = Number::from_stored(row.number);
        Ok(Player {
            id: row.id,
            number: number.ok_or_else(|| Error::Internal(format!("player {}: the number", row.id)))?,
            person: row.person.person(),
            home: Home {
                province: row.province_code,
                region: row.region_code,
            },
            club: row.club_id,
            created_at: row.created_at,
            merged_into: row.merged_into_id,
            name_published: row.name_published,
        })
    }
}

/// The players of the rows, in the same order.
pub fn players_of(rows: Vec<PlayerRow>) -> Result<Vec<Player>, Error> {
    rows.into_iter().map(Player::try_from).collect()
}

/// Whether a guardian has consented to the name's being public. It is asked whether there is such a consent, not how many
/// there are: that is private, and would show in how long a public answer takes.
#[auto_type]
fn has_consent_to_name() -> _ {
    let purpose: Purpose = Purpose::PublishName;
    let consent = consents::table
        .filter(consents::player_id.eq(players::id))
        .filter(consents::purpose.eq(purpose))
        .filter(consents::withdrawn_at.is_null());
    exists(consent)
}

/// Whether the name is public, as [`Player::name_is_withheld`] says it of one player: the player is of age, or a guardian has
/// consented. An erased player has neither a birth date nor a consent.
#[auto_type]
pub fn name_is_public(of_age_if_born_by: NaiveDate) -> _ {
    players::birth_date
        .le(of_age_if_born_by)
        .or(has_consent_to_name())
        .assume_not_null()
}

/// Keeps a new player, as [`batches::insert`].
pub fn insert(c: &mut Conn, player: &Player) -> Result<(), Error> {
    batches::insert(c, &[player])
}

/// Keeps a person's mended data.
pub fn update(c: &mut Conn, player: PlayerId, person: &Person) -> Result<(), Error> {
    let row = PersonRow::from(person);
    diesel::update(players::table.find(player)).set(&row).execute(c)?;
    keep_words(c, player, &row.name_key)
}

/// The names as a search looks through them.
fn name_key(name: &Name) -> String {
    format!(" {}", names::fold(&name.full()))
}

/// Keeps the words by which a search finds the player.
fn keep_words(c: &mut Conn, player: PlayerId, name_key: &str) -> Result<(), Error> {
    diesel::delete(player_words::table.filter(player_words::player_id.eq(player))).execute(c)?;
    let words: HashSet<&str> = name_key.split_whitespace().collect();
    for word in words {
        let row = (player_words::word.eq(word), player_words::player_id.eq(player));
        diesel::insert_into(player_words::table).values(row).execute(c)?;
    }
    Ok(())
}

/// The entry with that id, as it is: it may have been merged into another one.
pub fn find(c: &mut Conn, id: PlayerId) -> Result<Option<Player>, Error> {
    let row = players::table.find(id).select(PlayerRow::as_select());
    row.first(c).optional()?.map(Player::try_from).transpose()
}

/// The place of an entry: all that is needed to judge who looks after the player.
#[derive(Queryable, Selectable)]
#[diesel(table_name = players)]
pub struct Membership {
    /// The club of which the player is a member.
    #[diesel(column_name = club_id)]
    pub(crate) club: ClubId,
    /// The entry that stays, if this one was merged.
    #[diesel(column_name = merged_into_id)]
    pub(crate) merged_into: Option<PlayerId>,
}

/// The place of the entry. Nothing else of the player is read, so a refusal takes as long whatever is on record.
pub fn place(c: &mut Conn, id: PlayerId) -> Result<Option<Membership>, Error> {
    let place = players::table.find(id).select(Membership::as_select());
    Ok(place.first(c).optional()?)
}

/// The club of the player; of an entry that was merged, that of the one that stays.
pub fn club(c: &mut Conn, id: PlayerId) -> Result<Option<ClubId>, Error> {
    let Some(place) = place(c, id)? else { return Ok(None) };
    match place.merged_into {
        None => Ok(Some(place.club)),
        Some(stays) => Ok(crate::players::store::place(c, stays)?.map(|place| place.club)),
    }
}

/// The players with these ids, as far as there are any. An entry that was merged stands for the one that stays.
pub fn find_all(c: &mut Conn, ids: &[PlayerId]) -> Result<HashMap<PlayerId, Player>, Error> {
    let entries = find_entries(c, ids)?;
    staying(c, entries)
}

/// Finds the entries with these ids, as they are.
fn find_entries(c: &mut Conn, ids: &[PlayerId]) -> Result<Vec<Player>, Error> {
    let rows = players::table.filter(players::id.eq_any(padded(ids)));
    players_of(Prepared(rows.select(PlayerRow::as_select())).load(c)?)
}

/// The players for whom these entries stand, by the ids of the entries: one that was merged stands for the one that stays.
fn staying(c: &mut Conn, entries: Vec<Player>) -> Result<HashMap<PlayerId, Player>, Error> {
    let merged: Vec<PlayerId> = entries.iter().filter_map(|entry| entry.merged_into).collect();
    let stays = if merged.is_empty() {
        Vec::new()
    } else {
        find_entries(c, &merged)?
    };
    let stays: HashMap<PlayerId, Player> = stays.into_iter().map(|player| (player.id, player)).collect();
    let player = |entry: Player| match entry.merged_into {
        None => Some((entry.id, entry)),
        Some(into) => Some((entry.id, stays.get(&into)?.clone())),
    };
    Ok(entries.into_iter().filter_map(player).collect())
}

/// The players with these ids, as [`find_all`] gives them, however many they are.
pub fn find_many(c: &mut Conn, ids: &[PlayerId]) -> Result<HashMap<PlayerId, Player>, Error> {
    let mut found = HashMap::with_capacity(ids.len());
    for ids in ids.chunks(BATCH) {
        found.extend(find_all(c, ids)?);
    }
    Ok(found)
}

/// All entries of one person: the one that stays, and those that were merged into it. Whichever of them is asked for.
pub fn entries(c: &mut Conn, id: PlayerId) -> Result<Vec<PlayerId>, Error> {
    let stays: Option<Option<PlayerId>> = players::table
        .find(id)
        .select(players::merged_into_id)
        .first(c)
        .optional()?;
    let stays = stays.flatten().unwrap_or(id);
    let same = players::id.eq(stays).or(players::merged_into_id.eq(stays));
    Ok(players::table.filter(same).select(players::id).load(c)?)
}

/// The entries that were merged into this one, as they were.
pub fn merged_into(c: &mut Conn, id: PlayerId) -> Result<Vec<Player>, Error> {
    let merged = players::table
        .filter(players::merged_into_id.eq(id))
        .order(players::number.asc());
    players_of(merged.select(PlayerRow::as_select()).load(c)?)
}

/// The numbers of these entries, in their order.
pub fn numbers(c: &mut Conn, entries: &[PlayerId]) -> Result<Vec<Number>, Error> {
    let numbers = players::table
        .filter(players::id.eq_any(entries))
        .order(players::number.asc());
    let numbers: Vec<i64> = numbers.select(players::number).load(c)?;
    Ok(numbers.into_iter().filter_map(Number::from_stored).collect())
}

/// The number that was given last.
pub fn last_number(c: &mut Conn) -> Result<Option<Number>, Error> {
    let last: Option<i64> = players::table.select(diesel::dsl::max(players::number)).first(c)?;
    Ok(last.and_then(Number::from_stored))
}

/// A number that nobody has.
///
/// # Errors
/// [`PlayerRefusal::NumbersUsedUp`].
pub fn fresh_number(c: &mut Conn) -> Result<Number, Error> {
    let fresh = fresh_numbers(c, 1)?.pop();
    Ok(fresh.ok_or(PlayerRefusal::NumbersUsedUp)?)
}

/// Numbers that nobody has, as many as are asked for. On PostgreSQL those of a registration that is not kept are left out.
///
/// # Errors
/// [`PlayerRefusal::NumbersUsedUp`].
pub fn fresh_numbers(c: &mut Conn, count: usize) -> Result<Vec<Number>, Error> {
    let numbers = db::fresh_numbers(c, "players_number_seq", count, |c| {
        players::table.select(diesel::dsl::max(players::number)).first(c)
    });
    let numbers = numbers?.into_iter().map(Number::from_stored);
    let numbers: Option<Vec<Number>> = numbers.collect();
    Ok(numbers.ok_or(PlayerRefusal::NumbersUsedUp)?)
}

/// The nationalities of these players, as far as they are on record.
pub fn nationalities(c: &mut Conn, ids: &[PlayerId]) -> Result<HashMap<PlayerId, Country>, Error> {
    let mut found = HashMap::new();
    for ids in ids.chunks(BATCH) {
        let of_ids = players::table.filter(players::id.eq_any(ids));
        let rows: Vec<(PlayerId, Option<Country>)> = of_ids.select((players::id, players::nationality)).load(c)?;
        found.extend(rows.into_iter().filter_map(|(id, of)| Some((id, of?))));
    }
    Ok(found)
}

/// The players to list.
#[derive(Debug, Default)]
pub struct PlayerFilter {
    pub province: Option<String>,
    pub club: Option<ClubId>,
    pub number: Option<Number>,
    /// Words of a name that is public, or a number; and the latest birth date of who is of age.
    pub search: Option<(String, NaiveDate)>,
    /// The number after which to begin.
    pub after: Option<i64>,
}

/// Players by number, of each person one entry.
pub fn list(c: &mut Conn, filter: PlayerFilter, rows: i64) -> Result<Vec<Player>, Error> {
    let mut query = players::table
        .filter(players::merged_into_id.is_null())
        .select(PlayerRow::as_select())
        .order(players::number.asc())
        .limit(rows)
        .into_boxed();
    if let Some(province) = filter.province {
        query = query.filter(players::province_code.eq(province));
    }
    if let Some(club) = filter.club {
        query = query.filter(players::club_id.eq(club));
    }
    let sought = filter.search.as_ref().and_then(|(search, _)| Number::sought(search));
    for number in filter.number.into_iter().chain(sought) {
        let Some(id) = with_number(c, number)? else {
            return Ok(Vec::new());
        };
        query = query.filter(players::id.eq(id));
    }
    if let Some((search, born_by)) = filter.search.filter(|_| sought.is_none()) {
        let patterns = names::patterns(&search);
        if patterns.is_empty() {
            return Ok(Vec::new());
        }
        query = query.filter(name_is_public(born_by));
        for pattern in patterns {
            query = query.filter(players::name_key.like(pattern));
        }
        if let Some(rare) = rarest(c, &search)? {
            query = query.filter(players::id.eq_any(beginning_with(&rare)));
        }
    }
    if let Some(after) = filter.after {
        query = query.filter(players::number.gt(after));
    }
    players_of(query.load(c)?)
}

/// The entry with that number; that of an entry which was merged finds the one that stays.
pub fn with_number(c: &mut Conn, number: Number) -> Result<Option<PlayerId>, Error> {
    let entry = players::table.filter(players::number.eq(number.stored()));
    let entry: Option<(PlayerId, Option<PlayerId>)> = entry
        .select((players::id, players::merged_into_id))
        .first(c)
        .optional()?;
    Ok(entry.map(|(id, stays)| stays.unwrap_or(id)))
}

/// The players whose names have a word that begins with those letters.
#[auto_type]
pub fn beginning_with(prefix: &str) -> _ {
    let end: String = format!("{prefix}{}", char::MAX);
    let begin: String = prefix.to_owned();
    let within = player_words::word.ge(begin).and(player_words::word.lt(end));
    player_words::table.filter(within).select(player_words::player_id)
}

/// The number of names that have a word that begins with those letters; that many at most. They are counted where they
/// are, since loading each would show in the time of the answer how many there are of whom nothing is to be found.
fn how_many_begin_with(c: &mut Conn, prefix: &str, most: i64) -> Result<i64, Error> {
    use diesel::sql_types::{BigInt, Text};
    let count = diesel::dsl::sql::<BigInt>("(SELECT COUNT(*) FROM (SELECT 1 FROM player_words WHERE word >= ")
        .bind::<Text, _>(prefix)
        .sql(" AND word < ")
        .bind::<Text, _>(format!("{prefix}{}", char::MAX))
        .sql(" LIMIT ")
        .bind::<BigInt, _>(most)
        .sql(") AS found)");
    Ok(diesel::select(count).first(c)?)
}

/// The word of a search that the fewest names have, if they are few: then they are looked up. If all words are common,
/// a page of matches is soon found by going through the players.
pub fn rarest(c: &mut Conn, search: &str) -> Result<Option<String>, Error> {
    const FEW: i64 = 1_000;
    let mut rarest: Option<(i64, String)> = None;
    for word in names::fold(search).split(' ').take(8) {
        let least = rarest.as_ref().map_or(FEW, |(count, _)| *count);
        let count = how_many_begin_with(c, word, least)?;
        if count < least {
            rarest = Some((count, word.to_owned()));
        }
    }
    Ok(rarest.map(|(_, word)| word))
}

/// Makes the player a member of that club.
pub fn join(c: &mut Conn, player: PlayerId, club: ClubId) -> Result<(), Error> {
    diesel::update(players::table.find(player))
        .set(players::club_id.eq(club))
        .execute(c)?;
    Ok(())
}

/// The player of that id; of an entry that was merged, the one that stays.
pub fn find_member(c: &mut Conn, id: PlayerId) -> Result<Option<Player>, Error> {
    Ok(find_all(c, &[id])?.remove(&id))
}

/// Sends whoever asks for the duplicate to the entry that stays; searches find that alone.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let gone = players::id
        .eq(merger.duplicate)
        .or(players::merged_into_id.eq(merger.duplicate));
    diesel::update(players::table.filter(gone))
        .set(players::merged_into_id.eq(merger.stays))
        .execute(c)?;
    diesel::delete(player_words::table.filter(player_words::player_id.eq(merger.duplicate))).execute(c)?;
    Ok(Vec::new())
}

/// Empties all entries of one person. The number, the membership and the present province stay: they are the pseudonym's.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    diesel::update(players::table.filter(players::id.eq_any(erasure.entries)))
        .set((
            PersonRow::default(),
            players::region_code.eq(None::<String>),
            players::erased_at.eq(erasure.at),
        ))
        .execute(c)?;
    // A digest of what was erased could be matched by guessing.
    forget_creations(c, erasure.entries)?;
    diesel::delete(player_words::table.filter(player_words::player_id.eq_any(erasure.entries))).execute(c)?;
    Ok(())
}

/// Gives what the rows of a table say of the duplicate to the entry that stays, and answers with the rows' ids.
#[macro_export]
macro_rules! reassign_rows {
    ($c:expr, $table:ident, $subject:literal, $merger:expr) => {{
        let theirs = $table::table.filter($table::player_id.eq($merger.duplicate));
        let ids: Vec<$crate::values::id::Id> = theirs.select($table::id).load($c)?;
        diesel::update(theirs)
            .set($table::player_id.eq($merger.stays))
            .execute($c)?;
        $crate::players::merger::Reassigned::all($subject, ids)
    }};
}
pub use reassign_rows;
