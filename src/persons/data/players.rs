//! All that this noun keeps of one person.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::{Authority, Reach};
use crate::db::{Conn, audit};
use crate::players::consents::routes::ConsentView;
use crate::players::consents::store as consents;
use crate::players::pairing_bars::routes as pairing_bars;
use crate::players::pairing_bars::routes::PairingBarView;
use crate::players::registrations::routes::RegistrationView;
use crate::players::residences::routes::ResidenceView;
use crate::players::residences::store as residences;
use crate::players::transfers::routes::TransferView;
use crate::players::{Number, Particulars, Player, store};
use crate::values::clock::Timestamp;
use crate::values::error::Error;

/// What is on record of a player.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayerData {
    /// Who it is.
    particulars: Particulars,
    /// All numbers that the player has, those of merged entries included.
    #[schema(value_type = Vec<String>, example = json!(["M-0004217-K"]))]
    numbers: Vec<Number>,
    /// What merged entries say of the person.
    merged_entries: Vec<Particulars>,
    /// Where the player has lived.
    residences: Vec<ResidenceView>,
    /// For which years and clubs the player is and was registered.
    registrations: Vec<RegistrationView>,
    /// From which clubs to which the player went.
    transfers: Vec<TransferView>,
    /// What guardians allow and allowed.
    consents: Vec<ConsentView>,
    /// Whom the player is and was never drawn against.
    pairing_bars: Vec<PairingBarView>,
    /// What was done to the record, and when.
    changes: Vec<ChangeView>,
}

/// A change to a record.
#[derive(Serialize, ToSchema)]
#[schema(as = RecordChange)]
struct ChangeView {
    /// When.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    at: Timestamp,
    /// The operation.
    #[schema(example = "update_player_particulars")]
    action: String,
}

impl PlayerData {
    /// Everything about the player, as one reads of oneself.
    pub(crate) fn of(c: &mut Conn, player: &Player, today: NaiveDate) -> Result<PlayerData, Error> {
        let everywhere = Reach::of(&[Authority::Administrator]);
        let entries = store::entries(c, player.id)?;
        let of_player = crate::players::registrations::store::Filter {
            players: Some(entries.clone()),
            ..Default::default()
        };
        let registrations = crate::players::registrations::store::list(c, of_player, &everywhere, None)?;
        let of_player = crate::players::transfers::store::Filter {
            players: Some(entries.clone()),
            ..Default::default()
        };
        let transfers = crate::players::transfers::store::list(c, of_player, &everywhere, None)?;
        let bars = crate::players::pairing_bars::store::list(c, player.id)?;
        let merged = store::merged_into(c, player.id)?;
        let changes = audit::naming(c, &entries)?
            .into_iter()
            .map(|(at, action)| ChangeView { at, action });
        Ok(PlayerData {
            particulars: player.particulars()?,
            numbers: store::numbers(c, &entries)?,
            merged_entries: merged.iter().map(Player::particulars).collect::<Result<_, _>>()?,
            residences: residences::list(c, player.id)?
                .into_iter()
                .map(ResidenceView::from)
                .collect(),
            registrations: registrations
                .iter()
                .map(|one| RegistrationView::of(one, player, today))
                .collect(),
            transfers: transfers
                .into_iter()
                .map(|one| TransferView::of(one, player, today))
                .collect(),
            consents: consents::list(c, player.id)?
                .into_iter()
                .map(ConsentView::from)
                .collect(),
            pairing_bars: pairing_bars::shown_to(player, c, bars, today)?,
            changes: changes.collect(),
        })
    }
}
