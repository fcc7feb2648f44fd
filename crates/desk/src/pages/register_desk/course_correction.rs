//! The record of a course for umpires, corrected; once accreditations rest on it, by an administrator who says why.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::day;
use crate::pages::register_desk::courses::{LIST, record_fields};
use crate::pages::sent::Sent;
use crate::players::reason;
use crate::umpires::courses::{Course, NewCourse, store, use_cases};
use crate::values::error::Error;
use crate::values::id::UmpireCourseId;
use crate::values::validation::Day;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_course_correction).service(send_course_correction);
}

/// The path of the form.
pub(super) fn path(id: UmpireCourseId) -> String {
    format!("{LIST}/{id}/correction")
}

/// A course to be corrected.
struct Corrected {
    federation: FederationSettings,
    course: Course,
    /// Whether somebody is accredited by it.
    is_in_use: bool,
    /// Whether who looks at it may correct what is in use.
    is_everywhere: bool,
}

impl Corrected {
    fn read(c: &mut Conn, by: &Caller, id: UmpireCourseId) -> Result<Corrected, Error> {
        Ok(Corrected {
            course: use_cases::find_within(c, by, id)?,
            is_in_use: store::is_in_use(c, id)?,
            is_everywhere: by.reach.is_everywhere(),
            federation: federation::store::settings(c, by.today())?,
        })
    }

    /// The texts of the fields, as they are on record.
    fn texts(&self) -> Vec<(String, String)> {
        let course = &self.course;
        vec![
            ("held_on".to_owned(), course.held_on.to_string()),
            ("venue".to_owned(), course.venue.clone()),
            ("held_by".to_owned(), course.held_by.clone()),
        ]
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let course = &self.course;
        let body = html! {
            p.way { a href={ (LIST) "/" (course.id) } { (course.venue) ", " (day(course.held_on)) } }
            h1 { "Correct a course" }
            p { "The results of those who took it stay as they were judged, and the province that keeps it stays too." }
            @if self.is_in_use && !self.is_everywhere {
                p { "Accreditations rest on this course: an administrator corrects it, and says why." }
            } @else {
                @if self.is_in_use { p { "Accreditations rest on this course." } }
                (draft.form(&path(course.id), visit.token(), &fields(self.is_in_use), "Correct it"))
            }
        };
        visit
            .page(&self.federation, "Correct a course", &body)
            .with_status(draft.status())
    }
}

fn fields(is_in_use: bool) -> Vec<Field> {
    let reason =
        Field::new("reason", "Why it is corrected", FieldKind::Text).with_hint("The trail of changes keeps it.");
    let reason = if is_in_use { reason } else { reason.optional() };
    record_fields().into_iter().chain([reason]).collect()
}

/// A correction as it is typed.
#[derive(Deserialize)]
struct TypedCorrection {
    held_on: Day,
    venue: String,
    held_by: String,
    reason: Option<String>,
}

fn correct(c: &mut Conn, by: &Caller, id: UmpireCourseId, form: &Form) -> Result<(), Error> {
    let typed: TypedCorrection = form.read(&fields(store::is_in_use(c, id)?))?;
    let reason = typed.reason.as_deref().map(reason).transpose()?;
    use_cases::update(c, by, id, |course| {
        let right = NewCourse {
            held_on: typed.held_on.into(),
            venue: typed.venue,
            province: course.province.clone(),
            held_by: typed.held_by,
        };
        Ok((right.parse(by.today())?, reason))
    })?;
    Ok(())
}

#[get("/desk/register/courses/{id}/correction")]
async fn show_course_correction(caller: Coordinator, visit: Visit, id: Path<UmpireCourseId>) -> Result<Page, Error> {
    let corrected = caller.read(move |c, by| Corrected::read(c, by, *id)).await?;
    Ok(corrected.page(&visit, &Draft::of(corrected.texts())))
}

#[post("/desk/register/courses/{id}/correction")]
async fn send_course_correction(sent: Sent<Coordinator>, id: Path<UmpireCourseId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            correct(c, by, id, form)?;
            Ok(format!("{LIST}/{id}"))
        },
        move |c, by| Corrected::read(c, by, id),
        Corrected::page,
    )
    .await
}
