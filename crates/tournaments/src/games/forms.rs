//! Games as they are sent.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::games::admission::GameCandidate;
use crate::games::{GameResult, MOST_TURNS, MatchGame, Play, Record, Submission, Termination, rule_set};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{GameId, MatchId, PlayerId};
use crate::values::validation::{Day, Faults, Limited, ValueError};
use crate::web::idempotency::Creation;
use crate::web::list::List;

/// A turn in canonical notation, or what is meant for one: such as is judged, not refused for its length.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(transparent)]
#[schema(as = Turn, value_type = String, example = "E3xR1", min_length = 0, max_length = 64)]
pub(crate) struct TurnText(Limited<64>);

/// The turns of a game, as they are sent.
pub(crate) type Turns = List<TurnText, 0, MOST_TURNS>;

/// The text of a game's record: the longest game there is, each turn spelled out, with some words on many of them.
pub(crate) type RecordText = Limited<100_000>;

/// A game as it is submitted.
#[derive(Clone, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct CreateGame {
    /// An id of your choice; the service makes one if absent.
    #[schema(example = "019aa0cb-4c5d-7e6f-8a9b-0c1d2e3f4a5b")]
    id: Option<GameId>,
    /// The player who began.
    #[schema(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    first_player_id: PlayerId,
    /// The other player.
    #[schema(example = "019aa0ca-5d6e-7f80-91a2-b3c4d5e6f708")]
    second_player_id: PlayerId,
    /// The day it was played.
    #[schema(value_type = chrono::NaiveDate, example = "2026-11-20")]
    played_on: Day,
    /// The match that it is of, with `number`; none of a friendly game.
    #[schema(example = "019aa0d4-5e6f-7071-8293-a4b5c6d7e8f9")]
    match_id: Option<MatchId>,
    /// The number of the game in the match, from 1.
    #[schema(example = 3, minimum = 1, maximum = 12)]
    number: Option<i64>,
    /// All turns of both sides in canonical notation: `E1` places, `E6-A6` moves, `xR3` after either shoots. Either this
    /// or `record`.
    #[schema(value_type = Option<Vec<TurnText>>, example = json!(["E1", "R1", "E2", "R2", "E3xR1"]), min_items = 1, max_items = 2000)]
    turns: Option<Turns>,
    /// The rules it was played by: `mssa-gar` if absent, `traditional-world-games`, `beads`, `botswana` or `wikipedia`.
    #[schema(example = "mssa-gar", min_length = 1, max_length = 64)]
    rule_set: Option<String>,
    /// The result. Not needed where the board says it; a game that is open on the board is `unfinished` if absent.
    result: Option<GameResult>,
    /// The cause of the end. Needed where the board does not say it and the game was won or drawn.
    termination: Option<Termination>,
    /// The text of a game record instead, which says all this itself; spelled as people spell. Its tags `FirstId` and
    /// `SecondId` (players' numbers) and `Date`, where they are given, must fit; other tags are not kept.
    #[schema(
        value_type = Option<String>,
        example = "[First \"Thandiwe Mokoena\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. e1 r1 2. e2 r2 3. e3 x r1 1-0",
        min_length = 0,
        max_length = 100_000
    )]
    record: Option<RecordText>,
}

/// The play, from the form in which it is sent.
pub(crate) fn play(
    turns: Option<Turns>,
    name: Option<&str>,
    result: Option<GameResult>,
    termination: Option<Termination>,
    record: Option<RecordText>,
) -> Result<Play, Error> {
    let mut faults = Faults::default();
    let mut refuse = |pointer: &str, code, message: &str| {
        faults.check::<()>(pointer, Err(ValueError::new(code, message)));
    };
    match (turns, record) {
        (Some(turns), None) => {
            return Ok(Play::Turns {
                rule_set: rule_set(name)?,
                turns: turns.into_iter().map(|turn| turn.0.into()).collect(),
                result,
                termination,
            });
        }
        (None, Some(record)) if name.is_none() && result.is_none() && termination.is_none() => {
            return Ok(Play::Record(record.into()));
        }
        (None, None) => refuse("/turns", "required", "Send the turns, or a record."),
        (Some(_), Some(_)) => refuse("/record", "not-allowed", "Send the turns or a record, not both."),
        (None, Some(_)) => {
            const MESSAGE: &str = "The record says this itself.";
            let given = [
                ("/rule_set", name.is_some()),
                ("/result", result.is_some()),
                ("/termination", termination.is_some()),
            ];
            given
                .iter()
                .filter(|(_, given)| *given)
                .for_each(|(pointer, _)| refuse(pointer, "not-allowed", MESSAGE));
        }
    }
    Err(faults.into())
}

impl CreateGame {
    /// The game without an id and a match, as that which takes the place of another.
    pub(crate) fn alone(self) -> Result<CreateGame, Faults> {
        let mut faults = Faults::default();
        let given = [
            ("/game/id", self.id.is_some()),
            ("/game/match_id", self.match_id.is_some()),
        ];
        for (pointer, _) in given.iter().filter(|(_, given)| *given) {
            faults.check::<()>(pointer, Err(ValueError::new("not-allowed", "It stays what it is.")));
        }
        if faults.is_empty() { Ok(self) } else { Err(faults) }
    }

    /// The game, replayed by the rules.
    pub(crate) fn candidate(self, now: Timestamp) -> Result<GameCandidate, Error> {
        let creation = self.id.map(|id| Creation::of(Some(id), &self, now)).transpose()?;
        let of = match (self.match_id, self.number) {
            (Some(match_id), Some(number)) => Some(MatchGame { match_id, number }),
            (None, None) => None,
            (Some(_), None) => return Err(Faults::of("/number", ValueError::new("required", "Must be given.")).into()),
            (None, Some(_)) => {
                let alone = ValueError::new("not-allowed", "Only a game of a match has a number.");
                return Err(Faults::of("/number", alone).into());
            }
        };
        let play = play(
            self.turns,
            self.rule_set.as_deref(),
            self.result,
            self.termination,
            self.record,
        )?;
        let (first, second) = (self.first_player_id, self.second_player_id);
        let submission = Submission {
            first,
            second,
            played_on: self.played_on.into(),
            of,
            play,
        };
        submission.check(now.day())?;
        let judged = Record::judge(&submission.play);
        Ok(GameCandidate {
            id: creation
                .as_ref()
                .map_or_else(|| GameId::new(now), |creation| creation.id),
            creation,
            submission,
            judged,
        })
    }
}
