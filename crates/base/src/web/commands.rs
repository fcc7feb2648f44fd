//! Commands over HTTP: where they are written down, each request that may change something is one; and one that was carried out
//! elsewhere comes with what it was there.

use std::sync::{Arc, OnceLock};

use actix_web::HttpMessage;
use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderMap};
use actix_web::middleware::Next;
use actix_web::web::Data;

use crate::db::Database;
use crate::db::command::Command;
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::{AccountId, Id};
use crate::values::random::{self, Part, Seed};

/// A note with the application: requests are written down as commands.
pub struct WritesDown;

/// A note with a request: the command is executed again, for that account, on these records. Nobody can send it.
#[derive(Debug, Clone)]
pub struct ExecutedFor {
    pub account: AccountId,
    pub database: Database,
}

/// Makes a command of a request, where commands are written down, and has its ids drawn from its seed.
pub async fn carry(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    match command(&request)? {
        Some(command) => random::drawing_while(&command.seed, Part::Preparing, next.call(request)).await,
        None => next.call(request).await,
    }
}

fn command(request: &ServiceRequest) -> Result<Option<Arc<Command>>, Error> {
    if let Some(command) = request.extensions().get::<Arc<Command>>() {
        return Ok(Some(Arc::clone(command)));
    }
    if request.method().is_safe() || request.app_data::<Data<WritesDown>>().is_none() {
        return Ok(None);
    }
    let missing = || Error::Internal("the application is not whole".to_owned());
    let at = request.app_data::<Data<Clock>>().ok_or_else(missing)?.now();
    let path = request.uri().path_and_query().map(ToString::to_string);
    let command = Arc::new(Command {
        id: Id::new(at),
        at,
        seed: Seed::new(at),
        method: request.method().to_string(),
        path: path.unwrap_or_default(),
        media_type: media_type(request.headers()),
        body: OnceLock::new(),
    });
    request.extensions_mut().insert(Arc::clone(&command));
    Ok(Some(command))
}

/// The media type as it was sent; empty if none was, or none that is text.
fn media_type(headers: &HeaderMap) -> String {
    let sent = headers.get(header::CONTENT_TYPE).and_then(|sent| sent.to_str().ok());
    sent.unwrap_or_default().to_owned()
}
