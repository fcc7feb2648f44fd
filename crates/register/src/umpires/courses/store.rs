//! Courses in the database.

use std::collections::HashMap;

use chrono::NaiveDate;
use diesel::prelude::*;
use diesel::sql_types::Date;

use crate::db::Conn;
use crate::db::keyset::beyond;
use crate::db::schema::{accreditations, umpire_courses};
use crate::umpires::courses::Course;
use crate::values::error::Error;
use crate::values::id::UmpireCourseId;
use crate::values::sql_types::Uid;

/// Keeps a new course.
pub fn insert(c: &mut Conn, course: &Course) -> Result<(), Error> {
    diesel::insert_into(umpire_courses::table).values(course).execute(c)?;
    Ok(())
}

/// Keeps a corrected course.
pub fn update(c: &mut Conn, course: &Course) -> Result<(), Error> {
    diesel::update(umpire_courses::table.find(course.id))
        .set((
            umpire_courses::held_on.eq(course.held_on),
            umpire_courses::venue.eq(&course.venue),
            umpire_courses::held_by.eq(&course.held_by),
        ))
        .execute(c)?;
    Ok(())
}

/// Whether somebody is accredited by the course.
pub fn is_in_use(c: &mut Conn, id: UmpireCourseId) -> Result<bool, Error> {
    let by_it = accreditations::table.filter(accreditations::course_id.eq(id));
    Ok(diesel::select(diesel::dsl::exists(by_it)).get_result(c)?)
}

/// The course of that id.
pub fn find(c: &mut Conn, id: UmpireCourseId) -> Result<Option<Course>, Error> {
    Ok(find_all(c, &[id])?.remove(&id))
}

/// The courses with these ids, as far as there are any.
pub fn find_all(c: &mut Conn, ids: &[UmpireCourseId]) -> Result<HashMap<UmpireCourseId, Course>, Error> {
    let found = umpire_courses::table.filter(umpire_courses::id.eq_any(ids));
    let found: Vec<Course> = found.select(Course::as_select()).load(c)?;
    Ok(found.into_iter().map(|course| (course.id, course)).collect())
}

/// The courses to list.
#[derive(Debug)]
pub struct CourseFilter {
    pub province: Option<String>,
    /// The day and the id after which to begin.
    pub after: Option<(NaiveDate, UmpireCourseId)>,
}

/// Courses, the latest first.
pub fn list(c: &mut Conn, filter: CourseFilter, rows: i64) -> Result<Vec<Course>, Error> {
    let mut query = umpire_courses::table
        .select(Course::as_select())
        .order((umpire_courses::held_on.desc(), umpire_courses::id.desc()))
        .limit(rows)
        .into_boxed();
    if let Some(province) = filter.province {
        query = query.filter(umpire_courses::province_code.eq(province));
    }
    if let Some((day, id)) = filter.after {
        query = query.filter(beyond!(
            "(umpire_courses.held_on, umpire_courses.id) <",
            Date = day,
            Uid = id
        ));
    }
    Ok(query.load(c)?)
}
