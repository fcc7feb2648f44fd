//! The form in which a score sheet is sent.

use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer};
use utoipa::ToSchema;

use crate::tournaments::matches::marks::{self, Mark};
use crate::tournaments::matches::score_sheets::NewScoreSheet;
use crate::tournaments::model::{Game, MatchGameEnding, MatchGameResult};
use crate::tournaments::plans::MOST_GAMES;
use crate::values::id::PlayerId;
use crate::values::validation::Limited;
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

/// The marks beside a player's name on a score sheet.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ScoreSheetMarks)]
struct MarksForm {
    /// The player, one of the two.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: PlayerId,
    /// A mark for each game, whoever started it: `1` won, `½` (or `5`, `=`, `1/2`, `0.5`) drawn, `0` lost; `+` and `-` won and
    /// lost by a forfeit. Spaces and commas between them do not matter. The other player has the opposite.
    #[schema(value_type = String, example = "1 ½ 0 1 1 0", min_length = 1, max_length = 64)]
    games: MarksText,
}

/// Marks that were read off their text.
struct MarksText(Vec<Mark>);

impl<'de> Deserialize<'de> for MarksText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<MarksText, D::Error> {
        let text = Limited::<64>::deserialize(deserializer)?;
        let marks = marks::read(text.as_str());
        marks.map(MarksText).map_err(|_| {
            let sign = Unexpected::Other("another sign");
            D::Error::invalid_value(sign, &"1, ½ and 0, and + or - for a game that was forfeited")
        })
    }
}

/// The sheet that is filled in for a match: its games, or the marks of one of the two, or the player who forfeited all
/// games.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ScoreSheet)]
pub struct SheetForm {
    /// The player who started the first game, if the lot decided otherwise than the draw. The players start in turn.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    first_starter_id: Option<PlayerId>,
    /// The games in their order, as many as a match of the tournament has.
    #[schema(value_type = Option<Vec<GameForm>>, min_items = 1, max_items = 12)]
    games: Option<List<GameForm, 0, MOST_GAMES>>,
    /// The marks of one of the two, as they stand on the sheet, instead of the games.
    marks: Option<MarksForm>,
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
            marks: form.marks.map(|marks| (marks.player_id, marks.games.0)),
            forfeited_by: form.forfeited_by,
        }
    }
}
