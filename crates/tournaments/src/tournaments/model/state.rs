//! The states of a tournament, and what each allows.

crate::string_enum! {
    /// The state that a tournament has reached.
    pub enum TournamentState as "TournamentState" {
        /// Announced.
        Planned = "planned",
        /// Taking entries.
        Open = "open",
        /// The first round is published.
        Running = "running",
        /// The last round is closed.
        Finished = "finished",
        /// The federation has confirmed the result.
        Ratified = "ratified",
        /// It does not take place.
        Cancelled = "cancelled",
    }
}

/// A thing that is done with a tournament, as far as its state allows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TournamentAction {
    /// Changing what was announced.
    ChangePlan,
    /// Opening it for entries.
    Open,
    /// Entering players, taking entries back, and ordering them, by whoever looks after a player.
    Enter,
    /// Entering and withdrawing players, and giving byes, between two rounds.
    EnterLate,
    /// Ticking who has arrived in the hall.
    CheckIn,
    /// Appointing an umpire.
    Appoint,
    /// Ending an umpire's appointment.
    EndAppointment,
    /// Confirming the boards and counters.
    ConfirmEquipment,
    /// Drawing, publishing and closing a round.
    PlayRound,
    /// Taking the last step of a round back.
    UndoRound,
    /// Entering and undoing results.
    EnterResult,
    /// Confirming, correcting and ruling on results.
    CorrectResult,
    /// Correcting results that the federation has confirmed, which an administrator does.
    CorrectRatified,
    /// Disputing a match.
    Dispute,
    /// Putting games on record.
    RecordGame,
    /// Ending it before its last round.
    End,
    /// Accepting that it ended so.
    AcceptEnding,
    /// Agreeing to another number of rounds.
    AgreeRounds,
    /// Confirming the result for the federation.
    Ratify,
    /// Writing all of it to a file.
    Archive,
    /// Cancelling it.
    Cancel,
}

impl TournamentState {
    /// Whether a tournament in this state allows it.
    #[must_use]
    pub const fn allows(self, action: TournamentAction) -> bool {
        use TournamentState::{Finished, Open, Planned, Ratified, Running};
        match action {
            TournamentAction::Open => matches!(self, Planned),
            TournamentAction::ChangePlan | TournamentAction::AgreeRounds => matches!(self, Planned | Open),
            TournamentAction::Cancel => matches!(self, Planned | Open | Running),
            TournamentAction::Appoint | TournamentAction::EndAppointment | TournamentAction::ConfirmEquipment => {
                matches!(self, Planned | Open | Running | Finished)
            }
            TournamentAction::Enter => matches!(self, Open),
            TournamentAction::PlayRound | TournamentAction::CheckIn => matches!(self, Open | Running),
            TournamentAction::UndoRound => matches!(self, Open | Running | Finished),
            TournamentAction::EnterLate | TournamentAction::EnterResult | TournamentAction::End => {
                matches!(self, Running)
            }
            TournamentAction::CorrectResult | TournamentAction::Dispute => matches!(self, Running | Finished),
            TournamentAction::RecordGame => matches!(self, Running | Finished | Ratified),
            TournamentAction::Ratify | TournamentAction::AcceptEnding => matches!(self, Finished),
            TournamentAction::Archive => self.is_over(),
            TournamentAction::CorrectRatified => matches!(self, Ratified),
        }
    }

    /// Whether the last round is over.
    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, TournamentState::Finished | TournamentState::Ratified)
    }

    /// Whether no other state follows.
    #[must_use]
    pub const fn is_final(self) -> bool {
        matches!(self, TournamentState::Ratified | TournamentState::Cancelled)
    }
}
