//! The life of a tournament: the states that it goes through, what each allows, and every step from one to the next.

use crate::federation::readings::Readings;
use crate::tournaments::TournamentRefusal;
use crate::tournaments::model::{
    Decisions, Round, RoundState, Tournament, TournamentAction, TournamentPlan, TournamentState,
};
use crate::tournaments::ratification::{RatificationRefusal, RecognitionFinding};
use crate::tournaments::rounds::RoundRefusal;
use crate::values::clock::Timestamp;
use crate::values::sql_types::Json;

impl Tournament {
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
        let is_new = self.state == TournamentState::Ratified && !self.is_under_review();
        is_new.then_some(Tournament {
            decisions: Decisions {
                under_review_since: Some(now),
                ..self.decisions
            },
            ..self
        })
    }
}
