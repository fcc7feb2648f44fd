//! Courses for those who want to umpire. That one was held everyone may know; what its candidates have shown is for those
//! who look after its province.

pub mod candidates;
pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::{OUT_OF_SCOPE, Reach, UNKNOWN_PROVINCE};
use crate::provinces::Province;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::UmpireCourseId;
use crate::values::validation::{Faults, past, text};

/// A course for umpires.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::umpire_courses)]
#[schema(as = UmpireCourse)]
pub struct Course {
    /// Its id.
    #[schema(example = "019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70")]
    pub id: UmpireCourseId,
    /// The day of the examination.
    #[schema(example = "2026-11-14")]
    pub held_on: NaiveDate,
    /// The venue.
    #[schema(example = "Mahikeng")]
    pub venue: String,
    /// The code of the province that keeps it.
    #[schema(example = "ZA-NW")]
    #[diesel(column_name = province_code)]
    pub province: String,
    /// The body or the people who held it.
    #[schema(example = "Umpires' committee of the North West")]
    pub held_by: String,
    /// The time at which it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2026-11-16T08:00:00.000000Z")]
    pub created_at: Timestamp,
}

/// A course as it is recorded.
#[derive(Debug, Clone)]
pub struct NewCourse {
    /// The day of the examination.
    pub held_on: NaiveDate,
    /// The venue.
    pub venue: String,
    /// The code of the province.
    pub province: String,
    /// The body or the people who held it.
    pub held_by: String,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CourseRefusal {
    /// The province is not in the list.
    #[error("There is no province {0}.")]
    UnknownProvince(String),
    /// The caller looks after other provinces.
    #[error("You do not look after {0}.")]
    OutOfScope(String),
    /// Somebody is accredited by it.
    #[error("Accreditations rest on the course: an administrator corrects it, and says why.")]
    InUse,
    /// Candidates were admitted as registered for the gaming year of its day.
    #[error("Its candidates are registered for the gaming year {}; the day must be in it.", .0.number())]
    OtherYear(GamingYear),
}

crate::problem_kinds! {
    COURSE_IN_USE = 409 "course-in-use", "Accreditations rest on the course",
        "Once somebody is accredited by a course, an administrator corrects what is on record of it, with a `reason`.";
    OTHER_GAMING_YEAR = 422 "other-gaming-year", "The day is in another gaming year",
        "Who took the course had to be registered for the gaming year in which it was held.";
}

impl From<CourseRefusal> for Error {
    fn from(refusal: CourseRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            CourseRefusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            CourseRefusal::OutOfScope(_) => OUT_OF_SCOPE.problem(detail),
            CourseRefusal::InUse => COURSE_IN_USE.problem(detail),
            CourseRefusal::OtherYear(_) => OTHER_GAMING_YEAR.at("/held_on", detail),
        }
        .into()
    }
}

impl NewCourse {
    /// The longest name of a venue, or of those who held it, that is kept.
    pub(crate) const LONGEST_NAME: usize = 120;

    /// The course, if it has the right form.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(self, today: NaiveDate) -> Result<NewCourse, Faults> {
        let mut faults = Faults::default();
        let held_on = GamingYear::known(self.held_on).and_then(|day| past(day, today));
        let held_on = faults.check("/held_on", held_on);
        let venue = faults.check("/venue", text(&self.venue, NewCourse::LONGEST_NAME));
        let held_by = faults.check("/held_by", text(&self.held_by, NewCourse::LONGEST_NAME));
        match (held_on, venue, held_by) {
            (Some(held_on), Some(venue), Some(held_by)) => Ok(NewCourse {
                held_on,
                venue,
                province: self.province,
                held_by,
            }),
            _ => Err(faults),
        }
    }
}

impl Course {
    /// Records a course. `province` is what stands under its code.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        new: NewCourse,
        id: UmpireCourseId,
        province: Option<Province>,
        reach: &Reach,
        now: Timestamp,
    ) -> Result<Course, CourseRefusal> {
        let province = province.ok_or(CourseRefusal::UnknownProvince(new.province))?;
        if !reach.covers_province(&province.code) {
            return Err(CourseRefusal::OutOfScope(province.name));
        }
        Ok(Course {
            id,
            held_on: new.held_on,
            venue: new.venue,
            province: province.code,
            held_by: new.held_by,
            created_at: now,
        })
    }

    /// The course, corrected: its province stays.
    #[must_use]
    pub fn corrected(self, right: NewCourse) -> Course {
        Course {
            held_on: right.held_on,
            venue: right.venue,
            held_by: right.held_by,
            ..self
        }
    }

    /// The course, if it is within reach.
    ///
    /// # Errors
    /// [`CourseRefusal::OutOfScope`].
    pub fn within(self, reach: &Reach) -> Result<Course, CourseRefusal> {
        if reach.covers_province(&self.province) {
            Ok(self)
        } else {
            Err(CourseRefusal::OutOfScope(self.province))
        }
    }
}
