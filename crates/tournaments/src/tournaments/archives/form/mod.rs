//! A finished tournament as one file: everything that it takes to have it on record somewhere else.

mod entrants;
mod outcome;
mod rounds;

use morabaraba_swiss::ResultError;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use entrants::{AbsenceForm, EntryForm, PlayerForm, TeamForm, VisitorForm};
pub(crate) use outcome::OutcomeForm;
pub(crate) use rounds::{ByeForm, MatchForm, ResultForm, RoundForm};

use crate::clubs::{self, Club};
use crate::federation::readings::Readings;
use crate::tournaments::model::{Decisions, MOST_ENTRIES, TournamentPlan, TournamentSnapshot};
use crate::values::clock::Timestamp;
use crate::values::id::{ClubId, TournamentId};
use crate::values::validation::Word;
use crate::web::list::List;

/// The form that is written, and read again.
pub const FORMAT: &str = "morabaraba-tournament-1";

/// The most clubs: those that the players represented, and those of which they are members now.
const MOST_CLUBS: usize = 2 * MOST_ENTRIES;

/// The most byes: one in each round that a draw has, of each player.
const MOST_BYES: usize = 30 * MOST_ENTRIES;

/// A finished tournament as one file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TournamentArchive)]
pub struct Archive {
    /// The form of the file.
    #[schema(example = "morabaraba-tournament-1", min_length = 1, max_length = 64)]
    pub(crate) format: String,
    /// The tournament's id.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub(crate) id: TournamentId,
    /// The code of the province that ran it.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    pub(crate) province: Word,
    /// The plan that was announced, as changed since.
    pub(crate) plan: TournamentPlan,
    /// The readings of the rules that it kept.
    #[serde(default)]
    #[schema(required = false)]
    pub(crate) readings: Readings,
    /// The reason why it ended before its last round, if it did.
    #[schema(example = "The power failed.", min_length = 1, max_length = 400)]
    pub(crate) ended_because: Option<String>,
    /// The number of rounds to which an administrator has agreed, if it is another than six.
    #[schema(minimum = 1, maximum = 30, example = 4)]
    pub(crate) agreed_rounds: Option<i64>,
    /// The reason for that.
    #[schema(example = "The hall is to be had for one day.", min_length = 1, max_length = 400)]
    pub(crate) agreed_because: Option<String>,
    /// The reason why an administrator accepts that it ended before its last round.
    #[schema(example = "The storm closed the roads.", min_length = 1, max_length = 400)]
    pub(crate) ending_accepted_because: Option<String>,
    /// The time at which it was announced.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    pub(crate) created_at: Timestamp,
    /// The clubs of the players.
    #[schema(value_type = Vec<ClubForm>, min_items = 0, max_items = 2000)]
    pub(crate) clubs: List<ClubForm, 0, MOST_CLUBS>,
    /// The players.
    #[schema(value_type = Vec<PlayerForm>, min_items = 0, max_items = 1000)]
    pub(crate) players: List<PlayerForm, 0, MOST_ENTRIES>,
    /// The entries by their place in the starting order.
    #[schema(value_type = Vec<EntryForm>, min_items = 0, max_items = 1000)]
    pub(crate) entries: List<EntryForm, 0, MOST_ENTRIES>,
    /// The rounds in their order.
    #[schema(value_type = Vec<RoundForm>, min_items = 1, max_items = 1000)]
    pub(crate) rounds: List<RoundForm, 0, MOST_ENTRIES>,
    /// The byes.
    #[schema(value_type = Vec<ByeForm>, min_items = 0, max_items = 30_000)]
    pub(crate) byes: List<ByeForm, 0, MOST_BYES>,
    /// The teams.
    #[serde(default)]
    #[schema(value_type = Vec<TeamForm>, required = false, min_items = 0, max_items = 1000)]
    pub(crate) teams: List<TeamForm, 0, MOST_ENTRIES>,
    /// The standings and the awards, as they were counted where the file was written.
    #[serde(default)]
    #[schema(required = false)]
    pub outcome: Option<OutcomeForm>,
}

/// A club in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedClub)]
pub struct ClubForm {
    /// Its id.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) id: ClubId,
    /// Its short code, by which it is known again.
    #[schema(example = "DIT", min_length = 2, max_length = 12)]
    pub(crate) code: String,
    /// Its name.
    #[schema(example = "Ditsobotla Herders", min_length = 1, max_length = 120)]
    pub(crate) name: String,
    /// The sort of club that it is.
    pub(crate) kind: clubs::ClubKind,
    /// The code of its province.
    #[schema(value_type = String, example = "ZA-NW", min_length = 1, max_length = 64)]
    pub(crate) province: Word,
}

impl Archive {
    /// The file of a tournament that is over.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn of(snapshot: TournamentSnapshot, clubs: Vec<Club>) -> Result<Archive, ResultError> {
        let outcome = OutcomeForm::of(&snapshot.outcome()?);
        let rounds = snapshot
            .rounds
            .iter()
            .map(|round| RoundForm::of(round, &snapshot))
            .collect();
        let TournamentSnapshot {
            tournament,
            entries,
            byes,
            teams,
            ..
        } = snapshot;
        Ok(Archive {
            format: FORMAT.to_owned(),
            id: tournament.id,
            province: Word::known(tournament.province),
            plan: tournament.plan,
            readings: *tournament.readings,
            ended_because: tournament.ended_because,
            agreed_rounds: tournament.decisions.agreed_rounds,
            agreed_because: tournament.decisions.agreed_because,
            ending_accepted_because: tournament.decisions.ending_accepted_because,
            created_at: tournament.created_at,
            clubs: clubs.into_iter().map(ClubForm::from).collect(),
            players: entries
                .iter()
                .filter_map(|entry| entry.player.player())
                .map(PlayerForm::from)
                .collect(),
            entries: entries.iter().map(EntryForm::from).collect(),
            rounds,
            byes: byes.iter().map(ByeForm::from).collect(),
            teams: teams.into_iter().map(TeamForm::from).collect(),
            outcome: Some(outcome),
        })
    }
}

impl Archive {
    /// The decisions that an administrator had made on the tournament.
    pub fn decisions(&self) -> Decisions {
        Decisions {
            agreed_rounds: self.agreed_rounds,
            agreed_because: self.agreed_because.clone(),
            ending_accepted_because: self.ending_accepted_because.clone(),
            under_review_since: None,
        }
    }
}

impl From<Club> for ClubForm {
    fn from(club: Club) -> ClubForm {
        ClubForm {
            id: club.id,
            code: club.code.to_string(),
            name: club.name,
            kind: club.kind,
            province: Word::known(club.province),
        }
    }
}
