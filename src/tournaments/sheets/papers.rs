//! The papers from which the pages are written: the snapshot, and the words for them.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};
use morabaraba_swiss::Points;

use crate::clubs::Club;
use crate::players::registrations::Division;
use crate::tournaments::entries::Entry;
use crate::tournaments::matches::Match;
use crate::tournaments::rounds::{Round, RoundState};
use crate::tournaments::snapshot::TournamentSnapshot;
use crate::tournaments::standings::Table;
use crate::tournaments::{TournamentLevel, TournamentPlan, TournamentStage, TournamentState, TournamentSystem};
use crate::values::clock::Timestamp;
use crate::values::country::Country;
use crate::values::error::Error;
use crate::values::id::ClubId;
use crate::values::number::{RoundNumber, Seed};

/// A tournament, its clubs and its province, as everyone may see them on that day, or those who run it.
pub(crate) struct Papers {
    pub(crate) snapshot: TournamentSnapshot,
    pub(crate) clubs: HashMap<ClubId, Club>,
    /// The province's name.
    pub(crate) province: String,
    /// The federation's name, once it is set.
    pub(crate) federation: Option<String>,
    pub(crate) today: NaiveDate,
    /// Whether those who run the tournament read it, from whom no name is withheld.
    pub(crate) are_for_officials: bool,
}

/// The same with one of its published rounds.
pub(crate) struct RoundPapers {
    pub(crate) tournament: Papers,
    pub(crate) round: Round,
}

/// The number of results of a round that are known, and the number of all.
pub(crate) struct KnownResults {
    pub(crate) known: i64,
    pub(crate) all: i64,
}

impl Papers {
    /// The papers for those who run the tournament.
    pub(crate) fn for_officials(self) -> Papers {
        Papers {
            are_for_officials: true,
            ..self
        }
    }

    /// The player's name as the reader may see it.
    pub(crate) fn name(&self, entry: &Entry) -> String {
        if self.are_for_officials {
            entry.player.full_name()
        } else {
            entry.player.public_name(self.today)
        }
    }

    /// Whether it is not the player's whole name.
    pub(crate) fn is_withheld(&self, entry: &Entry) -> bool {
        !self.are_for_officials && entry.player.name_is_withheld(self.today)
    }

    /// The player's number and club, or the country of a visitor.
    pub(crate) fn whence(&self, entry: &Entry) -> String {
        match entry.player.number() {
            Some(number) => format!("{number} · {}", self.club(entry)),
            None => self.club(entry),
        }
    }

    /// The name of the club that the player represents, and of the team for which the player plays; of a visitor that of the country.
    pub(crate) fn club(&self, entry: &Entry) -> String {
        let club = entry.club.and_then(|club| self.clubs.get(&club));
        let country = || entry.player.country().map(Country::name);
        let club = club.map(|club| club.name.as_str()).or_else(country).unwrap_or_default();
        match &entry.team {
            Some(team) => format!("{club}, {team}"),
            None => club.to_owned(),
        }
    }

    /// The short code of the club that the player represents, or of a visitor's country.
    pub(crate) fn club_code(&self, entry: &Entry) -> &str {
        let club = entry.club.and_then(|club| self.clubs.get(&club));
        let country = || entry.player.country().map(Country::code);
        club.map(|club| club.code.as_str()).or_else(country).unwrap_or_default()
    }

    /// The player with that seed, who is there.
    pub(crate) fn at(&self, seed: Seed) -> Result<&Entry, Error> {
        self.snapshot
            .at(seed)
            .ok_or_else(|| Error::Internal(format!("nobody has seed {seed}")))
    }

    /// The round that was published last.
    pub(crate) fn current(&self) -> Option<&Round> {
        self.snapshot.rounds.last()
    }

    /// The players of a round who meet nobody, and the word for that: in a round robin everybody rests once, which is no
    /// bye.
    pub(crate) fn resting(&self, round: &Round) -> Vec<(&'static str, &Entry)> {
        let called = match self.snapshot.tournament.plan.system {
            TournamentSystem::ModifiedSwiss => "Bye",
            TournamentSystem::RoundRobin => "Rests",
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
        resting.map(|entry| (called, entry)).collect()
    }

    /// The title of a sheet with a table, which is called that.
    pub(crate) fn title(&self, called: &str, table: &Table) -> String {
        let mut title = if table.is_final {
            format!("final {called}")
        } else {
            called.to_owned()
        };
        // All letters of these words are plain.
        if let Some(first) = title.get_mut(..1) {
            first.make_ascii_uppercase();
        }
        format!("{title} {}", self.when(table))
    }

    /// The moment of a table, as in “after round 3”.
    pub(crate) fn when(&self, table: &Table) -> String {
        let last = table.after_round;
        match self.snapshot.rounds.iter().find(|round| round.number.get() == last) {
            None => "before the first round".to_owned(),
            Some(round) if round.state == RoundState::Closed => format!("after round {last}"),
            Some(round) => format!("during round {last}, with {}", self.results(round.number)),
        }
    }

    /// The results of a round that are known, as in “3 of 12 results”.
    fn results(&self, number: RoundNumber) -> String {
        let KnownResults { known, all } = self.known(number);
        format!("{known} of {}", counted(all, "result", "results"))
    }

    /// The results of a round that are known, and all.
    pub(crate) fn known(&self, number: RoundNumber) -> KnownResults {
        let mut results = KnownResults { known: 0, all: 0 };
        for paired in self.snapshot.of_round(number) {
            results.known += i64::from(paired.result().is_some());
            results.all += 1;
        }
        results
    }

    /// The points that each of the two has won, once known.
    pub(crate) fn won(paired: &Match) -> Option<[Points; 2]> {
        paired
            .result()
            .map(|result| result.sheet.halves(paired.pair).map(Points::halves))
    }

    /// The moment of the latest of the facts that are shown: the same until something happens.
    pub(crate) fn as_of(&self) -> Timestamp {
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
    pub(crate) fn progress(&self) -> String {
        let tournament = &self.snapshot.tournament;
        let of = self.snapshot.most_rounds();
        match (tournament.state, self.current()) {
            (TournamentState::Planned, _) => "Announced.".to_owned(),
            (TournamentState::Open, _) => {
                let closed = tournament.entries_closed(self.today);
                closed.unwrap_or_else(|| "Taking entries.".to_owned())
            }
            (TournamentState::Running, Some(Round { number, state, .. })) if *state == RoundState::Closed => {
                format!("Round {number} of {of} is over.")
            }
            (TournamentState::Running, Some(Round { number, .. })) => {
                format!("Round {number} of {of} is being played: {} in.", self.results(*number))
            }
            (TournamentState::Running, None) => "Running.".to_owned(),
            (TournamentState::Finished, _) => "Finished. The federation has still to confirm the result.".to_owned(),
            (TournamentState::Ratified, _) if tournament.decisions.under_review_since.is_some() => {
                "Finished. The federation had confirmed the result, and looks at it again.".to_owned()
            }
            (TournamentState::Ratified, _) => "Finished, and confirmed by the federation.".to_owned(),
            (TournamentState::Cancelled, _) => "Cancelled.".to_owned(),
        }
    }
}

impl RoundPapers {
    /// The time at which the round was published, from which on it stays as it is.
    pub(crate) fn published(&self) -> Timestamp {
        self.round.published_at.unwrap_or(self.round.drawn_at)
    }

    /// The matches by board.
    pub(crate) fn matches(&self) -> impl Iterator<Item = &Match> {
        self.tournament.snapshot.of_round(self.round.number)
    }
}

/// A number of things: `1 round`, `6 rounds`.
pub(crate) fn counted(number: i64, singular: &str, plural: &str) -> String {
    format!("{number} {}", if number == 1 { singular } else { plural })
}

/// The level, as people say it.
pub(crate) fn level(level: TournamentLevel) -> &'static str {
    match level {
        TournamentLevel::Friendly => "Friendly tournament",
        TournamentLevel::Club => "Club tournament",
        TournamentLevel::School => "School tournament",
        TournamentLevel::Student => "Student tournament",
        TournamentLevel::Regional => "Regional tournament",
        TournamentLevel::Provincial => "Provincial championship",
        TournamentLevel::National => "National championship",
        TournamentLevel::Continental => "Continental championship",
        TournamentLevel::World => "World championship",
    }
}

/// The sort of tournament, as people say it.
pub(crate) fn sort(plan: &TournamentPlan) -> String {
    let of = level(plan.level);
    match plan.stage {
        None => of.to_owned(),
        Some(TournamentStage::Regional) => format!("{of}, regional stage"),
        Some(TournamentStage::Provincial) => format!("{of}, provincial stage"),
        Some(TournamentStage::National) => format!("{of}, national stage"),
    }
}

/// A division, as people say it.
pub(crate) fn division(division: Division) -> &'static str {
    match division {
        Division::Senior => "seniors",
        Division::Student => "students",
        Division::HighSchool => "high schools",
        Division::PrimarySchool => "primary schools",
    }
}

/// The days from the first to the last, as people write them: `17–18 April 2027`.
pub(crate) fn days(first: NaiveDate, last: NaiveDate) -> String {
    let end = last.format("%-d %B %Y");
    if first == last {
        end.to_string()
    } else if first.year() != last.year() {
        format!("{} – {end}", first.format("%-d %B %Y"))
    } else if first.month() != last.month() {
        format!("{} – {end}", first.format("%-d %B"))
    } else {
        format!("{}–{end}", first.day())
    }
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
