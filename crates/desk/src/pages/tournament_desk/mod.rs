//! The desk of those who run a tournament, umpires and coordinators: what comes next in one button, the boards as the score
//! sheets have them, and what was done so far.

mod announce;
mod board;
mod byes;
mod change;
mod check_in;
mod entries;
mod exceptions;
mod hand_pairing;
mod list;
mod overview;
mod pairing;
mod pen;
mod preview;
pub(crate) mod recognition;
mod removal;
mod results;
mod rounds;
mod sheets;
mod steps;

use std::collections::HashMap;

use actix_web::web::ServiceConfig;
use maud::{Markup, html};

use crate::accounts::{Authority, Caller};
use crate::clubs::Club;
use crate::db::Conn;
use crate::federation;
use crate::federation::FederationSettings;
use crate::pages::desk::Way;
use crate::pages::form::Form;
use crate::pages::tournament_desk::exceptions::with_ways_out;
use crate::pages::tournament_desk::pen::{Pen, PenNews};
use crate::players::{self, Number};
use crate::tournaments::entrants;
use crate::tournaments::matches::can_change;
use crate::tournaments::model::draw::Warning;
use crate::tournaments::model::{Entry, Round, TournamentAction};
use crate::tournaments::officials::{self, Official};
use crate::tournaments::pairing_bar_changes;
use crate::tournaments::pairing_bar_changes::EntrantsBarChange;
use crate::tournaments::rounds::orders::NewOrders;
use crate::tournaments::rounds::use_cases::{self as rounds_of, SeedingSource, is_outdated};
use crate::tournaments::sheets::papers::Papers;
use crate::tournaments::sheets::use_cases::of_snapshot;
use crate::tournaments::warnings;
use crate::values::digest::sha256;
use crate::values::error::Error;
use crate::values::id::{EntryId, PlayerId, TournamentId};
use crate::values::number::Seed;
use crate::values::validation::{Faults, ValueError};

pub(crate) fn configure(config: &mut ServiceConfig) {
    list::configure(config);
    announce::configure(config);
    overview::configure(config);
    entries::configure(config);
    byes::configure(config);
    change::configure(config);
    check_in::configure(config);
    removal::configure(config);
    rounds::configure(config);
    pairing::configure(config);
    exceptions::configure(config);
    sheets::configure(config);
    results::configure(config);
    board::configure(config);
    recognition::configure(config);
    pen::configure(config);
}

/// The way to the tournaments of somebody with that authority.
pub(crate) fn way(authorities: &[Authority]) -> Option<Way> {
    let runs = |one: &Authority| {
        matches!(
            one,
            Authority::Administrator | Authority::Coordinator(_) | Authority::Umpire
        )
    };
    authorities.iter().any(runs).then(|| Way {
        path: "/desk/tournaments".to_owned(),
        label: "Your tournaments".to_owned(),
        about: "Entries, draws, results and what the federation asks of each.",
    })
}

/// All that the pages of a tournament show to those who run it.
pub(crate) struct TournamentDesk {
    federation: FederationSettings,
    papers: Papers,
    /// The clubs to which players have moved since they were entered.
    moved: HashMap<EntryId, Club>,
    /// The round that is drawn, and not published.
    drawn: Option<Round>,
    news: DrawNews,
    /// The caller.
    official: Official,
    /// Whether the caller looks after the province that runs it.
    is_coordinated: bool,
    /// Its pen, while a laptop has it, and on that laptop.
    pen: Option<Pen>,
    pen_news: PenNews,
}

/// The things that have happened to the round that is drawn since it was.
#[derive(Default)]
struct DrawNews {
    /// Whether it is of other figures than today's.
    is_outdated: bool,
    /// Bars between two who are entered, recorded or withdrawn since the tournament was opened.
    bar_changes: Vec<EntrantsBarChange>,
    /// The warnings of today, of the hall and of the register.
    warnings: Vec<Warning>,
}

impl TournamentDesk {
    /// The desk of that tournament, for the caller who runs it.
    fn read(c: &mut Conn, by: &Caller, id: TournamentId) -> Result<TournamentDesk, Error> {
        let (official, snapshot) = officials::use_cases::run(c, by, id)?;
        let drawn = snapshot.drawn().cloned();
        let news = match &drawn {
            None => DrawNews::default(),
            Some(drawn) => DrawNews {
                is_outdated: is_outdated(c, &snapshot, drawn, by.today())?,
                bar_changes: pairing_bar_changes::use_cases::among(c, &snapshot)?,
                warnings: warnings::use_cases::of_draw(c, &snapshot, drawn, by.today())?,
            },
        };
        let (pen, pen_news) = pen::read(c, id)?;
        Ok(TournamentDesk {
            is_coordinated: by.reach.covers_province(&snapshot.tournament.province),
            federation: federation::store::settings(c, by.today())?,
            moved: entrants::use_cases::moved(c, &snapshot.entries)?,
            papers: of_snapshot(c, snapshot, by.today())?.for_officials(),
            drawn,
            news,
            official,
            pen,
            pen_news,
        })
    }

    fn id(&self) -> TournamentId {
        self.papers.snapshot.tournament.id
    }

    fn path(&self) -> String {
        path(self.id())
    }

    /// Whether the tournament is changed here: not while its pen is elsewhere.
    fn is_changed_here(&self) -> bool {
        self.pen.as_ref().is_none_or(Pen::is_here)
    }

    /// The forms and the ways by which the tournament is changed; nothing where they would be refused, since its pen is elsewhere.
    fn offer(&self, ways: Markup) -> Markup {
        if self.is_changed_here() {
            ways
        } else {
            html! {}
        }
    }

    /// The sentence that stands where a page offers no form: because the pen is elsewhere, or else that one.
    fn no_form(&self, because: &str) -> Markup {
        html! { p { @if self.is_changed_here() { (because) } @else { (ELSEWHERE) } } }
    }

    /// Whether the caller can change results as far as the state goes; `late` says whether also those of rounds that are over.
    fn can_change(&self, late: bool) -> bool {
        self.is_changed_here() && can_change(&self.papers.snapshot.tournament, late, &self.official).is_ok()
    }

    /// Whether the state allows that, where the tournament is changed here.
    fn allows(&self, action: TournamentAction) -> bool {
        self.is_changed_here() && self.papers.snapshot.tournament.allows(action)
    }

    /// Draws the next round by these orders, and goes on to the tournament; what is refused names the players, and what would
    /// allow a draw.
    fn draw(&self, c: &mut Conn, by: &Caller, asked: &NewOrders, seeding: SeedingSource) -> Result<String, Error> {
        let drawn = rounds_of::draw(c, by, self.id(), asked, seeding);
        drawn.map_err(|error| with_ways_out(error, self))?;
        Ok(self.path())
    }

    /// The way back to the tournament, above a page that is about a part of it.
    fn way_back(&self) -> Markup {
        html! {
            p.way { a href=(self.path()) { (self.papers.snapshot.tournament.plan.name) } }
            (pen::bar(self))
        }
    }

    /// The player with that seed, by the full name.
    fn player(&self, seed: Seed) -> Markup {
        let entry = self.papers.snapshot.at(seed);
        html! { @if let Some(entry) = entry { (self.entrant(entry)) } }
    }

    /// The player of that entry, by the full name.
    fn entry(&self, id: EntryId) -> Markup {
        let entry = self.papers.snapshot.entries.iter().find(|entry| entry.id == id);
        html! { @if let Some(entry) = entry { (self.entrant(entry)) } }
    }

    /// A mark of the starting order: numbers that were read by it mean the same players as long as it is the same.
    fn order(&self) -> String {
        let entries = self.papers.snapshot.entries.iter();
        sha256(entries.map(|entry| entry.id.to_string()).collect::<String>())
    }

    fn entrant(&self, entry: &Entry) -> Markup {
        html! { span.name { (self.papers.name(entry)) } }
    }
}

/// The reason why a page offers no form while a laptop has the pen, or has laid it down; the bar above tells the rest.
const ELSEWHERE: &str = "Nothing is changed here while the pen is elsewhere.";

/// The player whose number was typed into the field of that name.
pub(crate) fn player_of(c: &mut Conn, form: &Form, field: &str) -> Result<PlayerId, Error> {
    let unknown = || {
        let unknown = ValueError::new("unknown-player", "There is no player with this number.");
        Faults::of(&format!("/{field}"), unknown)
    };
    let number = form.text(field).parse::<Number>().map_err(|_| unknown())?;
    let found = players::store::batches::find_by_numbers(c, &[number])?;
    Ok(found.get(&number).ok_or_else(unknown)?.id)
}

/// The path of a tournament's desk.
fn path(id: TournamentId) -> String {
    format!("/desk/tournaments/{id}")
}
