//! The ways in which games went on from a position, over HTTP.

use std::collections::HashMap;

use actix_web::get;
use morabaraba_rules::{Position, RuleSet, Turn};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Anyone;
use crate::games::openings::{Class, OpeningTally, continuations, is_counted, store};
use crate::games::positions::{self, Opening};
use crate::values::error::Error;
use crate::values::validation::Word;
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::Response;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_opening);
}

/// The position from which to look on.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadOpening {
    /// The turns that lead to the position, in canonical notation, a blank between them; none for the beginning of the game.
    #[param(value_type = Option<String>, example = "E2 A2 E1", min_length = 0, max_length = 2000)]
    opening: Option<Opening>,
    /// The position's text instead.
    #[param(value_type = Option<String>, example = "XX....../.O....../........ O 10 11 0 - -", min_length = 1, max_length = 64)]
    position: Option<Word>,
    /// The rules by which these are read: `mssa-gar` if absent. Games by all rules are counted.
    #[param(value_type = Option<String>, example = "mssa-gar", min_length = 1, max_length = 64)]
    rule_set: Option<Word>,
}

/// A way in which games went on.
#[derive(Serialize, ToSchema)]
#[schema(as = OpeningTurn)]
struct WayView {
    /// The turns that lead on this way: they are alike, since the board can be turned so that the positions after them are
    /// the same.
    #[schema(example = json!(["E1", "E3", "E5", "E7", "R1", "R3", "R5", "R7"]))]
    turns: Vec<String>,
    /// The position after the first of them.
    #[schema(example = "X......./......../........ O 11 12 0 - -")]
    position: String,
    /// The games.
    games: OpeningTally,
}

/// The ways in which games went on from a position.
#[derive(Serialize, ToSchema)]
#[schema(as = Opening)]
struct OpeningView {
    /// The position, as it was asked for.
    #[schema(example = "......../......../........ X 12 12 0 - -")]
    position: String,
    /// The side to play there: `first`, who started the game, or `second`.
    #[schema(example = "first")]
    side: &'static str,
    /// The games in which the position came.
    games: OpeningTally,
    /// The games that ended there.
    ended: OpeningTally,
    /// The ways in which the others went on when it came for the first time, the most frequent first.
    turns: Vec<WayView>,
}

impl OpeningView {
    fn new(position: &Position, mut tallies: HashMap<Class, OpeningTally>) -> OpeningView {
        let ended = tallies.remove(&Class::NONE).unwrap_or_default();
        let mut all = ended;
        let mut turns = Vec::new();
        for (class, way) in continuations(position) {
            let Some(tally) = tallies.remove(&class) else { continue };
            all += tally;
            turns.push(WayView {
                turns: way.turns.iter().map(Turn::to_string).collect(),
                position: way.after.to_string(),
                games: tally,
            });
        }
        turns.sort_by(|left, right| (right.games.games, &left.turns).cmp(&(left.games.games, &right.turns)));
        OpeningView {
            position: position.to_string(),
            side: position.side().code(),
            games: all,
            ended,
            turns,
        }
    }
}

/// Read an opening
///
/// How the games on record went on from a position, and how they ended. Positions that are the same when the board is
/// turned, mirrored or turned inside out are one, and so are the turns that lead to them. A game is counted within a second
/// after it was recorded.
#[utoipa::path(
    tag = "games",
    params(ReadOpening),
    responses((status = 200, description = "The opening.", body = OpeningView)),
)]
#[get("/v1/openings")]
pub(crate) async fn read_opening(
    caller: Anyone,
    Query(query): Query<ReadOpening>,
) -> Result<Response<OpeningView>, Error> {
    let beginning = query
        .opening
        .as_ref()
        .map(Opening::as_str)
        .or(query.position.is_none().then_some(""));
    let position = positions::sought(query.position.as_ref(), beginning, query.rule_set.as_ref())?;
    let position = position.unwrap_or_else(|| Position::new(RuleSet::default()));
    let (class, counted) = (Class::of(&position), is_counted(&position));
    let tallies = caller.read(move |c| store::tallies(c, class, counted)).await?;
    Ok(Response::public(OpeningView::new(&position, tallies)))
}
