//! Checks on a file before anything of it is put on record.

use std::collections::HashSet;

use crate::tournaments::archives::form::{AbsenceForm, Archive, EntryForm, MatchForm, PlayerForm, RoundForm};
use crate::tournaments::model::{ByeKind, TournamentSystem};
use crate::tournaments::teams::LONGEST_NAME;
use crate::values::clock::Timestamp;
use crate::values::id::{EntryId, Id};
use crate::values::number::Seed;
use crate::values::validation::{Faults, ValueError, text};

/// The longest reason that is kept.
const LONGEST_REASON: usize = 400;

/// The longest ruling, which stands as the reason of the result that follows from it.
const LONGEST_RULING: usize = 1000;

impl Archive {
    /// The ids of what is the tournament's own.
    pub fn ids(&self) -> Vec<Id> {
        let entries = self.entries.iter().map(|entry| entry.id.into());
        let rounds = self.rounds.iter().map(|round| round.id.into());
        let matches = self.rounds.iter().flat_map(|round| &round.matches);
        let matches = matches.map(|paired| paired.id.into());
        let byes = self.byes.iter().map(|bye| bye.id.into());
        let teams = self.teams.iter().map(|team| team.id.into());
        entries.chain(rounds).chain(matches).chain(byes).chain(teams).collect()
    }

    /// Notes what no tournament of ours would have.
    pub fn check(&self, faults: &mut Faults) {
        let mut notes = Notes(faults);
        let mut ids = self.ids();
        ids.sort_unstable();
        notes.unless(
            ids.windows(2).all(|pair| pair[0] != pair[1]),
            "/entries",
            "duplicate",
            "An id is there twice.",
        );
        let entries = i64::try_from(self.entries.len()).unwrap_or(i64::MAX);
        let rounds = i64::try_from(self.rounds.len()).unwrap_or(i64::MAX);
        let most = match self.plan.system {
            TournamentSystem::RoundRobin => entries,
            TournamentSystem::ModifiedSwiss => self.plan.rounds,
        };
        let are_some = (1..=most).contains(&rounds);
        notes.unless(
            are_some,
            "/rounds",
            "out-of-range",
            "Has no rounds, or more than were planned.",
        );
        notes.unless(
            self.readings.check().is_ok(),
            "/readings/top_ladies",
            "out-of-range",
            "Must be 1 or 3.",
        );
        let is_entered = |player: &PlayerForm| self.entries.iter().any(|entry| entry.player_id == Some(player.id));
        notes.unless(
            self.players.iter().all(is_entered),
            "/players",
            "unknown",
            "Somebody is not entered.",
        );
        for (pointer, reason) in [
            ("/ended_because", &self.ended_because),
            ("/agreed_because", &self.agreed_because),
            ("/ending_accepted_because", &self.ending_accepted_because),
        ] {
            let is_plain = reason.as_deref().is_none_or(|reason| is_text(reason, LONGEST_REASON));
            notes.unless(is_plain, pointer, "invalid-value", "Is no plain text.");
        }
        let agreed = self.agreed_rounds.is_none_or(|rounds| (1..=30).contains(&rounds));
        notes.unless(agreed, "/agreed_rounds", "out-of-range", "Must be from 1 to 30.");
        for (index, entry) in self.entries.iter().enumerate() {
            entry.check(rounds, &format!("/entries/{index}"), &mut notes);
        }
        for (index, round) in self.rounds.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|index| self.rounds.get(index));
            round.check(before, &format!("/rounds/{index}"), &mut notes);
        }
        self.check_byes(rounds, &mut notes);
        self.check_teams(&mut notes);
    }

    /// Teams have names of their own, and members who are entered and play for no other.
    fn check_teams(&self, notes: &mut Notes<'_>) {
        let (mut names, mut members) = (HashSet::new(), HashSet::new());
        for (index, team) in self.teams.iter().enumerate() {
            let pointer = format!("/teams/{index}");
            let name = is_text(&team.name, LONGEST_NAME) && names.insert(team.name.as_str());
            notes.unless(
                name,
                &format!("{pointer}/name"),
                "invalid-value",
                "Is no plain text, or another team's name.",
            );
            let are_entered = team.entry_ids.iter().all(|id| {
                let is_entered = self.entries.iter().any(|entry| entry.id == *id);
                is_entered && members.insert(*id)
            });
            notes.unless(
                are_entered,
                &format!("{pointer}/entry_ids"),
                "unknown",
                "Names somebody who is not entered, or plays for another team.",
            );
        }
    }

    /// The byes are those that the draws gave, and others of rounds that there are.
    fn check_byes(&self, rounds: i64, notes: &mut Notes<'_>) {
        let given = self.byes.iter().filter(|bye| bye.kind == ByeKind::Allocated);
        let mut given: Vec<(i64, Option<EntryId>)> = given.map(|bye| (bye.round, Some(bye.entry_id))).collect();
        given.sort_unstable();
        let entry = |seed: Seed| {
            let of_seed = self.entries.iter().find(|entry| entry.seed == i64::from(seed.get()));
            of_seed.map(|entry| entry.id)
        };
        let drawn = self
            .rounds
            .iter()
            .zip(1..)
            .filter_map(|(round, number)| Some((number, entry(round.draw.bye?))));
        notes.unless(
            drawn.eq(given),
            "/byes",
            "inconsistent",
            "Are not those that the draws gave.",
        );
        for (index, bye) in self.byes.iter().enumerate() {
            let is_there = (1..=rounds).contains(&bye.round);
            notes.unless(
                is_there,
                &format!("/byes/{index}/round"),
                "out-of-range",
                "Is no round.",
            );
        }
    }
}

/// The list on which faults are noted.
struct Notes<'a>(&'a mut Faults);

impl Notes<'_> {
    /// Notes a fault, unless all is well.
    fn unless(&mut self, is_good: bool, pointer: &str, code: &'static str, message: &str) {
        if !is_good {
            self.0.check::<()>(pointer, Err(ValueError::new(code, message)));
        }
    }
}

impl EntryForm {
    fn check(&self, rounds: i64, pointer: &str, notes: &mut Notes<'_>) {
        let is_there = (1..=rounds).contains(&self.first_round);
        notes.unless(
            is_there,
            &format!("{pointer}/first_round"),
            "out-of-range",
            "Is no round.",
        );
        let mut last = 0;
        let follows = |absence: &AbsenceForm| {
            let is_later = absence.first_round > std::mem::replace(&mut last, absence.last_round.unwrap_or(i64::MAX));
            is_later && absence.last_round.is_none_or(|end| end >= absence.first_round)
        };
        let follow = self.absences.iter().all(follows);
        notes.unless(
            follow,
            &format!("{pointer}/absences"),
            "out-of-order",
            "Do not follow each other.",
        );
    }
}

impl RoundForm {
    fn check(&self, before: Option<&RoundForm>, pointer: &str, notes: &mut Notes<'_>) {
        let reason = self.orders.reason.as_deref();
        let is_good = reason.is_none_or(|reason| is_text(reason, LONGEST_REASON));
        notes.unless(
            is_good,
            &format!("{pointer}/orders/reason"),
            "invalid-value",
            "Is no plain text.",
        );
        let is_given = reason.is_some() != self.orders.is_nothing();
        notes.unless(
            is_given,
            &format!("{pointer}/orders/reason"),
            "inconsistent",
            "Goes with what is ordered.",
        );
        let is_hash = self.digest.len() == 64 && self.digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        notes.unless(is_hash, &format!("{pointer}/digest"), "invalid-value", "Is no digest.");
        let drawn = self.draw.boards.iter().map(|board| board.pair);
        let as_drawn = drawn.eq(self.matches.iter().map(|paired| paired.pair));
        notes.unless(
            as_drawn,
            &format!("{pointer}/matches"),
            "inconsistent",
            "Are not those of the draw.",
        );
        // What a round is drawn from is what was known by then, so the order of events counts.
        let follows = before.is_none_or(|before| before.closed_at <= self.drawn_at);
        let steps = [self.drawn_at, self.published_at, self.closed_at].is_sorted();
        let message = "Does not follow what was before.";
        notes.unless(
            follows && steps,
            &format!("{pointer}/drawn_at"),
            "out-of-order",
            message,
        );
        for (index, paired) in self.matches.iter().enumerate() {
            paired.check(self.closed_at, &format!("{pointer}/matches/{index}/results"), notes);
        }
    }
}

impl MatchForm {
    fn check(&self, closed_at: Timestamp, pointer: &str, notes: &mut Notes<'_>) {
        // A round is closed once all its results are in; what comes later corrects them.
        let is_in = self.results.first().is_none_or(|first| first.at <= closed_at);
        let follow = self.results.iter().map(|result| result.at).is_sorted();
        notes.unless(is_in && follow, pointer, "out-of-order", "Do not follow each other.");
        let mut reasons = self.results.iter().filter_map(|result| result.reason.as_deref());
        // Erasure leaves an empty one.
        let are_good = reasons.all(|reason| reason.is_empty() || is_text(reason, LONGEST_RULING));
        notes.unless(
            are_good,
            pointer,
            "invalid-value",
            "Have a reason that is no plain text.",
        );
    }
}

/// Whether it is a line of text as people write it, and no longer.
fn is_text(value: &str, most: usize) -> bool {
    text(value, most).is_ok_and(|tidied| tidied == value)
}
