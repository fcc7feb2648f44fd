//! The administrator's desk: who works with the records, what the federation has set, and what waits for its decision.

mod account;
mod accounts;
mod appeals;
mod colours;
mod criteria;
mod criteria_form;
mod criteria_rule;
mod doubts;
mod equipment;
mod erasures;
mod keys;
mod logo;
mod overview;
mod rankings;
mod ratification;
mod settings;
mod settings_fields;
mod settings_history;
mod trail;
mod wordings;

use actix_web::web::ServiceConfig;
use maud::{Markup, html};

use crate::accounts::{Authority, Caller};
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::desk::Way;
use crate::pages::field::Field;
use crate::pages::form::Draft;
use crate::pages::frame::{Page, Visit};
use crate::values::error::{Error, ProblemKind};
use crate::values::validation::FieldError;

pub(crate) fn configure(config: &mut ServiceConfig) {
    overview::configure(config);
    ratification::configure(config);
    colours::configure(config);
    appeals::configure(config);
    doubts::configure(config);
    rankings::configure(config);
    accounts::configure(config);
    account::configure(config);
    erasures::configure(config);
    settings::configure(config);
    logo::configure(config);
    // Before the versions: `new` is none of them.
    criteria_form::configure(config);
    criteria::configure(config);
    wordings::configure(config);
    equipment::configure(config);
    keys::configure(config);
    trail::configure(config);
}

/// The ways to the federation's work for somebody with that authority.
pub(crate) fn ways(authorities: &[Authority]) -> Vec<Way> {
    let mut ways = Vec::new();
    if authorities.contains(&Authority::Administrator) {
        ways.push(Way {
            path: "/desk/federation".to_owned(),
            label: "The federation".to_owned(),
            about: "Accounts, settings, and what waits for a decision of the federation.",
        });
    }
    let decides = |one: &Authority| matches!(one, Authority::Administrator | Authority::Coordinator(_));
    if authorities.iter().any(decides) {
        ways.push(Way {
            path: "/desk/appeals".to_owned(),
            label: "Appeals".to_owned(),
            about: "What players say against a ruling or a ratified result.",
        });
        ways.push(Way {
            path: doubts::LIST.to_owned(),
            label: "Records in doubt".to_owned(),
            about: "What is in force though the rule by which it was admitted is met no more.",
        });
    }
    ways
}

/// The first step of whoever administers a federation without a name; nothing once it has one.
pub(crate) fn first_step(federation: &FederationSettings) -> Markup {
    html! {
        @if federation.name.is_none() {
            section.next {
                p { b { "The federation has no name yet." } " It stands on every page, and on all that is signed." }
                p { a.button href="/desk/settings/identity" { "Name the federation" } }
            }
        }
    }
}

/// A page of this desk: what it shows, with the federation whose it is.
struct OfFederation<T> {
    federation: FederationSettings,
    content: T,
}

impl<T> OfFederation<T> {
    fn read(c: &mut Conn, by: &Caller, content: T) -> Result<OfFederation<T>, Error> {
        let federation = federation::store::settings(c, by.today())?;
        Ok(OfFederation { federation, content })
    }

    /// The page with that title and body; `draft` is the form of it that was refused, if one was.
    fn page(&self, visit: &Visit, draft: &Draft, title: &str, body: &Markup) -> Page {
        visit.page(&self.federation, title, body).with_status(draft.status())
    }
}

/// The way back to the desk of the federation.
fn way_back() -> Markup {
    html! { p.way { a href="/desk/federation" { "The federation" } } }
}

/// A form of a page that has several. The reason why one was refused stands above all of them.
fn part(visit: &Visit, draft: &Draft, action: &str, fields: &[Field], button: &str) -> Markup {
    html! {
        form method="post" action=(action) {
            (draft.hidden(visit.token()))
            @for field in fields { (draft.field(field)) }
            button { (button) }
        }
    }
}

/// A button that is a form of its own, beside others that matter more.
fn step(visit: &Visit, action: &str, words: &str) -> Markup {
    html! {
        form method="post" action=(action) {
            (Draft::default().hidden(visit.token()))
            button.second { (words) }
        }
    }
}

/// A refusal of that kind, told at a field of the form.
fn at_field(error: Error, kind: &'static ProblemKind, field: &str) -> Error {
    match error {
        Error::Refused(mut problem) if std::ptr::eq(problem.kind, kind) && problem.errors.is_empty() => {
            problem.errors.push(FieldError {
                pointer: format!("/{field}"),
                code: kind.code,
                message: problem.detail.clone(),
            });
            Error::Refused(problem)
        }
        error => error,
    }
}
