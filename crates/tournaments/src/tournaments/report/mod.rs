//! The report of a tournament, for programs of other federations: FIDE's tournament report file, and schema.org.

pub mod event;
pub(crate) mod file;
pub(crate) mod routes;
pub(crate) mod use_cases;

use crate::tournaments::model::TournamentSnapshot;
use crate::tournaments::standings::Table;

/// A tournament as it is reported.
pub struct ReportedTournament {
    /// The tournament with everything that has happened in it.
    pub(crate) snapshot: TournamentSnapshot,
    /// Its standings.
    pub(crate) table: Table,
    /// The name of the federation.
    pub(crate) federation: String,
}
