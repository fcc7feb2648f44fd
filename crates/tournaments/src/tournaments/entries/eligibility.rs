//! Eligibility: the club or institution that a player represents in a tournament, and the registration that admits them.

use chrono::NaiveDate;

use crate::clubs::affiliations::ClubStanding;
use crate::players::registrations::{Basis, Division, Registration};
use crate::players::suspensions::Suspension;
use crate::tournaments::entries::EntryRefusal;
use crate::tournaments::model::{Entry, Tournament, TournamentLevel};
use crate::values::id::ClubId;

/// The facts about a player by which a tournament admits them.
#[derive(Debug)]
pub struct Eligibility {
    /// The club of which the player is a member.
    pub member_of: ClubId,
    /// The club or institution that the player is to represent; none if nobody has said.
    pub asked: Option<ClubId>,
    /// Whether the player is suspended on a day of the tournament that is left.
    pub suspended: bool,
    /// The registrations for the gaming year of its first day.
    pub registrations: Vec<CountedRegistration>,
    /// The first day that is left of it: the player's own fee is paid by then.
    pub fee_due: NaiveDate,
}

/// A registration, with the standing of its club on the first day of a tournament.
#[derive(Debug)]
pub struct CountedRegistration {
    /// The registration.
    pub registration: Registration,
    /// The standing of its club.
    pub standing: ClubStanding,
}

/// The records by which the entrants of a tournament are judged on each of its days.
#[derive(Debug, Default)]
pub struct EntrantRecords {
    /// Their suspensions, lifted ones too.
    pub suspensions: Vec<Suspension>,
    /// Their registrations for the gaming year of its first day.
    pub registrations: Vec<CountedRegistration>,
}

impl EntrantRecords {
    /// Whether the entrant may play on that day. A transfer since the entry makes no difference.
    #[must_use]
    pub fn is_eligible(&self, tournament: &Tournament, entry: &Entry, day: NaiveDate) -> bool {
        let Some(player) = entry.player.player() else {
            return true;
        };
        let (plan, day) = (&tournament.plan, tournament.day_of(day));
        let suspended = |one: &Suspension| one.player == player.id && one.holds_within([day; 2]);
        if self.suspensions.iter().any(suspended) {
            return false;
        }
        if plan.admits_unregistered() {
            return true;
        }
        let counts = |one: &Registration| {
            one.basis == Basis::Member || entry.club == Some(one.club) || plan.level.is_of_institutions()
        };
        let fits = |division| plan.level.admits(division) && plan.division.is_none_or(|only| only == division);
        self.registrations.iter().any(|counted| {
            let one = &counted.registration;
            one.player == player.id
                && counts(one)
                && fits(one.division)
                && counted.standing != ClubStanding::Lapsed
                && (!plan.is_championship() || one.is_paid_by(day))
        })
    }
}

impl Eligibility {
    /// Everything that an entry lacks which was made by these facts. Who has come to another club since is registered by that
    /// one, and stays entered.
    #[must_use]
    pub fn lacks(self, entry: &Entry, tournament: &Tournament) -> Vec<EntryRefusal> {
        let suspended = self.suspended.then_some(EntryRefusal::NotEligible);
        let of_club = Eligibility {
            suspended: false,
            ..self
        };
        let admitted = match of_club.admit(tournament) {
            Err(EntryRefusal::NotOfClub) => Eligibility { asked: None, ..of_club }.admit(tournament),
            admitted => admitted,
        };
        let unmet = match admitted {
            Ok((_, division)) if entry.division.is_some() && division != entry.division => {
                Some(EntryRefusal::DivisionNotAdmitted)
            }
            Ok(_) => None,
            Err(refusal) => Some(refusal),
        };
        suspended.into_iter().chain(unmet).collect()
    }

    /// The club or institution that the player represents: the one that was asked for; else, in events of schools and of
    /// universities, the institution that has registered the player, and in others the member club.
    #[must_use]
    pub fn represented(&self, level: TournamentLevel) -> ClubId {
        let institution = || {
            let mut own = self.registrations.iter().map(|counted| &counted.registration);
            own.find(|registration| registration.basis == Basis::Institution)
        };
        let institution = level.is_of_institutions().then(institution).flatten();
        self.asked
            .or(institution.map(|registration| registration.club))
            .unwrap_or(self.member_of)
    }

    /// Whether the club has registered the player.
    #[must_use]
    pub fn is_registered_by(&self, club: ClubId) -> bool {
        self.registrations
            .iter()
            .any(|counted| counted.registration.club == club)
    }

    /// Admits the player: the club or institution that the player represents, and the division in which it has registered
    /// the player.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(&self, tournament: &Tournament) -> Result<(ClubId, Option<Division>), EntryRefusal> {
        if self.suspended {
            return Err(EntryRefusal::NotEligible);
        }
        let level = tournament.plan.level;
        let club = self.represented(level);
        // Those who are not registered play as members of their club.
        let admits_unregistered = tournament.plan.admits_unregistered() && club == self.member_of;
        // What a school or university enters is for its own sort of events, unless it is asked for.
        let counts = |basis| basis == Basis::Member || self.asked.is_some() || level.is_of_institutions();
        let wanted = |registration: &Registration| registration.club == club && counts(registration.basis);
        let fits = |division| level.admits(division) && tournament.plan.division.is_none_or(|only| only == division);
        let candidates = self.registrations.iter();
        let candidates: Vec<_> = candidates.filter(|counted| wanted(&counted.registration)).collect();
        let fitting = candidates.iter().filter(|counted| fits(counted.registration.division));
        let fitting: Vec<_> = fitting.collect();
        let standing = fitting
            .iter()
            .filter(|counted| counted.standing != ClubStanding::Lapsed);
        let standing: Vec<_> = standing.map(|counted| &counted.registration).collect();
        let is_paid_up =
            |registration: &&&Registration| !tournament.plan.is_championship() || registration.is_paid_by(self.fee_due);
        match standing.iter().find(is_paid_up) {
            Some(registration) => Ok((club, Some(registration.division))),
            None if admits_unregistered => Ok((club, None)),
            None if candidates.is_empty() && self.asked.is_some() => Err(EntryRefusal::NotOfClub),
            None if candidates.is_empty() => Err(EntryRefusal::NotRegistered),
            None if fitting.is_empty() => Err(EntryRefusal::DivisionNotAdmitted),
            None if standing.is_empty() => Err(EntryRefusal::ClubLapsed(tournament.plan.starts_on)),
            None => Err(EntryRefusal::FeeUnpaid),
        }
    }
}
