//! Pens: lent, taken along, laid down and reclaimed.

use serde_json::json;

use crate::accounts::keys::Keys;
use crate::accounts::{self, Caller, passwords, tokens};
use crate::clubs;
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::db::extracts::Schema;
use crate::federation;
use crate::operations::Operation;
use crate::pens::bundles::{self, Bundle, SealedBundle};
use crate::pens::codes::{CodeHash, VenueCode};
use crate::pens::laptops::LaptopKeys;
use crate::pens::{
    LoanEvidence, MOST_LATE_ENTRANTS, NewPenLoan, PenLoan, PenRefusal, commands, refuse_clubs, refuse_officials, store,
};
use crate::players::registrations;
use crate::rankings;
use crate::tournaments::model::Tournament;
use crate::tournaments::officials;
use crate::tournaments::use_cases as tournaments;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{AccountId, ClubId, PlayerId, TournamentId};

/// Lends the pen of a tournament, and seals what the laptop takes with it.
pub fn lend(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    new: NewPenLoan,
    (codes, keys): (&[VenueCode], &Keys),
) -> Result<(PenLoan, SealedBundle), Error> {
    let tournament = tournaments::find_within(c, by, tournament)?;
    let (officials, clubs) = (new.officials.clone(), new.late_entrant_clubs.clone());
    let in_use = accounts::store::in_use(c, &officials)?;
    refuse_officials(&officials, &in_use, &officials::use_cases::list(c, by, &tournament)?)?;
    let late_entrants = late_entrants(c, by, &tournament, &clubs)?;
    let last = store::last(c, tournament.id)?;
    let loan = PenLoan::lend(&tournament, last.as_ref(), new, by)?;
    let order = rankings::seedings::use_cases::newest(c, by.today())?.map(|list| list.id);
    let rows = bundles::store::rows(c, &loan, (&officials, &late_entrants), order)?;
    let kept = codes.iter().map(|code| &code.kept);
    let kept = kept.filter(|kept| officials.contains(&kept.account)).cloned().collect();
    let bundle = Bundle::of(loan.clone(), rows.facts, rows.tournament, kept);
    store::insert(c, &loan, &bundle.packed_facts()?)?;
    let evidence = LoanEvidence {
        loan: &loan,
        late_entrant_club_ids: &clubs,
    };
    by.audit(
        c,
        Change::created(Operation::create_pen_loan, "pen", tournament.id, &evidence)?,
    )?;
    Ok((loan, bundle.sealed(keys, &officials, by.now)?))
}

/// The players whom these clubs have registered for the gaming year of a tournament: they may still be entered on the laptop.
fn late_entrants(c: &mut Conn, by: &Caller, tournament: &Tournament, clubs: &[ClubId]) -> Result<Vec<PlayerId>, Error> {
    let found = clubs::store::find_all(c, &[], clubs)?;
    let entered = store::clubs_in(c, tournament.id)?;
    refuse_clubs(clubs, &found, &entered, &by.reach)?;
    let year = federation::store::calendar(c)?.year_of(tournament.plan.starts_on);
    let players = registrations::store::registered_by(c, clubs, year)?;
    if players.len() > MOST_LATE_ENTRANTS {
        return Err(PenRefusal::TooManyLateEntrants(players.len()).into());
    }
    Ok(players)
}

/// The last loan of a tournament's pen; none if it was never lent.
pub fn read(c: &mut Conn, tournament: TournamentId) -> Result<Option<PenLoan>, Error> {
    tournaments::read(c, tournament)?;
    store::last(c, tournament)
}

/// Takes the pen from a laptop that does not give it back.
pub fn reclaim(c: &mut Conn, by: &Caller, tournament: TournamentId, reason: &str) -> Result<PenLoan, Error> {
    let tournament = tournaments::find_within(c, by, tournament)?;
    let loan = store::last(c, tournament.id)?.ok_or(PenRefusal::NotLent(0))?;
    end(c, by, loan, Operation::create_pen_reclaim, Some(reason.to_owned()))
}

/// Ends a loan. What was sent with its commands goes, once all of them are executed.
pub fn end(
    c: &mut Conn,
    by: &Caller,
    loan: PenLoan,
    action: Operation,
    reclaimed_because: Option<String>,
) -> Result<PenLoan, Error> {
    let before = loan.clone();
    let ended = loan.ended(by.account, by.now, reclaimed_because)?;
    store::end(c, &ended)?;
    commands::store::empty(c, (ended.tournament, ended.epoch))?;
    by.audit(c, Change::altered(action, "pen", ended.tournament, &before, &ended)?)?;
    Ok(ended)
}

/// The loan of the laptop with these keys, in its own records.
pub fn here(c: &mut Conn, keys: &LaptopKeys) -> Result<PenLoan, Error> {
    let own = keys.public()?.signing_key;
    let is_own = |loan: &PenLoan| loan.is_on_laptop() && loan.signing_key == own;
    let loan = store::all(c)?.into_iter().find(is_own);
    Ok(loan.ok_or(PenRefusal::NotHere)?)
}

/// Finds the official with that address on the laptop with these keys.
///
/// # Errors
/// [`PenRefusal::NoOfficial`]: nobody signs in there with it.
pub fn official(c: &mut Conn, keys: &LaptopKeys, email_key: &str) -> Result<AccountId, Error> {
    let loan = here(c, keys)?;
    let account = accounts::store::find_by_email(c, email_key)?.map(|account| account.id);
    let official = account.filter(|account| loan.is_official(*account));
    Ok(official.ok_or_else(|| PenRefusal::NoOfficial(email_key.to_owned()))?)
}

/// Keeps a code on the laptop in the place of the one before.
///
/// The sessions of the official end.
pub fn keep_code(c: &mut Conn, code: &CodeHash, (now, actor): (Timestamp, &Actor)) -> Result<(), Error> {
    passwords::store::set(c, code.account, &code.hash, now)?;
    let ended = tokens::store::end_sessions(c, code.account, None, now)?;
    let change = json!({ "sessions_ended": ended });
    audit::append(
        c,
        now,
        actor,
        Change::created(Operation::create_pen_code, "account", code.account, &change)?,
    )
}

/// Lays the pen down, on the laptop: nothing is changed there any more, and the last hand-in gives it back.
pub fn close(c: &mut Conn, keys: &LaptopKeys, (now, actor): (Timestamp, &Actor)) -> Result<PenLoan, Error> {
    let before = here(c, keys)?;
    let ended = before.clone().ended(before.lent_by, now, None)?;
    store::end(c, &ended)?;
    let change = Change::altered(Operation::create_pen_closing, "pen", ended.tournament, &before, &ended)?;
    audit::append(c, now, actor, change)?;
    Ok(ended)
}

/// Takes a bundle into records in which nothing is yet, on the laptop; or goes on with what was taken in before, and with what was
/// executed since: what a second laptop has of the first and has not executed was answered to nobody.
///
/// # Errors
/// There is something else in the records.
pub fn settle(c: &mut Conn, now: Timestamp, bundle: &Bundle) -> Result<(), Error> {
    let Bundle { loan, .. } = bundle;
    let is_settled = |there: &PenLoan| {
        let is_same = (there.epoch, &there.signing_key) == (loan.epoch, &loan.signing_key);
        is_same && there.is_on_laptop()
    };
    match store::last(c, loan.tournament)? {
        Some(there) if is_settled(&there) => return commands::store::remove_waiting(c, &there),
        None if accounts::store::is_empty(c)? => {}
        _ => {
            let why = "There is something else in the records: a bundle is taken into a new file.";
            return Err(PenRefusal::Altered(why.to_owned()).into());
        }
    }
    let extracts = [&bundle.facts, &bundle.tournament];
    let extracts: Vec<_> = extracts.into_iter().flatten().cloned().collect();
    Schema::of(c)?.replace(c, &extracts)?;
    for code in &bundle.codes {
        passwords::store::set(c, code.account, &code.hash, now)?;
    }
    let settled = PenLoan {
        settled_at: Some(now),
        ..loan.clone()
    };
    store::insert_at_venue(c, &settled)?;
    let change = Change::created(Operation::create_pen_loan, "pen", loan.tournament, &settled)?.sealing_all();
    audit::append(c, now, &Actor::command_line(), change)
}
