//! A request's id and its line in the log.
//!
//! The log has the method, the route's pattern, the status, the problem's code and the time it took; never the path
//! as sent, its query, a header or a body, since those can name a person.

use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;

use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    static REQUEST_ID: Id;
}

/// The id of the request that is being answered; empty outside of one.
pub(crate) fn request_id() -> String {
    REQUEST_ID.try_with(Id::to_string).unwrap_or_default()
}

/// Gives the request its id, and writes its line when it is answered.
pub(crate) async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let begun = Instant::now();
    let id = match request.app_data::<actix_web::web::Data<Clock>>() {
        Some(clock) => Id::new(clock.now()),
        None => return Err(Error::Internal("no clock".to_owned()).into()),
    };
    let method = request.method().clone();
    let mut response = REQUEST_ID.scope(id, next.call(request)).await?;
    if let Ok(value) = HeaderValue::from_str(&id.to_string()) {
        response.headers_mut().insert(X_REQUEST_ID, value);
    }
    let route = response
        .request()
        .match_pattern()
        .unwrap_or_else(|| "unmatched".to_owned());
    let status = response.status().as_u16();
    let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
    let error = response.response().error().and_then(|error| error.as_error::<Error>());
    match error {
        Some(error) if status >= 500 => {
            tracing::error!(request = %id, %method, route, status, micros, code = error.code(), %error, "answered");
        }
        Some(error) => tracing::info!(request = %id, %method, route, status, micros, code = error.code(), "answered"),
        None => tracing::info!(request = %id, %method, route, status, micros, "answered"),
    }
    Ok(response)
}

/// Sends the log to standard output, a JSON object a line.
pub fn log_to_stdout(filter: &str) {
    use tracing_subscriber::EnvFilter;
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    // A second call (two servers in one process) leaves the first in place.
    let _ = tracing_subscriber::fmt()
        .json()
        .flatten_event(true)
        .with_current_span(false)
        .with_span_list(false)
        .with_env_filter(filter)
        .try_init();
}
