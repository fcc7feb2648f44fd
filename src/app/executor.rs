//! Commands that were given at a venue, executed again by the routes of the service, within the process.

use std::net::Ipv4Addr;
use std::sync::Arc;

use actix_http::Request;
use actix_service::IntoServiceFactory;
use actix_web::body::MessageBody;
use actix_web::dev::{AppConfig, Payload, Service as Calls, ServiceFactory, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, Uri};
use actix_web::{HttpMessage, HttpResponse};
use tokio::sync::Mutex;

use crate::accounts::Caller;
use crate::app::router::Served;
use crate::app::server::Service;
use crate::db::Database;
use crate::db::command::Command;
use crate::db::extracts::Extract;
use crate::pages::sent::ShownRefusal;
use crate::pens::commands::{self, PenCommand};
use crate::pens::hand_ins::{Doing, Executor};
use crate::pens::wardens::{Adopting, OnceMore};
use crate::pens::{PenLoan, Stop, store};
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::web::commands::ExecutedFor;
use crate::web::rate_limit::RateLimitSettings;

/// The service with its routes, by which commands are executed one at a time.
pub(super) struct ByRoutes {
    service: Service,
    turn: Mutex<()>,
}

impl ByRoutes {
    pub(super) fn of(service: Service) -> ByRoutes {
        ByRoutes {
            service,
            turn: Mutex::default(),
        }
    }
}

impl Executor for ByRoutes {
    fn execute(&self, loan: PenLoan, facts: Vec<Extract>) -> Doing<'_, Option<Stop>> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            self.execute_all(loan, facts).await
        })
    }

    fn adopt(&self, source: PenCommand, by: Caller) -> Doing<'_, ()> {
        Box::pin(async move {
            let _turn = self.turn.lock().await;
            self.execute_for(source, by).await
        })
    }
}

impl ByRoutes {
    /// The service with those records.
    fn with(&self, database: Database) -> Service {
        Service {
            database,
            rate_limits: RateLimitSettings::unlimited(),
            ..self.service.clone()
        }
    }

    async fn execute_all(&self, loan: PenLoan, facts: Vec<Extract>) -> Result<Option<Stop>, Error> {
        let Some(mut next) = next(&self.service, &loan).await? else {
            return Ok(None);
        };
        let database = self.service.database.overshadowed_by(facts).await?;
        let warden = OnceMore {
            tournament: loan.tournament,
            now: self.service.clock.now(),
        };
        let service = self.with(database.guarded_by(Arc::new(warden)));
        let app = routes(&service).await?;
        loop {
            let n = next.n;
            let command = next.request();
            let Some(request) = command.and_then(|command| request(command, next.account)) else {
                return Ok(Some(Stop::at(n, None)));
            };
            let answer = match app.call(request).await {
                Ok(response) => answered(response.response()),
                Err(error) => passed_on(&error),
            };
            let stop = match answer {
                Ok(()) => None,
                // A fault of ours or of the database is no stop.
                Err(Error::Refused(problem)) => Some(Stop::at(n, Some(&problem))),
                Err(error) => return Err(error),
            };
            next = match self::next(&self.service, &loan).await? {
                None => return Ok(None),
                Some(following) if following.n > n => following,
                // It waits still: nothing was changed, or something else.
                Some(_) => return Ok(Some(stop.unwrap_or_else(|| Stop::at(n, None)))),
            };
        }
    }

    /// Executes a command once, now, for whoever adopts it. The ids that it makes are those that it made where it comes from.
    async fn execute_for(&self, source: PenCommand, by: Caller) -> Result<(), Error> {
        let (now, account) = (by.now, by.account);
        let command = source.request().map(|command| Command { at: now, ..command });
        let Some(request) = command.and_then(|command| request(command, account)) else {
            return Ok(());
        };
        let database = self.service.database.clone();
        let service = self.with(database.guarded_by(Arc::new(Adopting { source, by })));
        let app = routes(&service).await?;
        match app.call(request).await {
            Ok(response) => answered(response.response()),
            Err(error) => passed_on(&error),
        }
    }
}

/// The routes of a service, to be called within the process.
async fn routes(
    service: &Service,
) -> Result<impl Calls<Request, Response = ServiceResponse<impl MessageBody>, Error = actix_web::Error>, Error> {
    let app = service.app(&Served::by(service)).into_factory();
    let app = app.new_service(AppConfig::default()).await;
    app.map_err(|()| Error::Internal("the routes cannot be made".to_owned()))
}

/// The command that is to be executed next, if it is there.
async fn next(service: &Service, loan: &PenLoan) -> Result<Option<PenCommand>, Error> {
    let (tournament, epoch) = (loan.tournament, loan.epoch);
    let next = service.database.read(move |c| {
        let loan = store::find(c, tournament, epoch)?.filter(PenLoan::is_open);
        match loan {
            Some(loan) => commands::store::find(c, &loan, loan.executed + 1),
            None => Ok(None),
        }
    });
    next.await
}

/// The request as it was sent, for that account; none if it is no request for a change.
fn request(command: Command, account: AccountId) -> Option<Request> {
    let body = command.body.get().cloned().unwrap_or_default();
    let mut request = Request::with_payload(Payload::from(body));
    let head = request.head_mut();
    let method = Method::from_bytes(command.method.as_bytes()).ok()?;
    head.method = Some(method).filter(|method| !method.is_safe())?;
    head.uri = command.path.parse::<Uri>().ok()?;
    head.peer_addr = Some((Ipv4Addr::LOCALHOST, 0).into());
    if !command.media_type.is_empty() {
        let media_type = HeaderValue::from_str(&command.media_type).ok()?;
        request.headers_mut().insert(header::CONTENT_TYPE, media_type);
    }
    // Which version is changed was judged where it was given.
    request
        .headers_mut()
        .insert(header::IF_MATCH, HeaderValue::from_static("*"));
    request.extensions_mut().insert(ExecutedFor(account));
    request.extensions_mut().insert(Arc::new(command));
    Some(request)
}

/// Passes on the refusal that an answer is, or tells on a page, or the fault of ours or of the database.
fn answered<B>(response: &HttpResponse<B>) -> Result<(), Error> {
    if let Some(ShownRefusal(problem)) = response.extensions().get::<ShownRefusal>() {
        return Err(Error::Refused(problem.clone()));
    }
    response.error().map_or(Ok(()), passed_on)
}

/// Passes on a refusal, or the fault as it is told to others.
fn passed_on(error: &actix_web::Error) -> Result<(), Error> {
    match error.as_error::<Error>() {
        None => Ok(()),
        Some(Error::Refused(problem)) => Err(Error::Refused(problem.clone())),
        Some(error) => Err(error.for_others()),
    }
}
