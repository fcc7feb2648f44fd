//! The settings of the federation: what holds today, and each group changed from a day on.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use chrono::NaiveDate;
use maud::html;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::db::Conn;
use crate::federation::{self, SETTINGS_IN_PAST, SettingsChange, in_force, use_cases};
use crate::pages::federation_desk::settings_fields::{Group, groups};
use crate::pages::federation_desk::settings_history::{History, values};
use crate::pages::federation_desk::{OfFederation, at_field, way_back};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::validation::Day;
use crate::web::merge_patch::STALE;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_settings).service(show_group).service(send_group);
}

/// The name of the hidden field with the number of the last change when the form was made.
const SEEN: &str = "seen";

/// The settings, with all that was changed of them.
struct Settings {
    changes: Vec<SettingsChange>,
    today: NaiveDate,
}

fn read(c: &mut Conn, by: &Caller) -> Result<OfFederation<Settings>, Error> {
    let settings = Settings {
        changes: federation::store::changes(c)?,
        today: by.today(),
    };
    OfFederation::read(c, by, settings)
}

impl OfFederation<Settings> {
    /// Each setting by the name of its field, as it holds today.
    fn values(&self) -> Vec<(String, String)> {
        values(&self.federation).into_iter().collect()
    }

    fn history(&self) -> History<'_> {
        History::of(&self.content.changes, self.content.today)
    }

    fn last(&self) -> i64 {
        self.content.changes.last().map_or(0, |change| change.version)
    }
}

#[get("/desk/settings")]
async fn show_settings(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller.read(read).await?;
    let shown = Draft::of(desk.values());
    let body = html! {
        (way_back())
        h1 { "Settings of the federation" }
        p { "As they hold today. Everything is changed from a day on: what was decided before stays as it was." }
        @for group in groups() {
            section {
                h2 { (group.title) }
                p.quiet { (group.about) }
                dl.facts {
                    @for field in &group.fields {
                        dt { (field.label) } dd { (field.in_words(shown.text(&field.name))) }
                    }
                }
                p { a href={ "/desk/settings/" (group.name) } { "Change: " (group.title) } }
            }
        }
        section { h2 { "What was changed" } (desk.history().all()) }
    };
    Ok(desk.page(&visit, &Draft::default(), "Settings of the federation", &body))
}

fn group_of(name: &str) -> Result<Group, Error> {
    let found = groups().into_iter().find(|group| group.name == name);
    Ok(found.ok_or_else(|| NOT_FOUND.problem("There are no settings of that name."))?)
}

/// The fields of a group's form: its own, and the day from which on they hold.
fn fields(group: &Group) -> Vec<Field> {
    let from = Field::new("valid_from", "From which day on", FieldKind::Day).with_hint("Today, or a later day.");
    group.fields.iter().cloned().chain([from]).collect()
}

fn page(group: &Group, desk: &OfFederation<Settings>, visit: &Visit, draft: &Draft) -> Page {
    let (fields, action) = (fields(group), format!("/desk/settings/{}", group.name));
    let body = html! {
        p.way { a href="/desk/settings" { "Settings of the federation" } }
        h1 { (group.title) }
        p { (group.about) }
        (desk.history().coming(&group.fields))
        form method="post" action=(action) {
            (draft.refusal(&fields))
            (draft.hidden(visit.token()))
            input type="hidden" name=(SEEN) value=(desk.last());
            @for field in &fields { (draft.field(field)) }
            button { "Save" }
        }
        section { h2 { "What was changed" } (desk.history().of_fields(&group.fields)) }
    };
    desk.page(visit, draft, group.title, &body)
}

#[get("/desk/settings/{group}")]
async fn show_group(caller: Administrator, visit: Visit, name: Path<String>) -> Result<Page, Error> {
    let group = group_of(&name)?;
    let desk = caller.read(read).await?;
    let mut shown = desk.values();
    shown.push(("valid_from".to_owned(), desk.content.today.to_string()));
    Ok(page(&group, &desk, &visit, &Draft::of(shown)))
}

#[post("/desk/settings/{group}")]
async fn send_group(sent: Sent<Administrator>, name: Path<String>) -> Result<HttpResponse, Error> {
    let (group, of_work) = (group_of(&name)?, group_of(&name)?);
    sent.carry_out(
        move |c, by, form| {
            change(c, by, form, &of_work)?;
            Ok("/desk/settings".to_owned())
        },
        read,
        move |desk, visit, draft| page(&group, desk, visit, draft),
    )
    .await
}

/// Changes what was typed otherwise than it was shown, and nothing else: what is set for a later day stays.
fn change(c: &mut Conn, by: &Caller, form: &Form, group: &Group) -> Result<(), Error> {
    let day: TypedDay = form.read(&fields(group)[group.fields.len()..])?;
    let changes = federation::store::changes(c)?;
    if form.text(SEEN) != changes.last().map_or(0, |change| change.version).to_string() {
        return Err(STALE
            .problem(
                "Somebody has changed the settings since you opened this page. Look at what holds now, and save again.",
            )
            .into());
    }
    let shown = values(&in_force(&changes, by.today())?);
    let differs = |field: &&Field| shown.get(field.name.as_ref()).map_or("", String::as_str) != form.text(&field.name);
    let typed: Vec<Field> = group.fields.iter().filter(differs).cloned().collect();
    let patch: Map<String, Value> = form.patch(&typed)?;
    use_cases::update(c, by, day.valid_from.into(), |settings| settings.patched(&patch))
        .map_err(|error| at_field(error, &SETTINGS_IN_PAST, "valid_from"))?;
    Ok(())
}

/// The day from which on a change holds, as it is typed.
#[derive(Deserialize)]
struct TypedDay {
    valid_from: Day,
}
