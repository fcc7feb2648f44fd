//! The particulars of a player: corrected, and moved to another home.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::ClubSecretary;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::person_fields::{Homes, person_fields};
use crate::pages::player_desk::{PlayerDesk, at, path};
use crate::pages::sent::Sent;
use crate::players::Home;
use crate::players::particulars::use_cases::update;
use crate::players::particulars::views::UpdateParticulars;
use crate::players::residences::use_cases::record;
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::values::validation::{Day, Faults, Word, past};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_particulars)
        .service(send_particulars)
        .service(send_residence);
}

fn move_fields(homes: &Homes) -> Vec<Field> {
    let since = Field::new("since", "Lives there since", FieldKind::Day);
    [since].into_iter().chain(homes.fields()).collect()
}

type Known = (PlayerDesk, Homes);

fn read(c: &mut Conn, by: &Caller, id: PlayerId) -> Result<Known, Error> {
    Ok((PlayerDesk::read(c, by, id)?, Homes::read(c)?))
}

/// The form with what is on record.
fn filled(desk: &PlayerDesk) -> Draft {
    let Some(person) = &desk.player.person else {
        return Draft::default();
    };
    let texts = [
        ("family_name", person.name.family.clone()),
        ("given_names", person.name.given.clone().unwrap_or_default()),
        ("birth_date", person.birth_date.to_string()),
        ("sex", person.sex.as_str().to_owned()),
        (
            "nationality",
            person.nationality.map_or(String::new(), |one| one.code().to_owned()),
        ),
    ];
    Draft::of(texts.map(|(name, text)| (name.to_owned(), text)).to_vec())
}

/// The page with a form of either sort.
fn page((desk, homes): &Known, visit: &Visit, person: &Draft, moved: &Draft) -> Page {
    let body = html! {
        p { "What is mended here is mended everywhere and at once. Who has read it before is not told." }
        (person.form(&format!("{}/particulars", desk.path()), visit.token(), &person_fields(), "Save the particulars"))
        section {
            h2 #moved { "The player has moved" }
            p { "Colours are of the province in which somebody lives on the day. Until now: " (homes.words(&desk.player.home)) "." }
            (moved.form(&format!("{}/residences", desk.path()), visit.token(), &move_fields(homes), "Record where the player lives"))
        }
    };
    let refused = if moved.status() == 200 { person } else { moved };
    desk.page(visit, refused, "Correct the particulars", &body)
}

#[get("/desk/players/{id}/particulars")]
async fn show_particulars(caller: ClubSecretary, visit: Visit, id: Path<PlayerId>) -> Result<Page, Error> {
    let known = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&known, &visit, &filled(&known.0), &Draft::default()))
}

#[post("/desk/players/{id}/particulars")]
async fn send_particulars(sent: Sent<ClubSecretary>, id: Path<PlayerId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let asked: UpdateParticulars = form.read(&person_fields())?;
            let person = asked.person(by.today())?;
            update(c, by, &at(id), |_| Ok(person))?;
            Ok(path(id))
        },
        move |c, by| read(c, by, id),
        |known, visit, draft| page(known, visit, draft, &Draft::default()),
    )
    .await
}

/// A home, as typed.
#[derive(Deserialize)]
struct TypedResidence {
    since: Day,
    province: Word,
    region: Option<Word>,
}

#[post("/desk/players/{id}/residences")]
async fn send_residence(sent: Sent<ClubSecretary>, id: Path<PlayerId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let asked: TypedResidence = form.read(&move_fields(&Homes::none()))?;
            let mut faults = Faults::default();
            let since = faults
                .check("/since", past(asked.since.into(), by.today()))
                .ok_or(faults)?;
            let home = Home {
                province: asked.province.into(),
                region: asked.region.map(String::from),
            };
            record(c, by, &at(id), since, home)?;
            Ok(path(id))
        },
        move |c, by| read(c, by, id),
        |known, visit, draft| page(known, visit, &filled(&known.0), draft),
    )
    .await
}
