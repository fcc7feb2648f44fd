//! Entries: who plays in a tournament, for which club, and in which order they start.

use super::{Level, State, Tournament};
use crate::accounts::Reach;
use crate::clock::Timestamp;
use crate::clubs::affiliations::Standing;
use crate::id::Id;
use crate::players::Player;
use crate::players::registrations::{Basis, Division, Registration};

/// An entry as it is on record.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its id.
    pub id: Id,
    /// Of which tournament.
    pub tournament: Id,
    /// Who plays.
    pub player: Player,
    /// The club that the player represents.
    pub club: Id,
    /// The place in the starting order, 1 the best.
    pub seed: i64,
    /// Whether it was taken back before the first round.
    pub withdrawn: bool,
    /// When it was made.
    pub created_at: Timestamp,
}

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The caller looks after neither the tournament nor the player.
    #[error("You look after neither the tournament nor the player.")]
    OutOfScope,
    /// It takes no entries.
    #[error("The tournament is {}, and takes no entries.", .0.word())]
    NotOpen(State),
    /// The player is not registered for the gaming year of the tournament.
    #[error("The player is not registered for the tournament's gaming year.")]
    NotRegistered,
    /// The tournament is for another division.
    #[error("The player is registered in another division.")]
    DivisionNotAdmitted,
    /// The club through which the player is registered has lapsed.
    #[error("The player's club is not in good standing.")]
    ClubLapsed,
    /// Once is enough.
    #[error("The player is entered already.")]
    AlreadyEntered,
    /// It was taken back before, or is not.
    #[error("The entry is {} already.", if *.0 { "withdrawn" } else { "there" })]
    AlreadySo(bool),
    /// The order names someone who is not entered, or leaves someone out, or names someone twice.
    #[error("The order must name every entry once.")]
    NotEveryEntry,
}

/// What the federation knows of a player on the first day of a tournament.
#[derive(Debug)]
pub struct Eligibility {
    /// The registrations for the gaming year of that day.
    pub registrations: Vec<(Registration, Standing)>,
}

impl Eligibility {
    /// The club that the player represents.
    fn club(&self, tournament: &Tournament, member_of: Id) -> Result<Id, Refusal> {
        let level = tournament.plan.level;
        // Friendly and regional events admit those who are not registered.
        let is_open = matches!(level, Level::Friendly | Level::Regional);
        let wanted = |registration: &Registration| match registration.basis {
            Basis::Member => true,
            // What a school or university enters is for its own sort of events.
            Basis::Institution => matches!(level, Level::School | Level::Student),
        };
        let candidates: Vec<_> = self.registrations.iter().filter(|(one, _)| wanted(one)).collect();
        let fits = |division: Division| tournament.plan.division.is_none_or(|only| only == division);
        let fitting: Vec<_> = candidates.iter().filter(|(one, _)| fits(one.division)).collect();
        match fitting.iter().find(|(_, standing)| *standing != Standing::Lapsed) {
            Some((registration, _)) => Ok(registration.club),
            None if is_open && tournament.plan.division.is_none() => Ok(member_of),
            None if candidates.is_empty() => Err(Refusal::NotRegistered),
            None if fitting.is_empty() => Err(Refusal::DivisionNotAdmitted),
            None => Err(Refusal::ClubLapsed),
        }
    }
}

/// Refuses who looks after neither the tournament nor the player, who is a member of a club of that province.
///
/// # Errors
/// [`Refusal::OutOfScope`].
pub fn look_after(tournament: &Tournament, player: &Player, province: &str, reach: &Reach) -> Result<(), Refusal> {
    let looks_after = reach.covers_province(&tournament.province) || reach.covers_club(player.club, province);
    if looks_after { Ok(()) } else { Err(Refusal::OutOfScope) }
}

/// Refuses what is for tournaments that take entries.
///
/// # Errors
/// [`Refusal::NotOpen`].
pub fn open(tournament: &Tournament) -> Result<(), Refusal> {
    if tournament.state == State::Open { Ok(()) } else { Err(Refusal::NotOpen(tournament.state)) }
}

impl Entry {
    /// Enters a player; `last` is the last place in the starting order.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        tournament: &Tournament,
        id: Id,
        player: Player,
        eligibility: &Eligibility,
        last: i64,
        now: Timestamp,
    ) -> Result<Entry, Refusal> {
        open(tournament)?;
        let club = eligibility.club(tournament, player.club)?;
        let (tournament, seed) = (tournament.id, last + 1);
        Ok(Entry { id, tournament, player, club, seed, withdrawn: false, created_at: now })
    }

    /// The entry, taken back or made again, while the tournament takes entries.
    ///
    /// # Errors
    /// [`Refusal::NotOpen`], [`Refusal::AlreadySo`].
    pub fn withdrawn(self, withdrawn: bool, tournament: &Tournament) -> Result<Entry, Refusal> {
        open(tournament)?;
        if self.withdrawn == withdrawn {
            return Err(Refusal::AlreadySo(withdrawn));
        }
        Ok(Entry { withdrawn, ..self })
    }
}

/// The entries in another starting order, which names each of their players once.
///
/// # Errors
/// [`Refusal::NotEveryEntry`].
pub fn ordered(entries: Vec<Entry>, players: &[Id]) -> Result<Vec<Entry>, Refusal> {
    let mut left = entries;
    let mut order = Vec::with_capacity(left.len());
    for (player, seed) in players.iter().zip(1..) {
        let place = left.iter().position(|entry| entry.player.id == *player).ok_or(Refusal::NotEveryEntry)?;
        order.push(Entry { seed, ..left.swap_remove(place) });
    }
    if left.is_empty() { Ok(order) } else { Err(Refusal::NotEveryEntry) }
}
