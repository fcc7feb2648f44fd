//! Courses for umpires: those of a province, one recorded, and the results of its candidates.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::umpires::level;
use crate::pages::public::{day, next_page, province};
use crate::pages::register_desk::{accreditation, course_correction, umpire_certificate};
use crate::pages::register_desk::{choices, clubs_of, name_for, province_to_show, provinces_within};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::player_of;
use crate::provinces::Province;
use crate::umpires::courses::candidates::{self, Candidate, Marks, NewCandidate};
use crate::umpires::courses::store::{self, CourseFilter};
use crate::umpires::courses::{Course, NewCourse, use_cases};
use crate::umpires::{self, Accreditation};
use crate::values::error::Error;
use crate::values::id::UmpireCourseId;
use crate::values::validation::{Day, Faults, Word};
use crate::web::idempotency::Creation;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_courses)
        .service(show_course_record)
        .service(send_course)
        .service(show_course)
        .service(send_result);
}

/// The path of the list.
pub(super) const LIST: &str = "/desk/register/courses";

/// The courses to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListCourses {
    province: Option<Word>,
    cursor: Option<String>,
}

#[get("/desk/register/courses")]
async fn list_courses(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListCourses>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let limit = PageSize::default();
    let after: Option<(Day, UmpireCourseId)> = after(query.cursor.as_deref())?;
    let read = move |c: &mut Conn, by: &Caller| {
        let filter = CourseFilter {
            province: province_to_show(query.province.map(String::from), &by.reach),
            after: after.map(|(day, id)| (day.into(), id)),
        };
        Ok((
            federation::store::settings(c, by.today())?,
            provinces_within(c, &by.reach)?,
            store::list(c, filter, limit.rows())?,
        ))
    };
    let (settings, provinces, courses) = caller.read(read).await?;
    let key = |course: &Course| (course.held_on, course.id);
    let (courses, next) = pagination::Page::of(courses, limit, key, |course| course)?.into_parts();
    let body = html! {
        p.way { a href="/desk/register/accreditations" { "Accreditations that end soon" } }
        h1 { "Courses for umpires" }
        p { a.button href="/desk/register/course" { "Record a course" } }
        @if courses.is_empty() { p { "No course is on record." } }
        ul.things {
            @for course in &courses {
                li {
                    a href={ (LIST) "/" (course.id) } { (course.venue) ", " (day(course.held_on)) }
                    p.quiet { (province(&provinces, &course.province)) " · " (course.held_by) }
                }
            }
        }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
    };
    Ok(visit.page(&settings, "Courses for umpires", &body))
}

/// A course as it is typed.
#[derive(Deserialize)]
struct CreateCourse {
    held_on: Day,
    venue: String,
    province: Word,
    held_by: String,
}

/// The fields for what is on record of a course, but for its province, which stays.
pub(super) fn record_fields() -> [Field; 3] {
    [
        Field::new("held_on", "Day of the examination", FieldKind::Day),
        Field::new("venue", "Where it was held", FieldKind::Text),
        Field::new("held_by", "Who held it", FieldKind::Text).with_hint("As everyone may read."),
    ]
}

fn fields(provinces: Vec<(String, String)>) -> Vec<Field> {
    let province = Field::new("province", "Province that keeps it", FieldKind::Choice(provinces));
    record_fields().into_iter().chain([province]).collect()
}

/// The parts from which the form is made.
struct Record {
    federation: FederationSettings,
    provinces: Vec<Province>,
}

impl Record {
    fn read(c: &mut Conn, by: &Caller) -> Result<Record, Error> {
        Ok(Record {
            federation: federation::store::settings(c, by.today())?,
            provinces: provinces_within(c, &by.reach)?,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let body = html! {
            p.way { a href=(LIST) { "Courses for umpires" } }
            h1 { "Record a course" }
            p { "Once it is recorded, the results of those who took it are typed on its page." }
            (draft.form("/desk/register/course", visit.token(), &fields(choices(&self.provinces)), "Record the course"))
        };
        visit
            .page(&self.federation, "Record a course", &body)
            .with_status(draft.status())
    }
}

#[get("/desk/register/course")]
async fn show_course_record(caller: Coordinator, visit: Visit) -> Result<Page, Error> {
    let record = caller.read(Record::read).await?;
    Ok(record.page(&visit, &Draft::default()))
}

#[post("/desk/register/course")]
async fn send_course(sent: Sent<Coordinator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let asked: CreateCourse = form.read(&fields(Vec::new()))?;
            let creation = Creation::of(None, &asked.venue, by.now)?;
            let new = NewCourse {
                held_on: asked.held_on.into(),
                venue: asked.venue,
                province: asked.province.into(),
                held_by: asked.held_by,
            };
            let new = new.parse(by.today())?;
            Ok(format!("{LIST}/{}", use_cases::record(c, by, &creation, &new)?.id))
        },
        Record::read,
        Record::page,
    )
    .await
}

/// A course, and the results of its candidates by name.
struct AtDesk {
    federation: FederationSettings,
    course: Course,
    candidates: Vec<(String, String, Candidate)>,
    /// The accreditations that rest on it.
    accreditations: Vec<Accreditation>,
    /// Whether who looks at it may accredit.
    accredits: bool,
}

impl AtDesk {
    fn read(c: &mut Conn, by: &Caller, id: UmpireCourseId) -> Result<AtDesk, Error> {
        let found = candidates::use_cases::list(c, by, id)?;
        let clubs = clubs_of(c, found.iter().map(|(_, player)| player.club).collect::<Vec<_>>())?;
        let named = found.into_iter().map(|(candidate, player)| {
            let name = name_for(by, &player, &clubs);
            (name, player.number.to_string(), candidate)
        });
        Ok(AtDesk {
            candidates: named.collect(),
            accreditations: umpires::store::by_course(c, id)?,
            accredits: by.reach.is_everywhere(),
            course: use_cases::read(c, id)?,
            federation: federation::store::settings(c, by.today())?,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let course = &self.course;
        let title = format!("{}, {}", course.venue, day(course.held_on));
        let body = html! {
            p.way { a href=(LIST) { "Courses for umpires" } }
            h1 { (title) }
            p.lead { "Held by " (course.held_by) "." }
            p { a href=(course_correction::path(course.id)) { "Correct what is on record of it" } }
            section {
                h2 { "Results" }
                @if self.candidates.is_empty() { p { "None yet." } }
                @else { (self.results()) }
            }
            section {
                h2 { "Record a result" }
                (draft.form(&format!("{LIST}/{}/results", course.id), visit.token(), &result_fields(), "Record the result"))
            }
        };
        visit.page(&self.federation, &title, &body).with_status(draft.status())
    }

    fn results(&self) -> Markup {
        html! {
            table {
                thead { tr {
                    th scope="col" { "Player" } th.figure scope="col" { "Regulations" } th.figure scope="col" { "Rules" }
                    th scope="col" { "Result" }
                } }
                tbody {
                    @for (name, number, candidate) in &self.candidates {
                        tr {
                            th scope="row" { (name) p.quiet { (number) } }
                            td.figure { (candidate.marks.regulations) }
                            td.figure { (candidate.marks.rules) }
                            td { @if candidate.passed { "passed" (self.what_follows(name, candidate)) } @else { "not passed" } }
                        }
                    }
                }
            }
        }
    }

    /// The accreditations of somebody who has passed, and the way to another one.
    fn what_follows(&self, name: &str, candidate: &Candidate) -> Markup {
        let own = self.accreditations.iter().filter(|one| one.player == candidate.player);
        let own: Vec<&Accreditation> = own.collect();
        html! {
            @for one in &own {
                p.quiet {
                    (level(Words::ENGLISH, one.level)) ", until " (day(one.valid_until)) " · "
                    a href=(umpire_certificate::path(one.id)) { "Certificate" span.unseen { " of " (name) } }
                }
            }
            @if self.accredits {
                p {
                    a href=(accreditation::path(candidate.id)) {
                        "Accredit" @if !own.is_empty() { " for another level" } span.unseen { " " (name) }
                    }
                }
            }
        }
    }
}

fn result_fields() -> Vec<Field> {
    vec![
        Field::new("number", "Number of the player", FieldKind::Text).with_hint("As on the card, M-0004217-K."),
        Field::new("marks_regulations", "Marks for the regulations", FieldKind::Number).with_hint("Out of 100."),
        Field::new("marks_rules", "Marks for the rules of the game", FieldKind::Number).with_hint("Out of 100."),
    ]
}

/// A result as it is typed.
#[derive(Deserialize)]
struct CreateResult {
    marks_regulations: i64,
    marks_rules: i64,
}

fn new_candidate(c: &mut Conn, form: &Form) -> Result<NewCandidate, Error> {
    let asked: CreateResult = form.read(&result_fields())?;
    let mut faults = Faults::default();
    let marks = Marks {
        regulations: asked.marks_regulations,
        rules: asked.marks_rules,
    };
    let marks = marks.parse(&mut faults).ok_or(faults)?;
    Ok(NewCandidate {
        player: player_of(c, form, "number")?,
        marks,
    })
}

#[get("/desk/register/courses/{id}")]
async fn show_course(caller: Coordinator, visit: Visit, id: Path<UmpireCourseId>) -> Result<Page, Error> {
    let course = caller.read(move |c, by| AtDesk::read(c, by, *id)).await?;
    Ok(course.page(&visit, &Draft::default()))
}

#[post("/desk/register/courses/{id}/results")]
async fn send_result(sent: Sent<Coordinator>, id: Path<UmpireCourseId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let new = new_candidate(c, form)?;
            let creation = Creation::of(None, &(id, new.player), by.now)?;
            candidates::use_cases::record(c, by, id, &creation, new)?;
            Ok(format!("{LIST}/{id}"))
        },
        move |c, by| AtDesk::read(c, by, id),
        AtDesk::page,
    )
    .await
}
