//! Wordings of consents: the text that somebody reads who consents, by its version. A version stays what it is, so that it
//! can be read later to what somebody has agreed; another wording is another version, from a day on.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::federation::SettingsRefusal;
use crate::players::consents::Purpose;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::validation::{Faults, text};

/// The most characters of a version's name, as a consent keeps it.
pub const LONGEST_VERSION: usize = 40;

/// The most characters of a wording: a page of print.
const LONGEST_WORDING: usize = 4000;

/// A version of the wording of a consent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::consent_wordings)]
pub struct ConsentWording {
    /// The use to which it consents.
    pub purpose: Purpose,
    /// The name of the version.
    pub version: String,
    /// The wording.
    pub text: String,
    /// The first day on which consents are given by it.
    pub valid_from: NaiveDate,
    /// The time at which it was set.
    pub recorded_at: Timestamp,
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WordingRefusal {
    /// A wording to which somebody has agreed does not change.
    #[error("There is a version {0} already.")]
    VersionTaken(String),
    /// Somebody consents to what is not asked any more, or not yet.
    #[error("The wording in force is the version {0}.")]
    Stale(String),
    /// Nobody has worded the question.
    #[error("There is no wording to consent to yet.")]
    None,
}

crate::problem_kinds! {
    VERSION_TAKEN = 409 "version-taken", "There is a version of that name",
        "A wording stays what somebody has read. Another wording is another version.";
    STALE_WORDING = 409 "stale-wording", "The wording is another by now",
        "A consent names the version of the wording that was read, and that is the one in force: `GET /v1/consent-wordings`. Show it, and ask again.";
}

impl From<WordingRefusal> for Error {
    fn from(refusal: WordingRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            WordingRefusal::VersionTaken(_) => VERSION_TAKEN.at("/version", detail),
            WordingRefusal::Stale(_) | WordingRefusal::None => STALE_WORDING.at("/wording", detail),
        }
        .into()
    }
}

impl ConsentWording {
    /// The wording, if its values have the right form.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(self) -> Result<ConsentWording, Faults> {
        let mut faults = Faults::default();
        let version = faults.check("/version", text(&self.version, LONGEST_VERSION));
        let wording = faults.check("/text", text(&self.text, LONGEST_WORDING));
        match (version, wording) {
            (Some(version), Some(text)) => Ok(ConsentWording { version, text, ..self }),
            _ => Err(faults),
        }
    }

    /// Refuses a wording from a day that is over: what was agreed to then stays as it was.
    ///
    /// # Errors
    /// [`SettingsRefusal::InPast`].
    pub fn refuse_past(&self, today: NaiveDate) -> Result<(), SettingsRefusal> {
        if self.valid_from < today {
            Err(SettingsRefusal::InPast(today))
        } else {
            Ok(())
        }
    }
}

/// The wording for that purpose on that day: the one of the latest day that has come, and of these the one set last.
#[must_use]
pub fn in_force(wordings: &[ConsentWording], purpose: Purpose, day: NaiveDate) -> Option<&ConsentWording> {
    let begun = wordings
        .iter()
        .filter(|wording| wording.purpose == purpose && wording.valid_from <= day);
    begun.max_by_key(|wording| (wording.valid_from, wording.recorded_at))
}

/// Refuses a version that is not the one in force for that purpose on that day.
///
/// # Errors
/// [`WordingRefusal::Stale`], [`WordingRefusal::None`].
pub fn refuse_stale(
    wordings: &[ConsentWording],
    purpose: Purpose,
    version: &str,
    day: NaiveDate,
) -> Result<(), WordingRefusal> {
    match in_force(wordings, purpose, day) {
        Some(wording) if wording.version == version => Ok(()),
        Some(wording) => Err(WordingRefusal::Stale(wording.version.clone())),
        None => Err(WordingRefusal::None),
    }
}

#[cfg(test)]
mod tests {
    use crate::players::consent_wordings::*;

    #[test]
    fn the_wording_of_the_latest_day_that_has_come_is_in_force() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let of = |purpose, version: &str, from: &str, hour: &str| ConsentWording {
            purpose,
            version: version.to_owned(),
            text: "I agree.".to_owned(),
            valid_from: day(from),
            recorded_at: Timestamp(format!("2026-11-20T{hour}:00:00Z").parse().unwrap()),
        };
        let wordings = [
            of(Purpose::PublishName, "1", "2026-01-01", "08"),
            of(Purpose::PublishName, "3", "2026-12-01", "10"),
            of(Purpose::PublishName, "2", "2026-12-01", "09"),
            of(Purpose::ShareColours, "4", "2026-12-02", "08"),
        ];
        let version = |purpose, on: &str| in_force(&wordings, purpose, day(on)).map(|one| one.version.as_str());
        assert_eq!(version(Purpose::PublishName, "2025-12-31"), None);
        assert_eq!(version(Purpose::PublishName, "2026-11-30"), Some("1"));
        assert_eq!(version(Purpose::PublishName, "2026-12-01"), Some("3"));
        assert_eq!(version(Purpose::ShareColours, "2026-12-01"), None);
        let refused = |version, on: &str| refuse_stale(&wordings, Purpose::PublishName, version, day(on));
        assert_eq!(refused("3", "2026-12-05"), Ok(()));
        assert_eq!(refused("1", "2026-12-05"), Err(WordingRefusal::Stale("3".to_owned())));
        assert_eq!(refused("1", "2025-12-05"), Err(WordingRefusal::None));
    }
}
