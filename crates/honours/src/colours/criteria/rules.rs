//! The criteria of colours: rules that are data, each with a sentence.

use chrono::NaiveDate;
use diesel::{Insertable, Queryable, Selectable};
use serde::{Deserialize, Serialize};

use crate::colours::refusals::{CRITERIA_IN_PAST, CRITERIA_IN_USE};
use crate::colours::{ColoursBasis, ColoursLevel};
use crate::players::registrations::Division;
use crate::tournaments::model::{TournamentLevel, TournamentStage};
use crate::values::counted::{self, counted};
use crate::values::error::Error;
use crate::values::gaming_calendar::GamingCalendar;
use crate::values::gaming_year::GamingYear;
use crate::values::sql_types::Json;

crate::string_enum! {
    /// The team for which somebody is selected.
    pub enum Team as "SelectionTeam" {
        /// A region's.
        Region = "region",
        /// The squad of a region, of which its team is made.
        RegionalSquad = "regional_squad",
        /// A province's.
        Province = "province",
        /// The squad of a province, of which its team is made.
        ProvincialSquad = "provincial_squad",
        /// The national squad.
        NationalSquad = "national_squad",
        /// The national team for an international event.
        International = "international",
    }
}

impl Team {
    /// Whether it is a region's.
    #[must_use]
    pub fn is_regional(self) -> bool {
        matches!(self, Team::Region | Team::RegionalSquad)
    }

    /// Whether it is a province's, and of none of its regions.
    #[must_use]
    pub fn is_provincial(self) -> bool {
        matches!(self, Team::Province | Team::ProvincialSquad)
    }
}

crate::string_enum! {
    /// The players among whom places and halves are counted.
    pub enum Among as "ColoursAmong" {
        /// Everyone who has played.
        All = "all",
        /// Those of the same division who have played.
        Division = "division",
    }
}

/// The least size of an event of which all rounds or all games are won.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeastEvent {
    /// The least number of rounds that the player has played.
    pub rounds: u32,
    /// The least number of entrants who have played.
    pub entrants: u32,
}

impl LeastEvent {
    /// The preset for an event of that level.
    #[must_use]
    pub fn preset(level: TournamentLevel) -> LeastEvent {
        let entrants = if level == TournamentLevel::National { 12 } else { 8 };
        LeastEvent { rounds: 5, entrants }
    }

    fn in_words(self) -> String {
        let (rounds, players) = (
            counted::rounds(self.rounds),
            counted(self.entrants, "player", "players"),
        );
        format!("{rounds} or more, among {players} or more")
    }
}

/// The condition of a rule: what is to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "basis", rename_all = "snake_case")]
pub enum Condition {
    /// One of the first places of an event.
    Place {
        /// The level of the event.
        event: TournamentLevel,
        /// The number of places.
        places: u32,
        /// The least number of players among whom they are counted.
        entrants: u32,
    },
    /// Every round of an event, won over an opponent who played.
    AllRounds {
        /// The level of the event.
        event: TournamentLevel,
        /// The most byes in six rounds, which neither help nor harm.
        byes: u32,
        /// The least size of the event.
        #[serde(flatten)]
        least: LeastEvent,
    },
    /// Every game of every round of an event, won over an opponent who played.
    AllGames {
        /// The level of the event.
        event: TournamentLevel,
        /// The most byes in six rounds, which neither help nor harm.
        byes: u32,
        /// The least size of the event.
        #[serde(flatten)]
        least: LeastEvent,
    },
    /// One of the first places of a team for which the player counts.
    TeamPlace {
        /// The level of the event.
        event: TournamentLevel,
        /// The number of places.
        places: u32,
        /// The least number of teams among which they are counted.
        entrants: u32,
    },
    /// The top half of two events of one calendar year.
    TopHalf {
        /// The levels of the events.
        events: [TournamentLevel; 2],
    },
    /// Selection for a team.
    Selection {
        /// The team.
        team: Team,
    },
    /// Selection to umpire where a team plays.
    Umpire {
        /// The team.
        team: Team,
    },
    /// The board's discretion.
    Discretion,
}

/// A rule: for whom it is, and what is to be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// The level of the colours that it gives.
    pub level: ColoursLevel,
    /// The divisions whose players can earn them.
    pub divisions: Vec<Division>,
    /// The players among whom places are counted.
    pub among: Among,
    /// The condition: what is to be shown.
    pub condition: Condition,
}

/// The criteria that are in force from a day on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Queryable, Selectable, Insertable)]
#[diesel(table_name = crate::db::schema::colours_criteria)]
pub struct Criteria {
    /// Their version.
    pub version: i64,
    /// Their name.
    pub name: String,
    /// The first day.
    pub valid_from: NaiveDate,
    /// The rules.
    pub rules: Json<Vec<Rule>>,
}

/// Criteria as they are asked for.
#[derive(Debug, Clone)]
pub struct NewCriteria {
    /// The gaming year from which on they are in force.
    pub year: GamingYear,
    /// Their name.
    pub name: String,
    /// The rules.
    pub rules: Vec<Rule>,
}

impl NewCriteria {
    /// The first day on which they are in force.
    ///
    /// # Errors
    /// [`CriteriaRefusal::InPast`].
    pub fn first_day(&self, calendar: &GamingCalendar, today: NaiveDate) -> Result<NaiveDate, CriteriaRefusal> {
        let this_year = calendar.year_of(today);
        if self.year < this_year {
            return Err(CriteriaRefusal::InPast(this_year));
        }
        Ok(calendar.days(self.year).0)
    }

    /// The refusal to change criteria by which colours were proposed.
    #[must_use]
    pub fn in_use(&self) -> CriteriaRefusal {
        CriteriaRefusal::InUse(self.year)
    }
}

/// The reason why criteria are not set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CriteriaRefusal {
    /// The year is over.
    #[error("Criteria are set for the gaming year {}, or a later one.", .0.number())]
    InPast(GamingYear),
    /// Colours were proposed by those of the year.
    #[error("Colours were proposed by the criteria of {} already.", .0.number())]
    InUse(GamingYear),
}

impl From<CriteriaRefusal> for Error {
    fn from(refusal: CriteriaRefusal) -> Error {
        let detail = refusal.to_string();
        match refusal {
            CriteriaRefusal::InPast(_) => CRITERIA_IN_PAST.at("/year", detail),
            CriteriaRefusal::InUse(_) => CRITERIA_IN_USE.at("/year", detail),
        }
        .into()
    }
}

impl Criteria {
    /// The criteria of that version, in force from that day on.
    pub fn of_version(new: NewCriteria, version: i64, valid_from: NaiveDate) -> Criteria {
        Criteria {
            version,
            name: new.name,
            valid_from,
            rules: Json(new.rules),
        }
    }

    /// The first gaming year for which they can be in force: whose first day is not before theirs.
    #[must_use]
    pub fn first_year(&self, calendar: &GamingCalendar) -> GamingYear {
        let year = calendar.year_of(self.valid_from);
        if calendar.days(year).0 < self.valid_from {
            year.next()
        } else {
            year
        }
    }

    /// The rules by which players of that division can earn colours of that level.
    pub fn of(&self, level: ColoursLevel, division: Division) -> impl Iterator<Item = &Rule> {
        self.rules
            .iter()
            .filter(move |rule| rule.level == level && rule.divisions.contains(&division))
    }

    /// The levels of the events that count for colours of those levels.
    pub fn events(&self, levels: &[ColoursLevel]) -> Vec<TournamentLevel> {
        let rules = self.rules.iter().filter(|rule| levels.contains(&rule.level));
        let mut events: Vec<TournamentLevel> = Vec::new();
        for event in rules.flat_map(|rule| rule.condition.events()) {
            if !events.contains(&event) {
                events.push(event);
            }
        }
        events
    }
}

impl Condition {
    /// The basis of an award that rests on this condition.
    #[must_use]
    pub fn basis(&self) -> ColoursBasis {
        match self {
            Condition::Place { .. } => ColoursBasis::Place,
            Condition::AllRounds { .. } => ColoursBasis::AllRounds,
            Condition::AllGames { .. } => ColoursBasis::AllGames,
            Condition::TeamPlace { .. } => ColoursBasis::TeamPlace,
            Condition::TopHalf { .. } => ColoursBasis::TopHalf,
            Condition::Selection { .. } => ColoursBasis::Selection,
            Condition::Umpire { .. } => ColoursBasis::Umpire,
            Condition::Discretion => ColoursBasis::Discretion,
        }
    }

    /// The levels of the events that count.
    #[must_use]
    pub fn events(&self) -> Vec<TournamentLevel> {
        match self {
            Condition::Place { event, .. }
            | Condition::AllRounds { event, .. }
            | Condition::AllGames { event, .. }
            | Condition::TeamPlace { event, .. } => vec![*event],
            Condition::TopHalf { events } => events.to_vec(),
            Condition::Selection { .. } | Condition::Umpire { .. } | Condition::Discretion => Vec::new(),
        }
    }

    /// The number of places that count.
    #[must_use]
    pub fn places(&self) -> Option<u32> {
        if let Condition::Place { places, .. } | Condition::TeamPlace { places, .. } = self {
            Some(*places)
        } else {
            None
        }
    }

    /// The least number of players, or of teams, who have played.
    #[must_use]
    pub fn entrants(&self) -> Option<u32> {
        match self {
            Condition::Place { entrants, .. } | Condition::TeamPlace { entrants, .. } => Some(*entrants),
            Condition::AllRounds { least, .. } | Condition::AllGames { least, .. } => Some(least.entrants),
            _ => None,
        }
    }

    /// The least number of rounds that the player has played.
    #[must_use]
    pub fn rounds(&self) -> Option<u32> {
        match self {
            Condition::AllRounds { least, .. } | Condition::AllGames { least, .. } => Some(least.rounds),
            _ => None,
        }
    }

    /// The most byes in six rounds that leave all won.
    #[must_use]
    pub fn byes(&self) -> Option<u32> {
        match self {
            Condition::AllRounds { byes, .. } | Condition::AllGames { byes, .. } => Some(*byes),
            _ => None,
        }
    }

    /// The team of the selection that is required.
    #[must_use]
    pub fn team(&self) -> Option<Team> {
        match self {
            Condition::Selection { team } | Condition::Umpire { team } => Some(*team),
            _ => None,
        }
    }
}

/// An event of that level, as people say it.
pub fn event(level: TournamentLevel) -> &'static str {
    match level {
        TournamentLevel::Friendly => "a friendly event",
        TournamentLevel::Club => "a club event",
        TournamentLevel::School => "a school event",
        TournamentLevel::Student => "a student event",
        TournamentLevel::Regional => "a regional event",
        TournamentLevel::Provincial => "a provincial championship",
        TournamentLevel::National => "the national championship",
        TournamentLevel::Continental => "a continental championship",
        TournamentLevel::World => "a world championship",
    }
}

/// The team, as people say it.
pub fn team(team: Team) -> &'static str {
    match team {
        Team::Region => "the team of the region of residence",
        Team::RegionalSquad => "the squad of the region of residence",
        Team::Province => "the team of the province of residence",
        Team::ProvincialSquad => "the squad of the province of residence",
        Team::NationalSquad => "the national squad",
        Team::International => "the national team for an international event",
    }
}

impl Rule {
    /// The rule in a sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        const UNWON: &str = "A forfeit does not count as won";
        let byes = |byes: u32| match byes {
            0 => "and no bye may be among them".to_owned(),
            1 => "and one bye in six neither helps nor harms".to_owned(),
            more => format!("and up to {more} byes in six neither help nor harm"),
        };
        let among = match self.among {
            Among::All => "",
            Among::Division => ", among those of the same division",
        };
        let sentence = match &self.condition {
            Condition::Place {
                event: level,
                places,
                entrants,
            } => format!(
                "{} of {}{among}, of {} or more. Who share a place have the better one.",
                match places {
                    1 => "The first place".to_owned(),
                    more => format!("One of the first {more} places"),
                },
                event(*level),
                counted(*entrants, "player", "players")
            ),
            Condition::AllRounds {
                event: level,
                byes: most,
                least,
            } => format!(
                "All rounds of {} won, {}. {UNWON}, {}.",
                event(*level),
                least.in_words(),
                byes(*most)
            ),
            Condition::AllGames {
                event: level,
                byes: most,
                least,
            } => format!(
                "All games of {} won, {}. {UNWON}, {}.",
                event(*level),
                least.in_words(),
                byes(*most)
            ),
            Condition::TeamPlace {
                event: level,
                places,
                entrants,
            } => format!(
                "Counted for {} of {}, of {} or more. Who share a place have the better one, and reserves do not count.",
                match places {
                    1 => "the winning team".to_owned(),
                    more => format!("one of the first {more} teams"),
                },
                event(*level),
                counted(*entrants, "team", "teams")
            ),
            Condition::TopHalf { events: [one, other] } => format!(
                "In the top half of {} and of {} in one calendar year{among}: twice the place is at most the number of players. \
                 The player lives in the same province on the last day of both.",
                event(*one),
                event(*other)
            ),
            Condition::Selection { team: of } => format!("Selected for {}.", team(*of)),
            Condition::Umpire { team: of } => format!("Selected as an umpire beside {}.", team(*of)),
            Condition::Discretion => "At the discretion of the board, which says why.".to_owned(),
        };
        sentence + self.stages()
    }

    /// The sentence that a championship of their own at the same stage counts for scholars and students, if it can.
    fn stages(&self) -> &'static str {
        let stages = TournamentStage::ALL.iter();
        let levels: Vec<_> = stages.map(|stage| stage.level()).collect();
        let is_for = |level: TournamentLevel| self.divisions.iter().any(|division| level.admits(*division));
        let scholars = is_for(TournamentLevel::School);
        let students = is_for(TournamentLevel::Student);
        if !self.condition.events().iter().any(|level| levels.contains(level)) {
            return "";
        }
        match (scholars, students) {
            (true, true) => " School and student events of the same stage count too, for those whom they admit.",
            (true, false) => " School events of the same stage count too.",
            (false, true) => " Student events of the same stage count too, for students.",
            (false, false) => "",
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::colours::criteria::rules::*;

    #[test]
    fn a_rule_reads_as_a_sentence() {
        let rule = |condition| Rule {
            level: ColoursLevel::Provincial,
            divisions: vec![Division::HighSchool],
            among: Among::Division,
            condition,
        };
        let events = [TournamentLevel::Provincial, TournamentLevel::National];
        assert_eq!(
            rule(Condition::TopHalf { events }).sentence(),
            "In the top half of a provincial championship and of the national championship in one calendar year, among those of \
             the same division: twice the place is at most the number of players. The player lives in the same province on the \
             last day of both. School events of the same stage count too."
        );
        assert_eq!(
            rule(Condition::Selection {
                team: Team::NationalSquad
            })
            .sentence(),
            "Selected for the national squad."
        );
    }
}
