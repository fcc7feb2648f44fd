//! A player registered, as a member of a club.

use actix_web::web::ServiceConfig;
use actix_web::{HttpResponse, get, post};
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::new_player::{begun, fields, register};
use crate::pages::person_fields::Homes;
use crate::pages::player_desk;
use crate::pages::register_desk::{club_of, province_to_show};
use crate::pages::sent::Sent;
use crate::values::error::Error;
use crate::values::validation::Word;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_player_registration)
        .service(send_player_registration);
}

/// The parts from which the form is made.
struct Registration {
    federation: FederationSettings,
    homes: Homes,
    /// The province in which most of those live whom the caller registers, if there is one.
    province: Option<String>,
}

impl Registration {
    fn read(c: &mut Conn, by: &Caller) -> Result<Registration, Error> {
        Ok(Registration {
            federation: federation::store::settings(c, by.today())?,
            homes: Homes::read(c)?,
            province: province_to_show(None, &by.reach),
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let fields: Vec<Field> = [club_field()].into_iter().chain(fields(&self.homes)).collect();
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

fn club_field() -> Field {
    Field::new("club", "Code of the club", FieldKind::Text).with_hint("As in DIT; the list of clubs has it.")
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
    let draft = begun(registration.province.as_deref(), club);
    Ok(registration.page(&visit, &draft))
}

#[post("/desk/register/player")]
async fn send_player_registration(sent: Sent<Coordinator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let player = register(c, by, form, &[club_field()], |c| Ok(club_of(c, form, "club")?.id))?;
            Ok(player_desk::path(player))
        },
        Registration::read,
        Registration::page,
    )
    .await
}
