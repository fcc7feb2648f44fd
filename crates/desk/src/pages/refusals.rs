//! Refusals as pages: a browser that meets one is told in words, and shown the way on. Programs get what they always get.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::http::{Method, StatusCode, header};
use actix_web::middleware::Next;
use actix_web::web::Bytes;
use actix_web::{HttpMessage, HttpRequest, HttpResponse, Responder};
use maud::{Markup, html};

use crate::languages::{Language, Words, say};
use crate::pages::chosen_file::has_files;
use crate::pages::frame::Visit;
use crate::pages::sign_in::{self, Kept};
use crate::values::error::{Error, INVALID_QUERY, ProblemKind};
use crate::web::body::{MOST_BYTES, announced_length};
use crate::web::response::see_other;

/// Shows a browser a refusal as a page. Whoever has to sign in is led there, and what was typed into a form is kept on
/// the way.
pub async fn show_refusals(
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    if !is_for_a_person(request.request()) {
        return Ok(next.call(request).await?.map_into_boxed_body());
    }
    let typed = typed(&mut request).await;
    let response = next.call(request).await?.map_into_boxed_body();
    let error = response.response().error();
    let Some(error) = error.and_then(|error| error.as_error::<Error>()) else {
        return Ok(response);
    };
    let page = page(response.request(), error, typed);
    let mut answer = page.respond_to(response.request());
    // An entry that was merged leads on.
    for name in [header::RETRY_AFTER, header::ALLOW, header::LOCATION] {
        if let Some(value) = response.headers().get(&name) {
            answer.headers_mut().insert(name, value.clone());
        }
    }
    Ok(response.into_response(answer))
}

/// Whether a person looks at the answer: a browser asks for pages by name.
fn is_for_a_person(request: &HttpRequest) -> bool {
    let accepted = request.headers().get(header::ACCEPT);
    accepted
        .and_then(|accepted| accepted.to_str().ok())
        .is_some_and(|accepted| accepted.contains("text/html"))
}

/// The body of a form, which is left to be read again.
async fn typed(request: &mut ServiceRequest) -> Option<Bytes> {
    let is_form = request.method() == Method::POST
        && request.content_type() == "application/x-www-form-urlencoded"
        && announced_length(request.request()).is_some_and(|length| length <= MOST_BYTES);
    if !is_form {
        return None;
    }
    let bytes = request.extract::<Bytes>().await.ok()?;
    request.set_payload(Payload::from(bytes.clone()));
    Some(bytes)
}

fn page(request: &HttpRequest, error: &Error, typed: Option<Bytes>) -> HttpResponse {
    let kind = error.kind();
    if kind.status == 401 {
        return match (typed, request.method()) {
            (Some(typed), _) => sign_in::interrupted(request, &Kept::of(request, &typed).unwrap_or_default()),
            (None, &Method::GET) => {
                let to = request.uri().path_and_query().map_or("/", |to| to.as_str());
                let query = form_urlencoded::Serializer::new(String::new())
                    .append_pair("to", to)
                    .finish();
                see_other(&format!("/sign-in?{query}"))
            }
            // What is sent with a file is too long to be kept.
            (None, _) if has_files(request) => sign_in::interrupted(request, &Kept::nothing_for(request.path())),
            (None, _) => HttpResponse::build(StatusCode::UNAUTHORIZED).finish(),
        };
    }
    // What is wrong in an address is not sent once more.
    let visit = Visit::of(request).without_query();
    let words = visit.words();
    let page = visit.bare_page(&words.title_of(kind), &told(words, error, kind, request.path()));
    page.with_status(kind.status).respond_to(request)
}

fn told(words: Words, error: &Error, kind: &ProblemKind, path: &str) -> Markup {
    let detail = match error {
        Error::Refused(problem) => problem.detail.as_str(),
        _ => kind.about,
    };
    // A wrong address is told in the words of programs, which help no reader.
    let is_wrong_query = kind.code == INVALID_QUERY.code;
    html! {
        h1 { (words.title_of(kind)) }
        @if is_wrong_query {
            p { (say!(words, "address-asks-for-something")) }
            p { a href=(path) { (say!(words, "page-without-it")) } }
        } @else { p lang=[words.unless(Language::English)] { (detail) } }
        p { a href="/" { (say!(words, "to-the-beginning")) } }
    }
}
