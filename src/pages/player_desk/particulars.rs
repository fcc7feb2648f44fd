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
use crate::pages::player_desk::words::sex;
use crate::pages::player_desk::{PlayerDesk, at, path};
use crate::pages::sent::Sent;
use crate::players::particulars::use_cases::update;
use crate::players::particulars::views::UpdateParticulars;
use crate::players::residences::use_cases::record;
use crate::players::{Home, Sex};
use crate::provinces::store::{list, list_regions};
use crate::provinces::{Province, Region};
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::id::PlayerId;
use crate::values::validation::{Day, Faults, Word, past};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_particulars)
        .service(send_particulars)
        .service(send_residence);
}

/// The provinces and regions in which somebody can live.
pub(crate) struct Homes {
    provinces: Vec<Province>,
    regions: Vec<Region>,
}

impl Homes {
    pub(crate) fn read(c: &mut Conn) -> Result<Homes, Error> {
        Ok(Homes {
            provinces: list(c)?,
            regions: list_regions(c, None)?,
        })
    }

    /// No choice, as it takes to read what was typed.
    pub(crate) fn none() -> Homes {
        Homes {
            provinces: Vec::new(),
            regions: Vec::new(),
        }
    }

    /// The fields for a home.
    pub(crate) fn fields(&self) -> [Field; 2] {
        let provinces = self.provinces.iter().map(|one| (one.code.clone(), one.name.clone()));
        let regions = self.regions.iter().map(|one| {
            let province = self.provinces.iter().find(|province| province.code == one.province);
            let province = province.map_or("", |province| &province.name);
            (one.code.clone(), format!("{province}: {}", one.name))
        });
        [
            Field::new(
                "province",
                "Province in which the player lives",
                FieldKind::Choice(provinces.collect()),
            ),
            Field::new(
                "region",
                "Region of that province",
                FieldKind::Choice(regions.collect()),
            )
            .optional(),
        ]
    }

    /// A home in words.
    pub(super) fn words(&self, home: &Home) -> String {
        let province = self.provinces.iter().find(|one| one.code == home.province);
        let province = province.map_or(&home.province, |one| &one.name);
        let region = self.regions.iter().find(|one| home.region.as_ref() == Some(&one.code));
        match region {
            Some(region) => format!("{}, {province}", region.name),
            None => province.clone(),
        }
    }
}

/// The fields for a person.
pub(crate) fn person_fields() -> [Field; 5] {
    let sexes = Sex::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), sex(*one).to_owned()));
    let countries = Country::all().into_iter();
    let countries = countries.map(|country| (country.code().to_owned(), country.name().to_owned()));
    [
        Field::new("family_name", "Surname", FieldKind::Text).with_hint("With its particles, as in van der Merwe."),
        Field::new("given_names", "First names", FieldKind::Text).optional(),
        Field::new("birth_date", "Date of birth", FieldKind::Day),
        Field::new("sex", "Sex", FieldKind::Choice(sexes.collect())).with_hint("For the ladies' awards alone."),
        Field::new("nationality", "Nationality", FieldKind::Choice(countries.collect())).optional(),
    ]
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
