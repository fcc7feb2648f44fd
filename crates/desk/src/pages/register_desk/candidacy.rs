//! A player's candidacy for colours: rule by rule what is met, and by what, or what is missing.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::{Markup, html};
use serde::Deserialize;

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::colours::ColoursLevel;
use crate::colours::candidates::ColoursFinding;
use crate::colours::candidates::use_cases;
use crate::colours::criteria::Evidence;
use crate::db::Conn;
use crate::federation;
use crate::languages::Words;
use crate::pages::form::Search;
use crate::pages::frame::{Page, Visit};
use crate::pages::public::{colours_of, day, division};
use crate::pages::register_desk::at_desk;
use crate::players::use_cases::find_within;
use crate::players::{self, Number, Player};
use crate::values::counted;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::validation::Word;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_candidacy);
}

/// The player and the year to look at.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ReadCandidacy {
    number: Option<Word>,
    year: Option<GamingYear>,
}

/// Evidence in words.
pub(super) fn evidence(evidence: &Evidence) -> Markup {
    html! {
        @if let Some(event) = &evidence.event {
            (event.name) ", " (day(event.ended_on)) ": place " (event.rank) " of " (event.entrants) ", won " (event.rounds_won) " of "
            (counted::rounds(event.rounds))
        }
        @if let Some(team) = &evidence.team { ", team " (team.name) ": place " (team.rank) " of " (team.teams) }
        @if let Some(selection) = &evidence.selection {
            "Selected on " (day(selection.selected_on)) ": " (selection.reference)
        }
    }
}

fn line(finding: &ColoursFinding) -> Markup {
    html! {
        li {
            b { @if finding.met { "Met: " } @else { "Not met: " } } (finding.rule)
            p.quiet { (division(Words::ENGLISH, finding.division)) }
            @for one in &finding.evidence { p.quiet { (evidence(one)) } }
            @for lack in &finding.missing { p.quiet { (lack.sentence) } }
        }
    }
}

/// The player with the number that was typed, if the caller looks after them.
fn find_player(c: &mut Conn, by: &Caller, typed: Option<&Word>) -> Result<Option<Player>, Error> {
    let Some(number) = typed.and_then(|typed| typed.as_str().parse::<Number>().ok()) else {
        return Ok(None);
    };
    let found = players::store::batches::find_by_numbers(c, &[number])?;
    let found = found.get(&number).map(|player| player.id);
    found.map(|id| find_within(c, by, &at_desk(id))).transpose()
}

#[get("/desk/register/candidacy")]
async fn show_candidacy(
    caller: Coordinator,
    visit: Visit,
    Search(query): Search<ReadCandidacy>,
) -> Result<Page, Error> {
    let typed = query.number.clone().map(String::from);
    let read = move |c: &mut Conn, by: &Caller| {
        let settings = federation::store::settings(c, by.today())?;
        let this_year = federation::store::calendar(c)?.year_of(by.today());
        let year = query.year.unwrap_or(this_year);
        let Some(player) = find_player(c, by, query.number.as_ref())? else {
            return Ok((settings, year, None));
        };
        let candidacy = use_cases::read(c, player.id, year, ColoursLevel::ALL)?;
        Ok((settings, year, Some((player.named_in_full(), candidacy.items))))
    };
    let (settings, year, found) = caller.read(read).await?;
    let title = match &found {
        Some((player, _)) => format!("{} and the colours of {}", player.name, year.number()),
        None => "What a player lacks for colours".to_owned(),
    };
    let body = html! {
        p.way { a href={ "/desk/register/colours?year=" (year.number()) } { "Colours" } }
        h1 { (title) }
        @match &found {
            None => {
                p { "There is no player with this number." }
                form.line action="/desk/register/candidacy" {
                    label for="number" { "Number of the player" }
                    input #number name="number" size="12" required value=[typed];
                    button { "Look" }
                }
            }
            Some((_, findings)) => {
                @for level in ColoursLevel::ALL {
                    @if findings.iter().any(|finding| finding.level == *level) {
                        section {
                            h2 { (colours_of(Words::ENGLISH, *level)) }
                            ul.things { @for finding in findings.iter().filter(|finding| finding.level == *level) { (line(finding)) } }
                        }
                    }
                }
            }
        }
    };
    Ok(visit.page(&settings, &title, &body))
}
