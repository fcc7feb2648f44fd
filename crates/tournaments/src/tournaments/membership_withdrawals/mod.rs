//! Registrations and affiliations that were recorded by mistake, taken back: unless an entry rests on them.

pub(crate) mod routes;
pub mod use_cases;

use chrono::NaiveDate;
use serde_json::{Map, json};

use crate::clubs::affiliations::Affiliation;
use crate::players::registrations::{Basis, Registration};
use crate::tournaments::model::{Entry, Tournament, TournamentState};
use crate::umpires::{Accreditation, AccreditationState};
use crate::values::error::Error;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{AccreditationId, EntryId};

/// Entries of tournaments rest on what is to be taken back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Entries in tournaments of the year rest on it; withdraw these first, as long as they are not drawn.")]
pub struct EntriesRestOnIt(Vec<EntryId>);

/// Accreditations rest on what is to be taken back.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("Accreditations that began in the year rest on it; revoke these first.")]
pub struct AccreditationsRestOnIt(Vec<AccreditationId>);

crate::problem_kinds! {
    ACCREDITATIONS_REST_ON_IT = 409 "accreditations-rest-on-it", "Accreditations rest on it",
        "A player was accredited by it as an umpire, as `accreditation_ids` lists. Revoke these first, or mend the registration instead.";
    ENTRIES_REST_ON_IT = 409 "entries-rest-on-it", "Entries rest on it",
        "A player was admitted by it to a tournament of the year, which `entry_ids` lists. What was played stays: mend the registration or the affiliation instead.";
}

impl From<EntriesRestOnIt> for Error {
    fn from(refusal: EntriesRestOnIt) -> Error {
        let detail = refusal.to_string();
        let facts = Map::from_iter([("entry_ids".to_owned(), json!(refusal.0))]);
        ENTRIES_REST_ON_IT.problem(detail).with_facts(facts).into()
    }
}

impl From<AccreditationsRestOnIt> for Error {
    fn from(refusal: AccreditationsRestOnIt) -> Error {
        let detail = refusal.to_string();
        let facts = Map::from_iter([("accreditation_ids".to_owned(), json!(refusal.0))]);
        ACCREDITATIONS_REST_ON_IT.problem(detail).with_facts(facts).into()
    }
}

/// Refuses to take a member's registration back on which one of the player's accreditations rests: it was given for a term
/// that began in the year, and was not revoked.
///
/// # Errors
/// [`AccreditationsRestOnIt`].
pub fn refuse_accredited(
    registration: &Registration,
    accreditations: &[Accreditation],
    calendar: &GamingCalendar,
    today: NaiveDate,
) -> Result<(), AccreditationsRestOnIt> {
    let rests = |one: &&Accreditation| {
        registration.basis == Basis::Member
            && calendar.year_of(one.valid_from) == registration.year
            && one.state_on(today) != AccreditationState::Revoked
    };
    let ids: Vec<AccreditationId> = accreditations.iter().filter(rests).map(|one| one.id).collect();
    if ids.is_empty() {
        Ok(())
    } else {
        Err(AccreditationsRestOnIt(ids))
    }
}

/// Whether the player was admitted to the tournament as one registered for that year, and plays, or has played.
fn counts(entry: &Entry, tournament: &Tournament, calendar: &GamingCalendar, year: GamingYear) -> bool {
    let never_played = entry.is_withdrawn() && entry.absences.iter().all(|one| one.first_round <= entry.first_round);
    entry.division.is_some()
        && !never_played
        && tournament.state != TournamentState::Cancelled
        && calendar.year_of(tournament.plan.starts_on) == year
}

fn refuse<'a>(resting: impl Iterator<Item = &'a (Entry, Tournament)>) -> Result<(), EntriesRestOnIt> {
    let ids: Vec<EntryId> = resting.map(|(entry, _)| entry.id).collect();
    if ids.is_empty() {
        Ok(())
    } else {
        Err(EntriesRestOnIt(ids))
    }
}

/// Refuses to take a registration back on which one of the player's entries rests. Of those that represent the club of
/// another registration for the year, none does.
///
/// # Errors
/// [`EntriesRestOnIt`].
pub fn refuse_registration(
    registration: &Registration,
    others: &[Registration],
    entries: &[(Entry, Tournament)],
    calendar: &GamingCalendar,
) -> Result<(), EntriesRestOnIt> {
    let rests_on_another = |entry: &Entry| {
        let of_year = others
            .iter()
            .filter(|other| other.id != registration.id && other.year == registration.year);
        entry.club != Some(registration.club) && of_year.into_iter().any(|other| Some(other.club) == entry.club)
    };
    let resting = entries.iter().filter(|(entry, tournament)| {
        counts(entry, tournament, calendar, registration.year) && !rests_on_another(entry)
    });
    refuse(resting)
}

/// Refuses to take an affiliation back on which one of the entries that represent the club rests.
///
/// # Errors
/// [`EntriesRestOnIt`].
pub fn refuse_affiliation(
    affiliation: &Affiliation,
    entries: &[(Entry, Tournament)],
    calendar: &GamingCalendar,
) -> Result<(), EntriesRestOnIt> {
    refuse(
        entries
            .iter()
            .filter(|(entry, tournament)| counts(entry, tournament, calendar, affiliation.year)),
    )
}
