//! Views of awards and selections.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::colours::criteria::rules::Team;
use crate::colours::criteria::{Evidence, MissingCondition};
use crate::colours::lacks::Lacking;
use crate::colours::selections::{Selection, SelectionRole};
use crate::colours::{Award, ColoursBasis, ColoursLevel, ColoursState};
use crate::players::registrations::Division;
use crate::players::{Player, PlayerName};
use crate::values::clock::Timestamp;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AccountId, AwardId, SelectionId};

/// Colours that somebody has, as everyone may see them.
#[derive(Serialize, ToSchema)]
#[schema(as = Colours)]
pub struct ColoursView {
    /// Their id.
    #[schema(example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: AwardId,
    /// The player who has them.
    player: PlayerName,
    /// The level of the colours.
    level: ColoursLevel,
    /// The division of the colours.
    division: Division,
    /// The gaming year of the colours.
    #[schema(example = 2027)]
    year: GamingYear,
    /// The code of the province in which the player lived on the day.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The code of the region of regional colours.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// The body that has awarded them.
    #[schema(example = "Morabaraba federation, North West")]
    awarding_body: String,
}

impl ColoursView {
    pub fn of(award: &Award, player: &Player, today: NaiveDate) -> ColoursView {
        ColoursView {
            id: award.id,
            player: player.named(today),
            level: award.level,
            division: award.division,
            year: award.year,
            province: award.province.clone(),
            region: award.region.clone(),
            awarding_body: award.awarding_body.clone(),
        }
    }
}

/// All that is kept of an award or a proposal, for those who look after the province.
#[derive(Serialize, ToSchema)]
#[schema(as = ColoursParticulars)]
pub struct ParticularsView {
    /// Its id.
    #[schema(example = "019aa0e0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: AwardId,
    /// The player, whose name is never withheld.
    player: PlayerName,
    /// The level of the colours.
    level: ColoursLevel,
    /// The division of the colours.
    division: Division,
    /// The gaming year of the colours.
    #[schema(example = 2027)]
    year: GamingYear,
    /// The basis on which they rest.
    basis: ColoursBasis,
    /// The code of the province in which the player lived on the day.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The code of the region of regional colours.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// The version of the criteria.
    #[schema(example = 1)]
    criteria_version: i64,
    /// The evidence that the rule is met.
    evidence: Vec<Evidence>,
    /// Whether the rule that it rests on is not met today: what is to become of it is for a person to say.
    #[schema(example = false)]
    evidence_fell: bool,
    /// Everything that is missing today, as long as it is proposed or approved.
    missing: Vec<MissingCondition>,
    /// The body that awards.
    #[schema(example = "Morabaraba federation, North West")]
    awarding_body: String,
    /// The reason for which the board uses its discretion.
    #[schema(example = "Has taught the game in twelve schools.")]
    reason: Option<String>,
    /// The state that it has reached.
    state: ColoursState,
    /// The account that has proposed it.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    proposed_by: AccountId,
    /// The time of the proposal.
    #[schema(value_type = String, format = DateTime, example = "2027-05-01T08:00:00.000000Z")]
    proposed_at: Timestamp,
    /// The account that has approved it.
    #[schema(example = "019aa0c8-6c2f-7b63-8e1f-804c2d3b5e6f")]
    approved_by: Option<AccountId>,
    /// The time of the approval.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-05-08T08:00:00.000000Z")]
    approved_at: Option<Timestamp>,
    /// The reference of the confirmation.
    #[schema(example = "Minutes of 8 May 2027, item 7")]
    reference: Option<String>,
    /// The account that has refused, revoked or superseded it.
    #[schema(example = "019aa0c8-6c2f-7b63-8e1f-804c2d3b5e6f")]
    ended_by: Option<AccountId>,
    /// The time of the refusal, revocation or supersession.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-06-01T08:00:00.000000Z")]
    ended_at: Option<Timestamp>,
    /// The reason for the refusal, revocation or supersession.
    #[schema(example = "The result was corrected.")]
    ended_because: Option<String>,
    /// The award that has taken its place.
    #[schema(example = "019aa0e1-2b3c-7d4e-8f50-6b7c8d9e0f1a")]
    superseded_by: Option<AwardId>,
}

impl ParticularsView {
    /// The view; `lacking` is what awards lack at present.
    pub fn of(award: &Award, player: &Player, lacking: &Lacking) -> ParticularsView {
        let award = award.clone();
        let missing = lacking.get(&award.id).cloned().unwrap_or_default();
        ParticularsView {
            id: award.id,
            player: player.named_in_full(),
            level: award.level,
            division: award.division,
            year: award.year,
            basis: award.basis,
            province: award.province,
            region: award.region,
            criteria_version: award.criteria,
            evidence: award.evidence.0,
            evidence_fell: !missing.is_empty(),
            missing,
            awarding_body: award.awarding_body,
            reason: award.reason,
            state: award.state,
            proposed_by: award.proposed_by,
            proposed_at: award.proposed_at,
            approved_by: award.approved_by,
            approved_at: award.approved_at,
            reference: award.reference,
            ended_by: award.ended_by,
            ended_at: award.ended_at,
            ended_because: award.ended_because,
            superseded_by: award.superseded_by,
        }
    }
}

/// A selection.
#[derive(Serialize, ToSchema)]
#[schema(as = Selection)]
pub struct SelectionView {
    /// Its id.
    #[schema(example = "019aa0e2-3c4d-7e5f-8071-82a3b4c5d6e7")]
    id: SelectionId,
    /// The player who is selected; the name is never withheld.
    player: PlayerName,
    /// The role in which the player is selected.
    role: SelectionRole,
    /// The team for which the player is selected.
    team: Team,
    /// The international event.
    #[schema(example = "African championship 2027")]
    event: Option<String>,
    /// The code of the province whose team it is, or in which the region is.
    #[schema(example = "ZA-NW")]
    province: Option<String>,
    /// The code of the region whose team it is.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// The division of the selection.
    division: Division,
    /// The gaming year of the selection.
    #[schema(example = 2027)]
    year: GamingYear,
    /// The day of the selection.
    #[schema(example = "2027-03-06")]
    selected_on: NaiveDate,
    /// The reference to where it is written.
    #[schema(example = "Minutes of 6 March 2027, item 4")]
    reference: String,
    /// The time at which it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2027-03-06T16:00:00.000000Z")]
    created_at: Timestamp,
    /// The time at which it was withdrawn.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-03-20T08:00:00.000000Z")]
    withdrawn_at: Option<Timestamp>,
    /// The reason for the withdrawal.
    #[schema(example = "Is ill.")]
    reason: Option<String>,
}

impl SelectionView {
    pub fn of(selection: &Selection, player: &Player) -> SelectionView {
        let selection = selection.clone();
        SelectionView {
            id: selection.id,
            player: player.named_in_full(),
            role: selection.role,
            team: selection.team,
            event: selection.event,
            province: selection.province,
            region: selection.region,
            division: selection.division,
            year: selection.year,
            selected_on: selection.selected_on,
            reference: selection.reference,
            created_at: selection.created_at,
            withdrawn_at: selection.withdrawn_at,
            reason: selection.reason,
        }
    }
}
