//! Teams: players of a tournament who are kept apart in its first rounds and, in a championship of teams, counted together.

pub(crate) mod routes;
pub mod standings;
pub mod store;
pub mod use_cases;
pub(crate) mod views;

use crate::accounts::{Caller, OUT_OF_SCOPE};
use crate::clubs::Club;
use crate::tournaments::WRONG_STATE;
use crate::tournaments::entries::NOT_OF_CLUB;
use crate::tournaments::model::{Entry, Team, Tournament, TournamentAction, TournamentState};
use crate::tournaments::officials::{Credentials, Official, OfficialRefusal};
use crate::tournaments::rounds::refusals::NOT_ENTERED;
use crate::values::error::Error;
use crate::values::id::EntryId;

/// The most members of a team whose points may count.
pub const MOST_COUNTING: i64 = 20;

/// The most members of a team, reserves included.
pub const MOST_MEMBERS: usize = 40;

/// The longest name of a team that is kept.
pub const LONGEST_NAME: usize = 80;

/// The reason why the federation says no; the first that applies.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TeamRefusal {
    /// The caller looks after neither the tournament nor the club of the team.
    #[error("You look after neither the tournament nor the club for which the team plays.")]
    OutOfScope,
    /// The umpire was accredited when appointed, and is not today.
    #[error("{0}")]
    Official(OfficialRefusal),
    /// Its first round is published, or it takes no entries yet.
    #[error("The tournament is {}, and its teams stay as they are.", .0.as_str())]
    WrongState(TournamentState),
    /// An entry is none of the tournament's.
    #[error("A member of a team is entered in its tournament.")]
    NotEntered,
    /// A member represents another club than the team.
    #[error("A member represents another club than the team.")]
    OfAnotherClub,
    /// It has fewer members than count, or too many reserves.
    #[error("A team has at least {0} members, which count, and at most as many reserves.")]
    Size(i64),
    /// Another team of the tournament has the name.
    #[error("Another team of the tournament has this name.")]
    NameTaken,
    /// A member plays for another team.
    #[error("A member plays for another team of the tournament.")]
    InAnotherTeam,
}

crate::problem_kinds! {
    TEAM_SIZE = 422 "team-size", "The team has too few members or too many",
        "In a championship of teams a team has at least as many members as count, `team_size` of the tournament, and at most as many reserves.";
    TEAM_NAME_TAKEN = 409 "team-name-taken", "Another team has this name",
        "A team's name is its own in the tournament.";
    IN_ANOTHER_TEAM = 409 "in-another-team", "A member plays for another team",
        "A player plays for one team of a tournament. Leave the player out, or change the other team first.";
}

impl From<TeamRefusal> for Error {
    fn from(refusal: TeamRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            TeamRefusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            TeamRefusal::Official(refusal) => return refusal.into(),
            TeamRefusal::WrongState(_) => WRONG_STATE.problem(detail),
            TeamRefusal::NotEntered => NOT_ENTERED.at("/entry_ids", detail),
            TeamRefusal::OfAnotherClub => NOT_OF_CLUB.at("/entry_ids", detail),
            TeamRefusal::Size(_) => TEAM_SIZE.at("/entry_ids", detail),
            TeamRefusal::NameTaken => TEAM_NAME_TAKEN.at("/name", detail),
            TeamRefusal::InAnotherTeam => IN_ANOTHER_TEAM.at("/entry_ids", detail),
        }
        .into()
    }
}

/// Refuses callers who look after neither the tournament, as its officials do, nor the club for which the team plays.
///
/// # Errors
/// [`TeamRefusal::OutOfScope`], [`TeamRefusal::Official`].
pub fn look_after(
    tournament: &Tournament,
    credentials: Credentials,
    club: Option<&Club>,
    by: &Caller,
) -> Result<(), TeamRefusal> {
    match Official::of(tournament, by, credentials) {
        Ok(_) => Ok(()),
        Err(_) if club.is_some_and(|club| by.reach.covers_club(club.id, &club.province)) => Ok(()),
        Err(OfficialRefusal::OutOfScope) => Err(TeamRefusal::OutOfScope),
        Err(refusal) => Err(TeamRefusal::Official(refusal)),
    }
}

/// Refuses changes of teams once the first round is published, and before entries are taken.
///
/// # Errors
/// [`TeamRefusal::WrongState`].
pub fn refuse_unless_open(tournament: &Tournament) -> Result<(), TeamRefusal> {
    if tournament.state.allows(TournamentAction::Enter) {
        Ok(())
    } else {
        Err(TeamRefusal::WrongState(tournament.state))
    }
}

impl Team {
    /// The team with those members, in the order of its boards; `entries` are all of the tournament.
    ///
    /// # Errors
    /// The refusal that comes first.
    pub fn lined_up(
        self,
        tournament: &Tournament,
        members: Vec<EntryId>,
        entries: &[Entry],
    ) -> Result<Team, TeamRefusal> {
        refuse_unless_open(tournament)?;
        for id in &members {
            let entry = entries.iter().find(|entry| entry.id == *id);
            let entry = entry.ok_or(TeamRefusal::NotEntered)?;
            if self.club.is_some_and(|club| entry.club != Some(club)) {
                return Err(TeamRefusal::OfAnotherClub);
            }
        }
        if let Some(size) = tournament.plan.team_size {
            let count = i64::try_from(members.len()).unwrap_or(i64::MAX);
            if !(size..=2 * size).contains(&count) {
                return Err(TeamRefusal::Size(size));
            }
        }
        Ok(Team { members, ..self })
    }
}
