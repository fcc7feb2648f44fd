//! Evidence that a rule is met, kept with an award as it is shown; and what is missing.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::colours::criteria::Event;
use crate::colours::selections::Selection;
use crate::players::Home;
use crate::values::id::{SelectionId, TeamId, TournamentId};

/// The results of a player in an event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ColoursEventEvidence)]
pub struct EventEvidence {
    /// The id of the tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub tournament_id: TournamentId,
    /// The name of the tournament.
    #[schema(example = "North West Championship 2027")]
    pub name: String,
    /// Its last day, on which residence counts.
    #[schema(example = "2027-04-18")]
    pub ended_on: NaiveDate,
    /// The rank, among those among whom the rule counts; who share one have the better one.
    #[schema(example = 2)]
    pub rank: u32,
    /// The number of players among whom the rank is counted.
    #[schema(example = 24)]
    pub entrants: u32,
    /// The points, byes included; nothing if no decimal is exact.
    #[schema(example = 17.4)]
    pub points: Option<f64>,
    /// The points as a fraction.
    #[schema(example = "87/5")]
    pub points_fraction: String,
    /// The rounds won over an opponent who played.
    #[schema(example = 5)]
    pub rounds_won: u32,
    /// The number of rounds.
    #[schema(example = 6)]
    pub rounds: u32,
    /// The byes among them, which neither help nor harm.
    #[serde(default)]
    #[schema(required = true, example = 1)]
    pub byes: u32,
}

/// The team for which a player counted in an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ColoursTeamEvidence)]
pub struct TeamEvidence {
    /// The id of the team.
    #[schema(example = "019aa0d8-5e6f-7071-8293-a4b5c6d7e8f9")]
    pub team_id: TeamId,
    /// The name of the team.
    #[schema(example = "North West A")]
    pub name: String,
    /// The rank of the team; teams that share one have the better one.
    #[schema(example = 1)]
    pub rank: u32,
    /// The number of teams among which the rank is counted.
    #[schema(example = 6)]
    pub teams: u32,
}

/// The selection of a player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[schema(as = ColoursSelectionEvidence)]
pub struct SelectionEvidence {
    /// The id of the selection.
    #[schema(example = "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7")]
    pub selection_id: SelectionId,
    /// The day of the selection.
    #[schema(example = "2027-03-06")]
    pub selected_on: NaiveDate,
    /// The reference to where it is written.
    #[schema(example = "Minutes of 6 March 2027, item 4")]
    pub reference: String,
}

/// The evidence that a rule is met: an event, with the team if that is what counts, or a selection.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[schema(as = ColoursEvidence)]
pub struct Evidence {
    /// The results of the player in an event.
    pub event: Option<EventEvidence>,
    /// The team for which the player counted in the event.
    #[serde(default)]
    pub team: Option<TeamEvidence>,
    /// The selection of the player.
    pub selection: Option<SelectionEvidence>,
}

impl From<EventEvidence> for Evidence {
    fn from(event: EventEvidence) -> Evidence {
        Evidence {
            event: Some(event),
            team: None,
            selection: None,
        }
    }
}

impl From<&Selection> for Evidence {
    fn from(selection: &Selection) -> Evidence {
        let selection = SelectionEvidence {
            selection_id: selection.id,
            selected_on: selection.selected_on,
            reference: selection.reference.clone(),
        };
        Evidence {
            event: None,
            team: None,
            selection: Some(selection),
        }
    }
}

crate::string_enum! {
    /// The reason why a rule is not met.
    pub enum Lack as "ColoursLack" {
        /// The player has not played in such an event in the year, or it is not ratified.
        NoEvent = "no_event",
        /// The place is too low.
        PlaceTooLow = "place_too_low",
        /// The player does not count for a team of the event.
        NotInTeam = "not_in_team",
        /// There were too few players, or too few teams.
        FieldTooSmall = "field_too_small",
        /// The player has played too few rounds.
        TooFewRounds = "too_few_rounds",
        /// Not every round was won.
        RoundsNotWon = "rounds_not_won",
        /// Not every game was won.
        GamesNotWon = "games_not_won",
        /// The tournament is under review.
        UnderReview = "under_review",
        /// The place is not in the top half.
        NotInTopHalf = "not_in_top_half",
        /// The events are of different calendar years.
        OtherYear = "other_year",
        /// The player was not selected.
        NotSelected = "not_selected",
        /// It is not on record where the player lived on the day.
        ResidenceUnknown = "residence_unknown",
        /// It is not on record in which region the player lived on the day.
        RegionUnknown = "region_unknown",
        /// The player lived in another province on the day, or in another region than the team's.
        OtherResidence = "other_residence",
        /// No nationality of the player is on record.
        NationalityUnknown = "nationality_unknown",
        /// The player is a national of another country.
        OtherNationality = "other_nationality",
    }
}

/// A reason why a rule is not met, with a sentence that tells it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ColoursMissing)]
pub struct MissingCondition {
    /// The reason.
    #[serde(rename = "code")]
    pub lack: Lack,
    /// The id of the tournament that it is about.
    #[serde(rename = "tournament_id")]
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub tournament: Option<TournamentId>,
    /// The reason in a sentence.
    #[serde(rename = "message")]
    #[schema(example = "The place in Ngaka Modiri Molema Open is 4, and the first 3 count.")]
    pub sentence: String,
}

/// One thing that is missing, and no other.
pub(super) fn missing<T>(lack: Lack, tournament: Option<&Event>, sentence: String) -> Result<T, Vec<MissingCondition>> {
    Err(vec![MissingCondition {
        lack,
        tournament: tournament.map(|event| event.id),
        sentence,
    }])
}

/// The evidence that a rule is met, and where the player lived on the day.
pub type Proof = (Vec<Evidence>, Home);

/// The proof that a rule is met, or what is missing.
pub type Judgement = Result<Proof, Vec<MissingCondition>>;
