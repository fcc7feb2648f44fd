//! Lists and their rows, as they are answered.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::clubs::expansion::NamesClubs;
use crate::players::PlayerName;
use crate::players::registrations::Division;
use crate::rankings::Ranking;
use crate::rankings::figures::Figure;
use crate::rankings::methods::Method;
use crate::rankings::rows::ListedRow;
use crate::values::id::{ClubId, RankingId};

/// A list as it would be.
#[derive(Serialize, ToSchema)]
pub(crate) struct RankingPreview {
    /// The method of the list.
    method: Method,
    /// The version of the method.
    #[schema(example = 1)]
    version: i64,
    /// The first day of its window.
    #[schema(example = "2024-11-21")]
    from: NaiveDate,
    /// The last day of its window.
    #[schema(example = "2026-11-20")]
    until: NaiveDate,
    /// The number of players who would have a rank.
    #[schema(example = 4217)]
    players: i64,
    /// The list to which movements are told.
    #[schema(example = "019aa0df-1827-793a-8b4c-5d6e7f8091a2")]
    previous_id: Option<RankingId>,
    /// The first rows.
    items: Vec<RowView>,
}

impl RankingPreview {
    pub(crate) fn of(ranking: &Ranking, items: Vec<RowView>) -> RankingPreview {
        RankingPreview {
            method: ranking.method,
            version: ranking.version,
            from: ranking.from,
            until: ranking.until,
            players: ranking.players,
            previous_id: ranking.previous_id,
            items,
        }
    }
}

/// The movement of a player since the list before.
#[derive(Serialize, ToSchema)]
#[schema(as = RankingMovement)]
pub(crate) struct Movement {
    /// The rank in the list before.
    #[schema(example = 7)]
    pub(crate) previous_rank: i64,
    /// The number of ranks by which the player has gone up; if it is negative, the player has gone down.
    #[schema(example = 4)]
    up: i64,
}

/// A row of a list.
#[derive(Serialize, ToSchema)]
#[schema(as = RankingRow)]
pub(crate) struct RowView {
    /// The rank in the whole list, from 1; those who share one have the same.
    #[schema(example = 3)]
    pub(crate) rank: i64,
    /// Whether the rank is shared.
    #[schema(example = false)]
    pub(crate) shared: bool,
    /// The rank among those who were asked for; shared likewise.
    #[schema(example = 1)]
    pub(crate) rank_in_selection: i64,
    /// The figure by which the player is ranked: points, or a rating.
    #[schema(example = 28.5)]
    pub(crate) figure: f64,
    /// The figure as a fraction.
    #[schema(example = "57/2")]
    pub(crate) figure_fraction: String,
    /// The uncertainty of a rating.
    #[schema(example = 87.25)]
    pub(crate) deviation: Option<f64>,
    /// Whether a rating is still too uncertain to say much.
    #[schema(example = false)]
    pub(crate) provisional: Option<bool>,
    /// The movement since the list before; nothing if the player is new.
    pub(crate) movement: Option<Movement>,
    /// The player.
    pub(crate) player: PlayerName,
    /// The code of the province in which the player lived on the list's day.
    #[schema(example = "ZA-NW")]
    pub(crate) province: String,
    /// The club through which the player was registered on the list's day.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) club_id: ClubId,
    /// The division in which the player was registered; none of who was not.
    pub(crate) division: Option<Division>,
}

impl RowView {
    pub(crate) fn of(listed: ListedRow, today: NaiveDate) -> RowView {
        let ListedRow {
            row,
            rank_in_selection,
            player,
            provisional,
            ..
        } = listed;
        let up = |previous_rank: i64| Movement {
            previous_rank,
            up: previous_rank - row.rank,
        };
        RowView {
            player: player.named(today),
            rank: row.rank,
            shared: row.shared,
            rank_in_selection,
            figure: row.figure.decimal(),
            figure_fraction: row.figure.fraction(),
            deviation: row.deviation.map(Figure::decimal),
            provisional,
            movement: row.previous_rank.map(up),
            province: row.particulars.province,
            club_id: row.particulars.club,
            division: row.particulars.division,
        }
    }
}

impl NamesClubs for RowView {
    fn clubs(&self) -> impl Iterator<Item = ClubId> {
        std::iter::once(self.club_id)
    }
}
