//! The game of Morabaraba: pure, without input or output, without a clock, without chance.
//!
//! It knows the board, the turns, the rules in every published reading, and how games are written down. It knows no
//! player, club or date. It needs `alloc` and no `std`; positions are small and `Copy`, and nothing is allocated to play.
//!
//! # The map
//!
//! - **The board**: [`Junction`], [`Ring`], [`Line`], and [`Cows`], a set of junctions.
//! - **The players**: [`Side`], [`Stage`].
//! - **The rules as a value**: [`RuleSet`] and its [`Options`].
//! - **Playing**: [`Turn`], [`Position`], [`LegalTurns`], [`Refusal`], [`Outcome`]; [`replay`] plays a list of turns up to
//!   the first [`IllegalTurn`].
//! - **Setting up**: [`Setup`] is a position as one writes it, and its text; [`SetupError`] says why it is none.
//! - **Writing down**: [`GameRecord`] is a game as text, [`Validated`] what it comes to, [`RecordError`] what is wrong
//!   with it and where.
//! - **Likeness**: [`Symmetry`], [`Position::canonical`]; [`Position::key`] and [`Position::class`], numbers to store.
//! - **A picture**: [`board_svg`].
//! - **Counting**: [`perft`].
//!
//! What has a text says it by `Display` and reads it back by `FromStr`, letter for letter; what people write goes through
//! [`Turn::parse_lenient`] and [`GameRecord::parse_lenient`]. What programs compare has a `code()` that never changes.
//! With the feature `serde` everything that has a text is that string.
//!
//! # A game
//!
//! ```
//! use morabaraba_rules::{Position, Refusal, RuleSet, Turn, board_svg, replay};
//!
//! let start = Position::new(RuleSet::MSSA_GAR);
//! let mut game = replay(start, ["E1", "A1", "E2", "A2", "E3xA1"]);
//! let turns: Vec<Turn> = game.by_ref().map(|played| played.map(|(turn, _)| turn)).collect::<Result<_, _>>()?;
//! let position = game.position();
//! assert_eq!(position.lost(position.side()), 1);
//! assert_eq!(position.outcome(), None);
//!
//! // Why not?
//! assert_eq!(position.check("E1".parse()?), Err(Refusal::Occupied));
//! // What then?
//! assert_eq!(position.legal_turns().len(), 20);
//! // What does it look like?
//! let svg = board_svg(&position, turns.last().copied());
//! # assert!(svg.contains("E3"));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod board;
mod cows;
mod judge;
mod key;
mod legal;
mod lenient;
mod outcome;
mod perft;
mod picture;
mod position;
mod record;
mod refusal;
mod replay;
mod rule_set;
mod rule_text;
mod setup;
mod side;
#[cfg(feature = "serde")]
mod strings;
mod symmetry;
mod threats;
mod turn;

pub use board::{Junction, Line, Ring};
pub use cows::{Cows, CowsIter};
pub use legal::LegalTurns;
pub use outcome::{DrawReason, Outcome, WinReason};
pub use perft::perft;
pub use picture::board_svg;
pub use position::Position;
pub use record::{Fault, GameRecord, GameResult, Place, RecordError, Records, Tag, Termination, Validated};
pub use refusal::Refusal;
pub use replay::{IllegalTurn, Replay, replay};
pub use rule_set::{AllInLines, NoMoveBack, Options, RuleSet, Scope, Shot, TenMoves, Trigger, Unit, When};
pub use rule_text::UnknownRuleSet;
pub use setup::{Setup, SetupError};
pub use side::{Side, Stage};
pub use symmetry::Symmetry;
pub use turn::{SyntaxError, Turn};
