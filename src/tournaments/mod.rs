//! Tournaments: announced, opened for entries, and then played.

pub mod appointments;
pub(crate) mod archives;
pub mod byes;
pub(crate) mod calendar;
pub mod entries;
pub mod matches;
pub mod officials;
pub(crate) mod plans;
pub(crate) mod points;
pub mod ratification;
pub mod rounds;
pub(crate) mod routes;
pub(crate) mod sheets;
pub mod standings;
pub(crate) mod store;
pub(crate) mod use_cases;

use crate::accounts::{OUT_OF_SCOPE, UNKNOWN_PROVINCE};
use crate::values::error::Error;
use chrono::NaiveDate;
use morabaraba_rules::RuleSet;

use crate::accounts::Reach;
use crate::players::registrations::Division;
use crate::provinces::Province;
use crate::values::clock::Timestamp;
use crate::values::gaming_year::GamingYear;
use crate::values::id::Id;
use crate::values::validation::{Faults, Invalid, text};

crate::string_enum! {
    /// What sort of tournament it is.
    pub enum Level as "TournamentLevel" {
        /// For its own sake; open to those who are not registered.
        Friendly = "friendly",
        /// Of a club.
        Club = "club",
        /// Of and between schools.
        School = "school",
        /// Of and between universities.
        Student = "student",
        /// Of a region; open to those who are not registered.
        Regional = "regional",
        /// A province's championship.
        Provincial = "provincial",
        /// The national championship.
        National = "national",
        /// Of a continent.
        Continental = "continental",
        /// Of the world.
        World = "world",
    }
}

crate::string_enum! {
    /// How the rounds are drawn.
    pub enum System as "TournamentSystem" {
        /// The top half against the bottom half, then those of equal score.
        ModifiedSwiss = "modified_swiss",
        /// Everyone against everyone.
        RoundRobin = "round_robin",
    }
}

crate::string_enum! {
    /// What a bye counts.
    pub enum ByeValue as "ByeValue" {
        /// The average of the player's own matches.
        Average = "average",
        /// Nothing.
        Zero = "zero",
        /// Half of what a match could bring.
        Half = "half",
        /// All that a match could bring.
        Full = "full",
    }
}

crate::string_enum! {
    /// How far a tournament has come.
    pub enum State as "TournamentState" {
        /// Announced.
        Planned = "planned",
        /// Taking entries.
        Open = "open",
        /// The first round is published.
        Running = "running",
        /// The last round is closed.
        Finished = "finished",
        /// The federation has confirmed the result.
        Ratified = "ratified",
        /// It does not take place.
        Cancelled = "cancelled",
    }
}

/// The boards that there are, by the side in millimetres: the championship's, and the small one for schools, clubs and
/// friendly play.
pub const BOARDS: [i64; 2] = [490, 305];

/// A tournament as it is on record.
#[derive(Debug, Clone)]
pub struct Tournament {
    /// Its id.
    pub id: Id,
    /// What was announced.
    pub plan: Plan,
    /// The code of the province that runs it.
    pub province: String,
    /// How far it has come.
    pub state: State,
    /// Why it was cancelled.
    pub reason: Option<String>,
    /// Why it ended before its last round.
    pub ended_because: Option<String>,
    /// When the federation confirmed the result.
    pub ratified_at: Option<Timestamp>,
    /// When it was announced.
    pub created_at: Timestamp,
}

/// What may be changed of a tournament until it runs.
#[derive(Debug, Clone)]
pub struct Plan {
    /// What it is called.
    pub name: String,
    /// What sort of tournament it is.
    pub level: Level,
    /// The first day.
    pub starts_on: NaiveDate,
    /// The last day.
    pub ends_on: NaiveDate,
    /// Where it is played.
    pub venue: String,
    /// The rules of the game.
    pub rule_set: RuleSet,
    /// How the rounds are drawn.
    pub system: System,
    /// How many rounds are played.
    pub rounds: i64,
    /// How many games a match has.
    pub games: i64,
    /// The side of the board in millimetres.
    pub board: i64,
    /// In so many first rounds club mates do not meet where that is possible.
    pub club_rounds: i64,
    /// What a bye counts.
    pub bye_value: ByeValue,
    /// The only division that may enter.
    pub division: Option<Division>,
}

impl Plan {
    /// The plan, tidied.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(self) -> Result<Plan, Faults> {
        const LONGEST: i64 = 30;
        const MOST_GAMES: i64 = 12;
        const MOST_DAYS: i64 = 60;
        let mut faults = Faults::default();
        let name = faults.take("/name", text(&self.name, 120));
        let venue = faults.take("/venue", text(&self.venue, 200));
        let known = GamingYear::known(self.starts_on);
        faults.take(
            "/starts_on",
            known.ok_or_else(|| Invalid::new("out-of-bounds", "Must be a day of a known gaming year.")),
        );
        let days = (self.ends_on - self.starts_on).num_days();
        let ends_on = match days {
            ..0 => Err(Invalid::new("before-start", "Must not be before the first day.")),
            0..MOST_DAYS => Ok(self.ends_on),
            _ => Err(Invalid::new(
                "too-long",
                format!("A tournament lasts {MOST_DAYS} days at most."),
            )),
        };
        let ends_on = faults.take("/ends_on", ends_on);
        let within = |value: i64, least: i64, most: i64| {
            let wrong = || Invalid::new("out-of-range", format!("Must be from {least} to {most}."));
            (least..=most).contains(&value).then_some(value).ok_or_else(wrong)
        };
        let rounds = faults.take("/rounds", within(self.rounds, 1, LONGEST));
        let games = faults.take("/games", within(self.games, 1, MOST_GAMES));
        let club_rounds = faults.take("/club_rounds", within(self.club_rounds, 0, LONGEST));
        let no_board = || Invalid::new("no-such-board", "Must be 490 or 305.");
        let board = faults.take(
            "/board",
            BOARDS.contains(&self.board).then_some(self.board).ok_or_else(no_board),
        );
        match (
            name,
            venue,
            ends_on.filter(|_| known.is_some()),
            (rounds, games),
            club_rounds,
            board,
        ) {
            (Some(name), Some(venue), Some(ends_on), (Some(rounds), Some(games)), Some(club_rounds), Some(board)) => {
                Ok(Plan {
                    name,
                    ends_on,
                    venue,
                    rounds,
                    games,
                    board,
                    club_rounds,
                    ..self
                })
            }
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
    /// The caller looks after other provinces.
    #[error("You do not look after {0}.")]
    OutOfScope(String),
    /// It has come too far, or not far enough.
    #[error("The tournament is {}, which does not allow this.", .0.word())]
    WrongState(State),
    /// Who was entered might not be admitted any more.
    #[error(
        "Players are entered, who were judged by the level, the division and the system; announce another tournament."
    )]
    HasEntries,
}

crate::problem_kinds! {
    UNKNOWN_RULE_SET = 422 "unknown-rule-set", "There is no such rule set",
        "The rules of the game go by name; the detail lists them.";
    WRONG_STATE = 409 "wrong-state", "The tournament has not come this far, or further",
        "A tournament is planned, open for entries, running, finished, ratified, or cancelled. The detail says which.";
    HAS_ENTRIES = 409 "has-entries", "Players are entered",
        "Players were admitted by the level, the division and the system of the tournament, which stay what they are once somebody is entered.";
    DIVISION_NOT_ADMITTED = 409 "division-not-admitted", "The tournament is for another division",
        "The player is registered in another division than the tournament admits.";
    TOURNAMENT_FULL = 409 "tournament-full", "The tournament is full",
        "A tournament has 1,000 entries at the most, withdrawn ones included.";
    CLUB_LAPSED = 409 "club-lapsed", "The club is not in good standing",
        "The club through which the player is registered has not paid its fee for the gaming year.";
    NOT_ACCREDITED = 409 "not-accredited", "The umpire's accreditation does not do",
        "An umpire needs an accreditation that is valid on every day of the tournament and of a level that does. The detail says what is missing.";
    CONFLICT_OF_INTEREST = 403 "conflict-of-interest", "It is your own match, or a relative's",
        "Nobody rules on a match of their own, or of a relative of the first degree. Another official does.";
    ALREADY_APPOINTED = 409 "already-appointed", "The umpire is appointed already",
        "An umpire is appointed to a tournament once, until the appointment ends.";
    ALREADY_ENDED = 409 "already-ended", "The appointment ended before",
        "An appointment ends once. Appoint the umpire again if it is to hold.";
    ALREADY_ENTERED = 409 "already-entered", "The player is entered already",
        "A player is entered once. An entry that was withdrawn is made again by `POST /v1/entries/{id}/returns`.";
    ALREADY_SO = 409 "already-so", "It is so already",
        "The entry was withdrawn before, or is there.";
    NOT_EVERY_ENTRY = 422 "not-every-entry", "The order does not name every entry once",
        "The starting order names each entered player once, withdrawn ones included.";
}

impl From<officials::Refusal> for Error {
    fn from(refusal: officials::Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            officials::Refusal::OutOfScope => OUT_OF_SCOPE.problem(detail),
            officials::Refusal::NotAccredited(_) => NOT_ACCREDITED.problem(detail),
            officials::Refusal::ConflictOfInterest => CONFLICT_OF_INTEREST.problem(detail),
        }
        .into()
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            Refusal::UnknownProvince(_) => UNKNOWN_PROVINCE.at("/province", detail),
            Refusal::OutOfScope(_) => OUT_OF_SCOPE.problem(detail),
            Refusal::WrongState(_) => WRONG_STATE.problem(detail),
            Refusal::HasEntries => HAS_ENTRIES.problem(detail),
        }
        .into()
    }
}

impl Tournament {
    /// Announces a tournament. `province` is what stands under the code that was asked for.
    ///
    /// # Errors
    /// [`Refusal::UnknownProvince`], [`Refusal::OutOfScope`].
    pub fn announce(
        plan: Plan,
        id: Id,
        (asked, province): (&str, Option<Province>),
        reach: &Reach,
        now: Timestamp,
    ) -> Result<Tournament, Refusal> {
        let province = province.ok_or_else(|| Refusal::UnknownProvince(asked.to_owned()))?;
        if !reach.covers_province(&province.code) {
            return Err(Refusal::OutOfScope(province.name));
        }
        let (province, state) = (province.code, State::Planned);
        let (reason, ended_because, ratified_at) = (None, None, None);
        Ok(Tournament {
            id,
            plan,
            province,
            state,
            reason,
            ended_because,
            ratified_at,
            created_at: now,
        })
    }

    /// The tournament, if it is within reach.
    ///
    /// # Errors
    /// [`Refusal::OutOfScope`].
    pub fn within(self, reach: &Reach) -> Result<Tournament, Refusal> {
        if reach.covers_province(&self.province) {
            Ok(self)
        } else {
            Err(Refusal::OutOfScope(self.province))
        }
    }

    /// The tournament, if it is in one of these states.
    ///
    /// # Errors
    /// [`Refusal::WrongState`].
    pub fn at(self, states: &[State]) -> Result<Tournament, Refusal> {
        if states.contains(&self.state) {
            Ok(self)
        } else {
            Err(Refusal::WrongState(self.state))
        }
    }

    /// The tournament with another plan, until it runs. Who was entered was judged by its level and division.
    ///
    /// # Errors
    /// [`Refusal::WrongState`], [`Refusal::HasEntries`].
    pub fn with(self, plan: Plan, has_entries: bool) -> Result<Tournament, Refusal> {
        let tournament = self.at(&[State::Planned, State::Open])?;
        let judged = |plan: &Plan| (plan.level, plan.division, plan.system);
        if has_entries && judged(&plan) != judged(&tournament.plan) {
            return Err(Refusal::HasEntries);
        }
        Ok(Tournament { plan, ..tournament })
    }

    /// The tournament, taking entries.
    ///
    /// # Errors
    /// [`Refusal::WrongState`].
    pub fn opened(self) -> Result<Tournament, Refusal> {
        Ok(Tournament {
            state: State::Open,
            ..self.at(&[State::Planned])?
        })
    }

    /// The tournament, cancelled.
    ///
    /// # Errors
    /// [`Refusal::WrongState`].
    pub fn cancelled(self, reason: String) -> Result<Tournament, Refusal> {
        let tournament = self.at(&[State::Planned, State::Open, State::Running])?;
        Ok(Tournament {
            state: State::Cancelled,
            reason: Some(reason),
            ..tournament
        })
    }
}
