//! Commands in the database.

use diesel::prelude::*;
use diesel::sql_types::BigInt;

use crate::db::keyset::beyond;
use crate::db::schema::{pen_commands, pen_loans};
use crate::db::{Conn, OnConflict};
use crate::pens::commands::PenCommand;
use crate::pens::{PenLoan, PenRefusal};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{Id, TournamentId};

/// Keeps a command, as it was executed or as it waits.
///
/// # Errors
/// [`PenRefusal::Altered`]: there is no such account, or another command has its id.
pub fn insert(c: &mut Conn, command: &PenCommand) -> Result<(), Error> {
    let altered = || {
        PenRefusal::Altered(format!(
            "Step {} has an account that is not known, or an old id.",
            command.n
        ))
    };
    let kept = diesel::insert_into(pen_commands::table).values(command).execute(c);
    match kept.on_conflict("pen_commands_id_key", altered()) {
        Err(Error::Database(error)) => Err(error).on_missing(altered()),
        kept => kept.map(|_: usize| ()),
    }
}

/// The command of that number.
pub fn find(c: &mut Conn, loan: &PenLoan, n: i64) -> Result<Option<PenCommand>, Error> {
    let found = pen_commands::table.find((loan.tournament, loan.epoch, n));
    Ok(found.select(PenCommand::as_select()).first(c).optional()?)
}

/// The commands of a loan after that number, in their order.
pub fn list(c: &mut Conn, loan: &PenLoan, after: i64, rows: i64) -> Result<Vec<PenCommand>, Error> {
    Ok(pen_commands::table
        .filter(pen_commands::tournament_id.eq(loan.tournament))
        .filter(pen_commands::epoch.eq(loan.epoch))
        .filter(pen_commands::n.gt(after))
        .order(pen_commands::n)
        .limit(rows)
        .select(PenCommand::as_select())
        .load(c)?)
}

/// The command of that id.
pub fn find_by_id(c: &mut Conn, id: Id) -> Result<Option<PenCommand>, Error> {
    let found = pen_commands::table.filter(pen_commands::id.eq(id));
    Ok(found.select(PenCommand::as_select()).first(c).optional()?)
}

/// The commands of these loans of a tournament that were not executed, in their order, after that loan and number.
pub fn list_kept(
    c: &mut Conn,
    tournament: TournamentId,
    epochs: &[i64],
    (epoch, n): (i64, i64),
    rows: i64,
) -> Result<Vec<PenCommand>, Error> {
    let follows = beyond!("(pen_commands.epoch, pen_commands.n) >", BigInt = epoch, BigInt = n);
    Ok(pen_commands::table
        .filter(pen_commands::tournament_id.eq(tournament))
        .filter(pen_commands::epoch.eq_any(epochs))
        .filter(pen_commands::executed_at.is_null())
        .filter(follows)
        .order((pen_commands::epoch.asc(), pen_commands::n.asc()))
        .limit(rows)
        .select(PenCommand::as_select())
        .load(c)?)
}

/// The number of these that nobody has adopted or dismissed.
pub fn count_kept(c: &mut Conn, tournament: TournamentId, epochs: &[i64]) -> Result<i64, Error> {
    Ok(pen_commands::table
        .filter(pen_commands::tournament_id.eq(tournament))
        .filter(pen_commands::epoch.eq_any(epochs))
        .filter(pen_commands::executed_at.is_null())
        .filter(pen_commands::adopted_at.is_null())
        .filter(pen_commands::dismissed_at.is_null())
        .count()
        .get_result(c)?)
}

/// Keeps that somebody has adopted a command, or dismissed it; what was sent with it is needed no more.
pub fn see_to(c: &mut Conn, command: &PenCommand) -> Result<(), Error> {
    diesel::update(pen_commands::table.find((command.tournament, command.epoch, command.n)))
        .set((
            pen_commands::adopted_at.eq(command.adopted_at),
            pen_commands::adopted_by.eq(command.adopted_by),
            pen_commands::dismissed_at.eq(command.dismissed_at),
            pen_commands::dismissed_by.eq(command.dismissed_by),
            pen_commands::note.eq(&command.note),
            pen_commands::body.eq(None::<Vec<u8>>),
            pen_commands::seed.eq(None::<String>),
        ))
        .execute(c)?;
    Ok(())
}

/// The numbers of the commands of a loan that were not executed, in their order.
pub fn others(c: &mut Conn, loan: &PenLoan) -> Result<Vec<i64>, Error> {
    Ok(pen_commands::table
        .filter(pen_commands::tournament_id.eq(loan.tournament))
        .filter(pen_commands::epoch.eq(loan.epoch))
        .filter(pen_commands::executed_at.is_null())
        .order(pen_commands::n)
        .select(pen_commands::n)
        .load(c)?)
}

/// Takes away the commands of a loan that wait here. Nobody counts on them, as long as they are where they come from.
pub fn remove_waiting(c: &mut Conn, loan: &PenLoan) -> Result<(), Error> {
    let of_loan = pen_commands::table
        .filter(pen_commands::tournament_id.eq(loan.tournament))
        .filter(pen_commands::epoch.eq(loan.epoch));
    diesel::delete(of_loan.filter(pen_commands::executed_at.is_null())).execute(c)?;
    Ok(())
}

/// The time at which the last command of a loan was executed here; none before the first.
pub fn last_executed_at(c: &mut Conn, loan: &PenLoan) -> Result<Option<Timestamp>, Error> {
    let last = pen_commands::table.find((loan.tournament, loan.epoch, loan.executed));
    let at: Option<Option<Timestamp>> = last.select(pen_commands::executed_at).first(c).optional()?;
    Ok(at.flatten())
}

/// Notes that a command was executed, as the next of its loan; false if another was meanwhile, or the loan has ended.
pub fn advance(c: &mut Conn, command: &PenCommand, at: Timestamp) -> Result<bool, Error> {
    let loan = pen_loans::table.find((command.tournament, command.epoch));
    let advanced = diesel::update(loan)
        .filter(pen_loans::executed.eq(command.n - 1))
        .filter(pen_loans::ended_at.is_null())
        .set((pen_loans::executed.eq(command.n), pen_loans::head.eq(&command.hash)))
        .execute(c)?;
    let waiting = pen_commands::table.find((command.tournament, command.epoch, command.n));
    diesel::update(waiting)
        .set(pen_commands::executed_at.eq(at))
        .execute(c)?;
    Ok(advanced == 1)
}

/// Empties what was sent with the commands of a loan that were executed: that they were given, when, by whom, and their hashes
/// stay.
pub fn empty(c: &mut Conn, (tournament, epoch): (TournamentId, i64)) -> Result<(), Error> {
    diesel::update(pen_commands::table)
        .filter(pen_commands::tournament_id.eq(tournament))
        .filter(pen_commands::epoch.eq(epoch))
        .filter(pen_commands::executed_at.is_not_null())
        .set((
            pen_commands::body.eq(None::<Vec<u8>>),
            pen_commands::seed.eq(None::<String>),
        ))
        .execute(c)?;
    Ok(())
}
