//! Lists and their rows, as they are answered.

use std::collections::HashMap;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::players::registrations::Division;
use crate::players::{Player, PlayerName};
use crate::rankings::Ranking;
use crate::rankings::figures::Figure;
use crate::rankings::methods::{Method, Parameter, glicko};
use crate::rankings::rows::Row;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::Id;

/// What a method is set to.
#[derive(Serialize, ToSchema)]
#[schema(as = RankingParameter)]
pub(crate) struct ParameterView {
    /// What it is called.
    #[schema(example = "months")]
    name: &'static str,
    /// To what it is set.
    #[schema(example = "24")]
    value: String,
    /// What that means.
    #[schema(example = "Events count whose last day lies in so many months before the list's day, that day included.")]
    meaning: &'static str,
}

impl From<Parameter> for ParameterView {
    fn from(Parameter { name, value, meaning }: Parameter) -> ParameterView {
        ParameterView { name, value, meaning }
    }
}

/// A list.
#[derive(Serialize, ToSchema)]
#[schema(as = Ranking)]
pub(crate) struct RankingView {
    /// Its id.
    #[schema(example = "019aa0e1-3a4b-7c5d-8e6f-7a8b9c0d1e2f")]
    id: Id,
    /// By which method.
    method: Method,
    /// By which version of it.
    #[schema(example = 1)]
    version: i64,
    /// What the method is set to.
    parameters: Vec<ParameterView>,
    /// For which day.
    #[schema(example = "2026-11-20")]
    on: NaiveDate,
    /// The first day of its window.
    #[schema(example = "2024-11-21")]
    from: NaiveDate,
    /// The last day of its window.
    #[schema(example = "2026-11-20")]
    until: NaiveDate,
    /// How many players have a place.
    #[schema(example = 4217)]
    players: i64,
    /// The list of the method that was the last before this one, to which movements are told.
    #[schema(example = "019aa0df-1827-793a-8b4c-5d6e7f8091a2")]
    previous_id: Option<Id>,
    /// The list that it replaces.
    #[schema(example = "019aa0e0-2938-7a4b-8c5d-6e7f8091a2b3")]
    replaces_id: Option<Id>,
    /// Why it replaces the other.
    #[schema(example = "A result of the North West Championship was corrected.")]
    reason: Option<String>,
    /// The list that replaces it.
    #[schema(example = "019aa0e2-4b5c-7d6e-8f70-8b9c0d1e2f30")]
    replaced_by_id: Option<Id>,
    /// When it was published.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    published_at: Timestamp,
}

impl From<Ranking> for RankingView {
    fn from(ranking: Ranking) -> RankingView {
        let (replaces_id, reason) = ranking.replaces.unzip();
        RankingView {
            id: ranking.id,
            method: ranking.method,
            version: ranking.version,
            parameters: ranking
                .method
                .parameters(ranking.months)
                .into_iter()
                .map(ParameterView::from)
                .collect(),
            on: ranking.window.until,
            from: ranking.window.from,
            until: ranking.window.until,
            players: ranking.players,
            previous_id: ranking.previous,
            replaces_id,
            reason,
            replaced_by_id: ranking.replaced_by,
            published_at: ranking.published_at,
        }
    }
}

/// A list as it would be.
#[derive(Serialize, ToSchema)]
pub(crate) struct RankingPreview {
    /// By which method.
    method: Method,
    /// By which version of it.
    #[schema(example = 1)]
    version: i64,
    /// The first day of its window.
    #[schema(example = "2024-11-21")]
    from: NaiveDate,
    /// The last day of its window.
    #[schema(example = "2026-11-20")]
    until: NaiveDate,
    /// How many players would have a place.
    #[schema(example = 4217)]
    players: i64,
    /// The list to which movements are told.
    #[schema(example = "019aa0df-1827-793a-8b4c-5d6e7f8091a2")]
    previous_id: Option<Id>,
    /// The first rows.
    items: Vec<RowView>,
}

impl RankingPreview {
    pub(crate) fn of(ranking: &Ranking, items: Vec<RowView>) -> RankingPreview {
        let Ranking {
            method,
            version,
            window,
            players,
            previous,
            ..
        } = *ranking;
        RankingPreview {
            method,
            version,
            from: window.from,
            until: window.until,
            players,
            previous_id: previous,
            items,
        }
    }
}

/// Where a player was in the list before.
#[derive(Serialize, ToSchema)]
#[schema(as = RankingMovement)]
pub(crate) struct Movement {
    /// The place in the list before.
    #[schema(example = 7)]
    pub(crate) previous_place: i64,
    /// By how many places the player has gone up; down, if it is negative.
    #[schema(example = 4)]
    up: i64,
}

/// A row of a list.
#[derive(Serialize, ToSchema)]
#[schema(as = RankingRow)]
pub(crate) struct RowView {
    /// The place in the whole list, from 1; those who share one have the same.
    #[schema(example = 3)]
    pub(crate) place: i64,
    /// Whether the place is shared.
    #[schema(example = false)]
    pub(crate) shared: bool,
    /// The place among those who were asked for; shared likewise.
    #[schema(example = 1)]
    pub(crate) place_in_selection: i64,
    /// By what the player is ranked: points, or a rating.
    #[schema(example = 28.5)]
    pub(crate) figure: f64,
    /// The same as a fraction.
    #[schema(example = "57/2")]
    pub(crate) figure_fraction: String,
    /// How uncertain a rating is.
    #[schema(example = 87.25)]
    pub(crate) deviation: Option<f64>,
    /// Whether a rating is still too uncertain to say much.
    #[schema(example = false)]
    pub(crate) provisional: Option<bool>,
    /// Where the player was in the list before; nothing of who is new.
    pub(crate) movement: Option<Movement>,
    /// Who.
    pub(crate) player: PlayerName,
    /// The code of the province in which the player lived on the list's day.
    #[schema(example = "ZA-NW")]
    pub(crate) province: String,
    /// The club through which the player was registered on the list's day.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    pub(crate) club_id: Id,
    /// The division in which the player was registered; none of who was not.
    pub(crate) division: Option<Division>,
}

/// The player as everyone may see them on that day; of an entry that was merged, the one that stays.
pub(crate) fn named(id: Id, players: &HashMap<Id, Player>, today: NaiveDate) -> Result<PlayerName, Error> {
    let player = players.get(&id).map(|player| player.named(today));
    player.ok_or_else(|| Error::Internal(format!("ranked player {id}: there is none")))
}

impl RowView {
    pub(crate) fn of(
        row: Row,
        place_in_selection: i64,
        players: &HashMap<Id, Player>,
        today: NaiveDate,
    ) -> Result<RowView, Error> {
        let up = |previous_place: i64| Movement {
            previous_place,
            up: previous_place - row.place,
        };
        Ok(RowView {
            player: named(row.player, players, today)?,
            place: row.place,
            shared: row.shared,
            place_in_selection,
            figure: row.figure.decimal(),
            figure_fraction: row.figure.fraction(),
            deviation: row.deviation.map(Figure::decimal),
            provisional: row.deviation.map(glicko::is_provisional),
            movement: row.previous_place.map(up),
            province: row.particulars.province,
            club_id: row.particulars.club,
            division: row.particulars.division,
        })
    }
}
