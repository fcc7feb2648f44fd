//! Events over HTTP: by page, waited for, and as a stream.

use std::convert::Infallible;
use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use actix_web::{Either, HttpRequest, HttpResponse, get};
use futures_util::stream;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use tokio::time::Instant;
use utoipa::IntoParams;

use crate::accounts::caller::Anyone;
use crate::db::freshness;
use crate::events::{EventFilter, EventPage, EventType, Follower, following, use_cases};
use crate::values::error::{Error, INVALID_QUERY};
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::pagination::PageSize;
use crate::web::response::{Response, preferred};

/// Adds the routes.
pub fn configure(config: &mut impl Routes) {
    config.service(list_events);
}

/// The media type of a stream of events.
pub const STREAM: &str = "text/event-stream";

/// The time between two signs of life in a stream: servers between here and there end what is silent for a minute.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The time after which a stream ends, and its reader comes back: so that a service which stops has done with it soon.
const LONGEST_STREAM: Duration = Duration::from_mins(5);

/// The time between two looks at entries of which hardly one is asked for: a stream through all of the log is no hurry.
const BETWEEN_LOOKS: Duration = Duration::from_millis(50);

/// The events that are read for a piece of a stream.
const PIECE: usize = 100;

/// A number in the log: 0, before the first, to 2⁵³ - 1, as far as programs in JavaScript count.
#[derive(Debug, Clone, Copy)]
struct Number(i64);

impl Number {
    const LAST: i64 = (1 << 53) - 1;

    fn of(text: &str) -> Option<Number> {
        let number = Some(text).filter(|text| text.len() <= 16);
        let number = number.and_then(|text| text.parse().ok()).map(Number);
        number.filter(|number| (0..=Number::LAST).contains(&number.0))
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Number, D::Error> {
        let text = String::deserialize(deserializer)?;
        Number::of(&text).ok_or_else(|| D::Error::custom(format!("expected a whole number from 0 to {}", Number::LAST)))
    }
}

/// Types of events with commas between them.
#[derive(Debug, Default)]
struct EventTypes(Vec<EventType>);

impl<'de> Deserialize<'de> for EventTypes {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<EventTypes, D::Error> {
        let words = String::deserialize(deserializer)?;
        let unknown = |word: &str| D::Error::custom(format!("there is no type {word:?} of events"));
        let types = words
            .split(',')
            .map(|word| EventType::from_word(word).ok_or_else(|| unknown(word)));
        types.collect::<Result<_, _>>().map(EventTypes)
    }
}

/// Seconds for which somebody waits: 30 at most, after which servers between here and there lose patience.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Patience(Duration);

impl<'de> Deserialize<'de> for Patience {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Patience, D::Error> {
        let seconds = u64::deserialize(deserializer).ok().filter(|seconds| *seconds <= 30);
        let seconds = seconds.ok_or_else(|| D::Error::custom("expected a whole number from 0 to 30"))?;
        Ok(Patience(Duration::from_secs(seconds)))
    }
}

/// The events to list.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ListEvents {
    /// The number after which to begin: `next_after` of the page before. Without it a list begins with the first event of
    /// all, and a stream with the next one.
    #[param(value_type = Option<i64>, minimum = 0, maximum = 9_007_199_254_740_991_i64, example = 1639)]
    after: Option<Number>,
    /// The number of events on a page.
    #[serde(default)]
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200, default = 25, example = 25)]
    limit: PageSize,
    /// Lists only events of these types, with commas between them.
    #[serde(default, rename = "type")]
    #[param(rename = "type", value_type = Option<String>, min_length = 1, max_length = 1024, example = "match.changed,round.published")]
    types: EventTypes,
    /// Lists only events of things that belong to this province today, or that are gone.
    #[param(value_type = Option<String>, example = "ZA-NW", min_length = 1, max_length = 64)]
    province: Option<Word>,
    /// Seconds to wait for an event if there is none yet.
    #[serde(default)]
    #[param(value_type = Option<u8>, minimum = 0, maximum = 30, default = 0, example = 1)]
    wait: Patience,
}

/// List events
///
/// Changes of what everyone may read, in the order in which they came to stand in the log: thin, so that whoever keeps a copy
/// reads the thing again at its `path`. A change of something that not everyone may read has no event and leaves out a number.
/// 500 changes are looked at for a page, so one may have fewer events than `limit`, or none, and lead on all the same: go on with
/// `next_after` until it is the `after` that you sent; nothing is missed then. An event tells that something may be read
/// otherwise, not that it is; and what changes with a day alone, as the name of somebody who comes of age, has none.
///
/// With `wait` the answer comes as soon as there is an event. With `Accept: text/event-stream` events come as they happen
/// (server-sent events): `id` is the number, `event` the type, `data` the event; after some minutes the stream ends, and is
/// gone on with by `Last-Event-ID`, as browsers do by themselves.
#[utoipa::path(
    tag = "events",
    params(
        ListEvents,
        ("last-event-id" = Option<String>, Header, min_length = 1, max_length = 16, description = "The id of the last event that was received: a stream begins after it, whatever `after` says.", example = "1639"),
    ),
    responses((status = 200, description = "A page of events, or a stream of them.", content(
        (EventPage = "application/json"),
        (String = "text/event-stream", example = "id: 1640\nevent: match.changed\ndata: {\"number\":1640,\"at\":\"2026-11-20T08:00:00.000000Z\",\"type\":\"match.changed\",\"id\":\"019aa0d4-5c6d-7e8f-9a0b-1c2d3e4f5a6b\",\"path\":\"/v1/matches/019aa0d4-5c6d-7e8f-9a0b-1c2d3e4f5a6b\",\"province\":\"ZA-NW\"}\n\n"),
    ))),
)]
#[get("/v1/events")]
async fn list_events(
    caller: Anyone,
    Query(query): Query<ListEvents>,
    request: HttpRequest,
    follower: Data<Follower>,
) -> Result<Either<Response<EventPage>, HttpResponse>, Error> {
    let after = query.after.map(|number| number.0);
    let reading = Reading {
        caller,
        filter: EventFilter {
            types: query.types.0,
            province: query.province.map(String::from),
        },
    };
    if preferred(&request, &["application/json", STREAM]) == STREAM {
        let after = last_received(&request)?.or(after);
        return Ok(Either::Right(stream(reading, &follower, after).await?));
    }
    let (after, limit) = (after.unwrap_or_default(), query.limit.items());
    let page = if query.wait == Patience::default() {
        reading.page(after, limit).await?
    } else {
        freshness::is_passing();
        let mut waiting = follower.wait()?;
        waiting
            .first_page(after, query.wait.0, |after| reading.page(after, limit))
            .await?
    };
    Ok(Either::Left(Response::public(page).negotiated()))
}

/// The number of the event that the reader of a stream has received last.
fn last_received(request: &HttpRequest) -> Result<Option<i64>, Error> {
    let Some(last) = request.headers().get("last-event-id") else {
        return Ok(None);
    };
    let number = last.to_str().ok().and_then(Number::of);
    let number = number.ok_or_else(|| INVALID_QUERY.problem("Last-Event-ID is not the number of an event."))?;
    Ok(Some(number.0))
}

/// Somebody who reads events.
#[derive(Clone)]
struct Reading {
    caller: Anyone,
    filter: EventFilter,
}

impl Reading {
    async fn page(&self, after: i64, most: usize) -> Result<EventPage, Error> {
        let (caller, filter) = (self.caller.clone(), self.filter.clone());
        let today = caller.today();
        caller
            .read(move |c| use_cases::list(c, &filter, after, most, today))
            .await
    }
}

/// The answer that goes on.
async fn stream(reading: Reading, follower: &Follower, after: Option<i64>) -> Result<HttpResponse, Error> {
    freshness::is_passing();
    let waiting = follower.wait()?;
    let after = match after {
        Some(after) => after,
        None => reading.caller.clone().read(use_cases::last_number).await?,
    };
    let streaming = Streaming {
        reading,
        waiting,
        after,
        ends: Instant::now() + LONGEST_STREAM,
        has_begun: false,
    };
    let pieces = stream::unfold(streaming, Streaming::go_on);
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, STREAM))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::VARY, "accept"))
        // Servers in between are to send on what they get.
        .insert_header(("x-accel-buffering", "no"))
        .streaming(pieces))
}

/// A stream at work.
struct Streaming {
    reading: Reading,
    waiting: following::Waiting,
    after: i64,
    ends: Instant,
    has_begun: bool,
}

impl Streaming {
    /// The next piece; none at the end. A stream of which nothing can be read ends, and its reader comes back.
    async fn go_on(mut self) -> Option<(Result<Bytes, Infallible>, Streaming)> {
        if !self.has_begun {
            self.has_begun = true;
            return Some((Ok(self.sign_of_life()), self));
        }
        let left = self.ends.saturating_duration_since(Instant::now());
        if left.is_zero() || self.waiting.is_over() {
            return None;
        }
        let (after, reading) = (self.after, self.reading.clone());
        let pause = HEARTBEAT.min(left);
        let page = self
            .waiting
            .first_page(after, pause, |after| reading.page(after, PIECE))
            .await
            .ok()?;
        if page.items.is_empty() && self.waiting.is_over() {
            return None;
        }
        self.after = page.next_after;
        if !page.is_last && page.items.is_empty() {
            tokio::time::sleep(BETWEEN_LOOKS).await;
        }
        let piece = if page.items.is_empty() {
            self.sign_of_life()
        } else {
            let events = page.items.iter().map(|event| {
                let data = serde_json::to_string(event).unwrap_or_default();
                format!("id: {}\nevent: {}\ndata: {data}\n\n", event.number, event.kind.as_str())
            });
            events.collect::<String>().into()
        };
        Some((Ok(piece), self))
    }

    /// A comment, with the number up to which the log was looked through: a reader goes on from there.
    fn sign_of_life(&self) -> Bytes {
        format!(": waiting\nid: {}\n\n", self.after).into()
    }
}
