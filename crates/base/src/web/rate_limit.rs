//! Limits on how often somebody may ask, and what is told of them: `RateLimit-Policy` and `RateLimit`, as
//! draft-ietf-httpapi-ratelimit-headers has them. They are those of one instance, but of what must not be guessed all instances count
//! together.
//!
//! A request of the API counts for the token that it brings, or else for the network that it comes from. What is answered as
//! before counts for nobody, and neither does what is made anew since something has changed: a hall full of telephones that
//! follow one tournament stands behind one address. What must not be guessed is counted beside that.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpMessage, HttpRequest};
use clap::Args;
use governor::clock::Clock as Ticking;
use governor::middleware::StateInformationMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{self, Quota};

use crate::db::freshness::is_passing;
use crate::db::tries::{self, Key, Tally};
use crate::db::{Conn, Database};
use crate::values::clock::Clock;
use crate::values::error::{Error, Problem};
use crate::values::id::Id;
use crate::web::operations::routed_path;

crate::problem_kinds! {
    TOO_MANY_REQUESTS = 429 "too-many-requests", "Too many requests",
        "A token, or an address without one, may ask so often a minute, and what must not be guessed is answered less often still; after wrong passwords there are pauses. \
         `RateLimit` tells how often you may go on. Wait for the seconds in `Retry-After`.";
}

/// The headers that tell of limits: each policy, and what is left by it.
pub const HEADERS: [&str; 2] = ["ratelimit-policy", "ratelimit"];

/// The seconds over which requests are counted.
const WINDOW: u32 = 60;

/// The settings of how often somebody may ask.
#[derive(Debug, Clone, Copy, Args)]
pub struct RateLimitSettings {
    /// The number of requests a minute of one token
    #[arg(long, env = "TOKENS_A_MINUTE", default_value_t = RateLimitSettings::default().tokens_a_minute)]
    pub tokens_a_minute: NonZeroU32,

    /// The number of new answers a minute to one address that brings no token
    #[arg(long, env = "STRANGERS_A_MINUTE", default_value_t = RateLimitSettings::default().strangers_a_minute)]
    pub strangers_a_minute: NonZeroU32,

    /// The number of times a minute that one address may ask whether a certificate is good
    #[arg(long, env = "ASKS_A_MINUTE", default_value_t = RateLimitSettings::default().asks_a_minute)]
    pub asks_a_minute: NonZeroU32,

    /// The number of times a minute that one address may try to sign in
    #[arg(long, env = "SIGN_INS_A_MINUTE", default_value_t = RateLimitSettings::default().sign_ins_a_minute)]
    pub sign_ins_a_minute: NonZeroU32,

    /// The number of your own proxies that stand before the service, each of which adds to X-Forwarded-For.
    #[arg(help = "How many proxies of your own stand before the service, each of which adds to X-Forwarded-For")]
    #[arg(long, env = "PROXIES", default_value_t = RateLimitSettings::default().proxies)]
    pub proxies: u8,
}

impl Default for RateLimitSettings {
    fn default() -> RateLimitSettings {
        RateLimitSettings {
            tokens_a_minute: NonZeroU32::MIN.saturating_add(1_199),
            strangers_a_minute: NonZeroU32::MIN.saturating_add(119),
            asks_a_minute: NonZeroU32::MIN.saturating_add(59),
            sign_ins_a_minute: NonZeroU32::MIN.saturating_add(59),
            proxies: 0,
        }
    }
}

impl RateLimitSettings {
    /// Nobody is kept from asking.
    #[must_use]
    pub fn unlimited() -> RateLimitSettings {
        RateLimitSettings {
            tokens_a_minute: NonZeroU32::MAX,
            strangers_a_minute: NonZeroU32::MAX,
            asks_a_minute: NonZeroU32::MAX,
            sign_ins_a_minute: NonZeroU32::MAX,
            proxies: 0,
        }
    }
}

/// The service's own clock, as the limiters ask for it: it never goes back, since nobody may be kept out by a clock that was
/// put right.
#[derive(Clone)]
struct Ticks {
    clock: Clock,
    last: Arc<Mutex<LastTick>>,
}

/// The time at which somebody asked last, and by how much it was ahead of the clock.
#[derive(Default)]
struct LastTick {
    at: Duration,
    ahead: Duration,
}

impl Ticks {
    fn of(clock: Clock) -> Ticks {
        Ticks {
            clock,
            last: Arc::default(),
        }
    }
}

impl Ticking for Ticks {
    /// The time since 1970, or a little more.
    type Instant = Duration;

    fn now(&self) -> Duration {
        let seconds = u64::try_from(self.clock.now().unix_seconds()).unwrap_or_default();
        let last = &mut *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Duration::from_secs(seconds) + last.ahead;
        last.ahead += last.at.saturating_sub(now);
        last.at = last.at.max(now);
        last.at
    }
}

/// The part of a limit that is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Allowance {
    pub policy: &'static str,
    pub a_minute: NonZeroU32,
    pub left: u32,
    /// The seconds until all is left again; of a refusal, until the next.
    pub seconds: u64,
}

impl Allowance {
    /// The items of the two headers.
    pub fn items(self) -> [(&'static str, String); 2] {
        let Allowance {
            policy,
            a_minute,
            left,
            seconds,
        } = self;
        let [policies, rest] = HEADERS;
        [
            (policies, format!("\"{policy}\";q={a_minute};w={WINDOW}")),
            (rest, format!("\"{policy}\";r={left};t={seconds}")),
        ]
    }

    /// Adds the two items to those that other limits have put there.
    fn tell(self, headers: &mut HeaderMap) {
        for (name, item) in self.items() {
            if let Ok(item) = HeaderValue::from_str(&item) {
                headers.append(HeaderName::from_static(name), item);
            }
        }
    }
}

/// Limits by which a request has counted.
struct Counted(Vec<Allowance>);

/// The requests of late, by whom they are counted for.
struct Limit<K: Hash + Eq + Clone> {
    policy: &'static str,
    a_minute: NonZeroU32,
    limiter: governor::RateLimiter<K, HashMapStateStore<K>, Ticks, StateInformationMiddleware>,
}

/// The number of addresses or tokens that are remembered before those are forgotten that have not asked lately.
const MANY: usize = 10_000;

impl<K: Hash + Eq + Clone> Limit<K> {
    fn new(policy: &'static str, a_minute: NonZeroU32, clock: &Ticks) -> Limit<K> {
        let limiter = governor::RateLimiter::hashmap_with_clock(Quota::per_minute(a_minute), clock.clone());
        Limit {
            policy,
            a_minute,
            limiter: limiter.with_middleware(),
        }
    }

    /// Counts a request, and notes with it what is left.
    fn ask(&self, request: &impl HttpMessage, key: &K) -> Result<(), Error> {
        if self.limiter.len() > MANY {
            self.limiter.retain_recent();
        }
        let (left, seconds, outcome) = match self.limiter.check_key(key) {
            Ok(state) => {
                let left = state.remaining_burst_capacity();
                let used = u64::from(self.a_minute.get().saturating_sub(left));
                let whole = (used * u64::from(WINDOW)).div_ceil(u64::from(self.a_minute.get()));
                (left, whole, Ok(()))
            }
            Err(until) => {
                let seconds = until.wait_time_from(self.limiter.clock().now()).as_secs() + 1;
                (0, seconds, Err(too_many(seconds).into()))
            }
        };
        let allowance = Allowance {
            policy: self.policy,
            a_minute: self.a_minute,
            left,
            seconds,
        };
        note(request, allowance);
        outcome
    }
}

/// Notes with a request a limit by which it has counted.
fn note(request: &impl HttpMessage, allowance: Allowance) {
    let mut extensions = request.extensions_mut();
    match extensions.get_mut::<Counted>() {
        Some(counted) => counted.0.push(allowance),
        None => {
            extensions.insert(Counted(vec![allowance]));
        }
    }
}

/// The guesses of late, as the records count them.
struct Guesses {
    a_minute: NonZeroU32,
    records: Database,
    clock: Clock,
}

impl Guesses {
    /// Counts a request, and notes with it what is left.
    async fn ask(&self, request: &HttpRequest) -> Result<(), Error> {
        let key = Key::of(&format!("guesses from {}", network_of(request)));
        let (left, seconds, outcome) = match self.count(key).await? {
            Ok((left, seconds)) => (left, seconds, Ok(())),
            Err(wait) => (0, wait, Err(too_many(wait).into())),
        };
        let allowance = Allowance {
            policy: "guess",
            a_minute: self.a_minute,
            left,
            seconds: u64::try_from(seconds).unwrap_or_default(),
        };
        note(request, allowance);
        outcome
    }

    /// The guesses that are left and the seconds until there are all again; or the seconds to wait.
    async fn count(&self, key: Key) -> Result<Result<(u32, i64), i64>, Error> {
        let (now, most, keys) = (self.clock.now().unix_seconds(), self.a_minute, [key]);
        let one_more = move |found: BTreeMap<Key, Tally>| {
            let tally = found.into_values().next().unwrap_or_default();
            tally.one_more_this_minute(most, now)
        };
        // Whoever is refused writes nothing: a flood of them holds up no writer.
        let asked = keys.clone();
        let seen = self.records.read(move |c| tries::find(c, &asked)).await?;
        if let Err(wait) = one_more(seen) {
            return Ok(Err(wait));
        }
        let count = move |c: &mut Conn| -> Result<Result<(u32, i64), i64>, Error> {
            let (tally, left) = match one_more(tries::lock(c, &keys)?) {
                Ok(counted) => counted,
                Err(wait) => return Ok(Err(wait)),
            };
            let [key] = &keys;
            tries::keep(c, key, tally)?;
            Ok(Ok(left))
        };
        self.records.tidy_up(count).await
    }
}

/// The limits, and the requests of late.
pub struct RateLimiter {
    tokens: Limit<Id>,
    strangers: Limit<IpAddr>,
    guesses: Guesses,
    proxies: u8,
}

impl RateLimiter {
    /// The limits as they are settled, by that clock.
    pub fn new(settings: RateLimitSettings, records: Database, clock: Clock) -> RateLimiter {
        let guesses = Guesses {
            a_minute: settings.asks_a_minute,
            records,
            clock: clock.clone(),
        };
        let clock = Ticks::of(clock);
        RateLimiter {
            tokens: Limit::new("token", settings.tokens_a_minute, &clock),
            strangers: Limit::new("stranger", settings.strangers_a_minute, &clock),
            guesses,
            proxies: settings.proxies,
        }
    }
}

/// The session, the application or the personal token by which somebody has shown who they are, noted with a request.
pub struct TokenHolder(pub Id);

/// A note with a request: somebody has been answered it before, and what it was made of has changed.
pub struct AskedBefore;

/// Counts a request of the API, and tells with each answer what is left of the limits by which it counted.
pub async fn limit(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let mut response = match admit(&request) {
        Ok(()) => next.call(request).await?.map_into_boxed_body(),
        Err(refusal) => request.error_response(refusal),
    };
    let counted = response.request().extensions_mut().remove::<Counted>();
    for allowance in counted.into_iter().flat_map(|counted| counted.0) {
        allowance.tell(response.headers_mut());
    }
    Ok(response)
}

fn admit(request: &ServiceRequest) -> Result<(), Error> {
    let limits = request.app_data::<Data<RateLimiter>>();
    // Signing in has a limit of its own: no crowd of readers keeps an official in the same hall from it.
    let path = routed_path(request.request());
    let counts = path.starts_with("/v1/") && !path.starts_with("/v1/tokens");
    let Some(limits) = limits.filter(|_| counts) else {
        return Ok(());
    };
    let (holder, is_free) = {
        let extensions = request.extensions();
        let holder = extensions.get::<TokenHolder>().map(|holder| holder.0);
        (holder, extensions.contains::<AskedBefore>())
    };
    match holder {
        Some(holder) => limits.tokens.ask(request, &holder),
        None if is_free => Ok(()),
        None => limits.strangers.ask(request, &network_of(request.request())),
    }
}

/// The refusal of somebody who may ask again in so many seconds.
pub fn too_many(seconds: impl Display) -> Problem {
    let seconds = seconds.to_string();
    let unit = if seconds == "1" { "second" } else { "seconds" };
    TOO_MANY_REQUESTS
        .problem(format!("Ask again in {seconds} {unit}."))
        .with_header("retry-after", seconds)
}

/// The network that a request comes from.
pub fn network_of(request: &HttpRequest) -> IpAddr {
    // Who has no address is a neighbour on the same machine.
    network(origin(request).unwrap_or(IpAddr::V6(Ipv6Addr::LOCALHOST)))
}

/// The address that a request comes from.
pub fn origin(request: &HttpRequest) -> Option<IpAddr> {
    let proxies = request
        .app_data::<Data<RateLimiter>>()
        .map_or(0, |limits| limits.proxies);
    address(request, proxies)
}

/// The address that is connected, or the one that the outermost of our own proxies has seen. What stands before that in the
/// header was written by the caller.
fn address(request: &HttpRequest, proxies: u8) -> Option<IpAddr> {
    let connected = || request.peer_addr().map(|address| address.ip());
    let Some(before) = proxies.checked_sub(1) else {
        return connected();
    };
    let lines = request
        .headers()
        .get_all("x-forwarded-for")
        .filter_map(|line| line.to_str().ok());
    let seen: Vec<&str> = lines.flat_map(|line| line.split(',')).map(str::trim).collect();
    let told = seen.iter().rev().nth(before.into()).and_then(|address| read(address));
    told.or_else(connected)
}

/// An address, with a port or without.
fn read(address: &str) -> Option<IpAddr> {
    let with_port = || address.parse::<SocketAddr>().ok().map(|address| address.ip());
    address.parse().ok().or_else(with_port)
}

/// The network of an address: whoever has one address of the sixth version has all of its network.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() >> 64 << 64)),
        address @ IpAddr::V4(_) => address,
    }
}

/// Somebody who has not asked too often lately.
pub struct RateLimited;

impl FromRequest for RateLimited {
    type Error = Error;
    type Future = Pin<Box<dyn Future<Output = Result<Self, Error>>>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        // An answer that was kept would be given to whoever asks, however often.
        is_passing();
        let request = request.clone();
        Box::pin(async move {
            let limits = request.app_data::<Data<RateLimiter>>();
            let limits = limits.ok_or_else(|| Error::Internal("the application is not whole".to_owned()))?;
            limits.guesses.ask(&request).await.map(|()| RateLimited)
        })
    }
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use crate::web::rate_limit::*;

    #[test]
    fn only_what_our_own_proxies_have_written_is_taken_for_an_address() {
        let request = TestRequest::default()
            .peer_addr("10.0.0.1:4000".parse().unwrap())
            .append_header(("x-forwarded-for", "192.0.2.7, 198.51.100.1"))
            .append_header(("x-forwarded-for", "203.0.113.9, nonsense"))
            .to_http_request();
        let of = |proxies| address(&request, proxies).unwrap().to_string();
        assert_eq!(of(0), "10.0.0.1");
        assert_eq!(
            (of(1), of(2), of(3)),
            ("10.0.0.1".into(), "203.0.113.9".into(), "198.51.100.1".into())
        );
        assert_eq!(of(9), "10.0.0.1");
        assert_eq!(read("203.0.113.9:443"), read("203.0.113.9"));
        assert_eq!(read("[2001:db8::1]:443"), read("2001:db8::1"));
    }

    #[test]
    fn one_network_is_one_stranger() {
        let network = |address: &str| crate::web::rate_limit::network(address.parse().unwrap()).to_string();
        assert_eq!(network("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(network("::ffff:203.0.113.9"), "203.0.113.9");
        assert_ne!(network("203.0.113.9"), network("203.0.113.8"));
    }
}
