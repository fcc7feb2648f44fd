//! A ledger of the results that a server has acknowledged, by which it is told which of them the federation must have.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::caller::text;
use crate::hall::Hall;
use crate::weekend::results;

/// A match, and the version of its result.
type Key = (String, u64);

/// A result as it was acknowledged.
pub struct Acknowledged {
    key: Key,
    round: String,
    games: Value,
}

/// A thing that has happened to results.
pub enum Happened {
    Entered(Acknowledged),
    /// The round was taken back, and what was undone of it is gone.
    TakenBack(String),
}

/// An acknowledged thing, with the time of the command.
pub type Noted = (DateTime<Utc>, Happened);

#[derive(Default)]
pub struct Ledger {
    home: BTreeMap<Key, Acknowledged>,
    away: Vec<Noted>,
    /// The number of results that were ever acknowledged.
    pub acknowledged: usize,
}

/// The last segment but one of a path.
fn subject(path: &str) -> &str {
    path.rsplit('/').nth(1).unwrap()
}

impl Happened {
    /// The match, if a result was entered.
    pub fn entered_in(&self) -> Option<&str> {
        match self {
            Happened::Entered(acknowledged) => Some(&acknowledged.key.0),
            Happened::TakenBack(_) => None,
        }
    }

    /// Gives the result the version that it has where it was adopted.
    fn with_version(self, version: u64) -> Happened {
        match self {
            Happened::Entered(acknowledged) => Happened::Entered(Acknowledged {
                key: (acknowledged.key.0, version),
                ..acknowledged
            }),
            taken_back @ Happened::TakenBack(_) => taken_back,
        }
    }
}

impl Ledger {
    /// Notes what was acknowledged of a request at that time.
    pub fn note(&mut self, at: DateTime<Utc>, path: &str, sent: Option<&Value>, answer: &Value) {
        if path.starts_with("/v1/rounds/") && path.ends_with("/undos") {
            if sent.is_some_and(|sent| sent["state"] == "published") {
                self.away.push((at, Happened::TakenBack(subject(path).to_owned())));
            }
            return;
        }
        if !["/results", "/marks", "/corrections"]
            .iter()
            .any(|end| path.ends_with(end))
        {
            return;
        }
        let listed = answer["items"].as_array().cloned();
        for one in listed.unwrap_or_else(|| vec![answer.clone()]) {
            let key = (text(&one["id"]).to_owned(), one["version"].as_u64().unwrap());
            if key.1 == 0 || self.knows(&key) {
                continue;
            }
            let acknowledged = Acknowledged {
                key,
                round: text(&one["round_id"]).to_owned(),
                games: one["games"].clone(),
            };
            self.away.push((at, Happened::Entered(acknowledged)));
            self.acknowledged += 1;
        }
    }

    fn knows(&self, key: &Key) -> bool {
        let is_it = |(_, happened): &Noted| matches!(happened, Happened::Entered(entered) if entered.key == *key);
        self.home.contains_key(key) || self.away.iter().any(is_it)
    }

    fn keep(&mut self, happened: Happened) {
        match happened {
            Happened::Entered(entered) => drop(self.home.insert(entered.key.clone(), entered)),
            Happened::TakenBack(round) => self.home.retain(|_, entered| entered.round != round),
        }
    }

    /// The commands of those times are at the federation, and executed.
    pub fn settle(&mut self, executed: &BTreeSet<DateTime<Utc>>) {
        let noted = std::mem::take(&mut self.away).into_iter();
        let (home, away): (Vec<Noted>, Vec<Noted>) = noted.partition(|(at, _)| executed.contains(at));
        self.away = away;
        for (_, happened) in home {
            self.keep(happened);
        }
    }

    /// All of it happened at the federation itself.
    pub fn settle_all(&mut self) {
        for (_, happened) in std::mem::take(&mut self.away) {
            self.keep(happened);
        }
    }

    /// Takes out all that the federation does not have, since the laptop is lost.
    pub fn lose(&mut self) -> Vec<Noted> {
        std::mem::take(&mut self.away)
    }

    /// The number of those that are at no federation.
    pub fn outstanding(&self) -> usize {
        self.away.len()
    }

    /// Takes in what somebody has adopted: those of the results that came to be at that moment, by the version that they have now.
    pub fn adopt(&mut self, happened: Happened, new: &[Value]) {
        let row = new
            .iter()
            .find(|row| happened.entered_in() == Some(text(&row["match_id"])));
        let version = row.map_or(0, |row| row["version"].as_u64().unwrap());
        self.keep(happened.with_version(version));
    }

    /// The numbers of results that the federation lacks, or has otherwise than they were acknowledged, and of those that nobody has
    /// entered.
    pub fn compare(&self, hall: &Hall<'_>) -> (usize, usize) {
        let rows = results(hall.app, hall.id());
        let key = |row: &Value| (text(&row["match_id"]).to_owned(), row["version"].as_u64().unwrap());
        let keys: BTreeSet<Key> = rows.iter().map(key).collect();
        let lost = self.home.keys().filter(|key| !keys.contains(*key)).count();
        let stray = keys.iter().filter(|key| !self.home.contains_key(*key)).count();
        let doubled = stray + rows.len() - keys.len();
        let rounds = hall.app.anyone().get(&format!("{}/rounds", hall.path)).items();
        let altered = |round: &Value| {
            let matches = hall.matches(&format!("/v1/rounds/{}", text(&round["id"]))).into_iter();
            let is_altered = |one: &Value| {
                let key = (text(&one["id"]).to_owned(), one["version"].as_u64().unwrap());
                self.home.get(&key).is_some_and(|entered| entered.games != one["games"])
            };
            matches.filter(is_altered).count()
        };
        (lost + rounds.iter().map(altered).sum::<usize>(), doubled)
    }
}
