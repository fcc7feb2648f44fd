//! Branches: what lost laptops did that was not home when their pens were reclaimed, command by command, each adopted by whoever
//! finds it right still.

use std::collections::BTreeMap;

use actix_web::web::{Data, Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::{Sent, onward};
use crate::pages::tournament_desk::pen::hand_in::hand_in_path;
use crate::pages::tournament_desk::pen::words::{InWords, what_was_sent};
use crate::pages::tournament_desk::{TournamentDesk, path};
use crate::pens;
use crate::pens::branches::use_cases;
use crate::pens::commands::PenCommand;
use crate::pens::hand_ins::Executor;
use crate::tournaments::sheets::frame::moment;
use crate::trail::{self, ActionWords};
use crate::values::error::Error;
use crate::values::id::{AccountId, Id, TournamentId};
use crate::web::operations::Operations;
use crate::web::pagination::{self, PageSize, after};
use crate::web::response::StoredResponse;

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(show_branch).service(send_adoption);
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

/// The parts from which the page is made.
struct Branch {
    desk: TournamentDesk,
    commands: Vec<PenCommand>,
    /// The places in the list at which the page begins, and the next one.
    cursor: Option<String>,
    next: Option<String>,
    /// The laptop of each loan.
    laptops: BTreeMap<i64, String>,
    /// The names of those who gave the commands, and of those who have adopted them.
    names: BTreeMap<AccountId, String>,
    /// The command whose adoption was refused, if one was.
    refused: Option<Id>,
}

impl Branch {
    fn read(c: &mut Conn, by: &Caller, id: TournamentId, cursor: Option<String>) -> Result<Branch, Error> {
        let (desk, limit) = (TournamentDesk::read(c, by, id)?, PageSize::default());
        let rows = use_cases::list(c, by, id, after(cursor.as_deref())?, limit.rows())?;
        let page = pagination::Page::of(rows, limit, |command| (command.epoch, command.n), |command| command)?;
        let (commands, next) = page.into_parts();
        let accounts = commands.iter().flat_map(|one| [Some(one.account), one.adopted_by]);
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
                     match once the draw was adopted."
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

    /// A command in words, with the button that adopts it, and the reason why that was refused.
    fn command(&self, visit: &Visit, draft: &Draft, words: &InWords, command: &PenCommand) -> Markup {
        let name = |account: &AccountId| self.names.get(account).map(String::as_str).unwrap_or_default();
        let laptop = self.laptops.get(&command.epoch).map(String::as_str).unwrap_or_default();
        let action = format!("/desk/pen-branch-commands/{}/adoption", command.id);
        html! {
            b { (words.of(command)) }
            p.quiet { "Command " (command.n) " of " (laptop) ", by " (name(&command.account)) ", " (moment(command.at)) }
            (what_was_sent(command))
            @if self.refused == Some(command.id) { (draft.refusal(&[])) }
            @if let (Some(at), Some(by)) = (command.adopted_at, &command.adopted_by) {
                p { "Adopted by " (name(by)) ", " (moment(at)) "." }
            } @else {
                form method="post" action=(with_place(action, self.cursor.as_deref())) {
                    (draft.hidden(visit.token()))
                    button.second { "Adopt it" }
                }
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
    let was_adopted = use_cases::adopt(&sent.caller, id, executor).await?;
    let done = sent.caller.clone().write_once(sent.form.request(), move |c, by| {
        let tournament = use_cases::adopted(c, by, id, was_adopted)?.tournament;
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
        move |c, by| {
            let tournament = use_cases::find(c, by, id)?.tournament;
            Ok(Branch {
                refused: Some(id),
                ..Branch::read(c, by, tournament, cursor)?
            })
        },
        |branch: &Branch, visit: &Visit, draft: &Draft| branch.page(visit, draft, &words),
    )
    .await
}
