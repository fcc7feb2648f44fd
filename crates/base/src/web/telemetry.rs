//! A request's id and its line in the log.
//!
//! The log has the method, the route's pattern, the status, the problem's code and the time it took; never the path
//! as sent, its query, a header or a body, since those can name a person.

use std::sync::Arc;
use std::time::Instant;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{HttpMessage, HttpRequest};
use tracing::{Instrument, Span};

use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::values::id::Id;
use crate::web::metrics::RequestMetrics;

const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

tokio::task_local! {
    /// It is no argument, since every line of the log has it, whatever writes it.
    static REQUEST_ID: Id;
}

/// The pattern of the path of a request, where it was found out before.
#[derive(Debug, Clone)]
pub struct Route(Arc<str>);

impl Route {
    /// The route of the request. To find it, all paths are tried until one fits.
    pub fn of(request: &HttpRequest) -> Route {
        if let Some(route) = request.extensions().get::<Route>() {
            return route.clone();
        }
        let pattern = request.match_pattern();
        let route = Route(pattern.as_deref().unwrap_or("unmatched").into());
        request.extensions_mut().insert(route.clone());
        route
    }

    /// The pattern, as in `/v1/clubs/{id}`.
    pub fn pattern(&self) -> &str {
        &self.0
    }
}

/// The id of the request that is being answered; empty outside of one.
pub fn request_id() -> String {
    REQUEST_ID.try_with(Id::to_string).unwrap_or_default()
}

/// Gives the request its id, and writes its line when it is answered.
pub async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let begun = Instant::now();
    let id = match request.app_data::<Data<Clock>>() {
        Some(clock) => Id::new(clock.now()),
        None => return Err(Error::Internal("no clock".to_owned()).into()),
    };
    let method = request.method().clone();
    let metrics = request.app_data::<Data<RequestMetrics>>().cloned();
    let _in_flight = metrics.as_ref().map(|metrics| metrics.begun());
    let span = span(id);
    let mut response = REQUEST_ID
        .scope(id, next.call(request))
        .instrument(span.clone())
        .await?;
    if let Ok(value) = HeaderValue::from_str(&id.to_string()) {
        response.headers_mut().insert(X_REQUEST_ID, value);
    }
    let known = response.response().extensions().get::<Route>().cloned();
    let Route(route) = known.unwrap_or_else(|| Route::of(response.request()));
    let route = &*route;
    let status = response.status().as_u16();
    let micros = u64::try_from(begun.elapsed().as_micros()).unwrap_or(u64::MAX);
    let error = response.response().error().and_then(|error| error.as_error::<Error>());
    tell_span(&span, &method, route, status);
    if let Some(metrics) = metrics {
        let code = error.map(Error::code);
        metrics.answered(&method, route, response.status(), code, begun.elapsed());
    }
    match error {
        Some(error) if status >= 500 => {
            tracing::error!(request = %id, %method, route, status, micros, code = error.code(), %error, "answered");
        }
        Some(error) => tracing::info!(request = %id, %method, route, status, micros, code = error.code(), "answered"),
        None => tracing::info!(request = %id, %method, route, status, micros, "answered"),
    }
    Ok(response)
}

/// The span of a request; none without the feature `otlp`.
fn span(id: Id) -> Span {
    #[cfg(feature = "otlp")]
    return tracing::info_span!(
        "request",
        request = %id,
        otel.kind = "server",
        otel.name = tracing::field::Empty,
        otel.status_code = tracing::field::Empty,
        http.request.method = tracing::field::Empty,
        http.route = tracing::field::Empty,
        http.response.status_code = tracing::field::Empty,
    );
    #[cfg(not(feature = "otlp"))]
    {
        let _ = id;
        Span::none()
    }
}

/// Tells a span what the log tells of its request, and no more.
fn tell_span(span: &Span, method: &Method, route: &str, status: u16) {
    if span.is_disabled() {
        return;
    }
    span.record("otel.name", format!("{method} {route}"));
    span.record("http.request.method", method.as_str());
    span.record("http.route", route);
    span.record("http.response.status_code", status);
    if status >= 500 {
        span.record("otel.status_code", "ERROR");
    }
}

/// A sender of spans, if there is one; those that still wait are sent when it is dropped.
pub struct Sending {
    #[cfg(feature = "otlp")]
    _spans: Option<crate::web::otlp::Spans>,
}

/// Sends the log to standard output, a JSON object a line; and spans to a collector, with the feature `otlp` and where the
/// environment names one.
///
/// # Errors
/// The collector's address cannot be used.
#[cfg(feature = "otlp")]
pub fn log_to_stdout(filter: &str) -> Result<Sending, Box<dyn std::error::Error>> {
    use tracing_subscriber::layer::SubscriberExt;
    use tracing_subscriber::util::SubscriberInitExt;
    use tracing_subscriber::{EnvFilter, Layer};
    let filter = EnvFilter::try_new(filter).unwrap_or_else(|_| EnvFilter::new("info"));
    let lines = tracing_subscriber::fmt::layer()
        .json()
        .flatten_event(true)
        .with_current_span(false)
        .with_span_list(false)
        .with_filter(filter);
    let (layer, spans) = crate::web::otlp::to_collector()?.unzip();
    let _ = tracing_subscriber::registry().with(layer).with(lines).try_init();
    Ok(Sending { _spans: spans })
}

/// Sends the log to standard output, a JSON object a line.
///
/// # Errors
/// None.
#[cfg(not(feature = "otlp"))]
pub fn log_to_stdout(filter: &str) -> Result<Sending, Box<dyn std::error::Error>> {
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
    Ok(Sending {})
}
