//! The life of a tournament: the states that it goes through, what each allows, and every step from one to the next.

use crate::federation::readings::Readings;
use crate::tournaments::ratification::decisions::Decisions;
use crate::tournaments::ratification::{RatificationRefusal, RecognitionFinding};
use crate::tournaments::rounds::{Round, RoundRefusal, RoundState};
use crate::tournaments::{Tournament, TournamentPlan, TournamentRefusal};
use crate::values::clock::Timestamp;
use crate::values::sql_types::Json;

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

impl Tournament {
    /// Whether it can be done with the tournament today. What a tournament lacks that is under review can be put right.
    #[must_use]
    pub fn allows(&self, action: TournamentAction) -> bool {
        use TournamentAction::{Appoint, ConfirmEquipment, EndAppointment, Ratify};
        let mends = matches!(action, Appoint | EndAppointment | ConfirmEquipment | Ratify);
        self.state.allows(action) || (mends && self.decisions.under_review_since.is_some())
    }

    /// The tournament, if its state allows it.
    ///
    /// # Errors
    /// [`TournamentRefusal::WrongState`].
    pub fn allowing(self, action: TournamentAction) -> Result<Tournament, TournamentRefusal> {
        if self.allows(action) {
            Ok(self)
        } else {
            Err(TournamentRefusal::WrongState(self.state))
        }
    }

    /// The tournament with another plan, until it runs. Who was entered was judged by its level and division, and teams by
    /// their size.
    ///
    /// # Errors
    /// [`TournamentRefusal::WrongState`], [`TournamentRefusal::HasEntries`], [`TournamentRefusal::HasTeams`].
    pub fn with(
        self,
        plan: TournamentPlan,
        has_entries: bool,
        has_teams: bool,
    ) -> Result<Tournament, TournamentRefusal> {
        let tournament = self.allowing(TournamentAction::ChangePlan)?;
        let judged = |plan: &TournamentPlan| (plan.level, plan.stage, plan.division, plan.system);
        if has_entries && judged(&plan) != judged(&tournament.plan) {
            return Err(TournamentRefusal::HasEntries);
        }
        if has_teams && plan.team_size != tournament.plan.team_size {
            return Err(TournamentRefusal::HasTeams);
        }
        Ok(Tournament { plan, ..tournament })
    }

    /// The tournament, taking entries. From now on it keeps the readings of the rules.
    ///
    /// # Errors
    /// [`TournamentRefusal::WrongState`].
    pub fn opened(self, readings: Readings, now: Timestamp) -> Result<Tournament, TournamentRefusal> {
        Ok(Tournament {
            state: TournamentState::Open,
            readings: Json(readings),
            opened_at: Some(now),
            ..self.allowing(TournamentAction::Open)?
        })
    }

    /// The tournament, cancelled.
    ///
    /// # Errors
    /// [`TournamentRefusal::WrongState`].
    pub fn cancelled(self, reason: String) -> Result<Tournament, TournamentRefusal> {
        let tournament = self.allowing(TournamentAction::Cancel)?;
        Ok(Tournament {
            state: TournamentState::Cancelled,
            reason: Some(reason),
            ..tournament
        })
    }

    /// The tournament after a step of its last round, of `most` there can be: it runs once a round is published, and is
    /// finished once the last is closed.
    #[must_use]
    pub fn after(self, rounds: &[Round], most: i64) -> Tournament {
        let published = rounds.iter().any(|round| round.state != RoundState::Drawn);
        let is_over = rounds
            .last()
            .is_some_and(|last| last.number.get() >= most && last.state == RoundState::Closed);
        let state = match (published, is_over) {
            (_, true) => TournamentState::Finished,
            (true, false) => TournamentState::Running,
            (false, false) => TournamentState::Open,
        };
        let decisions = Decisions {
            ending_accepted_because: None,
            ..self.decisions
        };
        Tournament {
            state,
            ended_because: None,
            decisions,
            ..self
        }
    }

    /// The running tournament, ended with the last closed round.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn ended(self, rounds: &[Round], because: String) -> Result<Tournament, RoundRefusal> {
        if !self.state.allows(TournamentAction::End) {
            return Err(RoundRefusal::WrongState(self.state));
        }
        match rounds.last() {
            Some(last) if last.state != RoundState::Closed => Err(RoundRefusal::RoundNotClosed(last.number)),
            _ => Ok(Tournament {
                state: TournamentState::Finished,
                ended_because: Some(because),
                ..self
            }),
        }
    }

    /// The finished tournament, ratified once its last day has come; or the ratified one that is under review, confirmed again.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn ratified(
        self,
        findings: Vec<RecognitionFinding>,
        now: Timestamp,
    ) -> Result<Tournament, RatificationRefusal> {
        if !self.allows(TournamentAction::Ratify) {
            return Err(RatificationRefusal::WrongState(self.state));
        }
        if now.day() < self.plan.ends_on {
            return Err(RatificationRefusal::BeforeLastDay(self.plan.ends_on));
        }
        if findings.iter().any(|finding| !finding.met) {
            return Err(RatificationRefusal::NotRecognised(findings));
        }
        Ok(Tournament {
            state: TournamentState::Ratified,
            ratified_at: self.ratified_at.or(Some(now)),
            decisions: Decisions {
                under_review_since: None,
                ..self.decisions
            },
            ..self
        })
    }

    /// The tournament, under review from now on, if it was ratified and lacks something now.
    #[must_use]
    pub fn reviewed(self, findings: &[RecognitionFinding], now: Timestamp) -> Option<Tournament> {
        let lacks = findings.iter().any(|finding| !finding.met);
        if lacks { self.reviewed_on_appeal(now) } else { None }
    }

    /// The tournament, under review from now on, if it was ratified and an appeal was upheld.
    #[must_use]
    pub fn reviewed_on_appeal(self, now: Timestamp) -> Option<Tournament> {
        let is_new = self.state == TournamentState::Ratified && self.decisions.under_review_since.is_none();
        is_new.then_some(Tournament {
            decisions: Decisions {
                under_review_since: Some(now),
                ..self.decisions
            },
            ..self
        })
    }
}
