//! Courses: loaded, decided and saved.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::provinces;
use crate::umpires::courses::{Course, NewCourse, store};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::UmpireCourseId;
use crate::web::idempotency::Creation;

/// Records a course that was held.
pub(crate) fn record(
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
        Change::created("create_umpire_course", "umpire_course", course.id, &course)?,
    )?;
    Ok(course)
}

/// The course of that id.
pub(crate) fn read(c: &mut Conn, id: UmpireCourseId) -> Result<Course, Error> {
    Ok(store::find(c, id)?.ok_or_else(|| NOT_FOUND.problem("There is no course with this id."))?)
}

/// The course, if the caller looks after its province.
pub(crate) fn find_within(c: &mut Conn, by: &Caller, id: UmpireCourseId) -> Result<Course, Error> {
    Ok(read(c, id)?.within(&by.reach)?)
}
