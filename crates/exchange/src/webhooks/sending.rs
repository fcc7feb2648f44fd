//! The one place from which the service speaks to machines of others.

use std::io;
use std::thread;

use tokio::sync::oneshot;
use ureq::config::Config;
use ureq::http::Uri;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

use crate::values::error::Error;
use crate::webhooks::WebhookSettings;
use crate::webhooks::addresses::is_public;

/// The bytes of an answer that are read, of which nothing is used.
const READ: u64 = 1024;

/// The fault of a name that leads to none but machines of the own network.
#[derive(Debug, thiserror::Error)]
#[error("the address is none of the public internet")]
struct NotPublic;

/// The resolver of names, of which only public addresses are taken. The connection is made to those that were judged, whatever
/// the name leads to when it is looked up once more.
#[derive(Debug)]
struct Judging {
    resolver: DefaultResolver,
    takes_private: bool,
}

impl Resolver for Judging {
    fn resolve(&self, uri: &Uri, config: &Config, timeout: NextTimeout) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = self.resolver.resolve(uri, config, timeout);
        let found = found.map_err(|error| match error {
            ureq::Error::Io(_) => ureq::Error::HostNotFound,
            other => other,
        })?;
        let mut judged = self.empty();
        for address in found
            .iter()
            .filter(|address| self.takes_private || is_public(address.ip()))
        {
            judged.push(*address);
        }
        if judged.is_empty() {
            return Err(ureq::Error::Other(Box::new(NotPublic)));
        }
        Ok(judged)
    }
}

/// Something to be sent.
#[derive(Debug)]
pub(super) struct Parcel {
    pub(crate) url: String,
    /// The name by which the receiver knows it when it comes again.
    pub(crate) id: String,
    /// The time of the try, in seconds since 1970.
    pub(crate) seconds: i64,
    pub(crate) signatures: String,
    pub(crate) body: String,
}

/// The end of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A status of HTTP.
    Status(u16),
    /// None, and a word for the reason.
    None(&'static str),
}

impl Answer {
    /// Whether it was taken.
    pub(crate) fn is_good(self) -> bool {
        matches!(self, Answer::Status(200..=299))
    }

    /// Whether the receiver wants nothing any more.
    pub(crate) fn is_last(self) -> bool {
        self == Answer::Status(410)
    }
}

/// The client. Cheap to clone.
#[derive(Clone, Debug)]
pub(super) struct Sender(ureq::Agent);

impl Sender {
    /// A client that sends to machines of the own network too, if that is wanted, and then also without TLS.
    pub(super) fn new(settings: WebhookSettings) -> Sender {
        let takes_private = settings.webhooks_to_private_addresses;
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(settings.patience))
            .http_status_as_error(false)
            .https_only(!takes_private)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .max_idle_connections(0)
            .proxy(None)
            .user_agent(concat!("federation-records/", env!("CARGO_PKG_VERSION")))
            .build();
        let resolver = Judging {
            resolver: DefaultResolver::default(),
            takes_private,
        };
        Sender(ureq::Agent::with_parts(config, DefaultConnector::default(), resolver))
    }

    /// Sends it, on a thread for which nobody waits when the service ends.
    pub(super) async fn send(&self, parcel: Parcel) -> Result<Answer, Error> {
        let (agent, (told, answer)) = (self.0.clone(), oneshot::channel());
        thread::spawn(move || told.send(send(&agent, parcel)));
        answer.await.map_err(|error| Error::Internal(error.to_string()))
    }
}

fn send(agent: &ureq::Agent, parcel: Parcel) -> Answer {
    let request = agent
        .post(&parcel.url)
        .header("content-type", "application/json")
        .header("webhook-id", &parcel.id)
        .header("webhook-timestamp", parcel.seconds.to_string())
        .header("webhook-signature", &parcel.signatures);
    match request.send(parcel.body) {
        Ok(response) => {
            let status = response.status().as_u16();
            let _ = response.into_body().into_with_config().limit(READ).read_to_vec();
            Answer::Status(status)
        }
        Err(error) => Answer::None(word(&error)),
    }
}

fn word(error: &ureq::Error) -> &'static str {
    match error {
        ureq::Error::Timeout(_) => "timeout",
        ureq::Error::HostNotFound => "host-not-found",
        ureq::Error::Other(error) if error.is::<NotPublic>() => "address-not-public",
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::ConnectionRefused => "connection-refused",
        // In this way the library hands on what TLS refuses, such as a certificate.
        ureq::Error::Io(error) if error.kind() == io::ErrorKind::InvalidData => "tls",
        ureq::Error::Rustls(_) | ureq::Error::Tls(_) => "tls",
        _ => "no-answer",
    }
}
