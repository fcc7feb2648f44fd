//! The things of a tournament as they are on record, with what follows from each alone. Decisions on them are above.

pub mod bye;
pub mod contestant;
pub mod draw;
pub mod entry;
pub mod level;
pub mod orders;
pub mod paired;
pub mod plan;
pub mod round;
pub mod score_sheet;
pub mod snapshot;
pub mod state;
pub mod team;
pub mod tournament;

pub use bye::{Bye, ByeKind};
pub use contestant::{Contestant, ContestantName, Visitor};
pub use entry::{Absence, Entry, MOST_ENTRIES};
pub use level::{TournamentLevel, TournamentStage, TournamentSystem};
pub use orders::Orders;
pub use paired::{Confirmation, Entered, Match, MatchState, Recorded};
pub use plan::TournamentPlan;
pub use round::{Round, RoundState};
pub use score_sheet::{Game, MatchGameEnding, MatchGameResult, ScoreSheet, opponent};
pub use snapshot::TournamentSnapshot;
pub use state::{TournamentAction, TournamentState};
pub use team::Team;
pub use tournament::{Decisions, Tournament};
