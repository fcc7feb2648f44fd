//! A merger and ids for the unit tests of all rooms.

use std::fmt::Debug;
use std::str::FromStr;

use crate::players::merger::Merger;
use crate::values::clock::Timestamp;

/// The id with that number.
pub(crate) fn nth<I: FromStr<Err: Debug>>(number: u8) -> I {
    format!("019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e{number:02x}")
        .parse()
        .unwrap()
}

/// A merger of the entry 101 into the entry 100, a member of the club 200.
pub(crate) fn merger() -> Merger {
    Merger {
        duplicate: nth(101),
        stays: nth(100),
        club: nth(200),
        at: Timestamp("2026-11-23T08:00:00Z".parse().unwrap()),
    }
}
