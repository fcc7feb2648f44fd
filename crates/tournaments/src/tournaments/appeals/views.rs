//! Views of appeals.

use serde::Serialize;
use utoipa::ToSchema;

use crate::tournaments::appeals::{Appeal, AppealOutcome};
use crate::values::clock::Timestamp;
use crate::values::id::{AppealId, DisputeId, PlayerId, TournamentId};

/// An appeal, for the player, those who look after the player, and those who decide.
#[derive(Serialize, ToSchema)]
#[schema(as = Appeal)]
pub struct AppealView {
    /// Its id.
    #[schema(example = "019aa0d9-8192-73a4-95b6-c7d8e9f0a1b2")]
    id: AppealId,
    /// The tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: TournamentId,
    /// The dispute whose ruling it is against; none where it is against the ratified result.
    #[schema(example = "019aa0d6-7081-7293-84a5-b6c7d8e9f0a1")]
    dispute_id: Option<DisputeId>,
    /// The player who appeals.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The grounds.
    #[schema(example = "The umpire did not look at my notes.")]
    grounds: String,
    /// The time at which it was entered.
    #[schema(value_type = String, format = DateTime, example = "2027-04-20T09:20:00.000000Z")]
    raised_at: Timestamp,
    /// The decision; none while it is pending.
    outcome: Option<AppealOutcome>,
    /// The reason for the decision.
    #[schema(example = "The notes show a draw.")]
    reason: Option<String>,
    /// The time of the decision.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-04-27T16:00:00.000000Z")]
    decided_at: Option<Timestamp>,
}

impl From<Appeal> for AppealView {
    fn from(appeal: Appeal) -> AppealView {
        AppealView {
            id: appeal.id,
            tournament_id: appeal.tournament,
            dispute_id: appeal.dispute,
            player_id: appeal.player,
            grounds: appeal.grounds,
            raised_at: appeal.raised_at,
            outcome: appeal.outcome,
            reason: appeal.reason,
            decided_at: appeal.decided_at,
        }
    }
}
