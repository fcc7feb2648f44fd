//! Standings: what the results of a tournament come to.

pub mod outcome;
pub(crate) mod routes;
pub(crate) mod use_cases;

use std::collections::HashMap;

use morabaraba_swiss::{self as swiss, Awards, Entrant, MatchResult, Points, Results, Scoring, Standing, TieBreak};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::federation::readings::{ByeValue, Readings, TieBreaks};
use crate::players::person::Sex;
use crate::players::registrations::Division;
use crate::tournaments::model::draw::{player, round_of_draw};
use crate::tournaments::model::{ByeKind, Entry, Match, TournamentSnapshot, TournamentState};

use crate::values::id::EntryId;
use crate::values::number::RoundNumber;

/// The round up to which results count.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ReadStandings {
    /// The number of rounds that count; all published so far if absent.
    #[param(minimum = 0, maximum = 255, example = 3)]
    after_round: Option<u8>,
}

impl ReadStandings {
    /// The number of the last round that counts, if not all do.
    pub fn after_round(&self) -> Option<i64> {
        self.after_round.map(i64::from)
    }
}

/// The standings after a round.
#[derive(Debug)]
pub struct Table {
    /// The number of rounds that count.
    pub after_round: i64,
    /// The players in their order.
    pub rows: Vec<Standing>,
    /// The awards, as things stand.
    pub awards: Awards,
    /// Whether the tournament is over and not under review, and all its rounds count.
    pub is_final: bool,
}

/// The value of a bye, to the standings.
fn bye_value(value: ByeValue) -> swiss::ByeValue {
    match value {
        ByeValue::Average => swiss::ByeValue::Average,
        ByeValue::Zero => swiss::ByeValue::Zero,
        ByeValue::Half => swiss::ByeValue::Half,
        ByeValue::Full => swiss::ByeValue::Full,
    }
}

/// The choices in counting.
fn scoring(readings: &Readings) -> Scoring {
    let tie_breaks = match readings.tie_breaks {
        TieBreaks::OpponentsThenDirect => vec![TieBreak::Opponents, TieBreak::Direct],
        TieBreaks::DirectThenOpponents => vec![TieBreak::Direct, TieBreak::Opponents],
        TieBreaks::Opponents => vec![TieBreak::Opponents],
        TieBreaks::Direct => vec![TieBreak::Direct],
    };
    Scoring {
        tie_breaks,
        ladies: u32::try_from(readings.top_ladies).unwrap_or(1),
    }
}

impl Entry {
    /// Whether the player was drawn in one of so many first rounds, or, before the first, is to be.
    fn has_played_in(&self, rounds: i64) -> bool {
        (1..=rounds.max(1))
            .map(RoundNumber::new)
            .any(|round| self.plays_in(round))
    }
}

impl TournamentSnapshot {
    /// The results of so many first rounds; `closed` says whether average byes are settled.
    pub(crate) fn results(&self, rounds: i64, closed: bool) -> Results {
        let entrant = |entry: &Entry| Entrant {
            lady: entry.sex() == Some(Sex::Female),
            learner: entry
                .division
                .filter(|division| matches!(division, Division::HighSchool | Division::PrimarySchool))
                .map(|division| division.as_str().to_owned()),
            ..Entrant::new(player(entry.seed), entry.seed.get())
        };
        let counting = self.matches.iter().filter(|played| played.round_number.get() <= rounds);
        let matches = counting.filter_map(|played| {
            let sheet = &played.result()?.sheet;
            let [upper, lower] = sheet.halves(played.pair);
            Some(MatchResult {
                round: round_of_draw(played.round_number),
                players: (player(played.pair[0]), player(played.pair[1])),
                points: (Points::halves(upper), Points::halves(lower)),
                forfeit: sheet.is_forfeited(),
                walkover: !sheet.is_played(),
            })
        });
        let entries: HashMap<EntryId, &Entry> = self.entries.iter().map(|entry| (entry.id, entry)).collect();
        let byes = self
            .byes
            .iter()
            .filter(|bye| bye.round.get() <= rounds && bye.round < self.next_round());
        let byes = byes.filter_map(|bye| {
            // Who has withdrawn since asking has no bye.
            let entry = entries.get(&bye.entry).filter(|entry| entry.plays_in(bye.round))?;
            Some(swiss::Bye {
                round: round_of_draw(bye.round),
                player: player(entry.seed),
                value: bye_value(bye.value),
                allocated: bye.kind == ByeKind::Allocated,
            })
        });
        Results {
            // Who withdrew before the first round, and who has still to come, is not in the tournament.
            entrants: self
                .entries
                .iter()
                .filter(|entry| entry.has_played_in(rounds))
                .map(entrant)
                .collect(),
            matches: matches.collect(),
            byes: byes.collect(),
            games: u32::try_from(self.tournament.plan.games).unwrap_or(u32::MAX),
            closed,
            scoring: scoring(&self.tournament.readings),
        }
    }

    /// The standings after so many rounds, and who wins what. Average byes are settled once the tournament is over.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn standings(&self, rounds: i64) -> Result<(Vec<Standing>, Awards), swiss::ResultError> {
        let results = self.results(rounds, self.is_over() && rounds >= self.published_rounds());
        let standings = swiss::standings(&results)?;
        let awards = swiss::awards(&results, &standings);
        Ok((standings, awards))
    }

    /// The standings after so many rounds, or after all that are published.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn table(&self, after_round: Option<i64>) -> Result<Table, swiss::ResultError> {
        let published = self.published_rounds();
        let last = after_round.map_or(published, |round| round.min(published));
        let (rows, awards) = self.standings(last)?;
        Ok(Table {
            after_round: last,
            rows,
            awards: if self.has_winners(last) {
                awards
            } else {
                Awards::default()
            },
            is_final: self.is_over() && !self.tournament.is_under_review() && last == published,
        })
    }

    /// Whether somebody leads after so many rounds: nobody wins a cancelled event, or one without a result.
    fn has_winners(&self, rounds: i64) -> bool {
        let is_known = |played: &Match| played.round_number.get() <= rounds && played.result().is_some();
        self.tournament.state != TournamentState::Cancelled && self.matches.iter().any(is_known)
    }
}
