//! Courses: loaded, decided and saved.

use serde::Serialize;

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::federation;
use crate::operations::Operation;
use crate::provinces;
use crate::umpires::courses::{Course, CourseRefusal, NewCourse, candidates, store};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::UmpireCourseId;
use crate::web::idempotency::Creation;

/// Records a course that was held.
pub fn record(
    c: &mut Conn,
    by: &Caller,
    creation: &Creation<UmpireCourseId>,
    new: &NewCourse,
) -> Result<Course, Error> {
    let province = provinces::store::find(c, &new.province)?;
    let course = Course::admit(new.clone(), creation.id, province, &by.reach, by.now)?;
    let existing = store::find(c, creation.id)?;
    if let Some(course) = creation.earlier(c, existing)? {
        return Ok(course);
    }
    store::insert(c, &course)?;
    creation.keep(c)?;
    by.audit(
        c,
        Change::created(Operation::create_umpire_course, "umpire_course", course.id, &course)?,
    )?;
    Ok(course)
}

/// A course with the reason of a correction, as the trail keeps it.
#[derive(Serialize)]
struct CourseEvidence<'a> {
    #[serde(flatten)]
    course: &'a Course,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// Corrects what is on record of a course to what `correction` makes of it, with the reason. The results of its candidates stay
/// as they were judged.
pub fn update(
    c: &mut Conn,
    by: &Caller,
    id: UmpireCourseId,
    correction: impl FnOnce(&Course) -> Result<(NewCourse, Option<String>), Error>,
) -> Result<Course, Error> {
    let before = find_within(c, by, id)?;
    let (right, reason) = correction(&before)?;
    if store::is_in_use(c, id)? && !(by.reach.is_everywhere() && reason.is_some()) {
        return Err(CourseRefusal::InUse.into());
    }
    let calendar = federation::store::calendar(c)?;
    let year = calendar.year_of(before.held_on);
    if calendar.year_of(right.held_on) != year && !candidates::store::list(c, id)?.is_empty() {
        return Err(CourseRefusal::OtherYear(year).into());
    }
    let after = before.clone().corrected(right);
    if after == before {
        return Ok(after);
    }
    store::update(c, &after)?;
    let told = |course, reason| CourseEvidence { course, reason };
    let (was, is) = (told(&before, None), told(&after, reason.as_deref()));
    by.audit(
        c,
        Change::altered(Operation::update_umpire_course, "umpire_course", id, &was, &is)?,
    )?;
    Ok(after)
}

/// The course of that id.
pub fn read(c: &mut Conn, id: UmpireCourseId) -> Result<Course, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no course with this id."))?)
}

/// The course, if the caller looks after its province.
pub fn find_within(c: &mut Conn, by: &Caller, id: UmpireCourseId) -> Result<Course, Error> {
    Ok(read(c, id)?.within(&by.reach)?)
}
