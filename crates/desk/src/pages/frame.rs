//! The frame of every page: the head with the ways to everything, the foot with the federation's address.

use std::future::{Ready, ready};

use actix_web::body::BoxBody;
use actix_web::dev::Payload;
use actix_web::http::{Method, StatusCode, header};
use actix_web::web::Data;
use actix_web::{FromRequest, HttpRequest, HttpResponse, Responder, ResponseError};
use maud::{DOCTYPE, Markup, html};

use crate::accounts::caller::session_secret;
use crate::federation::FederationSettings;
use crate::languages::{Language, Words, say};
use crate::pages::cookies;
use crate::pages::form::FormToken;
use crate::pages::languages;
use crate::pens::laptops::Laptop;
use crate::values::error::Error;
use crate::values::random;
use crate::web::assets::HTML;
use crate::web::language::{self, language_of};
use crate::web::response::{PRIVATE, Response, Text};

/// The head of a page: its title, and all else that it tells browsers and search engines.
pub struct Head {
    pub title: String,
    /// The sentence that search engines show.
    pub description: String,
    /// Further elements: scripts, facts for programs.
    pub more: Markup,
    /// The words of the page itself; those around it are the reader's.
    pub words: Words,
}

impl Head {
    /// The head of a page in English with that title.
    pub(crate) fn of(title: impl Into<String>) -> Head {
        Head::said(Words::ENGLISH, title)
    }

    /// The head of a page in those words with that title.
    pub(crate) fn said(words: Words, title: impl Into<String>) -> Head {
        let title = title.into();
        Head {
            description: say!(words, "page-description", title = title.as_str()),
            title,
            more: html! {},
            words,
        }
    }
}

/// Somebody's look at a page, signed in or not.
pub struct Visit {
    token: FormToken,
    is_signed_in: bool,
    /// The secret of the mark, if the browser has none yet.
    visitor: Option<String>,
    words: Words,
    /// The path and query of the page, to which a reader comes back who chooses another language.
    path: String,
    embeds: bool,
    /// Whether it is a laptop at a venue that shows the page.
    is_at_venue: bool,
}

/// The name in the query by which a page is asked for to be shown within another.
pub(crate) const EMBED: &str = "embed";

/// The policy of a page that other sites may show within theirs: it has no forms that write, and knows nobody who has signed
/// in.
const EMBEDDED: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; \
                        frame-ancestors *";

impl FromRequest for Visit {
    type Error = Error;
    type Future = Ready<Result<Self, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Visit::of(request)))
    }
}

impl Visit {
    /// The visit of that request.
    pub(crate) fn of(request: &HttpRequest) -> Visit {
        let (token, visitor) = if let Some(token) = FormToken::expected(request) {
            (token, None)
        } else {
            let secret = random::secret();
            (FormToken::of(&secret), Some(secret))
        };
        Visit {
            token,
            is_signed_in: session_secret(request).is_some(),
            visitor,
            words: Words::of(language_of(request.headers())),
            path: match *request.method() {
                Method::GET => request
                    .uri()
                    .path_and_query()
                    .map_or("/", |path| path.as_str())
                    .to_owned(),
                // What is answered to a form may have no page of its own.
                _ => "/".to_owned(),
            },
            embeds: form_urlencoded::parse(request.query_string().as_bytes()).any(|(name, _)| name == EMBED),
            is_at_venue: request.app_data::<Data<Laptop>>().is_some(),
        }
    }

    /// Whether it is a laptop at a venue that shows the page.
    pub(crate) fn is_at_venue(&self) -> bool {
        self.is_at_venue
    }

    /// The visit, from which a reader who chooses another language comes back to the bare path.
    pub(crate) fn without_query(self) -> Visit {
        let path = self.path.split('?').next().unwrap_or("/").to_owned();
        Visit { path, ..self }
    }

    /// The visit of a browser that has just signed in, in the session with that secret.
    pub(crate) fn signed_in(self, secret: &str) -> Visit {
        Visit {
            token: FormToken::of(secret),
            is_signed_in: true,
            visitor: None,
            ..self
        }
    }

    /// The mark by which a form is known to be this browser's.
    pub(crate) fn token(&self) -> &FormToken {
        &self.token
    }

    /// The words in which the visitor reads.
    pub(crate) fn words(&self) -> Words {
        self.words
    }

    /// The page with that title and body in the visitor's words.
    pub(crate) fn page_in_words(&self, federation: &FederationSettings, title: &str, body: &Markup) -> Page {
        self.page_with(federation, &Head::said(self.words, title), body)
    }

    /// The page with that title and body, in English.
    pub(crate) fn page(&self, federation: &FederationSettings, title: &str, body: &Markup) -> Page {
        self.page_with(federation, &Head::of(title), body)
    }

    /// The page with that head and body.
    pub fn page_with(&self, federation: &FederationSettings, head: &Head, body: &Markup) -> Page {
        let contact = [federation.website.as_deref(), federation.contact.as_deref()];
        self.framed(
            federation.name.as_deref(),
            head,
            body,
            &contact.map(Option::unwrap_or_default),
        )
    }

    /// The page with that title and body, which others may show within theirs: then without head and foot.
    pub(crate) fn embeddable_page(&self, federation: &FederationSettings, title: &str, body: &Markup) -> Page {
        if !self.embeds {
            return self.page_in_words(federation, title, body);
        }
        let page = html! {
            (DOCTYPE)
            html lang=(self.words.language().tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) }
                    link rel="stylesheet" href="/pages/site.css";
                }
                body { main #main { (body) } }
            }
        };
        Page {
            is_private: false,
            is_embedded: true,
            is_unlisted: false,
            language: self.words.language(),
            text: page.into_string(),
            status: StatusCode::OK,
            visitor: None,
        }
    }

    /// Whether the page is asked for to be shown within another.
    pub(crate) fn embeds(&self) -> bool {
        self.embeds
    }

    /// The page with that title and body, in the visitor's words, where the records are not asked for the federation's name.
    pub(crate) fn bare_page(&self, title: &str, body: &Markup) -> Page {
        self.framed(None, &Head::said(self.words, title), body, &[])
    }

    fn framed(&self, name: Option<&str>, head: &Head, body: &Markup, contact: &[&str]) -> Page {
        let (title, words) = (&head.title, self.words);
        let unnamed = say!(words, "federation-unnamed");
        let name = name.unwrap_or(&unnamed);
        // A page that is not in the reader's language says in which it is.
        let other = words.unless(head.words.language());
        let page = html! {
            (DOCTYPE)
            html lang=(words.language().tag()) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    title { (title) @if title != name { " · " (name) } }
                    meta name="description" content=(head.description);
                    link rel="stylesheet" href="/pages/site.css";
                    link rel="icon" href="/favicon.svg" type="image/svg+xml";
                    (head.more)
                }
                body {
                    a.skip href="#main" { (say!(words, "to-the-content")) }
                    header.top {
                        a.name href="/" { (board()) span { (name) } }
                        nav aria-label=(say!(words, "navigation-main")) {
                            a href="/tournaments" { (say!(words, "tournaments")) }
                            a href="/rankings" { (say!(words, "rankings")) }
                            a href="/players" { (say!(words, "players")) }
                            a href="/clubs" { (say!(words, "clubs")) }
                            a href="/games" { (say!(words, "games")) }
                            a href="/verify" { (say!(words, "check-a-certificate")) }
                            @if self.is_signed_in {
                                a href="/desk" { (say!(words, "your-desk")) } a href="/account" { (say!(words, "your-account")) }
                            } @else { a href="/sign-in" { (say!(words, "sign-in")) } }
                        }
                    }
                    main #main lang=[other] { (body) }
                    footer.foot {
                        p { (name) }
                        @for line in contact.iter().filter(|line| !line.is_empty()) {
                            p { @if line.starts_with("http") { a href=(line) { (line) } } @else { (line) } }
                        }
                        nav aria-label=(say!(words, "navigation-more")) {
                            a href="/umpires" { (say!(words, "umpires")) }
                            a href="/colours/criteria" { (say!(words, "criteria-of-colours")) }
                            a href="/federation" { (say!(words, "the-federation")) } a href="/statistics" { (say!(words, "the-year-in-numbers")) }
                            a href="/docs/operations" { (say!(words, "for-programs")) }
                        }
                        (languages::choice(words, &self.path))
                    }
                }
            }
        };
        Page {
            is_private: self.is_signed_in,
            is_embedded: false,
            is_unlisted: false,
            language: self.words.language(),
            text: page.into_string(),
            status: StatusCode::OK,
            visitor: None,
        }
    }
}

/// The board's three squares, as the mark of the service.
fn board() -> Markup {
    html! {
        svg viewBox="0 0 24 24" aria-hidden="true" width="28" height="28" {
            path d="M2 2h20v20H2zM6 6h12v12H6zM10 10h4v4h-4zM2 2l8 8M22 2l-8 8M2 22l8-8M22 22l-8-8M12 2v8M12 14v8M2 12h8M14 12h8";
        }
    }
}

/// A page as it is answered.
pub struct Page {
    text: String,
    /// Whether somebody has signed in for whom it was made.
    is_private: bool,
    /// Whether others show it within a page of theirs.
    is_embedded: bool,
    /// Whether it is for whoever has its address, and for no search engine.
    is_unlisted: bool,
    /// The language of its frame.
    language: Language,
    status: StatusCode,
    /// The secret that the browser is given to keep, if a form needs it.
    visitor: Option<String>,
}

impl Page {
    /// The page as nobody in between may keep it.
    pub(crate) fn private(self) -> Page {
        Page {
            is_private: true,
            ..self
        }
    }

    /// The page with a form for people who may not have signed in, and its mark.
    pub(crate) fn marked_by(self, visit: &Visit) -> Page {
        Page {
            visitor: visit.visitor.clone(),
            ..self.private()
        }
    }

    /// The page as the answer to something that went wrong.
    pub(crate) fn with_status(self, status: u16) -> Page {
        let status = StatusCode::from_u16(status).unwrap_or(self.status);
        Page { status, ..self }
    }

    /// The page as one for whoever has its address: nobody keeps it on the way, and no search engine shows it.
    pub(crate) fn unlisted(self) -> Page {
        Page {
            is_private: true,
            is_unlisted: true,
            ..self
        }
    }
}

impl Responder for Page {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let (media_type, body) = (HTML, self.text);
        let mut response = match (self.status, self.is_private) {
            (StatusCode::OK, false) => Response::public(Text { media_type, body }).respond_to(request),
            (StatusCode::OK, true) => Response::private(Text { media_type, body }).respond_to(request),
            // What went wrong is told whatever the browser has.
            (status, _) => HttpResponse::build(status)
                .insert_header((header::CACHE_CONTROL, PRIVATE))
                .content_type(media_type)
                .body(body),
        };
        if self.is_embedded {
            let policy = header::HeaderValue::from_static(EMBEDDED);
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
        }
        if self.is_unlisted {
            let unlisted = header::HeaderValue::from_static("noindex, nofollow");
            response
                .headers_mut()
                .insert(header::HeaderName::from_static("x-robots-tag"), unlisted);
        }
        // The same address shows something else to who has signed in, or reads another language.
        language::mark(response.headers_mut(), self.language);
        let kept = self
            .visitor
            .map(|secret| response.add_cookie(&cookies::visitor(request, secret)));
        match kept {
            Some(Err(error)) => Error::Internal(error.to_string()).error_response(),
            Some(Ok(())) | None => response,
        }
    }
}
