//! The lists of what waits in tournaments: disputes without a ruling, and results that are under review.

use actix_web::web::ServiceConfig;
use actix_web::{HttpRequest, get};
use chrono::NaiveDate;
use maud::html;
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::federation;
use crate::languages::Words;
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::next_page;
use crate::pages::register_desk::way_to_inbox;
use crate::tournaments::matches::disputes::use_cases::{OpenDispute, list_open};
use crate::tournaments::model::Tournament;
use crate::tournaments::sheets::frame::moment;
use crate::tournaments::sheets::papers::{days, sort};
use crate::tournaments::store::TournamentFilter;
use crate::tournaments::{self};
use crate::values::error::Error;
use crate::values::id::TournamentId;
use crate::values::validation::Day;
use crate::web::pagination::{self, PageSize, after};

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_open_disputes).service(list_reviews);
}

/// The part of a list to show.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListWaiting {
    cursor: Option<String>,
}

#[get("/desk/register/disputes")]
async fn list_open_disputes(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListWaiting>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let (limit, after) = (PageSize::default(), after(query.cursor.as_deref())?);
    let read = move |c: &mut Conn, by: &Caller| {
        let disputes = list_open(c, by, after, limit.rows())?;
        Ok((federation::store::settings(c, by.today())?, disputes))
    };
    let (settings, disputes) = caller.read(read).await?;
    let key = |open: &OpenDispute| (open.dispute.raised_at, open.dispute.id);
    let (disputes, next) = pagination::Page::of(disputes, limit, key, |open| open)?.into_parts();
    let body = html! {
        (way_to_inbox())
        h1 { "Disputes" }
        p { "The oldest come first. Who is a relative of one of the two players does not rule." }
        @if disputes.is_empty() { p { "Every dispute has its ruling." } }
        ul.things {
            @for open in &disputes {
                li {
                    a href={ "/desk/matches/" (open.dispute.match_id) } {
                        (open.tournament.plan.name) ", round " (open.round) ", board " (open.board)
                    }
                    p { (open.dispute.reason) }
                    p.quiet { "Raised " (moment(open.dispute.raised_at)) }
                }
            }
        }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
    };
    Ok(visit.page(&settings, "Disputes", &body))
}

/// The tournaments within reach whose confirmed result is under review, the latest first; after that one.
pub(super) fn under_review(
    c: &mut Conn,
    by: &Caller,
    after: Option<(NaiveDate, TournamentId)>,
    rows: i64,
) -> Result<Vec<Tournament>, Error> {
    let filter = TournamentFilter {
        within: Some(by.reach.clone()),
        under_review: Some(true),
        after,
        ..TournamentFilter::default()
    };
    tournaments::store::list(c, filter, rows)
}

#[get("/desk/register/reviews")]
async fn list_reviews(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ListWaiting>,
    request: HttpRequest,
) -> Result<Page, Error> {
    let limit = PageSize::default();
    let after = after::<(Day, TournamentId)>(query.cursor.as_deref())?.map(|(day, id)| (day.into(), id));
    let read = move |c: &mut Conn, by: &Caller| {
        let tournaments = under_review(c, by, after, limit.rows())?;
        Ok((federation::store::settings(c, by.today())?, tournaments))
    };
    let (settings, tournaments) = caller.read(read).await?;
    let key = |one: &Tournament| (one.plan.starts_on, one.id);
    let (tournaments, next) = pagination::Page::of(tournaments, limit, key, |one| one)?.into_parts();
    let body = html! {
        (way_to_inbox())
        h1 { "Tournaments under review" }
        p {
            "What an official tournament needs was changed after the federation had confirmed the result. The checklist says what \
             is missing; an administrator confirms again."
        }
        @if tournaments.is_empty() { p { "No tournament is under review." } }
        ul.things {
            @for tournament in &tournaments {
                li {
                    a href={ "/desk/tournaments/" (tournament.id) "/recognition" } { (tournament.plan.name) }
                    p.quiet { (days(tournament.plan.starts_on, tournament.plan.ends_on)) " · " (sort(Words::ENGLISH, &tournament.plan)) }
                }
            }
        }
        (next_page(Words::ENGLISH, &request, next.as_deref()))
    };
    Ok(visit.page(&settings, "Tournaments under review", &body))
}
