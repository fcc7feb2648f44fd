//! Rankings: lists of players by what they have done, published for a day by a method, and never changed afterwards. A
//! correction is another list, which says what it replaces.
//!
//! They rest on the ratified tournaments alone ([`events`]), as their results were on record when the list was published:
//! so every list can be computed again from nothing ([`verification`]).

pub(crate) mod changes;
pub(crate) mod clubs;
pub(crate) mod contributions;
pub mod events;
pub mod figures;
pub mod histories;
pub mod methods;
pub(crate) mod routes;
pub mod rows;
pub(crate) mod seedings;
pub(crate) mod store;
pub mod verification;
pub(crate) mod views;

use crate::values::error::Error;
use std::collections::HashMap;

use chrono::NaiveDate;
use methods::{MOST_MONTHS, Method, Window};

use crate::tournaments::entries::Entry;
use crate::values::clock::Timestamp;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid, past, text};

/// A list as it is on record.
#[derive(Debug, Clone)]
pub struct Ranking {
    /// Its id.
    pub id: Id,
    /// By which method.
    pub method: Method,
    /// By which version of it.
    pub version: i64,
    /// How many months back the events lie.
    pub months: i64,
    /// Of which days the events count; the last is the list's.
    pub window: Window,
    /// When it was published.
    pub published_at: Timestamp,
    /// By which account.
    pub published_by: Id,
    /// The list of the method that was the last before this one.
    pub previous: Option<Id>,
    /// The list that it replaces, and why.
    pub replaces: Option<(Id, String)>,
    /// The list that replaces it.
    pub replaced_by: Option<Id>,
    /// How many players have a place.
    pub players: i64,
}

/// A list as it is asked for.
#[derive(Debug, Clone)]
pub struct NewRanking {
    /// By which method.
    pub method: Method,
    /// For which day.
    pub on: NaiveDate,
    /// How many months back the events lie.
    pub months: i64,
    /// The list that it replaces, and why.
    pub replaces: Option<(Id, String)>,
}

impl NewRanking {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(
        (method, on, months): (Method, NaiveDate, i64),
        (replaces, reason): (Option<Id>, Option<&str>),
        today: NaiveDate,
    ) -> Result<NewRanking, Faults> {
        let mut faults = Faults::default();
        let unknown = || Invalid::new("out-of-bounds", "Must be a day of a known gaming year.");
        let known = GamingYear::known(on).ok_or_else(unknown);
        let on = faults.take("/on", known.and_then(|_| past(on, today)));
        let wrong = || Invalid::new("out-of-range", format!("Must be from 1 to {MOST_MONTHS}."));
        let months = faults.take(
            "/months",
            (1..=MOST_MONTHS).contains(&months).then_some(months).ok_or_else(wrong),
        );
        let reason = match (replaces, reason) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(Invalid::new(
                "not-expected",
                "Only a list that replaces another has a reason.",
            )),
            (Some(_), None) => Err(Invalid::new("required", "A list that replaces another says why.")),
            (Some(other), Some(reason)) => text(reason, 500).map(|reason| Some((other, reason))),
        };
        match (on, months, faults.take("/reason", reason)) {
            (Some(on), Some(months), Some(replaces)) => Ok(NewRanking {
                method,
                on,
                months,
                replaces,
            }),
            _ => Err(faults),
        }
    }
}

/// What is on record that a new list depends on.
#[derive(Debug)]
pub struct Published {
    /// Whether there is a list of that method for that day.
    pub same: bool,
    /// The list that is to be replaced, if there is one with that id.
    pub replaced: Option<Ranking>,
    /// The list of the method that is the last before that day, of those that were not replaced.
    pub previous: Option<Id>,
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// There is one.
    #[error("A list of this method is published for this day; say what the new one replaces.")]
    AlreadyPublished,
    /// What is to be replaced is not there.
    #[error("There is no list with the id {0}.")]
    UnknownRanking(Id),
    /// A list is replaced once: its successor is replaced next.
    #[error("The list was replaced by {0} before; replace that one.")]
    AlreadyReplaced(Id),
    /// It is of another method, or for another day.
    #[error("The list that is to be replaced is of another method, or for another day.")]
    ReplacesAnother,
    /// Nobody has played.
    #[error("No ratified tournament of these days has anything that counts.")]
    NothingToRank,
}

crate::problem_kinds! {
    ALREADY_PUBLISHED = 409 "already-published", "There is a list for this day",
        "A method has one list for a day. A correction is another list, which says with `replaces_id` what it replaces.";
    UNKNOWN_RANKING = 422 "unknown-ranking", "There is no such list",
        "Lists go by their ids; `GET /v1/rankings` has them.";
    ALREADY_REPLACED = 409 "already-replaced", "The list was replaced before",
        "A list is replaced once; what is to be corrected is its successor, which the detail names.";
    REPLACES_ANOTHER = 422 "replaces-another", "The lists do not correspond",
        "A list replaces one of the same method for the same day.";
    NOTHING_TO_RANK = 409 "nothing-to-rank", "There is nothing to rank",
        "No ratified tournament in the list's window has anything that counts by the method.";
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::AlreadyPublished => ALREADY_PUBLISHED.problem(detail),
            Refusal::UnknownRanking(_) => UNKNOWN_RANKING.at("/replaces_id", detail),
            Refusal::AlreadyReplaced(_) => ALREADY_REPLACED.problem(detail),
            Refusal::ReplacesAnother => REPLACES_ANOTHER.at("/replaces_id", detail),
            Refusal::NothingToRank => NOTHING_TO_RANK.problem(detail),
        }
        .into()
    }
}

impl Ranking {
    /// A new list, whose rows are still to be counted.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        new: &NewRanking,
        (id, by): (Id, Id),
        published: &Published,
        now: Timestamp,
    ) -> Result<Ranking, Refusal> {
        match (&new.replaces, &published.replaced) {
            (None, _) if published.same => return Err(Refusal::AlreadyPublished),
            (None, _) => {}
            (Some((id, _)), None) => return Err(Refusal::UnknownRanking(*id)),
            (Some(_), Some(replaced)) => {
                if let Some(successor) = replaced.replaced_by {
                    return Err(Refusal::AlreadyReplaced(successor));
                }
                if (replaced.method, replaced.window.until) != (new.method, new.on) {
                    return Err(Refusal::ReplacesAnother);
                }
            }
        }
        Ok(Ranking {
            id,
            method: new.method,
            version: new.method.version(),
            months: new.months,
            window: Window::ending(new.on, new.months),
            published_at: now,
            published_by: by,
            previous: published.previous,
            replaces: new.replaces.clone(),
            replaced_by: None,
            players: 0,
        })
    }

    /// The list with so many rows.
    ///
    /// # Errors
    /// [`Refusal::NothingToRank`].
    pub fn counted(self, rows: usize) -> Result<Ranking, Refusal> {
        match i64::try_from(rows) {
            Ok(players) if players > 0 => Ok(Ranking { players, ..self }),
            _ => Err(Refusal::NothingToRank),
        }
    }
}

/// The players of the entries, which are in their starting order, in the order of a list: by the number of the row. Who is
/// not in it comes after those who are, as before.
pub(crate) fn seeded(entries: &[Entry], numbers: &HashMap<Id, i64>) -> Vec<Id> {
    let mut players: Vec<Id> = entries.iter().map(|entry| entry.player.id).collect();
    players.sort_by_key(|player| numbers.get(player).copied().unwrap_or(i64::MAX));
    players
}
