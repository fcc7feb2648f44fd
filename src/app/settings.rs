//! Settings of the command line and the environment.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use crate::db::Url;
use crate::values::public_url::PublicUrl;

/// The place of the records.
#[derive(Debug, Clone, Args)]
pub struct DatabaseSettings {
    /// The place where the records are kept.
    #[arg(help = "Where the records are kept: an SQLite file, or postgres://user:password@host/database")]
    #[arg(
        long,
        env = "DATABASE_URL",
        default_value = "sqlite:federation.sqlite",
        hide_env_values = true
    )]
    database_url: Url,
}

impl DatabaseSettings {
    /// The database.
    #[must_use]
    pub fn url(&self) -> Url {
        self.database_url.clone()
    }
}

/// The copies that the service makes of its records by itself.
#[derive(Debug, Clone, Args)]
pub struct BackupSettings {
    /// The folder in which to keep copies of the records, made while the service runs; none are made without it
    #[arg(long, env = "BACKUP_FOLDER")]
    pub backup_folder: Option<PathBuf>,

    /// The minutes from one copy to the next
    #[arg(long, env = "BACKUP_MINUTES", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..=1440))]
    pub backup_minutes: u32,

    /// The days for which the last copy of each day is kept; all of the last 24 hours are
    #[arg(long, env = "BACKUP_DAYS", default_value_t = 30)]
    pub backup_days: u32,
}

/// The way in which the service is reached.
#[derive(Debug, Clone, Args)]
pub struct ListenSettings {
    /// The address and port to answer at; port 0 takes a free one
    #[arg(long, env = "LISTEN", default_value = "127.0.0.1:8080")]
    pub listen: SocketAddr,

    /// The URL at which others reach the service.
    #[arg(
        help = "The URL at which others reach the service; access tokens are issued in its name [default: its address]"
    )]
    #[arg(long, env = "PUBLIC_URL")]
    public_url: Option<String>,

    /// An address and port of its own at which /metrics is answered to whoever watches the service [default: none]
    #[arg(long, env = "METRICS_LISTEN")]
    pub metrics_listen: Option<SocketAddr>,

    /// The events to log.
    #[arg(help = "What to log: error, warn, info, debug or trace, or a filter as in info,actix_server=warn")]
    #[arg(long, env = "LOG", default_value = "info,actix_server=warn,actix_http=off")]
    pub log: String,
}

impl ListenSettings {
    /// Whether the URL at which others reach the service was chosen.
    #[must_use]
    pub fn has_public_url(&self) -> bool {
        self.public_url.is_some()
    }

    /// The URL at which others reach the service, which answers at that address.
    #[must_use]
    pub fn public_url(&self, address: SocketAddr) -> String {
        let url = self
            .public_url
            .as_deref()
            .map(|url| PublicUrl::new(url).as_str().to_owned());
        url.unwrap_or_else(|| format!("http://{address}"))
    }
}
