//! Branches: listed, and adopted or dismissed command by command.

use crate::accounts::Caller;
use crate::accounts::caller::Coordinator;
use crate::db::Conn;
use crate::db::audit::Change;
use crate::operations::Operation;
use crate::pens::branches::BranchEvidence;
use crate::pens::commands::{self, PenCommand};
use crate::pens::hand_ins::Executor;
use crate::pens::{PenLoan, PenRefusal, store};
use crate::tournaments::use_cases::find_within;
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::{Id, TournamentId};

/// The commands of a tournament's branches, in their order, after that loan and number.
pub fn list(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    after: Option<(i64, i64)>,
    rows: i64,
) -> Result<Vec<PenCommand>, Error> {
    let tournament = find_within(c, by, tournament)?;
    let epochs = store::reclaimed(c, tournament.id)?;
    commands::store::list_kept(c, tournament.id, &epochs, after.unwrap_or_default(), rows)
}

/// The command of a branch with that id, whether somebody has seen to it or not.
pub fn find(c: &mut Conn, by: &Caller, id: Id) -> Result<PenCommand, Error> {
    let nothing = || NOT_FOUND.problem("There is no command of a branch with this id.");
    let command = commands::store::find_by_id(c, id)?.ok_or_else(nothing)?;
    find_within(c, by, command.tournament)?;
    let loan = store::find(c, command.tournament, command.epoch)?;
    let is_kept = command.executed_at.is_none() && loan.as_ref().is_some_and(PenLoan::is_reclaimed);
    Ok(Some(command).filter(|_| is_kept).ok_or_else(nothing)?)
}

/// Executes a command for whoever adopts it, and tells whether somebody had seen to it before: then nothing is executed.
///
/// # Errors
/// The refusal of the command itself.
pub async fn adopt(caller: &Coordinator, id: Id, executor: &dyn Executor) -> Result<bool, Error> {
    let found = caller.clone().read(move |c, by| Ok((find(c, by, id)?, by.clone())));
    let (source, by) = found.await?;
    let was_seen_to = source.refuse_seen_to().is_err();
    if !was_seen_to {
        executor.adopt(source, by).await?;
    }
    Ok(was_seen_to)
}

/// Keeps that somebody has adopted a command, in the transaction of what it has changed.
///
/// # Errors
/// Somebody has seen to it meanwhile.
pub fn keep(c: &mut Conn, by: &Caller, source: &PenCommand) -> Result<(), Error> {
    let adopted = find(c, by, source.id)?.adopted(by)?;
    see_to(c, by, Operation::create_pen_branch_adoption, &adopted)
}

/// The command, now that it was executed for somebody who adopts it.
///
/// # Errors
/// [`PenRefusal::AlreadyAdopted`], [`PenRefusal::AlreadyDismissed`]: it was before. [`PenRefusal::ChangesNothing`]: it was not
/// refused, and has no effect.
pub fn adopted(c: &mut Conn, by: &Caller, id: Id, was_seen_to: bool) -> Result<PenCommand, Error> {
    let command = find(c, by, id)?;
    if was_seen_to {
        command.refuse_seen_to()?;
    }
    if command.adopted_at.is_none() {
        return Err(PenRefusal::ChangesNothing(command.n).into());
    }
    Ok(command)
}

/// Dismisses a command for that reason: nobody adopts it any more.
///
/// # Errors
/// Somebody has seen to it before.
pub fn dismiss(c: &mut Conn, by: &Caller, id: Id, note: &str) -> Result<PenCommand, Error> {
    let dismissed = find(c, by, id)?.dismissed(note.to_owned(), by)?;
    see_to(c, by, Operation::create_pen_branch_dismissal, &dismissed)?;
    Ok(dismissed)
}

fn see_to(c: &mut Conn, by: &Caller, action: Operation, command: &PenCommand) -> Result<(), Error> {
    commands::store::see_to(c, command)?;
    let evidence = BranchEvidence::of(command);
    by.audit(c, Change::created(action, "pen", command.tournament, &evidence)?)
}
