//! The wordings of consents: what somebody reads who consents, by version and day.

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::db::Conn;
use crate::federation::SETTINGS_IN_PAST;
use crate::pages::federation_desk::{OfFederation, at_field, way_back};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::day;
use crate::pages::sent::Sent;
use crate::players::consent_wordings::{ConsentWording, in_force, store, use_cases};
use crate::players::consents::Purpose;
use crate::values::error::Error;
use crate::values::validation::Day;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_wordings).service(send_wording);
}

/// The wordings, and the day on which somebody looks at them.
struct Wordings {
    all: Vec<ConsentWording>,
    today: NaiveDate,
}

fn read(c: &mut Conn, by: &Caller) -> Result<OfFederation<Wordings>, Error> {
    let wordings = Wordings {
        all: store::list(c)?,
        today: by.today(),
    };
    OfFederation::read(c, by, wordings)
}

/// The use that is consented to, as people say it.
fn purpose(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::PublishName => "The name of a player under 18 appears in public",
        Purpose::ShareColours => "Institutions read which colours a player has",
    }
}

fn fields() -> [Field; 4] {
    let purposes = Purpose::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), purpose(*one).to_owned()));
    [
        Field::new("purpose", "Use", FieldKind::Choice(purposes.collect())),
        Field::new("version", "Name of the version", FieldKind::Text).with_hint("As in 2027-1. Each consent keeps it."),
        Field::new("text", "Wording", FieldKind::Long).with_hint("As whoever consents reads it."),
        Field::new("valid_from", "From which day on", FieldKind::Day)
            .optional()
            .with_hint("Today if you leave it empty."),
    ]
}

fn page(desk: &OfFederation<Wordings>, visit: &Visit, draft: &Draft) -> Page {
    let body = html! {
        (way_back())
        h1 { "Wordings of consents" }
        p { "A version stays what somebody has agreed to. Another wording is another version, from a day on." }
        @for one in Purpose::ALL { (desk.content.of_purpose(*one)) }
        section {
            h2 { "Another wording" }
            (draft.form("/desk/wordings", visit.token(), &fields(), "Set this wording"))
        }
    };
    desk.page(visit, draft, "Wordings of consents", &body)
}

impl Wordings {
    fn of_purpose(&self, one: Purpose) -> Markup {
        let holds = in_force(&self.all, one, self.today);
        let wordings = self.all.iter().filter(|wording| wording.purpose == one);
        html! {
            section {
                h2 { (purpose(one)) }
                @if holds.is_none() { p { "There is no wording to consent to today." } }
                ul.things {
                    @for wording in wordings {
                        li {
                            b { "Version " (wording.version) }
                            @if holds == Some(wording) { ", in force" }
                            @else if wording.valid_from > self.today { ", from " (day(wording.valid_from)) " on" }
                            p { (wording.text) }
                            p.quiet { "From " (day(wording.valid_from)) }
                        }
                    }
                }
            }
        }
    }
}

/// A wording as it is typed.
#[derive(Deserialize)]
struct TypedWording {
    purpose: Purpose,
    version: String,
    text: String,
    valid_from: Option<Day>,
}

#[get("/desk/wordings")]
async fn show_wordings(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller.read(read).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

#[post("/desk/wordings")]
async fn send_wording(sent: Sent<Administrator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let asked: TypedWording = form.read(&fields())?;
            let wording = ConsentWording {
                purpose: asked.purpose,
                version: asked.version,
                text: asked.text,
                valid_from: asked.valid_from.map_or_else(|| by.today(), NaiveDate::from),
                recorded_at: by.now,
            };
            use_cases::set(c, by, &wording.parse()?)
                .map_err(|error| at_field(error, &SETTINGS_IN_PAST, "valid_from"))?;
            Ok("/desk/wordings".to_owned())
        },
        read,
        page,
    )
    .await
}
