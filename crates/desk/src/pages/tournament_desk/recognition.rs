//! The checklist of recognition as it stands, and what an official adds to it: umpires, boards and counters.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::{Coordinator, TournamentOfficial};
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::{TournamentDesk, path, player_of};
use crate::tournaments::afterwards;
use crate::tournaments::appointments::{self, Appointment, AppointmentWarning, NewAppointment};
use crate::tournaments::ratification::routes::CreateEquipmentConfirmation;
use crate::tournaments::ratification::{Counters, RecognitionFinding, Requirement, use_cases};
use crate::tournaments::warnings;
use crate::values::error::Error;
use crate::values::id::TournamentId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_checklist)
        .service(send_equipment)
        .service(send_appointment);
}

/// The checklist, and all that stands on its page.
struct Checklist {
    desk: TournamentDesk,
    findings: Vec<RecognitionFinding>,
    umpires: Vec<(Appointment, Vec<AppointmentWarning>)>,
    /// Whether the caller appoints umpires.
    appoints: bool,
}

/// A requirement, as people call it.
fn requirement(requirement: Requirement) -> &'static str {
    match requirement {
        Requirement::Umpire => "An umpire on every day",
        Requirement::Equipment => "Boards and counters",
        Requirement::Draw => "The draw",
        Requirement::Scoring => "The scoring",
        Requirement::Rules => "The rules of the game",
        Requirement::Rounds => "The rounds",
        Requirement::Eligibility => "Who played",
    }
}

impl Checklist {
    fn read(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<Checklist, Error> {
        let desk = TournamentDesk::read(c, by, id)?;
        let tournament = &desk.papers.snapshot.tournament;
        let mut umpires = Vec::new();
        for appointment in appointments::use_cases::list(c, id)? {
            let warnings = warnings::use_cases::of_appointment(c, tournament, &appointment)?;
            umpires.push((appointment, warnings));
        }
        Ok(Checklist {
            appoints: desk.is_coordinated && desk.is_changed_here(),
            desk,
            findings: use_cases::read_recognition(c, id, by.today())?,
            umpires,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let desk = &self.desk;
        let is_whole = self.findings.iter().all(|finding| finding.met);
        let body = html! {
            (desk.way_back())
            h1 { "Is it an official tournament?" }
            p.lead {
                @if is_whole { "Everything that an official tournament needs is there." }
                @else { "Something is missing yet." }
            }
            (draft.refusal(&[equipment_fields(), appointment_fields()].concat()))
            ul.things { @for finding in &self.findings { (line(finding)) } }
            section {
                h2 { "Umpires" }
                @if self.umpires.is_empty() { p { "Nobody is appointed." } }
                ul { @for (umpire, warnings) in &self.umpires { (Checklist::umpire(umpire, warnings)) } }
                @if self.appoints {
                    form method="post" action={ (desk.path()) "/appointments" } {
                        (draft.hidden(visit.token()))
                        @for field in &appointment_fields() { (draft.field(field)) }
                        button { "Appoint this umpire" }
                    }
                }
            }
            (desk.offer(html! {
                section {
                    h2 { "Boards and counters, as you have found them" }
                    form method="post" action={ (desk.path()) "/equipment" } {
                        (draft.hidden(visit.token()))
                        @for field in &equipment_fields() { (draft.field(field)) }
                        button { "Confirm the boards and counters" }
                    }
                }
            }))
        };
        visit
            .page(&desk.federation, "Is it an official tournament?", &body)
            .with_status(draft.status())
    }

    fn umpire(appointment: &Appointment, warnings: &[AppointmentWarning]) -> Markup {
        html! {
            li {
                (appointment.umpire.named_in_full().name)
                @if appointment.ended_at.is_some() { span.quiet { ", replaced" } }
                @for warning in warnings { p.quiet { (warning.sentence) } }
            }
        }
    }
}

/// A requirement, with whether it is met and by what.
pub(crate) fn line(finding: &RecognitionFinding) -> Markup {
    html! {
        li {
            b { (requirement(finding.requirement)) ": " @if finding.met { "met" } @else { "not met yet" } }
            @for sentence in finding.missing.iter().chain(&finding.evidence) { p.quiet { (sentence) } }
        }
    }
}

fn equipment_fields() -> Vec<Field> {
    let material = |one: &Counters| (one.as_str().to_owned(), one.in_words().to_owned());
    vec![
        Field::new("board", "Side of the boards in millimetres", FieldKind::Number).with_hint("490, or 305."),
        Field::new(
            "junction",
            "Diameter of the junctions in millimetres",
            FieldKind::Number,
        ),
        Field::new(
            "counters",
            "Counters are of",
            FieldKind::Choice(Counters::ALL.iter().map(material).collect()),
        ),
        Field::new("counter_size", "Size of the counters in millimetres", FieldKind::Number),
        Field::new("marked", "Notation marked from the top left corner", FieldKind::YesNo),
        Field::new(
            "federation_mark",
            "Mark of the federation on boards and counters",
            FieldKind::YesNo,
        ),
        Field::new("found_on", "Day on which you looked", FieldKind::Day)
            .optional()
            .with_hint("Today if you leave it empty."),
        Field::new("reason", "Why it is recorded afterwards", FieldKind::Text).optional(),
    ]
}

fn appointment_fields() -> Vec<Field> {
    vec![
        Field::new("umpire", "Umpire's number", FieldKind::Text).with_hint("As on the card: M-0004217-K."),
        Field::new("why", "Why it is recorded afterwards", FieldKind::Text)
            .optional()
            .with_hint("Only where the tournament has begun."),
    ]
}

/// The path of the page.
fn checklist_path(tournament: TournamentId) -> String {
    format!("{}/recognition", path(tournament))
}

#[get("/desk/tournaments/{id}/recognition")]
async fn show_checklist(caller: TournamentOfficial, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let checklist = caller.read(move |c, by| Checklist::read(c, by, *id)).await?;
    Ok(checklist.page(&visit, &Draft::default()))
}

#[post("/desk/tournaments/{id}/equipment")]
async fn send_equipment(sent: Sent<TournamentOfficial>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let asked: CreateEquipmentConfirmation = form.read(&equipment_fields())?;
            use_cases::confirm_equipment(c, by, id, &asked.parse()?)?;
            Ok(checklist_path(id))
        },
        move |c, by| Checklist::read(c, by, id),
        Checklist::page,
    )
    .await
}

#[post("/desk/tournaments/{id}/appointments")]
async fn send_appointment(sent: Sent<Coordinator>, id: Path<TournamentId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let why = Some(form.text("why")).filter(|why| !why.is_empty());
            let new = NewAppointment {
                umpire: player_of(c, form, "umpire")?,
                from: None,
                until: None,
                reason: afterwards::reason(why)?,
            };
            appointments::use_cases::appoint(c, by, id, &new)?;
            Ok(checklist_path(id))
        },
        move |c, by| Checklist::read(c, by, id),
        Checklist::page,
    )
    .await
}
