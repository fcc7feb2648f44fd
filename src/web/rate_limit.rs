//! Limits on how often somebody may ask who need not sign in, where guessing must not pay.

use std::fmt::Display;
use std::future::{Ready, ready};
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::num::NonZeroU32;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest};
use clap::Args;
use governor::clock::Clock as Ticking;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{self, Quota};

use crate::db::freshness::is_passing;
use crate::values::clock::Clock;
use crate::values::error::{Error, Problem};

crate::problem_kinds! {
    TOO_MANY_REQUESTS = 429 "too-many-requests", "Too many requests",
        "What must not be guessed is answered only so often a minute to one address, and after wrong passwords with pauses between. Wait for the seconds in `Retry-After`.";
}

/// The settings for those who need not sign in.
#[derive(Debug, Clone, Copy, Args)]
pub struct RateLimitSettings {
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
            asks_a_minute: NonZeroU32::MIN.saturating_add(59),
            sign_ins_a_minute: NonZeroU32::MIN.saturating_add(59),
            proxies: 0,
        }
    }
}

/// The service's own clock, as the limiter asks for it.
struct Ticks(Clock);

impl Ticking for Ticks {
    /// The time since 1970.
    type Instant = Duration;

    fn now(&self) -> Duration {
        Duration::from_secs(u64::try_from(self.0.now().unix_seconds()).unwrap_or_default())
    }
}

/// The requests of late, by address.
pub(crate) struct RateLimiter {
    limiter: governor::RateLimiter<IpAddr, HashMapStateStore<IpAddr>, Ticks, NoOpMiddleware<Duration>>,
    rate_limits: RateLimitSettings,
}

/// The number of addresses that are remembered before those are forgotten that have not asked lately.
const MANY: usize = 10_000;

impl RateLimiter {
    /// The limit as it is settled, by that clock.
    pub(crate) fn new(rate_limits: RateLimitSettings, clock: Clock) -> RateLimiter {
        let quota = Quota::per_minute(rate_limits.asks_a_minute);
        RateLimiter {
            limiter: governor::RateLimiter::hashmap_with_clock(quota, Ticks(clock)),
            rate_limits,
        }
    }

    fn ask(&self, request: &HttpRequest) -> Result<(), Error> {
        if self.limiter.len() > MANY {
            self.limiter.retain_recent();
        }
        self.limiter.check_key(&network_of(request)).map_err(|until| {
            let seconds = until.wait_time_from(self.limiter.clock().now()).as_secs() + 1;
            too_many(seconds).into()
        })
    }
}

/// The refusal of somebody who may ask again in so many seconds.
pub(crate) fn too_many(seconds: impl Display) -> Problem {
    TOO_MANY_REQUESTS
        .problem(format!("Ask again in {seconds} seconds."))
        .with_header("retry-after", seconds.to_string())
}

/// The network that a request comes from.
pub(crate) fn network_of(request: &HttpRequest) -> IpAddr {
    // Who has no address is a neighbour on the same machine.
    network(origin(request).unwrap_or(IpAddr::V6(Ipv6Addr::LOCALHOST)))
}

/// The address that a request comes from.
pub(crate) fn origin(request: &HttpRequest) -> Option<IpAddr> {
    let proxies = request
        .app_data::<Data<RateLimiter>>()
        .map_or(0, |limit| limit.rate_limits.proxies);
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
pub(crate) struct RateLimited;

impl FromRequest for RateLimited {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        // An answer that was kept would be given to whoever asks, however often.
        is_passing();
        let limit = request.app_data::<Data<RateLimiter>>();
        let limit = limit.ok_or_else(|| Error::Internal("the application is not whole".to_owned()));
        ready(limit.and_then(|limit| limit.ask(request)).map(|()| RateLimited))
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
