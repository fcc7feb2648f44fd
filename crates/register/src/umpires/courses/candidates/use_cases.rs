//! Results of candidates recorded and corrected: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation;
use crate::operations::Operation;
use crate::players::registrations::Basis;
use crate::players::use_cases::{with_player, with_players};
use crate::players::{self, Player, unknown_player};
use crate::umpires::courses::candidates::{Candidate, Correction, NewCandidate, store};
use crate::umpires::courses::{self, use_cases as of_courses};
use crate::umpires::views::CandidateView;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{PlayerId, UmpireCandidateId, UmpireCourseId};
use crate::web::idempotency::Creation;

/// Records the result of a player in a course.
pub fn record(
    c: &mut Conn,
    by: &Caller,
    course: UmpireCourseId,
    creation: &Creation<UmpireCandidateId>,
    new: NewCandidate,
) -> Result<(Candidate, Player), Error> {
    let course = of_courses::find_within(c, by, course)?;
    let existing = store::find(c, creation.id)?;
    if let Some(candidate) = creation.earlier(c, existing)? {
        return with_player(c, candidate, |candidate| candidate.player);
    }
    let player = players::store::find_member(c, new.player)?.ok_or_else(|| unknown_player(new.player))?;
    let year = federation::store::calendar(c)?.year_of(course.held_on);
    let registration = players::registrations::store::find_of(c, player.id, year, Basis::Member)?;
    let settings = federation::store::settings(c, course.held_on)?.umpires;
    let unregistered = registration.is_none().then_some(year);
    let candidate = Candidate::admit(new, creation.id, &course, &player, unregistered, settings, by.now)?;
    store::insert(c, &candidate)?;
    creation.keep(c)?;
    let evidence = CandidateView::of(&candidate, &player);
    let change = Change::created(
        Operation::create_umpire_candidate,
        "umpire_candidate",
        candidate.id,
        &evidence,
    )?;
    by.audit(c, change)?;
    Ok((candidate, player))
}

/// The results of a course, for those who look after its province.
pub fn list(c: &mut Conn, by: &Caller, course: UmpireCourseId) -> Result<Vec<(Candidate, Player)>, Error> {
    let course = of_courses::find_within(c, by, course)?;
    let candidates = store::list(c, course.id)?;
    with_players(c, candidates, |candidate| candidate.player)
}

/// The result of that id, if the caller looks after the province of its course; with the course.
fn find_within(c: &mut Conn, by: &Caller, id: UmpireCandidateId) -> Result<(Candidate, courses::Course), Error> {
    let candidate = store::find(c, id)?;
    let candidate = candidate.ok_or_else(|| NOT_FOUND.problem("There is no result of a candidate with this id."))?;
    let course = of_courses::find_within(c, by, candidate.course)?;
    Ok((candidate, course))
}

/// The result of that id, with its player.
pub fn read(c: &mut Conn, by: &Caller, id: UmpireCandidateId) -> Result<(Candidate, Player), Error> {
    let (candidate, _) = find_within(c, by, id)?;
    with_player(c, candidate, |candidate| candidate.player)
}

/// Corrects a result.
pub fn correct(
    c: &mut Conn,
    by: &Caller,
    id: UmpireCandidateId,
    correction: &Correction,
) -> Result<(Candidate, Player), Error> {
    let (before, course) = find_within(c, by, id)?;
    let settings = federation::store::settings(c, course.held_on)?.umpires;
    let after = before.clone().corrected(correction, settings);
    store::update(c, &after)?;
    let (after, player) = with_player(c, after, |candidate| candidate.player)?;
    let [was, is] = [&before, &after].map(|candidate| CandidateView::of(candidate, &player));
    by.audit(
        c,
        Change::altered(
            Operation::create_umpire_candidate_correction,
            "umpire_candidate",
            id,
            &was,
            &is,
        )?,
    )?;
    Ok((after, player))
}

/// The courses that a person has taken, with the results; the oldest result first.
pub fn of_player(c: &mut Conn, player: PlayerId) -> Result<Vec<(courses::Course, Candidate)>, Error> {
    let candidates = store::of_player(c, player)?;
    let ids: Vec<UmpireCourseId> = candidates.iter().map(|candidate| candidate.course).collect();
    let found = courses::store::find_all(c, &ids)?;
    let with_course = |candidate: Candidate| Some((found.get(&candidate.course)?.clone(), candidate));
    Ok(candidates.into_iter().filter_map(with_course).collect())
}
