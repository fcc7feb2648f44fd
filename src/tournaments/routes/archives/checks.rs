//! What is looked at in a file before anything of it is put on record.

use super::super::entries::LONGEST_TEAM;
use super::form::{AbsenceForm, Archive, PlayerForm};
use crate::id::Id;
use crate::input::{Faults, Invalid, text};
use crate::tournaments::entries::MOST_ENTRIES;

/// The longest reason that is kept.
const LONGEST_REASON: usize = 400;

impl Archive {
    /// The ids of what is the tournament's own.
    pub(super) fn ids(&self) -> Vec<Id> {
        let matches = self.rounds.iter().flat_map(|round| &round.matches).map(|one| one.id);
        let rounds = self.rounds.iter().map(|round| round.id);
        self.entries
            .iter()
            .map(|entry| entry.id)
            .chain(rounds)
            .chain(matches)
            .chain(self.byes.iter().map(|bye| bye.id))
            .collect()
    }

    /// Notes what no tournament of ours would have.
    pub(super) fn check(&self, faults: &mut Faults) {
        let mut note = |pointer: &str, is_good: bool, code, message: &str| {
            if !is_good {
                faults.take::<()>(pointer, Err(Invalid::new(code, message)));
            }
        };
        let mut ids = self.ids();
        ids.sort_unstable();
        note("/entries", ids.windows(2).all(|pair| pair[0] != pair[1]), "duplicate", "An id is there twice.");
        let entries = i64::try_from(self.entries.len()).unwrap_or(i64::MAX);
        note("/entries", entries <= MOST_ENTRIES, "too-many", "A tournament has fewer entries.");
        let rounds = i64::try_from(self.rounds.len()).unwrap_or(i64::MAX);
        let most = if self.plan.is_round_robin() { entries } else { self.plan.rounds() };
        note("/rounds", (1..=most).contains(&rounds), "out-of-range", "Has no rounds, or more than were planned.");
        let is_entered = |player: &PlayerForm| self.entries.iter().any(|entry| entry.player_id == player.id);
        note("/players", self.players.iter().all(is_entered), "unknown", "Somebody is not entered.");
        let ended = self.ended_because.as_deref().is_none_or(|reason| is_text(reason, LONGEST_REASON));
        note("/ended_because", ended, "invalid-value", "Is no plain text.");
        for (place, entry) in self.entries.iter().enumerate() {
            let pointer = format!("/entries/{place}");
            let team = entry.team.as_deref().is_none_or(|team| is_text(team, LONGEST_TEAM));
            note(&format!("{pointer}/team"), team, "invalid-value", "Is no plain text.");
            note(
                &format!("{pointer}/first_round"),
                (1..=rounds).contains(&entry.first_round),
                "out-of-range",
                "Is no round.",
            );
            let mut last = 0;
            let follows = |absence: &AbsenceForm| {
                let is_later =
                    absence.first_round > std::mem::replace(&mut last, absence.last_round.unwrap_or(i64::MAX));
                is_later && absence.last_round.is_none_or(|end| end >= absence.first_round)
            };
            note(
                &format!("{pointer}/absences"),
                entry.absences.iter().all(follows),
                "out-of-order",
                "Do not follow each other.",
            );
        }
        for (place, round) in self.rounds.iter().enumerate() {
            let pointer = format!("/rounds/{place}");
            let reason = round.orders.reason.as_deref().is_none_or(|reason| is_text(reason, LONGEST_REASON));
            note(&format!("{pointer}/orders/reason"), reason, "invalid-value", "Is no plain text.");
            let is_hash = round.digest.len() == 64 && round.digest.bytes().all(|byte| byte.is_ascii_hexdigit());
            note(&format!("{pointer}/digest"), is_hash, "invalid-value", "Is no digest.");
            let drawn = round.draw.boards.iter().map(|board| board.pair);
            let as_drawn = drawn.eq(round.matches.iter().map(|one| one.pair));
            note(&format!("{pointer}/matches"), as_drawn, "inconsistent", "Are not those of the draw.");
        }
        for (place, bye) in self.byes.iter().enumerate() {
            note(&format!("/byes/{place}/round"), (1..=rounds).contains(&bye.round), "out-of-range", "Is no round.");
        }
    }
}

/// Whether it is a line of text as people write it, and no longer.
fn is_text(value: &str, most: usize) -> bool {
    text(value, most).is_ok_and(|tidied| tidied == value)
}
