//! Answers in fewer bytes, for those who take them so (RFC 9110, 8.4).
//!
//! A file that is always the same is compressed well, once in each coding, and kept. Every other answer is compressed
//! cheaply, each time. No more is compressed at once than there are cores: where no place is free, the answer goes as it
//! is rather than late. So those who ask for much cannot hold up the others.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::sync::{Arc, OnceLock};

use actix_web::HttpRequest;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, AcceptEncoding, ContentEncoding, Encoding, EntityTag, Header, HeaderValue};
use actix_web::http::{StatusCode, header::HeaderMap};
use actix_web::middleware::Next;
use actix_web::web::{self, Bytes, Data};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use mime::Mime;
use tokio::sync::Semaphore;

use crate::web::entity_tag::in_coding;

/// The codings in which an answer may be sent.
pub(crate) const CODINGS: [ContentEncoding; 3] =
    [ContentEncoding::Brotli, ContentEncoding::Zstd, ContentEncoding::Gzip];

/// The smallest body that is compressed: what fits into one packet with its head arrives no sooner for being smaller.
const LEAST: usize = 1024;

/// The largest body that is compressed by the thread that answers: a fifth of a millisecond at most, which the others
/// who wait for the thread do not notice.
const MOST_IN_PLACE: usize = 32 * 1024;

/// The places where something is compressed; an application without them compresses nothing.
pub struct Places(Arc<Semaphore>);

impl Places {
    /// A place for each core.
    pub fn of_all_cores() -> Places {
        let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Places(Arc::new(Semaphore::new(cores)))
    }
}

/// The trouble that is taken to make a body small.
#[derive(Clone, Copy)]
enum Effort {
    /// For a body that is sent once.
    Once,
    /// For a body that is kept.
    Kept,
}

/// A body that never changes, in each coding in which it was asked for. It goes with the answer, as an extension.
#[derive(Default)]
pub struct Kept([OnceLock<Option<Bytes>>; CODINGS.len()]);

impl Kept {
    fn of(&self, coding: ContentEncoding) -> Option<&OnceLock<Option<Bytes>>> {
        let index = CODINGS.iter().position(|known| *known == coding)?;
        self.0.get(index)
    }
}

/// The coding in which the caller would rather have an answer, if not as it is.
pub(crate) fn accepted(request: &HttpRequest) -> Option<ContentEncoding> {
    let supported = CODINGS.map(Encoding::Known);
    let supported = supported.iter().chain([const { &Encoding::identity() }]);
    match AcceptEncoding::parse(request).ok()?.negotiate(supported)? {
        Encoding::Known(coding) if coding != ContentEncoding::Identity => Some(coding),
        _ => None,
    }
}

/// Sends the answer in the coding that the caller asked for, if that is worth it and can be done at once.
pub async fn compress(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, actix_web::Error> {
    let coding = accepted(request.request());
    let mut response = next.call(request).await?.map_into_boxed_body();
    if !is_negotiable(response.status(), response.headers()) {
        return Ok(response);
    }
    let vary = HeaderValue::from_static("accept-encoding");
    response.headers_mut().append(header::VARY, vary);
    let Some(coding) = coding else {
        return Ok(response);
    };
    if !matches!(response.response().body().size(), BodySize::Sized(size) if size >= LEAST as u64) {
        return Ok(response);
    }
    let (request, response) = response.into_parts();
    let (mut head, body) = response.into_parts();
    let body = match body.try_into_bytes() {
        Ok(bytes) => {
            let kept = head.extensions().get::<&'static Kept>().copied();
            let places = request.app_data::<Data<Places>>();
            match encoded(places, coding, &bytes, kept).await {
                Some(encoded) => {
                    mark(head.headers_mut(), coding);
                    BoxBody::new(encoded)
                }
                None => BoxBody::new(bytes),
            }
        }
        Err(stream) => stream,
    };
    Ok(ServiceResponse::new(request, head.set_body(body)))
}

/// Whether such an answer would be sent in fewer bytes if there were time.
pub fn is_worth_it(headers: &HeaderMap, body: &Bytes) -> bool {
    body.len() >= LEAST && is_negotiable(StatusCode::OK, headers)
}

/// Whether an answer of that kind is sent in one coding to some and in another to others.
fn is_negotiable(status: StatusCode, headers: &HeaderMap) -> bool {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let is_text = media_type
        .and_then(|kind| kind.parse::<Mime>().ok())
        .is_some_and(|kind| is_text(&kind));
    !headers.contains_key(header::CONTENT_ENCODING) && (is_text || status == StatusCode::NOT_MODIFIED)
}

/// Pictures and documents are compressed already.
fn is_text(kind: &Mime) -> bool {
    let is_written = |name: mime::Name| [mime::JSON, mime::XML, mime::JAVASCRIPT].contains(&name);
    kind.type_() == mime::TEXT || is_written(kind.subtype()) || kind.suffix().is_some_and(is_written)
}

/// Says in which coding the body is. Its tag is that of other bytes, so it is another one.
fn mark(headers: &mut HeaderMap, coding: ContentEncoding) {
    headers.insert(header::CONTENT_ENCODING, coding.to_header_value());
    let tag = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
    let tag = tag
        .and_then(|tag| tag.parse::<EntityTag>().ok())
        .filter(|tag| !tag.weak);
    let tag = tag.map(|tag| HeaderValue::from_str(&in_coding(&tag, coding).to_string()));
    if let Some(Ok(tag)) = tag {
        headers.insert(header::ETAG, tag);
    }
}

/// The body in a coding: kept from before, or made now if a place is free and it gets smaller.
async fn encoded(
    places: Option<&Data<Places>>,
    coding: ContentEncoding,
    body: &Bytes,
    kept: Option<&'static Kept>,
) -> Option<Bytes> {
    let kept = kept.and_then(|kept| kept.of(coding));
    if let Some(made) = kept.and_then(OnceLock::get) {
        return made.clone();
    }
    let place = Arc::clone(&places?.0).try_acquire_owned().ok()?;
    if kept.is_none() && body.len() <= MOST_IN_PLACE {
        return smaller(coding, Effort::Once, body);
    }
    let body = body.clone();
    let made = web::block(move || {
        let _place = place;
        match kept {
            // Made to the end even if the one who asked is gone: nobody has to begin again.
            Some(kept) => kept.get_or_init(|| smaller(coding, Effort::Kept, &body)).clone(),
            None => smaller(coding, Effort::Once, &body),
        }
    });
    made.await.ok()?
}

/// The body in a coding, unless it is no smaller in it.
fn smaller(coding: ContentEncoding, effort: Effort, body: &[u8]) -> Option<Bytes> {
    let encoded = encode(coding, effort, body).ok()?;
    (encoded.len() < body.len()).then(|| encoded.into())
}

/// The levels are those beyond which time grows faster than bytes fall: the largest file that is kept, of 1.5 MB, takes a
/// tenth of a second, and at the best level of Brotli twenty times as long for 8 % less.
fn encode(coding: ContentEncoding, effort: Effort, body: &[u8]) -> io::Result<Vec<u8>> {
    let level = |once, kept| match effort {
        Effort::Once => once,
        Effort::Kept => kept,
    };
    match coding {
        ContentEncoding::Brotli => {
            let parameters = BrotliEncoderParams {
                quality: level(4, 9),
                size_hint: body.len(),
                ..BrotliEncoderParams::default()
            };
            let mut encoded = Vec::new();
            brotli::BrotliCompress(&mut &*body, &mut encoded, &parameters)?;
            Ok(encoded)
        }
        ContentEncoding::Zstd => zstd::bulk::compress(body, level(1, 9)),
        ContentEncoding::Gzip => {
            let level = match effort {
                Effort::Once => Compression::fast(),
                Effort::Kept => Compression::best(),
            };
            let mut encoder = GzEncoder::new(Vec::new(), level);
            encoder.write_all(body)?;
            encoder.finish()
        }
        _ => Err(io::ErrorKind::Unsupported.into()),
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;

    use actix_web::body::SizedStream;
    use actix_web::middleware::from_fn;
    use actix_web::test::{TestRequest, call_service, init_service};
    use actix_web::{App, HttpResponse};
    use futures_util::stream;

    use crate::web::compression::*;

    fn run(test: impl Future<Output = ()>) {
        actix_web::rt::System::new().block_on(test);
    }

    fn text() -> Bytes {
        "cow, ".repeat(20_000).into()
    }

    /// The coding in which an answer is sent to one who takes gzip, and its header `Vary`.
    async fn sent(places: usize, answer: fn() -> HttpResponse) -> (Option<HeaderValue>, Option<HeaderValue>) {
        let places = Data::new(Places(Arc::new(Semaphore::new(places))));
        let app = App::new()
            .app_data(places)
            .service(web::resource("/").to(move || async move { answer() }))
            .wrap(from_fn(compress));
        let app = init_service(app).await;
        let request = TestRequest::get().insert_header(("accept-encoding", "gzip"));
        let response = call_service(&app, request.to_request()).await;
        let header = |name| response.headers().get(name).cloned();
        (header(header::CONTENT_ENCODING), header(header::VARY))
    }

    #[test]
    fn where_no_place_is_free_an_answer_goes_as_it_is() {
        run(async {
            let small = || HttpResponse::Ok().content_type("text/plain").body(text().slice(..2000));
            let large = || HttpResponse::Ok().content_type("text/plain").body(text());
            for answer in [small, large] {
                let vary = Some(HeaderValue::from_static("accept-encoding"));
                assert_eq!(sent(0, answer).await, (None, vary.clone()));
                assert_eq!(sent(1, answer).await, (Some(HeaderValue::from_static("gzip")), vary));
            }
        });
    }

    #[test]
    fn what_is_encoded_or_of_unknown_size_or_no_text_goes_as_it_is() {
        run(async {
            let encoded = || {
                let mut response = HttpResponse::Ok();
                response.insert_header(("content-encoding", "br"));
                response.content_type("text/plain").body(text())
            };
            assert_eq!(sent(1, encoded).await, (Some(HeaderValue::from_static("br")), None));
            let stream = || {
                let chunks = stream::iter([Ok::<_, std::io::Error>(text())]);
                HttpResponse::Ok().content_type("text/plain").streaming(chunks)
            };
            assert_eq!(sent(1, stream).await.0, None);
            let sized = || {
                let chunks = stream::iter([Ok::<_, std::io::Error>(text())]);
                let stream = SizedStream::new(text().len() as u64, chunks);
                HttpResponse::Ok().content_type("text/plain").body(stream)
            };
            assert_eq!(sent(1, sized).await.0, None);
            let picture = || HttpResponse::Ok().content_type("image/png").body(text());
            assert_eq!(sent(1, picture).await, (None, None));
        });
    }

    #[test]
    fn text_is_told_by_its_media_type() {
        let is_text = |kind: &str| super::is_text(&kind.parse().unwrap());
        for kind in [
            "text/html; charset=utf-8",
            "application/json",
            "application/problem+json",
            "text/csv",
            "image/svg+xml",
            "application/javascript",
        ] {
            assert!(is_text(kind), "{kind}");
        }
        for kind in [
            "application/pdf",
            "image/png",
            "application/jwt",
            "application/octet-stream",
        ] {
            assert!(!is_text(kind), "{kind}");
        }
    }

    #[test]
    fn what_gets_no_smaller_is_not_sent_in_a_coding() {
        let noise: Vec<u8> = std::iter::repeat_with(|| fastrand::u8(..)).take(5000).collect();
        for coding in CODINGS {
            assert!(smaller(coding, Effort::Once, &noise).is_none(), "{coding:?}");
            assert!(smaller(coding, Effort::Kept, &text()).is_some(), "{coding:?}");
        }
    }
}
