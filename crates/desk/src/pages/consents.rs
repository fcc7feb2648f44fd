//! Questions to parents and guardians, in words; and the page on which one without an account answers them, by a link.
//!
//! It is opened by whoever has the link, so it tells no more of the child than a parent needs to know who is meant.

use std::collections::BTreeMap;

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use maud::html;
use serde::Deserialize;

use crate::accounts::caller::Anyone;
use crate::federation;
use crate::languages::{Language, Words, say, weave};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form};
use crate::pages::frame::{Page, Visit};
use crate::players::consent_links::use_cases::{self, OpenLink};
use crate::players::consent_links::{Answer, Answers, CONSENT_LINK_ANSWERED, page_of};
use crate::players::consent_wordings::STALE_WORDING;
use crate::players::consents::{ConsentRelation, Purpose};
use crate::values::error::Error;
use crate::web::rate_limit::RateLimited;
use crate::web::response::see_other;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_questions).service(send_answers);
}

/// The subject of a question, as a heading.
pub(crate) fn subject(words: Words, purpose: Purpose) -> String {
    match purpose {
        Purpose::PublishName => say!(words, "consent-subject-name"),
        Purpose::ShareColours => say!(words, "consent-subject-colours"),
    }
}

/// The question that is answered with yes or no, below the wording.
fn question(words: Words, purpose: Purpose) -> String {
    match purpose {
        Purpose::PublishName => say!(words, "consent-question-name"),
        Purpose::ShareColours => say!(words, "consent-question-colours"),
    }
}

/// The relation to a player, as people say it.
pub(crate) fn relation(words: Words, relation: ConsentRelation) -> String {
    match relation {
        ConsentRelation::Parent => say!(words, "relation-parent"),
        ConsentRelation::Guardian => say!(words, "relation-guardian"),
        ConsentRelation::Themselves => say!(words, "relation-themselves"),
    }
}

/// The name of the field with the answer to a question.
fn answer_to(purpose: Purpose) -> String {
    format!("answers/{}", purpose.as_str())
}

/// The name of the hidden field with the version that was shown.
fn version_of(purpose: Purpose) -> String {
    format!("version-{}", purpose.as_str())
}

fn fields(words: Words, open: &OpenLink) -> Vec<Field> {
    let relations = [ConsentRelation::Parent, ConsentRelation::Guardian];
    let relations = relations.map(|one| (one.as_str().to_owned(), relation(words, one)));
    let questions = open.questions.iter().map(|asked| {
        let purpose = asked.purpose;
        Field::new(answer_to(purpose), question(words, purpose), FieldKind::YesNo)
    });
    let signature = [
        Field::new("guardian", say!(words, "your-name"), FieldKind::Text)
            .with_hint(say!(words, "your-name-hint"))
            .filled_with("name"),
        Field::new(
            "relation",
            say!(words, "you-are-the-players"),
            FieldKind::Choice(relations.to_vec()),
        ),
    ];
    questions.chain(signature).collect()
}

fn page(visit: &Visit, open: &OpenLink, code: &str, draft: &Draft, is_stale: bool) -> Page {
    let words = visit.words();
    let fields = fields(words, open);
    let (asked, signature) = fields.split_at(open.questions.len());
    let title = say!(words, "questions-to-a-guardian");
    let body = html! {
        h1 { (title) }
        p.lead {
            @let (federation, club, born) = (open.federation.name(), open.club.as_str(), open.birth_year);
            (weave!(words, "guardian-is-asked-about", federation = federation, club = club, year = born; player = html! { b { (open.initials) } }))
        }
        p { (say!(words, "only-initials-stand-here")) }
        p { (say!(words, "both-answers-are-free")) }
        @if is_stale { p.refusal role="alert" { (say!(words, "text-has-changed")) } }
        form method="post" action=(page_of(code)) {
            (draft.refusal(&fields))
            (draft.hidden(visit.token()))
            @for (question, field) in open.questions.iter().zip(asked) {
                section.question {
                    h2 { (subject(words, question.purpose)) }
                    // It stays as it was recorded, in whatever language that was.
                    blockquote.wording lang=[words.unless(Language::English).map(|_| "")] { (question.text) }
                    input type="hidden" name=(version_of(question.purpose)) value=(question.version);
                    (draft.field(field))
                }
            }
            section {
                h2 { (say!(words, "who-answers")) }
                @for field in signature { (draft.field(field)) }
            }
            button { (say!(words, "send-the-answers")) }
        }
        p.quiet { (say!(words, "link-can-be-answered-once", moment = words.moment(open.link.expires_at.local()))) }
    };
    let status = if is_stale { STALE_WORDING.status } else { draft.status() };
    visit
        .page_in_words(&open.federation, &title, &body)
        .with_status(status)
        .unlisted()
        .marked_by(visit)
}

/// The page in the place of questions that are not asked, or not any more.
async fn over(caller: Anyone, visit: &Visit, error: Error) -> Result<Page, Error> {
    let Error::Refused(problem) = error else {
        return Err(error);
    };
    let today = caller.today();
    let federation = caller.read(move |c| federation::store::settings(c, today)).await?;
    let is_answered = problem.kind.code == CONSENT_LINK_ANSWERED.code;
    let words = visit.words();
    let (title, status) = if is_answered {
        (say!(words, "answers-are-kept"), 200)
    } else {
        (words.title_of(problem.kind).into_owned(), problem.kind.status)
    };
    let body = html! {
        h1 { (title) }
        p lang=[words.unless(Language::English)] { (problem.detail) }
        @if is_answered {
            p { (say!(words, "can-be-taken-back")) }
        }
        @if let Some(contact) = &federation.contact { p { (say!(words, "federation-is-reached-here", contact = contact.as_str())) } }
        p { a href="/" { (say!(words, "to-the-beginning")) } }
    };
    Ok(visit
        .page_in_words(&federation, &title, &body)
        .with_status(status)
        .unlisted())
}

async fn open(caller: &Anyone, code: &str) -> Result<OpenLink, Error> {
    let (now, code) = (caller.passing_now(), code.to_owned());
    caller.clone().read(move |c| use_cases::open(c, &code, now)).await
}

#[get("/consents/{code}")]
async fn show_questions(
    caller: Anyone,
    _limited: RateLimited,
    visit: Visit,
    code: Path<String>,
) -> Result<Page, Error> {
    match open(&caller, &code).await {
        Ok(open) => Ok(page(
            &visit,
            &open,
            &code,
            &Draft::default().in_words(visit.words()),
            false,
        )),
        Err(error) => over(caller, &visit, error).await,
    }
}

/// The form as it was typed.
#[derive(Deserialize)]
struct Typed {
    guardian: String,
    relation: ConsentRelation,
    #[serde(default)]
    answers: BTreeMap<String, bool>,
}

/// The answers that were typed, each to the version that was shown.
fn answers(form: &Form, open: &OpenLink) -> Result<Answers, Error> {
    let typed: Typed = form.read(&fields(Words::ENGLISH, open))?;
    let answers = open.questions.iter().filter_map(|question| {
        Some(Answer {
            purpose: question.purpose,
            wording: form.text(&version_of(question.purpose)).to_owned(),
            agrees: *typed.answers.get(question.purpose.as_str())?,
        })
    });
    Ok(Answers::parse(&typed.guardian, typed.relation, answers.collect())?)
}

#[post("/consents/{code}")]
async fn send_answers(
    caller: Anyone,
    _limited: RateLimited,
    visit: Visit,
    form: Form,
    code: Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let asked = match open(&caller, &code).await {
        Ok(open) => open,
        // Sent twice: it was done by the first.
        Err(error) if error.code() == CONSENT_LINK_ANSWERED.code => return Ok(see_other(&page_of(&code))),
        Err(error) => return Ok(over(caller, &visit, error).await?.respond_to(&request)),
    };
    let done = match answers(&form, &asked) {
        Ok(answers) => {
            let (now, actor, code) = (caller.passing_now(), caller.actor().clone(), code.clone());
            let write = move |c: &mut _| use_cases::answer(c, now, &actor, &code, &answers);
            caller.write(write).await
        }
        Err(error) => Err(error),
    };
    let Err(error) = done else {
        return Ok(see_other(&page_of(&code)));
    };
    if error.code() == STALE_WORDING.code {
        // An answer to another text is none: what is kept is who answers.
        let kept = ["guardian", "relation"].map(|name| (name.to_owned(), form.text(name).to_owned()));
        let draft = Draft::of(kept.to_vec()).in_words(visit.words());
        return Ok(page(&visit, &asked, &code, &draft, true).respond_to(&request));
    }
    let draft = form.refused(error)?.in_words(visit.words());
    Ok(page(&visit, &asked, &code, &draft, false).respond_to(&request))
}
