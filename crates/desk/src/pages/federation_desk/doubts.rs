//! Doubtful records: listed, and upheld; each leads to the page where it can be revoked.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::doubts::use_cases::{self, DoubtSearch};
use crate::doubts::{Doubt, DoubtKey, LONGEST_REASON, RecordKind};
use crate::languages::Words;
use crate::pages::federation_desk::OfFederation;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{choose, next_page};
use crate::pages::sent::Sent;
use crate::tournaments;
use crate::tournaments::sheets::frame::moment;
use crate::values::error::Error;
use crate::values::id::{AppointmentId, EntryId, Id, TournamentId};
use crate::values::validation::{Faults, text};
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_doubts).service(show_doubt).service(send_upholding);
}

/// The path of the list.
pub(super) const LIST: &str = "/desk/doubts";

/// The doubtful records to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListDoubts {
    kind: Option<RecordKind>,
    /// Shows those that were upheld, instead of those that wait.
    upheld: Option<bool>,
    cursor: Option<String>,
}

#[get("/desk/doubts")]
async fn list_doubts(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListDoubts>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let (limit, upheld, today) = (PageSize::default(), query.upheld == Some(true), caller.today());
    let reach = caller.reach().clone();
    let search = DoubtSearch {
        kind: query.kind,
        province: None,
        upheld,
        after: after(query.cursor.as_deref())?,
    };
    let desk = caller
        .read(move |c, by| {
            let doubts = use_cases::list(c, by, &search, limit.rows())?;
            OfFederation::read(c, by, doubts)
        })
        .await?;
    let OfFederation { federation, content } = desk;
    let page = pagination::Page::of(content, limit, |doubt| doubt.key, |doubt| doubt)?;
    let (doubts, next) = page.into_parts();
    let kinds = RecordKind::ALL.iter().map(|one| (one.as_str(), one.in_words()));
    let body = html! {
        p.way { a href="/desk" { "Your desk" } }
        h1 { "Records in doubt" }
        p { "They are in force, though the rule by which they were admitted is met no more. They stay so until a person revokes or upholds them." }
        p {
            @if upheld { "Those that were upheld. " a href=(LIST) { "Those that wait" } }
            @else { "Those that wait for a decision. " a href={ (LIST) "?upheld=true" } { "Those that were upheld" } }
        }
        form.line action=(LIST) {
            (choose(Words::ENGLISH, "kind", "Kind", kinds, query.kind.map(RecordKind::as_str)))
            @if upheld { input type="hidden" name="upheld" value="true"; }
            button { "Show" }
        }
        @if doubts.is_empty() { p { "There is none." } }
        ul.things {
            @for doubt in &doubts {
                li {
                    a href=(path(doubt.key)) { (doubt.name(&reach, today).name) ", " (doubt.key.0.in_words()) }
                    p.quiet { (doubt.about) }
                    (reasons(doubt))
                }
            }
        }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
    };
    Ok(visit.page(&federation, "Records in doubt", &body))
}

fn path(DoubtKey(kind, id): DoubtKey) -> String {
    format!("{LIST}/{}/{id}", kind.as_str())
}

fn reasons(doubt: &Doubt) -> Markup {
    html! { ul { @for reason in &doubt.reasons { li { (reason) } } } }
}

/// A doubtful record with all that a decision on it asks for.
struct Doubted {
    doubt: Doubt,
    name: String,
    /// The page where it can be revoked, withdrawn or ended, if the caller has one.
    way_out: Option<String>,
    is_decider: bool,
}

fn read(c: &mut Conn, by: &Caller, key: DoubtKey) -> Result<OfFederation<Doubted>, Error> {
    let doubt = use_cases::read(c, by, key)?;
    let DoubtKey(kind, id) = key;
    let at_desk = |tournament: TournamentId| format!("/desk/tournaments/{tournament}");
    let way_out = match kind {
        RecordKind::Award => by.reach.is_everywhere().then(|| format!("/desk/colours/{id}")),
        RecordKind::Entry => {
            let entry = tournaments::entries::store::find(c, EntryId::from(id))?;
            entry.map(|entry| at_desk(entry.tournament) + "/entries")
        }
        RecordKind::Appointment => {
            let appointment = tournaments::appointments::store::find(c, AppointmentId::from(id))?;
            appointment.map(|appointment| at_desk(appointment.tournament))
        }
        RecordKind::Accreditation | RecordKind::Selection => None,
    };
    let doubted = Doubted {
        name: doubt.name(&by.reach, by.today()).name,
        is_decider: doubt.is_decided_by(&by.reach),
        way_out,
        doubt,
    };
    OfFederation::read(c, by, doubted)
}

fn fields() -> [Field; 1] {
    [Field::new("reason", "Why it is upheld", FieldKind::Long).with_hint("The public does not read it.")]
}

fn page(desk: &OfFederation<Doubted>, visit: &Visit, draft: &Draft) -> Page {
    let Doubted { doubt, name, .. } = &desk.content;
    let title = format!("{name}, {}", doubt.key.0.in_words());
    let body = html! {
        p.way { a href=(LIST) { "Records in doubt" } }
        h1 { (title) }
        p.lead { (doubt.about) }
        h2 { "What it lacks" }
        (reasons(doubt))
        @match &doubt.upheld {
            Some(upheld) => {
                p { b { "It was upheld." } " " (moment(upheld.upheld_at)) ". It waits again once it lacks something besides." }
                p { (upheld.reason) }
            }
            None => (decision(&desk.content, visit, draft)),
        }
    };
    desk.page(visit, draft, &title, &body)
}

fn decision(doubted: &Doubted, visit: &Visit, draft: &Draft) -> Markup {
    html! {
        section {
            h2 { "Take it back" }
            @match (&doubted.way_out, doubted.doubt.key.0) {
                (Some(path), _) => p { a href=(path) { "Where it is revoked, withdrawn or ended" } },
                (None, RecordKind::Selection) => p { "A selection is withdrawn by " code { "POST /v1/selections/{id}/withdrawals" } "." },
                (None, RecordKind::Accreditation) => {
                    p { "Administrators revoke an accreditation by " code { "POST /v1/accreditations/{id}/revocations" } "." }
                }
                (None, _) => p { "An administrator revokes it." },
            }
        }
        section {
            h2 { "Uphold it" }
            @if doubted.is_decider {
                p { "It stays what it is, and goes from the list until it lacks something besides." }
                (draft.form(&format!("{}/upholding", path(doubted.doubt.key)), visit.token(), &fields(), "Uphold it"))
            } @else {
                p { "An administrator decides on it." }
            }
        }
    }
}

#[get("/desk/doubts/{kind}/{id}")]
async fn show_doubt(caller: Coordinator, visit: Visit, key: Path<(RecordKind, Id)>) -> Result<Page, Error> {
    let (kind, id) = key.into_inner();
    let desk = caller.read(move |c, by| read(c, by, DoubtKey(kind, id))).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

/// The upholding of a record as it is typed.
#[derive(Deserialize)]
struct TypedUpholding {
    reason: String,
}

#[post("/desk/doubts/{kind}/{id}/upholding")]
async fn send_upholding(sent: Sent<Coordinator>, key: Path<(RecordKind, Id)>) -> Result<HttpResponse, Error> {
    let (kind, id) = key.into_inner();
    let key = DoubtKey(kind, id);
    sent.carry_out(
        move |c, by, form| {
            let asked: TypedUpholding = form.read(&fields())?;
            let reason = text(&asked.reason, LONGEST_REASON).map_err(|fault| Faults::of("/reason", fault))?;
            Ok(path(use_cases::uphold(c, by, key, &reason)?.key))
        },
        move |c, by| read(c, by, key),
        page,
    )
    .await
}
