//! The papers from which the pages are written: the snapshot, and the words for them.

use std::collections::HashMap;

use chrono::NaiveDate;
use morabaraba_swiss::Points;

use crate::clubs::Club;
use crate::languages::{Words, say};
use crate::players::registrations::Division;
use crate::tournaments::model::{
    Entry, Match, Round, RoundState, TournamentLevel, TournamentPlan, TournamentSnapshot, TournamentStage,
    TournamentState, TournamentSystem,
};
use crate::tournaments::standings::Table;
use crate::values::clock::Timestamp;
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::values::number::{RoundNumber, Seed};

/// A tournament, its clubs and its province, as everyone may see them on that day, or those who run it.
pub struct Papers {
    pub snapshot: TournamentSnapshot,
    pub clubs: HashMap<ClubId, Club>,
    /// The province's name.
    pub province: String,
    /// The federation's name, once it is set.
    pub(crate) federation: Option<String>,
    pub today: NaiveDate,
    /// Whether those who run the tournament read it, from whom no name is withheld.
    pub(crate) are_for_officials: bool,
    /// The words of whoever reads.
    pub words: Words,
}

/// A tournament as [`Papers`] has it, with one of its published rounds.
pub struct RoundPapers {
    pub(crate) tournament: Papers,
    pub(crate) round: Round,
}

/// The number of results of a round that are known, and the number of all.
pub struct KnownResults {
    pub known: i64,
    pub all: i64,
}

impl Papers {
    /// The papers for those who run the tournament.
    pub fn for_officials(self) -> Papers {
        Papers {
            are_for_officials: true,
            ..self
        }
    }

    /// The papers in those words.
    pub fn in_words(self, words: Words) -> Papers {
        Papers { words, ..self }
    }

    /// The player's name as the reader may see it.
    pub fn name(&self, entry: &Entry) -> String {
        if self.are_for_officials {
            entry.player.full_name()
        } else {
            entry.player.public_name(self.today)
        }
    }

    /// Whether it is not the player's whole name.
    pub fn is_withheld(&self, entry: &Entry) -> bool {
        !self.are_for_officials && entry.player.name_is_withheld(self.today)
    }

    /// The player's number and club, or the country of a visitor.
    pub fn whence(&self, entry: &Entry) -> String {
        match entry.player.number() {
            Some(number) => format!("{number} · {}", self.club(entry)),
            None => self.club(entry),
        }
    }

    /// The name of the club that the player represents, and of the team for which the player plays; of a visitor that of the country.
    pub fn club(&self, entry: &Entry) -> String {
        let club = entry.club.and_then(|club| self.clubs.get(&club));
        let country = || entry.player.country().map(Country::name);
        let club = club.map(|club| club.name.as_str()).or_else(country).unwrap_or_default();
        match &entry.team {
            Some(team) => format!("{club}, {team}"),
            None => club.to_owned(),
        }
    }

    /// The short code of the club that the player represents, or of a visitor's country.
    pub fn club_code(&self, entry: &Entry) -> &str {
        let club = entry.club.and_then(|club| self.clubs.get(&club));
        let country = || entry.player.country().map(Country::code);
        club.map(|club| club.code.as_str()).or_else(country).unwrap_or_default()
    }

    /// The player with that seed, who is there.
    pub fn at(&self, seed: Seed) -> Result<&Entry, Error> {
        self.snapshot
            .at(seed)
            .ok_or_else(|| Error::Internal(format!("nobody has seed {seed}")))
    }

    /// The round that was published last.
    pub fn current(&self) -> Option<&Round> {
        self.snapshot.rounds.last()
    }

    /// The players of a round who meet nobody, and the word for that: in a round robin everybody rests once, which is no
    /// bye.
    pub fn resting(&self, round: &Round) -> Vec<(String, &Entry)> {
        let called = match self.snapshot.tournament.plan.system {
            TournamentSystem::ModifiedSwiss => say!(self.words, "bye"),
            TournamentSystem::RoundRobin => say!(self.words, "rests"),
        };
        let meets = |entry: &Entry| {
            self.snapshot
                .of_round(round.number)
                .any(|paired| paired.pair.contains(&entry.seed))
        };
        let resting = self
            .snapshot
            .entries
            .iter()
            .filter(|entry| entry.plays_in(round.number) && !meets(entry));
        resting.map(|entry| (called.clone(), entry)).collect()
    }

    /// The title of the standings: `Final standings after round 6`.
    pub fn standings_title(&self, table: &Table) -> String {
        let when = self.when(table);
        if table.is_final {
            say!(self.words, "standings-title-final", when = when)
        } else {
            say!(self.words, "standings-title", when = when)
        }
    }

    /// The title of the cross-table.
    pub fn cross_table_title(&self, table: &Table) -> String {
        let when = self.when(table);
        if table.is_final {
            say!(self.words, "cross-table-title-final", when = when)
        } else {
            say!(self.words, "cross-table-title", when = when)
        }
    }

    /// The moment of a table, as in “after round 3”.
    pub fn when(&self, table: &Table) -> String {
        let last = table.after_round;
        match self.snapshot.rounds.iter().find(|round| round.number.get() == last) {
            None => say!(self.words, "before-the-first-round"),
            Some(round) if round.state == RoundState::Closed => say!(self.words, "after-round", round = last),
            Some(round) => {
                let results = self.results(round.number);
                say!(self.words, "during-round", round = last, results = results)
            }
        }
    }

    /// The results of a round that are known, as in “3 of 12 results”.
    fn results(&self, number: RoundNumber) -> String {
        let KnownResults { known, all } = self.known(number);
        say!(self.words, "results-of", known = known, all = all)
    }

    /// The results of a round that are known, and all.
    pub fn known(&self, number: RoundNumber) -> KnownResults {
        let mut results = KnownResults { known: 0, all: 0 };
        for paired in self.snapshot.of_round(number) {
            results.known += i64::from(paired.result().is_some());
            results.all += 1;
        }
        results
    }

    /// The points that each of the two has won, once known.
    pub fn won(paired: &Match) -> Option<[Points; 2]> {
        paired
            .result()
            .map(|result| result.sheet.halves(paired.pair).map(Points::halves))
    }

    /// The moment of the latest of the facts that are shown: the same until something happens.
    pub fn as_of(&self) -> Timestamp {
        let of_round = |round: &Round| [round.published_at, round.closed_at];
        let of_match = |paired: &Match| {
            let moments = paired.results.iter().flat_map(|result| {
                [
                    Some(result.at),
                    result.confirmed.map(|confirmation| confirmation.at),
                    result.undone_at,
                ]
                .into_iter()
                .flatten()
            });
            moments.max()
        };
        let tournament = &self.snapshot.tournament;
        let moments = [Some(tournament.created_at), tournament.ratified_at].into_iter();
        let moments = moments.chain(self.snapshot.entries.iter().map(|entry| Some(entry.created_at)));
        let moments = moments.chain(self.snapshot.teams.iter().map(|team| Some(team.created_at)));
        let moments = moments.chain(self.snapshot.rounds.iter().flat_map(of_round));
        let moments = moments.chain(self.snapshot.matches.iter().map(of_match));
        moments.flatten().max().unwrap_or(tournament.created_at)
    }

    /// The progress of the tournament, in a sentence.
    pub fn progress(&self) -> String {
        let (tournament, words) = (&self.snapshot.tournament, self.words);
        let of = self.snapshot.most_rounds();
        match (tournament.state, self.current()) {
            (TournamentState::Planned, _) => say!(words, "progress-announced"),
            (TournamentState::Open, _) => {
                let closed = tournament.entries_closed(self.today, words);
                closed.unwrap_or_else(|| say!(words, "progress-taking-entries"))
            }
            (TournamentState::Running, Some(Round { number, state, .. })) if *state == RoundState::Closed => {
                say!(words, "progress-round-over", round = number.get(), all = of)
            }
            (TournamentState::Running, Some(Round { number, .. })) => {
                let results = self.results(*number);
                say!(
                    words,
                    "progress-round-played",
                    round = number.get(),
                    all = of,
                    results = results
                )
            }
            (TournamentState::Running, None) => say!(words, "progress-running"),
            (TournamentState::Finished, _) => say!(words, "progress-finished"),
            (TournamentState::Ratified, _) if tournament.is_under_review() => say!(words, "progress-under-review"),
            (TournamentState::Ratified, _) => say!(words, "progress-ratified"),
            (TournamentState::Cancelled, _) => say!(words, "progress-cancelled"),
        }
    }
}

impl RoundPapers {
    /// The papers in those words.
    pub fn in_words(self, words: Words) -> RoundPapers {
        RoundPapers {
            tournament: self.tournament.in_words(words),
            ..self
        }
    }

    /// The time at which the round was published, from which on it stays as it is.
    pub fn published(&self) -> Timestamp {
        self.round.published_at.unwrap_or(self.round.drawn_at)
    }

    /// The matches by board.
    pub fn matches(&self) -> impl Iterator<Item = &Match> {
        self.tournament.snapshot.of_round(self.round.number)
    }
}

/// The level, as people say it.
pub fn level(words: Words, level: TournamentLevel) -> String {
    match level {
        TournamentLevel::Friendly => say!(words, "level-friendly"),
        TournamentLevel::Club => say!(words, "level-club"),
        TournamentLevel::School => say!(words, "level-school"),
        TournamentLevel::Student => say!(words, "level-student"),
        TournamentLevel::Regional => say!(words, "level-regional"),
        TournamentLevel::Provincial => say!(words, "level-provincial"),
        TournamentLevel::National => say!(words, "level-national"),
        TournamentLevel::Continental => say!(words, "level-continental"),
        TournamentLevel::World => say!(words, "level-world"),
    }
}

/// The sort of tournament, as people say it.
pub fn sort(words: Words, plan: &TournamentPlan) -> String {
    let of = level(words, plan.level);
    match plan.stage {
        None => of,
        Some(TournamentStage::Regional) => say!(words, "stage-regional", level = of),
        Some(TournamentStage::Provincial) => say!(words, "stage-provincial", level = of),
        Some(TournamentStage::National) => say!(words, "stage-national", level = of),
    }
}

/// A division, as people say it within a sentence.
pub fn division(words: Words, division: Division) -> String {
    match division {
        Division::Senior => say!(words, "division-of-seniors"),
        Division::Student => say!(words, "division-of-students"),
        Division::HighSchool => say!(words, "division-of-high-schools"),
        Division::PrimarySchool => say!(words, "division-of-primary-schools"),
    }
}

/// The days from the first to the last, as the desk writes them: `17–18 April 2027`.
pub fn days(first: NaiveDate, last: NaiveDate) -> String {
    Words::ENGLISH.days(first, last)
}

#[cfg(test)]
mod tests {
    use crate::tournaments::sheets::papers::*;

    #[test]
    fn days_are_written_without_saying_anything_twice() {
        let told = |first: &str, last: &str| days(first.parse().unwrap(), last.parse().unwrap());
        assert_eq!(told("2027-04-17", "2027-04-17"), "17 April 2027");
        assert_eq!(told("2027-04-17", "2027-04-18"), "17–18 April 2027");
        assert_eq!(told("2027-04-30", "2027-05-01"), "30 April – 1 May 2027");
        assert_eq!(told("2027-12-31", "2028-01-01"), "31 December 2027 – 1 January 2028");
    }
}
