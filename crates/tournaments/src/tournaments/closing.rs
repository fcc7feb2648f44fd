//! The closing date of entries: the last day on which clubs enter and withdraw players by themselves. After it those who run
//! the tournament do, late entries too.

use chrono::NaiveDate;

use crate::languages::{Words, say};
use crate::tournaments::model::{Tournament, TournamentState};
use crate::values::gaming_year::GamingYear;
use crate::values::validation::ValueError;

/// A last day of entries for a tournament that begins on that day.
///
/// # Errors
/// `after-first-day`, or a year that is not known.
pub fn last_day(last: NaiveDate, starts_on: NaiveDate) -> Result<NaiveDate, ValueError> {
    GamingYear::known(last)?;
    if last > starts_on {
        return Err(ValueError::new("after-first-day", "Must not be after the first day."));
    }
    Ok(last)
}

/// The day as people say it, with its day of the week: `Friday 4 December 2026`.
#[must_use]
pub fn in_words(day: NaiveDate) -> String {
    Words::ENGLISH.day_of_week(day)
}

impl Tournament {
    /// The last day of entries, once it is over.
    #[must_use]
    pub fn entries_closed_on(&self, today: NaiveDate) -> Option<NaiveDate> {
        self.plan.entries_close_on.filter(|last| *last < today)
    }

    /// The last day of entries in a sentence, as long as it is to come: `Entries until Friday 4 December 2026.`
    #[must_use]
    pub fn entries_until(&self, today: NaiveDate, words: Words) -> Option<String> {
        let last = self.plan.entries_close_on.filter(|last| *last >= today)?;
        let is_ahead = matches!(self.state, TournamentState::Planned | TournamentState::Open);
        is_ahead.then(|| say!(words, "entries-until", day = words.day_of_week(last)))
    }

    /// The last day of entries in a sentence, once it is over and until the tournament runs.
    #[must_use]
    pub fn entries_closed(&self, today: NaiveDate, words: Words) -> Option<String> {
        let last = self.entries_closed_on(today)?;
        let is_ahead = matches!(self.state, TournamentState::Planned | TournamentState::Open);
        is_ahead.then(|| say!(words, "entries-closed-on", day = words.day_of_week(last)))
    }
}

#[cfg(test)]
mod tests {
    use crate::tournaments::closing::*;

    #[test]
    fn entries_close_on_the_first_day_at_the_latest() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        assert_eq!(last_day(day("2026-12-04"), day("2026-12-04")), Ok(day("2026-12-04")));
        let late = last_day(day("2026-12-05"), day("2026-12-04"));
        assert_eq!(late.unwrap_err().code, "after-first-day");
        assert!(last_day(day("0001-12-05"), day("2026-12-04")).is_err());
        assert_eq!(in_words(day("2026-12-04")), "Friday 4 December 2026");
    }
}
