//! Consents in the database.

use std::collections::HashSet;

use chrono::NaiveDate;
use diesel::dsl::exists;
use diesel::prelude::*;

use crate::db::Conn;
use crate::db::schema::{consents, players};
use crate::players::consents::{Consent, Given, Purpose, Relation};
use crate::players::merger::{Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

#[derive(Queryable, Insertable)]
#[diesel(table_name = consents)]
struct Row {
    id: Id,
    player_id: Id,
    guardian: Option<String>,
    relation: String,
    purpose: String,
    wording: String,
    given_on: NaiveDate,
    recorded_at: Timestamp,
    withdrawn_at: Option<Timestamp>,
}

impl TryFrom<Row> for Consent {
    type Error = Error;

    fn try_from(row: Row) -> Result<Consent, Error> {
        let words = (Relation::from_word(&row.relation), Purpose::from_word(&row.purpose));
        let (Some(relation), Some(purpose)) = words else {
            return Err(Error::Internal(format!("consent {}: its relation or purpose", row.id)));
        };
        let Row {
            guardian,
            wording,
            given_on,
            ..
        } = row;
        let given = Given {
            guardian,
            relation,
            purpose,
            wording,
            given_on,
        };
        let (recorded_at, withdrawn_at) = (row.recorded_at, row.withdrawn_at);
        Ok(Consent {
            id: row.id,
            player: row.player_id,
            given,
            recorded_at,
            withdrawn_at,
        })
    }
}

/// Keeps a new consent.
pub(crate) fn insert(c: &mut Conn, consent: &Consent) -> Result<(), Error> {
    let given = consent.given.clone();
    let row = Row {
        id: consent.id,
        player_id: consent.player,
        guardian: given.guardian,
        relation: given.relation.word().to_owned(),
        purpose: given.purpose.word().to_owned(),
        wording: given.wording,
        given_on: given.given_on,
        recorded_at: consent.recorded_at,
        withdrawn_at: consent.withdrawn_at,
    };
    diesel::insert_into(consents::table).values(&row).execute(c)?;
    Ok(())
}

pub(crate) fn find(c: &mut Conn, id: Id) -> Result<Option<Consent>, Error> {
    let row: Option<Row> = consents::table.find(id).first(c).optional()?;
    row.map(Consent::try_from).transpose()
}

/// All of a player's consents, the latest first.
pub(crate) fn list(c: &mut Conn, player: Id) -> Result<Vec<Consent>, Error> {
    let rows: Vec<Row> = consents::table
        .filter(consents::player_id.eq(player))
        .order((consents::recorded_at.desc(), consents::id.desc()))
        .load(c)?;
    rows.into_iter().map(Consent::try_from).collect()
}

/// Keeps that a consent was withdrawn.
pub(crate) fn withdraw(c: &mut Conn, consent: &Consent) -> Result<(), Error> {
    diesel::update(consents::table.find(consent.id))
        .set(consents::withdrawn_at.eq(consent.withdrawn_at))
        .execute(c)?;
    Ok(())
}

/// Which of the players may be named in public whatever their age.
pub(crate) fn named(c: &mut Conn, entries: &[Id]) -> Result<HashSet<Id>, Error> {
    // Whether there is one, not how many: that is private, and would show in how long a public answer takes.
    let consent = consents::table
        .filter(consents::player_id.eq(players::id))
        .filter(consents::purpose.eq(Purpose::PublishName.word()))
        .filter(consents::withdrawn_at.is_null());
    let named = players::table
        .filter(players::id.eq_any(entries))
        .filter(exists(consent));
    let named: Vec<Id> = named.select(players::id).load(c)?;
    Ok(named.into_iter().collect())
}

/// Gives the duplicate's consents to the entry that stays. What was allowed for the one entry and not for the other, or
/// was taken back there, is withdrawn: who consents is asked anew.
pub(crate) fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let mut own = list(c, merger.stays)?;
    own.retain(|consent| consent.withdrawn_at.is_none());
    for consent in list(c, merger.duplicate)? {
        let is_allowed = own.iter().any(|own| own.given.allows_as(&consent.given));
        if consent.withdrawn_at.is_none() && !is_allowed {
            let withdrawn_at = Some(merger.at);
            withdraw(
                c,
                &Consent {
                    withdrawn_at,
                    ..consent
                },
            )?;
        }
    }
    Ok(reassign_rows!(c, consents, "consent", merger))
}

/// Deletes the consents of all entries of one person.
pub(crate) fn erase(c: &mut Conn, players: &[Id], _at: Timestamp) -> Result<(), Error> {
    diesel::delete(consents::table.filter(consents::player_id.eq_any(players))).execute(c)?;
    Ok(())
}
