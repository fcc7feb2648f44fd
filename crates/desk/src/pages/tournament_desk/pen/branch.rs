//! Branches: what lost laptops did that was not home when their pens were reclaimed, command by command, each adopted by whoever
//! finds it right still, or dismissed with a note.

use std::collections::BTreeMap;

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Form, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::{Sent, onward};
use crate::pages::tournament_desk::pen::hand_in::hand_in_path;
use crate::pages::tournament_desk::pen::words::{InWords, what_was_sent};
use crate::pages::tournament_desk::{TournamentDesk, path};
use crate::pens;
use crate::pens::branches::{LONGEST_NOTE, use_cases};
use crate::pens::commands::PenCommand;
use crate::pens::hand_ins::Executor;
use crate::tournaments::sheets::frame::moment;
use crate::trail::{self, ActionWords};
use crate::values::error::Error;
use crate::values::id::{AccountId, Id, TournamentId};
use crate::values::validation::{Faults, text};
use crate::web::operations::Operations;
use crate::web::pagination::{self, PageSize, after};
use crate::web::response::StoredResponse;

pub(super) fn configure(config: &mut ServiceConfig) {
    config
        .service(show_branch)
        .service(send_adoption)
        .service(send_dismissal);
}

/// The path of the page.
pub(super) fn branch_path(tournament: TournamentId) -> String {
    format!("{}/pen-branch-commands", path(tournament))
}

/// The place in the list from which it is shown.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ShowBranch {
    cursor: Option<String>,
}

/// The path with that place in the list.
fn with_place(path: String, cursor: Option<&str>) -> String {
    let Some(cursor) = cursor else { return path };
    let place = form_urlencoded::Serializer::new(String::new())
        .append_pair("cursor", cursor)
        .finish();
    format!("{path}?{place}")
}

/// The name of the field for the note: each command has its own on the page.
fn note_name(command: Id) -> String {
    format!("note-{command}")
}

fn note_field(command: Id) -> Field {
    Field::new(note_name(command), "Why nobody is to adopt it", FieldKind::Text).with_hint("Name nobody in it.")
}

/// The parts from which the page is made.
struct Branch {
    desk: TournamentDesk,
    commands: Vec<PenCommand>,
    /// The places in the list at which the page begins, and the next one.
    cursor: Option<String>,
    next: Option<String>,
    /// The laptop of each loan.
    laptops: BTreeMap<i64, String>,
    /// The names of those who gave the commands, and of those who have adopted or dismissed them.
    names: BTreeMap<AccountId, String>,
    /// The command of which something was refused, if it was.
    refused: Option<Id>,
}

impl Branch {
    fn read(c: &mut Conn, by: &Caller, id: TournamentId, cursor: Option<String>) -> Result<Branch, Error> {
        let (desk, limit) = (TournamentDesk::read(c, by, id)?, PageSize::default());
        let rows = use_cases::list(c, by, id, after(cursor.as_deref())?, limit.rows())?;
        let page = pagination::Page::of(rows, limit, |command| (command.epoch, command.n), |command| command)?;
        let (commands, next) = page.into_parts();
        let accounts = commands
            .iter()
            .flat_map(|one| [Some(one.account), one.adopted_by, one.dismissed_by]);
        let accounts: Vec<AccountId> = accounts.flatten().collect();
        let loans = pens::store::list(c, id)?.into_iter();
        Ok(Branch {
            desk,
            commands,
            cursor,
            next,
            laptops: loans.map(|loan| (loan.epoch, loan.laptop)).collect(),
            names: trail::store::names(c, &accounts)?,
            refused: None,
        })
    }

    /// The page on which that command stands, of which something was refused.
    fn read_of(c: &mut Conn, by: &Caller, command: Id, cursor: Option<String>) -> Result<Branch, Error> {
        let tournament = use_cases::find(c, by, command)?.tournament;
        Ok(Branch {
            refused: Some(command),
            ..Branch::read(c, by, tournament, cursor)?
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft, words: &InWords) -> Page {
        let (id, title) = (self.desk.id(), "What the lost laptop did");
        let is_told = self.commands.iter().any(|command| Some(command.id) == self.refused);
        let body = html! {
            (self.desk.way_back())
            h1 { (title) }
            @if self.commands.is_empty() {
                p { "Nothing is kept. What it did is handed in on the page " a href=(hand_in_path(id)) { "Bring it home" } "." }
            } @else {
                p {
                    "This was not home when the pen was reclaimed, and nobody has executed it. What you adopt is done now, as if you had \
                     sent it yourself: whoever adopts a result does not confirm it. Adopt in the order of the list: a result finds its \
                     match once the draw was adopted. Dismiss what is not right any more: what was sent with it is deleted."
                }
            }
            @if !is_told { (draft.refusal(&[])) }
            ul.things { @for command in &self.commands { li { (self.command(visit, draft, words, command)) } } }
            @if let Some(next) = &self.next {
                p { a rel="next" href=(with_place(branch_path(id), Some(next))) { "Next page" } }
            }
        };
        visit
            .page(&self.desk.federation, title, &body)
            .with_status(draft.status())
    }

    /// A command in words, with what becomes of it, and the reason why something was refused.
    fn command(&self, visit: &Visit, draft: &Draft, words: &InWords, command: &PenCommand) -> Markup {
        let name = |account: &AccountId| self.names.get(account).map(String::as_str).unwrap_or_default();
        let laptop = self.laptops.get(&command.epoch).map(String::as_str).unwrap_or_default();
        html! {
            b { (words.of(command)) }
            p.quiet { "Step " (command.n) " of " (laptop) ", by " (name(&command.account)) ", " (moment(command.at)) }
            (what_was_sent(command))
            @if self.refused == Some(command.id) { (draft.refusal(&[note_field(command.id)])) }
            @if let (Some(at), Some(by)) = (command.adopted_at, &command.adopted_by) {
                p { "Adopted by " (name(by)) ", " (moment(at)) "." }
            } @else if let (Some(at), Some(by)) = (command.dismissed_at, &command.dismissed_by) {
                p { "Dismissed by " (name(by)) ", " (moment(at)) "." }
                @if let Some(note) = &command.note { p { (note) } }
            } @else { (self.choices(visit, draft, command)) }
        }
    }

    /// The form by which a command is adopted, and that by which it is dismissed.
    fn choices(&self, visit: &Visit, draft: &Draft, command: &PenCommand) -> Markup {
        let action = |end: &str| {
            let path = format!("/desk/pen-branch-commands/{}/{end}", command.id);
            with_place(path, self.cursor.as_deref())
        };
        html! {
            form method="post" action=(action("adoption")) {
                (draft.hidden(visit.token()))
                button.second { "Adopt it" }
            }
            form method="post" action=(action("dismissal")) {
                (draft.hidden(visit.token()))
                (draft.field(&note_field(command.id)))
                button.second { "Dismiss it" }
            }
        }
    }
}

#[get("/desk/tournaments/{id}/pen-branch-commands")]
async fn show_branch(
    caller: Coordinator,
    visit: Visit,
    id: Path<TournamentId>,
    Search(query): Search<ShowBranch>,
    operations: Data<Operations>,
    actions: Data<ActionWords>,
) -> Result<Page, Error> {
    let branch = caller.read(move |c, by| Branch::read(c, by, *id, query.cursor)).await?;
    Ok(branch.page(&visit, &Draft::default(), &InWords { operations, actions }))
}

/// Adopts a command, and goes on to its place in the list.
async fn adopt(
    sent: &Sent<Coordinator>,
    id: Id,
    cursor: Option<String>,
    executor: &dyn Executor,
) -> Result<StoredResponse, Error> {
    let was_seen_to = use_cases::adopt(&sent.caller, id, executor).await?;
    let done = sent.caller.clone().write_once(sent.form.request(), move |c, by| {
        let tournament = use_cases::adopted(c, by, id, was_seen_to)?.tournament;
        Ok(onward(with_place(branch_path(tournament), cursor.as_deref())))
    });
    done.await
}

#[post("/desk/pen-branch-commands/{id}/adoption")]
async fn send_adoption(
    sent: Sent<Coordinator>,
    id: Path<Id>,
    Search(query): Search<ShowBranch>,
    executor: Data<dyn Executor>,
    operations: Data<Operations>,
    actions: Data<ActionWords>,
) -> Result<HttpResponse, Error> {
    let (id, cursor, words) = (*id, query.cursor, InWords { operations, actions });
    let done = adopt(&sent, id, cursor.clone(), executor.get_ref()).await;
    sent.answer_on_its_page(
        done,
        move |c, by| Branch::read_of(c, by, id, cursor),
        |branch: &Branch, visit: &Visit, draft: &Draft| branch.page(visit, draft, &words),
    )
    .await
}

/// Dismisses a command for the reason that was typed; the tournament that it is of.
fn dismiss(c: &mut Conn, by: &Caller, id: Id, form: &Form) -> Result<TournamentId, Error> {
    let name = note_name(id);
    let note = text(form.text(&name), LONGEST_NOTE).map_err(|fault| Faults::of(&format!("/{name}"), fault))?;
    Ok(use_cases::dismiss(c, by, id, &note)?.tournament)
}

#[post("/desk/pen-branch-commands/{id}/dismissal")]
async fn send_dismissal(
    sent: Sent<Coordinator>,
    id: Path<Id>,
    Search(query): Search<ShowBranch>,
    operations: Data<Operations>,
    actions: Data<ActionWords>,
) -> Result<HttpResponse, Error> {
    let (id, context) = (*id, sent.caller.context().clone());
    let (cursor, words) = (query.cursor, InWords { operations, actions });
    let place = cursor.clone();
    let answer = sent
        .carry_out(
            move |c, by, form| {
                let tournament = dismiss(c, by, id, form)?;
                Ok(with_place(branch_path(tournament), place.as_deref()))
            },
            move |c, by| Branch::read_of(c, by, id, cursor),
            |branch: &Branch, visit: &Visit, draft: &Draft| branch.page(visit, draft, &words),
        )
        .await?;
    context.clear_journal().await;
    Ok(answer)
}
