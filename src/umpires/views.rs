//! Bodies and answers that several slices of this noun have in common.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::umpires::Course;
use crate::umpires::particulars::AccreditationParticulars;
use crate::values::validation::{Day, whole};
use crate::web::response::Response;

/// The course that an accreditation rests on, as it is told.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateCourse {
    /// The day of the examination: today or earlier.
    #[schema(value_type = NaiveDate, example = "2026-10-17")]
    held_on: Day,
    /// The place where it was held.
    #[schema(example = "Mahikeng", min_length = 1, max_length = 120)]
    place: String,
    /// The marks for the federation's constitution and regulations, out of a hundred.
    #[serde(deserialize_with = "whole")]
    #[schema(example = 84, minimum = 0, maximum = 100)]
    marks_regulations: i64,
    /// The marks for the rules of the discipline, out of a hundred.
    #[serde(deserialize_with = "whole")]
    #[schema(example = 91, minimum = 0, maximum = 100)]
    marks_rules: i64,
}

impl From<CreateCourse> for Course {
    fn from(course: CreateCourse) -> Course {
        Course {
            held_on: course.held_on.into(),
            place: course.place,
            marks_regulations: course.marks_regulations,
            marks_rules: course.marks_rules,
        }
    }
}

/// The answer to what was done to an accreditation.
pub(crate) fn kept(particulars: AccreditationParticulars) -> Response<AccreditationParticulars> {
    let path = format!("/v1/accreditations/{}", particulars.id);
    let read_at = format!("{path}/particulars");
    Response::private(particulars).created_at(path).read_at(read_at)
}
