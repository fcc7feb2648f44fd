//! Events in the database: entries of the audit trail, and where the things of which they are belong today.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use diesel::prelude::*;
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::db::schema::{
    accreditations, affiliations, appointments, audit, byes, clubs, colours, consents, entries,
    equipment_confirmations, games, matches, players, rounds, teams, tournaments, umpire_courses,
};
use crate::db::{BATCH, Conn};
use crate::events::places::Found;
use crate::players::of_age_if_born_by;
use crate::players::store::name_is_public;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

/// An entry of the audit trail, without what it says of anybody.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = audit)]
pub(crate) struct EntryRow {
    /// The number in the log.
    #[diesel(select_expression = audit::leaf.assume_not_null())]
    pub(crate) leaf: i64,
    pub(crate) at: Timestamp,
    pub(crate) action: String,
    pub(crate) subject: String,
    pub(crate) subject_id: String,
}

/// The entries that have a number after that one, in the order of their numbers.
pub(crate) fn entries_after(c: &mut Conn, number: i64, most: i64) -> Result<Vec<EntryRow>, Error> {
    Ok(audit::table
        .filter(audit::leaf.gt(number))
        .order(audit::leaf)
        .limit(most)
        .select(EntryRow::as_select())
        .load(c)?)
}

/// The changes of an entry, of which nothing is read but whether there was something before.
#[derive(Deserialize)]
struct Kept {
    before: Option<IgnoredAny>,
}

/// Those of the entries with these numbers that are of something new. Of one that was emptied it is not known.
pub(crate) fn new_ones(c: &mut Conn, numbers: &[i64]) -> Result<HashSet<i64>, Error> {
    let mut new = HashSet::new();
    for numbers in numbers.chunks(BATCH) {
        let rows: Vec<(Option<i64>, Option<String>)> = audit::table
            .filter(audit::leaf.eq_any(numbers))
            .select((audit::leaf, audit::changes))
            .load(c)?;
        for (number, changes) in rows {
            let kept = changes.and_then(|changes| serde_json::from_str::<Kept>(&changes).ok());
            if kept.is_some_and(|kept| kept.before.is_none()) {
                new.extend(number);
            }
        }
    }
    Ok(new)
}

/// The place of a thing in the federation, today.
#[derive(Debug, Clone)]
pub(crate) struct Whereabouts {
    /// The thing of which is told instead, or where it is read.
    pub(crate) target: Option<Id>,
    pub(crate) province: Option<String>,
}

/// The places of those of these things that are found. What strangers may not know of is not.
pub(crate) fn find(
    c: &mut Conn,
    found: Found,
    ids: &[Id],
    today: NaiveDate,
) -> Result<HashMap<Id, Whereabouts>, Error> {
    let mut places = HashMap::new();
    for ids in ids.chunks(BATCH) {
        let with_target = with_target(c, found, ids)?;
        let rows = with_target
            .into_iter()
            .map(|(id, target, province)| (id, Some(target), Some(province)));
        let themselves = themselves(c, found, ids, today)?;
        let rows = rows.chain(themselves.into_iter().map(|(id, province)| (id, None, province)));
        places.extend(rows.map(|(id, target, province)| (id, Whereabouts { target, province })));
    }
    Ok(places)
}

/// Things of which something else is told, with that and its province.
fn with_target(c: &mut Conn, found: Found, ids: &[Id]) -> Result<Vec<(Id, Id, String)>, Error> {
    Ok(match found {
        Found::Affiliation => affiliations::table
            .inner_join(clubs::table.on(clubs::id.eq(affiliations::club_id)))
            .filter(affiliations::id.eq_any(ids))
            .select((affiliations::id, clubs::id, clubs::province_code))
            .load(c)?,
        Found::Consent => consents::table
            .inner_join(players::table.on(players::id.eq(consents::player_id)))
            .filter(consents::id.eq_any(ids))
            .select((consents::id, players::id, players::province_code))
            .load(c)?,
        Found::EquipmentConfirmation => equipment_confirmations::table
            .inner_join(tournaments::table.on(tournaments::id.eq(equipment_confirmations::tournament_id)))
            .filter(equipment_confirmations::id.eq_any(ids))
            .select((equipment_confirmations::id, tournaments::id, tournaments::province_code))
            .load(c)?,
        Found::Bye => byes::table
            .inner_join(entries::table.on(entries::id.eq(byes::entry_id)))
            .inner_join(tournaments::table.on(tournaments::id.eq(entries::tournament_id)))
            .filter(byes::id.eq_any(ids))
            .select((byes::id, tournaments::id, tournaments::province_code))
            .load(c)?,
        _ => Vec::new(),
    })
}

/// Things that are told of themselves, with their province.
fn themselves(c: &mut Conn, found: Found, ids: &[Id], today: NaiveDate) -> Result<Vec<(Id, Option<String>)>, Error> {
    Ok(match found {
        Found::Club => clubs::table
            .filter(clubs::id.eq_any(ids))
            .select((clubs::id, clubs::province_code.nullable()))
            .load(c)?,
        Found::Player => players::table
            .filter(players::id.eq_any(ids))
            .select((players::id, players::province_code.nullable()))
            .load(c)?,
        Found::Accreditation => accreditations::table
            .inner_join(players::table.on(players::id.eq(accreditations::player_id)))
            .filter(accreditations::id.eq_any(ids))
            .select((accreditations::id, players::province_code.nullable()))
            .load(c)?,
        Found::UmpireCourse => umpire_courses::table
            .filter(umpire_courses::id.eq_any(ids))
            .select((umpire_courses::id, umpire_courses::province_code.nullable()))
            .load(c)?,
        Found::Colours => {
            let named = players::table
                .filter(name_is_public(of_age_if_born_by(today)))
                .select(players::id);
            colours::table
                .filter(colours::id.eq_any(ids))
                .filter(colours::approved_at.is_not_null())
                .filter(colours::player_id.eq_any(named))
                .select((colours::id, colours::province_code.nullable()))
                .load(c)?
        }
        _ => of_tournaments(c, found, ids)?,
    })
}

/// Tournaments and what is theirs, with the province of the tournament.
fn of_tournaments(c: &mut Conn, found: Found, ids: &[Id]) -> Result<Vec<(Id, Option<String>)>, Error> {
    let province = tournaments::province_code.nullable();
    Ok(match found {
        Found::Tournament => tournaments::table
            .filter(tournaments::id.eq_any(ids))
            .select((tournaments::id, province))
            .load(c)?,
        Found::Entry => entries::table
            .inner_join(tournaments::table.on(tournaments::id.eq(entries::tournament_id)))
            .filter(entries::id.eq_any(ids))
            .select((entries::id, province))
            .load(c)?,
        Found::Team => teams::table
            .inner_join(tournaments::table.on(tournaments::id.eq(teams::tournament_id)))
            .filter(teams::id.eq_any(ids))
            .select((teams::id, province))
            .load(c)?,
        Found::Appointment => appointments::table
            .inner_join(tournaments::table.on(tournaments::id.eq(appointments::tournament_id)))
            .filter(appointments::id.eq_any(ids))
            .select((appointments::id, province))
            .load(c)?,
        Found::Round => rounds::table
            .inner_join(tournaments::table.on(tournaments::id.eq(rounds::tournament_id)))
            .filter(rounds::id.eq_any(ids))
            .filter(rounds::published_at.is_not_null())
            .select((rounds::id, province))
            .load(c)?,
        Found::Match => matches::table
            .inner_join(rounds::table.on(rounds::id.eq(matches::round_id)))
            .inner_join(tournaments::table.on(tournaments::id.eq(rounds::tournament_id)))
            .filter(matches::id.eq_any(ids))
            .select((matches::id, province))
            .load(c)?,
        Found::Game => games::table
            .left_join(tournaments::table.on(games::tournament_id.eq(tournaments::id.nullable())))
            .filter(games::id.eq_any(ids))
            .select((games::id, province))
            .load(c)?,
        _ => Vec::new(),
    })
}
