//! Commands on their way from the first laptop to the second: asked for, given and taken.

use crate::db::Conn;
use crate::db::audit::Actor;
use crate::pens::hand_ins::use_cases as hand_ins;
use crate::pens::hand_ins::{HandIn, HandInForm};
use crate::pens::laptops::LaptopKeys;
use crate::pens::standby::Asked;
use crate::pens::{PenLoan, PenRefusal, use_cases};
use crate::values::clock::Timestamp;
use crate::values::error::Error;

/// The request of the second laptop, which has these keys, for what comes after its last command.
pub fn ask(c: &mut Conn, keys: &LaptopKeys, now: Timestamp) -> Result<Asked, Error> {
    Asked::by(&use_cases::here(c, keys)?, keys, now)
}

/// The answer of the first laptop.
pub struct Given {
    /// The number of the last command that the second has.
    pub(super) after: i64,
    /// The commands after that one, as they are handed in.
    pub(super) form: HandInForm,
    /// Whether the pen was laid down, so that no others come.
    pub(super) is_over: bool,
}

/// The commands of the first laptop, which has these keys, after the last one of the second.
///
/// # Errors
/// [`PenRefusal::Altered`]: somebody else asks, or the second has something else than the first.
pub fn give(c: &mut Conn, keys: &LaptopKeys, asked: &Asked, now: Timestamp) -> Result<Given, Error> {
    let loan = use_cases::here(c, keys)?;
    let (after, head) = asked.read(&loan, now)?;
    if hand_ins::hash_of(c, &loan, after)? != Some(head) {
        let why = format!("The second laptop has another command {after} than this one: go on with one of them.");
        return Err(PenRefusal::Altered(why).into());
    }
    Ok(Given {
        after,
        form: hand_ins::give(c, keys, after, now)?,
        is_over: !loan.is_open(),
    })
}

/// The loan on the second laptop, which has these keys, and what it was given. Keeps what was not there yet.
///
/// # Errors
/// [`PenRefusal::Altered`]: somebody else has given it, or it does not continue what is here.
pub fn take(c: &mut Conn, keys: &LaptopKeys, form: &HandInForm, now: Timestamp) -> Result<(PenLoan, HandIn), Error> {
    let loan = use_cases::here(c, keys)?;
    let handed = form.read(&loan)?;
    hand_ins::keep(c, &loan, &handed.commands, (now, &Actor::command_line()))?;
    Ok((loan, handed))
}
