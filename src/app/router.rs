//! The routes put together: what every request passes through, and what it works with.

use std::sync::{Arc, LazyLock};

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::http::header::HeaderValue;
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::{Next, from_fn};
use actix_web::web::{self, Data};
use actix_web::{App, HttpRequest, HttpResponse};

use crate::accounts::caller::identify;
use crate::accounts::tokens::limiter::SignInLimiter;
use crate::app::server::Service;
use crate::app::{api, documentation, executor, sharing};
use crate::events::Follower;
use crate::pages;
use crate::pages::refusals::show_refusals;
use crate::pens::standby;
use crate::rankings;
use crate::tournaments::rounds::use_cases::SeedingSource;
use crate::trail::ActionWords;
use crate::values::error::{Error, METHOD_NOT_ALLOWED, NOT_FOUND};
use crate::web::commands::{WritesDown, carry};
use crate::web::compression::{Places, compress};
use crate::web::connections;
use crate::web::finished::{Answers, keep};
use crate::web::operations::{Operations, as_documented, is_misspelled, routed_path};
use crate::web::rate_limit::RateLimiter;
use crate::web::room::bound_answers;
use crate::web::{language, log_entry, rate_limit, telemetry};

impl Service {
    /// The routes, with all that they work with.
    pub(super) fn app(
        &self,
        served: &Served,
    ) -> App<
        impl ServiceFactory<
            ServiceRequest,
            Config = (),
            Response = ServiceResponse<impl MessageBody + use<>>,
            Error = actix_web::Error,
            InitError = (),
        > + use<>,
    > {
        let app = App::new();
        let app = match &self.metrics {
            Some(metrics) => app.app_data(metrics.clone()),
            None => app,
        };
        let app = match &self.laptop {
            Some(laptop) => app.app_data(Data::new(WritesDown)).app_data(laptop.clone()),
            None => app,
        };
        let app = match &self.standby {
            Some(laptop) => app.app_data(laptop.clone()).configure(standby::routes::configure),
            None => app,
        };
        app.configure(api::configure)
            .configure(documentation::configure)
            .configure(pages::configure)
            .app_data(Data::new(self.database.clone()))
            .app_data(Data::new(self.clock.clone()))
            .app_data(Data::new(self.policy))
            .app_data(Data::new(self.connection_limits))
            .app_data(Data::new(SeedingSource(rankings::seedings::use_cases::newest)))
            .app_data(Data::new(self.public_url.clone()))
            .app_data(Data::new(self.hasher.clone()))
            .app_data(Data::new(self.keys.clone()))
            .app_data(Data::new(self.fingerprints.clone()))
            .app_data(Data::new(self.jobs.clone()))
            .app_data(served.limit.clone())
            .app_data(served.sign_ins.clone())
            .app_data(served.places.clone())
            .app_data(served.answers.clone())
            .app_data(Data::new(self.room.clone()))
            .app_data(served.operations.clone())
            .app_data(served.words.clone())
            .app_data(served.follower.clone())
            .app_data(Data::new(self.webhooks))
            .app_data(web::PathConfig::default().error_handler(|_, _| not_found().into()))
            .default_service(web::to(elsewhere))
            .wrap(from_fn(log_entry::tell_written))
            .wrap(from_fn(rate_limit::limit))
            .wrap(from_fn(identify))
            .wrap(from_fn(executor::admit))
            .wrap(from_fn(carry))
            .wrap(from_fn(standby::routes::acknowledge))
            .wrap(from_fn(show_refusals))
            .wrap(from_fn(refuse_other_methods))
            .wrap(from_fn(head_as_get))
            .wrap(from_fn(compress))
            .wrap(from_fn(sharing::share))
            .wrap(from_fn(keep))
            .wrap(from_fn(bound_answers))
            .wrap(from_fn(refuse_misspelled))
            .wrap(from_fn(guard))
            .wrap(from_fn(language::tell))
            .wrap(from_fn(telemetry::observe))
            .wrap(from_fn(connections::observe))
    }
}

/// The parts that the workers of a service share.
#[derive(Clone)]
pub(super) struct Served {
    pub(super) follower: Data<Follower>,
    operations: Data<Operations>,
    words: Data<ActionWords>,
    sign_ins: Data<SignInLimiter>,
    limit: Data<RateLimiter>,
    places: Data<Places>,
    answers: Data<Answers>,
}

/// Operations and their words, read off the document once.
static DOCUMENTED: LazyLock<(Arc<Operations>, Arc<ActionWords>)> = LazyLock::new(|| {
    let document = api::openapi();
    (Arc::new(Operations::of(document)), Arc::new(ActionWords::of(document)))
});

impl Served {
    /// Those of that service.
    pub(super) fn by(service: &Service) -> Served {
        let limits = service.rate_limits;
        let (operations, words) = &*DOCUMENTED;
        Served {
            follower: Data::new(Follower::of(service.most_waiting, service.stopping.clone())),
            operations: Data::from(Arc::clone(operations)),
            words: Data::from(Arc::clone(words)),
            sign_ins: Data::new(SignInLimiter::new(
                service.database.clone(),
                service.devices.clone(),
                limits.sign_ins_a_minute,
            )),
            limit: Data::new(RateLimiter::new(
                limits,
                service.database.clone(),
                service.clock.clone(),
            )),
            places: Data::new(Places::of_all_cores()),
            answers: Data::new(Answers::default()),
        }
    }
}

/// Answers what no operation does: an unknown path, or a known one with another method.
async fn elsewhere(request: HttpRequest, operations: Data<Operations>) -> Result<HttpResponse, Error> {
    let pattern = as_documented(&request.match_pattern().unwrap_or_default());
    Err(operations.methods(&pattern).map_or_else(not_found, method_not_allowed))
}

fn method_not_allowed(allowed: String) -> Error {
    let problem = METHOD_NOT_ALLOWED.problem(format!("The path answers to {allowed}."));
    problem.with_header("allow", allowed).into()
}

fn not_found() -> Error {
    NOT_FOUND.problem("There is nothing at this path.").into()
}

/// Refuses a path that is spelled as no program and no page of ours spells it, before anything decides by it.
async fn refuse_misspelled(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    if is_misspelled(request.path()) {
        return Ok(request.error_response(not_found()));
    }
    Ok(next.call(request).await?.map_into_boxed_body())
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

/// Refuses a method that a path without parameters does not have. The router would look on, and take the path's last
/// segment for the parameter of another.
async fn refuse_other_methods(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let operations = request.app_data::<Data<Operations>>();
    let allowed = operations.and_then(|operations| operations.others(routed_path(request.request()), request.method()));
    match allowed {
        Some(allowed) => Ok(request.error_response(method_not_allowed(allowed))),
        None => Ok(next.call(request).await?.map_into_boxed_body()),
    }
}

/// Tells browsers to do nothing with an answer but what it is for.
async fn guard(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    const NOTHING: &str = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
    // Pages for people bring their own scripts, and ask no other host for anything, nor send anything to one.
    const OWN_PAGES: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
                             img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; \
                             frame-ancestors 'none'";
    let mut response = next.call(request).await?.map_into_boxed_body();
    // What is unchanged keeps the policy that it came with: a browser would put the one that is told here in its place.
    let is_unchanged = response.status() == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    if is_unchanged {
        headers.remove(header::CONTENT_SECURITY_POLICY);
        return Ok(response);
    }
    let is_page = headers
        .get(header::CONTENT_TYPE)
        .is_some_and(|kind| kind.as_bytes().starts_with(b"text/html"));
    // What others may show within their pages brings a policy of its own.
    if !headers.contains_key(header::CONTENT_SECURITY_POLICY) {
        let policy = HeaderValue::from_static(if is_page { OWN_PAGES } else { NOTHING });
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    // A form says from which site it comes only where its page lets it.
    let referrer = if is_page { "same-origin" } else { "no-referrer" };
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static(referrer));
    Ok(response)
}
