//! Hand-ins: given, taken, kept and told.

use serde_json::json;

use crate::accounts::Caller;
use crate::accounts::caller::TournamentOfficial;
use crate::accounts::keys::PublicKeys;
use crate::db::Conn;
use crate::db::audit::{self, Actor, Change};
use crate::operations::Operation;
use crate::pens::commands::{self, PenCommand};
use crate::pens::hand_ins::receipts::Receipt;
use crate::pens::hand_ins::{Executed, Executor, HandIn, HandInForm, MOST_BYTES, MOST_COMMANDS, PenReceipt};
use crate::pens::laptops::LaptopKeys;
use crate::pens::{PenLoan, PenRefusal, ROOT, Stop, bundles, findings, store, use_cases};
use crate::tournaments::officials::use_cases::find_official;
use crate::tournaments::use_cases as tournaments;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::TournamentId;

/// The next hand-in of the laptop with these keys: the commands after that number, as many as it may have.
pub fn give(c: &mut Conn, keys: &LaptopKeys, after: i64, now: Timestamp) -> Result<HandInForm, Error> {
    let loan = use_cases::here(c, keys)?;
    let after = after.clamp(0, loan.executed);
    let missing = || Error::Internal("a command is missing".to_owned());
    let before = hash_of(c, &loan, after)?.ok_or_else(missing)?;
    let most = i64::try_from(MOST_COMMANDS).unwrap_or(i64::MAX);
    let mut next = commands::store::list(c, &loan, after, most)?;
    next.truncate(fitting(next.iter().map(PenCommand::bytes)));
    HandInForm::of(&loan, (after, before), next, keys, now)
}

/// Holds the receipt of that text against what is on the laptop with these keys, and keeps what it tells of the loan.
///
/// # Errors
/// [`PenRefusal::Altered`]: the federation with those keys has not signed it, or has something else than is here.
pub fn acknowledge(
    c: &mut Conn,
    (keys, federation): (&LaptopKeys, &PublicKeys),
    receipt: &str,
    (now, actor): (Timestamp, &Actor),
) -> Result<PenLoan, Error> {
    let before = use_cases::here(c, keys)?;
    let receipt = Receipt::read(receipt, federation, &before)?;
    if hash_of(c, &before, receipt.executed)?.as_deref() != Some(receipt.head.as_str()) {
        let why = "The federation has another step than this laptop.".to_owned();
        return Err(PenRefusal::Altered(why).into());
    }
    let loan = before.clone().acknowledged(&receipt, now);
    if loan != before {
        store::acknowledge(c, &loan)?;
        let change = Change::altered(Operation::create_pen_receipt, "pen", loan.tournament, &before, &loan)?;
        audit::append(c, now, actor, change)?;
    }
    Ok(loan)
}

/// The hash of the command with that number; none if there is no such command here.
pub fn hash_of(c: &mut Conn, loan: &PenLoan, n: i64) -> Result<Option<String>, Error> {
    Ok(match n {
        0 => Some(ROOT.to_owned()),
        n => commands::store::find(c, loan, n)?.map(|command| command.hash),
    })
}

/// The number of commands that fit into one hand-in, by their sizes; at least one does.
fn fitting(sizes: impl Iterator<Item = usize>) -> usize {
    let sums = sizes.scan(0, |sum: &mut usize, size| {
        *sum = sum.saturating_add(size);
        Some(*sum)
    });
    sums.take_while(|sum| *sum <= MOST_BYTES).count().max(1)
}

/// The loan in which something was handed in, and what it was. Keeps what was not there yet.
pub fn take(
    c: &mut Conn,
    by: &Caller,
    tournament: TournamentId,
    form: &HandInForm,
) -> Result<(PenLoan, HandIn), Error> {
    let held = tournaments::read(c, tournament)?;
    find_official(c, by, &held)?;
    let loan = store::find(c, tournament, form.epoch)?;
    let loan = loan.ok_or(PenRefusal::NotLent(form.epoch))?;
    let handed = form.read(&loan)?;
    keep(c, &loan, &handed.commands, (by.now, &by.actor))?;
    Ok((loan, handed))
}

/// Keeps those commands of a loan that are not here yet, to be executed; of one that was reclaimed too, though nobody executes them.
///
/// # Errors
/// [`PenRefusal::Altered`]: they do not continue what is here. [`PenRefusal::NotLent`]: the laptop had given the pen back.
pub fn keep(
    c: &mut Conn,
    loan: &PenLoan,
    commands: &[PenCommand],
    (now, actor): (Timestamp, &Actor),
) -> Result<(), Error> {
    refuse_apart(c, loan, commands)?;
    let mut new = 0;
    for command in commands {
        match commands::store::find(c, loan, command.n)? {
            Some(there) if there.hash == command.hash => {}
            Some(_) => {
                let why = format!("Step {} is there already, and is another.", command.n);
                return Err(PenRefusal::Altered(why).into());
            }
            None if loan.is_open() || loan.is_reclaimed() => {
                commands::store::insert(c, command)?;
                new += 1;
            }
            None => return Err(PenRefusal::NotLent(loan.epoch).into()),
        }
    }
    if new > 0 {
        let kept = json!({ "epoch": loan.epoch, "commands": new });
        let change = Change::created(Operation::create_pen_hand_in, "pen", loan.tournament, &kept)?;
        audit::append(c, now, actor, change)?;
    }
    Ok(())
}

/// Refuses commands that do not continue those that are here, or are not continued by them.
fn refuse_apart(c: &mut Conn, loan: &PenLoan, commands: &[PenCommand]) -> Result<(), Error> {
    let (Some(first), Some(last)) = (commands.first(), commands.last()) else {
        return Ok(());
    };
    let before = hash_of(c, loan, first.n - 1)?;
    let after = commands::store::find(c, loan, last.n + 1)?;
    let continues = before.is_none_or(|hash| first.follows(first.n - 1, &hash));
    if continues && after.is_none_or(|after| after.follows(last.n, &last.hash)) {
        return Ok(());
    }
    let why = format!("Steps {} to {} do not continue what is here.", first.n, last.n);
    Err(PenRefusal::Altered(why).into())
}

/// Takes what was handed in, and executes what of it is to be executed next: of a loan that was reclaimed nothing.
pub async fn bring_home(
    caller: &TournamentOfficial,
    tournament: TournamentId,
    form: HandInForm,
    executor: &dyn Executor,
) -> Result<Executed, Error> {
    let taken = caller.clone().write(move |c, by| take(c, by, tournament, &form));
    let (loan, handed) = taken.await?;
    let of_loan = loan.clone();
    let facts = caller.clone().read(move |c, _| store::bundle(c, &of_loan));
    let stop = match facts.await? {
        Some(facts) => executor.execute(loan.clone(), bundles::unpacked_facts(&facts)?).await?,
        None => None,
    };
    Ok(Executed { loan, handed, stop })
}

/// All that the register has of the loan now; what has changed while it was lent is noticed. Where all is home and the laptop
/// gives the pen back, the loan has ended.
pub fn receipt(c: &mut Conn, by: &Caller, executed: &Executed) -> Result<PenReceipt, Error> {
    let Executed { loan, handed, stop } = executed;
    let found = store::find(c, loan.tournament, loan.epoch)?;
    let mut loan = found.ok_or(PenRefusal::NotLent(loan.epoch))?;
    if loan.is_open() {
        findings::use_cases::notice(c, by, &loan, &handed.commands)?;
        if handed.closes_at == Some(loan.executed) {
            loan = use_cases::end(c, by, loan, Operation::create_pen_hand_in, None)?;
        }
    }
    here_of(c, loan, stop.clone())
}

/// All that is here of a loan.
fn here_of(c: &mut Conn, loan: PenLoan, stop: Option<Stop>) -> Result<PenReceipt, Error> {
    let others = commands::store::others(c, &loan)?;
    let unbroken = (loan.executed + 1..).zip(&others);
    let unbroken = unbroken.take_while(|(next, n)| next == *n).count();
    let [others, unbroken] = [others.len(), unbroken].map(|count| i64::try_from(count).unwrap_or(i64::MAX));
    let (waiting, kept, kept_unbroken) = if loan.is_reclaimed() {
        (0, others, unbroken)
    } else {
        (others, 0, 0)
    };
    Ok(PenReceipt {
        loan,
        waiting,
        kept,
        kept_unbroken,
        stop,
    })
}

/// All that the register has of each loan of a tournament's pen, the latest first; nothing on a laptop.
pub fn receipts(c: &mut Conn, by: &Caller, tournament: TournamentId) -> Result<Vec<PenReceipt>, Error> {
    let held = tournaments::read(c, tournament)?;
    find_official(c, by, &held)?;
    let loans = store::list(c, tournament)?.into_iter();
    let of_register = loans.filter(|loan| !loan.is_on_laptop());
    of_register.map(|loan| here_of(c, loan, None)).collect()
}

#[cfg(test)]
mod tests {
    use crate::pens::hand_ins::use_cases::*;

    #[test]
    fn a_hand_in_is_no_larger_than_is_read() {
        let fit = |sizes: &[usize]| fitting(sizes.iter().copied());
        assert_eq!(fit(&[1000; 1000]), 1000);
        assert_eq!(fit(&[MOST_BYTES - 1, 1, 1]), 2);
        assert_eq!(fit(&[MOST_BYTES + 1, 1]), 1);
    }
}
