//! The text of a game.

mod end;
mod fault;
mod read;
mod reader;
mod write;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use end::{GameResult, Termination, Validated};
pub use fault::{Fault, Place, RecordError};
pub use read::Records;

use crate::{IllegalTurn, Position, RuleSet, Turn};

/// The most turns of a record that is read, so that reading one takes some megabytes at most.
const MOST_TURNS: usize = 1 << 17;

/// A game as it was written down: who, where and when, the rules, the turns, the result.
///
/// A record that can be read need not be right: [`GameRecord::validate`] plays the game and compares.
///
/// ```
/// use morabaraba_rules::{GameRecord, GameResult, Tag, Termination};
///
/// let text = r#"[Event "Club evening"]
/// [Site "Polokwane"]
/// [Date "2026.11.20"]
/// [Round "1"]
/// [First "Kgosi, Lerato"]
/// [Second "Nel, Anna"]
/// [Result "0-1"]
/// [RuleSet "mssa-gar"]
/// [Termination "resignation"]
///
/// 1. E2 A2 {not R2} 2. E1 E3 0-1
/// "#;
/// let record = GameRecord::parse(text)?;
/// assert_eq!(record.tag(Tag::Second), "Nel, Anna");
/// assert_eq!(record.turns().len(), 4);
/// let validated = record.validate()?;
/// assert_eq!((validated.result, validated.termination), (GameResult::SecondWins, Termination::Resignation));
/// assert_eq!(GameRecord::parse(&record.to_string())?, record);
/// # Ok::<(), morabaraba_rules::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameRecord {
    start: Position,
    turns: Vec<Turn>,
    result: GameResult,
    termination: Option<Termination>,
    tags: [String; Tag::ALL.len()],
    places: Places,
}

/// The places of the parts of a record in the text from which it was read.
#[derive(Clone, Debug, Default)]
struct Places {
    begin: Option<Place>,
    turns: Vec<Place>,
    result: Option<Place>,
    termination: Option<Place>,
}

/// A tag, under which a record tells something in words.
///
/// ```
/// use morabaraba_rules::{GameRecord, Position, RuleSet, Tag};
///
/// let record = GameRecord::from_turns(Position::new(RuleSet::MSSA_GAR), [])?.with_tag(Tag::Site, "Mahikeng");
/// assert_eq!(record.tag(Tag::Site), "Mahikeng");
/// assert_eq!(record.tag(Tag::Event), "?");
/// assert_eq!(record.tag(Tag::Umpire), "");
/// # Ok::<(), morabaraba_rules::IllegalTurn>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tag {
    /// The tournament or match.
    Event,
    /// The place.
    Site,
    /// The day.
    Date,
    /// The round, the match and the game in it.
    Round,
    /// The player who began.
    First,
    /// The player who answered.
    Second,
    /// The person who recorded the game or decided it; optional.
    Umpire,
    /// The number of the player who began; optional.
    FirstId,
    /// The number of the player who answered; optional.
    SecondId,
}

impl Tag {
    /// Every tag in the order in which a record gives them.
    pub const ALL: [Self; 9] = [
        Self::Event,
        Self::Site,
        Self::Date,
        Self::Round,
        Self::First,
        Self::Second,
        Self::Umpire,
        Self::FirstId,
        Self::SecondId,
    ];

    /// The name in the text.
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::Tag::FirstId.name(), "FirstId");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Event => "Event",
            Self::Site => "Site",
            Self::Date => "Date",
            Self::Round => "Round",
            Self::First => "First",
            Self::Second => "Second",
            Self::Umpire => "Umpire",
            Self::FirstId => "FirstId",
            Self::SecondId => "SecondId",
        }
    }

    /// Whether every record has it, if only as `?`.
    ///
    /// ```
    /// assert!(!morabaraba_rules::Tag::Umpire.is_required());
    /// ```
    #[must_use]
    pub const fn is_required(self) -> bool {
        (self as u8) < Self::Umpire as u8
    }
}

/// Two records are equal if they say the same, wherever it stands in their texts.
impl PartialEq for GameRecord {
    fn eq(&self, other: &Self) -> bool {
        let Self {
            start,
            turns,
            result,
            termination,
            tags,
            places: _,
        } = self;
        (start, turns, result, termination, tags)
            == (
                &other.start,
                &other.turns,
                &other.result,
                &other.termination,
                &other.tags,
            )
    }
}

impl Eq for GameRecord {}

impl GameRecord {
    /// The record of a game of these turns, legal or not, of whose end it says nothing.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, GameResult, Position, RuleSet};
    ///
    /// let record = GameRecord::new(Position::new(RuleSet::MSSA_GAR), ["E1".parse().unwrap()]);
    /// assert_eq!((record.turns().len(), record.result()), (1, GameResult::Unfinished));
    /// ```
    #[must_use]
    pub fn new(start: Position, turns: impl IntoIterator<Item = Turn>) -> Self {
        let tags = Tag::ALL.map(|tag| {
            if tag.is_required() {
                "?".to_string()
            } else {
                String::new()
            }
        });
        Self {
            turns: turns.into_iter().collect(),
            ..Self::without_turns(start, tags)
        }
    }

    /// The record of a game of these turns, its result that of the board, and `*` if the board is not decided.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, Position, RuleSet};
    ///
    /// let record = GameRecord::from_turns(Position::new(RuleSet::MSSA_GAR), ["E1".parse().unwrap()])?;
    /// assert!(record.to_string().ends_with("[PlyCount \"1\"]\n\n1. E1 *\n"));
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    pub fn from_turns(start: Position, turns: impl IntoIterator<Item = Turn>) -> Result<Self, IllegalTurn> {
        let mut record = Self::new(start, turns);
        let end = record
            .replay()
            .try_fold(start, |_, played| played.map(|(_, position)| position))?;
        record.result = end.outcome().into();
        record.termination = end.outcome().map(Termination::from);
        Ok(record)
    }

    fn without_turns(start: Position, tags: [String; Tag::ALL.len()]) -> Self {
        let (turns, result, places) = (Vec::new(), GameResult::Unfinished, Places::default());
        Self {
            start,
            turns,
            result,
            termination: None,
            tags,
            places,
        }
    }

    /// The record with this result, and how the game came to it.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, GameResult, Position, RuleSet, Termination};
    ///
    /// let record = GameRecord::from_turns(Position::new(RuleSet::MSSA_GAR), ["E1".parse().unwrap()])?;
    /// let drawn = record.clone().with_result(GameResult::Drawn, Some(Termination::Agreement));
    /// assert!(drawn.validate().is_ok());
    /// assert!(record.with_result(GameResult::Drawn, None).validate().is_err());
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    #[must_use]
    pub fn with_result(self, result: GameResult, termination: Option<Termination>) -> Self {
        Self {
            result,
            termination,
            ..self
        }
    }

    /// The record with these words; control characters, which no record can hold, become blanks.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, Position, RuleSet, Tag};
    ///
    /// let record = GameRecord::from_turns(Position::new(RuleSet::MSSA_GAR), [])?;
    /// assert_eq!(record.with_tag(Tag::First, "Leoné\n\"Lee\"").tag(Tag::First), "Leoné \"Lee\"");
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    #[must_use]
    pub fn with_tag(mut self, tag: Tag, words: &str) -> Self {
        self.tags[tag as usize] = words
            .chars()
            .map(|next| if next.is_control() { ' ' } else { next })
            .collect();
        self
    }

    /// The text that the record has under a tag; `?` or nothing if it has none.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, Position, RuleSet, Tag};
    ///
    /// let record = GameRecord::from_turns(Position::new(RuleSet::MSSA_GAR), [])?;
    /// assert_eq!(record.tag(Tag::Round), "?");
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    #[must_use]
    pub fn tag(&self, tag: Tag) -> &str {
        &self.tags[tag as usize]
    }

    /// The rules by which the game was played.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, Position, RuleSet};
    ///
    /// let record = GameRecord::from_turns(Position::new(RuleSet::BEADS), [])?;
    /// assert_eq!(record.rule_set(), RuleSet::BEADS);
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    #[must_use]
    pub const fn rule_set(&self) -> RuleSet {
        self.start.rule_set()
    }

    /// The position from which the game was played.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, Position, RuleSet};
    ///
    /// let start = Position::new(RuleSet::BEADS);
    /// assert_eq!(GameRecord::from_turns(start, [])?.start(), start);
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    #[must_use]
    pub const fn start(&self) -> Position {
        self.start
    }

    /// The place at which the record begins in the text from which it was read; nothing if it was read from none.
    ///
    /// ```
    /// use morabaraba_rules::GameRecord;
    ///
    /// let lines: Vec<_> = GameRecord::parse_all("e1 *\n\n{the second} e2 *")
    ///     .lenient()
    ///     .map(|record| record.map(|record| record.begin().map(|place| place.line)))
    ///     .collect::<Result<_, _>>()?;
    /// assert_eq!(lines, [Some(1), Some(3)]);
    /// # Ok::<(), morabaraba_rules::RecordError>(())
    /// ```
    #[must_use]
    pub const fn begin(&self) -> Option<Place> {
        self.places.begin
    }

    /// The turns, legal or not.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, Position, RuleSet, Turn};
    ///
    /// let turns: Vec<Turn> = vec!["E1".parse().unwrap(), "E2".parse().unwrap()];
    /// let record = GameRecord::from_turns(Position::new(RuleSet::BEADS), turns.clone())?;
    /// assert_eq!(record.turns(), turns);
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    #[must_use]
    pub fn turns(&self) -> &[Turn] {
        &self.turns
    }

    /// The result as written.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, GameResult, Position, RuleSet};
    ///
    /// let record = GameRecord::from_turns(Position::new(RuleSet::BEADS), [])?;
    /// assert_eq!(record.result(), GameResult::Unfinished);
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }

    /// The way in which the game came to its result, if the record says so.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, Position, RuleSet};
    ///
    /// let record = GameRecord::from_turns(Position::new(RuleSet::BEADS), [])?;
    /// assert_eq!(record.termination(), None);
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    #[must_use]
    pub const fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// Plays the game: each turn with the position after it, up to the first turn that is not legal.
    ///
    /// ```
    /// use morabaraba_rules::{GameRecord, Position, RuleSet};
    ///
    /// let record = GameRecord::from_turns(Position::new(RuleSet::MSSA_GAR), ["E1".parse().unwrap()])?;
    /// let (turn, position) = record.replay().next().unwrap()?;
    /// assert_eq!(turn.to_string(), "E1");
    /// assert_eq!(position.vacant().len(), 23);
    /// # Ok::<(), morabaraba_rules::IllegalTurn>(())
    /// ```
    pub fn replay(&self) -> impl Iterator<Item = Result<(Turn, Position), IllegalTurn>> {
        let mut turns = self.turns.iter();
        let (mut position, mut ply) = (self.start, 0);
        core::iter::from_fn(move || {
            let turn = *turns.next()?;
            ply += 1;
            Some(match position.play(turn) {
                Ok(after) => {
                    position = after;
                    Ok((turn, after))
                }
                Err(refusal) => {
                    turns = [].iter();
                    Err(IllegalTurn::new(ply, &turn.to_string(), refusal, position))
                }
            })
        })
    }
}
