//! Rankings: lists of players by what they have done, published for a day by a method, and never changed afterwards. A
//! correction is another list, which says what it replaces.
//!
//! They rest on the ratified tournaments alone ([`events`]), as their results were on record when the list was published:
//! so every list can be computed again from nothing ([`verification`]).

pub(crate) mod changes;
pub mod clubs;
pub mod contributions;
pub mod events;
pub mod figures;
pub mod histories;
pub mod methods;
pub mod routes;
pub mod rows;
pub mod seedings;
pub mod store;
pub mod use_cases;
pub mod verification;
pub(crate) mod views;

use std::collections::HashMap;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::federation::ranking::RankingSettings;
use crate::rankings::methods::{Method, Parameter, Window};
use crate::tournaments::model::Entry;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AccountId, PlayerId, RankingId};
use crate::values::validation::{Faults, ValueError, past, text, within};

/// A list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Ranking {
    /// Its id.
    #[schema(example = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f")]
    pub id: RankingId,
    /// The method of the list.
    pub method: Method,
    /// The version of the method.
    #[schema(example = 1)]
    pub version: i64,
    /// The parameters of the method, with their values.
    pub parameters: Vec<Parameter>,
    /// The day for which it is published.
    #[schema(example = "2026-11-20")]
    pub on: NaiveDate,
    /// The first day of its window.
    #[schema(example = "2024-11-21")]
    pub from: NaiveDate,
    /// The last day of its window.
    #[schema(example = "2026-11-20")]
    pub until: NaiveDate,
    /// The number of players who have a rank.
    #[schema(example = 4217)]
    pub players: i64,
    /// The list of the method that was the last before this one, to which movements are told.
    #[schema(example = "019aa0df-1827-793a-8b4c-5d6e7f8091a2")]
    pub previous_id: Option<RankingId>,
    /// The list that it replaces.
    #[schema(example = "019aa0e0-2938-7a4b-8c5d-6e7f8091a2b3")]
    pub replaces_id: Option<RankingId>,
    /// The reason why it replaces the other.
    #[schema(example = "A result of the North West Championship was corrected.")]
    pub reason: Option<String>,
    /// The list that replaces it.
    #[schema(example = "019aa0e2-4b5c-7d6e-8f70-8b9c0d1e2f30")]
    pub replaced_by_id: Option<RankingId>,
    /// The time at which a result under it was corrected last, if that was after it was published.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-27T08:00:00.000000Z")]
    pub result_corrected_at: Option<Timestamp>,
    /// The time at which it was published.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub published_at: Timestamp,
    /// The account that published it.
    #[serde(skip)]
    pub published_by: AccountId,
    /// The length of the window, in months up to the list's day.
    #[serde(skip)]
    pub months: i64,
    /// The parameters of all methods on its day.
    #[serde(skip)]
    pub settings: RankingSettings,
}

/// A correction of a result that the federation had confirmed.
#[derive(Debug, Clone, Copy)]
pub struct ResultCorrection {
    /// The last day of its tournament.
    pub ended_on: NaiveDate,
    /// The time at which that was ratified.
    pub ratified_at: Timestamp,
    /// The time of the correction.
    pub at: Timestamp,
}

/// A list as it is asked for.
#[derive(Debug, Clone)]
pub struct NewRanking {
    /// The method of the list.
    pub method: Method,
    /// The day for which it is to be published.
    pub on: NaiveDate,
    /// The length of the window, in months up to the list's day.
    pub months: i64,
    /// The parameters of the methods on that day.
    pub settings: RankingSettings,
    /// The list that it replaces, and why.
    pub replaces: Option<(RankingId, String)>,
}

impl NewRanking {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(
        method: Method,
        on: NaiveDate,
        (months, settings): (Option<i64>, RankingSettings),
        replaces: Option<RankingId>,
        reason: Option<&str>,
        today: NaiveDate,
    ) -> Result<NewRanking, Faults> {
        let mut faults = Faults::default();
        let on = faults.check("/on", GamingYear::known(on).and_then(|on| past(on, today)));
        let months = faults.check(
            "/months",
            within(months.unwrap_or(settings.months), 1, RankingSettings::MOST_MONTHS),
        );
        let reason = match (replaces, reason) {
            (None, None) => Ok(None),
            (None, Some(_)) => Err(ValueError::new(
                "not-expected",
                "Only a list that replaces another has a reason.",
            )),
            (Some(_), None) => Err(ValueError::new("required", "A list that replaces another says why.")),
            (Some(other), Some(reason)) => text(reason, 500).map(|reason| Some((other, reason))),
        };
        match (on, months, faults.check("/reason", reason)) {
            (Some(on), Some(months), Some(replaces)) => Ok(NewRanking {
                method,
                on,
                months,
                settings,
                replaces,
            }),
            _ => Err(faults),
        }
    }
}

/// The lists on record on which a new list depends.
#[derive(Debug)]
pub struct PublishedLists {
    /// Whether there is a list of that method for that day.
    pub same: bool,
    /// The list that is to be replaced, if there is one with that id.
    pub replaced: Option<Ranking>,
    /// The list of the method that is the last before that day, of those that were not replaced.
    pub previous: Option<RankingId>,
}

/// The reason for which the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RankingRefusal {
    /// There is one.
    #[error("A list of this method is published for this day; say what the new one replaces.")]
    AlreadyPublished,
    /// The list that is to be replaced is not there.
    #[error("There is no list with the id {0}.")]
    UnknownRanking(RankingId),
    /// A list is replaced once: its successor is replaced next.
    #[error("The list was replaced by {0} before; replace that one.")]
    AlreadyReplaced(RankingId),
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

impl From<RankingRefusal> for Error {
    fn from(refusal: RankingRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            RankingRefusal::AlreadyPublished => ALREADY_PUBLISHED.problem(detail),
            RankingRefusal::UnknownRanking(_) => UNKNOWN_RANKING.at("/replaces_id", detail),
            RankingRefusal::AlreadyReplaced(_) => ALREADY_REPLACED.problem(detail),
            RankingRefusal::ReplacesAnother => REPLACES_ANOTHER.at("/replaces_id", detail),
            RankingRefusal::NothingToRank => NOTHING_TO_RANK.problem(detail),
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
        id: RankingId,
        published: &PublishedLists,
        published_by: AccountId,
        now: Timestamp,
    ) -> Result<Ranking, RankingRefusal> {
        match (&new.replaces, &published.replaced) {
            (None, _) if published.same => return Err(RankingRefusal::AlreadyPublished),
            (None, _) => {}
            (Some((id, _)), None) => return Err(RankingRefusal::UnknownRanking(*id)),
            (Some(_), Some(replaced)) => {
                if let Some(successor) = replaced.replaced_by_id {
                    return Err(RankingRefusal::AlreadyReplaced(successor));
                }
                if (replaced.method, replaced.on) != (new.method, new.on) {
                    return Err(RankingRefusal::ReplacesAnother);
                }
            }
        }
        let Window { from, until } = Window::ending(new.on, new.months);
        let (replaces_id, reason) = new.replaces.clone().unzip();
        Ok(Ranking {
            id,
            method: new.method,
            version: new.method.version(),
            parameters: new.method.parameters(&new.settings, new.months),
            on: until,
            from,
            until,
            players: 0,
            previous_id: published.previous,
            replaces_id,
            reason,
            replaced_by_id: None,
            result_corrected_at: None,
            published_at: now,
            published_by,
            months: new.months,
            settings: new.settings,
        })
    }

    /// The list, with the last of these corrections of a result on which it rests.
    #[must_use]
    pub fn with_corrections(self, corrections: &[ResultCorrection]) -> Ranking {
        let begins = self.method.begins(self.window());
        let is_under = |one: &&ResultCorrection| {
            one.ratified_at <= self.published_at
                && one.at > self.published_at
                && one.ended_on <= self.until
                && begins.is_none_or(|first| first <= one.ended_on)
        };
        let last = corrections.iter().filter(is_under).map(|one| one.at).max();
        Ranking {
            result_corrected_at: last,
            ..self
        }
    }

    /// The days of which the events count; the last is the list's.
    #[must_use]
    pub fn window(&self) -> Window {
        let (from, until) = (self.from, self.until);
        Window { from, until }
    }

    /// The list with so many rows.
    ///
    /// # Errors
    /// [`RankingRefusal::NothingToRank`].
    pub fn counted(self, rows: usize) -> Result<Ranking, RankingRefusal> {
        match i64::try_from(rows) {
            Ok(players) if players > 0 => Ok(Ranking { players, ..self }),
            _ => Err(RankingRefusal::NothingToRank),
        }
    }
}

/// The players of the entries, which are in their starting order, in the order of a list: by the number of the row. Who is
/// not in it comes after those who are, as before.
pub fn seeded(entries: &[Entry], numbers: &HashMap<PlayerId, i64>) -> Vec<PlayerId> {
    let mut players: Vec<PlayerId> = entries.iter().map(|entry| entry.player.id()).collect();
    players.sort_by_key(|player| numbers.get(player).copied().unwrap_or(i64::MAX));
    players
}
