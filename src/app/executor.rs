//! Commands that were given at a venue, executed again by the routes of the service, within the process.

use std::net::Ipv4Addr;
use std::sync::Arc;

use actix_http::Request;
use actix_service::IntoServiceFactory;
use actix_web::HttpMessage;
use actix_web::dev::{AppConfig, Payload, Service as _, ServiceFactory};
use actix_web::http::header::{self, HeaderValue};
use actix_web::http::{Method, Uri};
use tokio::sync::Mutex;

use crate::app::router::Served;
use crate::app::server::Service;
use crate::db::command::Command;
use crate::db::extracts::Extract;
use crate::pens::commands::{self, PenCommand};
use crate::pens::hand_ins::{Doing, Executor};
use crate::pens::wardens::OnceMore;
use crate::pens::{PenLoan, Stop, store};
use crate::values::error::Error;
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
}

impl ByRoutes {
    async fn execute_all(&self, loan: PenLoan, facts: Vec<Extract>) -> Result<Option<Stop>, Error> {
        let Some(mut next) = next(&self.service, &loan).await? else {
            return Ok(None);
        };
        let database = self.service.database.overshadowed_by(facts).await?;
        let warden = OnceMore {
            tournament: loan.tournament,
            now: self.service.clock.now(),
        };
        let service = Service {
            database: database.guarded_by(Arc::new(warden)),
            rate_limits: RateLimitSettings::unlimited(),
            ..self.service.clone()
        };
        let app = service.app(&Served::by(&service)).into_factory();
        let app = app.new_service(AppConfig::default()).await;
        let app = app.map_err(|()| Error::Internal("the routes cannot be made".to_owned()))?;
        loop {
            let n = next.n;
            let Some(request) = request(&next) else {
                return Ok(Some(Stop::at(n, None)));
            };
            let stop = match app.call(request).await {
                Ok(response) => stop(n, response.response().error())?,
                Err(error) => stop(n, Some(&error))?,
            };
            next = match self::next(&self.service, &loan).await? {
                None => return Ok(None),
                Some(following) if following.n > n => following,
                // It waits still: nothing was changed, or something else.
                Some(_) => return Ok(Some(stop.unwrap_or_else(|| Stop::at(n, None)))),
            };
        }
    }
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

/// The request as it was sent, for the account that sent it; none if it is no request for a change.
fn request(command: &PenCommand) -> Option<Request> {
    let account = command.account;
    let command: Command = command.request()?;
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

/// The stop that an answer is, if it is a refusal. A fault of ours or of the database is none, and is passed on.
fn stop(n: i64, error: Option<&actix_web::Error>) -> Result<Option<Stop>, Error> {
    match error.and_then(|error| error.as_error::<Error>()) {
        None => Ok(None),
        Some(Error::Refused(problem)) => Ok(Some(Stop::at(n, Some(problem)))),
        Some(error) => Err(error.for_others()),
    }
}
