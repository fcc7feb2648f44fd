//! The service at work: its parts put together, and the server that answers.

use std::net::TcpListener;
use std::num::NonZeroUsize;
use std::time::Duration;

use actix_web::body::MessageBody;
use actix_web::dev::{ServerHandle, ServiceRequest, ServiceResponse};
use actix_web::guard::Get;
use actix_web::http::header::HeaderValue;
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::{Compress, Next, from_fn};
use actix_web::web::{self, Bytes, Data};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, ResponseError};
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::accounts::caller::identify;
use crate::accounts::grants::{self, Grant};
use crate::accounts::keys::{self, Keyring, Keys};
use crate::accounts::password::{HashCost, Hasher};
use crate::accounts::{self, Account, Authority, NewAccount};
use crate::app::api;
use crate::certificates::paper::logo::Logo;
use crate::db::audit::Actor;
use crate::db::{self, Database, Url};
use crate::imports::jobs::Jobs;
use crate::values::clock::Clock;
use crate::values::error::{Error, METHOD_NOT_ALLOWED, NOT_FOUND};
use crate::values::policy::{FederationPolicy, PublicUrl};
use crate::web::body::Operations;
use crate::web::rate_limit::{RateLimitSettings, RateLimiter};
use crate::web::telemetry;

/// The parts that every request works with.
#[derive(Clone, Debug)]
pub struct Service {
    /// The records.
    pub database: Database,
    /// The time.
    pub clock: Clock,
    /// The choices that the federation has settled for itself.
    pub policy: FederationPolicy,
    /// The rate at which strangers may ask.
    pub rate_limits: RateLimitSettings,
    /// The URL at which others reach the service.
    pub public_url: PublicUrl,
    /// The federation's own logo.
    pub logo: Option<Logo>,
    pub(crate) hasher: Hasher,
    pub(crate) keys: Keyring,
    pub(crate) jobs: Jobs,
}

impl Service {
    /// Brings the schema up to date, opens the records, and makes the first signing key if there is none.
    ///
    /// # Errors
    /// The database cannot be reached, or its schema cannot be brought up to date.
    pub async fn open(url: &Url, clock: Clock, public_url: &str) -> Result<Service, Error> {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        // Twice the cores: while one connection waits for the disk another can work.
        let connections = NonZeroUsize::new(cores * 2).unwrap_or(NonZeroUsize::MIN);
        let migrating = url.clone();
        tokio::task::spawn_blocking(move || db::migrate(&migrating))
            .await
            .map_err(|error| Error::Internal(error.to_string()))??;
        let database = Database::open(url.clone(), connections)?;
        let now = clock.now();
        let stored = database
            .write(move |c| {
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
        let keys = Keyring::of(Keys::new(&stored, public_url.as_str())?);
        let (policy, rate_limits) = (FederationPolicy::default(), RateLimitSettings::default());
        Ok(Service {
            database,
            clock,
            policy,
            rate_limits,
            public_url,
            logo: None,
            hasher,
            keys,
            jobs: Jobs::new(),
        })
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
        let hash = self.hasher.hash(password).await?;
        let (now, actor) = (self.clock.now(), Actor::command_line());
        let account = Account::new(email, name, now);
        self.database
            .write(move |c| {
                accounts::use_cases::create(c, now, &actor, &account, &hash)?;
                if let Some(authority) = authority.clone() {
                    grants::use_cases::give(c, now, &actor, &Grant::new(account.id, authority, now))?;
                }
                Ok(account.clone())
            })
            .await
    }

    /// Takes up the jobs that were left undone, and answers at the listener until it is told to stop; requests in flight are finished.
    ///
    /// # Errors
    /// The listener cannot be used.
    pub fn serve(self, listener: TcpListener, workers: usize) -> std::io::Result<actix_web::dev::Server> {
        actix_web::rt::spawn(self.jobs.clone().work(self.database.clone(), self.clock.clone()));
        let document = api::openapi();
        let text = Bytes::from(document.to_string());
        let operations = Data::new(Operations::of(document));
        let limit = Data::new(RateLimiter::new(self.rate_limits, self.clock.clone()));
        let server = HttpServer::new(move || {
            let text = text.clone();
            let answer_document = move || {
                std::future::ready(
                    HttpResponse::Ok()
                        .content_type(mime::APPLICATION_JSON)
                        .body(text.clone()),
                )
            };
            App::new()
                .configure(api::configure)
                .app_data(Data::new(self.database.clone()))
                .app_data(Data::new(self.clock.clone()))
                .app_data(Data::new(self.policy))
                .app_data(Data::new(self.public_url.clone()))
                .app_data(Data::new(self.logo.clone()))
                .app_data(Data::new(self.hasher.clone()))
                .app_data(Data::new(self.keys.clone()))
                .app_data(Data::new(self.jobs.clone()))
                .app_data(limit.clone())
                .app_data(operations.clone())
                .app_data(web::PathConfig::default().error_handler(|_, _| not_found().into()))
                .service(web::redirect("/docs", "/docs/"))
                .service(web::redirect("/", "/docs/"))
                .service(web::resource("/openapi.json").guard(Get()).to(answer_document))
                .service(SwaggerUi::new("/docs/{_:.*}").config(Config::new(["/openapi.json"])))
                .default_service(web::to(elsewhere))
                .wrap(from_fn(identify))
                .wrap(from_fn(head_as_get))
                .wrap(Compress::default())
                .wrap(from_fn(guard))
                .wrap(from_fn(telemetry::observe))
        })
        .workers(workers)
        // Without it a small answer waits 40 ms for the acknowledgement of the one before.
        .tcp_nodelay(true)
        .shutdown_timeout(30)
        .disable_signals()
        .listen(listener)?
        .run();
        Ok(server)
    }
}

/// Answers what no operation does: an unknown path, or a known one with another method.
async fn elsewhere(request: HttpRequest, operations: Data<Operations>) -> Result<HttpResponse, Error> {
    let Some(allowed) = operations.methods(&request) else {
        return Err(not_found());
    };
    let problem = METHOD_NOT_ALLOWED.problem(format!("The path answers to {allowed}."));
    Err(problem.with_header("allow", allowed).into())
}

fn not_found() -> Error {
    NOT_FOUND.problem("There is nothing at this path.").into()
}

/// Every GET answers to HEAD too (RFC 9110, 9.3.2); the server itself leaves the body out.
async fn head_as_get(
    mut request: ServiceRequest,
    next: Next<impl MessageBody>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    if request.method() == Method::HEAD {
        request.head_mut().method = Method::GET;
    }
    next.call(request).await
}

/// Tells browsers to do nothing with an answer but what it is for.
async fn guard(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    const NOTHING: &str = "default-src 'none'; frame-ancestors 'none'";
    // Pages for people bring their own scripts, and ask no other host for anything.
    const OWN_PAGES: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                             img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'";
    let mut response = next.call(request).await?.map_into_boxed_body();
    if response.status() == StatusCode::NOT_FOUND && response.response().error().is_none() {
        // The documentation's page says no more than the status.
        response = response.into_response(not_found().error_response());
    }
    let headers = response.headers_mut();
    let is_page = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    let policy = if is_page { OWN_PAGES } else { NOTHING };
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Ok(response)
}

/// Stops the server when the process is asked to end: no new connections, and those at work may finish. The server's
/// own handling would drop them at an interrupt from the keyboard.
///
/// # Errors
/// The system does not let signals be listened to.
pub async fn stop_on_signal(server: ServerHandle) -> std::io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
    }
    tracing::info!("stopping: requests in flight are finished");
    server.stop(true).await;
    Ok(())
}
