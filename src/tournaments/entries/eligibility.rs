//! Eligibility: the registration through which a player is admitted to a tournament.

use chrono::NaiveDate;

use crate::clubs::affiliations::{Affiliation, ClubStanding};
use crate::players::registrations::{Basis, Division, Registration};
use crate::tournaments::entries::EntryRefusal;
use crate::tournaments::{Tournament, TournamentLevel};
use crate::values::id::ClubId;

/// The facts about a player by which a tournament admits them.
#[derive(Debug)]
pub struct Eligibility {
    /// Whether the player is suspended on a day of the tournament that is left.
    suspended: bool,
    /// The registrations for the gaming year of its first day.
    registrations: Vec<CountedRegistration>,
}

/// A registration, with the standing of its club on the first day of a tournament.
#[derive(Debug)]
struct CountedRegistration {
    registration: Registration,
    standing: ClubStanding,
}

impl Eligibility {
    /// The eligibility of a player with these registrations for the gaming year of that day, each with the affiliation of its
    /// club for that year.
    #[must_use]
    pub fn of(registrations: Vec<(Registration, Option<Affiliation>)>, suspended: bool, day: NaiveDate) -> Eligibility {
        let counted = registrations
            .into_iter()
            .map(|(registration, affiliation)| CountedRegistration {
                registration,
                standing: ClubStanding::of(affiliation.as_ref(), day),
            });
        Eligibility {
            suspended,
            registrations: counted.collect(),
        }
    }

    /// Admits the player: the club that the player represents, and the division in which the player is registered.
    ///
    /// # Errors
    /// [`EntryRefusal::NotEligible`], [`EntryRefusal::NotRegistered`], [`EntryRefusal::DivisionNotAdmitted`], [`EntryRefusal::ClubLapsed`].
    pub fn admit(
        &self,
        tournament: &Tournament,
        member_of: ClubId,
    ) -> Result<(ClubId, Option<Division>), EntryRefusal> {
        if self.suspended {
            return Err(EntryRefusal::NotEligible);
        }
        let level = tournament.plan.level;
        // Friendly and regional events admit those who are not registered.
        let admits_unregistered = matches!(level, TournamentLevel::Friendly | TournamentLevel::Regional);
        let wanted = |registration: &Registration| match registration.basis {
            Basis::Member => true,
            // What a school or university enters is for its own sort of events.
            Basis::Institution => matches!(level, TournamentLevel::School | TournamentLevel::Student),
        };
        let registrations = self.registrations.iter();
        let candidates: Vec<_> = registrations.filter(|counted| wanted(&counted.registration)).collect();
        let fits = |division: Division| tournament.plan.division.is_none_or(|only| only == division);
        let fitting = candidates.iter().filter(|counted| fits(counted.registration.division));
        let fitting: Vec<_> = fitting.collect();
        let mut paid = fitting
            .iter()
            .filter(|counted| counted.standing != ClubStanding::Lapsed);
        match paid.next().map(|counted| &counted.registration) {
            Some(registration) => Ok((registration.club, Some(registration.division))),
            None if admits_unregistered && tournament.plan.division.is_none() => Ok((member_of, None)),
            None if candidates.is_empty() => Err(EntryRefusal::NotRegistered),
            None if fitting.is_empty() => Err(EntryRefusal::DivisionNotAdmitted),
            None => Err(EntryRefusal::ClubLapsed),
        }
    }
}
