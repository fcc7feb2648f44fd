//! Figures of the requests: how many, how long, and what was refused, by operation. A label is a word of the document or of
//! the service's own lists, never anything that was sent: so there are as many series as there are routes, and none that
//! tells of a person.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};
use std::time::Duration;

use actix_web::http::{Method, StatusCode};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use serde_json::Value;

use crate::values::error::{INTERNAL, UNAVAILABLE};
use crate::web::rate_limit::TOO_MANY_REQUESTS;

/// The bounds of what a request takes, in seconds: a read takes one or two milliseconds, a write one sync of the disk, a
/// draw or a certificate tenths of a second; five seconds are the longest wait for a connection.
const BOUNDS: [f64; 10] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.1, 0.25, 1.0, 2.5, 5.0];

/// The requests that were answered and those that are at work.
#[derive(Debug)]
pub struct RequestMetrics {
    /// The ids of the operations, by the pattern of their path and their method.
    operations: HashMap<String, HashMap<String, Arc<str>>>,
    /// The series of what was asked for before, by the same: what a request costs is to find its own.
    known: RwLock<HashMap<String, ByMethod>>,
    answered: Family<Answered, Counter>,
    durations: Family<Timed, Histogram, fn() -> Histogram>,
    in_flight: Gauge,
    repeated: Counter,
    problems: Family<Problem, Counter>,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Answered {
    operation: Arc<str>,
    method: &'static str,
    status: &'static str,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Timed {
    operation: Arc<str>,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct Problem {
    code: &'static str,
}

/// The series of a path, each with its method.
type ByMethod = Vec<(&'static str, Arc<Series>)>;

/// The series of an operation.
#[derive(Debug)]
struct Series {
    operation: Arc<str>,
    duration: Histogram,
    /// The answers by [`CLASSES`], each class counted from its first on.
    answered: [OnceLock<Counter>; CLASSES.len()],
}

/// A request that is at work, until it is dropped.
pub struct InFlight(Gauge);

impl Drop for InFlight {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl RequestMetrics {
    /// The figures of the operations of that document.
    pub fn of(document: &Value) -> RequestMetrics {
        let ids = |item: &Value| {
            let operations = item.as_object().into_iter().flatten();
            let ids = operations.filter_map(|(method, operation)| {
                let id = operation["operationId"].as_str()?;
                Some((method.to_ascii_uppercase(), Arc::from(id)))
            });
            ids.collect()
        };
        let paths = document["paths"].as_object().into_iter().flatten();
        let problems = Family::<Problem, Counter>::default();
        // So that an alert finds a number before the first.
        for kind in [&INTERNAL, &UNAVAILABLE, &TOO_MANY_REQUESTS] {
            problems.get_or_create(&Problem { code: kind.code }).inc_by(0);
        }
        RequestMetrics {
            operations: paths.map(|(path, item)| (path.clone(), ids(item))).collect(),
            known: RwLock::default(),
            answered: Family::default(),
            durations: Family::new_with_constructor(|| Histogram::new(BOUNDS)),
            in_flight: Gauge::default(),
            repeated: Counter::default(),
            problems,
        }
    }

    /// Adds the figures to those that are told.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Requests that were answered, by the operation's id, or the pattern of a page's path";
        registry.register("requests", help, self.answered.clone());
        let help = "The time until an answer was ready to be sent";
        registry.register_with_unit("request_duration", help, Unit::Seconds, self.durations.clone());
        registry.register("requests_in_flight", "Requests at work", self.in_flight.clone());
        let help = "Requests that were answered with what was kept from before, since nothing had changed";
        registry.register("requests_repeated", help, self.repeated.clone());
        let help = "Problems that were answered, by code; too-many-requests are the refusals of the rate limits";
        registry.register("problems", help, self.problems.clone());
    }

    /// A request begins.
    pub fn begun(&self) -> InFlight {
        self.in_flight.inc();
        InFlight(self.in_flight.clone())
    }

    /// A request was answered with what was kept.
    pub fn repeated(&self) {
        self.repeated.inc();
    }

    /// A request was answered.
    pub fn answered(
        &self,
        method: &Method,
        route: &str,
        status: StatusCode,
        code: Option<&'static str>,
        took: Duration,
    ) {
        let method = known(method);
        let series = self.find(method, route).unwrap_or_else(|| self.add(method, route));
        series.duration.observe(took.as_secs_f64());
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES.len()) - 1;
        let answered = || {
            let operation = Arc::clone(&series.operation);
            let status = CLASSES[class];
            self.answered.get_or_create_owned(&Answered {
                operation,
                method,
                status,
            })
        };
        series.answered[class].get_or_init(answered).inc();
        if let Some(code) = code {
            self.problems.get_or_create(&Problem { code }).inc();
        }
    }

    fn find(&self, method: &str, route: &str) -> Option<Arc<Series>> {
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let mut methods = known.get(route)?.iter();
        methods
            .find(|(of, _)| *of == method)
            .map(|(_, series)| Arc::clone(series))
    }

    /// Adds the series of a route, of which there are as many as the service has: what matches none is one of them.
    fn add(&self, method: &'static str, route: &str) -> Arc<Series> {
        let id = self
            .operations
            .get(route)
            .and_then(|ids| ids.get(if method == "HEAD" { "GET" } else { method }));
        let operation = id.map_or_else(|| Arc::from(route), Arc::clone);
        let timed = Timed {
            operation: Arc::clone(&operation),
        };
        let series = Arc::new(Series {
            operation,
            duration: self.durations.get_or_create_owned(&timed),
            answered: Default::default(),
        });
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let methods = known.entry(route.to_owned()).or_default();
        methods.push((method, Arc::clone(&series)));
        series
    }
}

/// The classes of status, in their order.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// A method, unless the caller made it up.
fn known(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "HEAD" => "HEAD",
        "POST" => "POST",
        "PUT" => "PUT",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}
