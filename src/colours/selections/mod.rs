//! Selections: who plays for a team, or umpires where it plays. The criteria of colours need them.

pub(crate) mod routes;
pub(crate) mod store;

use crate::accounts::{OUT_OF_SCOPE, UNKNOWN_PROVINCE};
use crate::players::registrations::NOT_REGISTERED;
use crate::players::{self, UNKNOWN_PLAYER};
use crate::tournaments::NOT_ACCREDITED;
use crate::values::error::Error;
use chrono::NaiveDate;

use crate::accounts::Reach;
use crate::colours::criteria::rules::Team;
use crate::players::Player;
use crate::players::registrations::Division;
use crate::provinces::Province;
use crate::values::clock::Timestamp;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid, past, text};

crate::string_enum! {
    /// As what somebody is selected.
    pub enum Role as "SelectionRole" {
        /// To play.
        Player = "player",
        /// To umpire.
        Umpire = "umpire",
    }
}

/// A selection as it is on record.
#[derive(Debug, Clone)]
pub struct Selection {
    /// Its id.
    pub id: Id,
    /// Who.
    pub player: Id,
    /// As what.
    pub role: Role,
    /// For which team.
    pub team: Team,
    /// The international event.
    pub event: Option<String>,
    /// The province whose team it is.
    pub province: Option<String>,
    /// In which division.
    pub division: Division,
    /// For which gaming year.
    pub year: GamingYear,
    /// On which day.
    pub selected_on: NaiveDate,
    /// Where it is written.
    pub reference: String,
    /// When it was recorded.
    pub created_at: Timestamp,
    /// When it was withdrawn, and why.
    pub withdrawn: Option<(Timestamp, String)>,
}

/// A selection as it is asked for.
#[derive(Debug, Clone)]
pub struct NewSelection {
    /// Who.
    pub player: Id,
    /// As what.
    pub role: Role,
    /// For which team.
    pub team: Team,
    /// The international event.
    pub event: Option<String>,
    /// The province whose team it is.
    pub province: Option<String>,
    /// In which division.
    pub division: Division,
    /// For which gaming year.
    pub year: GamingYear,
    /// On which day.
    pub selected_on: NaiveDate,
    /// Where it is written.
    pub reference: String,
}

/// Where something is written is named in so many characters at most.
pub(crate) const LONGEST_REFERENCE: usize = 200;

/// A reason has so many characters at most.
pub(crate) const LONGEST_REASON: usize = 400;

/// A member that is there exactly if the team asks for it.
fn with<T>(value: Option<T>, wanted: bool) -> Result<Option<T>, Invalid> {
    match (&value, wanted) {
        (None, true) => Err(Invalid::new("required", "The team asks for it.")),
        (Some(_), false) => Err(Invalid::new("not-for-this-team", "Is for another sort of team.")),
        _ => Ok(value),
    }
}

impl NewSelection {
    /// Reads what was asked for.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(self, today: NaiveDate) -> Result<NewSelection, Faults> {
        const LONGEST_EVENT: usize = 120;
        let mut faults = Faults::default();
        let event = with(self.event.clone(), self.team == Team::International);
        let event = event.and_then(|event| event.map(|event| text(&event, LONGEST_EVENT)).transpose());
        let event = faults.take("/event", event);
        faults.take("/province", with(self.province.as_ref(), self.team == Team::Province));
        if self.role == Role::Umpire && self.team != Team::International {
            let wrong = Invalid::new("not-for-this-team", "Umpires are selected for international events.");
            faults.take::<()>("/role", Err(wrong));
        }
        faults.take("/year", self.year.open_on(today));
        faults.take("/selected_on", past(self.selected_on, today));
        let reference = faults.take("/reference", text(&self.reference, LONGEST_REFERENCE));
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

/// Why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The province is not in the list.
    #[error("There is no province {0}.")]
    UnknownProvince(String),
    /// The team or the player is not of a province that the caller looks after.
    #[error("You do not select for this team, or do not look after the province in which the player lives.")]
    OutOfScope,
    /// There is no such player.
    #[error("There is no player with the id {0}.")]
    UnknownPlayer(Id),
    /// The person's data was erased.
    #[error("The person's data was erased.")]
    Erased,
    /// Who is selected is registered.
    #[error("The player is not registered in this division for the gaming year.")]
    NotRegistered,
    /// An umpire is accredited.
    #[error("The player has no accreditation that is valid on the day.")]
    NotAccredited,
    /// Once is enough.
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

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            Refusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            Refusal::UnknownPlayer(_) => UNKNOWN_PLAYER.at("/player_id", detail),
            Refusal::Erased => return players::PlayerRefusal::Erased.into(),
            Refusal::NotRegistered => NOT_REGISTERED.problem(detail),
            Refusal::NotAccredited => NOT_ACCREDITED.problem(detail),
            Refusal::AlreadySelected => ALREADY_SELECTED.problem(detail),
            Refusal::Withdrawn => SELECTION_WITHDRAWN.problem(detail),
        }
        .into()
    }
}

/// What is known of a player who is to be selected.
#[derive(Debug, Default)]
pub struct Known {
    /// The player, if there is one.
    pub player: Option<Player>,
    /// Whether the player is registered in the division for the gaming year.
    pub registered: bool,
    /// Whether an accreditation of the player is valid on the day.
    pub accredited: bool,
}

/// Whether someone of that reach selects for a team of that province; of the whole country without one.
///
/// # Errors
/// [`Refusal::OutOfScope`].
pub fn within(province: Option<&str>, reach: &Reach) -> Result<(), Refusal> {
    let covered = province.map_or_else(|| reach.is_everywhere(), |province| reach.covers_province(province));
    if covered { Ok(()) } else { Err(Refusal::OutOfScope) }
}

impl Selection {
    /// Selects a player; `province` is what stands under the code that was asked for.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn admit(
        new: NewSelection,
        id: Id,
        province: Option<Province>,
        (known, reach): (Known, &Reach),
        now: Timestamp,
    ) -> Result<Selection, Refusal> {
        let NewSelection {
            player,
            role,
            team,
            event,
            province: asked,
            division,
            year,
            selected_on,
            reference,
        } = new;
        let province = match (asked, province) {
            (Some(asked), None) => return Err(Refusal::UnknownProvince(asked)),
            (_, found) => found.map(|province| province.code),
        };
        within(province.as_deref(), reach)?;
        let player = known.player.ok_or(Refusal::UnknownPlayer(player))?;
        // Who is selected is told by the full name.
        if !reach.covers_province(&player.home.province) {
            return Err(Refusal::OutOfScope);
        }
        let player = player.unerased().map_err(|_| Refusal::Erased)?.id;
        if !known.registered {
            return Err(Refusal::NotRegistered);
        }
        if role == Role::Umpire && !known.accredited {
            return Err(Refusal::NotAccredited);
        }
        let (created_at, withdrawn) = (now, None);
        Ok(Selection {
            id,
            player,
            role,
            team,
            event,
            province,
            division,
            year,
            selected_on,
            reference,
            created_at,
            withdrawn,
        })
    }

    /// The selection, withdrawn.
    ///
    /// # Errors
    /// [`Refusal::OutOfScope`], [`Refusal::Withdrawn`].
    pub fn withdrawn(self, reason: String, reach: &Reach, now: Timestamp) -> Result<Selection, Refusal> {
        within(self.province.as_deref(), reach)?;
        if self.withdrawn.is_some() {
            return Err(Refusal::Withdrawn);
        }
        Ok(Selection {
            withdrawn: Some((now, reason)),
            ..self
        })
    }
}
