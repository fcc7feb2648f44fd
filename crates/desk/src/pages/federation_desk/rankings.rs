//! Rankings: looked at before they are published, published, and corrected by another list.

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, HttpResponse, Responder, get, post};
use chrono::NaiveDate;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::db::Conn;
use crate::federation;
use crate::languages::Words;
use crate::pages::federation_desk::{OfFederation, way_back};
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::rankings::{figure, method, movement, shared_rank};
use crate::pages::public::{day, division, divisions, next_page};
use crate::pages::sent::Sent;
use crate::players::registrations::Division;
use crate::rankings::methods::Method;
use crate::rankings::rows::ListedRow;
use crate::rankings::store::{self, RankingFilter};
use crate::rankings::{NewRanking, Ranking, use_cases};
use crate::tournaments::sheets::frame::moment;
use crate::values::counted::counted;
use crate::values::error::Error;
use crate::values::id::RankingId;
use crate::values::validation::Day;
use crate::web::idempotency::Creation;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_lists)
        .service(show_new_list)
        .service(send_preview)
        .service(send_list);
}

/// The number of rows that are shown of a list before it is published.
const ROWS: usize = 50;

/// The lists to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListLists {
    cursor: Option<String>,
}

#[get("/desk/rankings")]
async fn list_lists(
    caller: Administrator,
    visit: Visit,
    Search(query): Search<ListLists>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let limit = PageSize::default();
    let after = after::<(Day, RankingId)>(query.cursor.as_deref())?;
    let filter = RankingFilter {
        method: None,
        current: None,
        after: after.map(|(day, id)| (day.into(), id)),
    };
    let desk = caller
        .read(move |c, by| {
            let lists = store::list(c, &filter, limit.rows())?;
            OfFederation::read(c, by, lists)
        })
        .await?;
    let OfFederation { federation, content } = desk;
    let page = pagination::Page::of(content, limit, |list| (list.on, list.id), |list| list)?;
    let (lists, next) = page.into_parts();
    let body = html! {
        (way_back())
        h1 { "Rankings" }
        p { "A list that is published never changes. A correction is another list for the same day, which says why." }
        p { a.button href="/desk/rankings/new" { "Publish a list" } }
        @if lists.is_empty() { p { "No list is published yet." } }
        ul.things { @for list in &lists { (published(list)) } }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
    };
    Ok(visit.page(&federation, "Rankings", &body))
}

/// A published list: which it corrects, and by which it was corrected.
fn published(list: &Ranking) -> Markup {
    html! {
        li {
            a href={ "/rankings/" (list.id) } { (method(Words::ENGLISH, list.method)) ", " (day(list.on)) }
            p.quiet { (counted(list.players, "player", "players")) " · published " (moment(list.published_at)) }
            @if let Some(reason) = &list.reason { p { "It corrects an earlier list: " (reason) } }
            @match list.replaced_by_id {
                Some(newer) => p { "Corrected. " a href={ "/rankings/" (newer) } { "The list that holds" } },
                None => p { a href={ "/desk/rankings/new?replaces=" (list.id) } { "Correct it" } },
            }
        }
    }
}

/// The list that is to be corrected, if one is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowNewList {
    replaces: Option<RankingId>,
}

fn list_fields() -> Vec<Field> {
    let methods = Method::ALL
        .iter()
        .map(|one| (one.as_str().to_owned(), method(Words::ENGLISH, *one)));
    vec![
        Field::new("method", "Method", FieldKind::Choice(methods.collect())),
        Field::new("on", "Day of the list", FieldKind::Day)
            .with_hint("Tournaments count that are ratified, up to this day."),
        Field::new("months", "Months of which tournaments count", FieldKind::Number)
            .optional()
            .with_hint("What the federation has set if you leave it empty."),
    ]
}

/// The field for the reason of a correction.
fn reason_field() -> Field {
    Field::new("reason", "Why it corrects the earlier list", FieldKind::Text).with_hint("Everyone reads it.")
}

/// The fields of the form; a correction has a reason.
fn fields(is_correction: bool) -> Vec<Field> {
    list_fields()
        .into_iter()
        .chain(is_correction.then(reason_field))
        .collect()
}

/// The field by which a look is taken at one division.
fn division_field() -> Field {
    let divisions = divisions(Words::ENGLISH).map(|(word, words)| (word.to_owned(), words.clone()));
    Field::new(
        "division",
        "Look at one division",
        FieldKind::Choice(divisions.collect()),
    )
    .optional()
}

fn read(c: &mut Conn, by: &Caller) -> Result<OfFederation<()>, Error> {
    OfFederation::read(c, by, ())
}

/// The page on which a list is asked for.
fn page(desk: &OfFederation<()>, visit: &Visit, draft: &Draft) -> Page {
    let replaced = draft.text("replaces_id");
    let fields = fields(!replaced.is_empty());
    let title = if replaced.is_empty() {
        "Publish a list"
    } else {
        "Correct a list"
    };
    let body = html! {
        p.way { a href="/desk/rankings" { "Rankings" } }
        h1 { (title) }
        p { "You see it before it is published." }
        form method="post" action="/desk/rankings/preview" {
            (draft.refusal(&fields))
            (draft.hidden(visit.token()))
            @if !replaced.is_empty() { input type="hidden" name="replaces_id" value=(replaced); }
            @for field in fields.iter().chain([&division_field()]) { (draft.field(field)) }
            button { "Look at it" }
        }
    };
    desk.page(visit, draft, title, &body)
}

#[get("/desk/rankings/new")]
async fn show_new_list(caller: Administrator, visit: Visit, Search(query): Search<ShowNewList>) -> Result<Page, Error> {
    let today = caller.today();
    let (desk, replaced) = caller
        .read(move |c, by| {
            let replaced = query.replaces.map(|id| use_cases::find(c, id)).transpose()?;
            Ok((read(c, by)?, replaced))
        })
        .await?;
    let text = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let shown = match replaced {
        Some(list) => vec![
            text("replaces_id", &list.id.to_string()),
            text("method", list.method.as_str()),
            text("on", &list.on.to_string()),
            text("months", &list.months.to_string()),
        ],
        None => vec![text("on", &today.to_string())],
    };
    Ok(page(&desk, &visit, &Draft::of(shown)))
}

/// A list as it is typed.
#[derive(Deserialize)]
struct TypedList {
    method: Method,
    on: Day,
    months: Option<i64>,
    reason: Option<String>,
}

/// The list that a form asks for.
fn asked(c: &mut Conn, by: &Caller, form: &Form) -> Result<NewRanking, Error> {
    let replaces = form.text("replaces_id").parse::<RankingId>().ok();
    let asked: TypedList = form.read(&fields(replaces.is_some()))?;
    let on = NaiveDate::from(asked.on);
    let settings = federation::store::settings(c, on)?.ranking;
    let months = (asked.months, settings);
    let reason = asked.reason.as_deref();
    Ok(NewRanking::parse(
        asked.method,
        on,
        months,
        replaces,
        reason,
        by.today(),
    )?)
}

/// Shows what publishing would give. Nothing is kept, so that there is no page to go on to.
#[post("/desk/rankings/preview")]
async fn send_preview(
    caller: Administrator,
    visit: Visit,
    form: Form,
    request: HttpRequest,
) -> Result<HttpResponse, Error> {
    let only = Division::from_word(form.text("division"));
    let typed = form.clone();
    let counted = caller
        .clone()
        .read(move |c, by| {
            let new = asked(c, by, &typed)?;
            let (ranking, rows) = use_cases::preview(c, by, RankingId::new(by.now), &new, only, ROWS)?;
            OfFederation::read(c, by, (ranking, rows))
        })
        .await;
    match counted {
        Ok(desk) => Ok(preview(&desk, only, &visit, &form).respond_to(&request)),
        Err(error) => {
            let draft = form.refused(error)?;
            let desk = caller.read(read).await?;
            Ok(page(&desk, &visit, &draft).respond_to(&request))
        }
    }
}

fn preview(desk: &OfFederation<(Ranking, Vec<ListedRow>)>, only: Option<Division>, visit: &Visit, form: &Form) -> Page {
    let (ranking, rows) = &desk.content;
    let draft = Draft::of(form.pairs().to_vec());
    let title = format!("{}, {}", method(Words::ENGLISH, ranking.method), day(ranking.on));
    let body = html! {
        p.way { a href="/desk/rankings/new" { "Publish a list" } }
        h1 { (title) }
        p.lead { "Not published yet. " (counted(ranking.players, "player", "players")) ", by the tournaments from " (day(ranking.from)) " to " (day(ranking.until)) "." }
        section.next {
            form method="post" action="/desk/rankings/new" {
                (draft.hidden(visit.token()))
                @for name in ["method", "on", "months", "replaces_id", "reason"] {
                    @if !draft.text(name).is_empty() { input type="hidden" name=(name) value=(draft.text(name)); }
                }
                p { "Published, it never changes." }
                button { "Publish it" }
            }
        }
        @if let Some(only) = only { h2 { (division(Words::ENGLISH, only)) } } @else { h2 { "The first " (rows.len()) } }
        @if rows.is_empty() { p { "Nobody of the division is ranked." } } @else { (table(ranking.method, rows)) }
    };
    desk.page(visit, &draft, &title, &body)
}

fn table(by: Method, rows: &[ListedRow]) -> Markup {
    html! {
        table {
            thead { tr {
                th.rank scope="col" { "Rank" } th scope="col" { "Player" } th.figure scope="col" { "Before" }
                th.figure scope="col" { (figure(Words::ENGLISH, by)) }
            } }
            tbody {
                @for listed in rows {
                    tr {
                        td.rank { (shared_rank(listed.row.rank, listed.row.shared)) }
                        th scope="row" { (listed.player.named_in_full().name) p.quiet { (listed.player.number) } }
                        td.figure { (movement(Words::ENGLISH, &listed.row)) }
                        td.figure { (listed.row.figure.text()) }
                    }
                }
            }
        }
    }
}

#[post("/desk/rankings/new")]
async fn send_list(sent: Sent<Administrator>) -> Result<HttpResponse, Error> {
    sent.carry_out(
        |c, by, form| {
            let new = asked(c, by, form)?;
            let creation = Creation::of(None, &form.pairs(), by.now)?;
            use_cases::publish(c, by, &creation, &new)?;
            Ok("/desk/rankings".to_owned())
        },
        read,
        page,
    )
    .await
}
