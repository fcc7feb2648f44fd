//! Appeals that wait, and the decision on one.

use std::collections::HashMap;

use actix_web::web::{Path, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse, get, post};
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::field::{Field, FieldKind};
use crate::pages::form::{Draft, Search};
use crate::pages::frame::{Page, Visit};
use crate::pages::public::next_page;
use crate::pages::register_desk::{clubs_of, name_for, way_to_inbox};
use crate::pages::sent::Sent;
use crate::players;
use crate::tournaments::appeals::store::AppealFilter;
use crate::tournaments::appeals::{Appeal, AppealOutcome, use_cases};
use crate::tournaments::sheets::frame::moment;
use crate::tournaments::{self, Tournament, matches};
use crate::values::error::Error;
use crate::values::id::{AppealId, MatchId, PlayerId, TournamentId};
use crate::values::validation::{Faults, text};
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .service(list_waiting_appeals)
        .service(show_appeal)
        .service(send_decision);
}

/// The path of the list.
const LIST: &str = "/desk/register/appeals";

/// The longest reason of a decision that is kept.
const LONGEST_REASON: usize = 2_000;

/// The appeals to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListAppeals {
    cursor: Option<String>,
}

#[get("/desk/register/appeals")]
async fn list_waiting_appeals(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListAppeals>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let limit = PageSize::default();
    let filter = AppealFilter {
        pending: Some(true),
        after: after(query.cursor.as_deref())?,
        ..AppealFilter::default()
    };
    let read = move |c: &mut Conn, by: &Caller| {
        let appeals = use_cases::list(c, by, &filter, limit.rows())?;
        let ids: Vec<TournamentId> = appeals.iter().map(|appeal| appeal.tournament).collect();
        let tournaments = tournaments::store::find_many(c, &ids)?;
        Ok((federation::store::settings(c, by.today())?, appeals, tournaments))
    };
    let (settings, appeals, tournaments) = caller.read(read).await?;
    let (appeals, next) = pagination::Page::of(appeals, limit, |appeal| appeal.id, |appeal| appeal)?.into_parts();
    let body = html! {
        (way_to_inbox())
        h1 { "Appeals" }
        @if appeals.is_empty() { p { "No appeal waits for a decision." } }
        ul.things {
            @for appeal in &appeals {
                li {
                    a href={ (LIST) "/" (appeal.id) } { (against(appeal)) " of " (name(&tournaments, appeal.tournament)) }
                    p.quiet { "Raised " (moment(appeal.raised_at)) }
                }
            }
        }
        (next_page(&request, next.as_deref()))
    };
    Ok(visit.page(&settings, "Appeals", &body))
}

fn name(tournaments: &HashMap<TournamentId, Tournament>, id: TournamentId) -> &str {
    tournaments
        .get(&id)
        .map_or("a tournament", |one| one.plan.name.as_str())
}

fn against(appeal: &Appeal) -> &'static str {
    if appeal.dispute.is_some() {
        "Against a ruling on a board"
    } else {
        "Against the confirmed result"
    }
}

/// An appeal, and what it is about.
struct AtDesk {
    federation: FederationSettings,
    appeal: Appeal,
    tournament: Tournament,
    board: Option<MatchId>,
    player: String,
}

impl AtDesk {
    fn read(c: &mut Conn, by: &Caller, id: AppealId) -> Result<AtDesk, Error> {
        let appeal = use_cases::read(c, by, id)?;
        let dispute = match appeal.dispute {
            Some(dispute) => matches::disputes::store::find(c, dispute)?,
            None => None,
        };
        Ok(AtDesk {
            federation: federation::store::settings(c, by.today())?,
            tournament: tournaments::use_cases::read(c, appeal.tournament)?,
            board: dispute.map(|dispute| dispute.match_id),
            player: AtDesk::player(c, by, appeal.player)?,
            appeal,
        })
    }

    fn player(c: &mut Conn, by: &Caller, id: PlayerId) -> Result<String, Error> {
        let Some(player) = players::store::find_member(c, id)? else {
            return Ok(String::new());
        };
        let clubs = clubs_of(c, [player.club])?;
        Ok(name_for(by, &player, &clubs))
    }

    fn page(&self, visit: &Visit, draft: &Draft) -> Page {
        let (appeal, title) = (&self.appeal, format!("Appeal of {}", self.player));
        let body = html! {
            p.way { a href=(LIST) { "Appeals" } }
            h1 { (title) }
            dl.facts {
                dt { "Tournament" } dd { a href={ "/desk/tournaments/" (self.tournament.id) } { (self.tournament.plan.name) } }
                dt { "Against" } dd {
                    @match self.board {
                        Some(board) => a href={ "/desk/matches/" (board) } { "the ruling on a board" },
                        None => "the confirmed result",
                    }
                }
                dt { "Raised" } dd { (moment(appeal.raised_at)) }
                dt { "Grounds" } dd { (appeal.grounds) }
                @if let Some(outcome) = appeal.outcome { dt { "Decision" } dd { (decided(outcome)) } }
                @if let Some(reason) = &appeal.reason { dt { "Because" } dd { (reason) } }
            }
            @if appeal.outcome.is_none() {
                section {
                    h2 { "Decide it" }
                    p {
                        "Who has raised it, ruled on the dispute or confirmed the result does not decide; nor does who plays, or is a \
                         relative of who plays. The decision is final, and changes no result: where the player is right, officials \
                         correct what is wrong."
                    }
                    (draft.form(&format!("{LIST}/{}/decision", appeal.id), visit.token(), &fields(), "Decide"))
                }
            }
        };
        visit.page(&self.federation, &title, &body).with_status(draft.status())
    }
}

fn decided(outcome: AppealOutcome) -> &'static str {
    match outcome {
        AppealOutcome::Upheld => "the player is right",
        AppealOutcome::Dismissed => "the ruling or the result stands",
    }
}

fn fields() -> [Field; 2] {
    let outcome = |one: &AppealOutcome| (one.as_str().to_owned(), decided(*one).to_owned());
    [
        Field::new(
            "outcome",
            "Decision",
            FieldKind::Choice(AppealOutcome::ALL.iter().map(outcome).collect()),
        ),
        Field::new("reason", "Why", FieldKind::Long).with_hint("The player reads it."),
    ]
}

/// A decision as it is typed.
#[derive(Deserialize)]
struct Decision {
    outcome: AppealOutcome,
    reason: String,
}

#[get("/desk/register/appeals/{id}")]
async fn show_appeal(caller: Coordinator, visit: Visit, id: Path<AppealId>) -> Result<Page, Error> {
    let appeal = caller.read(move |c, by| AtDesk::read(c, by, *id)).await?;
    Ok(appeal.page(&visit, &Draft::default()))
}

#[post("/desk/register/appeals/{id}/decision")]
async fn send_decision(sent: Sent<Coordinator>, id: Path<AppealId>) -> Result<HttpResponse, Error> {
    let id = *id;
    sent.carry_out(
        move |c, by, form| {
            let asked: Decision = form.read(&fields())?;
            let reason = text(&asked.reason, LONGEST_REASON).map_err(|fault| Faults::of("/reason", fault))?;
            use_cases::decide(c, by, id, asked.outcome, &reason)?;
            Ok(format!("{LIST}/{id}"))
        },
        move |c, by| AtDesk::read(c, by, id),
        AtDesk::page,
    )
    .await
}
