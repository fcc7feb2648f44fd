//! Courses over HTTP.

use actix_web::web::Path;
use actix_web::{get, patch, post};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::{Anyone, Coordinator};
use crate::players::reason;
use crate::umpires::courses::store::CourseFilter;
use crate::umpires::courses::{Course, NewCourse, candidates, store, use_cases};
use crate::values::error::Error;
use crate::values::id::UmpireCourseId;
use crate::values::validation::{Day, Word};
use crate::web::body::{Body, Query};
use crate::web::idempotency::Creation;
use crate::web::merge_patch::MergePatch;
use crate::web::openapi::Routes;
use crate::web::pagination::{Page, PageSize, after};
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config
        .service(create_umpire_course)
        .service(list_umpire_courses)
        .service(read_umpire_course)
        .service(update_umpire_course);
    candidates::routes::configure(config);
}

/// A course as it is recorded.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct CreateUmpireCourse {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0cf-8b9c-7d0e-9f1a-2b3c4d5e6f70")]
    id: Option<UmpireCourseId>,
    /// The day of the examination: today or earlier.
    #[schema(value_type = NaiveDate, example = "2026-11-14")]
    held_on: Day,
    /// The venue.
    #[schema(example = "Mahikeng", min_length = 1, max_length = 120)]
    venue: String,
    /// The code of the province that keeps it.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Word,
    /// The body or the people who held it, as everyone may read.
    #[schema(example = "Umpires' committee of the North West", min_length = 1, max_length = 120)]
    held_by: String,
}

impl From<CreateUmpireCourse> for NewCourse {
    fn from(asked: CreateUmpireCourse) -> NewCourse {
        NewCourse {
            held_on: asked.held_on.into(),
            venue: asked.venue,
            province: asked.province.into(),
            held_by: asked.held_by,
        }
    }
}

/// Record a course for umpires
///
/// One that was held; its candidates are added to it. Sent again with the same id and content, it answers as the first
/// time.
#[utoipa::path(
    tag = "umpires",
    request_body = CreateUmpireCourse,
    responses(
        (status = 201, description = "The course.", body = Course),
        (status = 409, description = "`id-taken`: the id is another course's."),
        (status = 422, description = "`unknown-province`: there is no such province."),
    ),
)]
#[post("/v1/umpire-courses")]
pub(crate) async fn create_umpire_course(
    caller: Coordinator,
    Body(asked, request): Body<CreateUmpireCourse>,
) -> Result<StoredResponse, Error> {
    let creation = Creation::of(asked.id, &asked, caller.now())?;
    let new = NewCourse::from(asked).parse(caller.today())?;
    caller
        .write_once(request, move |c, by| {
            let course = use_cases::record(c, by, &creation, &new)?;
            let location = format!("/v1/umpire-courses/{}", course.id);
            Ok(Response::public(course).created_at(location))
        })
        .await
}

/// The courses to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListUmpireCourses {
    /// Lists only courses of this province.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// The number of items on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// `next_cursor` of the page before.
    #[param(example = "WyIyMDI2LTExLTE0IiwiMDE5YWEwY2YtOGI5Yy03ZDBlLTlmMWEtMmIzYzRkNWU2ZjcwIl0")]
    cursor: Option<String>,
}

/// List courses for umpires
///
/// The latest first.
#[utoipa::path(
    tag = "umpires",
    params(ListUmpireCourses),
    responses((status = 200, description = "A page of courses.", body = Page<Course>)),
)]
#[get("/v1/umpire-courses")]
pub(crate) async fn list_umpire_courses(
    caller: Anyone,
    Query(query): Query<ListUmpireCourses>,
) -> Result<Response<Page<Course>>, Error> {
    let limit = query.limit;
    let after: Option<(Day, UmpireCourseId)> = after(query.cursor.as_deref())?;
    let filter = CourseFilter {
        province: query.province.map(String::from),
        after: after.map(|(day, id)| (day.into(), id)),
    };
    let courses = caller.read(move |c| store::list(c, filter, limit.rows())).await?;
    Ok(Response::public_page(Page::of(
        courses,
        limit,
        |course| (course.held_on, course.id),
        |course| course,
    )?))
}

/// Read a course for umpires
///
/// When and where it was held, and by whom.
#[utoipa::path(
    tag = "umpires",
    responses((status = 200, description = "The course.", body = Course)),
)]
#[get("/v1/umpire-courses/{id}")]
pub(crate) async fn read_umpire_course(caller: Anyone, id: Path<UmpireCourseId>) -> Result<Response<Course>, Error> {
    let course = caller.read(move |c| use_cases::read(c, *id)).await?;
    Ok(Response::public(course))
}

/// The part of a course that may be corrected.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UpdateUmpireCourse {
    /// The day of the examination: today or earlier, and in the same gaming year once there are candidates.
    #[schema(required = false, value_type = NaiveDate, example = "2026-11-14")]
    held_on: Day,
    /// The venue.
    #[schema(required = false, example = "Mahikeng", min_length = 1, max_length = 120)]
    venue: String,
    /// The body or the people who held it, as everyone may read.
    #[schema(
        required = false,
        example = "Umpires' committee of the North West",
        min_length = 1,
        max_length = 120
    )]
    held_by: String,
    /// The reason for the correction, which the trail keeps. Required once somebody is accredited by the course.
    #[schema(example = "The day was that of the list.", min_length = 1, max_length = 400)]
    reason: Option<String>,
}

/// Correct a course for umpires
///
/// By a JSON Merge Patch: what is sent is corrected, and nothing else. Results of candidates stay as they were judged. Once
/// somebody is accredited by it, an administrator corrects it, with a reason.
#[utoipa::path(
    tag = "umpires",
    request_body(content = UpdateUmpireCourse, content_type = "application/merge-patch+json"),
    responses(
        (status = 200, description = "The course as it is now.", body = Course),
        (status = 409, description = "`course-in-use`: somebody is accredited by it."),
        (status = 422, description = "`other-gaming-year`: it has candidates, who are registered for another gaming year."),
    ),
)]
#[patch("/v1/umpire-courses/{id}")]
async fn update_umpire_course(
    caller: Coordinator,
    id: Path<UmpireCourseId>,
    MergePatch(change, request): MergePatch,
) -> Result<StoredResponse, Error> {
    caller
        .write_once(request, move |c, by| {
            let course = use_cases::update(c, by, *id, |course| {
                let form = UpdateUmpireCourse {
                    held_on: course.held_on.into(),
                    venue: course.venue.clone(),
                    held_by: course.held_by.clone(),
                    reason: None,
                };
                let form = change.applied_to(course, &form)?;
                let reason = form.reason.as_deref().map(reason).transpose()?;
                let right = NewCourse {
                    held_on: form.held_on.into(),
                    venue: form.venue,
                    province: course.province.clone(),
                    held_by: form.held_by,
                };
                Ok((right.parse(by.today())?, reason))
            })?;
            Ok(Response::public(course))
        })
        .await
}
