//! An entry of a tournament.

use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;
use utoipa::ToSchema;

use crate::players::person::Sex;
use crate::players::registrations::Division;
use crate::tournaments::model::Contestant;
use crate::values::clock::Timestamp;
use crate::values::id::{ClubId, EntryId, TournamentId};
use crate::values::number::{RoundNumber, Seed};

/// The most players that a tournament admits. The draw is exact, and takes a moment at the most, for so many whatever
/// their past; no hall has boards for more.
pub const MOST_ENTRIES: usize = 1000;

/// An entry as it is on record.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its id.
    pub id: EntryId,
    /// The tournament.
    pub tournament: TournamentId,
    /// The player of the register, or the visitor.
    pub player: Contestant,
    /// The club or institution that the player represents; none of a visitor.
    pub club: Option<ClubId>,
    /// The name of the team for which the player plays.
    pub team: Option<String>,
    /// The division in which the player is registered, if so.
    pub division: Option<Division>,
    /// The player's sex when the tournament was ratified or the person's data erased, if one of them has happened.
    pub sex: Option<Sex>,
    /// The place in the starting order, 1 the best.
    pub seed: Seed,
    /// Whether an official has set that place since the player was entered.
    pub placed: bool,
    /// The first round in which the player is drawn.
    pub first_round: RoundNumber,
    /// The rounds in which the player sits out, the earliest first; the last absence may be without end.
    pub absences: Vec<Absence>,
    /// The time at which the player was checked in in the hall; none of who is not there.
    pub checked_in_at: Option<Timestamp>,
    /// The time at which it was made.
    pub created_at: Timestamp,
}

/// Rounds in which an entered player is not drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::absences)]
pub struct Absence {
    /// The first of them.
    #[schema(value_type = i64, example = 3)]
    pub first_round: RoundNumber,
    /// The last of them; none until the player returns.
    #[schema(value_type = Option<i64>, example = 4)]
    pub last_round: Option<RoundNumber>,
}

impl Entry {
    /// The sex by which the player competes for awards, if it is known.
    #[must_use]
    pub fn sex(&self) -> Option<Sex> {
        let person = self.player.player().and_then(|player| player.person.as_ref());
        self.sex.or(person.map(|person| person.sex))
    }

    /// Whether the player has withdrawn, and not come back.
    #[must_use]
    pub fn is_withdrawn(&self) -> bool {
        self.absences.last().is_some_and(|absence| absence.last_round.is_none())
    }

    /// Whether the player is drawn in that round.
    #[must_use]
    pub fn plays_in(&self, round: RoundNumber) -> bool {
        let sits_out = |absence: &Absence| {
            absence.first_round <= round && absence.last_round.is_none_or(|last_round| round <= last_round)
        };
        self.first_round <= round && !self.absences.iter().any(sits_out)
    }
}
