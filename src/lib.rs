//! The records service of a Morabaraba federation.
//!
//! # The map
//!
//! The game and the draw are crates of their own, [`morabaraba_rules`] and [`morabaraba_swiss`]: pure, for any program. This
//! crate is the federation, in floors, of which each may use those below it and none above:
//!
//! [`values`] ◄ [`languages`] ◄ [`db`] ◄ [`web`] ◄ the nouns ◄ [`care`] ◄ [`pages`] ◄ [`app`] ◄ [`cli`]
//!
//! - [`values`] are what every floor speaks of: ids, instants, words, errors.
//! - [`languages`] are those in which people read, and the texts in each.
//! - [`db`] is the database behind two doors, the schema, the audit trail, and the log over it.
//! - `web` is what all operations have in common over HTTP: bodies, answers, problems, pages of lists.
//! - The nouns are the federation, a folder each, in an order in which each may use those before it: [`accounts`] ◄ [`federation`] ◄
//!   [`provinces`] ◄ [`clubs`] ◄ [`players`] ◄ [`certificate_codes`] ◄ [`umpires`] ◄ [`tournaments`] ◄ [`games`] ◄ [`rankings`] ◄ [`colours`] ◄
//!   [`certificates`] ◄ [`imports`] ◄ [`persons`] ◄ [`exports`] ◄ [`statistics`] ◄
//!   [`trail`] ◄ [`events`] ◄ [`webhooks`] ◄ [`pens`].
//! - [`care`] is of the records as a whole: copies of them, and whether everything adds up.
//! - [`pages`] is the desk: the pages on which people work in a browser. They own no rule and call the nouns' use cases.
//! - [`app`] puts them together: the one list of what is served, the server, its settings.
//! - [`cli`] is the command line, which `main.rs` starts, and the [invented federation](cli::demo) of `serve --demo`.
//!
//! A noun has the same files everywhere. `mod.rs` is its words and its rules: pure, without database and HTTP, and so
//! tested where it stands, and the kinds of problem by which its refusals are told. `store.rs` is the only SQL,
//! `routes.rs` the only HTTP. A file more holds an algorithm, such as [the player's number](players::Number). A slice of
//! a noun, as the [transfers](players::transfers) of players, is a folder with the same files; its `use_cases.rs` load,
//! decide and save.
//!
//! # The walk of a request
//!
//! `POST /v1/games`, for one:
//!
//! 1. [`web::telemetry`] gives the request its id, and will write its line in the log.
//! 2. `accounts/caller.rs` finds out who calls. The type of the handler's first parameter says who may; a stranger is
//!    answered 401 or 403 before anything of the body is parsed.
//! 3. `web/body.rs` reads the JSON strictly: 400, 413, 415, or 422 with a pointer to the field.
//! 4. The rules replay the turns ([`games::Record::judge`]), outside of any transaction.
//! 5. The handler is done with three lines: who, what, and the use case, which its permission runs in one transaction, with the
//!    caller, whose session and grants are read again in it. It **loads** the players, **decides** ([`games::Game::admit`]: pure, and the only place with an `if` about the
//!    federation), and **saves** the game and its row in the [audit trail](db::audit). What it decided is what is answered.
//! 6. The answer has an entity tag and a location; a refusal is a [`values::error`], read off the enum that the decision
//!    returned, or off the name of the constraint that the database enforced. `web/problem.rs` alone makes an answer of it
//!    (RFC 9457).
//!
//! # What always holds
//!
//! - Every write is one transaction with its audit row; what was refused leaves no trace.
//! - Writes are as if they came one after the other; a read sees one snapshot and waits for nobody ([`db`]).
//! - What was written has a place in a log whose head is signed, and cannot be altered unseen ([`db::log`]).
//! - Time and chance are arguments: [`values::clock`] and `values/random.rs` are the only places that ask for them.
//! - What is read off input has the type that proves its form; a row that does not parse is our fault, a 500.
//! - Private fields stand in types that public handlers do not name; the document is searched for them by a test.
//! - The routes are the document: a handler that is served is in it, and every answer in the tests is held against it.

pub mod accounts;
pub mod app;
pub mod care;
pub mod certificate_codes;
pub mod certificates;
pub mod cli;
pub mod clubs;
pub mod colours;
pub mod db;
pub mod events;
pub mod exports;
pub mod federation;
pub mod games;
pub mod imports;
pub mod languages;
pub mod pages;
pub mod pens;
pub mod persons;
pub mod players;
pub mod provinces;
pub mod rankings;
pub mod statistics;
pub mod tournaments;
pub mod trail;
pub mod umpires;
pub mod values;
pub mod web;
pub mod webhooks;
