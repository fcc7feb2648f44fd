//! An entry that was recorded by mistake, removed with a reason.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::TournamentDesk;
use crate::pages::tournament_desk::entries::entries_path;
use crate::players::reason;
use crate::tournaments::entries::use_cases;
use crate::tournaments::entry_removals::refuse_drawn;
use crate::tournaments::entry_removals::use_cases::remove;
use crate::tournaments::model::Entry;
use crate::values::error::Error;
use crate::values::id::EntryId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_removal).service(send_removal);
}

/// Whether the entry may still be removed.
pub(super) fn is_removable(desk: &TournamentDesk, entry: &Entry) -> bool {
    let snapshot = &desk.papers.snapshot;
    let drawn = refuse_drawn(entry, &snapshot.tournament, &snapshot.rounds, snapshot.next_round());
    desk.is_changed_here() && drawn.is_ok()
}

/// The path of the page.
pub(super) fn removal_path(id: EntryId) -> String {
    format!("/desk/entries/{id}/removal")
}

/// An entry at the desk of its tournament.
struct EntryAtDesk {
    desk: TournamentDesk,
    entry: Entry,
}

impl EntryAtDesk {
    fn read(c: &mut Conn, by: &Caller, id: EntryId) -> Result<EntryAtDesk, Error> {
        let entry = use_cases::read(c, id)?;
        Ok(EntryAtDesk {
            desk: TournamentDesk::read(c, by, entry.tournament)?,
            entry,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let (papers, tournament) = (&self.desk.papers, self.entry.tournament);
        let hint = "It stays in the record of changes: a namesake was meant, say.";
        let fields = [Field::new("reason", "Why the entry was a mistake", FieldKind::Text).with_hint(hint)];
        let title = format!("Remove {}", papers.name(&self.entry));
        let path = removal_path(self.entry.id);
        let body = html! {
            (self.desk.way_back())
            p.way { a href=(entries_path(tournament)) { "Players" } }
            h1 { (title) }
            p.lead { (self.desk.entrant(&self.entry)) ", " (papers.whence(&self.entry)) }
            p {
                "This is for somebody who should never have been entered. Whoever was entered rightly and does not come is \
                 withdrawn, on the page of the players."
            }
            @if is_removable(&self.desk, &self.entry) {
                (draft.form(&path, visit.token(), &fields, "Remove the entry"))
            } @else {
                (draft.refusal(&fields))
                (self.desk.no_form("A round was drawn since that names the player, or waits to be published; so the entry stays. Take the draw back, or \
                     withdraw the player."))
            }
        };
        visit
            .page(&self.desk.federation, &title, &body)
            .with_status(draft.status())
    }
}

#[get("/desk/entries/{id}/removal")]
async fn show_removal(caller: TournamentOfficial, visit: Visit, id: Path<EntryId>) -> Result<Page, Error> {
    let seen = caller.read(move |c, by| EntryAtDesk::read(c, by, *id)).await?;
    Ok(seen.page(&visit, &Draft::default()))
}

#[post("/desk/entries/{id}/removal")]
async fn send_removal(sent: Sent<TournamentOfficial>, id: Path<EntryId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let because = reason(form.text("reason"))?;
            Ok(entries_path(remove(c, by, id, &because)?.tournament))
        },
        move |c, by| EntryAtDesk::read(c, by, id),
        EntryAtDesk::page,
    )
    .await
}
