//! Records that are made after their day: with a reason, and told as such.

use chrono::NaiveDate;

use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::validation::{Faults, ValueError, text};

/// The reason for recording something after its day, tidied.
///
/// # Errors
/// It is no text, or too long.
pub fn reason(reason: Option<&str>) -> Result<Option<String>, Faults> {
    let reason = reason.map(|reason| text(reason, 400)).transpose();
    reason.map_err(|error| Faults::of("/reason", error))
}

/// The refusal of what is recorded after its day without a reason.
pub(crate) fn no_reason(detail: String) -> Error {
    Faults::of("/reason", ValueError::new("required", detail)).into()
}

/// The words that evidence adds to what was so on that day, if it was recorded later.
#[must_use]
pub(crate) fn told(day: NaiveDate, recorded_at: Timestamp, reason: Option<&str>) -> String {
    let recorded_on = recorded_at.day();
    match reason {
        _ if recorded_on <= day => String::new(),
        Some(reason) => format!(" That was recorded on {recorded_on}: {reason}"),
        // The days of the tournament were changed since.
        None => format!(" That was recorded on {recorded_on}."),
    }
}
