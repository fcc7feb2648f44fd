//! Operations: who may ask for each, with which scope, and what everyone hears of its changes. The table in
//! `table.rs` is the only place that names them.
//!
//! A name is the same everywhere: of the handler, in the document (`operationId`), in the audit trail, and of the variant here.

mod event_type;
pub mod scopes;
mod table;
mod who;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use event_type::EventType;
pub use scopes::{Scope, Scopes};
pub use table::Operation;
pub use who::Who;

/// A row of the table.
pub(crate) struct Row {
    pub(crate) name: &'static str,
    /// None of what the document does not list.
    pub(crate) who: Option<Who>,
    pub(crate) scope: Option<Scope>,
    pub(crate) marks: &'static [Mark],
    /// The things of which it writes entries into the trail, each with the event of it; none if nobody hears of it.
    pub(crate) makes: &'static [(&'static str, Option<EventType>)],
    /// The operation in words, where the document does not list it.
    pub(crate) words: Option<&'static str>,
}

/// A property that few operations have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    /// It is done at venues too, by the laptop that has the pen. All others wait for the federation.
    AtVenues,
    /// It hides nothing that people who have not signed in may see: it adds to that, corrects it, or changes something else. A replica
    /// is read before it has such a write. One that lacks the mark costs a replica a moment, and shows nobody anything.
    Shows,
}

/// Private things, of which nobody hears by events.
const PRIVATE: [&str; 23] = [
    "account",
    "appeal",
    "application",
    "application_secret",
    "authorization_code",
    "consent_link",
    "dispute",
    "grant",
    "network",
    "pairing_bar",
    "pen_finding",
    "personal_token",
    "player_account",
    "player_suspension",
    "registration",
    "selection",
    "session",
    "signing_key",
    "trail",
    "transfer",
    "umpire_candidate",
    "upholding",
    "webhook",
];

static BY_NAME: LazyLock<HashMap<&'static str, Operation>> =
    LazyLock::new(|| Operation::ALL.iter().map(|one| (one.name(), *one)).collect());

impl Operation {
    /// The one with that name; none if an earlier version of the program had it.
    pub fn of_name(name: &str) -> Option<Operation> {
        BY_NAME.get(name).copied()
    }

    /// The name.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// The people whom it is for; none if no request asks for it.
    pub fn who(self) -> Option<Who> {
        self.row().who
    }

    /// The scope that a program needs; none if it is for people alone, or for everyone.
    pub fn scope(self) -> Option<Scope> {
        self.row().scope
    }

    /// The operation in words, where the document does not list it.
    pub fn words(self) -> Option<&'static str> {
        self.row().words
    }

    /// Whether it is done at venues too.
    pub fn is_at_venues(self) -> bool {
        self.row().marks.contains(&Mark::AtVenues)
    }

    /// Whether it may hide something that everyone could see before.
    pub fn hides(self) -> bool {
        !self.row().marks.contains(&Mark::Shows)
    }

    /// The events of an entry about such a thing: none of what nobody hears of, two if the operation both creates such things and
    /// changes them.
    pub fn events(self, subject: &str) -> impl Iterator<Item = EventType> {
        let made = self.row().makes.iter().filter(move |(thing, _)| *thing == subject);
        made.filter_map(|(_, event)| *event)
    }

    /// Whether it writes entries about such things.
    pub fn makes(self, subject: &str) -> bool {
        PRIVATE.contains(&subject) || self.row().makes.iter().any(|(thing, _)| *thing == subject)
    }
}

impl std::fmt::Display for Operation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl serde::Serialize for Operation {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
