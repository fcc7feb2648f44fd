//! The game of Morabaraba: pure, without input or output, without a clock, without chance.
//!
//! - **The board**: [`Junction`], [`Ring`], [`Line`], and [`Cows`], a set of junctions.
//! - **The players**: [`Side`], [`Stage`].
//! - **The rules as a value**: [`RuleSet`] and its [`Options`].
//! - **Playing**: [`Turn`], [`Position`], [`LegalTurns`], [`Refusal`], [`Outcome`]; [`replay`] plays a list of turns.
//! - **Writing down**: [`GameRecord`] is a game as text, [`Validated`] what it comes to, [`RecordError`] what is wrong
//!   with it and where.
//! - **Setting up**: [`Setup`] is a position as one writes it, and its text.
//! - **Likeness**: [`Symmetry`], [`Position::canonical`], and [`Position::key`], a number to store.
//! - **Counting**: [`perft`].
//!
//! With the feature `serde` everything that has a text is written and read as that string.
//!
//! ```
//! use morabaraba_rules::{Position, RuleSet, Turn};
//!
//! let position = Position::new(RuleSet::MSSA_GAR);
//! let turn: Turn = "R2".parse()?;
//! let position = position.play(turn)?;
//! assert_eq!(position.outcome(), None);
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
