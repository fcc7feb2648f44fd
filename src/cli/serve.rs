//! `serve`: answers requests until it is stopped.

use std::io::Write;
use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use chrono::TimeDelta;
use clap::Args;

use crate::accounts::policy::SignInPolicy;
use crate::app::server::{Service, StopSignals};
use crate::app::settings::{BackupSettings, DatabaseSettings, ListenSettings};
use crate::care::backups::Folder;
use crate::care::files;
use crate::cli::{CommandOutcome, demo, pen};
use crate::db::Url;
use crate::pens::standby;
use crate::values::clock::Clock;
use crate::values::error::Error;
use crate::web::rate_limit::RateLimitSettings;
use crate::web::telemetry;
use crate::webhooks::WebhookSettings;

#[derive(Args)]
pub(crate) struct Serve {
    #[command(flatten)]
    records: DatabaseSettings,

    #[command(flatten)]
    listen: ListenSettings,

    #[command(flatten)]
    backups: BackupSettings,

    #[command(flatten)]
    policy: SignInPolicy,

    #[command(flatten)]
    rate_limits: RateLimitSettings,

    #[command(flatten)]
    webhooks: WebhookSettings,

    /// The replica from which strangers read.
    #[arg(help = "A replica of the PostgreSQL server, from which strangers read")]
    #[arg(long, env = "DATABASE_READ_URL", hide_env_values = true)]
    database_read_url: Option<Url>,

    /// The seconds by which the replica may be behind; beyond that strangers read from the server itself
    #[arg(long, env = "DATABASE_READ_LAG", value_name = "SECONDS")]
    #[arg(default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    database_read_lag: u32,

    /// Serve on a laptop at the venue of a tournament, whose pen was lent with the answer in this file
    #[arg(long, value_name = "FILE", conflicts_with = "demo")]
    venue: Option<PathBuf>,

    /// The file with the keys of the laptop, as `pen key` has made it
    #[arg(long, value_name = "FILE", default_value = pen::KEYS)]
    laptop_keys: PathBuf,

    /// The laptops that have what was done before it is answered: with 2, one that follows by `pen follow`, too
    #[arg(long, value_name = "LAPTOPS", requires = "venue")]
    #[arg(default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    ack: u8,

    /// First load an invented federation into an empty database, and print who can sign in
    #[arg(long)]
    demo: bool,

    /// The seconds from one step to the next in the championship of the invented federation that is being played: a result
    /// comes in, a round is over, the next is drawn; 0 for none
    #[arg(long, value_name = "SECONDS", default_value_t = 20, requires = "demo")]
    demo_pace: u32,
}

/// Opens the records and answers until the process is asked to end.
pub(crate) async fn serve(serve: Serve) -> CommandOutcome {
    let _sending = telemetry::log_to_stdout(&serve.listen.log)?;
    // Bound first of all: if an address is in use, nothing has been touched.
    let listener = bind(serve.listen.listen)?;
    let watched = serve.listen.metrics_listen.map(bind).transpose()?;
    let folder = serve.backups.backup_folder.as_deref().map(Folder::made).transpose()?;
    let (url, public_url) = (serve.records.url(), serve.listen.public_url(listener.local_addr()?));
    let mut service = Service::open(&url, Clock::system(), &public_url).await?;
    if let Some(replica) = serve.database_read_url {
        let most = TimeDelta::seconds(serve.database_read_lag.into());
        service = service.reading_from(replica, most)?;
    }
    service.policy = serve.policy;
    if let Some(bundle) = &serve.venue {
        service = pen::at_venue(service, bundle, &serve.laptop_keys).await?;
        if serve.ack == 2 {
            service = service.acknowledged_within(standby::PATIENCE);
        }
    }
    service.webhooks = serve.webhooks;
    service.rate_limits = serve.rate_limits;
    // What an invented federation signs may lead to this machine alone.
    if !serve.demo && !serve.listen.has_public_url() {
        service.public_url = service.public_url.unchosen();
    }
    let mut people = std::io::stderr();
    if serve.demo {
        demo::load(&service, &mut people).await?;
    }
    for fault in files::examine(&url, folder.as_ref())?.first {
        tracing::warn!("{fault}");
    }
    // Whoever reads that it listens may ask it to stop.
    let signals = StopSignals::listen().map_err(|error| format!("cannot listen to signals: {error}"))?;
    writeln!(people, "The records are in {}.", url.shown())?;
    writeln!(
        people,
        "Listening at {public_url}; the documentation is at {public_url}/docs/."
    )?;
    if service.has_no_accounts().await? {
        writeln!(
            people,
            "Nobody can sign in yet. Create the first administrator, in another terminal:"
        )?;
        writeln!(people, "    {} admin create --email you@example.org", program())?;
        writeln!(
            people,
            "or stop, and look around in an invented federation: {} serve --demo",
            program()
        )?;
    }
    if let Some(listener) = watched {
        writeln!(people, "Metrics are at http://{}/metrics.", listener.local_addr()?)?;
        actix_web::rt::spawn(service.measure().serve(listener)?);
    }
    if let Some(folder) = folder {
        actix_web::rt::spawn(back_up(url, folder, serve.backups.clone(), service.clock.clone()));
    }
    if serve.demo && serve.demo_pace > 0 {
        let pace = Duration::from_secs(serve.demo_pace.into());
        actix_web::rt::spawn(demo::running::go_on(service.clone(), pace));
    }
    let (database, stopping) = (service.database.clone(), service.stopping.clone());
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
    let server = service.serve(listener, workers)?;
    actix_web::rt::spawn(signals.stop(server.handle(), stopping));
    server.await?;
    // From now on the file alone is all of the records, wherever it is carried.
    if let Err(error) = database.empty_journal().await {
        tracing::warn!(%error, "the journal could not be emptied: it belongs to the file");
    }
    tracing::info!("stopped");
    Ok(ExitCode::SUCCESS)
}

fn bind(address: SocketAddr) -> Result<TcpListener, String> {
    let bound = TcpListener::bind(address).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    bound.map_err(|error| format!("cannot listen at {address}: {error}"))
}

/// Copies the records into the folder from time to time, for as long as the service runs.
async fn back_up(url: Url, folder: Folder, settings: BackupSettings, clock: Clock) {
    let mut pauses = tokio::time::interval(Duration::from_secs(60 * u64::from(settings.backup_minutes)));
    loop {
        pauses.tick().await;
        let (url, folder, now) = (url.clone(), folder.clone(), clock.now());
        let copied = tokio::task::spawn_blocking(move || {
            let file = folder.add(&url, now)?;
            folder.thin_out(now, settings.backup_days)?;
            Ok::<_, Error>(file)
        });
        match copied.await {
            Ok(Ok(file)) => tracing::info!(file = %file.display(), "the records were copied"),
            Ok(Err(error)) => tracing::error!(%error, code = error.code(), "the records could not be copied"),
            Err(error) => tracing::error!(%error, "the records could not be copied"),
        }
    }
}

/// The name by which this program was called.
fn program() -> String {
    std::env::args()
        .next()
        .unwrap_or_else(|| env!("CARGO_PKG_NAME").to_owned())
}
