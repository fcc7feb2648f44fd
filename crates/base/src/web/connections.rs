//! Limits on how long a connection may be held.
//!
//! The server limits how long the head of a request may take to come, and `web/body.rs` how long its body may.
//! Nothing there limits how long an answer may take to go: who asks for much and takes nothing of it would hold a
//! connection and its answer for ever. So every connection notes when a piece of its answer was last taken, and those
//! for which that is too long ago are ended.
//!
//! There are only so many of them. When three quarters are taken, an answer is the last of its connection, and those on
//! which nothing goes on are ended: so whoever comes finds a place. The next wait before the door, in the system's queue.

use std::any::Any;
use std::net::{Shutdown, TcpStream};
use std::os::fd::AsFd;
use std::pin::Pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Extensions, ServiceRequest, ServiceResponse};
use actix_web::http::ConnectionType;
use actix_web::middleware::Next;
use actix_web::rt::net::TcpStream as Stream;
use actix_web::web::Bytes;
use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric};
use prometheus_client::metrics::gauge::ConstGauge;

/// The times for which a connection waits for the other side.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// The time in which the head of the first request must come.
    pub head: Duration,
    /// The time in which a body must come: 256 KiB pass in the preset at 9 kB a second. Files have longer.
    pub body: Duration,
    /// The time for which a connection is kept open between two requests.
    pub idle: Duration,
    /// The time in which a piece of an answer must be taken.
    pub answer: Duration,
    /// The time in which the other side must close.
    pub close: Duration,
}

impl Default for ConnectionLimits {
    fn default() -> ConnectionLimits {
        ConnectionLimits {
            // It fits into a few packets, of which some may be lost and sent again.
            head: Duration::from_secs(10),
            body: Duration::from_secs(30),
            // Longer than those who ask keep theirs, so that none of them sends a request into a connection that is just being
            // closed: nginx keeps one for a minute, libraries of Go and Rust for 90 seconds, Caddy for two minutes.
            idle: Duration::from_secs(130),
            // A kilobyte a second is enough.
            answer: Duration::from_mins(1),
            // Who is still sending what was refused reads the refusal in it.
            close: Duration::from_secs(5),
        }
    }
}

/// A piece of an answer. What was taken of it is known no closer, and no more of it waits in a connection's own buffer.
const PIECE: usize = 64 * 1024;

/// The most connections at a time: ten times what a federation's busiest evening has, each with up to 200 kB of the server's
/// own buffers.
const MOST: usize = 2048;

/// The file descriptors that are left for other things: the records, the log, and connections of which the system still
/// says goodbye.
const RESERVED: usize = 64;

/// The time for which a connection may lie idle while there are too many: a browser that has a page asks for its pictures
/// in it.
const IDLE_IN_A_CROWD: Duration = Duration::from_secs(10);

/// The connections that are open.
#[derive(Clone, Debug)]
pub struct Connections {
    open: Arc<Mutex<Vec<Weak<Connection>>>>,
    count: Arc<AtomicUsize>,
    most: usize,
}

impl Default for Connections {
    fn default() -> Connections {
        // Each takes two file descriptors: the server's, and the handle by which it can be ended.
        let most = file_descriptors().map_or(MOST, |limit| (limit.saturating_sub(RESERVED) / 2).clamp(RESERVED, MOST));
        Connections {
            open: Arc::default(),
            count: Arc::default(),
            most,
        }
    }
}

/// The file descriptors that the process may have, where the system says so.
fn file_descriptors() -> Option<usize> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// A connection among those that are counted, until it is dropped.
struct Place(Connections);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.count.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Connections {
    /// The most that each of so many workers takes.
    pub fn most_of_a_worker(&self, workers: usize) -> usize {
        (self.most / workers.max(1)).max(1)
    }

    fn are_crowded(&self) -> bool {
        self.count.load(Ordering::Relaxed) >= self.most / 4 * 3
    }

    /// Adds a connection that was just made.
    pub fn add(&self, stream: &dyn Any, extensions: &mut Extensions) {
        self.count.fetch_add(1, Ordering::Relaxed);
        extensions.insert(Arc::new(Place(self.clone())));
        let stream = stream.downcast_ref::<Stream>();
        let handle = stream.map(|stream| stream.as_fd().try_clone_to_owned());
        // Without a handle, where the system has none left, it is served and not watched.
        if let Some(Ok(handle)) = handle {
            let connection = Arc::new(Connection {
                socket: TcpStream::from(handle),
                answer: Mutex::new(Answer::Awaited),
            });
            let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
            open.push(Arc::downgrade(&connection));
            extensions.insert(connection);
        }
    }

    /// Ends connections that are stuck, from time to time, as long as the service runs.
    pub async fn watch(self, limits: ConnectionLimits) {
        // So often that a limit is kept to a tenth.
        let mut times = tokio::time::interval(limits.answer / 10);
        loop {
            times.tick().await;
            let ended = self.end_stuck(Instant::now(), &limits);
            if ended > 0 {
                tracing::info!(ended, "ended connections of which the answer was not taken");
            }
        }
    }

    fn end_stuck(&self, now: Instant, limits: &ConnectionLimits) -> usize {
        let is_crowded = self.are_crowded();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|connection| connection.strong_count() > 0);
        let stuck = open.iter().filter_map(Weak::upgrade);
        let stuck = stuck.filter(|connection| {
            let answer = connection.answer();
            answer.is_stuck(now, limits) || is_crowded && answer.is_idle(now) && !connection.has_come()
        });
        // The server's own half meets the end of the stream, and lets go of it and of the answer.
        stuck
            .filter(|connection| connection.socket.shutdown(Shutdown::Both).is_ok())
            .count()
    }
}

impl Collector for Connections {
    fn encode(&self, mut encoder: DescriptorEncoder) -> Result<(), std::fmt::Error> {
        let open = self.count.load(Ordering::Relaxed);
        for (name, help, figure) in [
            ("connections", "Connections that are open", open),
            ("connections_max", "The most connections that are taken", self.most),
        ] {
            let gauge = ConstGauge::new(figure);
            gauge.encode(encoder.encode_descriptor(name, help, None, gauge.metric_type())?)?;
        }
        Ok(())
    }
}

/// A connection: a handle by which it can be ended, and how its latest answer fares.
#[derive(Debug)]
struct Connection {
    socket: TcpStream,
    answer: Mutex<Answer>,
}

impl Connection {
    fn answer(&self) -> Answer {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether something has come that was not read yet: a request, of which the end of the connection would be the only answer.
    fn has_come(&self) -> bool {
        // The server reads what there is and waits for nothing, and so does whoever has the same socket.
        let looked = self
            .socket
            .set_nonblocking(true)
            .and_then(|()| self.socket.peek(&mut [0]));
        looked.is_ok_and(|bytes| bytes > 0)
    }

    fn note(&self, answer: Answer) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = answer;
    }
}

/// The latest answer of a connection.
#[derive(Clone, Copy, Debug)]
enum Answer {
    /// None yet, or the request is at work.
    Awaited,
    /// There is more of it than what was taken until then.
    Taken(Instant),
    /// The last piece was handed over then, and no other request has come.
    Given(Instant),
}

impl Answer {
    /// Whether nothing goes on.
    fn is_idle(self, now: Instant) -> bool {
        matches!(self, Answer::Given(since) if now.duration_since(since) > IDLE_IN_A_CROWD)
    }

    fn is_stuck(self, now: Instant, limits: &ConnectionLimits) -> bool {
        match self {
            Answer::Awaited => false,
            Answer::Taken(since) => now.duration_since(since) > limits.answer,
            // The server itself closes what is idle: this is not, but has the last piece still to go, or half a request.
            Answer::Given(since) => now.duration_since(since) > limits.idle + limits.answer,
        }
    }
}

/// Notes on the connection when the request came, and when a piece of the answer is taken.
pub async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let Some(connection) = request.conn_data::<Arc<Connection>>().map(Arc::clone) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    connection.note(Answer::Awaited);
    let response = next.call(request).await;
    connection.note(Answer::Given(Instant::now()));
    let mut response = response?;
    let place = response.request().conn_data::<Arc<Place>>();
    if place.is_some_and(|place| place.0.are_crowded()) {
        let head = response.response_mut().head_mut();
        head.set_connection_type(ConnectionType::Close);
    }
    Ok(response.map_body(|_, body| BoxBody::new(Pieces::new(body.boxed(), connection))))
}

/// A body in pieces, which notes whenever one of them is taken.
struct Pieces {
    size: BodySize,
    body: BoxBody,
    /// The part that is at hand and was not taken yet.
    rest: Bytes,
    connection: Arc<Connection>,
}

impl Pieces {
    fn new(body: BoxBody, connection: Arc<Connection>) -> Pieces {
        Pieces {
            size: body.size(),
            body,
            rest: Bytes::new(),
            connection,
        }
    }
}

impl MessageBody for Pieces {
    type Error = <BoxBody as MessageBody>::Error;

    fn size(&self) -> BodySize {
        self.size
    }

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            match ready!(Pin::new(&mut self.body).poll_next(context)) {
                Some(Ok(bytes)) => self.rest = bytes,
                end => {
                    self.connection.note(Answer::Given(Instant::now()));
                    return Poll::Ready(end);
                }
            }
        }
        self.connection.note(Answer::Taken(Instant::now()));
        let piece = self.rest.len().min(PIECE);
        Poll::Ready(Some(Ok(self.rest.split_to(piece))))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;
    use std::net::TcpListener;

    use crate::web::connections::*;

    fn connection() -> Arc<Connection> {
        connection_to(&TcpListener::bind("127.0.0.1:0").unwrap())
    }

    /// A connection to somebody who listens; once nobody does, there is nothing of it left to be ended.
    fn connection_to(listener: &TcpListener) -> Arc<Connection> {
        Arc::new(Connection {
            socket: TcpStream::connect(listener.local_addr().unwrap()).unwrap(),
            answer: Mutex::new(Answer::Awaited),
        })
    }

    /// Whether the connection would be ended so many seconds from now.
    fn is_stuck_in(connection: &Connection, seconds: u64) -> bool {
        let (limits, now) = (ConnectionLimits::default(), Instant::now());
        connection
            .answer()
            .is_stuck(now + Duration::from_secs(seconds), &limits)
    }

    #[test]
    fn an_answer_must_go_on_and_a_request_may_come_later() {
        let connection = connection();
        assert!(!is_stuck_in(&connection, 1_000_000));
        connection.note(Answer::Taken(Instant::now()));
        assert!(!is_stuck_in(&connection, 59));
        assert!(is_stuck_in(&connection, 61));
        connection.note(Answer::Given(Instant::now()));
        assert!(!is_stuck_in(&connection, 130 + 59));
        assert!(is_stuck_in(&connection, 130 + 61));
    }

    #[test]
    fn a_body_is_handed_over_in_pieces_each_of_which_is_noted() {
        let connection = connection();
        let whole: Bytes = vec![b'x'; 2 * PIECE + 1].into();
        let mut body = Pieces::new(BoxBody::new(whole.clone()), Arc::clone(&connection));
        assert_eq!(body.size(), BodySize::Sized(whole.len() as u64));
        let mut context = Context::from_waker(std::task::Waker::noop());
        for size in [PIECE, PIECE, 1] {
            connection.note(Answer::Awaited);
            let Poll::Ready(Some(Ok(piece))) = Pin::new(&mut body).poll_next(&mut context) else {
                panic!("a piece of {size} bytes is missing");
            };
            assert_eq!(piece.len(), size);
            assert!(matches!(connection.answer(), Answer::Taken(_)));
        }
        assert!(matches!(Pin::new(&mut body).poll_next(&mut context), Poll::Ready(None)));
        assert!(matches!(connection.answer(), Answer::Given(_)));
    }

    #[test]
    fn connections_that_are_gone_are_forgotten() {
        let (connections, connection) = (Connections::default(), connection());
        let open = || connections.open.lock().unwrap().len();
        connections.open.lock().unwrap().push(Arc::downgrade(&connection));
        let limits = ConnectionLimits::default();
        assert_eq!((connections.end_stuck(Instant::now(), &limits), open()), (0, 1));
        drop(connection);
        assert_eq!((connections.end_stuck(Instant::now(), &limits), open()), (0, 0));
    }

    #[test]
    fn in_a_crowd_those_on_which_nothing_goes_on_are_ended() {
        let connections = Connections {
            most: 4,
            ..Connections::default()
        };
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let idle = connection_to(&listener);
        idle.note(Answer::Given(Instant::now()));
        connections.open.lock().unwrap().push(Arc::downgrade(&idle));
        let limits = ConnectionLimits::default();
        let soon = Instant::now() + Duration::from_secs(11);
        let mut extensions = Extensions::new();
        connections.add(&(), &mut extensions);
        let mut others = [Extensions::new(), Extensions::new()];
        connections.add(&(), &mut others[0]);
        assert_eq!(
            (connections.are_crowded(), connections.end_stuck(soon, &limits)),
            (false, 0)
        );
        connections.add(&(), &mut others[1]);
        assert_eq!(
            (connections.are_crowded(), connections.end_stuck(soon, &limits)),
            (true, 1)
        );
        // One on which a request has just come is not among them.
        let (_idle, asked) = (listener.accept().unwrap(), connection_to(&listener));
        asked.note(Answer::Given(Instant::now()));
        connections.open.lock().unwrap().push(Arc::downgrade(&asked));
        let (mut asking, _) = listener.accept().unwrap();
        asking.write_all(b"POST /v1/games HTTP/1.1\r\n").unwrap();
        asked.socket.peek(&mut [0]).unwrap();
        drop(idle);
        assert_eq!(connections.end_stuck(soon, &limits), 0);
        assert!(asked.socket.peer_addr().is_ok(), "it is answered");
        drop(extensions);
        assert!(!connections.are_crowded(), "a place is given back");
    }

    #[test]
    fn there_are_as_many_as_the_system_lets_there_be() {
        let most = Connections::default().most;
        assert!((RESERVED..=MOST).contains(&most));
        assert_eq!(Connections::default().most_of_a_worker(2), most / 2);
        assert!(file_descriptors().is_some_and(|limit| limit > RESERVED));
    }
}
