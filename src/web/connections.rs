//! Limits on how long a connection may be held.
//!
//! The server limits how long the head of a request may take to come, and `web/body.rs` how long its body may.
//! Nothing there limits how long an answer may take to go: who asks for much and takes nothing of it would hold a
//! connection and its answer for ever. So every connection notes when a piece of its answer was last taken, and those
//! for which that is too long ago are ended.

use std::any::Any;
use std::net::{Shutdown, TcpStream};
use std::os::fd::AsFd;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Extensions, ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::rt::net::TcpStream as Stream;
use actix_web::web::Bytes;

/// The times for which a connection waits for the other side.
#[derive(Debug, Clone, Copy)]
pub struct ConnectionLimits {
    /// The time in which the head of the first request must come.
    pub head: Duration,
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
            // Longer than the minute for which servers that stand before this one keep theirs, so that none of them sends a
            // request into a connection that is just being closed.
            idle: Duration::from_secs(75),
            // A kilobyte a second is enough.
            answer: Duration::from_mins(1),
            // Who is still sending what was refused reads the refusal in it.
            close: Duration::from_secs(5),
        }
    }
}

/// A piece of an answer. What was taken of it is known no closer, and no more of it waits in a connection's own buffer.
const PIECE: usize = 64 * 1024;

/// The connections that are open.
#[derive(Clone, Default)]
pub(crate) struct Connections(Arc<Mutex<Vec<Weak<Connection>>>>);

impl Connections {
    /// Adds a connection that was just made.
    pub(crate) fn add(&self, stream: &dyn Any, extensions: &mut Extensions) {
        let stream = stream.downcast_ref::<Stream>();
        let handle = stream.map(|stream| stream.as_fd().try_clone_to_owned());
        // Without a handle, where the system has none left, it is served and not watched.
        if let Some(Ok(handle)) = handle {
            let connection = Arc::new(Connection {
                socket: TcpStream::from(handle),
                answer: Mutex::new(Answer::Awaited),
            });
            let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            open.push(Arc::downgrade(&connection));
            extensions.insert(connection);
        }
    }

    /// Ends connections that are stuck, from time to time, as long as the service runs.
    pub(crate) async fn watch(self, limits: ConnectionLimits) {
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
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        open.retain(|connection| connection.strong_count() > 0);
        let stuck = open.iter().filter_map(Weak::upgrade);
        let stuck = stuck.filter(|connection| connection.answer().is_stuck(now, limits));
        // The server's own half meets the end of the stream, and lets go of it and of the answer.
        stuck
            .filter(|connection| connection.socket.shutdown(Shutdown::Both).is_ok())
            .count()
    }
}

/// A connection: a handle by which it can be ended, and how its latest answer fares.
struct Connection {
    socket: TcpStream,
    answer: Mutex<Answer>,
}

impl Connection {
    fn answer(&self) -> Answer {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, answer: Answer) {
        *self.answer.lock().unwrap_or_else(PoisonError::into_inner) = answer;
    }
}

/// The latest answer of a connection.
#[derive(Clone, Copy)]
enum Answer {
    /// None yet, or the request is at work.
    Awaited,
    /// There is more of it than what was taken until then.
    Taken(Instant),
    /// The last piece was handed over then, and no other request has come.
    Given(Instant),
}

impl Answer {
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
pub(crate) async fn observe(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let Some(connection) = request.conn_data::<Arc<Connection>>().map(Arc::clone) else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    connection.note(Answer::Awaited);
    let response = next.call(request).await;
    connection.note(Answer::Given(Instant::now()));
    Ok(response?.map_body(|_, body| BoxBody::new(Pieces::new(body.boxed(), connection))))
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
    use std::net::TcpListener;

    use crate::web::connections::*;

    fn connection() -> Arc<Connection> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
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
        assert!(!is_stuck_in(&connection, 75 + 59));
        assert!(is_stuck_in(&connection, 75 + 61));
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
        let open = || connections.0.lock().unwrap().len();
        connections.0.lock().unwrap().push(Arc::downgrade(&connection));
        let limits = ConnectionLimits::default();
        assert_eq!((connections.end_stuck(Instant::now(), &limits), open()), (0, 1));
        drop(connection);
        assert_eq!((connections.end_stuck(Instant::now(), &limits), open()), (0, 0));
    }
}
