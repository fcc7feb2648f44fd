//! Hand-ins over HTTP.

use actix_web::post;
use actix_web::web::{Data, Path};
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::caller::TournamentOfficial;
use crate::accounts::keys::Keyring;
use crate::pens::Stop;
use crate::pens::hand_ins::{Executor, HandInForm, PenReceipt, use_cases};
use crate::pens::routes::PenView;
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::web::body::LargeBody;
use crate::web::openapi::Routes;
use crate::web::response::{Response, StoredResponse};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(create_pen_hand_in);
}

/// All that the register has of a loan of the pen.
#[derive(Serialize, ToSchema)]
struct PenReceiptView {
    /// The pen: it is the federation's again once the laptop has laid it down and all of its commands were executed.
    pen: PenView,
    /// The number of commands that wait for others before them.
    #[schema(minimum = 0, example = 0)]
    waiting: i64,
    /// The number of commands that are kept of a loan that was reclaimed: nobody executes them but who adopts one.
    #[schema(minimum = 0, example = 0)]
    kept: i64,
    /// The command that was not done as at the venue, if there is one: those after it wait until that is put right.
    stopped: Option<StopView>,
    /// The number of commands that are here and the hash of the last, signed by the federation: `pen receipt` holds it against what
    /// is on the laptop.
    #[schema(example = "eyJhbGciOiJFZERTQSIsInR5cCI6InBlbi1yZWNlaXB0K2p3dCJ9.eyJlcG9jaCI6MX0.c2lnbmVk")]
    receipt: String,
}

/// A command that was not done as at the venue.
#[derive(Serialize, ToSchema)]
struct StopView {
    /// Its number.
    #[schema(minimum = 1, example = 1144)]
    n: i64,
    /// The code of the refusal, where it is known.
    #[schema(example = "command-differs")]
    code: Option<&'static str>,
    /// The words for it.
    #[schema(example = "Step 1144 has changed something else than at the venue.")]
    detail: String,
}

impl From<Stop> for StopView {
    fn from(Stop { n, code, detail }: Stop) -> StopView {
        StopView { n, code, detail }
    }
}

impl PenReceiptView {
    fn of(receipt: PenReceipt, signed: String) -> PenReceiptView {
        PenReceiptView {
            receipt: signed,
            waiting: receipt.waiting,
            kept: receipt.kept,
            stopped: receipt.stop.map(StopView::from),
            pen: PenView::of(receipt.loan.tournament, Some(receipt.loan)),
        }
    }
}

/// Hand in what was done at a venue
///
/// The commands are executed here again, in their order, on the facts of the moment at which the pen was lent, and each must change
/// what it has changed there. Those that are here already are passed over, and those for which others are missing wait. A laptop
/// that has laid the pen down gives it back with its last command. What has changed meanwhile refuses no command, and is listed:
/// `GET /v1/tournaments/{id}/pen-findings`. Of a loan that was reclaimed nothing is executed any more: what was not home by then is
/// kept, and adopted by somebody or not (`GET /v1/tournaments/{id}/pen-branch-commands`).
#[utoipa::path(
    tag = "pens",
    request_body = HandInForm,
    responses(
        (status = 200, description = "What is here of the loan now.", body = PenReceiptView),
        (status = 409, description = "In this order: `not-accredited`: your accreditation no longer does. `pen-not-lent`: there was no such loan, or the laptop had given the pen back. What stops the execution is told in the answer, by a code such as `command-differs`."),
        (status = 422, description = "`hand-in-altered`: it is not what the laptop has signed."),
    ),
)]
#[post("/v1/tournaments/{id}/pen-hand-ins")]
async fn create_pen_hand_in(
    caller: TournamentOfficial,
    id: Path<TournamentId>,
    LargeBody(form, request): LargeBody<HandInForm>,
    executor: Data<dyn Executor>,
    keys: Data<Keyring>,
) -> Result<StoredResponse, Error> {
    let executed = use_cases::bring_home(&caller, *id, form, executor.get_ref()).await?;
    let keys = keys.keys();
    caller
        .write_once(request, move |c, by| {
            let receipt = use_cases::receipt(c, by, &executed)?;
            let signed = receipt.signed(&keys, by.now)?;
            Ok(Response::private(PenReceiptView::of(receipt, signed)))
        })
        .await
}
