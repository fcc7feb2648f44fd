//! The pen of a tournament at its desk: lent to a laptop for a hall without a network, brought home, or lost, with what is to be
//! seen to then; and on the laptop itself, from which it is brought home.

mod branch;
mod findings;
mod hand_in;
mod laptop;
mod lending;
mod reclaim;
mod words;

use actix_web::web::ServiceConfig;
use maud::{Markup, html};

use crate::db::Conn;
use crate::pages::tournament_desk::TournamentDesk;
use crate::pages::tournament_desk::pen::branch::branch_path;
use crate::pages::tournament_desk::pen::findings::findings_path;
use crate::pages::tournament_desk::pen::hand_in::hand_in_path;
use crate::pages::tournament_desk::pen::laptop::laptop_path;
use crate::pages::tournament_desk::pen::lending::lending_path;
use crate::pages::tournament_desk::pen::reclaim::reclaim_path;
use crate::pens::{self, PenLoan};
use crate::tournaments::sheets::frame::moment;
use crate::values::clock::Timestamp;
use crate::values::counted::counted;
use crate::values::error::Error;
use crate::values::id::TournamentId;

pub(super) fn configure(config: &mut ServiceConfig) {
    lending::configure(config);
    hand_in::configure(config);
    reclaim::configure(config);
    findings::configure(config);
    branch::configure(config);
    laptop::configure(config);
}

/// The pen of a tournament with its laptop.
pub(super) struct Pen {
    loan: PenLoan,
    /// The time at which something that was done there came home last.
    last_home: Option<Timestamp>,
}

impl Pen {
    /// The pen with these loans, the latest first: as long as a laptop has it, and on that laptop for good.
    fn read(c: &mut Conn, loans: &[PenLoan]) -> Result<Option<Pen>, Error> {
        let last = loans.first();
        let Some(loan) = last.filter(|loan| loan.is_open() || loan.is_on_laptop()) else {
            return Ok(None);
        };
        Ok(Some(Pen {
            last_home: pens::commands::store::last_executed_at(c, loan)?,
            loan: loan.clone(),
        }))
    }

    /// Whether the tournament is changed here: on its laptop, until the pen is laid down.
    pub(super) fn is_here(&self) -> bool {
        self.loan.is_on_laptop() && self.loan.is_open()
    }
}

/// The things that laptops which had the pen have left to be seen to.
#[derive(Default)]
pub(super) struct PenNews {
    /// Whether one was lost: what it did may come in still.
    has_lost: bool,
    /// The number of findings that nobody has settled.
    findings: i64,
    /// The number of commands of lost laptops that nobody has adopted.
    kept: i64,
}

impl PenNews {
    /// The news of these loans of a tournament's pen.
    fn read(c: &mut Conn, tournament: TournamentId, loans: &[PenLoan]) -> Result<PenNews, Error> {
        let lost = loans.iter().filter(|loan| loan.is_reclaimed());
        let lost: Vec<i64> = lost.map(|loan| loan.epoch).collect();
        Ok(PenNews {
            has_lost: !lost.is_empty(),
            findings: pens::findings::store::count_open(c, tournament)?,
            kept: pens::commands::store::count_kept(c, tournament, &lost)?,
        })
    }
}

/// The pen of a tournament where a laptop has it, and what others have left. Most pens are never lent, and of these nothing else is
/// asked.
pub(super) fn read(c: &mut Conn, tournament: TournamentId) -> Result<(Option<Pen>, PenNews), Error> {
    let loans = pens::store::list(c, tournament)?;
    if loans.is_empty() {
        return Ok((None, PenNews::default()));
    }
    Ok((Pen::read(c, &loans)?, PenNews::read(c, tournament, &loans)?))
}

/// The bar on the pages of a tournament whose pen a laptop has: how much of what is done there is at the federation, and the ways
/// home.
pub(super) fn bar(desk: &TournamentDesk) -> Markup {
    html! {
        @if let Some(pen) = &desk.pen {
            div.notice { @if pen.loan.is_on_laptop() { (on_laptop(desk, &pen.loan)) } @else { (at_federation(desk, pen)) } }
        }
    }
}

fn at_federation(desk: &TournamentDesk, Pen { loan, last_home }: &Pen) -> Markup {
    html! {
        p {
            b { (loan.laptop) " has the pen" }
            " since " (moment(loan.lent_at)) ". The tournament is changed there alone. "
            (counted(loan.executed, "step is", "steps are")) " home"
            @if let Some(at) = last_home { ", last handed in " (moment(*at)) }
            "."
        }
        p.choices {
            a href=(hand_in_path(desk.id())) { "Bring it home" }
            @if desk.is_coordinated {
                a href=(findings_path(desk.id())) { "Findings: " (desk.pen_news.findings) }
                a href=(reclaim_path(desk.id())) { "The laptop is lost" }
            }
        }
    }
}

fn on_laptop(desk: &TournamentDesk, loan: &PenLoan) -> Markup {
    let (received, given, is_back) = (loan.received.unwrap_or(0), loan.executed, loan.returned_at.is_some());
    let stands = match (loan.is_open(), is_back) {
        (false, _) => "The pen is laid down on this laptop",
        (true, false) => "This laptop has the pen",
        (true, true) => "The pen was reclaimed from this laptop",
    };
    html! {
        p {
            b { (stands) }
            ". " (received) " of " (counted(given, "step is", "steps are")) " at the federation"
            @if is_back { ", which has the pen again" }
            @if let Some(kept) = loan.kept.filter(|kept| *kept > 0) { " and keeps " (kept) " more, to be adopted" }
            @if loan.is_all_home() { ": nothing on this laptop is needed any more." }
            @else { ". Delete nothing." }
        }
        p.choices { a href=(laptop_path(desk.id())) { "Bring it home" } }
    }
}

/// The notice on a tournament's screen, once its pen is back, that findings wait.
pub(super) fn notice(desk: &TournamentDesk) -> Markup {
    let waiting = desk.pen_news.findings;
    html! {
        @if desk.pen.is_none() && desk.is_coordinated && waiting > 0 {
            div.notice {
                p { (counted(waiting, "finding waits", "findings wait")) ": what has changed while a laptop had the pen." }
                p.choices { a href=(findings_path(desk.id())) { "See to them" } }
            }
        }
    }
}

/// The way to a hall without a network, for those who may lend the pen, as long as it can be lent; and the ways to what lost
/// laptops did.
pub(super) fn way(desk: &TournamentDesk) -> Markup {
    let (id, news) = (desk.id(), &desk.pen_news);
    html! {
        @if desk.is_coordinated && lending::is_lendable(desk) {
            p { a href=(lending_path(id)) { "Take this tournament to the hall" } }
        }
        @if desk.pen.is_none() && news.has_lost {
            p { a href=(hand_in_path(id)) { "Bring home what a lost laptop did" } }
        }
        @if desk.pen.is_none() && desk.is_coordinated && news.kept > 0 {
            p { a href=(branch_path(id)) { "What the lost laptop did: " (counted(news.kept, "step", "steps")) } }
        }
    }
}
