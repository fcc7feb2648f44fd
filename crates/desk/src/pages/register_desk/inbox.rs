//! The inbox: how much of each thing waits for whoever looks after a province, and where it is done.

use actix_web::get;
use actix_web::web::ServiceConfig;
use maud::{Markup, html};

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::colours;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::frame::{Page, Visit};
use crate::pages::register_desk::accreditations::due_within;
use crate::pages::register_desk::payments::{self, unpaid_in};
use crate::pages::register_desk::waiting;
use crate::players;
use crate::players::transfers::store::TransferFilter;
use crate::tournaments::appeals::store::AppealFilter;
use crate::tournaments::{appeals, matches};
use crate::umpires;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;

pub(crate) fn configure(config: &mut ServiceConfig) {
    config.service(show_inbox);
}

/// The most that is counted of a thing: what is more is said to be more.
const MOST: usize = 100;

/// The rows that are read for it, one of which tells that there are more.
const ROWS: i64 = 101;

/// The days within which the end of an accreditation is told.
const SOON: u16 = 60;

/// A thing that waits.
struct Waiting {
    path: String,
    label: &'static str,
    about: &'static str,
    count: usize,
}

impl Waiting {
    fn number(&self) -> String {
        if self.count > MOST {
            format!("more than {MOST}")
        } else {
            self.count.to_string()
        }
    }

    fn line(&self) -> Markup {
        html! {
            li {
                a href=(self.path) { (self.label) }
                " " @if self.count == 0 { span.quiet { "none" } } @else { b.count { (self.number()) } }
                p.quiet { (self.about) }
            }
        }
    }
}

/// All that the page shows.
struct Inbox {
    federation: FederationSettings,
    things: Vec<Waiting>,
}

impl Inbox {
    fn read(c: &mut Conn, by: &Caller) -> Result<Inbox, Error> {
        let settings = federation::store::settings(c, by.today())?;
        let mut things = Inbox::of_tournaments(c, by)?;
        things.extend(Inbox::of_members(c, by)?);
        things.extend(Inbox::of_honours(c, by)?);
        things.sort_by_key(|thing| thing.count == 0);
        Ok(Inbox {
            federation: settings,
            things,
        })
    }

    fn of_tournaments(c: &mut Conn, by: &Caller) -> Result<Vec<Waiting>, Error> {
        let pending = AppealFilter {
            pending: Some(true),
            ..AppealFilter::default()
        };
        Ok(vec![
            Waiting {
                path: "/desk/register/disputes".to_owned(),
                label: "Disputes",
                about: "Results that somebody disputes, without a ruling.",
                count: matches::disputes::use_cases::list_open(c, by, None, ROWS)?.len(),
            },
            Waiting {
                path: "/desk/appeals".to_owned(),
                label: "Appeals",
                about: "Against a ruling or a confirmed result, to be decided by somebody who had no part in it.",
                count: appeals::use_cases::list(c, by, &pending, ROWS)?.len(),
            },
            Waiting {
                path: "/desk/register/reviews".to_owned(),
                label: "Tournaments under review",
                about: "Something that an official tournament needs was changed after it was confirmed.",
                count: waiting::under_review(c, by, None, ROWS)?.len(),
            },
        ])
    }

    fn of_members(c: &mut Conn, by: &Caller) -> Result<Vec<Waiting>, Error> {
        let year = federation::store::calendar(c)?.year_of(by.today());
        let transfers = TransferFilter {
            waiting: true,
            ..TransferFilter::default()
        };
        let unpaid = unpaid_in(year);
        Ok(vec![
            Waiting {
                path: "/desk/register/transfers".to_owned(),
                label: "Transfers",
                about: "Players whom their old club or its province releases, or whom the new province accepts.",
                count: players::transfers::store::list(c, &transfers, &by.reach, Some(ROWS))?.len(),
            },
            Waiting {
                path: payments::LIST.to_owned(),
                label: "Fees that are not paid",
                about: "Players who are registered for this year and have not paid; and clubs and players without this year.",
                count: players::registrations::store::list(c, unpaid, &by.reach, Some(ROWS))?.len(),
            },
            Waiting {
                path: "/desk/register/duplicates".to_owned(),
                label: "Entries that may be of one person",
                about: "Two with the same name and the same day of birth.",
                count: players::particulars::store::duplicates(c, &by.reach, None, ROWS)?.len(),
            },
        ])
    }

    fn of_honours(c: &mut Conn, by: &Caller) -> Result<Vec<Waiting>, Error> {
        let year = federation::store::calendar(c)?.year_of(by.today());
        let due = due_within(by.today(), SOON, None);
        let unproposed = |c: &mut Conn, year| colours::candidates::use_cases::count_unproposed(c, by, year, MOST + 1);
        let (this, last) = (unproposed(c, year)?, unproposed(c, year.previous())?);
        let page = |year: GamingYear| format!("/desk/register/colours?year={}", year.number());
        let mut things = vec![Waiting {
            path: page(year),
            label: "Colours of this year to propose",
            about: "Players who have met a rule, and are not proposed.",
            count: this,
        }];
        if last > 0 {
            things.push(Waiting {
                path: page(year.previous()),
                label: "Colours of last year to propose",
                about: "Players who have met a rule, and are not proposed.",
                count: last,
            });
        }
        things.push(Waiting {
            path: "/desk/register/accreditations".to_owned(),
            label: "Accreditations that end soon",
            about: "Umpires whose term ends within 60 days.",
            count: umpires::renewals::use_cases::list_due(c, by, due, ROWS)?.len(),
        });
        Ok(things)
    }

    fn page(&self, visit: &Visit) -> Page {
        let waits = self.things.iter().any(|thing| thing.count > 0);
        let body = html! {
            p.way { a href="/desk" { "Your desk" } }
            h1 { "What waits for you" }
            @if !waits { p.lead { "Nothing waits now." } }
            ul.things { @for thing in &self.things { (thing.line()) } }
            section {
                h2 { "The registers" }
                ul.things {
                    li { a href="/desk/register/clubs" { "Clubs" } }
                    li { a href="/desk/register/players" { "Players" } }
                    li { a href="/desk/register/courses" { "Courses for umpires" } }
                }
            }
        };
        visit.page(&self.federation, "What waits for you", &body)
    }
}

#[get("/desk/inbox")]
async fn show_inbox(caller: Coordinator, visit: Visit) -> Result<Page, Error> {
    Ok(caller.read(Inbox::read).await?.page(&visit))
}
