//! The beginning of the administrator's desk: what waits for a decision, and the ways to all the rest.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::Administrator;
use crate::colours::{self, ColoursState};
use crate::db::Conn;
use crate::pages::federation_desk::colours::in_state;
use crate::pages::federation_desk::{OfFederation, doubts, first_step, ratification};
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::tournaments::appeals;
use crate::tournaments::appeals::store::AppealFilter;
use crate::values::error::Error;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_federation_desk);
}

/// A way of the list: its path, its label, and the work that is done there.
type Entry = (&'static str, &'static str, &'static str);

const PEOPLE: &[Entry] = &[
    (
        "/desk/accounts",
        "Accounts",
        "Invite somebody, give and take back roles, help whoever has forgotten a password.",
    ),
    (
        "/desk/erasures",
        "Erase a person’s data",
        "On request, for good, once you have seen whose it is.",
    ),
    (
        "/desk/trail",
        "The trail of changes",
        "When, by whom and how something was changed.",
    ),
];

const RULES: &[Entry] = &[
    (
        "/desk/settings",
        "Settings",
        "Name and address, ages, terms, the gaming year, readings of the rules, rankings: from a day on.",
    ),
    ("/desk/logo", "The logo", "The picture on certificates."),
    (
        "/desk/criteria",
        "Criteria of colours",
        "By which colours are earned: read, and set for a gaming year.",
    ),
    (
        "/desk/wordings",
        "Wordings of consents",
        "What players and parents read who consent.",
    ),
    (
        "/desk/equipment",
        "Boards and counters",
        "What tournaments of each level may be played with.",
    ),
    ("/desk/keys", "Signing keys", "With which certificates are signed."),
];

/// The numbers of what waits, each up to the most that are counted.
struct Waiting {
    finished: usize,
    under_review: usize,
    colours: usize,
    appeals: usize,
}

/// The most of a sort that are counted.
const MOST: i64 = ratification::MOST;

impl Waiting {
    fn read(c: &mut Conn, by: &Caller) -> Result<OfFederation<Waiting>, Error> {
        let pending = AppealFilter {
            pending: Some(true),
            ..AppealFilter::default()
        };
        let waiting = Waiting {
            finished: ratification::finished(c)?.len(),
            under_review: ratification::under_review(c)?.len(),
            colours: colours::store::list(c, in_state(by, Some(ColoursState::Proposed), None), MOST)?.len(),
            appeals: appeals::use_cases::list(c, by, &pending, MOST)?.len(),
        };
        OfFederation::read(c, by, waiting)
    }
}

/// A number of things that wait.
fn number_of(number: usize) -> String {
    match usize::try_from(MOST) {
        Ok(most) if number >= most => format!("{most} or more"),
        _ if number == 0 => "none".to_owned(),
        _ => number.to_string(),
    }
}

#[get("/desk/federation")]
async fn show_federation_desk(caller: Administrator, visit: Visit) -> Result<Page, Error> {
    let desk = caller.read(Waiting::read).await?;
    let waiting = &desk.content;
    let body = html! {
        p.way { a href="/desk" { "Your desk" } }
        h1 { "The federation" }
        (first_step(&desk.federation))
        section {
            h2 { "What waits for a decision" }
            ul.things {
                li {
                    a href="/desk/ratification" { "Tournaments to ratify" }
                    p.quiet { "Over: " (number_of(waiting.finished)) ". Under review: " (number_of(waiting.under_review)) "." }
                }
                li { a href="/desk/colours?state=proposed" { "Colours" } p.quiet { "Proposed: " (number_of(waiting.colours)) "." } }
                li { a href="/desk/appeals" { "Appeals" } p.quiet { "Not decided: " (number_of(waiting.appeals)) "." } }
                li { a href=(doubts::LIST) { "Records in doubt" } p.quiet { "In force, though what they rest on does not hold." } }
                li { a href="/desk/rankings" { "Rankings" } p.quiet { "Look at a list, publish it, or correct one." } }
            }
        }
        section { h2 { "People" } (ways(PEOPLE)) }
        section { h2 { "What it has set" } (ways(RULES)) }
    };
    Ok(desk.page(&visit, &Draft::default(), "The federation", &body))
}

fn ways(entries: &[Entry]) -> Markup {
    html! {
        ul.things {
            @for (path, label, about) in entries {
                li { a href=(path) { (label) } p.quiet { (about) } }
            }
        }
    }
}
