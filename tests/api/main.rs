//! The service's tests: over HTTP, each with a server and a database of its own, all of them on both databases.

#![expect(unreachable_pub, reason = "within one test binary there is no other crate to reach")]
#![expect(clippy::unwrap_used, clippy::panic, reason = "a test that meets what it does not expect fails")]

#[macro_use]
mod app;
mod contract;
mod crawl;
mod postgres;

mod accounts;
mod affiliations;
mod appointments;
mod archives;
mod audit;
mod calendar;
mod championship;
mod clubs;
mod colours;
mod colours_earned;
mod command_line;
mod common;
mod consents;
mod contacts;
mod draws;
mod entries;
mod erasures;
mod exports;
mod game_batches;
mod game_changes;
mod game_search;
mod games;
mod hall;
mod idempotency;
mod import_rows;
mod imports;
mod inference;
mod jobs;
mod load;
mod match_games;
mod matches;
mod mergers;
mod migrations;
mod minors;
mod officials;
mod openapi;
mod pairing_bars;
mod particulars;
mod permissions;
mod player_exports;
mod player_names;
mod players;
mod provinces;
mod recognition;
mod records;
mod registrations;
mod residences;
mod rounds;
mod sanctions;
mod selections;
mod sheets;
mod sign_in;
mod sorting;
mod standing;
mod tidy;
mod tournament_states;
mod tournaments;
mod transfers;
mod turns;
mod umpires;
mod verifications;
mod world;
