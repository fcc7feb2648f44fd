//! Positions over HTTP: of a game, or any at all; as facts or as a picture.

use actix_web::web::Path;
use actix_web::{Either, HttpRequest, get};
use morabaraba_rules::{Position, Setup, Turn, board_svg};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Anyone;
use crate::games::positions::wrong;
use crate::games::{GameResult, Termination, legal_turns, rule_set, use_cases};
use crate::values::error::{Error, NOT_FOUND};
use crate::values::id::GameId;
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::{Response, Text, preferred};

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_game_position).service(read_board);
}

const SVG: &str = "image/svg+xml";

/// A position of a game.
#[derive(Serialize, ToSchema)]
struct GamePosition {
    /// The game's id.
    #[schema(example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")]
    game_id: GameId,
    /// The number of turns that were played; 0 is the opening.
    #[schema(example = 5)]
    ply: usize,
    /// The last of them; none in the opening.
    #[schema(example = "E3xR1")]
    turn: Option<String>,
    /// Exterior, middle and inner ring from the top left corner clockwise (`X` first, `O` second), the side to play, cows
    /// in hand, quiet turns, and the turns that may not be undone.
    #[schema(example = "XXX...../......../.O...... O 9 10 0 - -")]
    position: String,
    /// The side to play: `first` or `second`.
    #[schema(example = "second")]
    side: &'static str,
    /// The result on the board, once it is over there.
    result: Option<GameResult>,
    /// The cause of its end on the board.
    termination: Option<Termination>,
    /// The turns that can be played; none once it is over.
    #[schema(example = json!(["R1", "R3", "R4"]))]
    legal_turns: Vec<String>,
}

/// Read a position of a game
///
/// As JSON, or, with `Accept: image/svg+xml`, as a picture on which the last turn is marked.
#[utoipa::path(
    tag = "games",
    params(
        ("ply" = usize, Path, maximum = 2000, description = "After how many turns; 0 is the opening.", example = 5),
    ),
    responses((status = 200, description = "The position.", content(
        (GamePosition = "application/json"),
        (String = "image/svg+xml", example = "<svg xmlns=\"http://www.w3.org/2000/svg\" …></svg>"),
    ))),
)]
#[get("/v1/games/{id}/positions/{ply}")]
pub(crate) async fn read_game_position(
    caller: Anyone,
    path: Path<(GameId, usize)>,
    request: HttpRequest,
) -> Result<Either<Response<GamePosition>, Response<Text>>, Error> {
    let (id, ply) = path.into_inner();
    let game = caller.read(move |c| use_cases::read(c, id)).await?;
    let (position, turn) = game
        .record
        .after(ply)
        .ok_or_else(|| NOT_FOUND.problem("The game does not have so many turns."))?;
    if preferred(&request, &["application/json", SVG]) == SVG {
        return Ok(Either::Right(picture(&position, turn).negotiated()));
    }
    let outcome = position.outcome();
    let facts = GamePosition {
        game_id: id,
        ply,
        turn: turn.map(|turn| turn.to_string()),
        position: position.to_string(),
        side: position.side().code(),
        result: outcome.map(Into::into),
        termination: outcome.map(Into::into),
        legal_turns: legal_turns(&position),
    };
    Ok(Either::Left(Response::public(facts).negotiated()))
}

fn picture(position: &Position, last: Option<Turn>) -> Response<Text> {
    Response::public(Text {
        media_type: SVG,
        body: board_svg(position, last),
    })
}

/// The board to draw.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadBoard {
    /// The position's text: the rings from the top left corner clockwise, the side to play, cows in hand, quiet turns, and
    /// the turns that may not be undone.
    #[param(value_type = String, example = "XXX...../......../.O...... O 9 10 0 - -", min_length = 1, max_length = 64)]
    position: Word,
    /// The turn that led there, to be marked.
    #[param(value_type = Option<String>, example = "E3xR1", min_length = 1, max_length = 64)]
    last: Option<Word>,
    /// The rules by which the text is read: `mssa-gar` if absent.
    #[param(value_type = Option<String>, example = "mssa-gar", min_length = 1, max_length = 64)]
    rule_set: Option<Word>,
}

/// Draw a board
///
/// A picture of any position, with the board's notation. First's cows are full, Second's hollow.
#[utoipa::path(
    tag = "games",
    params(ReadBoard),
    responses(
        (status = 200, description = "The picture.", content_type = "image/svg+xml", body = String, example = "<svg xmlns=\"http://www.w3.org/2000/svg\" …></svg>"),
        (status = 422, description = "`unknown-rule-set`: there is no such rule set."),
    ),
)]
#[get("/v1/boards")]
pub(crate) async fn read_board(_caller: Anyone, Query(query): Query<ReadBoard>) -> Result<Response<Text>, Error> {
    let rule_set = rule_set(query.rule_set.as_ref().map(Word::as_str))?;
    let setup: Setup = query
        .position
        .as_str()
        .parse()
        .map_err(|error| wrong("position", &error))?;
    let position = setup
        .into_position(rule_set)
        .map_err(|error| wrong("position", &error))?;
    let last = query.last.map(|last| last.as_str().parse::<Turn>()).transpose();
    let last = last.map_err(|error| wrong("last", &error))?;
    Ok(picture(&position, last))
}
