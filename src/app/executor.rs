//! Commands that were given at a venue, executed again by the routes of the service, within the process.

use std::net::Ipv4Addr;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

use actix_http::Request;
use actix_service::boxed::{self, BoxService};
use actix_service::{IntoServiceFactory, ServiceExt};
use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{AppConfig, Payload, Service as Calls, ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, Uri};
use actix_web::middleware::Next;
use actix_web::rt;
use actix_web::web::Data;
use actix_web::{HttpMessage, HttpResponse};
use tokio::sync::{OnceCell, mpsc, oneshot};

use crate::accounts::Caller;
use crate::app::router::Served;
use crate::app::server::Service;
use crate::db::command::Command;
use crate::db::extracts::Extract;
use crate::operations::Operation;
use crate::pages::sent::ShownRefusal;
use crate::pens::commands::{self, PenCommand};
use crate::pens::hand_ins::{Doing, Executor};
use crate::pens::wardens::{Adopting, OnceMore, is_done_at_venues};
use crate::pens::{PenLoan, PenRefusal, Stop, store};
use crate::values::error::Error;
use crate::web::commands::ExecutedFor;
use crate::web::operations::Operations;
use crate::web::rate_limit::RateLimitSettings;

/// The way to the one task that executes commands, one at a time.
pub(super) struct ByRoutes(mpsc::Sender<Job>);

/// Something to be executed, which tells how it ended to whoever waits for it.
type Job = Box<dyn FnOnce(Rc<Replayer>) -> Pin<Box<dyn Future<Output = ()>>> + Send>;

impl ByRoutes {
    /// The way to a task that begins here, and ends when nobody can reach it any more.
    pub(super) fn of(service: Service) -> ByRoutes {
        let (jobs, waiting) = mpsc::channel(1);
        rt::spawn(work(service, waiting));
        ByRoutes(jobs)
    }

    async fn done<T: Send + 'static>(
        &self,
        work: impl AsyncFnOnce(&Replayer) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        let ended = || Error::Internal("the commands were not executed".to_owned());
        let (told, outcome) = oneshot::channel();
        let job: Job = Box::new(|replayer| {
            Box::pin(async move {
                // Whoever waited for it may be gone.
                let _ = told.send(work(&replayer).await);
            })
        });
        self.0.send(job).await.map_err(|_| ended())?;
        outcome.await.map_err(|_| ended())?
    }
}

impl Executor for ByRoutes {
    fn execute(&self, loan: PenLoan, facts: Vec<Extract>) -> Doing<'_, Option<Stop>> {
        Box::pin(self.done(async |replayer| replayer.execute(loan, facts).await))
    }

    fn adopt(&self, source: PenCommand, by: Caller) -> Doing<'_, ()> {
        Box::pin(self.done(async |replayer| replayer.adopt(source, by).await))
    }
}

async fn work(service: Service, mut waiting: mpsc::Receiver<Job>) {
    let replayer = Rc::new(Replayer {
        service: Service {
            rate_limits: RateLimitSettings::unlimited(),
            ..service
        },
        routes: OnceCell::new(),
    });
    while let Some(job) = waiting.recv().await {
        // A task of its own: a panic ends the job, and not those that come after.
        let _ = rt::spawn(job(Rc::clone(&replayer))).await;
    }
}

type Routes = BoxService<Request, ServiceResponse<BoxBody>, actix_web::Error>;

/// The service, and its routes once they are needed.
struct Replayer {
    service: Service,
    routes: OnceCell<Routes>,
}

impl Replayer {
    async fn execute(&self, loan: PenLoan, facts: Vec<Extract>) -> Result<Option<Stop>, Error> {
        let Some(mut next) = next(&self.service, &loan).await? else {
            return Ok(None);
        };
        let database = self.service.database.overshadowed_by(facts).await?;
        let warden = OnceMore {
            tournament: loan.tournament,
            now: self.service.clock.now(),
        };
        let database = database.guarded_by(Arc::new(warden));
        loop {
            let n = next.n;
            let command = next.request();
            let executed_for = ExecutedFor {
                account: next.account,
                database: database.clone(),
            };
            let Some(request) = command.and_then(|command| request(command, executed_for)) else {
                return Ok(Some(Stop::at(n, None)));
            };
            let stop = match self.call(request).await {
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
    async fn adopt(&self, source: PenCommand, by: Caller) -> Result<(), Error> {
        let (now, account) = (by.now, by.account);
        let command = source.request().map(|command| Command { at: now, ..command });
        let database = self.service.database.clone();
        let executed_for = ExecutedFor {
            account,
            database: database.guarded_by(Arc::new(Adopting { source, by })),
        };
        match command.and_then(|command| request(command, executed_for)) {
            Some(request) => self.call(request).await,
            None => Ok(()),
        }
    }

    async fn call(&self, request: Request) -> Result<(), Error> {
        let routes = self.routes.get_or_try_init(|| routes(&self.service)).await?;
        match routes.call(request).await {
            Ok(response) => answered(response.response()),
            Err(error) => passed_on(&error),
        }
    }
}

/// The routes of a service, to be called within the process. They are made once: each pattern of a path is compiled, and the
/// router never gives the names in it back.
async fn routes(service: &Service) -> Result<Routes, Error> {
    let app = service.app(&Served::by(service)).into_factory();
    let app = app.new_service(AppConfig::default()).await;
    let app = app.map_err(|()| Error::Internal("the routes cannot be made".to_owned()))?;
    Ok(boxed::service(app.map(ServiceResponse::map_into_boxed_body)))
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

/// The request as it was sent, to be executed once more; none if it is no request for a change.
fn request(command: Command, executed_for: ExecutedFor) -> Option<Request> {
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
    request.extensions_mut().insert(executed_for);
    request.extensions_mut().insert(Arc::new(command));
    Some(request)
}

/// Admits of what is executed again only what is done at venues, by what it matches: the rest is not even begun.
pub(super) async fn admit(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let is_executed = request.extensions().contains::<ExecutedFor>();
    let operations = request.app_data::<Data<Operations>>();
    let operation = operations.and_then(|operations| operations.operation(request.request()));
    // What matches nothing is not found, as ever.
    let is_elsewhere = |pattern: &String| !is_done_at_venues(operation, pattern);
    if is_executed && request.match_pattern().as_ref().is_some_and(is_elsewhere) {
        let name = operation.map_or("this form", Operation::name);
        let what = PenRefusal::NotAtVenue(format!("What {name} does"));
        return Ok(request.error_response(Error::from(what)));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
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
