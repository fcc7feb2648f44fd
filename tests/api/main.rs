//! The service's tests: over HTTP, each with a server and a database of its own, all of them on both databases.

#![expect(unreachable_pub, reason = "within one test binary there is no other crate to reach")]
#![expect(
    clippy::too_many_lines,
    reason = "a test may tell a long story from its beginning to its end"
)]
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that meets what it does not expect fails"
)]

#[macro_use]
mod app;
mod browser;
mod caller;
mod contract;
mod crawl;
mod forging;
mod paper;
mod postgres;
mod recording;

mod account_care;
mod accounts;
mod affiliations;
mod appeals;
mod appointments;
mod archive_refusals;
mod archives;
mod audit;
mod bounds;
mod browser_sessions;
mod bulk;
mod calendar;
mod certificates;
mod championship;
mod clubs;
mod colours;
mod colours_again;
mod colours_earned;
mod colours_near_misses;
mod colours_not_won;
mod colours_teams;
mod command_line;
mod command_line_files;
mod common;
mod compression;
mod conformity;
mod connections;
mod consents;
mod contacts;
mod credentials;
mod desk;
mod draws;
mod due_renewals;
mod entrants;
mod entries;
mod erasures;
mod evidence;
mod exports;
mod federation;
mod federation_accounts;
mod federation_decisions;
mod federation_desk;
mod file_forms;
mod game_batches;
mod game_changes;
mod game_search;
mod games;
mod gaming_years;
mod hall;
mod hardening;
mod held_requests;
mod holders;
mod idempotency;
mod import_rows;
mod imports;
mod inference;
mod job_claims;
mod jobs;
mod leaders;
mod load;
mod logos;
mod match_games;
mod matches;
mod mergers;
mod merits;
mod migrations;
mod minors;
mod monday;
mod nationalities;
mod officials;
mod openapi;
mod own_accounts;
mod own_disputes;
mod pairing_bars;
mod particulars;
mod permissions;
mod player_exports;
mod player_names;
mod players;
mod provinces;
mod public_pages;
mod qualifications;
mod ranking_corrections;
mod ranking_filters;
mod ranking_methods;
mod ranking_settings;
mod rankings;
mod recognition;
mod records;
mod registrations;
mod represented;
mod residences;
mod reviews;
mod rounds;
mod sanctions;
mod schema;
mod schools;
mod season;
mod second_factors;
mod seedings;
mod selections;
mod server_faults;
mod sheets;
mod sign_in;
mod sign_in_limits;
mod sorting;
mod stages;
mod standing;
mod starting_orders;
mod starts;
mod statistics;
mod storage;
mod suspensions;
mod teams;
mod tidy;
mod tournament_states;
mod tournaments;
mod trail;
mod transfers;
mod turns;
mod umpire_courses;
mod umpire_lists;
mod umpires;
mod unchanged_results;
mod verifications;
mod visitor_names;
mod visitors;
mod withdrawn_memberships;
mod world;
