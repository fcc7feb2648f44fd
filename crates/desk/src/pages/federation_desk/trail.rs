//! The trail of changes: when, by whom and how a thing was changed, in words.

use actix_web::web::{Data, ServiceConfig};
use actix_web::{HttpRequest, get};
use chrono::{DateTime, NaiveDate, Utc};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts;
use crate::accounts::caller::Coordinator;
use crate::languages::Words;
use crate::pages::federation_desk::{OfFederation, way_back};
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{choose, day, next_page};
use crate::tournaments::sheets::frame::moment;
use crate::trail::store::TrailFilter;
use crate::trail::{ActionWords, FieldChange, FieldValue, TrailItem, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::AccountId;
use crate::values::validation::{Day, Limited, Word};
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_trail);
}

/// The sorts of things, as people call them.
const SUBJECTS: [(&str, &str); 33] = [
    ("account", "account"),
    ("accreditation", "accreditation of an umpire"),
    ("affiliation", "affiliation of a club"),
    ("appeal", "appeal"),
    ("application", "application"),
    ("appointment", "appointment of an umpire"),
    ("authorization_code", "leave for an application to act"),
    ("bye", "bye"),
    ("club", "club"),
    ("colours", "colours"),
    ("colours_criteria", "criteria of colours"),
    ("consent", "consent"),
    ("consent_wording", "wording of a consent"),
    ("dispute", "dispute"),
    ("entry", "entry"),
    ("equipment_specification", "boards and counters"),
    ("federation", "settings of the federation"),
    ("game", "game"),
    ("grant", "role of an account"),
    ("match", "match"),
    ("pairing_bar", "players who never meet"),
    ("personal_token", "personal token"),
    ("player", "player"),
    ("player_account", "account of a player"),
    ("ranking", "ranking"),
    ("registration", "registration"),
    ("round", "round"),
    ("selection", "selection"),
    ("session", "device that was signed in, or application that acts"),
    ("team", "team"),
    ("tournament", "tournament"),
    ("transfer", "transfer"),
    ("upholding", "upholding of a doubtful record"),
];

/// The changes to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowTrail {
    from: Option<Day>,
    until: Option<Day>,
    /// The address of the account that made them.
    by: Option<Limited<254>>,
    subject: Option<Word>,
    subject_id: Option<Word>,
    cursor: Option<String>,
}

impl ShowTrail {
    /// The filter, with that author; `author` is none if everybody's changes are asked for.
    fn filter(&self, author: Option<AccountId>) -> Result<TrailFilter, Error> {
        let until = self.until.map(NaiveDate::from).and_then(|day| day.succ_opt());
        Ok(TrailFilter {
            account: author,
            subject: self.subject.clone().map(String::from),
            subject_id: self.subject_id.clone().map(String::from),
            from: self.from.map(|day| Timestamp::beginning(day.into())),
            until: until.map(Timestamp::beginning),
            before: after(self.cursor.as_deref())?,
        })
    }

    fn form(&self) -> Markup {
        let subject = self.subject.as_ref().map(Word::as_str);
        let typed = |day: Option<Day>| day.map(|day| NaiveDate::from(day).to_string());
        html! {
            form.line action="/desk/trail" role="search" {
                label for="from" { "From" }
                input #from name="from" type="date" value=[typed(self.from)];
                label for="until" { "to" }
                input #until name="until" type="date" value=[typed(self.until)];
                label for="by" { "By the account" }
                input #by name="by" type="email" maxlength="254" value=[self.by.as_ref().map(Limited::as_str)]
                    placeholder="nomsa@example.org";
                (choose(Words::ENGLISH, "subject", "Thing", SUBJECTS.into_iter(), subject))
                label for="subject_id" { "Its id" }
                input #subject_id name="subject_id" maxlength="64" autocomplete="off" value=[self.subject_id.as_ref().map(Word::as_str)];
                button { "Show" }
            }
        }
    }
}

#[get("/desk/trail")]
async fn show_trail(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ShowTrail>,
    words: Data<ActionWords>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let (limit, is_everywhere) = (PageSize::default(), caller.reach().is_everywhere());
    let by_whom = query.by.as_ref().map(|address| address.as_str().trim().to_lowercase());
    // What cannot be read as a place in the trail is refused before anything is looked for.
    let mut filter = query.filter(None)?;
    let desk = caller
        .read(move |c, by| {
            let account = match &by_whom {
                Some(address) => accounts::store::find_by_email(c, &address.replace('\0', ""))?,
                None => None,
            };
            filter.account = account.as_ref().map(|account| account.id);
            let is_nobody = by_whom.is_some() && account.is_none();
            let found = use_cases::list(c, by, filter, limit.rows())?;
            OfFederation::read(c, by, (!is_nobody).then_some(found))
        })
        .await?;
    let OfFederation { federation, content } = desk;
    let ((rows, end), names) = content.unwrap_or_default();
    let items = rows.into_iter().map(|row| TrailItem::of(row, &names, &words));
    let items = items.collect::<Result<Vec<_>, Error>>()?;
    let (items, next) = pagination::Page::walked(items, limit, end, |item| item.seq, |item| item)?.into_parts();
    let body = html! {
        @if is_everywhere { (way_back()) } @else { p.way { a href="/desk" { "Your desk" } } }
        h1 { "The trail of changes" }
        (query.form())
        @if items.is_empty() { p { (if next.is_some() { "Nothing is found so far." } else { "Nothing is found." }) } }
        ul.things { @for item in &items { (line(item)) } }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
    };
    Ok(visit.page(&federation, "The trail of changes", &body))
}

/// A change, with what is not as it was.
fn line(item: &TrailItem) -> Markup {
    let only = form_urlencoded::Serializer::new(String::new())
        .append_pair("subject", &item.subject)
        .append_pair("subject_id", &item.subject_id)
        .finish();
    let called = SUBJECTS.iter().find(|(word, _)| *word == item.subject);
    let called = called.map_or_else(|| item.subject.replace('_', " "), |(_, words)| (*words).to_owned());
    html! {
        li {
            b { (item.summary) }
            p.quiet { (moment(item.at)) ", by " (item.by.name) @if let Some(through) = &item.by.through { ", through " (through) } " · " a href={ "/desk/trail?" (only) } { "all about this " (called) } }
            @if let Some(note) = item.note { p { (note) } }
            @if !item.changes.is_empty() {
                details {
                    summary { "What was changed" }
                    dl.facts {
                        @for change in &item.changes { dt { (field(change)) } dd { (values(change)) } }
                    }
                }
            }
        }
    }
}

/// The name of a field in words: `secretary.name` is "secretary, name".
fn field(change: &FieldChange) -> String {
    change.field.replace('.', ", ").replace('_', " ")
}

/// A value as people read it: days and times as they write them.
fn in_words(value: &FieldValue) -> Option<String> {
    let text = value.in_words()?;
    if let Ok(instant) = DateTime::parse_from_rfc3339(&text) {
        return Some(moment(Timestamp(instant.with_timezone(&Utc))));
    }
    Some(text.parse::<NaiveDate>().map_or(text, day))
}

fn values(change: &FieldChange) -> Markup {
    let (before, after) = (in_words(&change.before), in_words(&change.after));
    html! {
        @if let Some(before) = &before { s { (before) } " " }
        @match &after {
            Some(after) => (after),
            None => span.quiet { "taken away" },
        }
    }
}
