//! Records from their text.

use alloc::borrow::Cow;
use alloc::string::{String, ToString};
use core::str::FromStr;

use super::reader::Reader;
use super::{Fault, GameRecord, GameResult, MOST_TURNS, Place, RecordError, Tag, Termination};
use crate::{IllegalTurn, Position, Refusal, RuleSet, Setup, Side, Turn, lenient};

impl GameRecord {
    /// Reads a text that holds one game.
    ///
    /// Tags, numbers and turns must be as in the canonical text, but for comments, blanks, lines and the order of the
    /// tags; the numbers may be left out. Comments are for those who read the text; a record does not keep them.
    ///
    /// ```
    /// use morabaraba_rules::{Fault, GameRecord};
    ///
    /// let error = GameRecord::parse("[Event \"?\"]\n[Site \"?\"]\n\n1. E1 *").unwrap_err();
    /// assert_eq!(error.to_string(), "line 4, column 1: the tag Date is missing");
    /// ```
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        Reader::new(text, false).only_game()
    }

    /// Reads a text that holds one game as people write it: turns as for [`Turn::parse_lenient`], a shot or the rest of
    /// a move in a word of its own, tags missing or unknown, numbers wrong. Unknown tags are left out.
    ///
    /// Here a blank without a mark parts two turns: `e1 r3` is two placements, `e1r3` and `e1 - r3` are moves.
    ///
    /// ```
    /// use morabaraba_rules::GameRecord;
    ///
    /// let record = GameRecord::parse_lenient("1 e1 r1 2 e2 r2 3 e3 x r2 *")?;
    /// assert!(record.to_string().ends_with("1. E1 R1 2. E2 R2 3. E3xR2 *\n"));
    /// # Ok::<(), morabaraba_rules::RecordError>(())
    /// ```
    pub fn parse_lenient(text: &str) -> Result<Self, RecordError> {
        Reader::new(text, true).only_game()
    }

    /// Reads a text that holds any number of games, one by one.
    ///
    /// After a game that cannot be read, reading goes on at the next line that begins with `[Event `.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, Position, RuleSet};
    ///
    /// let record = GameRecord::from_turns(Position::new(RuleSet::MSSA_GAR), [])?;
    /// let text = format!("{record}\n[Event \"cut\n\n{record}");
    /// let read: Vec<bool> = GameRecord::parse_all(&text).map(|record| record.is_ok()).collect();
    /// assert_eq!(read, [true, false, true]);
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    #[must_use]
    pub fn parse_all(text: &str) -> Records<'_> {
        Records(Reader::new(text, false))
    }
}

/// [`GameRecord::parse`].
impl FromStr for GameRecord {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        Self::parse(text)
    }
}

/// The games of a text, one by one; see [`GameRecord::parse_all`].
///
/// ```
/// use morabaraba_rules::GameRecord;
///
/// assert_eq!(GameRecord::parse_all("{no game yet}\n").count(), 0);
/// assert_eq!(GameRecord::parse_all("e1 * e1 *").lenient().count(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Records<'a>(Reader<'a>);

impl Records<'_> {
    /// Reads as [`GameRecord::parse_lenient`] does.
    ///
    /// ```
    /// use morabaraba_rules::GameRecord;
    ///
    /// assert!(GameRecord::parse_all("e1 *").lenient().all(|record| record.is_ok()));
    /// ```
    #[must_use]
    pub const fn lenient(mut self) -> Self {
        self.0.lenient = true;
        self
    }

    /// Takes these rules for games that name none, as a text that is read leniently may hold; else they are `mssa-gar`.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, RuleSet};
    ///
    /// let mut games = GameRecord::parse_all("e1 * [RuleSet \"botswana\"] e1 *").lenient().by(RuleSet::BEADS);
    /// assert_eq!(games.next().unwrap()?.rule_set(), RuleSet::BEADS);
    /// assert_eq!(games.next().unwrap()?.rule_set(), RuleSet::BOTSWANA);
    /// # Ok::<(), morabaraba_rules::RecordError>(())
    /// ```
    #[must_use]
    pub const fn by(mut self, rules: RuleSet) -> Self {
        self.0.rules = rules;
        self
    }
}

impl Iterator for Records<'_> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = match self.0.gap() {
            Ok(()) if self.0.rest.is_empty() => return None,
            Ok(()) => self.0.game(),
            Err(error) => Err(error),
        };
        if read.is_err() {
            self.0.skip_to_event();
        }
        Some(read)
    }
}

/// A value and where it stood.
type Placed<T> = Option<(T, Place)>;

/// The tags of a game as they are met.
#[derive(Default)]
struct Head {
    tags: [Placed<String>; Tag::ALL.len()],
    result: Placed<GameResult>,
    rule_set: Placed<RuleSet>,
    termination: Placed<Termination>,
    set_up: Placed<()>,
    position: Placed<Setup>,
    ply_count: Placed<usize>,
}

impl<'a> Reader<'a> {
    fn only_game(mut self) -> Result<GameRecord, RecordError> {
        self.gap()?;
        let record = self.game()?;
        self.gap()?;
        if self.rest.is_empty() {
            Ok(record)
        } else {
            Err(self.fault(Fault::MoreText))
        }
    }

    fn game(&mut self) -> Result<GameRecord, RecordError> {
        let (mut head, begin) = (Head::default(), self.place);
        while self.rest.starts_with('[') {
            self.tag(&mut head)?;
            self.gap()?;
        }
        if self.rest.is_empty() {
            return Err(self.fault(Fault::ResultMissing));
        }
        let mut record = self.without_turns(&mut head)?;
        record.places.begin = Some(begin);
        self.turns(&mut record)?;
        if head.result.is_some_and(|(result, _)| result != record.result) {
            return Err(RecordError {
                place: record.places.result,
                fault: Fault::ResultUnlike,
            });
        }
        match head.ply_count {
            Some((count, place)) if count != record.turns.len() => Err(RecordError {
                place: Some(place),
                fault: Fault::PlyCount,
            }),
            _ => Ok(record),
        }
    }

    /// Reads a tag into its place.
    fn tag(&mut self, head: &mut Head) -> Result<(), RecordError> {
        let start = *self;
        let (name, words) = self.tag_text().ok_or_else(|| start.fault(Fault::TagSyntax))?;
        if let Some(tag) = Tag::ALL.into_iter().find(|tag| tag.name() == name) {
            return start.put(&mut head.tags[tag as usize], tag.name(), Some(words));
        }
        match name {
            "Result" => start.put(&mut head.result, "Result", self.result(&words)),
            "RuleSet" => start.put(&mut head.rule_set, "RuleSet", words.parse().ok()),
            "Termination" => start.put(&mut head.termination, "Termination", words.parse().ok()),
            "SetUp" => start.put(&mut head.set_up, "SetUp", (words == "1").then_some(())),
            "PlyCount" => start.put(&mut head.ply_count, "PlyCount", words.parse().ok()),
            "Position" => {
                let setup = words.parse().map_err(|error| start.fault(Fault::Position(error)))?;
                start.put(&mut head.position, "Position", Some(setup))
            }
            _ if self.lenient => Ok(()),
            _ => Err(start.fault(Fault::TagUnknown)),
        }
    }

    fn put<T>(&self, place: &mut Placed<T>, name: &'static str, value: Option<T>) -> Result<(), RecordError> {
        if place.is_some() {
            return Err(self.fault(Fault::TagRepeated(name)));
        }
        *place = Some((value.ok_or_else(|| self.fault(Fault::TagValue(name)))?, self.place));
        Ok(())
    }

    /// The record of a game of which only the tags have been read.
    fn without_turns(&self, head: &mut Head) -> Result<GameRecord, RecordError> {
        let needs = |name, given| {
            if given || self.lenient {
                Ok(())
            } else {
                Err(self.fault(Fault::TagMissing(name)))
            }
        };
        let mut tags = Tag::ALL.map(|tag| {
            if tag.is_required() {
                "?".to_string()
            } else {
                String::new()
            }
        });
        for (tag, words) in Tag::ALL.into_iter().zip(&mut tags) {
            let given = head.tags[tag as usize].take();
            needs(tag.name(), given.is_some() || !tag.is_required())?;
            if let Some((given, _)) = given {
                *words = given;
            }
        }
        needs("Result", head.result.is_some())?;
        needs("RuleSet", head.rule_set.is_some())?;
        needs("SetUp", head.set_up.is_some() || head.position.is_none())?;
        needs("Position", head.position.is_some() || head.set_up.is_none())?;

        let rules = head.rule_set.map_or(self.rules, |(rules, _)| rules);
        let start = head.position.map_or(Ok(Position::new(rules)), |(setup, place)| {
            let error = |error| RecordError {
                place: Some(place),
                fault: Fault::Position(error),
            };
            setup.into_position(rules).map_err(error)
        })?;
        let mut record = GameRecord::without_turns(start, tags);
        if let Some((termination, place)) = head.termination {
            record.termination = Some(termination);
            record.places.termination = Some(place);
        }
        Ok(record)
    }

    /// Reads the turns and the result after them.
    fn turns(&mut self, record: &mut GameRecord) -> Result<(), RecordError> {
        loop {
            self.gap()?;
            let before = *self;
            let is_numbered = self.number(record)?;
            self.gap()?;
            if self.rest.is_empty() || self.rest.starts_with('[') {
                return Err(self.fault(Fault::ResultMissing));
            }
            let start = *self;
            let word = self.word();
            if let Some(result) = self.result(word) {
                if is_numbered && !self.lenient {
                    return Err(before.fault(Fault::TurnNumber));
                }
                record.result = result;
                record.places.result = Some(start.place);
                return Ok(());
            }
            if record.turns.len() == MOST_TURNS {
                return Err(start.fault(Fault::TooManyTurns));
            }
            let (turn, text) = if self.lenient {
                let text = self.joined(word);
                (Turn::parse_lenient(&text), text)
            } else {
                (word.parse(), Cow::Borrowed(word))
            };
            let Ok(turn) = turn else {
                // If an earlier turn is not legal it is the first fault, and no position follows it.
                let position = record.end()?;
                let ply = u32::try_from(record.turns.len()).unwrap_or(u32::MAX).saturating_add(1);
                return Err(start.fault(Fault::Turn(IllegalTurn::new(ply, &text, Refusal::Syntax, position))));
            };
            record.turns.push(turn);
            record.places.turns.push(start.place);
        }
    }

    /// Takes the number of the next turn off the text, if there is one: `2.` before a turn of First, `2...` of Second.
    fn number(&mut self, record: &GameRecord) -> Result<bool, RecordError> {
        let digits = self.rest.bytes().take_while(u8::is_ascii_digit).count();
        let dots = self.rest[digits..].bytes().take_while(|byte| *byte == b'.').count();
        let is_bare = dots == 0 && self.lenient && self.rest[digits..].starts_with(char::is_whitespace);
        if digits == 0 || (dots == 0 && !is_bare) {
            return Ok(false);
        }
        let ply = record.turns.len() + usize::from(record.start.side() == Side::Second);
        let expected_dots = if ply.is_multiple_of(2) { 1 } else { 3 };
        let is_right = self.rest[..digits].parse() == Ok(ply / 2 + 1) && dots == expected_dots;
        if !is_right && !self.lenient {
            return Err(self.fault(Fault::TurnNumber));
        }
        self.advance(digits + dots);
        Ok(true)
    }

    /// The result that a word is.
    fn result(&self, word: &str) -> Option<GameResult> {
        match word {
            "1–0" if self.lenient => Some(GameResult::FirstWins),
            "0–1" if self.lenient => Some(GameResult::SecondWins),
            "½-½" | "½–½" | "1/2–1/2" if self.lenient => Some(GameResult::Drawn),
            _ => word.parse().ok(),
        }
    }

    /// The word, together with those after it that belong to the same turn.
    fn joined(&mut self, word: &'a str) -> Cow<'a, str> {
        let mut joined = Cow::Borrowed(word);
        loop {
            let mut ahead = *self;
            ahead.blanks();
            let next = ahead.word();
            if next.is_empty() || !(lenient::to_be_continued(&joined) || lenient::continues(next)) {
                return joined;
            }
            joined.to_mut().push_str(next);
            *self = ahead;
        }
    }
}
