//! Views of players, and of what is on record of them.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::clubs::expansion::NamesClubs;
use crate::players::pairing_bars::{PairingBar, PairingBarRelation};
use crate::players::registrations::{Basis, Division, Registration};
use crate::players::residences::Residence;
use crate::players::suspensions::Suspension;
use crate::players::transfers::{Transfer, TransferState};
use crate::players::{Home, Number, Player};
use crate::values::clock::Timestamp;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AccountId, ClubId, PairingBarId, PlayerId, RegistrationId, SuspensionId, TransferId};

/// A player as everyone may see them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PublicPlayer {
    /// The player's id.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    id: PlayerId,
    /// The number that people speak and print.
    #[schema(value_type = String, example = "M-0004217-K")]
    number: Number,
    /// The full name; the initials where the name is withheld.
    #[schema(example = "Thandiwe Mokoena")]
    name: String,
    /// Whether the name is withheld: the player is under 18, and no guardian has consented.
    #[schema(example = false)]
    name_withheld: bool,
    /// The code of the province in which the player lives.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The club through which the player is registered.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: ClubId,
}

/// A player as one appears in a game or a list of another kind.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PlayerName {
    /// The player's id.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    pub id: PlayerId,
    /// The number that people speak and print.
    #[schema(value_type = String, example = "M-0004217-K")]
    pub number: Number,
    /// The full name; the initials where the name is withheld.
    #[schema(example = "Thandiwe Mokoena")]
    pub name: String,
}

impl Player {
    /// The player as everyone may see them on that day.
    #[must_use]
    pub fn public(&self, today: NaiveDate) -> PublicPlayer {
        PublicPlayer {
            id: self.id,
            number: self.number,
            name: self.public_name(today),
            name_withheld: self.name_is_withheld(today),
            province: self.home.province.clone(),
            club_id: self.club,
        }
    }

    /// The player as they appear in a game on that day.
    #[must_use]
    pub fn named(&self, today: NaiveDate) -> PlayerName {
        PlayerName {
            id: self.id,
            number: self.number,
            name: self.public_name(today),
        }
    }

    /// The player as they appear to those who look after them.
    #[must_use]
    pub fn named_in_full(&self) -> PlayerName {
        let name = self.person.as_ref().map(|person| person.name.full());
        PlayerName {
            id: self.id,
            number: self.number,
            name: name.unwrap_or_else(|| self.number.to_string()),
        }
    }
}

/// A place where a player has lived, and since when.
#[derive(Serialize, ToSchema)]
#[schema(as = Residence)]
pub struct ResidenceView {
    /// The first day.
    #[schema(example = "2026-10-01")]
    since: NaiveDate,
    /// The last day, if another residence on record follows.
    #[schema(example = "2026-11-19")]
    until: Option<NaiveDate>,
    /// The code of the province.
    #[schema(example = "ZA-NW")]
    province: String,
    /// The code of the region in it, if that is known.
    #[schema(example = "DC38")]
    region: Option<String>,
    /// The time at which it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    recorded_at: Timestamp,
}

impl From<(Residence, Option<NaiveDate>)> for ResidenceView {
    fn from((residence, until): (Residence, Option<NaiveDate>)) -> ResidenceView {
        let Home { province, region } = residence.home;
        ResidenceView {
            since: residence.since,
            until,
            province,
            region,
            recorded_at: residence.recorded_at,
        }
    }
}

/// A registration, for those who look after the club.
#[derive(Serialize, ToSchema)]
#[schema(as = Registration)]
pub struct RegistrationView {
    /// Its id.
    #[schema(example = "019aa0cd-7a8b-7c9d-8e0f-1a2b3c4d5e6f")]
    id: RegistrationId,
    /// The player who is registered: by name, or, if the player is a minor of another club, as everyone may see them.
    player: PlayerName,
    /// The club through which the player is registered.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: ClubId,
    /// The gaming year for which the player is registered.
    year: GamingYear,
    /// The basis on which the player is registered.
    basis: Basis,
    /// The division in which the player competes.
    division: Division,
    /// The day on which the fee was paid.
    #[schema(example = "2026-11-15")]
    paid_on: Option<NaiveDate>,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The time at which it was taken back, if it was made by mistake: it counts no more.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-21T09:30:00.000000Z")]
    withdrawn_at: Option<Timestamp>,
    /// The reason for which it was taken back.
    #[schema(example = "The player was registered for the wrong year.")]
    withdrawn_because: Option<String>,
}

impl RegistrationView {
    pub fn of(registration: &Registration, player: &Player, today: NaiveDate) -> RegistrationView {
        RegistrationView {
            id: registration.id,
            player: registration.name_of(player, today),
            club_id: registration.club,
            year: registration.year,
            basis: registration.basis,
            division: registration.division,
            paid_on: registration.paid_on,
            created_at: registration.created_at,
            withdrawn_at: registration.withdrawn_at,
            withdrawn_because: registration.withdrawn_because.clone(),
        }
    }
}

/// A pairing bar, for those who look after one of the players.
#[derive(Serialize, ToSchema)]
#[schema(as = PairingBar)]
pub struct PairingBarView {
    /// Its id.
    #[schema(example = "019aa0cf-9c0d-7e1f-8a2b-3c4d5e6f7a8b")]
    id: PairingBarId,
    /// The two players, as everyone may see them.
    #[schema(min_items = 2, max_items = 2)]
    players: Vec<PlayerName>,
    /// The relation between them.
    relation: PairingBarRelation,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The time at which it was withdrawn; it holds until then.
    #[schema(value_type = Option<String>, format = DateTime, example = "2027-01-15T12:30:00.000000Z")]
    withdrawn_at: Option<Timestamp>,
    /// The reason for which somebody withdrew it.
    #[schema(example = "They are not related; it was recorded by mistake.")]
    withdrawn_because: Option<String>,
}

impl PairingBarView {
    pub fn of(bar: &PairingBar, players: &[Player; 2], today: NaiveDate) -> PairingBarView {
        PairingBarView {
            id: bar.id,
            players: players.iter().map(|player| player.named(today)).collect(),
            relation: bar.relation,
            created_at: bar.created_at,
            withdrawn_at: bar.withdrawn_at,
            withdrawn_because: bar.withdrawn_because.clone(),
        }
    }
}

/// A suspension of a player, for those who look after the province.
#[derive(Serialize, ToSchema)]
pub struct PlayerSuspensionView {
    /// Its id.
    #[schema(example = "019aa0cf-7a8b-7c9d-8e0f-1a2b3c4d5e6f")]
    id: SuspensionId,
    /// The player, by name.
    player: PlayerName,
    /// The first day.
    #[schema(example = "2027-03-01")]
    begins_on: NaiveDate,
    /// The last day; without one it is open.
    #[schema(example = "2027-08-31")]
    ends_on: Option<NaiveDate>,
    /// The reason.
    #[schema(example = "Struck an opponent.")]
    reason: Option<String>,
    /// The account that recorded it.
    #[schema(example = "019aa0c8-1d2e-7f3a-8b4c-5d6e7f8a9b0c")]
    recorded_by: AccountId,
    /// The time at which it was recorded.
    #[schema(value_type = String, format = DateTime, example = "2027-03-01T08:00:00.000000Z")]
    created_at: Timestamp,
    /// The day from which it no longer holds, if it was lifted.
    #[schema(example = "2027-04-12")]
    lifted_on: Option<NaiveDate>,
    /// The reason for which it was lifted.
    #[schema(example = "The appeal was upheld.")]
    lifted_because: Option<String>,
}

impl PlayerSuspensionView {
    pub fn of(suspension: &Suspension, player: &Player) -> PlayerSuspensionView {
        PlayerSuspensionView {
            id: suspension.id,
            player: player.named_in_full(),
            begins_on: suspension.begins_on,
            ends_on: suspension.ends_on,
            reason: suspension.reason.clone(),
            recorded_by: suspension.recorded_by,
            created_at: suspension.created_at,
            lifted_on: suspension.lifted_on,
            lifted_because: suspension.lifted_because.clone(),
        }
    }
}

impl NamesClubs for RegistrationView {
    fn clubs(&self) -> impl Iterator<Item = ClubId> {
        std::iter::once(self.club_id)
    }
}

/// A transfer, for those who look after one of the clubs.
#[derive(Serialize, ToSchema)]
#[schema(as = Transfer)]
pub struct TransferView {
    /// Its id.
    #[schema(example = "019aa0ce-8b9c-7d0e-8f1a-2b3c4d5e6f7a")]
    id: TransferId,
    /// The player who moves, as everyone may see them.
    player: PlayerName,
    /// The club that the player leaves.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e60")]
    from_club_id: ClubId,
    /// The club that the player joins.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    to_club_id: ClubId,
    /// The state that it has reached.
    state: TransferState,
    /// The time at which the new club asked.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    asked_at: Timestamp,
    /// The time at which the old club released the player.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-21T09:30:00.000000Z")]
    released_at: Option<Timestamp>,
    /// The time at which the new club's province accepted.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-23T07:15:00.000000Z")]
    accepted_at: Option<Timestamp>,
    /// The time at which one side refused.
    #[schema(value_type = Option<String>, format = DateTime, example = "2026-11-23T07:15:00.000000Z")]
    refused_at: Option<Timestamp>,
    /// The reason for the refusal.
    #[schema(example = "The player owes the club a board.")]
    reason: Option<String>,
}

impl TransferView {
    pub fn of(transfer: Transfer, player: &Player, today: NaiveDate) -> TransferView {
        TransferView {
            id: transfer.id,
            player: player.named(today),
            from_club_id: transfer.from,
            to_club_id: transfer.to,
            state: transfer.state(),
            asked_at: transfer.asked_at,
            released_at: transfer.released_at,
            accepted_at: transfer.accepted_at,
            refused_at: transfer.refused_at,
            reason: transfer.reason,
        }
    }
}

impl NamesClubs for PublicPlayer {
    fn clubs(&self) -> impl Iterator<Item = ClubId> {
        std::iter::once(self.club_id)
    }
}

impl NamesClubs for TransferView {
    fn clubs(&self) -> impl Iterator<Item = ClubId> {
        [self.from_club_id, self.to_club_id].into_iter()
    }
}
