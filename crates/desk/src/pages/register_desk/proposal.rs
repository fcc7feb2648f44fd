//! A proposal of colours, or the award that came of it, as those who look after the province read it.

use actix_web::get;
use actix_web::web::{Path, ServiceConfig};
use maud::html;

use crate::accounts::caller::Coordinator;
use crate::certificate_codes::Subject;
use crate::colours::{ColoursBasis, ColoursState, use_cases};
use crate::federation;
use crate::languages::Words;
use crate::pages::certificate::Issued;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{colours_of, day, division};
use crate::pages::register_desk::candidacy::evidence;
use crate::values::error::Error;
use crate::values::id::AwardId;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_proposal);
}

/// The path of its page.
pub(super) fn path(id: AwardId) -> String {
    format!("/desk/register/proposals/{id}")
}

#[get("/desk/register/proposals/{id}")]
async fn show_proposal(caller: Coordinator, visit: Visit, id: Path<AwardId>) -> Result<Page, Error> {
    let (settings, decides, (award, player), certificate) = caller
        .read(move |c, by| {
            let settings = federation::store::settings(c, by.today())?;
            let decides = by.reach.is_everywhere();
            let found = use_cases::find_within(c, by, *id)?;
            let certificate = Issued::find(c, Subject::Colours(*id), by.today())?;
            Ok((settings, decides, found, certificate))
        })
        .await?;
    let (name, year) = (player.named_in_full().name, award.year.number());
    let title = format!("{} of {year}, {name}", colours_of(Words::ENGLISH, award.level));
    let of_year = format!("/desk/register/colours?level={}&year={year}", award.level.as_str());
    let body = html! {
        p.way { a href=(of_year) { "Colours" } }
        h1 { (title) }
        dl.facts {
            dt { "State" } dd { (award.state.in_words()) }
            dt { "Player" } dd { a href={ "/desk/players/" (player.id) } { (name) } ", " (player.number) }
            dt { "Division" } dd { (division(Words::ENGLISH, award.division)) }
            dt { "Awarded by" } dd { (award.awarding_body) }
            dt { "Proposed" } dd { (day(award.proposed_at.day())) }
            @if let Some(reason) = &award.reason { dt { "The board’s reason" } dd { (reason) } }
        }
        @if let Some(certificate) = &certificate { (certificate.section()) }
        @if award.basis != ColoursBasis::Discretion {
            section {
                h2 { "What they rest on" }
                ul.things { @for one in &award.evidence.0 { li { (evidence(one)) } } }
            }
        }
        @if decides && award.state == ColoursState::Proposed {
            p { a href={ "/desk/colours/" (award.id) } { "Approve or refuse them" } }
        }
        p { a href="/desk/register/discretion" { "Propose somebody else at the board's discretion" } }
    };
    Ok(visit.page(&settings, &title, &body))
}
