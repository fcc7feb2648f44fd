//! All that is kept of one person as a player.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::{Authority, Caller, Reach};
use crate::clubs;
use crate::db::{Conn, audit};
use crate::players::consents::Consent;
use crate::players::pairing_bars::PairingBar;
use crate::players::player_accounts::use_cases::TiedAccount;
use crate::players::player_accounts::views::PlayerAccountView;
use crate::players::registrations::Registration;
use crate::players::registrations::store::RegistrationFilter;
use crate::players::residences::use_cases::{WithLastDay, history};
use crate::players::suspensions::Suspension;
use crate::players::transfers::Transfer;
use crate::players::views::{PairingBarView, PlayerSuspensionView, RegistrationView, ResidenceView, TransferView};
use crate::players::{self, Number, Particulars, Player, pairing_bars, registrations};
use crate::values::clock::Timestamp;
use crate::values::error::Error;

/// The record of a player.
pub(crate) struct PlayerRecord {
    numbers: Vec<Number>,
    merged_entries: Vec<Player>,
    residences: Vec<WithLastDay>,
    registrations: Vec<Registration>,
    transfers: Vec<Transfer>,
    consents: Vec<Consent>,
    accounts: Vec<TiedAccount>,
    pairing_bars: Vec<(PairingBar, [Player; 2])>,
    suspensions: Vec<Suspension>,
    changes: Vec<(Timestamp, String)>,
}

impl PlayerRecord {
    /// Everything about the player; the reasons of suspensions only for whom they are for.
    pub(crate) fn load(c: &mut Conn, by: &Caller, player: &Player) -> Result<PlayerRecord, Error> {
        let everywhere = Reach::of(&[Authority::Administrator]);
        let entries = players::store::entries(c, player.id)?;
        let registrations = RegistrationFilter {
            players: Some(entries.clone()),
            ..Default::default()
        };
        let withdrawn = RegistrationFilter {
            players: Some(entries.clone()),
            withdrawn: true,
            ..Default::default()
        };
        let mut registrations = registrations::store::list(c, registrations, &everywhere, None)?;
        registrations.extend(registrations::store::list(c, withdrawn, &everywhere, None)?);
        registrations.sort_by_key(|registration| registration.id);
        let transfers = players::transfers::store::TransferFilter {
            player: Some(player.id),
            ..Default::default()
        };
        let club = clubs::store::find(c, player.club)?;
        let is_of_province = club.is_some_and(|club| by.reach.covers_province(&club.province));
        let mut suspensions = players::suspensions::store::list(c, player.id)?;
        if !is_of_province {
            suspensions = suspensions.into_iter().map(Suspension::without_reasons).collect();
        }
        Ok(PlayerRecord {
            suspensions,
            numbers: players::store::numbers(c, &entries)?,
            merged_entries: players::store::merged_into(c, player.id)?,
            residences: history(c, player.id)?,
            registrations,
            transfers: players::transfers::store::list(c, &transfers, &everywhere, None)?,
            consents: players::consents::store::list(c, player.id)?,
            accounts: players::player_accounts::use_cases::list_of(c, player)?,
            pairing_bars: pairing_bars::use_cases::list_of(c, player.id)?,
            changes: audit::naming(c, &entries)?,
        })
    }
}

/// The record of a player.
#[derive(Serialize, ToSchema)]
pub(crate) struct PlayerData {
    /// The player's particulars.
    particulars: Particulars,
    /// All numbers that the player has, those of merged entries included.
    #[schema(value_type = Vec<String>, example = json!(["M-0004217-K"]))]
    numbers: Vec<Number>,
    /// The particulars that merged entries hold of the person.
    merged_entries: Vec<Particulars>,
    /// The places where the player has lived.
    residences: Vec<ResidenceView>,
    /// The registrations of the player, present and past, withdrawn ones included: the years and the clubs.
    registrations: Vec<RegistrationView>,
    /// The transfers of the player from club to club.
    transfers: Vec<TransferView>,
    /// The consents that guardians, or the player, have given, withdrawn ones included.
    consents: Vec<Consent>,
    /// The accounts that hold for the player, or did: their own, or those of parents or guardians.
    accounts: Vec<PlayerAccountView>,
    /// The pairing bars: the players against whom the player is not drawn, or was not in the past.
    pairing_bars: Vec<PairingBarView>,
    /// The suspensions of the player, lifted ones included; their reasons are told by the province and the federation.
    suspensions: Vec<PlayerSuspensionView>,
    /// The changes to the record, and their times.
    changes: Vec<ChangeView>,
}

/// A change to a record.
#[derive(Serialize, ToSchema)]
#[schema(as = RecordChange)]
struct ChangeView {
    /// The time of the change.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    at: Timestamp,
    /// The operation.
    #[schema(example = "update_player_particulars")]
    action: String,
}

impl PlayerData {
    /// The record, as the player reads of themselves.
    pub(crate) fn of(record: PlayerRecord, player: &Player, today: NaiveDate) -> Result<PlayerData, Error> {
        let merged_entries = record.merged_entries.iter().map(Player::particulars);
        let registrations = record.registrations.iter();
        let transfers = record.transfers.into_iter();
        let bars = record.pairing_bars.into_iter().map(|(bar, mut players)| {
            for own in players.iter_mut().filter(|named| named.id == player.id) {
                own.clone_from(player);
            }
            PairingBarView::of(&bar, &players, today)
        });
        let accounts = record.accounts.into_iter();
        let accounts = accounts.map(|tied| PlayerAccountView::exported(tied, today));
        let changes = record.changes.into_iter();
        let suspensions = record.suspensions.iter();
        Ok(PlayerData {
            particulars: player.particulars()?,
            numbers: record.numbers,
            merged_entries: merged_entries.collect::<Result<_, _>>()?,
            residences: record.residences.into_iter().map(ResidenceView::from).collect(),
            registrations: registrations
                .map(|registration| RegistrationView::of(registration, player, today))
                .collect(),
            transfers: transfers
                .map(|transfer| TransferView::of(transfer, player, today))
                .collect(),
            consents: record.consents,
            accounts: accounts.collect(),
            pairing_bars: bars.collect(),
            suspensions: suspensions.map(|one| PlayerSuspensionView::of(one, player)).collect(),
            changes: changes.map(|(at, action)| ChangeView { at, action }).collect(),
        })
    }
}
