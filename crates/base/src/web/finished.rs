//! Finished answers: what strangers read, kept as it was sent, until something that it was made of changes.
//!
//! An answer is kept with the tables from which it was made, as they were noted while it was made, and the stamp of the
//! moment before. As long as none of them has changed since, the same bytes are the answer: to whoever asks for the same path
//! in the same form and language on the same day, for on a birthday a name may be shown that was withheld the day before. Where it is
//! not there, it is made once, however many ask at the same time.
//!
//! Whoever says who they are, or what they have seen, is answered anew; and so is all that is answered otherwise than with
//! `Cache-Control: public, no-cache`, that depends on the time of day, that was made of no table, or that has written.

use std::sync::Arc;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{
    self, ContentEncoding, EntityTag, Header, HeaderMap, HeaderName, HeaderValue, IfNoneMatch,
};
use actix_web::http::{Method, StatusCode};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use chrono::Datelike;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::db::Database;
use crate::db::freshness::{Reading, Stamp};
use crate::db::touched::Tables;
use crate::values::clock::Clock;
use crate::web::compression::{accepted, is_worth_it};
use crate::web::entity_tag::held;
use crate::web::language::{has_no_other_cookie, language_of};
use crate::web::log_entry::LOG_ENTRY;
use crate::web::metrics::RequestMetrics;
use crate::web::rate_limit::{self, AskedBefore};
use crate::web::response::PUBLIC;
use crate::web::telemetry::Route;

/// The bytes of all answers that are kept.
const MOST_BYTES: u64 = 32 << 20;

/// The bytes of the largest answer that is kept.
const LARGEST: usize = 2 << 20;

/// The bytes of the longest request for which anything is kept.
const LONGEST_KEY: usize = 2 << 10;

/// The bytes that keeping an answer takes beside its body: those of its headers, above all.
const OVERHEAD: usize = 1 << 10;

/// The bytes of an answer of the usual size, by which it is reckoned how many there will be.
const USUAL: u64 = 8 << 10;

/// The times that an answer is waited for which is out of date when it comes. After that one is made for one alone.
const PATIENCE: usize = 4;

/// The headers that do not go with the news that nothing has changed, since they are about the body.
const OF_THE_BODY: [HeaderName; 2] = [header::CONTENT_TYPE, header::CONTENT_ENCODING];

/// The answers that are kept, of all workers.
pub struct Answers(Cache<String, Kept, Weight>);

impl Default for Answers {
    fn default() -> Answers {
        let items = usize::try_from(MOST_BYTES / USUAL).unwrap_or_default();
        Answers(Cache::with_weighter(items, MOST_BYTES, Weight))
    }
}

/// An answer; or that none is kept, which is so until anything changes.
#[derive(Clone)]
struct Kept {
    made: Stamp,
    tables: Tables,
    answer: Option<Arc<Answer>>,
}

/// An answer as it is sent.
struct Answer {
    headers: HeaderMap,
    body: Bytes,
    route: Route,
}

#[derive(Clone)]
struct Weight;

impl Weighter<String, Kept> for Weight {
    fn weight(&self, key: &String, kept: &Kept) -> u64 {
        let body = kept.answer.as_ref().map_or(0, |answer| answer.body.len());
        (key.len() + body + OVERHEAD) as u64
    }
}

/// Answers as before if nothing has changed since, and else anew.
pub async fn keep(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let answers = request.app_data::<Data<Answers>>().cloned();
    let database = request.app_data::<Data<Database>>().cloned();
    let (Some(answers), Some(database), Some(key)) = (answers, database, key(&request)) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let Some(now) = database.stamp_for_strangers().await else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let is_current = |kept: &Kept| database.is_still_so(kept.tables, kept.made, now);
    let (mut place, mut asked_before) = (None, false);
    for _ in 0..PATIENCE {
        match answers.0.get_value_or_guard_async(&key).await {
            Ok(kept) if is_current(&kept) => match kept.answer {
                Some(answer) => return Ok(answer.give(request)),
                None => break,
            },
            Ok(outdated) => {
                asked_before |= outdated.answer.is_some();
                answers.0.remove_if(&key, |kept| !is_current(kept));
            }
            Err(free) => {
                place = Some(free);
                break;
            }
        }
    }
    if asked_before {
        request.extensions_mut().insert(AskedBefore);
    }
    let Some(place) = place else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let (theirs, coding) = (asked_about(request.request()), accepted(request.request()));
    // The whole answer is made, to be kept; then it is looked whether the caller has it.
    request.head_mut().headers.remove(header::IF_NONE_MATCH);
    let reading = Reading::default();
    let response = reading.noted_in(next.call(request)).await?;
    let (request, response) = response.map_into_boxed_body().into_parts();
    let (head, body) = response.into_parts();
    let body = match body.try_into_bytes() {
        Ok(body) => body,
        Err(stream) => return Ok(ServiceResponse::new(request, head.set_body(stream))),
    };
    // Whoever has asked too often is told so alone: the place is for the next who asks.
    if head.status() == StatusCode::TOO_MANY_REQUESTS {
        drop(place);
        return Ok(ServiceResponse::new(request, head.set_body(BoxBody::new(body))));
    }
    let tables = reading.tables().filter(|_| is_to_be_kept(&head, &body, coding));
    let answer = tables.map(|_| {
        Arc::new(Answer {
            headers: for_everyone(head.headers()),
            body: body.clone(),
            route: Route::of(&request),
        })
    });
    // It may have been given up meanwhile for want of room.
    let _ = place.insert(Kept {
        made: now,
        tables: tables.unwrap_or(Tables::ALL),
        answer,
    });
    let unchanged = theirs.filter(|_| head.status() == StatusCode::OK);
    let response = match unchanged.and_then(|theirs| unchanged_since(&theirs, head.headers())) {
        Some(unchanged) => unchanged,
        None => head.set_body(BoxBody::new(body)),
    };
    Ok(ServiceResponse::new(request, response))
}

/// The parts of a request by which an answer is kept; none where it has something that is for one caller alone.
fn key(request: &ServiceRequest) -> Option<String> {
    const OF_ONE: [HeaderName; 3] = [header::AUTHORIZATION, header::RANGE, LOG_ENTRY];
    let headers = request.headers();
    let reads = [Method::GET, Method::HEAD].contains(request.method());
    let is_one = OF_ONE.iter().any(|name| headers.contains_key(name)) || !has_no_other_cookie(headers);
    if !reads || is_one || waits(request) {
        return None;
    }
    let mut accept = headers.get_all(header::ACCEPT).map(HeaderValue::to_str);
    let (accept, None) = (accept.next().unwrap_or(Ok("")).ok()?, accept.next()) else {
        return None;
    };
    let day = request.app_data::<Data<Clock>>()?.now().day().num_days_from_ce();
    let coding = accepted(request.request()).map_or("", |coding| coding.as_str());
    let language = language_of(headers).as_str();
    let key = format!("{day} {language} {coding} {accept} {}", request.uri());
    (key.len() <= LONGEST_KEY).then_some(key)
}

/// Whether the answer is waited for, or goes on: nobody else is to wait until it is there.
fn waits(request: &ServiceRequest) -> bool {
    let accept = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok());
    let goes_on = accept.is_some_and(|accept| accept.contains("text/event-stream"));
    goes_on || request.query_string().contains("wait=")
}

/// Whether an answer may be given to others. One that only this once is not compressed, since others were, is not.
fn is_to_be_kept(head: &HttpResponse<()>, body: &Bytes, coding: Option<ContentEncoding>) -> bool {
    let headers = head.headers();
    let is_public = headers.get(header::CACHE_CONTROL).is_some_and(|cache| cache == PUBLIC);
    let is_late = coding.is_some() && !headers.contains_key(header::CONTENT_ENCODING) && is_worth_it(headers, body);
    head.status() == StatusCode::OK && is_public && body.len() <= LARGEST && !is_late
}

/// The headers but for those that tell one caller how often to go on.
fn for_everyone(headers: &HeaderMap) -> HeaderMap {
    let mut headers = headers.clone();
    for name in rate_limit::HEADERS {
        headers.remove(name);
    }
    headers
}

/// The tags that the caller has, if it is asked whether one of them is still that of the answer.
fn asked_about(request: &HttpRequest) -> Option<IfNoneMatch> {
    let asks = request.headers().contains_key(header::IF_NONE_MATCH);
    asks.then(|| IfNoneMatch::parse(request).ok()).flatten()
}

/// The news that the caller has what would be sent with these headers, if that is so.
fn unchanged_since(theirs: &IfNoneMatch, headers: &HeaderMap) -> Option<HttpResponse> {
    let tag: EntityTag = headers.get(header::ETAG)?.to_str().ok()?.parse().ok()?;
    let tag = held(theirs, &tag)?;
    let mut response = HttpResponse::NotModified();
    for (name, value) in headers.iter().filter(|(name, _)| !OF_THE_BODY.contains(name)) {
        response.append_header((name, value));
    }
    response.insert_header((header::ETAG, tag.to_string()));
    Some(response.finish())
}

impl Answer {
    /// The answer to that request.
    fn give(&self, request: ServiceRequest) -> ServiceResponse<BoxBody> {
        if let Some(metrics) = request.app_data::<Data<RequestMetrics>>() {
            metrics.repeated();
        }
        let unchanged = asked_about(request.request()).and_then(|theirs| unchanged_since(&theirs, &self.headers));
        let mut response = unchanged.unwrap_or_else(|| {
            let mut response = HttpResponse::Ok().body(self.body.clone());
            response.headers_mut().clone_from(&self.headers);
            response
        });
        response.extensions_mut().insert(self.route.clone());
        request.into_response(response)
    }
}
