//! The wardens of pens: the register leaves a tournament alone whose pen is lent; a laptop changes the one whose pen it has, and
//! writes down how; when a command is executed again, it changes what it has changed there; and of one that is adopted it is noted
//! where it comes from.

use crate::accounts::Caller;
use crate::db::Conn;
use crate::db::audit::Written;
use crate::db::command::{Command, Warden};
use crate::pens::commands::{self, PenCommand};
use crate::pens::{PenLoan, PenRefusal, branches, bundles, store};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{Id, TournamentId};

/// The changes that are made at a venue: of what, and by which operations. All others wait for the register.
const AT_VENUE: [(&str, &[&str]); 10] = [
    (
        "tournament",
        &[
            "create_entry_removal",
            "create_round",
            "create_round_undo",
            "create_rounds_agreement",
            "create_seeding",
            "create_starting_order",
            "create_tournament_ending",
            "create_tournament_opening",
            "update_tournament",
        ],
    ),
    (
        "entry",
        &[
            "create_check_in",
            "create_check_in_batch",
            "create_check_in_withdrawal",
            "create_entry",
            "create_entry_batch",
            "create_entry_removal",
            "create_entry_return",
            "create_entry_withdrawal",
            "create_missing_returns",
            "create_missing_withdrawals",
            "create_round_publication",
            "create_visitor",
            "update_visitor",
        ],
    ),
    (
        "team",
        &["create_team", "create_team_line_up", "create_team_withdrawal"],
    ),
    ("bye", &["create_bye", "create_bye_withdrawal"]),
    (
        "round",
        &[
            "create_round",
            "create_round_closing",
            "create_round_publication",
            "create_round_undo",
        ],
    ),
    ("match", &RESULTS),
    ("dispute", &["create_dispute", "create_own_dispute", "create_ruling"]),
    ("appointment", &["create_appointment", "create_appointment_ending"]),
    ("equipment_confirmation", &["create_equipment_confirmation"]),
    ("game", &["create_game", "create_game_batch"]),
];

/// The paths below which forms of the desk do the same, but for those of the pen itself.
const FORMS_AT_VENUE: [&str; 7] = [
    "/account/players/{id}/matches/",
    "/desk/byes/",
    "/desk/disputes/",
    "/desk/entries/",
    "/desk/matches/",
    "/desk/rounds/",
    "/desk/tournaments/",
];

/// Whether an operation is one that is done at venues, or a form of the desk by the pattern of its path. What else a hand-in asks for is
/// not begun.
pub fn is_done_at_venues(operation: Option<&str>, pattern: &str) -> bool {
    match operation {
        Some(operation) => AT_VENUE.iter().any(|(_, operations)| operations.contains(&operation)),
        None => FORMS_AT_VENUE.iter().any(|place| pattern.starts_with(place)) && !pattern.contains("/pen"),
    }
}

/// The operations by which results come to be what they are.
const RESULTS: [&str; 10] = [
    "create_result",
    "create_confirmation",
    "create_correction",
    "create_match_undo",
    "create_round_results",
    "create_round_marks",
    "create_round_confirmations",
    "create_ruling",
    "create_game",
    "create_game_batch",
];

/// The subjects of which a change is one of a tournament.
const OF_TOURNAMENTS: [&str; 11] = [
    "appeal",
    "appointment",
    "bye",
    "dispute",
    "entry",
    "equipment_confirmation",
    "game",
    "match",
    "round",
    "team",
    "tournament",
];

/// The operations that change who a player is, wherever the player is entered or may still be.
const OF_PERSONS: [&str; 2] = ["create_erasure", "create_merger"];

/// The subjects of what is a laptop's own business: who signs in or does not.
const OWN: [&str; 2] = ["session", "signing_key"];

/// The operations on the pen that are a laptop's own business: laying it down, and keeping what the federation has told.
const OF_PEN: [&str; 2] = ["create_pen_closing", "create_pen_receipt"];

/// The operation of somebody who is not let in: by an account that is known, or from a network.
const REFUSED_SIGN_IN: &str = "refuse_sign_in";

/// The names in changes that are of those subjects.
fn names<'w>(written: &'w [Written], of: impl Fn(&Written) -> bool) -> Vec<Id> {
    let names = |change: &'w Written| change.names.iter().copied();
    written.iter().filter(|change| of(change)).flat_map(names).collect()
}

/// Whether the laptop of a loan has taken one of these players with it, who may be in the tournament by now.
fn has_taken(c: &mut Conn, loan: &PenLoan, players: &[Id]) -> Result<bool, Error> {
    let bundle = if players.is_empty() {
        None
    } else {
        store::bundle(c, loan)?
    };
    let Some(bundle) = bundle else {
        return Ok(false);
    };
    let facts = bundles::unpacked_facts(&bundle)?;
    Ok(bundles::store::players(&facts).any(|player| players.contains(&player)))
}

/// The register's: a tournament whose pen is lent is left alone, and so are those whom its laptop has taken with it.
pub struct AtRegister;

impl Warden for AtRegister {
    fn judge(&self, c: &mut Conn, written: &[Written], _: Option<&Command>) -> Result<(), Error> {
        let of_tournaments = names(written, |change| OF_TOURNAMENTS.contains(&change.subject.as_str()));
        let of_persons = names(written, |change| {
            change.subject == "player" && OF_PERSONS.contains(&change.action.as_str())
        });
        if of_tournaments.is_empty() && of_persons.is_empty() {
            return Ok(());
        }
        let open = store::open(c)?;
        if open.is_empty() {
            return Ok(());
        }
        let concerned = store::tournaments_of(c, &of_tournaments)?;
        for loan in open {
            if concerned.contains(&loan.tournament) || has_taken(c, &loan, &of_persons)? {
                return Err(PenRefusal::Lent(loan.laptop).into());
            }
        }
        Ok(())
    }
}

/// Refuses changes that are not made at a venue.
fn refuse_elsewhere(written: &[Written]) -> Result<(), PenRefusal> {
    let is_made_there = |change: &&Written| {
        let of_its = AT_VENUE.iter().find(|(subject, _)| *subject == change.subject);
        of_its.is_some_and(|(_, actions)| actions.contains(&change.action.as_str()))
    };
    match written.iter().find(|change| !is_made_there(change)) {
        Some(other) => Err(PenRefusal::NotAtVenue(format!("What {} does", other.action))),
        None => Ok(()),
    }
}

/// Refuses changes that are of another tournament.
fn refuse_others(c: &mut Conn, tournament: TournamentId, written: &[Written]) -> Result<(), Error> {
    let concerned = store::tournaments_of(c, &names(written, |_| true))?;
    if concerned.len() == 1 && concerned.contains(&tournament) {
        Ok(())
    } else {
        Err(PenRefusal::NotAtVenue("What is not of the tournament".to_owned()).into())
    }
}

/// The laptop's loan, if it has the pen still.
fn loan(c: &mut Conn, tournament: TournamentId) -> Result<PenLoan, Error> {
    let loan = store::last(c, tournament)?.filter(PenLoan::is_open);
    Ok(loan.ok_or(PenRefusal::NotHere)?)
}

/// A laptop's: the tournament whose pen it has is changed, and every change is written down with the request for it.
pub struct AtVenue {
    pub tournament: TournamentId,
}

impl Warden for AtVenue {
    fn judge(&self, c: &mut Conn, written: &[Written], command: Option<&Command>) -> Result<(), Error> {
        let is_own = |change: &Written| {
            let is_of_pen = change.subject == "pen" && OF_PEN.contains(&change.action.as_str());
            is_of_pen || OWN.contains(&change.subject.as_str()) || change.action == REFUSED_SIGN_IN
        };
        if written.iter().all(is_own) {
            return Ok(());
        }
        refuse_elsewhere(written)?;
        let loan = loan(c, self.tournament)?;
        refuse_others(c, self.tournament, written)?;
        let nobody = || PenRefusal::NotAtVenue("What no request asks for".to_owned());
        let next = PenCommand::next(&loan, command.ok_or_else(nobody)?, written)?;
        commands::store::insert(c, &next)?;
        if commands::store::advance(c, &next, next.at)? {
            Ok(())
        } else {
            Err(Error::Internal("two commands came to be one".to_owned()))
        }
    }
}

/// The register's while it executes a laptop's commands again, and a second laptop's: each changes what it has changed there, or
/// nothing.
pub struct OnceMore {
    pub tournament: TournamentId,
    /// The time at which it is done.
    pub now: Timestamp,
}

impl Warden for OnceMore {
    fn judge(&self, c: &mut Conn, written: &[Written], command: Option<&Command>) -> Result<(), Error> {
        if written.is_empty() {
            return Ok(());
        }
        refuse_elsewhere(written)?;
        let loan = loan(c, self.tournament)?;
        refuse_others(c, self.tournament, written)?;
        let differs = || PenRefusal::Differs(loan.executed + 1);
        let there = commands::store::find(c, &loan, loan.executed + 1)?.ok_or_else(differs)?;
        let here = PenCommand::next(&loan, command.ok_or_else(differs)?, written)?;
        if here.hash != there.hash || !commands::store::advance(c, &there, self.now)? {
            return Err(differs().into());
        }
        Ok(())
    }
}

/// The register's while somebody adopts a command of a branch: it changes its tournament as anybody does who is not kept from it, and
/// nothing that is not done at a venue.
pub struct Adopting {
    pub source: PenCommand,
    pub by: Caller,
}

impl Warden for Adopting {
    fn judge(&self, c: &mut Conn, written: &[Written], command: Option<&Command>) -> Result<(), Error> {
        if written.is_empty() {
            return Ok(());
        }
        AtRegister.judge(c, written, command)?;
        refuse_elsewhere(written)?;
        refuse_others(c, self.source.tournament, written)?;
        branches::use_cases::keep(c, &self.by, &self.source)
    }
}
