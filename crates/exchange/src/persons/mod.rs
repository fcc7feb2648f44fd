//! Persons: what concerns a human being across all nouns that hold their data.
//!
//! Every part of the records that names players stands in `HOLDINGS`, with what a merger of two entries and an erasure do
//! there. A test reads the schema for columns that name a player, and asks for both.

pub mod data;
pub mod erasures;
pub mod mergers;
pub mod routes;

use crate::colours;
use crate::db::Conn;
use crate::doubts;
use crate::players::merger::{Erasure, Merger, Reassigned};
use crate::players::{
    self, consent_links, consents, pairing_bars, player_accounts, registrations, residences, suspensions, transfers,
};
use crate::rankings;
use crate::tournaments::{appeals, appointments, entries, matches, umpiring};
use crate::umpires;
use crate::values::error::Error;

/// A part of the records that holds something of persons.
struct Holding {
    /// Gives what is the duplicate's to the entry that stays.
    reassign: fn(&mut Conn, &Merger) -> Result<Vec<Reassigned>, Error>,
    /// Takes away what must not be told of all entries of one person any more.
    erase: fn(&mut Conn, &Erasure<'_>) -> Result<(), Error>,
}

/// All parts of the records that hold something of persons, in the order in which they are gone through.
const HOLDINGS: &[Holding] = &[
    // Before the players, of whom it keeps something for the awards.
    Holding {
        reassign: entries::store::reassign,
        erase: entries::store::erase,
    },
    Holding {
        reassign: players::store::reassign,
        erase: players::store::erase,
    },
    Holding {
        reassign: consents::store::reassign,
        erase: consents::store::erase,
    },
    // After the consents that were given by them.
    Holding {
        reassign: consent_links::store::reassign,
        erase: consent_links::store::erase,
    },
    Holding {
        reassign: player_accounts::store::reassign,
        erase: player_accounts::store::erase,
    },
    Holding {
        reassign: umpires::store::reassign,
        erase: umpires::store::erase,
    },
    Holding {
        reassign: umpires::courses::candidates::store::reassign,
        erase: umpires::courses::candidates::store::erase,
    },
    Holding {
        reassign: registrations::store::reassign,
        erase: registrations::store::erase,
    },
    Holding {
        reassign: residences::store::reassign,
        erase: residences::store::erase,
    },
    Holding {
        reassign: transfers::store::reassign,
        erase: transfers::store::erase,
    },
    Holding {
        reassign: pairing_bars::store::reassign,
        erase: pairing_bars::store::erase,
    },
    Holding {
        reassign: suspensions::store::reassign,
        erase: suspensions::store::erase,
    },
    Holding {
        reassign: matches::disputes::store::reassign,
        erase: matches::store::erase,
    },
    Holding {
        reassign: appeals::store::reassign,
        erase: appeals::store::erase,
    },
    // Before the appointments change hands.
    Holding {
        reassign: umpiring::store::reassign,
        erase: nothing_to_erase,
    },
    Holding {
        reassign: appointments::store::reassign,
        erase: nothing_to_erase,
    },
    Holding {
        reassign: nothing_to_reassign,
        erase: rankings::rows::store::erase,
    },
    Holding {
        reassign: colours::selections::store::reassign,
        erase: colours::selections::store::erase,
    },
    Holding {
        reassign: colours::store::reassign,
        erase: colours::store::erase,
    },
    Holding {
        reassign: doubts::store::reassign,
        erase: doubts::store::erase,
    },
];

/// Leaves everything with the duplicate: its players are looked up through mergers, or it never changes.
#[expect(clippy::unnecessary_wraps, reason = "it stands where others may fail")]
fn nothing_to_reassign(_: &mut Conn, _: &Merger) -> Result<Vec<Reassigned>, Error> {
    Ok(Vec::new())
}

/// Leaves everything: it says no more than what the pseudonym has done.
#[expect(clippy::unnecessary_wraps, reason = "it stands where others may fail")]
fn nothing_to_erase(_: &mut Conn, _: &Erasure<'_>) -> Result<(), Error> {
    Ok(())
}
