//! Appeals: listed, read, and decided by somebody who had no part in the matter.

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::languages::Words;
use crate::pages::federation_desk::OfFederation;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{day, next_page};
use crate::pages::sent::Sent;
use crate::players::Player;
use crate::players::use_cases::{with_player, with_players};
use crate::tournaments::appeals::store::AppealFilter;
use crate::tournaments::appeals::{Appeal, AppealOutcome, use_cases};
use crate::tournaments::matches::disputes::{self, Dispute};
use crate::tournaments::model::Tournament;
use crate::tournaments::sheets::frame::moment;
use crate::tournaments::{self};
use crate::values::error::Error;
use crate::values::id::{AppealId, TournamentId};
use crate::values::validation::{Faults, text};
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_appeals_page)
        .service(show_appeal)
        .service(send_decision);
}

/// The most characters of the reason for a decision.
const LONGEST_REASON: usize = 2000;

/// The appeals to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListAppeals {
    /// Shows those that were decided, instead of those that wait.
    decided: Option<bool>,
    cursor: Option<String>,
}

/// Whether an appeal waits, or how it was decided.
fn outcome(appeal: &Appeal) -> &'static str {
    match appeal.outcome {
        None => "waits for a decision",
        Some(AppealOutcome::Upheld) => "upheld: the player was right",
        Some(AppealOutcome::Dismissed) => "dismissed",
    }
}

#[get("/desk/appeals")]
async fn list_appeals_page(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListAppeals>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let (limit, decided) = (PageSize::default(), query.decided == Some(true));
    let filter = AppealFilter {
        tournament: None,
        pending: Some(!decided),
        after: after(query.cursor.as_deref())?,
    };
    let desk = caller
        .read(move |c, by| {
            let appeals = use_cases::list(c, by, &filter, limit.rows())?;
            let about: Vec<TournamentId> = appeals.iter().map(|appeal| appeal.tournament).collect();
            let tournaments = tournaments::store::find_many(c, &about)?;
            let appeals = with_players(c, appeals, |appeal| appeal.player)?;
            OfFederation::read(c, by, (appeals, tournaments))
        })
        .await?;
    let OfFederation { federation, content } = desk;
    let (appeals, tournaments) = content;
    let page = pagination::Page::of(appeals, limit, |(appeal, _)| appeal.id, |appeal| appeal)?;
    let (appeals, next) = page.into_parts();
    let body = html! {
        p.way { a href="/desk" { "Your desk" } }
        h1 { "Appeals" }
        p {
            @if decided { "Those that were decided. " a href="/desk/appeals" { "Those that wait" } }
            @else { "Those that wait for a decision. " a href="/desk/appeals?decided=true" { "Those that were decided" } }
        }
        @if appeals.is_empty() { p { "There is none." } }
        ul.things {
            @for (appeal, player) in &appeals {
                li {
                    a href=(path(appeal.id)) {
                        (player.named_in_full().name) @if let Some(one) = tournaments.get(&appeal.tournament) { ", " (one.plan.name) }
                    }
                    p.quiet {
                        @if appeal.dispute.is_some() { "Against the ruling on a match" } @else { "Against the ratified result" }
                        " · " (day(appeal.raised_at.day())) " · " (outcome(appeal))
                    }
                }
            }
        }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
    };
    Ok(visit.page(&federation, "Appeals", &body))
}

fn path(id: AppealId) -> String {
    format!("/desk/appeals/{id}")
}

/// An appeal with what it is about.
struct Matter {
    appeal: Appeal,
    player: Player,
    tournament: Tournament,
    dispute: Option<Dispute>,
    /// Whether the caller is known to have had a part in it.
    is_involved: bool,
}

fn read(c: &mut Conn, by: &Caller, id: AppealId) -> Result<OfFederation<Matter>, Error> {
    let appeal = use_cases::read(c, by, id)?;
    let dispute = match appeal.dispute {
        Some(dispute) => disputes::store::find(c, dispute)?,
        None => None,
    };
    let ruled = dispute.as_ref().and_then(|dispute| dispute.ruled_by);
    let (appeal, player) = with_player(c, appeal, |appeal| appeal.player)?;
    let matter = Matter {
        tournament: tournaments::use_cases::read(c, appeal.tournament)?,
        is_involved: appeal.raised_by == by.account || ruled == Some(by.account),
        appeal,
        player,
        dispute,
    };
    OfFederation::read(c, by, matter)
}

fn fields() -> [Field; 2] {
    let outcomes = [
        (AppealOutcome::Upheld, "The player is right"),
        (AppealOutcome::Dismissed, "The ruling or the result stands"),
    ];
    let outcomes = outcomes.map(|(one, words)| (one.as_str().to_owned(), words.to_owned()));
    [
        Field::new("outcome", "Decision", FieldKind::Choice(outcomes.to_vec())),
        Field::new("reason", "Reason", FieldKind::Long).with_hint("The player reads it."),
    ]
}

fn page(desk: &OfFederation<Matter>, visit: &Visit, draft: &Draft) -> Page {
    let Matter {
        appeal,
        player,
        tournament,
        ..
    } = &desk.content;
    let title = format!("Appeal of {}", player.named_in_full().name);
    let body = html! {
        p.way { a href="/desk/appeals" { "Appeals" } }
        h1 { (title) }
        p.lead { (outcome(appeal)) }
        dl.facts {
            dt { "Tournament" } dd { a href={ "/desk/tournaments/" (tournament.id) } { (tournament.plan.name) } }
            dt { "Raised" } dd { (moment(appeal.raised_at)) }
            dt { "Grounds" } dd { (appeal.grounds) }
            (against(desk.content.dispute.as_ref()))
            @if let Some(reason) = &appeal.reason { dt { "Decided because" } dd { (reason) } }
            @if let Some(at) = appeal.decided_at { dt { "Decided" } dd { (moment(at)) } }
        }
        @if appeal.decided_at.is_none() { (decision(&desk.content, visit, draft)) }
    };
    desk.page(visit, draft, &title, &body)
}

/// The decision that an appeal is against.
fn against(dispute: Option<&Dispute>) -> Markup {
    html! {
        dt { "Against" }
        @match dispute {
            None => dd { "The ratified result" },
            Some(dispute) => {
                dd { "The ruling on a match" }
                dt { "The dispute" } dd { (dispute.reason) }
                @if let Some(ruling) = &dispute.ruling { dt { "The ruling" } dd { (ruling) } }
            }
        }
    }
}

fn decision(matter: &Matter, visit: &Visit, draft: &Draft) -> Markup {
    html! {
        section {
            h2 { "The decision" }
            @if matter.is_involved {
                p { b { "Another person decides." } " You have raised the appeal, or ruled on the dispute." }
            } @else {
                p { "It is final, and changes no result: if the player is right, a ratified tournament is under review, and what is wrong is corrected at its desk." }
                (draft.form(&format!("{}/decision", path(matter.appeal.id)), visit.token(), &fields(), "Decide"))
            }
        }
    }
}

#[get("/desk/appeals/{id}")]
async fn show_appeal(caller: Coordinator, visit: Visit, id: Path<AppealId>) -> Result<Page, Error> {
    let desk = caller.read(move |c, by| read(c, by, *id)).await?;
    Ok(page(&desk, &visit, &Draft::default()))
}

/// A decision as it is typed.
#[derive(Deserialize)]
struct TypedDecision {
    outcome: AppealOutcome,
    reason: String,
}

#[post("/desk/appeals/{id}/decision")]
async fn send_decision(sent: Sent<Coordinator>, id: Path<AppealId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let asked: TypedDecision = form.read(&fields())?;
            let reason = text(&asked.reason, LONGEST_REASON).map_err(|fault| Faults::of("/reason", fault))?;
            Ok(path(use_cases::decide(c, by, id, asked.outcome, &reason)?.id))
        },
        move |c, by| read(c, by, id),
        page,
    )
    .await
}
