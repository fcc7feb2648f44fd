//! The tournaments that somebody runs.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::html;

use crate::accounts::caller::TournamentOfficial;
use crate::federation;
use crate::languages::Words;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::home::state;
use crate::tournaments::officials;
use crate::tournaments::sheets::papers::{days, sort};
use crate::values::error::Error;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(list_own_tournaments);
}

#[get("/desk/tournaments")]
async fn list_own_tournaments(caller: TournamentOfficial, visit: Visit) -> Result<Page, Error> {
    let announces = caller.reach().is_everywhere() || !caller.reach().provinces().is_empty();
    let today = caller.today();
    let (settings, tournaments) = caller
        .read(|c, by| {
            Ok((
                federation::store::settings(c, by.today())?,
                officials::use_cases::list_own(c, by)?,
            ))
        })
        .await?;
    let body = html! {
        p.way { a href="/desk" { "Your desk" } }
        h1 { "Your tournaments" }
        @if announces { p { a.button href="/desk/announcement" { "Announce a tournament" } } }
        @if tournaments.is_empty() {
            p { "You run none now." @if !announces { " A coordinator appoints you to one." } }
        }
        ul.things {
            @for tournament in &tournaments {
                li {
                    a href={ "/desk/tournaments/" (tournament.id) } { (tournament.plan.name) }
                    p.quiet {
                        (days(tournament.plan.starts_on, tournament.plan.ends_on)) " · " (tournament.plan.place()) " · "
                        (sort(Words::ENGLISH, &tournament.plan)) " · " (state(Words::ENGLISH, tournament, today))
                    }
                }
            }
        }
    };
    Ok(visit.page(&settings, "Your tournaments", &body))
}
