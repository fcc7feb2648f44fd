//! The pen lent to a laptop: the answer is the laptop's bundle, as a file to be saved.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::caller::Coordinator;
use crate::accounts::keys::Keyring;
use crate::accounts::{Account, Caller};
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::ticks::{tick, ticked};
use crate::pages::tournament_desk::{TournamentDesk, path};
use crate::pens::routes::CreatePenLoan;
use crate::pens::{self, NewPenLoan, use_cases};
use crate::tournaments::officials::use_cases::list;
use crate::tournaments::use_cases as tournaments;
use crate::values::error::Error;
use crate::values::id::{AccountId, TournamentId};
use crate::values::validation::{Faults, ValueError};
use crate::web::response::Response;

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(show_lending).service(send_loan);
}

/// The name of the bundle's file, as the steps on the page name it.
const BUNDLE: &str = "bundle.json";

/// The name by which the ticks are told that one is missing.
const OFFICIALS: &str = "official_ids";

/// A loan as the form asks for it, but for who is ticked.
#[derive(Deserialize)]
struct TypedLoan {
    laptop: String,
    sealing_key: String,
    signing_key: String,
}

fn fields() -> [Field; 3] {
    let printed = "As `federation-records pen key` prints it on the laptop.";
    [
        Field::new("laptop", "Name of the laptop", FieldKind::Text).with_hint("Everyone reads it: Hall laptop."),
        Field::new("sealing_key", "Its sealing key", FieldKind::Text).with_hint(printed),
        Field::new("signing_key", "Its signing key", FieldKind::Text).with_hint(printed),
    ]
}

/// The path of the page.
pub(super) fn lending_path(tournament: TournamentId) -> String {
    format!("{}/pen-loan", path(tournament))
}

/// Whether the pen can be lent.
pub(super) fn is_lendable(desk: &TournamentDesk) -> bool {
    desk.pen.is_none() && pens::is_lendable(&desk.papers.snapshot.tournament)
}

/// The parts from which the page is made.
struct Lending {
    desk: TournamentDesk,
    /// The accounts of those who run the tournament.
    officials: Vec<Account>,
}

impl Lending {
    fn read(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<Lending, Error> {
        let desk = TournamentDesk::read(c, by, id)?;
        Ok(Lending {
            officials: list(c, by, &desk.papers.snapshot.tournament)?,
            desk,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let title = "Take this tournament to the hall";
        let body = html! {
            (self.desk.way_back())
            h1 { (title) }
            p {
                "For a hall without a network: a laptop gets the pen, the right to change this tournament, and shows these same pages \
                 there. Nothing of the tournament is changed here until the laptop gives the pen back."
            }
            @if is_lendable(&self.desk) { (self.form(visit, draft)) } @else { (draft.refusal(&fields())) }
            (steps())
        };
        visit
            .page(&self.desk.federation, title, &body)
            .with_status(draft.status())
    }

    fn form(&self, visit: &Visit, draft: &Draft) -> Markup {
        let fields = fields();
        html! {
            form method="post" action=(lending_path(self.desk.id())) {
                (draft.refusal(&fields))
                (draft.hidden(visit.token()))
                @for field in &fields { (draft.field(field)) }
                fieldset id=(OFFICIALS) {
                    legend { "Who signs in there" }
                    @if let Some(fault) = draft.fault(OFFICIALS) { p.fault { (fault) } }
                    @for official in &self.officials { (tick(draft, official.id, &official.name)) }
                }
                button { "Lend the pen, and save its file" }
            }
            p.quiet { "If the file was not saved, press the button again on this same page: you get the same file." }
        }
    }
}

/// The things to be done with the bundle next.
fn steps() -> Markup {
    html! {
        h2 { "Next, on the laptop" }
        ol {
            li { "Put the file " code { (BUNDLE) } " into the folder in which its keys were made." }
            li {
                "Start it there: "
                code { "federation-records serve --venue " (BUNDLE) " --database-url sqlite:weekend.sqlite --listen 0.0.0.0:8080" }
            }
            li {
                "Open " code { "http://127.0.0.1:8080/" } " in its browser, and sign in with the password that you have. \
                 Telephones reach it at its address in the hall."
            }
        }
    }
}

/// The loan that the form asks for: of the officials those who are ticked.
fn asked(c: &mut Conn, by: &Caller, id: TournamentId, form: &Form) -> Result<NewPenLoan, Error> {
    let typed: TypedLoan = form.read(&fields())?;
    let (tournament, ticked) = (tournaments::find_within(c, by, id)?, ticked::<AccountId>(form));
    let officials = list(c, by, &tournament)?;
    let named = officials.iter().map(|official| official.id);
    let asked = CreatePenLoan {
        laptop: typed.laptop,
        sealing_key: typed.sealing_key,
        signing_key: typed.signing_key,
        official_ids: named.filter(|official| ticked.contains(official)).collect(),
    };
    if asked.official_ids.is_empty() {
        let nobody = ValueError::new("required", "Tick who is to sign in there.");
        return Err(Faults::of(&format!("/{OFFICIALS}"), nobody).into());
    }
    Ok(asked.parsed()?)
}

#[get("/desk/tournaments/{id}/pen-loan")]
async fn show_lending(caller: Coordinator, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let lending = caller.read(move |c, by| Lending::read(c, by, *id)).await?;
    Ok(lending.page(&visit, &Draft::default()))
}

#[post("/desk/tournaments/{id}/pen-loan")]
async fn send_loan(
    sent: Sent<Coordinator>,
    id: Path<TournamentId>,
    keys: Data<Keyring>,
) -> Result<HttpResponse, Error> {
    let (id, keys, form) = (*id, keys.keys(), sent.form.clone());
    let lent = sent.caller.clone().write_once(sent.form.request(), move |c, by| {
        let new = asked(c, by, id, &form)?;
        let (_, bundle) = use_cases::lend(c, by, id, new, &keys)?;
        Ok(Response::private(bundle).kept_as(BUNDLE))
    });
    let lent = lent.await;
    sent.answer(lent, move |c, by| Lending::read(c, by, id), Lending::page)
        .await
}
