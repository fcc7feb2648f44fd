//! The rounds of a finished tournament, as its file has them: matches with their results, and byes.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::federation::readings::ByeValue;
use crate::tournaments::matches::MOST_MATCHES;
use crate::tournaments::model::draw::Draw;
use crate::tournaments::model::{Bye, ByeKind, Entered, Game, Match, Orders, Round, TournamentSnapshot};
use crate::tournaments::plans::MOST_GAMES;
use crate::values::clock::Timestamp;
use crate::values::id::{ByeId, EntryId, MatchId, RoundId};
use crate::values::number::Seed;
use crate::web::list::{List, two};

/// The most results of a match, each but the first of which corrects the one before.
const MOST_RESULTS: usize = 1_000;

/// A round in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedRound)]
pub(crate) struct RoundForm {
    /// Its id.
    #[schema(example = "019aa0d3-4d5e-7f60-8172-93a4b5c6d7e8")]
    pub(crate) id: RoundId,
    /// The digest of everything on which the draw depended.
    #[schema(
        example = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        min_length = 64,
        max_length = 64
    )]
    pub(crate) digest: String,
    /// The umpire's orders; players by their places in the starting order.
    #[schema(value_type = Map<String, Value>, example = json!({ "reason": null }))]
    pub(crate) orders: Orders,
    /// The draw with its reasons; players likewise.
    #[schema(value_type = Map<String, Value>, example = json!({ "boards": [] }))]
    pub(crate) draw: Draw,
    /// The time at which it was drawn.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T08:00:00.000000Z")]
    pub(crate) drawn_at: Timestamp,
    /// The time at which it was published.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T08:10:00.000000Z")]
    pub(crate) published_at: Timestamp,
    /// The time at which it was closed.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T10:00:00.000000Z")]
    pub(crate) closed_at: Timestamp,
    /// The matches by board.
    #[schema(value_type = Vec<MatchForm>, min_items = 0, max_items = 500)]
    pub(crate) matches: List<MatchForm, 0, MOST_MATCHES>,
}

/// A match in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedMatch)]
pub(crate) struct MatchForm {
    /// Its id.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    pub(crate) id: MatchId,
    /// The places in the starting order of the player who stood higher, and of the other.
    #[serde(deserialize_with = "two")]
    #[schema(value_type = Vec<Seed>, min_items = 2, max_items = 2, example = json!([1, 13]))]
    pub(crate) pair: [Seed; 2],
    /// The place of the one who was drawn to start the first game.
    #[schema(value_type = u32, minimum = 1, maximum = 1000, example = 1)]
    pub(crate) drawn_to_start: Seed,
    /// The results as they were entered and corrected, the last of which counts; those that were taken back are left out.
    #[schema(value_type = Vec<ResultForm>, min_items = 1, max_items = 1000)]
    pub(crate) results: List<ResultForm, 0, MOST_RESULTS>,
}

/// A result in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedResult)]
pub(crate) struct ResultForm {
    /// The place of the one who started the first game.
    #[schema(value_type = u32, minimum = 1, maximum = 1000, example = 1)]
    pub(crate) started: Seed,
    /// The games in their order.
    #[schema(value_type = Vec<Object>, min_items = 1, max_items = 12, example = json!([{ "result": "first", "ended": "played" }]))]
    pub(crate) games: List<Game, 0, MOST_GAMES>,
    /// The reason for the correction, if it is one; empty once the data of one of the players was erased.
    #[schema(
        example = "The sheet was read from the wrong side.",
        min_length = 0,
        max_length = 1000
    )]
    pub(crate) reason: Option<String>,
    /// The time at which it was entered.
    #[schema(value_type = String, format = DateTime, example = "2027-04-17T09:30:00.000000Z")]
    pub(crate) at: Timestamp,
}

/// A bye in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedBye)]
pub(crate) struct ByeForm {
    /// Its id.
    #[schema(example = "019aa0d5-6f70-7182-93a4-b5c6d7e8f901")]
    pub(crate) id: ByeId,
    /// The entry.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    pub(crate) entry_id: EntryId,
    /// The number of the round.
    #[schema(minimum = 1, maximum = 1000, example = 3)]
    pub(crate) round: i64,
    /// The origin of the bye: the draw, or the player's request.
    pub(crate) kind: ByeKind,
    /// The points that it counted.
    pub(crate) value: ByeValue,
}

impl From<&Bye> for ByeForm {
    fn from(bye: &Bye) -> ByeForm {
        ByeForm {
            id: bye.id,
            entry_id: bye.entry,
            round: bye.round.get(),
            kind: bye.kind,
            value: bye.value,
        }
    }
}

impl RoundForm {
    pub(crate) fn of(round: &Round, snapshot: &TournamentSnapshot) -> RoundForm {
        let result = |result: &Entered| ResultForm {
            started: result.sheet.starter,
            games: result.sheet.games.iter().copied().collect(),
            reason: result.reason.clone(),
            at: result.at,
        };
        let form = |paired: &Match| MatchForm {
            id: paired.id,
            pair: paired.pair,
            drawn_to_start: paired.starter,
            results: paired
                .results
                .iter()
                .filter(|result| result.undone_at.is_none())
                .map(result)
                .collect(),
        };
        RoundForm {
            id: round.id,
            digest: round.digest.clone(),
            orders: round.orders.clone(),
            draw: round.draw.clone(),
            drawn_at: round.drawn_at,
            published_at: round.published_at.unwrap_or(round.drawn_at),
            closed_at: round.closed_at.unwrap_or(round.drawn_at),
            matches: snapshot.of_round(round.number).map(form).collect(),
        }
    }
}
