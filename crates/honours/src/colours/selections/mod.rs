//! Selections: who plays for a team, or umpires where it plays. The criteria of colours need them.

pub(crate) mod routes;
pub mod store;
pub mod use_cases;

use chrono::NaiveDate;
use serde::Serialize;

use crate::accounts::{OUT_OF_SCOPE, Reach, UNKNOWN_PROVINCE};
use crate::colours::LONGEST_REFERENCE;
use crate::colours::criteria::rules::Team;
use crate::players::merger::Merger;
use crate::players::registrations::{Division, NOT_REGISTERED};
use crate::players::{ERASED, Player, UNKNOWN_REGION};
use crate::tournaments::officials::NOT_ACCREDITED;
use crate::values::clock::Timestamp;
use crate::values::error::Error;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::gaming_year::GamingYear;
use crate::values::id::{PlayerId, SelectionId};
use crate::values::validation::{Faults, ValueError, past, text};

crate::string_enum! {
    /// The role in which somebody is selected.
    pub enum SelectionRole as "SelectionRole" {
        /// A player of the team.
        Player = "player",
        /// An umpire where the team plays.
        Umpire = "umpire",
    }
}

/// A selection as it is on record.
#[derive(Debug, Clone, Serialize)]
pub struct Selection {
    /// Its id.
    pub id: SelectionId,
    /// The player who is selected; the audit trail has the name too.
    #[serde(skip)]
    pub player: PlayerId,
    /// The role in which the player is selected.
    pub role: SelectionRole,
    /// The team for which the player is selected.
    pub team: Team,
    /// The international event.
    pub event: Option<String>,
    /// The province whose team it is, or in which the region is.
    pub province: Option<String>,
    /// The region whose team it is; none once the person's data was erased.
    pub region: Option<String>,
    /// The division of the selection.
    pub division: Division,
    /// The gaming year of the selection.
    pub year: GamingYear,
    /// The day of the selection.
    pub selected_on: NaiveDate,
    /// The reference to where it is written.
    pub reference: String,
    /// The time at which it was recorded.
    pub created_at: Timestamp,
    /// The time at which it was withdrawn.
    pub withdrawn_at: Option<Timestamp>,
    /// The reason for the withdrawal.
    pub reason: Option<String>,
}

/// A selection as it is asked for.
#[derive(Debug, Clone)]
pub struct NewSelection {
    /// The player.
    pub player: PlayerId,
    /// The role in which the player is selected.
    pub role: SelectionRole,
    /// The team for which the player is selected.
    pub team: Team,
    /// The international event.
    pub event: Option<String>,
    /// The province whose team it is.
    pub province: Option<String>,
    /// The region whose team it is.
    pub region: Option<String>,
    /// The division of the selection.
    pub division: Division,
    /// The gaming year of the selection.
    pub year: GamingYear,
    /// The day of the selection.
    pub selected_on: NaiveDate,
    /// The reference to where it is written.
    pub reference: String,
}

/// A member that is there exactly if the team asks for it.
fn with<T>(value: Option<T>, wanted: bool) -> Result<Option<T>, ValueError> {
    match (&value, wanted) {
        (None, true) => Err(ValueError::new("required", "The team asks for it.")),
        (Some(_), false) => Err(ValueError::new("not-for-this-team", "Is for another sort of team.")),
        _ => Ok(value),
    }
}

impl NewSelection {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(self, calendar: &GamingCalendar, today: NaiveDate) -> Result<NewSelection, Faults> {
        const LONGEST_EVENT: usize = 120;
        let mut faults = Faults::default();
        let event = with(self.event.clone(), self.team == Team::International);
        let event = event.and_then(|event| event.map(|event| text(&event, LONGEST_EVENT)).transpose());
        let event = faults.check("/event", event);
        faults.check("/province", with(self.province.as_ref(), self.team.is_provincial()));
        faults.check("/region", with(self.region.as_ref(), self.team.is_regional()));
        if self.role == SelectionRole::Umpire && self.team != Team::International {
            let wrong = ValueError::new("not-for-this-team", "Umpires are selected for international events.");
            faults.check::<()>("/role", Err(wrong));
        }
        faults.check("/year", calendar.open_on(self.year, today));
        faults.check("/selected_on", past(self.selected_on, today));
        let reference = faults.check("/reference", text(&self.reference, LONGEST_REFERENCE));
        match (event, reference) {
            (Some(event), Some(reference)) if faults.is_empty() => Ok(NewSelection {
                event,
                reference,
                ..self
            }),
            _ => Err(faults),
        }
    }
}

/// The reason for which the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionRefusal {
    /// The province is not in the list.
    #[error("There is no province {0}.")]
    UnknownProvince(String),
    /// The region is not in the list.
    #[error("There is no region {0}.")]
    UnknownRegion(String),
    /// The team is not of a province that the caller looks after.
    #[error("You do not select for this team.")]
    OutOfScope,
    /// The player lives in a province that the caller does not look after.
    #[error("You do not look after the province in which the player lives.")]
    LivesElsewhere,
    /// The person's data was erased.
    #[error("The person's data was erased.")]
    Erased,
    /// The player is to be registered.
    #[error("The player is not registered in this division for the gaming year.")]
    NotRegistered,
    /// An umpire is accredited.
    #[error("The player has no accreditation that is valid on the day.")]
    NotAccredited,
    /// The player is selected for this already.
    #[error("The player is selected already.")]
    AlreadySelected,
    /// It was withdrawn before.
    #[error("The selection is withdrawn already.")]
    Withdrawn,
}

crate::problem_kinds! {
    ALREADY_SELECTED = 409 "already-selected", "The player is selected already",
        "A player is selected once for the same team and event of a year.";
    SELECTION_WITHDRAWN = 409 "selection-withdrawn", "The selection is withdrawn",
        "What was withdrawn stays so. A new selection can be recorded.";
}

impl From<SelectionRefusal> for Error {
    fn from(refusal: SelectionRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            SelectionRefusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            SelectionRefusal::UnknownRegion(_) => UNKNOWN_REGION.at("/region", detail),
            SelectionRefusal::OutOfScope | SelectionRefusal::LivesElsewhere => OUT_OF_SCOPE.problem(detail),
            SelectionRefusal::Erased => ERASED.problem(detail),
            SelectionRefusal::NotRegistered => NOT_REGISTERED.problem(detail),
            SelectionRefusal::NotAccredited => NOT_ACCREDITED.problem(detail),
            SelectionRefusal::AlreadySelected => ALREADY_SELECTED.problem(detail),
            SelectionRefusal::Withdrawn => SELECTION_WITHDRAWN.problem(detail),
        }
        .into()
    }
}

/// The facts about a player who is to be selected.
#[derive(Debug)]
pub struct SelectionContext {
    /// The player.
    pub player: Player,
    /// Whether the player is registered in the division for the gaming year.
    pub registered: bool,
    /// Whether an accreditation of the player is valid on the day.
    pub accredited: bool,
}

impl SelectionContext {
    /// Everything that a selection in the role lacks, in the order in which it is refused.
    fn lacks(&self, role: SelectionRole) -> Vec<SelectionRefusal> {
        let unregistered = (!self.registered).then_some(SelectionRefusal::NotRegistered);
        let is_lacking = role == SelectionRole::Umpire && !self.accredited;
        let unaccredited = is_lacking.then_some(SelectionRefusal::NotAccredited);
        unregistered.into_iter().chain(unaccredited).collect()
    }
}

/// Whether someone of that reach selects for a team of that province; of the whole country without one.
///
/// # Errors
/// [`SelectionRefusal::OutOfScope`].
pub fn within(province: Option<&str>, reach: &Reach) -> Result<(), SelectionRefusal> {
    let covered = province.map_or_else(|| reach.is_everywhere(), |province| reach.covers_province(province));
    if covered {
        Ok(())
    } else {
        Err(SelectionRefusal::OutOfScope)
    }
}

impl Selection {
    /// Selects a player for a team that is within reach.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        id: SelectionId,
        new: NewSelection,
        context: &SelectionContext,
        reach: &Reach,
        now: Timestamp,
    ) -> Result<Selection, SelectionRefusal> {
        let player = &context.player;
        // Who is selected is told by the full name.
        if !reach.covers_province(&player.home.province) {
            return Err(SelectionRefusal::LivesElsewhere);
        }
        player.clone().unerased().map_err(|_| SelectionRefusal::Erased)?;
        if let Some(first) = context.lacks(new.role).into_iter().next() {
            return Err(first);
        }
        Ok(Selection {
            id,
            player: player.id,
            role: new.role,
            team: new.team,
            event: new.event,
            province: new.province,
            region: new.region,
            division: new.division,
            year: new.year,
            selected_on: new.selected_on,
            reference: new.reference,
            created_at: now,
            withdrawn_at: None,
            reason: None,
        })
    }

    /// The selection, if its team is within reach.
    ///
    /// # Errors
    /// [`SelectionRefusal::OutOfScope`].
    pub fn within(self, reach: &Reach) -> Result<Selection, SelectionRefusal> {
        within(self.province.as_deref(), reach).map(|()| self)
    }

    /// The team, event and year for which a player is selected once.
    fn key(&self) -> (GamingYear, Team, SelectionRole, Division, Option<&str>) {
        (self.year, self.team, self.role, self.division, self.event.as_deref())
    }

    /// The selection, withdrawn.
    ///
    /// # Errors
    /// [`SelectionRefusal::Withdrawn`].
    pub fn withdrawn(self, reason: String, now: Timestamp) -> Result<Selection, SelectionRefusal> {
        if self.withdrawn_at.is_some() {
            return Err(SelectionRefusal::Withdrawn);
        }
        Ok(Selection {
            withdrawn_at: Some(now),
            reason: Some(reason),
            ..self
        })
    }
}

/// The duplicate's selections that a merger gives to the entry that stays. A player is selected once for a team: where both
/// were, the duplicate's stays with the duplicate.
#[must_use]
pub fn merged(own: &[Selection], theirs: Vec<Selection>, merger: &Merger) -> Vec<Selection> {
    let has = |selection: &Selection| {
        own.iter()
            .any(|own| own.withdrawn_at.is_none() && own.key() == selection.key())
    };
    let moved = |selection| Selection {
        player: merger.stays,
        ..selection
    };
    theirs
        .into_iter()
        .filter(|selection| !has(selection))
        .map(moved)
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::colours::selections::*;
    use crate::merger_tests::{merger, nth};

    fn selection(id: u8, event: &str, withdrawn: bool) -> Selection {
        let now = Timestamp("2026-11-20T08:00:00Z".parse().unwrap());
        Selection {
            id: nth(id),
            player: nth(101),
            role: SelectionRole::Player,
            team: Team::International,
            event: Some(event.to_owned()),
            province: None,
            region: None,
            division: Division::Senior,
            year: GamingYear::new(2027).unwrap(),
            selected_on: now.day(),
            reference: "The minutes".to_owned(),
            created_at: now,
            withdrawn_at: withdrawn.then_some(now),
            reason: None,
        }
    }

    #[test]
    fn a_merger_moves_selections_that_the_entry_that_stays_does_not_have() {
        let own = [selection(1, "Gaborone", false), selection(2, "Maseru", true)];
        let theirs = vec![
            selection(3, "Gaborone", false),
            selection(4, "Maseru", false),
            selection(5, "Windhoek", true),
        ];
        let moved = merged(&own, theirs, &merger());
        let told: Vec<_> = moved.iter().map(|selection| (selection.id, selection.player)).collect();
        assert_eq!(told, [(nth(4), merger().stays), (nth(5), merger().stays)]);
    }
}
