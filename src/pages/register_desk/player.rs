//! A player registered, as a member of a club.

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get, post};
use maud::html;
use serde::Deserialize;
use serde_json::{Map, Value};

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::person_fields::{Homes, person_fields};
use crate::pages::register_desk::club_of;
use crate::pages::sent::Sent;
use crate::players::Home;
use crate::players::particulars::views::UpdateParticulars;
use crate::players::use_cases::{NewPlayer, register};
use crate::values::error::Error;
use crate::values::validation::Word;
use crate::web::idempotency::Creation;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_player_registration)
        .service(send_player_registration);
}

/// The parts from which the form is made.
struct Registration {
    federation: FederationSettings,
    homes: Homes,
}

impl Registration {
    fn read(c: &mut Conn, by: &Caller) -> Result<Registration, Error> {
        Ok(Registration {
            federation: federation::store::settings(c, by.today())?,
            homes: Homes::read(c)?,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let fields = fields(&self.homes);
        let body = html! {
            p.way { a href="/desk/register/players" { "Players" } }
            h1 { "Register a player" }
            p { "Search first: somebody who has played before keeps the number." }
            (draft.form("/desk/register/player", visit.token(), &fields, "Register the player"))
        };
        visit
            .page(&self.federation, "Register a player", &body)
            .with_status(draft.status())
    }
}

fn fields(homes: &Homes) -> Vec<Field> {
    let club =
        Field::new("club", "Code of the club", FieldKind::Text).with_hint("As in DIT; the list of clubs has it.");
    let mut fields = vec![club];
    fields.extend(person_fields());
    fields.extend(homes.fields());
    fields
}

/// The club that the page before has named.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OfClub {
    club: Option<Word>,
}

#[get("/desk/register/player")]
async fn show_player_registration(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<OfClub>,
) -> Result<Page, Error> {
    let registration = caller.read(Registration::read).await?;
    let club = query.club.map(|club| ("club".to_owned(), String::from(club)));
    Ok(registration.page(&visit, &Draft::of(club.into_iter().collect())))
}

/// The player whom the form asks for.
fn new_player(c: &mut Conn, by: &Caller, form: &Form) -> Result<NewPlayer, Error> {
    // All that must be filled in is told at once.
    form.read::<Map<String, Value>>(&fields(&Homes::none()))?;
    let person = form.read::<UpdateParticulars>(&person_fields())?.person(by.today())?;
    let club = club_of(c, form, "club")?;
    let region = Some(form.text("region")).filter(|region| !region.is_empty());
    Ok(NewPlayer {
        creation: Creation::of(None, &(club.id, form.text("family_name")), by.now)?,
        person,
        home: Home {
            province: form.text("province").to_owned(),
            region: region.map(str::to_owned),
        },
        club: club.id,
    })
}

#[post("/desk/register/player")]
async fn send_player_registration(sent: Sent<Coordinator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let new = new_player(c, by, form)?;
            Ok(format!("/desk/players/{}", register(c, by, &new)?.id))
        },
        Registration::read,
        Registration::page,
    )
    .await
}
