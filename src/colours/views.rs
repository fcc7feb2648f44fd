//! How awards and evidence are shown.

use chrono::NaiveDate;
use morabaraba_swiss::Points;
use serde::Serialize;
use utoipa::ToSchema;

use crate::colours::criteria::{Evidence, Lack, Missing};
use crate::colours::{Award, Basis, Level, State};
use crate::players::registrations::Division;
use crate::players::{Player, PlayerName};
use crate::tournaments::points::{decimal, fraction};
use crate::values::clock::Timestamp;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;

/// Colours that somebody has, as everyone may see them.
#[derive(Serialize, ToSchema)]
#[schema(as = Colours)]
pub(crate) struct ColoursView {
    /// Their id.
    #[schema(example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub(crate) id: Id,
    /// Who has them.
    player: PlayerName,
    /// Which colours.
    level: Level,
    /// In which division.
    division: Division,
    /// For which gaming year.
    #[schema(example = 2027)]
    year: GamingYear,
    /// The code of the province in which the player lived on the day.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The code of the region of regional colours.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// Who has awarded them.
    #[schema(example = "Morabaraba federation, North West")]
    awarding_body: String,
}

impl ColoursView {
    pub(crate) fn of(award: &Award, player: &Player, today: NaiveDate) -> ColoursView {
        ColoursView {
            id: award.id,
            player: player.named(today),
            level: award.level,
            division: award.division,
            year: award.year,
            province: award.home.province.clone(),
            region: award.home.region.clone(),
            awarding_body: award.awarding_body.clone(),
        }
    }
}

/// What a player did in an event.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursEventEvidence)]
struct EventView {
    /// Which tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Id,
    /// What it is called.
    #[schema(example = "North West Championship 2027")]
    name: String,
    /// Its last day, on which residence counts.
    #[schema(example = "2027-04-18")]
    ended_on: NaiveDate,
    /// The place, among those among whom the rule counts; who share one have the better one.
    #[schema(example = 2)]
    place: u32,
    /// How many they were.
    #[schema(example = 24)]
    entrants: u32,
    /// The points, byes included; nothing if no decimal is exact.
    #[schema(example = 17.4)]
    points: Option<f64>,
    /// The same as a fraction.
    #[schema(example = "87/5")]
    points_fraction: String,
    /// The rounds won over an opponent who played.
    #[schema(example = 5)]
    rounds_won: u32,
    /// How many rounds there were.
    #[schema(example = 6)]
    rounds: u32,
}

/// That a player was selected.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursSelectionEvidence)]
struct SelectionView {
    /// Which selection.
    #[schema(example = "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7")]
    selection_id: Id,
    /// On which day.
    #[schema(example = "2027-03-06")]
    selected_on: NaiveDate,
    /// Where it is written.
    #[schema(example = "Minutes of 6 March 2027, item 4")]
    reference: String,
}

/// What shows that a rule is met: an event, or a selection.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursEvidence)]
pub(crate) struct EvidenceView {
    /// What the player did in an event.
    event: Option<EventView>,
    /// That the player was selected.
    selection: Option<SelectionView>,
}

impl From<Evidence> for EvidenceView {
    fn from(evidence: Evidence) -> EvidenceView {
        match evidence {
            Evidence::Event {
                tournament_id,
                name,
                ended_on,
                place,
                entrants,
                points,
                rounds_won,
                rounds,
            } => {
                let points = Points::new(points.0, points.1).unwrap_or(Points::ZERO);
                let event = EventView {
                    tournament_id,
                    name,
                    ended_on,
                    place,
                    entrants,
                    points: decimal(points),
                    points_fraction: fraction(points),
                    rounds_won,
                    rounds,
                };
                EvidenceView {
                    event: Some(event),
                    selection: None,
                }
            }
            Evidence::Selection {
                selection_id,
                selected_on,
                reference,
            } => {
                let selection = SelectionView {
                    selection_id,
                    selected_on,
                    reference,
                };
                EvidenceView {
                    event: None,
                    selection: Some(selection),
                }
            }
        }
    }
}

/// What is missing.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursMissing)]
pub(crate) struct MissingView {
    /// What.
    code: Lack,
    /// In which tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Option<Id>,
    /// The same in a sentence.
    #[schema(example = "The place in Ngaka Modiri Molema Open is 4, and the first 3 count.")]
    message: String,
}

impl From<Missing> for MissingView {
    fn from(missing: Missing) -> MissingView {
        MissingView {
            code: missing.lack,
            tournament_id: missing.tournament,
            message: missing.sentence,
        }
    }
}

/// All that is kept of an award or a proposal, for those who look after the province.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursParticulars)]
pub(crate) struct ParticularsView {
    /// Its id.
    #[schema(example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    pub(crate) id: Id,
    /// For whom; the name is never withheld.
    player: PlayerName,
    /// Which colours.
    level: Level,
    /// In which division.
    division: Division,
    /// For which gaming year.
    #[schema(example = 2027)]
    year: GamingYear,
    /// On what they rest.
    basis: Basis,
    /// The code of the province in which the player lived on the day.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The code of the region of regional colours.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// The version of the criteria.
    #[schema(example = 1)]
    criteria_version: i64,
    /// What shows that the rule is met.
    evidence: Vec<EvidenceView>,
    /// Who awards.
    #[schema(example = "Morabaraba federation, North West")]
    awarding_body: String,
    /// Why the board uses its discretion.
    #[schema(example = "Has taught the game in twelve schools.")]
    reason: Option<String>,
    /// What became of it.
    state: State,
    /// The account that has proposed it.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    proposed_by: Id,
    /// When.
    #[schema(value_type = String, format = DateTime, example = "2027-05-01T08:00:00.000000Z")]
    proposed_at: Timestamp,
    /// The account that has approved it.
    #[schema(example = "019aa0c8-6c2f-7b63-8e1f-804c2d3b5e6f")]
    approved_by: Option<Id>,
    /// When.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-05-08T08:00:00.000000Z")]
    approved_at: Option<Timestamp>,
    /// The reference of the confirmation.
    #[schema(example = "Minutes of 8 May 2027, item 7")]
    reference: Option<String>,
    /// The account that has refused, revoked or superseded it.
    #[schema(example = "019aa0c8-6c2f-7b63-8e1f-804c2d3b5e6f")]
    ended_by: Option<Id>,
    /// When.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-06-01T08:00:00.000000Z")]
    ended_at: Option<Timestamp>,
    /// Why.
    #[schema(example = "The result was corrected.")]
    ended_because: Option<String>,
    /// The award that has taken its place.
    #[schema(example = "019aa0e1-2b3c-7d4e-8f50-6b7c8d9e0f1a")]
    superseded_by: Option<Id>,
}

impl ParticularsView {
    pub(crate) fn of(award: &Award, player: &Player) -> ParticularsView {
        let (approval, ending) = (award.approval.as_ref(), award.ending.as_ref());
        ParticularsView {
            id: award.id,
            player: player.named_in_full(),
            level: award.level,
            division: award.division,
            year: award.year,
            basis: award.basis,
            province: award.home.province.clone(),
            region: award.home.region.clone(),
            criteria_version: award.criteria,
            evidence: award.evidence.iter().cloned().map(EvidenceView::from).collect(),
            awarding_body: award.awarding_body.clone(),
            reason: award.reason.clone(),
            state: award.state,
            proposed_by: award.proposed_by,
            proposed_at: award.proposed_at,
            approved_by: approval.map(|approval| approval.by),
            approved_at: approval.map(|approval| approval.at),
            reference: approval.map(|approval| approval.reference.clone()),
            ended_by: ending.map(|ending| ending.by),
            ended_at: ending.map(|ending| ending.at),
            ended_because: ending.map(|ending| ending.reason.clone()),
            superseded_by: ending.and_then(|ending| ending.superseded_by),
        }
    }
}
