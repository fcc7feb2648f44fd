//! The record of what was played: submitted as turns or as text, replayed by the rules, its end settled.

use morabaraba_rules::{self as rules, Fault, GameRecord, Outcome, Position, Records, RuleSet, Tag, Turn, replay};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::games::GameRefusal;
use crate::players::Number;
use crate::tournaments::model::{Game, MatchGameEnding, MatchGameResult};
use crate::tournaments::plans;

crate::string_enum! {
    /// The result of a game for the two sides.
    pub enum GameResult as "GameResult" {
        /// The side that began has won.
        First = "first",
        /// The other side has won.
        Second = "second",
        /// Neither has won.
        Drawn = "drawn",
        /// It was not played to an end.
        Unfinished = "unfinished",
    }
}

impl From<rules::GameResult> for GameResult {
    fn from(result: rules::GameResult) -> GameResult {
        match result {
            rules::GameResult::FirstWins => GameResult::First,
            rules::GameResult::SecondWins => GameResult::Second,
            rules::GameResult::Drawn => GameResult::Drawn,
            rules::GameResult::Unfinished => GameResult::Unfinished,
        }
    }
}

impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        rules::GameResult::from(Some(outcome)).into()
    }
}

impl From<GameResult> for rules::GameResult {
    fn from(result: GameResult) -> rules::GameResult {
        match result {
            GameResult::First => rules::GameResult::FirstWins,
            GameResult::Second => rules::GameResult::SecondWins,
            GameResult::Drawn => rules::GameResult::Drawn,
            GameResult::Unfinished => rules::GameResult::Unfinished,
        }
    }
}

/// The cause of a game's end, in the word that game records use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Termination(pub rules::Termination);

impl Termination {
    /// The word for it in JSON, in records and in the database.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        self.0.code()
    }

    /// The one with that word.
    #[must_use]
    pub fn from_word(word: &str) -> Option<Termination> {
        word.parse().ok().map(Termination)
    }
}

impl From<Outcome> for Termination {
    fn from(outcome: Outcome) -> Termination {
        Termination(outcome.into())
    }
}

impl Serialize for Termination {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Termination {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Termination, D::Error> {
        let word = String::deserialize(deserializer)?;
        let words = rules::Termination::ALL.map(rules::Termination::code).join(", ");
        Termination::from_word(&word).ok_or_else(|| serde::de::Error::custom(format!("expected one of {words}")))
    }
}

impl utoipa::PartialSchema for Termination {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        let about = "The reason for which a game ended. On the board: `two-cows` (a side had two cows left), `no-move` (a side could not \
                     move), `ten-moves` (ten moves each without a shot). Otherwise: `resignation`, `agreement` on a \
                     draw, the `umpire`'s decision, `time`, `forfeit`, or `unfinished`.";
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(rules::Termination::ALL.map(rules::Termination::code)))
            .description(Some(about))
            .into()
    }
}

impl utoipa::ToSchema for Termination {}

/// A game as it is submitted: what was played, and what is said of its end.
#[derive(Debug, Clone)]
pub enum Play {
    /// A list of turns.
    Turns {
        /// The rules to judge by.
        rule_set: RuleSet,
        /// Each turn in canonical notation.
        turns: Vec<String>,
        /// The result, if the board does not say it.
        result: Option<GameResult>,
        /// The cause of the end, if the board does not say it.
        termination: Option<Termination>,
    },
    /// The text of a game record, which says all of this itself.
    Record(String),
}

/// The longest game that is taken. Without the ten-move draw a game has no end of its own; a game of a whole day has a
/// few hundred turns.
pub const MOST_TURNS: usize = 2_000;

/// The tags under which a record has the players' numbers.
const NUMBERS: [Tag; 2] = [Tag::FirstId, Tag::SecondId];

/// A game that the rules have replayed, and whose end is settled. It is replayed once: whatever asks for a position later
/// finds it here.
#[derive(Debug, Clone)]
pub struct Record {
    text: GameRecord,
    /// All positions, from the opening to the last.
    positions: Vec<Position>,
    end: Position,
    result: GameResult,
    termination: Termination,
}

impl Record {
    /// The games of a file of records, read as people write them.
    #[must_use]
    pub fn read_all(text: &str) -> Records<'_> {
        GameRecord::parse_all(text).lenient()
    }

    /// Replays what was played, and settles what the board says of the end and what is said of it.
    ///
    /// # Errors
    /// The first illegal turn; else what is wrong with the record; else an end that does not fit the board.
    pub fn judge(play: &Play) -> Result<Record, GameRefusal> {
        match play {
            Play::Turns {
                rule_set,
                turns,
                result,
                termination,
            } => {
                let start = Position::new(*rule_set);
                let (mut game, mut played) = (replay(start, turns), Vec::with_capacity(turns.len()));
                let mut positions = vec![start];
                for turn in game.by_ref() {
                    let (turn, position) = turn?;
                    played.push(turn);
                    positions.push(position);
                }
                let result = result.map(rules::GameResult::from);
                let result = result.unwrap_or_else(|| game.position().outcome().into());
                let termination = termination.map(|termination| termination.0);
                Record::settled(
                    GameRecord::new(start, played).with_result(result, termination),
                    positions,
                )
            }
            Play::Record(text) => Record::of(GameRecord::parse_lenient(text)?),
        }
    }

    /// Replays a record, and settles its end.
    ///
    /// # Errors
    /// As [`Record::judge`].
    pub fn of(text: GameRecord) -> Result<Record, GameRefusal> {
        if !plans::is_known(text.rule_set()) {
            return Err(GameRefusal::RulesOfItsOwn);
        }
        if text.start() != Position::new(text.rule_set()) {
            return Err(GameRefusal::NotFromTheOpening);
        }
        let mut positions = vec![text.start()];
        for played in text.replay() {
            match played {
                Ok((_, position)) => positions.push(position),
                // The text alone knows where the turn stands in it.
                Err(illegal) => return Err(text.validate().err().map_or(illegal.into(), Into::into)),
            }
        }
        Record::settled(text, positions)
    }

    /// The record, its end settled: one that cannot be is told apart by whether the board had ended the game.
    fn settled(text: GameRecord, positions: Vec<Position>) -> Result<Record, GameRefusal> {
        let end = positions.last().copied().unwrap_or_else(|| text.start());
        let outcome = end.outcome();
        let termination = text.termination_after(outcome).map_err(|error| match error.fault {
            Fault::TerminationContradicted if outcome.is_some() => GameRefusal::ResultContradictsBoard(error.place),
            _ => error.into(),
        })?;
        Ok(Record {
            result: text.result().into(),
            termination: Termination(termination),
            text,
            positions,
            end,
        })
    }

    /// The rules it was played by.
    #[must_use]
    pub fn rule_set(&self) -> RuleSet {
        self.text.rule_set()
    }

    /// All turns, both sides'.
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        self.text.turns()
    }

    /// All turns as one text, a blank between them.
    #[must_use]
    pub fn turns_text(&self) -> String {
        let turns: Vec<String> = self.turns().iter().map(Turn::to_string).collect();
        turns.join(" ")
    }

    /// All positions from the opening to the last, in their order.
    #[must_use]
    pub fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// The game as its match counts it; none if it was not finished.
    #[must_use]
    pub fn match_result(&self) -> Option<Game> {
        let result = match self.result {
            GameResult::First => MatchGameResult::First,
            GameResult::Second => MatchGameResult::Second,
            GameResult::Drawn => MatchGameResult::Drawn,
            GameResult::Unfinished => return None,
        };
        let ended = match self.termination.0 {
            rules::Termination::Forfeit => MatchGameEnding::Forfeit,
            rules::Termination::Umpire => MatchGameEnding::Adjudicated,
            _ => MatchGameEnding::Played,
        };
        Some(Game { result, ended })
    }

    /// The position after the last turn.
    #[must_use]
    pub fn end(&self) -> Position {
        self.end
    }

    /// The position after so many turns, and the last of them; none if there are not as many.
    #[must_use]
    pub fn after(&self, plies: usize) -> Option<(Position, Option<Turn>)> {
        let turn = plies.checked_sub(1).and_then(|before| self.turns().get(before));
        Some((*self.positions.get(plies)?, turn.copied()))
    }

    /// The result for the two sides.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.result
    }

    /// The cause of its end.
    #[must_use]
    pub fn termination(&self) -> Termination {
        self.termination
    }

    /// The players' numbers, as far as the record says them.
    pub fn numbers(&self) -> [Option<Number>; 2] {
        NUMBERS.map(|tag| self.said(tag)?.parse().ok())
    }

    /// The record without the number of the player who began (0), or of the other (1).
    pub fn without_number(self, index: usize) -> Record {
        Record {
            text: self.text.with_tag(NUMBERS[index], ""),
            ..self
        }
    }

    /// The words under a tag; none if the record says nothing there.
    pub(crate) fn said(&self, tag: Tag) -> Option<&str> {
        Some(self.text.tag(tag)).filter(|said| !matches!(*said, "" | "?"))
    }

    /// The canonical text with these tags, and of the others only those that every record has.
    pub(crate) fn text_with(&self, tags: impl IntoIterator<Item = (Tag, String)>) -> String {
        let untold = |tag: &Tag| if tag.is_required() { "?" } else { "" };
        let text = self
            .text
            .clone()
            .with_result(self.result.into(), Some(self.termination.0));
        let text = Tag::ALL.iter().fold(text, |text, tag| text.with_tag(*tag, untold(tag)));
        tags.into_iter()
            .fold(text, |text, (tag, said)| text.with_tag(tag, &said))
            .to_string()
    }
}

#[cfg(test)]
mod tests {
    use crate::games::record::*;

    fn judge(turns: &str, result: Option<GameResult>, termination: Option<&str>) -> Result<Record, GameRefusal> {
        let turns = turns.split_whitespace().map(str::to_owned).collect();
        let termination = termination.and_then(Termination::from_word);
        Record::judge(&Play::Turns {
            rule_set: RuleSet::default(),
            turns,
            result,
            termination,
        })
    }

    #[test]
    fn an_open_game_is_unfinished_unless_it_is_said_what_ended_it() {
        let record = judge("E1 E2", None, None).unwrap();
        assert_eq!(
            (record.result(), record.termination().as_str()),
            (GameResult::Unfinished, "unfinished")
        );
        let record = judge("E1 E2", Some(GameResult::Second), Some("resignation")).unwrap();
        assert_eq!(
            (record.result(), record.termination().as_str()),
            (GameResult::Second, "resignation")
        );
        assert!(matches!(
            judge("E1", Some(GameResult::First), None),
            Err(GameRefusal::TerminationMissing(None))
        ));
    }

    #[test]
    fn a_record_is_of_a_whole_game_by_a_named_rule_set() {
        let judge = |text: &str| Record::judge(&Play::Record(text.to_owned()));
        assert_eq!(judge("1. e1 e2 *").unwrap().turns().len(), 2);
        let other = judge("[SetUp \"1\"]\n[Position \"X......./......../O....... X 11 11 0 - -\"]\n\ne2 *");
        assert!(matches!(other, Err(GameRefusal::NotFromTheOpening)), "{other:?}");
        let custom = "[RuleSet \"no-move-back=off ten-moves=off shot=must all-in-lines=any\"]\n\ne1 *";
        assert!(matches!(judge(custom), Err(GameRefusal::RulesOfItsOwn)));
    }

    #[test]
    fn every_position_of_a_game_can_be_had() {
        let record = judge("E1 R1", None, None).unwrap();
        let after = |plies| {
            record
                .after(plies)
                .map(|(position, turn)| (position.to_string(), turn.map(|t| t.to_string())))
        };
        assert_eq!(
            after(0).unwrap(),
            ("......../......../........ X 12 12 0 - -".to_owned(), None)
        );
        assert_eq!(after(2).unwrap(), (record.end().to_string(), Some("R1".to_owned())));
        assert_eq!(after(3), None);
    }
}
