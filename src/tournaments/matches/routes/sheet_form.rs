//! The form in which a score sheet is sent.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::tournaments::matches::score_sheets::{Game, NewScoreSheet};
use crate::tournaments::matches::{MatchGameEnding, MatchGameResult};
use crate::tournaments::plans::MOST_GAMES;
use crate::values::id::PlayerId;
use crate::web::list::List;

/// A game of a match, as it is entered.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ScoreSheetGame)]
struct GameForm {
    /// The winner: `first` is the player who started the game.
    result: MatchGameResult,
    /// The way in which it came to that.
    #[serde(default = "on_the_board")]
    ended: MatchGameEnding,
}

fn on_the_board() -> MatchGameEnding {
    MatchGameEnding::Played
}

/// The sheet that is filled in for a match: either its games, or the player who forfeited all of them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ScoreSheet)]
pub(crate) struct SheetForm {
    /// The player who started the first game, if the lot decided otherwise than the draw. The players start in turn.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    first_starter_id: Option<PlayerId>,
    /// The games in their order, as many as a match of the tournament has.
    #[schema(value_type = Option<Vec<GameForm>>, min_items = 1, max_items = 12)]
    games: Option<List<GameForm, 0, MOST_GAMES>>,
    /// The player who forfeited all games.
    #[schema(example = "019aa0cb-4b3c-7d5e-8f6a-7b8c9d0e1f2a")]
    forfeited_by: Option<PlayerId>,
}

impl From<SheetForm> for NewScoreSheet {
    fn from(form: SheetForm) -> NewScoreSheet {
        let game = |game: GameForm| Game {
            result: game.result,
            ended: game.ended,
        };
        NewScoreSheet {
            first_starter: form.first_starter_id,
            games: form.games.map(|games| games.into_iter().map(game).collect()),
            forfeited_by: form.forfeited_by,
        }
    }
}
