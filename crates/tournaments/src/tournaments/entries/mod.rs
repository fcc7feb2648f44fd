//! Entries: who plays in a tournament, for which club, and in which order they start.

pub mod doubts;
pub mod eligibility;
pub mod mergers;
pub(crate) mod routes;
pub mod seeding;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::accounts::{Caller, OUT_OF_SCOPE};
use crate::clubs::Club;
use crate::players::registrations::{Division, FEE_UNPAID, NOT_REGISTERED};
use crate::players::suspensions::{NOT_ELIGIBLE, NOT_ELIGIBLE_DETAIL};
use crate::tournaments::model::{
    Absence, Contestant, ContestantName, Entry, MOST_ENTRIES, Tournament, TournamentAction, TournamentState,
    TournamentSystem, Visitor,
};
use crate::tournaments::officials::{Credentials, Official, OfficialRefusal};
use crate::tournaments::{WRONG_STATE, closing};
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::id::{ClubId, EntryId, PlayerId, TournamentId};
use crate::values::number::{RoundNumber, Seed};

/// An entry.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Entry)]
pub struct PublicEntry {
    /// Its id.
    #[schema(example = "019aa0d1-2b3c-7d4e-8f5a-6b7c8d9e0f1a")]
    id: EntryId,
    /// The tournament.
    #[schema(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: TournamentId,
    /// The player.
    player: ContestantName,
    /// The club, school or university that the player represents; none of a visitor.
    #[schema(example = "019aa0c9-2f1e-7b3c-9d8e-1a2b3c4d5e6f")]
    club_id: Option<ClubId>,
    /// The name of the team for which the player plays: those of one team are kept apart as those of one club are.
    #[schema(example = "North West A")]
    team: Option<String>,
    /// The division in which the player is registered; none for a player who is not.
    division: Option<Division>,
    /// The place in the starting order, 1 the best.
    #[schema(value_type = i64, example = 1)]
    seed: Seed,
    /// The first round in which the player is drawn.
    #[schema(value_type = i64, example = 1)]
    first_round: RoundNumber,
    /// Whether the player has withdrawn, and not come back.
    #[schema(example = false)]
    withdrawn: bool,
    /// The rounds in which the player sat out, the earliest first.
    absences: Vec<Absence>,
    /// The time at which it was made.
    #[schema(value_type = String, format = DateTime, example = "2026-11-20T08:00:00.000000Z")]
    created_at: Timestamp,
}

/// All entries of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct Entries {
    /// The entries in the starting order; withdrawn ones too.
    items: Vec<PublicEntry>,
}

impl Entries {
    /// The entries as everyone may see them on that day.
    #[must_use]
    pub fn of(entries: &[Entry], today: NaiveDate) -> Entries {
        Entries {
            items: entries.iter().map(|entry| entry.public(today)).collect(),
        }
    }
}

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EntryRefusal {
    /// The caller looks after neither the tournament nor the player.
    #[error("You look after neither the tournament nor the player.")]
    OutOfScope,
    /// The umpire was accredited when appointed, and is not today.
    #[error("{0}")]
    Official(OfficialRefusal),
    /// It takes no entries.
    #[error("The tournament is {}, and takes no entries.", .0.as_str())]
    NotOpen(TournamentState),
    /// The closing date is over, and the caller does not run the tournament.
    #[error("Entries closed on {}. Ask those who run the tournament.", closing::in_words(*.0))]
    Closed(NaiveDate),
    /// It has as many players as one can have.
    #[error("The tournament has {MOST_ENTRIES} entries, and takes no more.")]
    Full,
    /// Everybody in it is a player of the register.
    #[error("Everybody in this tournament is a player of the register.")]
    NoVisitors,
    /// The player is suspended.
    #[error("{NOT_ELIGIBLE_DETAIL}")]
    NotEligible,
    /// The player is not registered for the gaming year of the tournament.
    #[error("The player is not registered for the tournament's gaming year.")]
    NotRegistered,
    /// The club that was asked for has not registered the player.
    #[error("The player is not registered by this club for the tournament's gaming year.")]
    NotOfClub,
    /// The tournament is for another division.
    #[error("The player is registered in another division.")]
    DivisionNotAdmitted,
    /// The club through which the player is registered has lapsed by that day, the first of the tournament.
    #[error("The player's club is not in good standing on {}, the first day of the tournament.", closing::in_words(*.0))]
    ClubLapsed(NaiveDate),
    /// The player has not paid the fee of the registration.
    #[error("The player's registration is not paid.")]
    FeeUnpaid,
    /// The player is entered already.
    #[error("The player is entered already.")]
    AlreadyEntered,
    /// It was taken back before.
    #[error("The entry is withdrawn already.")]
    AlreadyWithdrawn,
    /// It was not taken back.
    #[error("The entry is there already.")]
    AlreadyThere,
    /// The order names someone who is not entered, or leaves someone out, or names someone twice.
    #[error("The order must name every entry once.")]
    NotEveryEntry,
}

crate::problem_kinds! {
    NO_VISITORS = 409 "no-visitors", "The tournament has no visitors",
        "Continental and world events have opponents from abroad, and friendly ones may have guests. In all others everybody is a player of the register.";
    DIVISION_NOT_ADMITTED = 409 "division-not-admitted", "The tournament is for another division",
        "The player is registered in another division than the tournament admits: school events admit learners of high and primary schools, student events students.";
    NOT_OF_CLUB = 409 "not-of-club", "The player does not represent the club",
        "A player represents a club, a school or a university by which they are registered for the gaming year in which the tournament begins.";
    ENTRIES_CLOSED = 409 "entries-closed", "Entries are closed",
        "Clubs enter and withdraw players until the last day that the tournament names in `entries_close_on`; after it those who run the tournament do.";
    TOURNAMENT_FULL = 409 "tournament-full", "The tournament is full",
        "A tournament has 1,000 entries at the most, withdrawn ones included.";
    CLUB_LAPSED = 409 "club-lapsed", "The club is not in good standing",
        "The club through which the player is registered has not paid its fee for the gaming year, and its grace is over by the first day of the tournament.";
    ALREADY_ENTERED = 409 "already-entered", "The player is entered already",
        "A player is entered once. An entry that was withdrawn is made again by `POST /v1/entries/{id}/returns`.";
    ALREADY_SO = 409 "already-so", "Already in that state",
        "The entry was withdrawn before, or is there; or the player is checked in, or is not.";
    NOT_EVERY_ENTRY = 422 "not-every-entry", "The order does not name every entry once",
        "The starting order names each entered player once, withdrawn ones included.";
}

impl From<EntryRefusal> for Error {
    fn from(refusal: EntryRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            EntryRefusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            EntryRefusal::Official(refusal) => return refusal.into(),
            EntryRefusal::NotOpen(_) => WRONG_STATE.problem(detail),
            EntryRefusal::Closed(_) => ENTRIES_CLOSED.problem(detail),
            EntryRefusal::Full => TOURNAMENT_FULL.problem(detail),
            EntryRefusal::NoVisitors => NO_VISITORS.problem(detail),
            EntryRefusal::NotEligible => NOT_ELIGIBLE.problem(detail),
            EntryRefusal::NotRegistered => NOT_REGISTERED.problem(detail),
            EntryRefusal::NotOfClub => NOT_OF_CLUB.at("/club_id", detail),
            EntryRefusal::DivisionNotAdmitted => DIVISION_NOT_ADMITTED.problem(detail),
            EntryRefusal::ClubLapsed(_) => CLUB_LAPSED.problem(detail),
            EntryRefusal::FeeUnpaid => FEE_UNPAID.problem(detail),
            EntryRefusal::AlreadyEntered => ALREADY_ENTERED.problem(detail),
            EntryRefusal::AlreadyWithdrawn | EntryRefusal::AlreadyThere => ALREADY_SO.problem(detail),
            EntryRefusal::NotEveryEntry => NOT_EVERY_ENTRY.at("/player_ids", detail),
        }
        .into()
    }
}

/// Refuses callers who look after neither the tournament, as its officials do, nor one of these clubs: the one of which the
/// player is a member, and the club or institution that the player represents. Once the tournament runs, only an official
/// has a say, and so it is after the closing date.
///
/// # Errors
/// [`EntryRefusal::OutOfScope`], [`EntryRefusal::Official`], [`EntryRefusal::NotOpen`], [`EntryRefusal::Closed`].
pub fn look_after(
    tournament: &Tournament,
    credentials: Credentials,
    clubs: &[Club],
    by: &Caller,
) -> Result<(), EntryRefusal> {
    let mut clubs = clubs.iter();
    match Official::of(tournament, by, credentials) {
        Ok(_) => Ok(()),
        Err(_) if clubs.any(|club| by.reach.covers_club(club.id, &club.province)) => {
            refuse_unless_open(tournament)?;
            tournament
                .entries_closed_on(by.today())
                .map_or(Ok(()), |day| Err(EntryRefusal::Closed(day)))
        }
        Err(OfficialRefusal::OutOfScope) => Err(EntryRefusal::OutOfScope),
        Err(refusal) => Err(EntryRefusal::Official(refusal)),
    }
}

/// Refuses what is for tournaments that take entries.
///
/// # Errors
/// [`EntryRefusal::NotOpen`].
pub fn refuse_unless_open(tournament: &Tournament) -> Result<(), EntryRefusal> {
    if tournament.state.allows(TournamentAction::Enter) {
        Ok(())
    } else {
        Err(EntryRefusal::NotOpen(tournament.state))
    }
}

/// Refuses what is for tournaments that take entries, or run and have a round left, in which not everybody meets
/// everybody.
///
/// # Errors
/// [`EntryRefusal::NotOpen`].
pub fn refuse_unless_open_or_running(tournament: &Tournament, next_round: RoundNumber) -> Result<(), EntryRefusal> {
    let runs = tournament.state.allows(TournamentAction::EnterLate)
        && tournament.plan.system == TournamentSystem::ModifiedSwiss;
    if runs && next_round.get() <= tournament.plan.rounds {
        Ok(())
    } else {
        refuse_unless_open(tournament)
    }
}

/// A new entry, and where it stands among the others.
#[derive(Debug, Clone)]
pub struct NewEntry {
    /// Its id.
    pub id: EntryId,
    /// The player of the register, or the visitor.
    pub player: Contestant,
    /// The last place in the starting order so far; none before the first entry.
    pub last_seed: Option<Seed>,
    /// The number of the next round to be drawn.
    pub next_round: RoundNumber,
}

impl Entry {
    /// Enters a player, last in the starting order. Who comes late has no points for the rounds missed. `admit` tells the club
    /// that is represented and the division, or refuses.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        tournament: &Tournament,
        new: NewEntry,
        admit: impl FnOnce() -> Result<(Option<ClubId>, Option<Division>), EntryRefusal>,
        now: Timestamp,
    ) -> Result<Entry, EntryRefusal> {
        let NewEntry {
            id,
            player,
            last_seed,
            next_round,
        } = new;
        refuse_unless_open_or_running(tournament, next_round)?;
        let taken = last_seed.map_or(0, |last| usize::try_from(last.get()).unwrap_or(usize::MAX));
        if taken >= MOST_ENTRIES {
            return Err(EntryRefusal::Full);
        }
        let (club, division) = admit()?;
        let (tournament, seed, absences) = (tournament.id, last_seed.map_or(Seed::FIRST, Seed::next), Vec::new());
        Ok(Entry {
            id,
            tournament,
            player,
            club,
            team: None,
            division,
            sex: None,
            seed,
            placed: false,
            first_round: next_round,
            absences,
            checked_in_at: None,
            created_at: now,
        })
    }

    /// The entry once the next round is that one again, because what was published was taken back: who has come since is
    /// drawn in it, and who has come back as well.
    #[must_use]
    pub fn at_round(self, next_round: RoundNumber) -> Entry {
        let trimmed = |absence: Absence| match absence.last_round {
            Some(last_round) if last_round >= next_round => Absence {
                last_round: Some(next_round.previous()),
                ..absence
            },
            _ => absence,
        };
        let lasts = |absence: &Absence| {
            absence
                .last_round
                .is_none_or(|last_round| last_round >= absence.first_round)
        };
        let absences: Vec<Absence> = self.absences.into_iter().map(trimmed).filter(lasts).collect();
        // Who has withdrawn for a later round has withdrawn for this one.
        let begun_by_then = |absence: Absence| match absence.last_round {
            None => Absence {
                first_round: absence.first_round.min(next_round),
                ..absence
            },
            Some(_) => absence,
        };
        let absences = absences.into_iter().map(begun_by_then).collect();
        Entry {
            first_round: self.first_round.min(next_round),
            absences,
            ..self
        }
    }

    /// The entry with that visitor.
    #[must_use]
    pub fn with(self, visitor: Visitor) -> Entry {
        let player = Contestant::Visitor(visitor);
        Entry { player, ..self }
    }

    /// The entry, of which an official has set the place in the starting order.
    #[must_use]
    pub fn placed(self) -> Entry {
        Entry { placed: true, ..self }
    }

    /// The entry as everyone may see it on that day.
    #[must_use]
    pub fn public(&self, today: NaiveDate) -> PublicEntry {
        PublicEntry {
            id: self.id,
            tournament_id: self.tournament,
            player: self.player.named(today),
            club_id: self.club,
            team: self.team.clone(),
            division: self.division,
            seed: self.seed,
            first_round: self.first_round,
            withdrawn: self.is_withdrawn(),
            absences: self.absences.clone(),
            created_at: self.created_at,
        }
    }

    /// The entry, withdrawn from the next round on.
    ///
    /// # Errors
    /// [`EntryRefusal::NotOpen`], [`EntryRefusal::AlreadyWithdrawn`].
    pub fn withdrawn(mut self, tournament: &Tournament, next_round: RoundNumber) -> Result<Entry, EntryRefusal> {
        refuse_unless_open_or_running(tournament, next_round)?;
        if self.is_withdrawn() {
            return Err(EntryRefusal::AlreadyWithdrawn);
        }
        self.absences.push(Absence {
            first_round: next_round,
            last_round: None,
        });
        Ok(self)
    }

    /// The withdrawn entry, returned for the next round, unless the player is suspended.
    ///
    /// # Errors
    /// [`EntryRefusal::NotOpen`], [`EntryRefusal::AlreadyThere`], [`EntryRefusal::NotEligible`].
    pub fn returned(
        mut self,
        tournament: &Tournament,
        next_round: RoundNumber,
        suspended: bool,
    ) -> Result<Entry, EntryRefusal> {
        refuse_unless_open_or_running(tournament, next_round)?;
        if !self.is_withdrawn() {
            return Err(EntryRefusal::AlreadyThere);
        }
        if suspended {
            return Err(EntryRefusal::NotEligible);
        }
        if let Some(absence) = self.absences.pop().filter(|absence| absence.first_round < next_round) {
            self.absences.push(Absence {
                last_round: Some(next_round.previous()),
                ..absence
            });
        }
        Ok(self)
    }
}

/// The entries in another starting order, which names each of their players once.
///
/// # Errors
/// [`EntryRefusal::NotEveryEntry`].
pub fn ordered(entries: Vec<Entry>, players: &[PlayerId]) -> Result<Vec<Entry>, EntryRefusal> {
    let mut left = entries;
    let mut order = Vec::with_capacity(left.len());
    for (player, seed) in players.iter().zip((1..).map(Seed::new)) {
        let index = left
            .iter()
            .position(|entry| entry.player.id() == *player)
            .ok_or(EntryRefusal::NotEveryEntry)?;
        order.push(Entry {
            seed,
            ..left.swap_remove(index)
        });
    }
    if left.is_empty() {
        Ok(order)
    } else {
        Err(EntryRefusal::NotEveryEntry)
    }
}
