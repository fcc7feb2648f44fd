//! Loans of pens in the database, and of which tournaments things are.

use std::collections::HashSet;

use diesel::prelude::*;

use crate::db::schema::{
    appeals, appointments, byes, disputes, entries, equipment_confirmations, games, matches, pen_bundles, pen_loans,
    rounds, teams, tournaments,
};
use crate::db::{BATCH, Conn};
use crate::pens::PenLoan;
use crate::values::error::Error;
use crate::values::id::{ClubId, Id, TournamentId};

/// The last loan of the tournament's pen.
pub fn last(c: &mut Conn, tournament: TournamentId) -> Result<Option<PenLoan>, Error> {
    Ok(pen_loans::table
        .filter(pen_loans::tournament_id.eq(tournament))
        .order(pen_loans::epoch.desc())
        .select(PenLoan::as_select())
        .first(c)
        .optional()?)
}

/// That loan of the tournament's pen.
pub fn find(c: &mut Conn, tournament: TournamentId, epoch: i64) -> Result<Option<PenLoan>, Error> {
    let loan = pen_loans::table.find((tournament, epoch));
    Ok(loan.select(PenLoan::as_select()).first(c).optional()?)
}

/// The loans of a tournament's pen that were reclaimed, the first one first.
pub fn reclaimed(c: &mut Conn, tournament: TournamentId) -> Result<Vec<i64>, Error> {
    let reclaimed = pen_loans::table
        .filter(pen_loans::tournament_id.eq(tournament))
        .filter(pen_loans::reclaimed_because.is_not_null());
    Ok(reclaimed.select(pen_loans::epoch).order(pen_loans::epoch).load(c)?)
}

/// All loans of a tournament's pen, the latest first.
pub fn list(c: &mut Conn, tournament: TournamentId) -> Result<Vec<PenLoan>, Error> {
    let of_tournament = pen_loans::table.filter(pen_loans::tournament_id.eq(tournament));
    let latest = of_tournament.order(pen_loans::epoch.desc());
    Ok(latest.select(PenLoan::as_select()).load(c)?)
}

/// All loans that are on record here, the latest first.
pub fn all(c: &mut Conn) -> Result<Vec<PenLoan>, Error> {
    let latest = pen_loans::table.order(pen_loans::lent_at.desc());
    Ok(latest.select(PenLoan::as_select()).load(c)?)
}

/// The loans that have not ended.
pub fn open(c: &mut Conn) -> Result<Vec<PenLoan>, Error> {
    let open = pen_loans::table.filter(pen_loans::ended_at.is_null());
    Ok(open.select(PenLoan::as_select()).load(c)?)
}

/// Keeps a new loan, and what the laptop takes with it.
pub fn insert(c: &mut Conn, loan: &PenLoan, bundle: &[u8]) -> Result<(), Error> {
    diesel::insert_into(pen_loans::table).values(loan).execute(c)?;
    diesel::insert_into(pen_bundles::table)
        .values((
            pen_bundles::tournament_id.eq(loan.tournament),
            pen_bundles::epoch.eq(loan.epoch),
            pen_bundles::content.eq(bundle),
        ))
        .execute(c)?;
    Ok(())
}

/// Keeps what the laptop has of its loan.
pub fn insert_at_venue(c: &mut Conn, loan: &PenLoan) -> Result<(), Error> {
    diesel::insert_into(pen_loans::table).values(loan).execute(c)?;
    Ok(())
}

/// All that the laptop took with it; none once the loan has ended.
pub fn bundle(c: &mut Conn, loan: &PenLoan) -> Result<Option<Vec<u8>>, Error> {
    let bundle = pen_bundles::table.find((loan.tournament, loan.epoch));
    Ok(bundle.select(pen_bundles::content).first(c).optional()?)
}

/// Keeps the end of a loan; what the laptop took with it goes.
pub fn end(c: &mut Conn, loan: &PenLoan) -> Result<(), Error> {
    diesel::delete(pen_bundles::table.find((loan.tournament, loan.epoch))).execute(c)?;
    diesel::update(pen_loans::table.find((loan.tournament, loan.epoch)))
        .set((
            pen_loans::ended_at.eq(loan.ended_at),
            pen_loans::ended_by.eq(loan.ended_by),
            pen_loans::reclaimed_because.eq(&loan.reclaimed_because),
        ))
        .execute(c)?;
    Ok(())
}

/// Keeps what the laptop was told of its loan.
pub fn acknowledge(c: &mut Conn, loan: &PenLoan) -> Result<(), Error> {
    diesel::update(pen_loans::table.find((loan.tournament, loan.epoch)))
        .set((
            pen_loans::received.eq(loan.received),
            pen_loans::kept.eq(loan.kept),
            pen_loans::returned_at.eq(loan.returned_at),
            pen_loans::receipt.eq(&loan.receipt),
        ))
        .execute(c)?;
    Ok(())
}

/// The tournaments of which these things are, by their ids: tournaments themselves, and all that stands in one.
pub fn tournaments_of(c: &mut Conn, things: &[Id]) -> Result<HashSet<TournamentId>, Error> {
    let mut found: HashSet<TournamentId> = HashSet::new();
    for ids in things.chunks(BATCH) {
        let themselves = tournaments::table.filter(tournaments::id.eq_any(ids));
        found.extend(themselves.select(tournaments::id).load::<TournamentId>(c)?);
        found.extend(of_entries(c, ids)?);
        found.extend(of_rounds(c, ids)?);
        macro_rules! of_its_own {
            ($($table:ident),+) => {$(
                let its_own = $table::table.filter($table::id.eq_any(ids));
                found.extend(its_own.select($table::tournament_id).load::<TournamentId>(c)?);
            )+};
        }
        of_its_own!(teams, appointments, equipment_confirmations, appeals);
        let of_games = games::table.filter(games::id.eq_any(ids));
        let of_games: Vec<Option<TournamentId>> = of_games.select(games::tournament_id).load(c)?;
        found.extend(of_games.into_iter().flatten());
    }
    Ok(found)
}

/// The tournaments of entries and byes.
fn of_entries(c: &mut Conn, ids: &[Id]) -> Result<Vec<TournamentId>, Error> {
    let of_byes = byes::table.filter(byes::id.eq_any(ids)).select(byes::entry_id);
    let named = entries::table.filter(entries::id.eq_any(ids).or(entries::id.eq_any(of_byes)));
    Ok(named.select(entries::tournament_id).load(c)?)
}

/// The tournaments of rounds, matches and disputes.
fn of_rounds(c: &mut Conn, ids: &[Id]) -> Result<Vec<TournamentId>, Error> {
    let of_disputes = disputes::table
        .filter(disputes::id.eq_any(ids))
        .select(disputes::match_id);
    let of_matches = matches::table
        .filter(matches::id.eq_any(ids).or(matches::id.eq_any(of_disputes)))
        .select(matches::round_id);
    let named = rounds::table.filter(rounds::id.eq_any(ids).or(rounds::id.eq_any(of_matches)));
    Ok(named.select(rounds::tournament_id).load(c)?)
}

/// The clubs for which somebody is entered in a tournament.
pub fn clubs_in(c: &mut Conn, tournament: TournamentId) -> Result<Vec<ClubId>, Error> {
    let entered = entries::table.filter(entries::tournament_id.eq(tournament));
    let clubs: Vec<Option<ClubId>> = entered.select(entries::club_id).distinct().load(c)?;
    Ok(clubs.into_iter().flatten().collect())
}
