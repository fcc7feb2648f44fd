//! The records service of a Morabaraba federation.
//!
//! # The map
//!
//! The game itself is the crate [`morabaraba_rules`]: pure, for any program. This crate is the federation, one module a
//! noun, in an order in which each may use those before it:
//!
//! [`accounts`] ◄ [`provinces`] ◄ [`clubs`] ◄ [`players`] ◄ [`umpires`] ◄ [`tournaments`] ◄ [`games`] ◄
//! [`rankings`] ◄ [`colours`] ◄ [`certificates`] ◄ [`imports`] ◄ [`exports`]
//!
//! A noun has the same files everywhere. `mod.rs` is its words and its rules: pure, without database and HTTP, and so
//! tested where it stands. `store.rs` is the only SQL, `routes.rs` the only HTTP. A file more holds an algorithm, such
//! as [the player's number](players::Number). What the nouns share is plumbing, a file a concern, which names no noun:
//! [`db`], [`error`], [`audit`], [`clock`], [`input`], [`names`] and others. [`api`] is the one list of what is served;
//! [`server`] puts the parts together; `main.rs` is the command line.
//!
//! # The walk of a request
//!
//! `POST /v1/games`, for one:
//!
//! 1. [`telemetry`] gives the request its id, and will write its line in the log.
//! 2. `accounts/caller.rs` finds out who calls. The type of the handler's first parameter says who may; a stranger is
//!    answered 401 or 403 before anything of the body is parsed.
//! 3. `body.rs` reads the JSON strictly: 400, 413, 415, or 422 with a pointer to the field.
//! 4. The rules replay the turns ([`games::Record::judge`]), outside of any transaction.
//! 5. [`db::Database::write`] opens one transaction, in which the handler **loads** the players, **decides**
//!    ([`games::Game::admit`]: pure, and the only place with an `if` about the federation), and **saves** the game and
//!    its row in the [`audit`] trail.
//! 6. The answer has an entity tag and a location; a refusal is a problem of RFC 9457 ([`error`]), read off the enum
//!    that the decision returned, or off the name of the constraint that the database enforced.
//!
//! # What always holds
//!
//! - Every write is one transaction with its audit row; what was refused leaves no trace.
//! - Writes happen one after the other; a read sees one snapshot and waits for nobody ([`db`]).
//! - Time and chance are arguments: [`clock`] and `random.rs` are the only places that ask for them.
//! - What is read off input has the type that proves its form; a row that does not parse is our fault, a 500.
//! - Private fields stand in types that public handlers do not name; the document is searched for them by a test.
//! - The routes are the document: a handler that is served is in it, and every answer in the tests is held against it.

pub mod accounts;
pub mod api;
pub mod audit;
mod body;
pub mod certificates;
pub mod clock;
pub mod clubs;
pub mod code;
pub mod colours;
mod creation;
pub mod db;
pub mod demo;
mod digest;
mod document;
pub mod draw;
mod edit;
pub mod error;
pub mod exports;
mod finished;
pub mod games;
pub mod gaming_year;
mod health;
pub mod id;
mod idempotency;
pub mod imports;
pub mod input;
mod limit;
pub mod names;
mod page;
mod pages;
pub mod players;
mod problems;
pub mod provinces;
mod random;
pub mod rankings;
mod reply;
pub mod schema;
pub mod server;
pub mod settings;
mod spreadsheet;
pub mod telemetry;
pub mod tournaments;
pub mod umpires;
mod upload;
pub mod validate;
mod watched;
pub mod words;
