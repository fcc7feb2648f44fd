//! Views of players' own accounts.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::players::consents::ConsentRelation;
use crate::players::player_accounts::PlayerAccountOrigin;
use crate::players::player_accounts::use_cases::TiedAccount;
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, PlayerAccountId, PlayerId};

/// An account that holds for a player, for those who look after the player.
#[derive(Serialize, ToSchema)]
#[schema(as = PlayerAccount)]
pub struct PlayerAccountView {
    /// Its id.
    #[schema(example = "019aa0d8-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    id: PlayerAccountId,
    /// The player for whom it holds.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// The account.
    #[schema(example = "019aa0c8-5b1f-7a52-9d0e-7f3b1c2a4d5e")]
    account_id: AccountId,
    /// The address with which the person signs in; in an export of the player's data only where it is the player's own.
    #[schema(example = "lindiwe@family.example")]
    email: Option<String>,
    /// The relation to the player of the person who signs in.
    relation: ConsentRelation,
    /// Whether the account was made for this, or was there before.
    origin: PlayerAccountOrigin,
    /// Whether it holds today: it was not withdrawn, and a parent's or guardian's not once the player is 18.
    #[schema(example = true)]
    holds: bool,
    /// The time from which it holds.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The time at which it was withdrawn.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    withdrawn_at: Option<Timestamp>,
}

impl PlayerAccountView {
    pub fn of(tied: TiedAccount, today: NaiveDate) -> PlayerAccountView {
        let TiedAccount { tie, account, player } = tied;
        PlayerAccountView {
            holds: tie.holds(&player, today),
            id: tie.id,
            player_id: player.id,
            account_id: tie.account,
            email: Some(account.email.as_str().to_owned()),
            relation: tie.relation,
            origin: tie.origin,
            created_at: tie.created_at,
            withdrawn_at: tie.withdrawn_at,
        }
    }

    /// The account in an export: how a parent or guardian is reached is not the player's.
    pub fn exported(tied: TiedAccount, today: NaiveDate) -> PlayerAccountView {
        let is_own = tied.tie.relation == ConsentRelation::Themselves;
        let view = PlayerAccountView::of(tied, today);
        PlayerAccountView {
            email: view.email.clone().filter(|_| is_own),
            ..view
        }
    }
}
