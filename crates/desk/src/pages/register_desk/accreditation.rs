//! The accreditation of somebody who has passed a course, which is an administrator's to give.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::html;
use serde::Deserialize;

use crate::accounts::caller::Administrator;
use crate::accounts::{self, Caller, Email};
use crate::certificate_codes::Code;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::languages::Words;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::day;
use crate::pages::public::umpires::level;
use crate::pages::register_desk::courses::LIST;
use crate::pages::sent::Sent;
use crate::umpires::courses::candidates::{self, Candidate};
use crate::umpires::courses::{self, Course};
use crate::umpires::{Accreditation, NewAccreditation, UmpireLevel, store, use_cases};
use crate::values::error::Error;
use crate::values::id::{AccountId, UmpireCandidateId};
use crate::values::random;
use crate::values::validation::{Day, Faults, ValueError};
use crate::web::idempotency::Creation;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_accreditation).service(send_accreditation);
}

/// The path of the form.
pub(super) fn path(id: UmpireCandidateId) -> String {
    format!("/desk/register/candidates/{id}/accreditation")
}

/// A candidate who is to be accredited.
struct Accredited {
    federation: FederationSettings,
    candidate: Candidate,
    name: String,
    course: Course,
    /// The accreditations that the player has had, the first one in front.
    before: Vec<Accreditation>,
}

impl Accredited {
    fn read(c: &mut Conn, by: &Caller, id: UmpireCandidateId) -> Result<Accredited, Error> {
        let (candidate, player) = candidates::use_cases::read(c, by, id)?;
        let mut before = store::of_player(c, player.id)?;
        before.sort_by_key(|one| (one.valid_from, one.id));
        Ok(Accredited {
            course: courses::use_cases::read(c, candidate.course)?,
            name: player.named_in_full().name,
            federation: federation::store::settings(c, by.today())?,
            candidate,
            before,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let course = &self.course;
        let title = format!("Accredit {}", self.name);
        let body = html! {
            p.way { a href={ (LIST) "/" (course.id) } { (course.venue) ", " (day(course.held_on)) } }
            h1 { (title) }
            dl.facts {
                dt { "Course" } dd { (course.venue) ", " (day(course.held_on)) }
                dt { "Regulations" } dd { (self.candidate.marks.regulations) }
                dt { "Rules" } dd { (self.candidate.marks.rules) }
                @for one in &self.before {
                    dt { (level(Words::ENGLISH, one.level)) } dd { (day(one.valid_from)) " to " (day(one.valid_until)) }
                }
            }
            p { "The accreditation rests on this course, and is for a full term." }
            (draft.form(&path(self.candidate.id), visit.token(), &fields(), "Accredit the umpire"))
        };
        visit.page(&self.federation, &title, &body).with_status(draft.status())
    }
}

fn fields() -> [Field; 4] {
    let levels = UmpireLevel::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), level(Words::ENGLISH, *one)));
    [
        Field::new("level", "Level", FieldKind::Choice(levels.collect()))
            .with_hint("National umpires have, or had, level 1; international ones national level."),
        Field::new("valid_from", "First day", FieldKind::Day),
        Field::new(
            "email",
            "E-mail address with which the umpire signs in",
            FieldKind::Email,
        )
        .optional()
        .with_hint("That of an account. Without one the umpire runs no tournament at the desk."),
        Field::new(
            "nomination",
            "Where it is written who has nominated the umpire",
            FieldKind::Text,
        )
        .optional()
        .with_hint("Of an international umpire, and of no other."),
    ]
}

/// An accreditation as it is typed.
#[derive(Deserialize)]
struct TypedAccreditation {
    level: UmpireLevel,
    valid_from: Day,
    email: Option<String>,
    nomination: Option<String>,
}

fn new_accreditation(c: &mut Conn, form: &Form, candidate: &Candidate) -> Result<NewAccreditation, Error> {
    let typed: TypedAccreditation = form.read(&fields())?;
    let account = match typed.email {
        Some(email) => Some(account_of(c, &email)?),
        None => None,
    };
    Ok(NewAccreditation {
        player: candidate.player,
        account,
        level: typed.level,
        valid_from: typed.valid_from.into(),
        valid_until: None,
        course: Some(candidate.course),
        without_course: None,
        nomination: typed.nomination,
    })
}

/// The account that signs in with the address that was typed.
fn account_of(c: &mut Conn, email: &str) -> Result<AccountId, Error> {
    let at_field = |fault| Faults::of("/email", fault);
    let unknown = || {
        at_field(ValueError::new(
            "unknown-account",
            "No account signs in with this address.",
        ))
    };
    let email = Email::parse(email).map_err(at_field)?;
    let account = accounts::store::find_by_email(c, &email.key())?;
    Ok(account.ok_or_else(unknown)?.id)
}

/// The form as it is opened: from today.
fn begun(today: NaiveDate) -> Draft {
    Draft::of(vec![("valid_from".to_owned(), today.to_string())])
}

#[get("/desk/register/candidates/{id}/accreditation")]
async fn show_accreditation(caller: Administrator, visit: Visit, id: Path<UmpireCandidateId>) -> Result<Page, Error> {
    let today = caller.today();
    let accredited = caller.read(move |c, by| Accredited::read(c, by, *id)).await?;
    Ok(accredited.page(&visit, &begun(today)))
}

#[post("/desk/register/candidates/{id}/accreditation")]
async fn send_accreditation(sent: Sent<Administrator>, id: Path<UmpireCandidateId>) -> Result<HttpResponse, Error> {
    let id = *id;
    let code = Code::of(random::bytes());
    sent.carry_out(
        move |c, by, form| {
            let (candidate, _) = candidates::use_cases::read(c, by, id)?;
            let new = new_accreditation(c, form, &candidate)?;
            let creation = Creation::of(None, &id, by.now)?;
            use_cases::accredit(c, by, &creation, &new, &code)?;
            Ok(format!("{LIST}/{}", candidate.course))
        },
        move |c, by| Accredited::read(c, by, id),
        Accredited::page,
    )
    .await
}
