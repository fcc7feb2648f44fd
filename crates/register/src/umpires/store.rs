//! Accreditations in the database.

use chrono::NaiveDate;
use diesel::dsl::{auto_type, exists, not};
use diesel::prelude::*;
use diesel::sql_types::Date;

use crate::accounts::Reach;
use crate::certificate_codes::store::insert as insert_code;
use crate::certificate_codes::{Code, PrintedNames, Subject};
use crate::db::Conn;
use crate::db::keyset::beyond;
use crate::db::schema::{accreditations, certificate_codes, players, sanctions};
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::store::{entries, reassign_rows};
use crate::umpires::sanctions::store::list_of as sanctions_of;
use crate::umpires::{Accreditation, AccreditationState, Qualification, Sanction, SanctionKind, UmpireLevel};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, AccreditationId, PlayerId, UmpireCourseId};
use crate::values::sql_types::Uid;
use crate::web::idempotency::forget_creations;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = accreditations)]
struct AccreditationRow {
    id: AccreditationId,
    player_id: PlayerId,
    account_id: Option<AccountId>,
    level: UmpireLevel,
    valid_from: NaiveDate,
    valid_until: NaiveDate,
    course_id: Option<UmpireCourseId>,
    without_course: Option<String>,
    nomination: Option<String>,
    created_at: Timestamp,
}

impl AccreditationRow {
    fn accreditation(self, sanctions: Vec<Sanction>) -> Accreditation {
        let course = self.course_id.map(Qualification::Course);
        let qualification = course.or_else(|| self.without_course.map(Qualification::WithoutCourse));
        Accreditation {
            id: self.id,
            player: self.player_id,
            account: self.account_id,
            level: self.level,
            valid_from: self.valid_from,
            valid_until: self.valid_until,
            qualification,
            nomination: self.nomination,
            created_at: self.created_at,
            sanctions,
        }
    }
}

/// The accreditations of the rows, in the same order, with what was done against them.
fn accreditations_of(c: &mut Conn, rows: Vec<AccreditationRow>) -> Result<Vec<Accreditation>, Error> {
    let ids: Vec<AccreditationId> = rows.iter().map(|row| row.id).collect();
    let mut sanctions = sanctions_of(c, &ids)?;
    let with_sanctions = |row: AccreditationRow| {
        let own = sanctions.remove(&row.id).unwrap_or_default();
        row.accreditation(own)
    };
    Ok(rows.into_iter().map(with_sanctions).collect())
}

/// Keeps a new accreditation, with the code of its certificate and the names on it.
pub fn insert(c: &mut Conn, accreditation: &Accreditation, code: &Code, printed: &PrintedNames) -> Result<(), Error> {
    let (course_id, without_course) = match accreditation.qualification.clone() {
        Some(Qualification::Course(course)) => (Some(course), None),
        Some(Qualification::WithoutCourse(reason)) => (None, Some(reason)),
        None => (None, None),
    };
    let row = AccreditationRow {
        id: accreditation.id,
        player_id: accreditation.player,
        account_id: accreditation.account,
        level: accreditation.level,
        valid_from: accreditation.valid_from,
        valid_until: accreditation.valid_until,
        course_id,
        without_course,
        nomination: accreditation.nomination.clone(),
        created_at: accreditation.created_at,
    };
    diesel::insert_into(accreditations::table).values(&row).execute(c)?;
    insert_code(c, Subject::Accreditation(accreditation.id), code, printed)
}

/// The accreditation of that id.
pub fn find(c: &mut Conn, id: AccreditationId) -> Result<Option<Accreditation>, Error> {
    let row = accreditations::table.find(id).select(AccreditationRow::as_select());
    let row: Option<AccreditationRow> = row.first(c).optional()?;
    Ok(accreditations_of(c, row.into_iter().collect())?.pop())
}

/// All accreditations of a player.
pub fn of_player(c: &mut Conn, player: PlayerId) -> Result<Vec<Accreditation>, Error> {
    let theirs = accreditations::table.filter(accreditations::player_id.eq(player));
    let rows = theirs.select(AccreditationRow::as_select()).load(c)?;
    accreditations_of(c, rows)
}

/// All accreditations of those who sign in with that account.
pub fn of_account(c: &mut Conn, account: AccountId) -> Result<Vec<Accreditation>, Error> {
    let theirs = accreditations::table.filter(accreditations::account_id.eq(account));
    let rows = theirs.select(AccreditationRow::as_select()).load(c)?;
    accreditations_of(c, rows)
}

/// All accreditations that rest on a course, the first one in front.
pub fn by_course(c: &mut Conn, course: UmpireCourseId) -> Result<Vec<Accreditation>, Error> {
    let resting = accreditations::table.filter(accreditations::course_id.eq(course));
    let rows = resting
        .order((accreditations::valid_from.asc(), accreditations::id.asc()))
        .select(AccreditationRow::as_select())
        .load(c)?;
    accreditations_of(c, rows)
}

/// The accreditations to list.
#[derive(Debug)]
pub struct AccreditationFilter {
    /// Those that stand so on the day.
    pub state: AccreditationState,
    /// The day that is asked about.
    pub on: NaiveDate,
    pub level: Option<UmpireLevel>,
    /// The last day on which the term may end; the first is the day that is asked about.
    pub lapses_by: Option<NaiveDate>,
    /// A player, by any of their entries.
    pub player: Option<PlayerId>,
    /// The province in which the umpire lives.
    pub province: Option<String>,
    /// The last day and the id after which to begin.
    pub after: Option<(NaiveDate, AccreditationId)>,
}

/// The province in which the umpire of an accreditation lives. It is asked of each, since the accreditations of all people of a
/// province would have to be sorted.
#[auto_type]
fn province_of_umpire() -> _ {
    let umpire = players::table.filter(players::id.eq(accreditations::player_id));
    umpire.select(players::province_code).single_value()
}

/// Accreditations by their last day. Their state is said here as [`Accreditation::state_on`] says it of one.
pub fn list(c: &mut Conn, filter: AccreditationFilter, rows: i64) -> Result<Vec<Accreditation>, Error> {
    let mut query = accreditations::table
        .select(AccreditationRow::as_select())
        .order((accreditations::valid_until.asc(), accreditations::id.asc()))
        .limit(rows)
        .into_boxed();
    let on = filter.on;
    let against = |kind: SanctionKind| {
        sanctions::table
            .filter(sanctions::kind.eq(kind))
            .filter(sanctions::begins_on.le(on))
            .filter(sanctions::ends_on.is_null().or(sanctions::ends_on.ge(on)))
            .filter(sanctions::lifted_on.is_null().or(sanctions::lifted_on.gt(on)))
            .select(sanctions::accreditation_id)
    };
    let (revoked, suspended) = (against(SanctionKind::Revocation), against(SanctionKind::Suspension));
    let in_term = accreditations::valid_from
        .le(on)
        .and(accreditations::valid_until.ge(on));
    query = match filter.state {
        AccreditationState::Revoked => query.filter(accreditations::id.eq_any(revoked)),
        unrevoked => {
            query = query.filter(accreditations::id.ne_all(revoked));
            match unrevoked {
                AccreditationState::Future => query.filter(accreditations::valid_from.gt(on)),
                AccreditationState::Expired => query.filter(accreditations::valid_until.lt(on)),
                AccreditationState::Suspended => query.filter(in_term).filter(accreditations::id.eq_any(suspended)),
                AccreditationState::Valid | AccreditationState::Revoked => {
                    query.filter(in_term).filter(accreditations::id.ne_all(suspended))
                }
            }
        }
    };
    if let Some(level) = filter.level {
        query = query.filter(accreditations::level.eq(level));
    }
    if let Some(last) = filter.lapses_by {
        query = query.filter(accreditations::valid_until.between(on, last));
    }
    if let Some(player) = filter.player {
        query = query.filter(accreditations::player_id.eq_any(entries(c, player)?));
    }
    if let Some(province) = filter.province {
        query = query.filter(province_of_umpire().eq(province));
    }
    if let Some((day, id)) = filter.after {
        query = query.filter(beyond!(
            "(accreditations.valid_until, accreditations.id) >",
            Date = day,
            Uid = id
        ));
    }
    let rows = query.load(c)?;
    accreditations_of(c, rows)
}

/// The accreditations that are due for renewal.
#[derive(Debug)]
pub struct DueFilter {
    /// The first and the last day on which the term may end.
    pub ending: (NaiveDate, NaiveDate),
    /// The province in which the umpire lives.
    pub province: Option<String>,
    /// The last day and the id after which to begin.
    pub after: Option<(NaiveDate, AccreditationId)>,
}

/// Accreditations of those who live within reach, by their last day: those that end in these days, were not revoked, and
/// after which the umpire has none of the same level.
pub fn due(c: &mut Conn, filter: DueFilter, reach: &Reach, rows: i64) -> Result<Vec<Accreditation>, Error> {
    let revoked: Vec<AccreditationId> = sanctions::table
        .filter(sanctions::kind.eq(SanctionKind::Revocation))
        .select(sanctions::accreditation_id)
        .load(c)?;
    let next = diesel::alias!(accreditations as next);
    let renewed = next
        .filter(next.field(accreditations::player_id).eq(accreditations::player_id))
        .filter(next.field(accreditations::level).eq(accreditations::level))
        .filter(next.field(accreditations::valid_until).gt(accreditations::valid_until))
        .filter(next.field(accreditations::id).ne_all(revoked.clone()));
    let (first, last) = filter.ending;
    let mut query = accreditations::table
        .select(AccreditationRow::as_select())
        .order((accreditations::valid_until.asc(), accreditations::id.asc()))
        .limit(rows)
        .into_boxed();
    query = query
        .filter(accreditations::valid_until.between(first, last))
        .filter(accreditations::id.ne_all(revoked))
        .filter(not(exists(renewed)));
    let person = players::table.filter(players::id.eq(accreditations::player_id));
    query = query.filter(exists(person.filter(players::erased_at.is_null())));
    if !reach.is_everywhere() {
        query = query.filter(province_of_umpire().eq_any(reach.provinces().to_vec()));
    }
    if let Some(province) = filter.province {
        query = query.filter(province_of_umpire().eq(province));
    }
    if let Some((day, id)) = filter.after {
        query = query.filter(beyond!(
            "(accreditations.valid_until, accreditations.id) >",
            Date = day,
            Uid = id
        ));
    }
    let rows = query.load(c)?;
    accreditations_of(c, rows)
}

/// Gives the duplicate's accreditations to the entry that stays.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    Ok(reassign_rows!(c, accreditations, "accreditation", merger))
}

/// Empties which course an umpire has taken, and why one was suspended; the account too, which has a name. The
/// terms stay.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    let theirs = accreditations::table.filter(accreditations::player_id.eq_any(erasure.entries));
    let ids: Vec<AccreditationId> = theirs.select(accreditations::id).load(c)?;
    diesel::update(sanctions::table.filter(sanctions::accreditation_id.eq_any(&ids)))
        .set(sanctions::reason.eq(None::<String>))
        .execute(c)?;
    diesel::update(accreditations::table.filter(accreditations::id.eq_any(&ids)))
        .set((
            accreditations::account_id.eq(None::<AccountId>),
            accreditations::course_id.eq(None::<UmpireCourseId>),
            accreditations::without_course.eq(None::<String>),
            accreditations::nomination.eq(None::<String>),
        ))
        .execute(c)?;
    let theirs = certificate_codes::accreditation_id.assume_not_null().eq_any(&ids);
    diesel::update(certificate_codes::table.filter(theirs))
        .set(certificate_codes::holder.eq(None::<String>))
        .execute(c)?;
    forget_creations(c, &ids)
}
