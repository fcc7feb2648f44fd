//! Tries that are counted: how many there were of late under a key, for all instances that serve the same records.
//!
//! Whoever decides by them does it while it has [locked](lock) them, so that two who try at the same moment are counted one by one.

use std::collections::BTreeMap;
use std::num::NonZeroU32;

use diesel::prelude::*;

use crate::db::Conn;
use crate::db::prepared::{Prepared, padded};
use crate::db::schema::tries;
use crate::on_either;
use crate::values::clock::Timestamp;
use crate::values::digest::sha256;
use crate::values::error::Error;

/// The seconds of the window in which what has a limit a minute is counted.
const WINDOW: i64 = 60;

/// The seconds after which no count matters any more.
pub const MEMORY: i64 = 60 * 60;

/// The seconds by which the clocks of two instances may differ. What was counted later than that, a wrong clock has counted.
const CLOCK_SKEW: i64 = 60;

/// The key under which something is counted: of what it is about, no more than a digest.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key(String);

impl Key {
    pub fn of(what: &str) -> Key {
        Key(sha256(what))
    }
}

/// A count, and since when it is counted or when the last was, in seconds since 1970.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub count: i64,
    pub at: i64,
}

impl Tally {
    /// The count, if it is of so many seconds before now; else none.
    pub fn within(self, seconds: i64, now: i64) -> Tally {
        let is_of_then = now < self.at + seconds && self.at <= now + CLOCK_SKEW;
        if is_of_then { self } else { Tally::default() }
    }

    /// The count with one more, those that are left in this minute, and the seconds until there are all again; or the seconds to wait.
    pub fn one_more_this_minute(self, most: NonZeroU32, now: i64) -> Result<(Tally, (u32, i64)), i64> {
        let so_far = self.within(WINDOW, now);
        let begun = if so_far.count == 0 { now } else { so_far.at };
        let (count, until_next) = (so_far.count + 1, (begun + WINDOW - now).max(1));
        let left = u32::try_from(i64::from(most.get()) - count).map_err(|_| until_next)?;
        Ok((Tally { count, at: begun }, (left, until_next)))
    }
}

/// The counts under these keys, and none where there is none.
pub fn find(c: &mut Conn, keys: &[Key]) -> Result<BTreeMap<Key, Tally>, Error> {
    let names: Vec<&str> = keys.iter().map(|key| key.0.as_str()).collect();
    let known = tries::table
        .filter(tries::key.eq_any(padded(&names)))
        .select((tries::key, tries::tally, tries::at));
    let known: Vec<(String, i64, i64)> = Prepared(known).load(c)?;
    let known = known
        .into_iter()
        .map(|(key, count, at)| (Key(key), Tally { count, at }));
    let none = keys.iter().map(|key| (key.clone(), Tally::default()));
    Ok(none.chain(known).collect())
}

/// The counts under these keys, which nobody else changes until the end of the transaction.
pub fn lock(c: &mut Conn, keys: &[Key]) -> Result<BTreeMap<Key, Tally>, Error> {
    // In one order for all, so that no two wait for each other.
    let mut ordered: Vec<&Key> = keys.iter().collect();
    ordered.sort();
    for key in ordered {
        let row = (tries::key.eq(&key.0), tries::tally.eq(0_i64), tries::at.eq(0_i64));
        on_either!(&mut *c, c => diesel::insert_into(tries::table)
            .values(row)
            .on_conflict(tries::key)
            .do_update()
            .set(tries::tally.eq(tries::tally))
            .execute(c))?;
    }
    find(c, keys)
}

/// Keeps a count under a key that is locked.
pub fn keep(c: &mut Conn, key: &Key, tally: Tally) -> Result<(), Error> {
    diesel::update(tries::table.find(&key.0))
        .set((tries::tally.eq(tally.count), tries::at.eq(tally.at)))
        .execute(c)?;
    Ok(())
}

/// Takes the counts away that do not matter any more.
pub fn clear(c: &mut Conn, now: Timestamp) -> Result<(), Error> {
    let now = now.unix_seconds();
    let over = tries::at.le(now - MEMORY).or(tries::at.gt(now + CLOCK_SKEW));
    diesel::delete(tries::table.filter(over)).execute(c)?;
    Ok(())
}
