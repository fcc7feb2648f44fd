//! Pens: the right to change a tournament. The register has it, until it is lent to a laptop at a venue without a network.
//!
//! There is one pen for each tournament, and whoever holds it is its one writer. What is done there is written down as
//! commands, is brought home as a hand-in, and is executed again by the register, on the
//! [facts](bundles) of the moment at which the pen was lent. What has changed of these meanwhile is a [finding](findings), and
//! what a lost laptop did that is not home is a branch. Nothing is ever merged.

pub mod branches;
pub mod bundles;
pub mod codes;
pub mod commands;
pub mod findings;
pub mod hand_ins;
pub mod laptops;
pub mod routes;
pub mod standby;
pub mod store;
pub mod use_cases;
pub mod wardens;

use diesel::{Insertable, Queryable, Selectable};
use serde::{Deserialize, Serialize};

use crate::accounts::{Account, Caller, OUT_OF_SCOPE, Reach, UNKNOWN_CLUB};
use crate::clubs::Club;
use crate::pens::hand_ins::receipts::Receipt;
use crate::tournaments::WRONG_STATE;
use crate::tournaments::model::{Tournament, TournamentState};
use crate::umpires::UNKNOWN_ACCOUNT;
use crate::values::clock::Timestamp;
use crate::values::error::{Error, Problem};
use crate::values::id::{AccountId, ClubId, TournamentId};
use crate::values::validation::{Faults, ValueError};

/// The most late entrants: five times as many as a tournament has entries, and few enough for a bundle.
pub(crate) const MOST_LATE_ENTRANTS: usize = 5000;

/// The hash that the first command of a loan continues.
pub const ROOT: &str = "";

/// A loan of the pen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::pen_loans)]
pub struct PenLoan {
    #[diesel(column_name = tournament_id)]
    pub tournament: TournamentId,
    /// Which loan of the tournament's pen it is, from 1.
    pub epoch: i64,
    /// The laptop, as people call it.
    pub laptop: String,
    /// The key to which its bundle is sealed: X25519 as base64url.
    pub(crate) sealing_key: String,
    /// The key with which it signs what it hands in: Ed25519 as base64url.
    pub(crate) signing_key: String,
    /// The ids of its officials, with blanks between; none of older loans.
    pub(crate) officials: Option<String>,
    pub(crate) lent_by: AccountId,
    pub lent_at: Timestamp,
    /// The number of the last command that was executed here.
    pub executed: i64,
    /// The hash of that command.
    pub(crate) head: String,
    /// The time at which the laptop took it into its own records, in these; none at the register.
    pub(crate) settled_at: Option<Timestamp>,
    pub(crate) ended_at: Option<Timestamp>,
    pub(crate) ended_by: Option<AccountId>,
    pub(crate) reclaimed_because: Option<String>,
    /// The most commands of which the federation has told the laptop that they are home; none before it has, and at the register.
    pub received: Option<i64>,
    /// The most of those after them of which it has told that it keeps them, since the pen was reclaimed; none as above.
    pub kept: Option<i64>,
    /// The time at which the laptop was told that the pen is the federation's again; none at the register.
    pub returned_at: Option<Timestamp>,
    /// The receipt by which it was told the last of these, as it was signed; none at the register.
    pub(crate) receipt: Option<String>,
}

/// A laptop that is to have the pen: what it is called, and its public keys.
#[derive(Debug, Clone)]
pub struct NewPenLoan {
    pub laptop: String,
    pub sealing_key: String,
    pub signing_key: String,
    /// The officials who are to sign in there.
    pub officials: Vec<AccountId>,
    /// The clubs whose registered players may still be entered there.
    pub late_entrant_clubs: Vec<ClubId>,
}

/// A loan as the trail has it, with the clubs whose players the laptop knows too.
#[derive(Serialize)]
pub struct LoanEvidence<'a> {
    #[serde(flatten)]
    pub(crate) loan: &'a PenLoan,
    pub(crate) late_entrant_club_ids: &'a [ClubId],
}

/// Whether the state of a tournament lets its pen be lent.
pub fn is_lendable(tournament: &Tournament) -> bool {
    !tournament.state.is_over() && !tournament.state.is_final()
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PenRefusal {
    /// The tournament is over, or is not to be.
    #[error("The tournament is {}, which does not allow this.", .0.as_str())]
    WrongState(TournamentState),
    /// A laptop has the pen.
    #[error("The pen is with {0}, which alone changes the tournament until it gives the pen back.")]
    Lent(String),
    /// Nobody signs in with one of the accounts.
    #[error("Nobody signs in with the account {0}.")]
    UnknownOfficial(AccountId),
    /// Somebody does not run the tournament, or is above its lender.
    #[error(
        "{0} neither runs the tournament by an appointment or a grant for its province that you may name, nor lends its pen."
    )]
    NotNamed(AccountId),
    /// Nobody signs in on the laptop with the address.
    #[error("No official signs in on this laptop with the address {0}.")]
    NoOfficial(String),
    /// A command was given for somebody who was not named for the venue.
    #[error("Step {n} is of the account {account}, which was not named when the pen was lent.")]
    NotOfOfficial { n: i64, account: AccountId },
    /// There is no such club.
    #[error("There is no club with the id {0}.")]
    UnknownClub(ClubId),
    /// The club is beyond what the caller looks after, and nobody plays for it.
    #[error("You do not look after {0}, and nobody is entered for it.")]
    ClubOutOfScope(String),
    /// The clubs have more players than go along.
    #[error("These clubs have registered {0} players. A laptop takes {most} at the most.", most = MOST_LATE_ENTRANTS)]
    TooManyLateEntrants(usize),
    /// The pen is not lent, or it is another loan.
    #[error("Loan {0} of the pen has ended, or has never been.")]
    NotLent(i64),
    /// It is not what the laptop has signed.
    #[error("{0}")]
    Altered(String),
    /// The laptop, or the service, has no pen of the tournament.
    #[error("The pen of the tournament is not here.")]
    NotHere,
    /// Something that waits for the register.
    #[error("{0} is done at the federation, not at the venue.")]
    NotAtVenue(String),
    /// A command did something else than it did at the venue.
    #[error("Step {0} has changed something else than at the venue.")]
    Differs(i64),
    /// A command of a branch is adopted once.
    #[error("Step {0} was adopted before.")]
    AlreadyAdopted(i64),
    /// A command of a branch is dismissed once, and adopted by nobody after that.
    #[error("Step {0} was dismissed before.")]
    AlreadyDismissed(i64),
    /// There is nothing to adopt in it.
    #[error("Step {0} changes nothing here.")]
    ChangesNothing(i64),
    /// A finding is settled once.
    #[error("The finding was settled before.")]
    AlreadySettled,
    /// Something was done, and may be lost with the laptop still.
    #[error("It was done, and is on this laptop, but not yet on the second. Send it again: it is answered once it is.")]
    StandbyBehind,
}

crate::problem_kinds! {
    HELD_AT_VENUE = 409 "held-at-venue", "A laptop at the venue has the pen",
        "The tournament is changed at its venue alone, until the laptop has handed in all that was done and gives the pen back, or the pen is reclaimed. `GET /v1/tournaments/{id}/pen` tells who has it.";
    PEN_NOT_LENT = 409 "pen-not-lent", "The pen is not lent, or to another laptop by now",
        "A loan of the pen ends when the pen is given back, or reclaimed. `GET /v1/tournaments/{id}/pen` tells the loan that there is.";
    HAND_IN_ALTERED = 422 "hand-in-altered", "It is not what the laptop has signed",
        "What was handed in is cut short, altered, or of another laptop, and nothing of it was taken. Have the laptop write it once more.";
    PEN_NOT_HERE = 409 "pen-not-here", "The pen is not here",
        "The laptop has laid the pen of its tournament down, and nothing is changed on it any more. Go on at the federation's own address.";
    NOT_AT_VENUE = 409 "not-at-venue", "That is done at the federation",
        "A laptop at a venue changes the one tournament whose pen it has, and not all of it. Do it once there is a network, at the federation's own address.";
    COMMAND_DIFFERS = 409 "command-differs", "It has changed something else than at the venue",
        "That is a fault of the program, and whatever comes after it waits. Report it with the version of the program on both sides.";
    NOT_AN_OFFICIAL = 422 "not-an-official", "That is no account of an official of the venue",
        "At a venue those act who were named when the pen was lent: umpires who are appointed to the tournament, coordinators of its province, and whoever lends it. Nobody names an account that may do more in the tournament than they may themselves, as an administrator's; and nothing is taken home of any other account.";
    ALREADY_ADOPTED = 409 "already-adopted", "It was adopted before",
        "A command of a branch is adopted once. `GET /v1/tournaments/{id}/pen-branch-commands` tells by whom.";
    ALREADY_DISMISSED = 409 "already-dismissed", "It was dismissed before",
        "A command of a branch that was dismissed is adopted by nobody. `GET /v1/tournaments/{id}/pen-branch-commands` tells by whom it was, and why.";
    CHANGES_NOTHING = 409 "changes-nothing", "It changes nothing here",
        "It would have no effect, and nothing refuses it: what it was meant to do is done, or you see to it yourself.";
    STANDBY_BEHIND = 503 "standby-behind", "It is not on the second laptop yet",
        "It was done, and is on this laptop. Send it again as it was, with the same `id` or `Idempotency-Key`: it is done once, and answered once the second \
         laptop has it too. Where that has broken, the first is to be served without `--ack 2`, or another follows it.";
    ALREADY_SETTLED = 409 "already-settled", "The finding was settled before",
        "A finding is settled once. `GET /v1/tournaments/{id}/pen-findings` tells by whom, and what was noted.";
}

impl From<PenRefusal> for Error {
    fn from(refusal: PenRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            PenRefusal::WrongState(_) => WRONG_STATE.problem(detail),
            PenRefusal::Lent(_) => HELD_AT_VENUE.problem(detail),
            PenRefusal::UnknownOfficial(_) => UNKNOWN_ACCOUNT.at("/official_ids", detail),
            PenRefusal::NoOfficial(_) | PenRefusal::NotNamed(_) => NOT_AN_OFFICIAL.at("/official_ids", detail),
            PenRefusal::NotOfOfficial { .. } => NOT_AN_OFFICIAL.at("/commands", detail),
            PenRefusal::UnknownClub(_) => UNKNOWN_CLUB.at("/late_entrant_club_ids", detail),
            PenRefusal::ClubOutOfScope(_) => OUT_OF_SCOPE.problem(detail),
            PenRefusal::TooManyLateEntrants(_) => {
                let too_many = ValueError::new("too-many", detail);
                return Faults::of("/late_entrant_club_ids", too_many).into();
            }
            PenRefusal::NotLent(_) => PEN_NOT_LENT.problem(detail),
            PenRefusal::Altered(_) => HAND_IN_ALTERED.at("/signature", detail),
            PenRefusal::NotHere => PEN_NOT_HERE.problem(detail),
            PenRefusal::NotAtVenue(_) => NOT_AT_VENUE.problem(detail),
            PenRefusal::Differs(_) => COMMAND_DIFFERS.problem(detail),
            PenRefusal::AlreadyAdopted(_) => ALREADY_ADOPTED.problem(detail),
            PenRefusal::AlreadyDismissed(_) => ALREADY_DISMISSED.problem(detail),
            PenRefusal::ChangesNothing(_) => CHANGES_NOTHING.problem(detail),
            PenRefusal::AlreadySettled => ALREADY_SETTLED.problem(detail),
            PenRefusal::StandbyBehind => STANDBY_BEHIND.problem(detail).with_header("retry-after", "1"),
        }
        .into()
    }
}

/// Refuses officials who are not `in_use`, or not `nameable` by the caller.
///
/// # Errors
/// [`PenRefusal::UnknownOfficial`], [`PenRefusal::NotNamed`].
pub fn refuse_officials(asked: &[AccountId], in_use: &[AccountId], nameable: &[Account]) -> Result<(), PenRefusal> {
    if let Some(unknown) = asked.iter().find(|id| !in_use.contains(id)) {
        return Err(PenRefusal::UnknownOfficial(*unknown));
    }
    let is_nameable = |id: &AccountId| nameable.iter().any(|account| account.id == *id);
    match asked.iter().find(|id| !is_nameable(id)) {
        Some(other) => Err(PenRefusal::NotNamed(*other)),
        None => Ok(()),
    }
}

/// Refuses clubs whose players do not go along: those that there are not; and those beyond the caller's reach for which nobody is
/// `entered`, so that nobody gets the records of a club that they do not look after and that does not play.
///
/// # Errors
/// [`PenRefusal::UnknownClub`], [`PenRefusal::ClubOutOfScope`].
pub fn refuse_clubs(asked: &[ClubId], found: &[Club], entered: &[ClubId], reach: &Reach) -> Result<(), PenRefusal> {
    let is_known = |id: &ClubId| found.iter().any(|club| club.id == *id);
    if let Some(unknown) = asked.iter().find(|id| !is_known(id)) {
        return Err(PenRefusal::UnknownClub(*unknown));
    }
    let is_near = |club: &Club| entered.contains(&club.id) || reach.covers_club(club.id, &club.province);
    match found.iter().find(|club| !is_near(club)) {
        Some(other) => Err(PenRefusal::ClubOutOfScope(other.name.clone())),
        None => Ok(()),
    }
}

impl PenLoan {
    /// The next loan of the tournament's pen. `last` is the one before.
    ///
    /// # Errors
    /// [`PenRefusal::WrongState`], [`PenRefusal::Lent`].
    pub fn lend(
        tournament: &Tournament,
        last: Option<&PenLoan>,
        new: NewPenLoan,
        by: &Caller,
    ) -> Result<PenLoan, PenRefusal> {
        if !is_lendable(tournament) {
            return Err(PenRefusal::WrongState(tournament.state));
        }
        if let Some(open) = last.filter(|last| last.is_open()) {
            return Err(PenRefusal::Lent(open.laptop.clone()));
        }
        Ok(PenLoan {
            tournament: tournament.id,
            epoch: last.map_or(1, |last| last.epoch + 1),
            laptop: new.laptop,
            sealing_key: new.sealing_key,
            signing_key: new.signing_key,
            officials: Some(
                new.officials
                    .iter()
                    .map(AccountId::to_string)
                    .collect::<Vec<_>>()
                    .join(" "),
            ),
            lent_by: by.account,
            lent_at: by.now,
            executed: 0,
            head: ROOT.to_owned(),
            settled_at: None,
            ended_at: None,
            ended_by: None,
            reclaimed_because: None,
            received: None,
            kept: None,
            returned_at: None,
            receipt: None,
        })
    }

    /// Whether that account is an official of the loan.
    pub fn is_official(&self, account: AccountId) -> bool {
        let account = account.to_string();
        let is_named = |officials: &String| officials.split(' ').any(|official| official == account);
        self.officials.as_ref().is_none_or(is_named)
    }

    /// Whether the laptop has the pen.
    pub fn is_open(&self) -> bool {
        self.ended_at.is_none()
    }

    /// Whether somebody has taken the pen from the laptop.
    pub fn is_reclaimed(&self) -> bool {
        self.reclaimed_because.is_some()
    }

    /// Whether these are the records of its laptop, and not the register's.
    pub fn is_on_laptop(&self) -> bool {
        self.settled_at.is_some()
    }

    /// The loan on its laptop, which was told what the federation has of it.
    pub fn acknowledged(self, told: &Receipt, now: Timestamp) -> PenLoan {
        let after = PenLoan {
            received: self.received.max(Some(told.executed)),
            kept: self.kept.max(Some(told.kept)),
            returned_at: self.returned_at.or(told.ended.then_some(now)),
            ..self.clone()
        };
        if after == self {
            return self;
        }
        PenLoan {
            receipt: Some(told.signed.clone()),
            ..after
        }
    }

    /// The number of commands of which the laptop was told that they are at the federation, executed or kept: it hands in those
    /// after them.
    pub fn at_federation(&self) -> i64 {
        self.received.unwrap_or(0) + self.kept.unwrap_or(0)
    }

    /// Whether the laptop was told that the federation has the pen again, and all that was done: nothing on it is needed any more.
    pub fn is_all_home(&self) -> bool {
        self.returned_at.is_some() && self.at_federation() >= self.executed
    }

    /// The loan, ended; for a reason if it was not the laptop that gave the pen back.
    ///
    /// # Errors
    /// [`PenRefusal::NotLent`].
    pub fn ended(
        self,
        by: AccountId,
        now: Timestamp,
        reclaimed_because: Option<String>,
    ) -> Result<PenLoan, PenRefusal> {
        if !self.is_open() {
            return Err(PenRefusal::NotLent(self.epoch));
        }
        Ok(PenLoan {
            ended_at: Some(now),
            ended_by: Some(by),
            reclaimed_because,
            ..self
        })
    }
}

/// A thing that stopped the execution of commands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop {
    /// The number of the command that was not executed.
    pub n: i64,
    /// The code of the refusal, where it is known.
    pub code: Option<&'static str>,
    pub detail: String,
}

impl Stop {
    /// The stop at a command that was refused, or that changes nothing any more.
    pub fn at(n: i64, refusal: Option<&Problem>) -> Stop {
        Stop {
            n,
            code: refusal.map(|problem| problem.kind.code),
            detail: refusal.map_or_else(
                || "It changes nothing here.".to_owned(),
                |problem| problem.detail.clone(),
            ),
        }
    }
}
