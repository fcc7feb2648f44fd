//! Pages of other sites may read what every stranger may (CORS), and nothing else.

use std::collections::HashSet;
use std::sync::LazyLock;

use actix_web::HttpResponse;
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderValue};
use actix_web::middleware::Next;
use serde_json::json;

use crate::app::api;
use crate::web::operations::as_documented;
use crate::web::telemetry::Route;

/// The paths under `/v1` that strangers may read.
static PUBLIC: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    let paths = api::openapi()["paths"].as_object().into_iter().flatten();
    let public = paths.filter(|(path, item)| path.starts_with("/v1/") && item["get"]["security"] == json!([{}]));
    public.map(|(path, _)| path.as_str()).collect()
});

/// Lets the pages of other sites read what is public; no cookie and no token goes with it.
pub(super) async fn share(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let is_public = PUBLIC.contains(as_documented(Route::of(request.request()).pattern()).as_str());
    let asked = request.headers().get(header::ACCESS_CONTROL_REQUEST_METHOD);
    let asks_to_read = asked.is_some_and(|method| method == "GET" || method == "HEAD");
    if is_public && request.method() == Method::OPTIONS && asks_to_read {
        let answer = HttpResponse::NoContent()
            .insert_header((header::ACCESS_CONTROL_ALLOW_ORIGIN, "*"))
            .insert_header((header::ACCESS_CONTROL_ALLOW_METHODS, "GET, HEAD"))
            .insert_header((header::ACCESS_CONTROL_ALLOW_HEADERS, "accept, if-none-match, log-entry"))
            .insert_header((header::ACCESS_CONTROL_MAX_AGE, "86400"))
            .finish();
        return Ok(request.into_response(answer));
    }
    let reads = [Method::GET, Method::HEAD].contains(request.method());
    let mut response = next.call(request).await?.map_into_boxed_body();
    if is_public && reads {
        let headers = response.headers_mut();
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        let told = HeaderValue::from_static("etag, link, log-entry, ratelimit, ratelimit-policy, retry-after");
        headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, told);
    }
    Ok(response)
}
