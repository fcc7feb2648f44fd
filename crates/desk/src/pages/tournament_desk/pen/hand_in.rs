//! Commands brought home to the federation by a file of the laptop, and the receipt for them.

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::accounts::keys::Keyring;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::{Sent, onward};
use crate::pages::tournament_desk::pen::branch::branch_path;
use crate::pages::tournament_desk::{TournamentDesk, path};
use crate::pens::hand_ins::receipts::ReceiptFile;
use crate::pens::hand_ins::{Executor, HandInForm, PenReceipt, use_cases};
use crate::pens::{COMMAND_DIFFERS, PenLoan, PenRefusal, Stop};
use crate::values::counted::counted;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::validation::{Faults, ValueError};
use crate::web::body;
use crate::web::response::{Response, StoredResponse};

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(show_hand_in).service(send_hand_in).service(save_receipt);
}

/// The name of the field with the laptop's file.
const FILE: &str = "hand_in";

fn fields() -> [Field; 1] {
    [Field::new(FILE, "File of the laptop", FieldKind::File(".json"))
        .with_hint("As it was saved on the laptop's own page “Bring it home”.")]
}

/// The path of the page.
pub(super) fn hand_in_path(tournament: TournamentId) -> String {
    format!("{}/pen-hand-in", path(tournament))
}

/// The parts from which the page is made.
struct Home {
    desk: TournamentDesk,
    /// All that is here of each loan, the latest first.
    receipts: Vec<PenReceipt>,
}

impl Home {
    fn read(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<Home, Error> {
        Ok(Home {
            desk: TournamentDesk::read(c, by, id)?,
            receipts: use_cases::receipts(c, by, id)?,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let (id, title) = (self.desk.id(), "Bring it home");
        let body = html! {
            (self.desk.way_back())
            h1 { (title) }
            @if self.receipts.is_empty() { p { "The pen of this tournament was never lent from here." } }
            @for receipt in self.told() { (told(&self.desk, receipt)) }
            @if self.is_taken() {
                p { "Any part of what was done may come, any number of times. Once the laptop has laid the pen down, its last file gives it back." }
                (draft.form(&hand_in_path(id), visit.token(), &fields(), "Hand it in"))
            } @else { (draft.refusal(&fields())) }
        };
        visit
            .page(&self.desk.federation, title, &body)
            .with_status(draft.status())
    }

    /// The receipts that somebody may still want: of the last loan, and of laptops that were lost before it.
    fn told(&self) -> impl Iterator<Item = &PenReceipt> {
        let (last, before) = (self.receipts.iter().take(1), self.receipts.iter().skip(1));
        last.chain(before.filter(|receipt| receipt.loan.is_reclaimed()))
    }

    /// Whether something that is handed in is taken.
    fn is_taken(&self) -> bool {
        let is_taken = |receipt: &PenReceipt| receipt.loan.is_open() || receipt.loan.is_reclaimed();
        self.receipts.iter().any(is_taken)
    }
}

/// All that is here of a loan, in words.
fn told(desk: &TournamentDesk, receipt: &PenReceipt) -> Markup {
    let (loan, waiting, kept) = (&receipt.loan, receipt.waiting, receipt.kept);
    html! {
        p.lead {
            (counted(loan.executed, "step is", "steps are")) " home"
            @if waiting > 0 { ", and " (waiting) " more wait for others before them: hand those in too" }
            @if kept > 0 { ", and " (kept) " more are kept" }
            "."
        }
        @if loan.is_open() { p { "The pen is with " (loan.laptop) "." } }
        @else if loan.is_reclaimed() {
            p { "The pen was reclaimed from " (loan.laptop) ". What it did that was not home by then is kept, and done by whoever adopts it." }
            @if desk.is_coordinated && kept > 0 { p { a href=(branch_path(loan.tournament)) { "What the lost laptop did" } } }
        }
        @else { p { "The pen is the federation's again: everything that was done at the venue is here." } }
        p { a href=(receipt_path(loan)) { "Save the receipt" } ", and take it back to the laptop, which then knows what is here." }
    }
}

/// The path of the receipt for a loan.
fn receipt_path(loan: &PenLoan) -> String {
    format!("{}/pen-receipts/{}", path(loan.tournament), loan.epoch)
}

/// The hand-in in the file that was chosen.
fn chosen(form: &Form) -> Result<HandInForm, Error> {
    let wrong = |code, why: &str| Faults::of(&format!("/{FILE}"), ValueError::new(code, why));
    let file = form.file(FILE).ok_or_else(|| wrong("required", "Choose a file."))?;
    let unreadable = "This is no file that a laptop has saved to be handed in.";
    Ok(body::parse(&file.content).map_err(|_| wrong("invalid-value", unreadable))?)
}

/// The refusal of a hand-in that has stopped, of which what came before is home.
fn stopped(stop: &Stop) -> Error {
    let why = match stop.code {
        Some(code) if code == COMMAND_DIFFERS.code => stop.detail.clone(),
        _ => format!("Step {} was not done as at the venue. {}", stop.n, stop.detail),
    };
    let told =
        format!("{why} Those after it wait. Keep the laptop as it is, and report this: it is a fault of the program.");
    COMMAND_DIFFERS.problem(told).into()
}

/// Brings home what is in the file that was chosen. What has changed meanwhile is noticed, whether it stops or not.
async fn hand_in(
    sent: &Sent<TournamentOfficial>,
    id: TournamentId,
    executor: &dyn Executor,
) -> Result<StoredResponse, Error> {
    let executed = use_cases::bring_home(&sent.caller, id, chosen(&sent.form)?, executor).await?;
    if let Some(stop) = &executed.stop {
        let why = stopped(stop);
        let noticed = sent
            .caller
            .clone()
            .write(move |c, by| use_cases::receipt(c, by, &executed));
        noticed.await?;
        return Err(why);
    }
    let done = sent.caller.clone().write_once(sent.form.request(), move |c, by| {
        use_cases::receipt(c, by, &executed)?;
        Ok(onward(hand_in_path(id)))
    });
    done.await
}

#[get("/desk/tournaments/{id}/pen-hand-in")]
async fn show_hand_in(caller: TournamentOfficial, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let home = caller.read(move |c, by| Home::read(c, by, *id)).await?;
    Ok(home.page(&visit, &Draft::default()))
}

#[post("/desk/tournaments/{id}/pen-hand-in")]
async fn send_hand_in(
    sent: Sent<TournamentOfficial>,
    id: Path<TournamentId>,
    executor: Data<dyn Executor>,
) -> Result<HttpResponse, Error> {
    let id = *id;
    let done = hand_in(&sent, id, executor.get_ref()).await;
    sent.answer(done, move |c, by| Home::read(c, by, id), Home::page).await
}

#[get("/desk/tournaments/{id}/pen-receipts/{epoch}")]
async fn save_receipt(
    caller: TournamentOfficial,
    path: Path<(TournamentId, i64)>,
    keys: Data<Keyring>,
) -> Result<Response<ReceiptFile>, Error> {
    let ((id, epoch), keys) = (path.into_inner(), keys.keys());
    let receipt = caller.read(move |c, by| {
        let mut receipts = use_cases::receipts(c, by, id)?.into_iter();
        let of_loan = receipts.find(|receipt| receipt.loan.epoch == epoch);
        of_loan.ok_or(PenRefusal::NotLent(epoch))?.signed(&keys, by.now)
    });
    let receipt = receipt.await?;
    Ok(Response::private(ReceiptFile { receipt }).kept_as("receipt.json"))
}
