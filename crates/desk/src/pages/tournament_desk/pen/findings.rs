//! Findings: what has changed while a laptop had the pen, each settled with a note by whoever has seen to it.

use std::collections::{BTreeMap, HashMap};

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpResponse, get, post};
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::clubs::{self, Club};
use crate::db::Conn;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::day;
use crate::pages::sent::Sent;
use crate::pages::tournament_desk::{TournamentDesk, path};
use crate::pens::findings::{LONGEST_NOTE, PenFinding, use_cases};
use crate::players::{self, Player};
use crate::trail;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId, Id, PenFindingId, PlayerId, TournamentId};
use crate::values::validation::{Faults, text};

pub(super) fn configure(config: &mut ServiceConfig) {
    config.service(show_findings).service(send_settlement);
}

/// The path of the page.
pub(super) fn findings_path(tournament: TournamentId) -> String {
    format!("{}/pen-findings", path(tournament))
}

/// The name of the field for the note on a finding: each has its own on the page.
fn note_name(finding: PenFindingId) -> String {
    format!("note-{finding}")
}

fn note_field(finding: PenFindingId) -> Field {
    Field::new(note_name(finding), "What came of it", FieldKind::Text).with_hint("Name nobody in it.")
}

/// The names of what findings are about, and of those who have settled them.
struct Names {
    players: HashMap<PlayerId, Player>,
    clubs: Vec<Club>,
    accounts: BTreeMap<AccountId, String>,
}

/// The ids of the things of that sort that findings are about.
fn about<I: From<Id>>(findings: &[PenFinding], subject: &str) -> Vec<I> {
    let about = findings.iter().filter(|finding| finding.kind.subject() == subject);
    about.map(|finding| I::from(finding.subject_id)).collect()
}

impl Names {
    fn read(c: &mut Conn, findings: &[PenFinding]) -> Result<Names, Error> {
        let mut accounts: Vec<AccountId> = about(findings, "account");
        accounts.extend(findings.iter().filter_map(|finding| finding.settled_by));
        let (of_players, of_clubs): (Vec<PlayerId>, Vec<ClubId>) = (about(findings, "player"), about(findings, "club"));
        Ok(Names {
            players: players::store::find_many(c, &of_players)?,
            clubs: clubs::store::find_all(c, &[], &of_clubs)?,
            accounts: trail::store::names(c, &accounts)?,
        })
    }

    /// The name of what a finding is about; none of the tournament itself.
    fn of(&self, finding: &PenFinding) -> Option<String> {
        let id = finding.subject_id;
        match finding.kind.subject() {
            "player" => {
                let player = self.players.get(&PlayerId::from(id))?;
                Some(player.named_in_full().name)
            }
            "club" => {
                let club = self.clubs.iter().find(|club| club.id == ClubId::from(id))?;
                Some(club.name.clone())
            }
            "account" => self.accounts.get(&AccountId::from(id)).cloned(),
            _ => None,
        }
    }
}

/// The parts from which the page is made.
struct Findings {
    desk: TournamentDesk,
    /// The oldest first, settled ones too.
    all: Vec<PenFinding>,
    names: Names,
}

impl Findings {
    fn read(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<Findings, Error> {
        let desk = TournamentDesk::read(c, by, id)?;
        let all = use_cases::list(c, by, id)?;
        Ok(Findings {
            desk,
            names: Names::read(c, &all)?,
            all,
        })
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let title = "Findings";
        let (settled, open): (Vec<_>, Vec<_>) = self.all.iter().partition(|finding| finding.settled_at.is_some());
        let fields: Vec<Field> = open.iter().map(|finding| note_field(finding.id)).collect();
        let body = html! {
            (self.desk.way_back())
            h1 { (title) }
            p {
                "What the federation has recorded while a laptop had the pen. No result is refused for it: see to each, correct what \
                 is wrong as ever, and note what came of it."
            }
            (draft.refusal(&fields))
            @if open.is_empty() { p { "Nothing waits." } } @else {
                ul.things { @for finding in open { li { (self.told(finding)) (settlement(visit, draft, finding)) } } }
            }
            @if !settled.is_empty() {
                section {
                    h2 { "Settled" }
                    ul.things { @for finding in settled { li { (self.told(finding)) (self.note(finding)) } } }
                }
            }
        };
        visit
            .page(&self.desk.federation, title, &body)
            .with_status(draft.status())
    }

    /// A finding in its sentence, with what it is about, and its day.
    fn told(&self, finding: &PenFinding) -> Markup {
        html! {
            @if let Some(name) = self.names.of(finding) { b { (name) } }
            p { (finding.kind.sentence()) }
            p.quiet { "Noticed on " (day(finding.noticed_at.day())) "." }
        }
    }

    /// The words of whoever has seen to a finding.
    fn note(&self, finding: &PenFinding) -> Markup {
        let by = finding.settled_by.and_then(|account| self.names.accounts.get(&account));
        html! {
            @if let Some(note) = &finding.note { p { (note) } }
            p.quiet {
                "Settled"
                @if let Some(by) = by { " by " (by) }
                @if let Some(at) = finding.settled_at { " on " (day(at.day())) }
                "."
            }
        }
    }
}

/// The form by which a finding is settled.
fn settlement(visit: &Visit, draft: &Draft, finding: &PenFinding) -> Markup {
    html! {
        form method="post" action={ "/desk/pen-findings/" (finding.id) "/settlement" } {
            (draft.hidden(visit.token()))
            (draft.field(&note_field(finding.id)))
            button.second { "Settle it" }
        }
    }
}

#[get("/desk/tournaments/{id}/pen-findings")]
async fn show_findings(caller: Coordinator, visit: Visit, id: Path<TournamentId>) -> Result<Page, Error> {
    let findings = caller.read(move |c, by| Findings::read(c, by, *id)).await?;
    Ok(findings.page(&visit, &Draft::default()))
}

#[post("/desk/pen-findings/{id}/settlement")]
async fn send_settlement(sent: Sent<Coordinator>, id: Path<PenFindingId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let name = note_name(id);
            let note = text(form.text(&name), LONGEST_NOTE);
            let note = note.map_err(|fault| Faults::of(&format!("/{name}"), fault))?;
            Ok(findings_path(use_cases::settle(c, by, id, &note)?.tournament))
        },
        move |c, by| {
            let tournament = use_cases::find(c, by, id)?.tournament;
            Findings::read(c, by, tournament)
        },
        Findings::page,
    )
    .await
}
