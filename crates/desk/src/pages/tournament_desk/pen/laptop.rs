//! The laptop's own page: what was done there is saved as a file, its receipt is brought back, and the pen is laid down.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, enctype};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::pen::Pen;
use crate::pages::tournament_desk::{TournamentDesk, path};
use crate::pens::hand_ins::receipts::ReceiptFile;
use crate::pens::hand_ins::{self, HandInForm};
use crate::pens::laptops::Laptop;
use crate::pens::{PenLoan, PenRefusal, use_cases};
use crate::tournaments::officials::use_cases::find_official;
use crate::tournaments::use_cases as tournaments;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::validation::{Faults, ValueError};
use crate::web::body;
use crate::web::response::Response;

pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_laptop)
        .service(save_hand_in)
        .service(send_receipt)
        .service(send_closing);
}

/// The name of the field with the federation's file.
const FILE: &str = "receipt";

/// The name of the field without which the pen is not laid down.
const SURE: &str = "sure";

fn receipt_fields() -> [Field; 1] {
    [Field::new(FILE, "File of the federation", FieldKind::File(".json"))]
}

fn closing_fields() -> [Field; 1] {
    [Field::new(SURE, "Lay the pen down", FieldKind::YesNo)
        .with_hint("Answer yes if all is done here: nothing is changed on this laptop any more.")]
}

/// The path of the page.
pub(super) fn laptop_path(tournament: TournamentId) -> String {
    format!("{}/pen", path(tournament))
}

/// The laptop on which the service runs.
///
/// # Errors
/// [`PenRefusal::NotHere`]: it runs on none.
fn here(laptop: Option<Data<Laptop>>) -> Result<Data<Laptop>, Error> {
    Ok(laptop.ok_or(PenRefusal::NotHere)?)
}

/// The laptop's loan of the pen, for those who run its tournament.
fn own_loan(c: &mut Conn, by: &Caller, laptop: &Laptop, id: TournamentId) -> Result<PenLoan, Error> {
    let tournament = tournaments::read(c, id)?;
    find_official(c, by, &tournament)?;
    use_cases::here(c, &laptop.keys)
}

fn page(desk: &TournamentDesk, visit: &Visit, draft: &Draft) -> Page {
    let (title, path) = ("Bring it home", laptop_path(desk.id()));
    let has_pen = |pen: &Pen| pen.loan.is_open() && pen.loan.returned_at.is_none();
    let body = html! {
        (desk.way_back())
        h1 { (title) }
        (draft.refusal(&[receipt_fields(), closing_fields()].concat()))
        section {
            h2 { "What was done here" }
            p {
                "Save the file, and hand it in at the federation: by a stick, or wherever there is a network, on the tournament's page \
                 “Bring it home” there. It has what the federation has not told that it has: a thousand steps at most, and the \
                 next ones once the receipt for those is here."
            }
            p { a.button href={ (path) "/hand-in" } { "Save the file" } }
        }
        section {
            h2 { "The receipt for it" }
            p { "Choose the file that the federation has given for it. Whoever brings it, it is held against what was done here." }
            (part(visit, draft, &format!("{path}/receipt"), &receipt_fields(), "Bring the receipt"))
        }
        @if desk.pen.as_ref().is_some_and(has_pen) {
            section {
                h2 { "When the tournament is over" }
                p { "The pen is laid down here. The file that is saved and handed in after that gives it back to the federation." }
                (part(visit, draft, &format!("{path}/closing"), &closing_fields(), "Lay the pen down"))
            }
        }
    };
    visit.page(&desk.federation, title, &body).with_status(draft.status())
}

/// A form of the page, above which its refusals stand.
fn part(visit: &Visit, draft: &Draft, action: &str, fields: &[Field], button: &str) -> Markup {
    html! {
        form method="post" action=(action) enctype=[enctype(fields)] {
            (draft.hidden(visit.token()))
            @for field in fields { (draft.field(field)) }
            button { (button) }
        }
    }
}

/// The receipt in the file that was chosen.
fn chosen(form: &Form) -> Result<String, Error> {
    let wrong = |code, why: &str| Faults::of(&format!("/{FILE}"), ValueError::new(code, why));
    let file = form.file(FILE).ok_or_else(|| wrong("required", "Choose a file."))?;
    let unreadable = "This is no receipt that the federation has given.";
    let file: ReceiptFile = body::parse(&file.content).map_err(|_| wrong("invalid-value", unreadable))?;
    Ok(file.receipt)
}

#[get("/desk/tournaments/{id}/pen")]
async fn show_laptop(
    caller: TournamentOfficial,
    visit: Visit,
    id: Path<TournamentId>,
    laptop: Option<Data<Laptop>>,
) -> Result<Page, Error> {
    here(laptop)?;
    let desk = caller.read(move |c, by| TournamentDesk::read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

#[get("/desk/tournaments/{id}/pen/hand-in")]
async fn save_hand_in(
    caller: TournamentOfficial,
    id: Path<TournamentId>,
    laptop: Option<Data<Laptop>>,
) -> Result<Response<HandInForm>, Error> {
    let laptop = here(laptop)?;
    let given = caller.read(move |c, by| {
        let loan = own_loan(c, by, &laptop, *id)?;
        hand_ins::use_cases::give(c, &laptop.keys, loan.at_federation(), by.now)
    });
    Ok(Response::private(given.await?).kept_as("hand-in.json"))
}

#[post("/desk/tournaments/{id}/pen/receipt")]
async fn send_receipt(
    sent: Sent<TournamentOfficial>,
    id: Path<TournamentId>,
    laptop: Option<Data<Laptop>>,
) -> Result<HttpResponse, Error> {
    let (id, laptop) = (*id, here(laptop)?);
    sent.carry_out(
        move |c, by, form| {
            own_loan(c, by, &laptop, id)?;
            let keys = (&laptop.keys, &laptop.federation);
            hand_ins::use_cases::acknowledge(c, keys, &chosen(form)?, (by.now, &by.actor))?;
            Ok(laptop_path(id))
        },
        move |c, by| TournamentDesk::read(c, by, id),
        page,
    )
    .await
}

#[post("/desk/tournaments/{id}/pen/closing")]
async fn send_closing(
    sent: Sent<TournamentOfficial>,
    id: Path<TournamentId>,
    laptop: Option<Data<Laptop>>,
) -> Result<HttpResponse, Error> {
    let (id, laptop) = (*id, here(laptop)?);
    sent.carry_out(
        move |c, by, form| {
            own_loan(c, by, &laptop, id)?;
            if form.text(SURE) != "yes" {
                let unsure = ValueError::new("required", "Nothing is done unless you answer yes.");
                return Err(Faults::of(&format!("/{SURE}"), unsure).into());
            }
            use_cases::close(c, &laptop.keys, (by.now, &by.actor))?;
            Ok(laptop_path(id))
        },
        move |c, by| TournamentDesk::read(c, by, id),
        page,
    )
    .await
}
