//! Findings: facts of the register that changed while a laptop had the pen, and clocks that told another time. What was done at
//! the venue stays as it is; somebody sees to each of them, and says what came of it.

pub(crate) mod changes;
pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::TimeDelta;
use diesel::{Insertable, Queryable, Selectable};
use serde::Serialize;

use crate::accounts::Caller;
use crate::pens::commands::PenCommand;
use crate::pens::{PenLoan, PenRefusal};
use crate::values::clock::Timestamp;
use crate::values::id::{AccountId, Id, PenFindingId, TournamentId};

/// The most characters of the note on what came of a finding.
pub const LONGEST_NOTE: usize = 400;

/// The time by which a laptop's clock may be off before it is a finding.
const MOST_SKEW: TimeDelta = TimeDelta::minutes(5);

crate::string_enum! {
    /// The kind of a finding.
    pub enum PenFindingKind as "PenFindingKind" {
        /// An entrant's registration was taken back.
        RegistrationWithdrawn = "registration_withdrawn",
        /// The affiliation of a club for which somebody is entered was taken back.
        AffiliationWithdrawn = "affiliation_withdrawn",
        /// The federation no longer admits an entrant; whoever looks after the player knows why.
        NotEligible = "not_eligible",
        /// An entrant is a member of another club.
        Transferred = "transferred",
        /// It was consented to an entrant's name being public.
        ConsentRecorded = "consent_recorded",
        /// It is no longer consented to an entrant's name being public.
        ConsentWithdrawn = "consent_withdrawn",
        /// The accreditation of an umpire was suspended.
        AccreditationSuspended = "accreditation_suspended",
        /// The accreditation of an umpire was revoked.
        AccreditationRevoked = "accreditation_revoked",
        /// The term of an umpire's accreditation is over.
        AccreditationExpired = "accreditation_expired",
        /// The grant of an official has ended.
        GrantEnded = "grant_ended",
        /// The account of an official is not in use any more.
        AccountDeactivated = "account_deactivated",
        /// The laptop's clock was ahead of the federation's.
        ClockAhead = "clock_ahead",
        /// The laptop's clock was behind the federation's.
        ClockBehind = "clock_behind",
    }
}

impl PenFindingKind {
    /// The sort of thing that such a finding is about.
    #[must_use]
    pub fn subject(self) -> &'static str {
        match self {
            PenFindingKind::AffiliationWithdrawn => "club",
            PenFindingKind::GrantEnded | PenFindingKind::AccountDeactivated => "account",
            PenFindingKind::ClockAhead | PenFindingKind::ClockBehind => "tournament",
            _ => "player",
        }
    }

    /// The finding in a sentence, which names nobody.
    #[must_use]
    pub fn sentence(self) -> &'static str {
        match self {
            PenFindingKind::RegistrationWithdrawn => {
                "A registration of the player was taken back while the laptop had the pen."
            }
            PenFindingKind::AffiliationWithdrawn => {
                "An affiliation of the club was taken back while the laptop had the pen."
            }
            PenFindingKind::NotEligible => {
                "The federation no longer admits the player, and whoever looks after the player knows why."
            }
            PenFindingKind::Transferred => "The player joined another club while the laptop had the pen.",
            PenFindingKind::ConsentRecorded => {
                "A consent to the player's name being public was recorded while the laptop had the pen."
            }
            PenFindingKind::ConsentWithdrawn => {
                "A consent to the player's name being public was withdrawn while the laptop had the pen."
            }
            PenFindingKind::AccreditationSuspended => {
                "The umpire's accreditation was suspended while the laptop had the pen."
            }
            PenFindingKind::AccreditationRevoked => {
                "The umpire's accreditation was revoked while the laptop had the pen."
            }
            PenFindingKind::AccreditationExpired => {
                "The term of the umpire's accreditation ended while the laptop had the pen."
            }
            PenFindingKind::GrantEnded => "A grant of the official ended while the laptop had the pen.",
            PenFindingKind::AccountDeactivated => {
                "The official's account was deactivated while the laptop had the pen."
            }
            PenFindingKind::ClockAhead => {
                "The laptop's clock was ahead: a step is dated more than five minutes after it arrived."
            }
            PenFindingKind::ClockBehind => {
                "The laptop's clock was behind: a step is dated more than five minutes before the pen was lent."
            }
        }
    }
}

/// A fact that is otherwise than it was when the pen was lent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Noticed {
    pub(crate) kind: PenFindingKind,
    /// The thing that it is about.
    pub(crate) subject: Id,
    /// The thing that has changed.
    pub(crate) fact: Id,
}

/// The faults of the clock by which these commands were dated, which arrive now.
pub fn of_clock(loan: &PenLoan, commands: &[PenCommand], now: Timestamp) -> Vec<Noticed> {
    let (latest, earliest) = (now.after(MOST_SKEW), loan.lent_at.before(MOST_SKEW));
    let faults = [
        (
            PenFindingKind::ClockAhead,
            commands.iter().any(|command| command.at > latest),
        ),
        (
            PenFindingKind::ClockBehind,
            commands.iter().any(|command| command.at < earliest),
        ),
    ];
    let (subject, fact) = (loan.tournament.into(), loan.tournament.into());
    let is_so = faults.into_iter().filter(|(_, is_so)| *is_so);
    is_so.map(|(kind, _)| Noticed { kind, subject, fact }).collect()
}

/// A finding as it is on record.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::pen_findings)]
pub struct PenFinding {
    pub id: PenFindingId,
    #[serde(rename = "tournament_id")]
    #[diesel(column_name = tournament_id)]
    pub tournament: TournamentId,
    /// The loan in which it was noticed.
    pub(crate) epoch: i64,
    pub kind: PenFindingKind,
    pub subject_id: Id,
    pub(crate) fact_id: Id,
    pub noticed_at: Timestamp,
    pub settled_at: Option<Timestamp>,
    pub settled_by: Option<AccountId>,
    /// The words of whoever has seen to it.
    pub note: Option<String>,
}

impl PenFinding {
    /// The finding on what was noticed of a loan.
    pub fn of(loan: &PenLoan, noticed: Noticed, now: Timestamp) -> PenFinding {
        PenFinding {
            id: PenFindingId::new(now),
            tournament: loan.tournament,
            epoch: loan.epoch,
            kind: noticed.kind,
            subject_id: noticed.subject,
            fact_id: noticed.fact,
            noticed_at: now,
            settled_at: None,
            settled_by: None,
            note: None,
        }
    }

    /// Whether it is the finding on that fact of its loan.
    pub fn is_on(&self, noticed: &Noticed) -> bool {
        (self.kind, self.fact_id) == (noticed.kind, noticed.fact)
    }

    /// The finding, seen to.
    ///
    /// # Errors
    /// [`PenRefusal::AlreadySettled`].
    pub fn settled(self, note: String, by: &Caller) -> Result<PenFinding, PenRefusal> {
        if self.settled_at.is_some() {
            return Err(PenRefusal::AlreadySettled);
        }
        Ok(PenFinding {
            settled_at: Some(by.now),
            settled_by: Some(by.account),
            note: Some(note),
            ..self
        })
    }
}
