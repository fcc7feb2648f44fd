//! Room that all requests share: bytes for bodies and for answers, and cores for work that takes long. Each is bounded, and
//! whoever finds none is told `unavailable`, with `Retry-After`, before memory grows. Other bounds stand where the waiting
//! is: `connections.rs`, `db/pool.rs`, `db/writer.rs`, `accounts/passwords/fair_turns.rs`, `compression.rs`.

use std::num::NonZeroUsize;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpMessage, HttpRequest};
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::MetricType;
use prometheus_client::metrics::gauge::ConstGauge;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::values::error::Error;
use crate::web::body::MOST_BYTES;

/// The bytes of all bodies that are as small as most, 256 KiB each at most: 128 of the largest, or a body of a kilobyte for
/// each connection there can be, ten times over.
const BODIES: usize = 32 << 20;

/// The bytes of all larger bodies, which are files: six of the largest. They have room of their own, so that a line of
/// telephones that each send a file for two minutes keeps nobody from signing in.
const FILES: usize = 64 << 20;

/// The bytes of all large answers that are on their way. Who asks for much and takes it at a kilobyte a second holds its
/// room for as long.
const ANSWERS: usize = 128 << 20;

/// An answer that is no larger takes no room of these: it is as small as a connection's own buffers.
const SMALL: u64 = 64 << 10;

/// The time that work waits for a core before the caller is told to come back: as long as a request waits for a connection
/// to the database.
const PATIENCE: Duration = Duration::from_secs(5);

/// Bytes are counted in kilobytes.
const UNIT: usize = 1 << 10;

/// The room of one service. Cheap to clone; all clones share it.
#[derive(Clone, Debug)]
pub struct Room {
    bodies: Space,
    files: Space,
    answers: Space,
    cores: Arc<Semaphore>,
}

/// Bytes of which there are so many.
#[derive(Clone, Debug)]
struct Space {
    free: Arc<Semaphore>,
    most: usize,
}

/// Bytes that are taken, until this is dropped.
#[derive(Debug)]
struct Taken(#[expect(dead_code, reason = "it is held, and given back when it is dropped")] OwnedSemaphorePermit);

impl Space {
    fn of(bytes: usize) -> Space {
        let most = bytes / UNIT;
        Space {
            free: Arc::new(Semaphore::new(most)),
            most,
        }
    }

    fn take(&self, bytes: usize) -> Option<Taken> {
        // What is larger than all of it takes all of it.
        let units = u32::try_from(bytes.div_ceil(UNIT).clamp(1, self.most)).ok()?;
        Arc::clone(&self.free).try_acquire_many_owned(units).ok().map(Taken)
    }

    fn in_use(&self) -> usize {
        (self.most - self.free.available_permits().min(self.most)) * UNIT
    }
}

impl Default for Room {
    fn default() -> Room {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Room {
            bodies: Space::of(BODIES),
            files: Space::of(FILES),
            answers: Space::of(ANSWERS),
            cores: Arc::new(Semaphore::new(cores)),
        }
    }
}

impl Room {
    /// Runs work that takes a core for tens of milliseconds or longer, such as drawing a certificate, where it holds up no
    /// other request, and no more of it at a time than there are cores.
    ///
    /// # Errors
    /// [`Error::Unavailable`]: too much of it is waiting.
    pub async fn on_a_core<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Error> {
        let core = tokio::time::timeout(PATIENCE, Arc::clone(&self.cores).acquire_owned()).await;
        let core = core.map_err(|_| Error::Unavailable("too much is waiting for a core".to_owned()))?;
        let done = actix_web::web::block(move || {
            let _core = core;
            work()
        });
        done.await.map_err(|error| Error::Internal(error.to_string()))
    }
}

/// Takes room for the body of a request, until the request is answered: as many bytes as it announces, or as it may have.
///
/// # Errors
/// [`Error::Unavailable`]: there is none.
pub fn take_for_body(request: &HttpRequest, announced: Option<usize>, most: usize) -> Result<(), Error> {
    // An application without it takes what comes.
    let Some(room) = request.app_data::<Data<Room>>() else {
        return Ok(());
    };
    let bytes = announced.unwrap_or(most).min(most);
    let space = if bytes > MOST_BYTES { &room.files } else { &room.bodies };
    let taken = space.take(bytes);
    let taken = taken.ok_or_else(|| Error::Unavailable("too many bodies are being received".to_owned()))?;
    request.extensions_mut().insert(taken);
    Ok(())
}

/// Sends a large answer only where there is room for it, which it holds until it was taken.
pub async fn bound_answers(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let response = next.call(request).await?.map_into_boxed_body();
    let BodySize::Sized(size) = response.response().body().size() else {
        return Ok(response);
    };
    let space = response
        .request()
        .app_data::<Data<Room>>()
        .map(|room| room.answers.clone());
    let Some(space) = space.filter(|_| size > SMALL) else {
        return Ok(response);
    };
    if let Some(taken) = space.take(usize::try_from(size).unwrap_or(usize::MAX)) {
        Ok(response.map_body(|_, body| BoxBody::new(Held { body, _taken: taken })))
    } else {
        let busy = Error::Unavailable("too many large answers are on their way".to_owned());
        Ok(response.error_response(busy))
    }
}

/// A body with the room that it takes.
struct Held {
    body: BoxBody,
    _taken: Taken,
}

impl MessageBody for Held {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        Pin::new(&mut self.body).poll_next(context)
    }
}

/// Tells how much room is taken, and how much there is.
impl Collector for Room {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let spaces = [
            ("bodies", &self.bodies),
            ("files", &self.files),
            ("answers", &self.answers),
        ];
        for (name, help, figure) in [
            (
                "room_bytes",
                "Bytes of bodies and large answers under way",
                Space::in_use as fn(&Space) -> usize,
            ),
            ("room_bytes_max", "Bytes that there is room for", |space| {
                space.most * UNIT
            }),
        ] {
            let mut family = encoder.encode_descriptor(name, help, None, MetricType::Gauge)?;
            for (of, space) in spaces {
                let gauge = ConstGauge::new(figure(space));
                gauge.encode(family.encode_family(&[("of", of)])?)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use crate::web::room::*;

    #[test]
    fn bodies_find_room_until_there_is_none_and_give_it_back() {
        let room = Data::new(Room::default());
        let request = || TestRequest::default().app_data(room.clone()).to_http_request();
        let large = 10 << 20;
        let held: Vec<HttpRequest> = std::iter::repeat_with(request)
            .take_while(|request| take_for_body(request, None, large).is_ok())
            .collect();
        assert_eq!(held.len(), 6);
        assert_eq!(room.files.in_use(), 60 << 20);
        assert!(
            take_for_body(&request(), Some(100), large).is_ok(),
            "small ones have their own"
        );
        let refusal = take_for_body(&request(), Some(large), large).unwrap_err();
        assert_eq!((refusal.code(), refusal.retry_after()), ("unavailable", Some("1")));
        drop(held);
        assert!(take_for_body(&request(), Some(large), large).is_ok());
        assert_eq!(room.files.in_use(), 0);
    }

    #[actix_web::test]
    async fn work_waits_for_a_core() {
        let room = Room::default();
        let cores = u32::try_from(room.cores.available_permits()).unwrap();
        let all = Arc::clone(&room.cores).acquire_many_owned(cores).await.unwrap();
        let (work, freed) = (room.on_a_core(|| 7), async move { drop(all) });
        assert_eq!(futures_util::future::join(work, freed).await.0.unwrap(), 7);
    }
}
