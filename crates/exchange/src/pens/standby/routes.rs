//! The talk of two laptops over HTTP, and the answers that wait for it.

use actix_web::HttpMessage;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::guard::Post;
use actix_web::middleware::Next;
use actix_web::web::{self, Data, ServiceConfig};

use crate::accounts::caller::Anyone;
use crate::pens::PenRefusal;
use crate::pens::hand_ins::HandInForm;
use crate::pens::standby::{Asked, PATH, Standby};
use crate::values::error::Error;
use crate::web::body::Body;
use crate::web::operations::routed_path;
use crate::web::rate_limit::TokenHolder;
use crate::web::response::Response;

/// The end of the path of a file that is brought home. With a command that the first laptop alone has, nothing that the second does
/// after the first has broken would come home: it has another one of that number.
const BROUGHT_HOME: &str = "/pen/hand-in";

/// Adds the routes.
pub fn configure(config: &mut ServiceConfig) {
    config.service(web::resource(PATH).guard(Post()).to(give));
}

/// Gives the second laptop what it has not; the signature says that it is one.
async fn give(
    caller: Anyone,
    Body(asked, _): Body<Asked>,
    standby: Data<Standby>,
) -> Result<Response<HandInForm>, Error> {
    Ok(Response::private(standby.give(&asked, caller.passing_now()).await?))
}

/// Answers what was done on a laptop that has a second one, or what is brought home, only once that has it too.
pub async fn acknowledge(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let standby = request.app_data::<Data<Standby>>().cloned();
    let waits = !request.method().is_safe() || routed_path(request.request()).ends_with(BROUGHT_HOME);
    let standby = standby.filter(|_| waits);
    let response = next.call(request).await?.map_into_boxed_body();
    let Some(standby) = standby.filter(|_| is_done(&response)) else {
        return Ok(response);
    };
    let has_all = standby.has_all().await.unwrap_or_else(|error| {
        tracing::warn!(%error, "it is not known whether the second laptop has all");
        false
    });
    if has_all {
        return Ok(response);
    }
    Ok(response.error_response(Error::from(PenRefusal::StandbyBehind)))
}

/// Whether something may have been done, or was done before: for somebody who has signed in, since nobody else changes anything
/// at a venue.
fn is_done(response: &ServiceResponse<BoxBody>) -> bool {
    let status = response.status();
    let is_signed_in = response.request().extensions().contains::<TokenHolder>();
    is_signed_in && (status.is_success() || status.is_redirection())
}
