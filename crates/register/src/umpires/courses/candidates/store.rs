//! Candidates of courses in the database.

use diesel::prelude::*;

use crate::db::schema::umpire_candidates;
use crate::db::{Conn, OnConflict};
use crate::players;
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::store::reassign_rows;
use crate::umpires::courses::candidates::{Candidate, CandidateRefusal, Marks};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{PlayerId, UmpireCandidateId, UmpireCourseId};
use crate::web::idempotency::forget_creations;

#[derive(Queryable, Selectable, Insertable)]
#[diesel(table_name = umpire_candidates)]
struct CandidateRow {
    id: UmpireCandidateId,
    course_id: UmpireCourseId,
    player_id: PlayerId,
    marks_regulations: i64,
    marks_rules: i64,
    passed: i64,
    reason: Option<String>,
    created_at: Timestamp,
}

impl From<CandidateRow> for Candidate {
    fn from(row: CandidateRow) -> Candidate {
        Candidate {
            id: row.id,
            course: row.course_id,
            player: row.player_id,
            marks: Marks {
                regulations: row.marks_regulations,
                rules: row.marks_rules,
            },
            passed: row.passed != 0,
            reason: row.reason,
            created_at: row.created_at,
        }
    }
}

fn candidates_of(rows: Vec<CandidateRow>) -> Vec<Candidate> {
    rows.into_iter().map(Candidate::from).collect()
}

/// Keeps a new result.
pub fn insert(c: &mut Conn, candidate: &Candidate) -> Result<(), Error> {
    let row = CandidateRow {
        id: candidate.id,
        course_id: candidate.course,
        player_id: candidate.player,
        marks_regulations: candidate.marks.regulations,
        marks_rules: candidate.marks.rules,
        passed: i64::from(candidate.passed),
        reason: candidate.reason.clone(),
        created_at: candidate.created_at,
    };
    let inserted = diesel::insert_into(umpire_candidates::table).values(&row).execute(c);
    inserted.on_conflict(
        "umpire_candidates_course_id_player_id_key",
        CandidateRefusal::AlreadyCandidate,
    )?;
    Ok(())
}

/// Keeps a result as it was corrected.
pub fn update(c: &mut Conn, candidate: &Candidate) -> Result<(), Error> {
    diesel::update(umpire_candidates::table.find(candidate.id))
        .set((
            umpire_candidates::marks_regulations.eq(candidate.marks.regulations),
            umpire_candidates::marks_rules.eq(candidate.marks.rules),
            umpire_candidates::passed.eq(i64::from(candidate.passed)),
            umpire_candidates::reason.eq(&candidate.reason),
        ))
        .execute(c)?;
    Ok(())
}

/// The result of that id.
pub fn find(c: &mut Conn, id: UmpireCandidateId) -> Result<Option<Candidate>, Error> {
    let row = umpire_candidates::table.find(id).select(CandidateRow::as_select());
    Ok(row.first(c).optional()?.map(Candidate::from))
}

/// The result of a player in a course.
pub fn find_of(c: &mut Conn, course: UmpireCourseId, player: PlayerId) -> Result<Option<Candidate>, Error> {
    let row = umpire_candidates::table
        .filter(umpire_candidates::course_id.eq(course))
        .filter(umpire_candidates::player_id.eq(player))
        .select(CandidateRow::as_select());
    Ok(row.first(c).optional()?.map(Candidate::from))
}

/// All results of a course, in the order in which they were recorded.
pub fn list(c: &mut Conn, course: UmpireCourseId) -> Result<Vec<Candidate>, Error> {
    let rows = umpire_candidates::table
        .filter(umpire_candidates::course_id.eq(course))
        .order((umpire_candidates::created_at.asc(), umpire_candidates::id.asc()))
        .select(CandidateRow::as_select());
    Ok(candidates_of(rows.load(c)?))
}

/// All results of one person, the oldest first.
pub fn of_player(c: &mut Conn, player: PlayerId) -> Result<Vec<Candidate>, Error> {
    let entries = players::store::entries(c, player)?;
    let rows = umpire_candidates::table
        .filter(umpire_candidates::player_id.eq_any(entries))
        .order((umpire_candidates::created_at.asc(), umpire_candidates::id.asc()))
        .select(CandidateRow::as_select());
    Ok(candidates_of(rows.load(c)?))
}

/// Gives the duplicate's results to the entry that stays. A player has one in a course: where both have, that of the entry
/// that stays counts.
pub fn reassign(c: &mut Conn, merger: &Merger) -> Result<Vec<Reassigned>, Error> {
    let of = |player: PlayerId| umpire_candidates::table.filter(umpire_candidates::player_id.eq(player));
    let own: Vec<UmpireCourseId> = of(merger.stays).select(umpire_candidates::course_id).load(c)?;
    let spare = of(merger.duplicate).filter(umpire_candidates::course_id.eq_any(own));
    diesel::delete(spare).execute(c)?;
    Ok(reassign_rows!(c, umpire_candidates, "umpire_candidate", merger))
}

/// Deletes the results of all entries of one person.
pub fn erase(c: &mut Conn, erasure: &Erasure<'_>) -> Result<(), Error> {
    let theirs = umpire_candidates::table.filter(umpire_candidates::player_id.eq_any(erasure.entries));
    let ids: Vec<UmpireCandidateId> = theirs.select(umpire_candidates::id).load(c)?;
    diesel::delete(umpire_candidates::table.filter(umpire_candidates::id.eq_any(&ids))).execute(c)?;
    forget_creations(c, &ids)
}
