//! The calendar: loaded with the name of the federation whose it is.

use chrono::NaiveDate;

use crate::db::Conn;
use crate::federation;
use crate::tournaments::calendar::store::{Announced, CalendarFilter, announced};
use crate::values::error::Error;

/// The most tournaments that stand in a file: those of many years.
const MOST: i64 = 1000;

/// The tournaments in the file of a calendar, the soonest first, and the federation's name on that day.
pub(crate) fn read_file(
    c: &mut Conn,
    filter: CalendarFilter,
    today: NaiveDate,
) -> Result<(Vec<Announced>, String), Error> {
    let federation = federation::store::settings(c, today)?.name().to_owned();
    Ok((announced(c, filter, MOST)?, federation))
}
