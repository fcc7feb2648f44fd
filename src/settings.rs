//! What can be set, on the command line or in the environment.

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::PathBuf;

use clap::{Args, value_parser};

use crate::db::Url;

/// Where the records are.
#[derive(Debug, Clone, Args)]
pub struct Records {
    /// Where the records are kept.
    #[arg(help = "Where the records are kept: an SQLite file, or postgres://user:password@host/database")]
    #[arg(
        long,
        env = "DATABASE_URL",
        default_value = "sqlite:federation.sqlite",
        hide_env_values = true
    )]
    database_url: Url,
}

impl Records {
    /// The database.
    #[must_use]
    pub fn url(&self) -> Url {
        self.database_url.clone()
    }
}

/// What the federation's texts leave for it to settle.
#[derive(Debug, Clone, Copy, Args)]
pub struct Terms {
    /// How many years an umpire's accreditation lasts; an international one always lasts one
    #[arg(long, env = "ACCREDITATION_YEARS", default_value_t = Terms::default().accreditation_years)]
    #[arg(value_parser = value_parser!(u8).range(1..=10))]
    pub accreditation_years: u8,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms { accreditation_years: 3 }
    }
}

/// How those are dealt with who need not sign in.
#[derive(Debug, Clone, Copy, Args)]
pub struct Strangers {
    /// How often a minute one address may ask whether a certificate is good
    #[arg(long, env = "ASKS_A_MINUTE", default_value_t = Strangers::default().asks_a_minute)]
    pub asks_a_minute: NonZeroU32,

    /// How many proxies of your own stand before the service, each of which adds to X-Forwarded-For.
    #[arg(help = "How many proxies of your own stand before the service, each of which adds to X-Forwarded-For")]
    #[arg(long, env = "PROXIES", default_value_t = Strangers::default().proxies)]
    pub proxies: u8,
}

impl Default for Strangers {
    fn default() -> Strangers {
        Strangers {
            asks_a_minute: NonZeroU32::MIN.saturating_add(59),
            proxies: 0,
        }
    }
}

/// How the federation shows itself.
#[derive(Debug, Clone, Args)]
pub struct Looks {
    /// The federation's own logo, a PNG, for its certificates; without it there is room for a stamp
    #[arg(long, env = "LOGO", value_name = "FILE")]
    pub logo: Option<PathBuf>,
}

/// How the service is reached.
#[derive(Debug, Clone, Args)]
pub struct Listening {
    /// The address and port to answer at; port 0 takes a free one
    #[arg(long, env = "LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// The URL at which others reach the service.
    #[arg(
        help = "The URL at which others reach the service; access tokens are issued in its name [default: its address]"
    )]
    #[arg(long, env = "PUBLIC_URL")]
    public_url: Option<String>,

    /// What to log.
    #[arg(help = "What to log: error, warn, info, debug or trace, or a filter as in info,actix_server=warn")]
    #[arg(long, env = "LOG", default_value = "info,actix_server=warn,actix_http=off")]
    pub log: String,
}

impl Listening {
    /// The URL at which others reach the service, which answers at that address.
    #[must_use]
    pub fn public_url(&self, address: SocketAddr) -> String {
        let url = self.public_url.as_deref().map(|url| PublicUrl::new(url).0);
        url.unwrap_or_else(|| format!("http://{address}"))
    }
}

/// The URL at which others reach the service, without a slash at its end.
#[derive(Debug, Clone)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// The URL of that text.
    #[must_use]
    pub fn new(url: &str) -> PublicUrl {
        PublicUrl(url.trim_end_matches('/').to_owned())
    }

    /// The URL as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}
