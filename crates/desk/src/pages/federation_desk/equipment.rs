//! The specifications of boards and counters, by level and day.

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::db::Conn;
use crate::federation::SETTINGS_IN_PAST;
use crate::languages::Words;
use crate::pages::federation_desk::{OfFederation, at_field, way_back};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::day;
use crate::pages::sent::Sent;
use crate::tournaments::equipment_specifications::{EquipmentSpecification, store, use_cases};
use crate::tournaments::model::TournamentLevel;
use crate::tournaments::plans::BOARDS;
use crate::tournaments::sheets::papers::level;
use crate::values::error::Error;
use crate::values::validation::Day;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_equipment).service(send_specification);
}

/// The specifications, and the day on which somebody looks at them.
struct Specifications {
    all: Vec<EquipmentSpecification>,
    today: NaiveDate,
}

fn read(c: &mut Conn, by: &Caller) -> Result<OfFederation<Specifications>, Error> {
    let specifications = Specifications {
        all: store::list(c)?,
        today: by.today(),
    };
    OfFederation::read(c, by, specifications)
}

fn fields() -> [Field; 6] {
    let levels = TournamentLevel::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), level(Words::ENGLISH, *one)));
    let boards = BOARDS.map(|side| (side.to_string(), format!("{side} mm")));
    [
        Field::new("level", "Level of the tournaments", FieldKind::Choice(levels.collect())),
        Field::new("board", "Side of the board", FieldKind::Choice(boards.to_vec())),
        Field::new(
            "junction",
            "Largest diameter of a junction in millimetres",
            FieldKind::Number,
        ),
        Field::new(
            "counter_size",
            "Largest size of a counter in millimetres",
            FieldKind::Number,
        ),
        Field::new("valid_from", "From which day on", FieldKind::Day).with_hint("Today, or a later day."),
        Field::new("valid_until", "Last day", FieldKind::Day)
            .optional()
            .with_hint("If the board is not to be allowed after it."),
    ]
}

fn page(desk: &OfFederation<Specifications>, visit: &Visit, draft: &Draft) -> Page {
    let body = html! {
        (way_back())
        h1 { "Boards and counters" }
        p { "Tournaments are judged by what holds on their first day. A board that is not listed for a level is not for its tournaments." }
        (desk.content.list())
        section {
            h2 { "Set a specification" }
            p { "It takes the place of the one of its level and board, until the next one that is set already." }
            (draft.form("/desk/equipment", visit.token(), &fields(), "Set it"))
        }
    };
    desk.page(visit, draft, "Boards and counters", &body)
}

impl Specifications {
    fn list(&self) -> Markup {
        html! {
            ul.things {
                @for one in &self.all {
                    li {
                        b { (level(Words::ENGLISH, one.level)) ", board of " (one.board) " mm" }
                        p.quiet {
                            "Junctions to " (one.junction) " mm, counters to " (one.counter_size) " mm, " (self.days(one))
                        }
                    }
                }
            }
        }
    }

    fn days(&self, one: &EquipmentSpecification) -> Markup {
        html! {
            "from " (day(one.valid_from))
            @if let Some(until) = one.valid_until {
                " to " (day(until))
                @if until < self.today { span.quiet { " (over)" } }
            }
        }
    }
}

/// A specification as it is typed; the board is one of those that are offered.
#[derive(Deserialize)]
struct TypedSpecification {
    level: TournamentLevel,
    board: String,
    junction: i64,
    counter_size: i64,
    valid_from: Day,
    valid_until: Option<Day>,
}

impl TypedSpecification {
    fn parse(self) -> Result<EquipmentSpecification, Error> {
        let specification = EquipmentSpecification {
            level: self.level,
            board: self.board.parse().unwrap_or_default(),
            junction: self.junction,
            counter_size: self.counter_size,
            valid_from: self.valid_from.into(),
            valid_until: self.valid_until.map(NaiveDate::from),
        };
        Ok(specification.parse()?)
    }
}

#[get("/desk/equipment")]
async fn show_equipment(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller.read(read).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

#[post("/desk/equipment")]
async fn send_specification(sent: Sent<Administrator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let asked: TypedSpecification = form.read(&fields())?;
            use_cases::set(c, by, asked.parse()?).map_err(|error| at_field(error, &SETTINGS_IN_PAST, "valid_from"))?;
            Ok("/desk/equipment".to_owned())
        },
        read,
        page,
    )
    .await
}
