//! The lists of what waits in tournaments: disputes without a ruling, and results that are under review.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::html;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::federation;
use crate::pages::frame::{Page, Visit};
use crate::pages::register_desk::way_to_inbox;
use crate::tournaments::matches::disputes::use_cases::list_open;
use crate::tournaments::sheets::frame::moment;
use crate::tournaments::sheets::papers::{days, sort};
use crate::tournaments::store::TournamentFilter;
use crate::tournaments::{self, Tournament};
use crate::values::error::Error;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_open_disputes).service(list_reviews);
}

/// The most that these lists show: whatever is done leaves them, and the next come up.
const MOST: usize = 200;

/// The rows that are read for it, one of which tells that there are more.
const ROWS: i64 = 201;

#[get("/desk/register/disputes")]
async fn list_open_disputes(caller: Coordinator, visit: Visit) -> Result<Page, Error> {
    let read = |c: &mut Conn, by: &Caller| Ok((federation::store::settings(c, by.today())?, list_open(c, by, ROWS)?));
    let (settings, disputes) = caller.read(read).await?;
    let body = html! {
        (way_to_inbox())
        h1 { "Disputes" }
        p { "The oldest come first. Who is a relative of one of the two players does not rule." }
        @if disputes.is_empty() { p { "Every dispute has its ruling." } }
        ul.things {
            @for open in disputes.iter().take(MOST) {
                li {
                    a href={ "/desk/matches/" (open.dispute.match_id) } {
                        (open.tournament.plan.name) ", round " (open.round) ", board " (open.board)
                    }
                    p { (open.dispute.reason) }
                    p.quiet { "Raised " (moment(open.dispute.raised_at)) }
                }
            }
        }
        @if disputes.len() > MOST { p { "There are more: they come up as these are ruled on." } }
    };
    Ok(visit.page(&settings, "Disputes", &body))
}

/// The tournaments within reach whose confirmed result is under review, the latest first. In the whole federation there are few at
/// a time.
pub(super) fn under_review(c: &mut Conn, by: &Caller) -> Result<Vec<Tournament>, Error> {
    const OF_ALL: i64 = 1_000;
    let filter = TournamentFilter {
        under_review: Some(true),
        ..TournamentFilter::default()
    };
    let mut tournaments = tournaments::store::list(c, filter, OF_ALL)?;
    tournaments.retain(|one| by.reach.covers_province(&one.province));
    Ok(tournaments)
}

#[get("/desk/register/reviews")]
async fn list_reviews(caller: Coordinator, visit: Visit) -> Result<Page, Error> {
    let read = |c: &mut Conn, by: &Caller| Ok((federation::store::settings(c, by.today())?, under_review(c, by)?));
    let (settings, tournaments) = caller.read(read).await?;
    let body = html! {
        (way_to_inbox())
        h1 { "Tournaments under review" }
        p {
            "What an official tournament needs was changed after the federation had confirmed the result. The checklist says what \
             is missing; an administrator confirms again."
        }
        @if tournaments.is_empty() { p { "No tournament is under review." } }
        ul.things {
            @for tournament in tournaments.iter().take(MOST) {
                li {
                    a href={ "/desk/tournaments/" (tournament.id) "/recognition" } { (tournament.plan.name) }
                    p.quiet { (days(tournament.plan.starts_on, tournament.plan.ends_on)) " · " (sort(&tournament.plan)) }
                }
            }
        }
        @if tournaments.len() > MOST { p { "There are more: they come up as these are confirmed." } }
    };
    Ok(visit.page(&settings, "Tournaments under review", &body))
}
