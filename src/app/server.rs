//! The service at work: its parts put together, and the server that answers.

use std::net::{IpAddr, Ipv4Addr, TcpListener};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpServer;
use actix_web::dev::ServerHandle;
use actix_web::web::Data;
use chrono::TimeDelta;
use tokio::signal::unix::{Signal, SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::accounts::grants::{self, Grant};
use crate::accounts::keys::{self, Keyring, Keys};
use crate::accounts::passwords::hasher::{HashCost, Hasher};
use crate::accounts::policy::SignInPolicy;
use crate::accounts::tokens::devices::{DeviceKey, Queue};
use crate::accounts::{self, Account, Authority, NewAccount, passwords, second_factors};
use crate::app::executor::ByRoutes;
use crate::app::router::Served;
use crate::app::upkeep;
use crate::db::audit::Actor;
use crate::db::{self, Conn, Database, Url, log};
use crate::events::{Follower, MOST_WAITING};
use crate::games::projections;
use crate::imports::jobs::Jobs;
use crate::pens;
use crate::pens::bundles::SealedBundle;
use crate::pens::hand_ins::Executor;
use crate::pens::laptops::{Laptop, LaptopKeys};
use crate::pens::standby::Standby;
use crate::pens::wardens::{AtRegister, AtVenue};
use crate::values::clock::{Clock, Timestamp};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{AccountId, InstanceId, TournamentId};
use crate::values::public_url::PublicUrl;
use crate::web::connections::{ConnectionLimits, Connections};
use crate::web::idempotency::FingerprintKey;
use crate::web::metrics::RequestMetrics;
use crate::web::rate_limit::RateLimitSettings;
use crate::web::room::Room;
use crate::webhooks::WebhookSettings;
use crate::webhooks::courier::Courier;

/// The connections to PostgreSQL. A commit waits for the disk of the server, or of its standby, and not for a processor: 16
/// may do so at a time. A server lets in 100 unless it is told otherwise, which is enough for four instances.
const CONNECTIONS: NonZeroUsize = NonZeroUsize::MIN.saturating_add(23);

/// The queue of passwords that are set on this machine.
pub(crate) const HERE: Queue = Queue::Network(IpAddr::V4(Ipv4Addr::LOCALHOST));

/// The parts that every request works with.
#[derive(Clone, Debug)]
pub struct Service {
    /// The records.
    pub database: Database,
    /// The time.
    pub clock: Clock,
    /// The federation's choices about those who sign in.
    pub policy: SignInPolicy,
    /// The rates at which people and programs may ask.
    pub rate_limits: RateLimitSettings,
    /// The times for which a connection waits for the other side.
    pub connection_limits: ConnectionLimits,
    /// The most who wait for events at a time.
    pub most_waiting: usize,
    /// Cancelled when the service stops, so that nobody waits any longer for what is still to come.
    pub stopping: CancellationToken,
    /// The settings of webhooks.
    pub webhooks: WebhookSettings,
    /// The URL at which others reach the service.
    pub public_url: PublicUrl,
    pub(crate) hasher: Hasher,
    pub(crate) keys: Keyring,
    pub(crate) fingerprints: FingerprintKey,
    pub(crate) devices: DeviceKey,
    pub(crate) jobs: Jobs,
    pub(crate) connections: Connections,
    pub(crate) room: Room,
    /// Figures of the requests, if somebody asks for them.
    pub(crate) metrics: Option<Data<RequestMetrics>>,
    /// The laptop on which it is, that has the pen of a tournament at its venue, and writes down what is done; none elsewhere.
    pub(crate) laptop: Option<Data<Laptop>>,
    /// The second laptop, for which answers wait; none elsewhere.
    pub(crate) standby: Option<Data<Standby>>,
}

impl Service {
    /// Brings the schema up to date, opens the records, and makes the first signing key if there is none.
    ///
    /// # Errors
    /// The database cannot be reached, or its schema cannot be brought up to date.
    pub async fn open(url: &Url, clock: Clock, public_url: &str) -> Result<Service, Error> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let connections = match url {
            // Twice the cores: while one connection waits for the disk another can work.
            Url::Sqlite(_) => NonZeroUsize::new(cores * 2).unwrap_or(NonZeroUsize::MIN),
            Url::Postgres(_) => CONNECTIONS,
        };
        let migrating = url.clone();
        tokio::task::spawn_blocking(move || db::migrate(&migrating))
            .await
            .map_err(|error| Error::Internal(error.to_string()))??;
        let database = Database::open(url.clone(), connections)?.guarded_by(Arc::new(AtRegister));
        let now = clock.now();
        let stored = database
            .write(move |c| {
                log::open(c)?;
                let stored = keys::store::list(c)?;
                if stored.is_empty() {
                    Ok(vec![keys::use_cases::create(c, now, &Actor::command_line())?])
                } else {
                    Ok(stored)
                }
            })
            .await?;
        let public_url = PublicUrl::new(public_url);
        let hasher = Hasher::new(cores, HashCost::default());
        // The oldest key: it stays when newer ones come.
        let oldest = stored.last().map(|key| key.seed.as_str()).unwrap_or_default();
        let fingerprints = FingerprintKey::derived_from(oldest)?;
        let devices = DeviceKey::derived_from(oldest)?;
        let keys = Keyring::of(Keys::new(&stored, public_url.as_str())?);
        let (policy, rate_limits) = (SignInPolicy::default(), RateLimitSettings::default());
        Ok(Service {
            database,
            clock,
            policy,
            rate_limits,
            connection_limits: ConnectionLimits::default(),
            most_waiting: MOST_WAITING,
            stopping: CancellationToken::new(),
            webhooks: WebhookSettings::default(),
            public_url,
            hasher,
            keys,
            fingerprints,
            devices,
            jobs: Jobs::default(),
            connections: Connections::default(),
            room: Room::default(),
            metrics: None,
            laptop: None,
            standby: None,
        })
    }

    /// The service on a laptop at the venue of a tournament, of which it takes the bundle in: it changes that tournament and
    /// nothing else, and writes down how.
    ///
    /// # Errors
    /// The bundle is not for these keys, or was altered, or there is something else in the records.
    pub async fn at_venue(self, bundle: &SealedBundle, keys: &LaptopKeys) -> Result<Service, Error> {
        let laptop = Laptop {
            keys: keys.clone(),
            federation: bundle.federation(keys)?,
        };
        let (service, tournament) = self.settled(bundle, keys).await?;
        Ok(Service {
            database: service.database.guarded_by(Arc::new(AtVenue { tournament })),
            laptop: Some(Data::new(laptop)),
            ..service
        })
    }

    /// The service with a laptop's bundle taken in, and the tournament of it.
    pub(super) async fn settled(
        mut self,
        bundle: &SealedBundle,
        keys: &LaptopKeys,
    ) -> Result<(Service, TournamentId), Error> {
        let (bundle, now) = (bundle.opened(keys)?, self.clock.now());
        let tournament = bundle.loan.tournament;
        self.policy.require_second_factor = false;
        self.database
            .write(move |c| pens::use_cases::settle(c, now, &bundle))
            .await?;
        Ok((self, tournament))
    }

    /// Answers what is done on a laptop at a venue once a second one, which follows it, has it too, and waits so long for that.
    #[must_use]
    pub fn acknowledged_within(self, patience: Duration) -> Service {
        let standby = self.laptop.as_ref().map(|laptop| {
            let records = (self.database.clone(), Laptop::clone(laptop));
            Data::new(Standby::of(records, patience, self.stopping.clone()))
        });
        Service { standby, ..self }
    }

    /// Sets the work that the hash of a password takes.
    #[must_use]
    pub fn with_hash_cost(mut self, cost: HashCost) -> Service {
        self.hasher = self.hasher.with_cost(cost);
        self
    }

    /// Sets the time between two looks for jobs that other services have left undone.
    #[must_use]
    pub fn looking_for_jobs_every(mut self, interval: Duration) -> Service {
        self.jobs.interval = interval;
        self
    }

    /// Reads what strangers ask from a replica of the PostgreSQL server, while it is known to lag by less than that.
    ///
    /// # Errors
    /// The records are in a file, which has no replicas.
    pub fn reading_from(self, replica: Url, most: TimeDelta) -> Result<Service, Error> {
        let clock = self.clock.clone();
        Ok(Service {
            database: self.database.with_replica(replica, CONNECTIONS, most, clock)?,
            ..self
        })
    }

    /// Whether nobody can sign in yet.
    ///
    /// # Errors
    /// The database cannot be read.
    pub async fn has_no_accounts(&self) -> Result<bool, Error> {
        self.database.read(accounts::store::is_empty).await
    }

    /// Creates an account that may do everything, as the command line does.
    ///
    /// # Errors
    /// The address is taken, or the database fails.
    pub async fn create_administrator(&self, new: NewAccount) -> Result<Account, Error> {
        self.create_account(new, Some(Authority::Administrator)).await
    }

    pub(crate) async fn create_account(&self, new: NewAccount, authority: Option<Authority>) -> Result<Account, Error> {
        let NewAccount { email, name, password } = new;
        let hash = match password {
            Some(password) => Some(self.hasher.hash(HERE, password).await?),
            None => None,
        };
        let (now, actor) = (self.clock.now(), Actor::command_line());
        let account = Account::new(email, name, now);
        self.database
            .write(move |c| {
                accounts::use_cases::create(c, now, &actor, &account, hash.as_deref())?;
                if let Some(authority) = &authority {
                    grants::use_cases::give(c, now, &actor, &Grant::new(account.id, authority, now))?;
                }
                Ok(account.clone())
            })
            .await
    }

    /// Makes a code by which somebody sets the password of the account with that address, as the command line does.
    ///
    /// # Errors
    /// Nobody has the address, or the database fails.
    pub async fn create_password_code(&self, email: &str) -> Result<(String, Timestamp), Error> {
        let (now, actor) = (self.clock.now(), Actor::command_line());
        let code = self.of_address(email, move |c, account| {
            passwords::use_cases::create_code(c, now, &actor, account)
        });
        code.await.map(|code| (code.code, code.expires_at))
    }

    /// Takes the second factor of the account with that address away, as the command line does.
    ///
    /// # Errors
    /// Nobody has the address, it has no second factor, or the database fails.
    pub async fn remove_second_factor(&self, email: &str) -> Result<(), Error> {
        let (now, actor) = (self.clock.now(), Actor::command_line());
        self.of_address(email, move |c, account| {
            second_factors::use_cases::remove_of(c, now, &actor, account)
        })
        .await
    }

    async fn of_address<T: Send + 'static>(
        &self,
        email: &str,
        work: impl Fn(&mut Conn, AccountId) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let key = email.to_lowercase();
        let unknown = || NOT_FOUND.problem("No account signs in with this e-mail address.");
        self.database
            .write(move |c| {
                let account = accounts::store::find_by_email(c, &key)?.ok_or_else(unknown)?;
                work(c, account.id)
            })
            .await
    }

    /// Takes up the jobs that were left undone, and answers at the listener until it is told to stop; requests in flight are finished.
    ///
    /// # Errors
    /// The listener cannot be used.
    pub fn serve(self, listener: TcpListener, workers: usize) -> std::io::Result<actix_web::dev::Server> {
        self.work_aside();
        let served = Served::by(&self);
        actix_web::rt::spawn(Follower::clone(&served.follower).work(self.database.clone()));
        let executor = self.executor();
        let (connections, limits) = (self.connections.clone(), self.connection_limits);
        actix_web::rt::spawn(connections.clone().watch(limits));
        let most = connections.most_of_a_worker(workers);
        Ok(HttpServer::new(move || self.app(&served).app_data(executor.clone()))
            .workers(workers)
            .max_connections(most)
            .on_connect(move |stream, extensions| connections.add(stream, extensions))
            .client_request_timeout(limits.head)
            .keep_alive(limits.idle)
            .client_disconnect_timeout(limits.close)
            // Without it a small answer waits 40 ms for the acknowledgement of the one before.
            .tcp_nodelay(true)
            .shutdown_timeout(30)
            .disable_signals()
            .listen(listener)?
            .run())
    }

    /// The way in which commands are executed again by this service.
    pub(super) fn executor(&self) -> Data<dyn Executor> {
        Data::from(Arc::new(ByRoutes::of(self.clone())) as Arc<dyn Executor>)
    }

    /// Begins what is done beside the requests.
    fn work_aside(&self) {
        actix_web::rt::spawn(self.jobs.clone().work(self.database.clone(), self.clock.clone()));
        actix_web::rt::spawn(upkeep::work(self.database.clone(), self.clock.clone()));
        let instance = InstanceId::new(self.clock.now());
        actix_web::rt::spawn(log::sequencer::work(self.database.clone(), instance));
        actix_web::rt::spawn(projections::worker::work(self.database.clone(), instance));
        let courier = Courier::new(self.database.clone(), self.clock.clone(), self.webhooks);
        actix_web::rt::spawn(courier.work());
    }
}

/// Requests to end the process, from when they are listened to: one that comes before would end it at once.
pub struct StopSignals {
    terminate: Signal,
    interrupt: Signal,
}

impl StopSignals {
    /// Listens to them from now on.
    ///
    /// # Errors
    /// The system does not let signals be listened to.
    pub fn listen() -> std::io::Result<StopSignals> {
        Ok(StopSignals {
            terminate: signal(SignalKind::terminate())?,
            interrupt: signal(SignalKind::interrupt())?,
        })
    }

    /// Stops the server at the first of them: no new connections, those at work may finish, and those that wait are told that
    /// they are done. The server's own handling would drop them at an interrupt from the keyboard.
    pub async fn stop(mut self, server: ServerHandle, stopping: CancellationToken) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
        tracing::info!("stopping: requests in flight are finished");
        stopping.cancel();
        server.stop(true).await;
    }
}
