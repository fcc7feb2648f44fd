//! Criteria as they are sent.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::colours::criteria::rules::{Among, Condition, LeastEvent, NewCriteria, Rule, Team};
use crate::colours::{ColoursBasis, ColoursLevel};
use crate::players::registrations::Division;
use crate::tournaments::model::TournamentLevel;
use crate::values::gaming_year::GamingYear;
use crate::values::validation::{Faults, ValueError, text};
use crate::web::list::List;

/// The longest name of criteria.
const LONGEST_NAME: usize = 120;

/// The most rules of criteria.
pub const MOST_RULES: usize = 100;

/// A rule as it is told: what its basis asks for, and nothing else.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CreateColoursRule)]
pub struct CreateRule {
    /// The level of the colours that it gives.
    pub level: ColoursLevel,
    /// The divisions whose players can earn them.
    #[schema(value_type = Vec<Division>, min_items = 1, max_items = 4)]
    pub divisions: List<Division, 1, 4>,
    /// The players among whom places and halves are counted; everyone if absent.
    pub among: Option<Among>,
    /// The basis on which the colours then rest.
    pub basis: ColoursBasis,
    /// The levels of the events that count: one, two for the top half, none for a selection or discretion.
    #[serde(default)]
    #[schema(value_type = Vec<TournamentLevel>, min_items = 0, max_items = 2)]
    pub events: List<TournamentLevel, 0, 2>,
    /// The number of places that count, for `place` and `team_place`.
    #[schema(example = 3, minimum = 1, maximum = 100)]
    pub places: Option<u32>,
    /// The least number of players among whom places are counted, for `place`; of teams, for `team_place`; of entrants who have
    /// played, for `all_rounds` and `all_games`, where it is 12 for the national championship and 8 for other events if absent.
    #[schema(example = 4, minimum = 1, maximum = 1000)]
    pub entrants: Option<u32>,
    /// The least number of rounds that the player has played, for `all_rounds` and `all_games`; 5 if absent.
    #[schema(example = 5, minimum = 1, maximum = 30)]
    pub rounds: Option<u32>,
    /// The most byes in six rounds that leave all won, for `all_rounds` and `all_games`.
    #[schema(example = 1, minimum = 0, maximum = 30)]
    pub byes: Option<u32>,
    /// The team of the selection, for `selection` and `umpire`.
    pub team: Option<Team>,
}

/// The fault of a member that is not as the basis of its rule asks.
fn invalid<T>(rule: impl Into<String>) -> Result<T, ValueError> {
    Err(ValueError::new("invalid-rule", rule))
}

/// A number from `least` to `most`, where the basis asks for one.
fn asked(number: Option<u32>, (least, most): (u32, u32)) -> Result<u32, ValueError> {
    match number.filter(|number| (least..=most).contains(number)) {
        Some(number) => Ok(number),
        None => invalid(format!("Must be from {least} to {most} for what the colours rest on.")),
    }
}

/// Nothing, where the basis does not ask for it.
fn left_out<T>(value: Option<&T>) -> Result<(), ValueError> {
    match value {
        Some(_) => invalid("Does not go with what the colours rest on: leave it out."),
        None => Ok(()),
    }
}

impl CreateRule {
    /// The rule, if it says what its basis asks for, and nothing else.
    ///
    /// # Errors
    /// All faults at once.
    pub fn parse(&self) -> Result<Rule, Faults> {
        let mut faults = Faults::default();
        let condition = self.condition(&mut faults);
        match condition.filter(|_| faults.is_empty()) {
            Some(condition) => Ok(Rule {
                level: self.level,
                divisions: self.divisions.to_vec(),
                among: self.among.unwrap_or(Among::All),
                condition,
            }),
            None => Err(faults),
        }
    }

    fn condition(&self, faults: &mut Faults) -> Option<Condition> {
        let (has_places, is_won, has_team) = match self.basis {
            ColoursBasis::Place | ColoursBasis::TeamPlace => (true, false, false),
            ColoursBasis::AllRounds | ColoursBasis::AllGames => (false, true, false),
            ColoursBasis::Selection | ColoursBasis::Umpire => (false, false, true),
            ColoursBasis::TopHalf | ColoursBasis::Discretion => (false, false, false),
        };
        if !has_places {
            faults.check("/places", left_out(self.places.as_ref()));
        }
        if !has_places && !is_won {
            faults.check("/entrants", left_out(self.entrants.as_ref()));
        }
        if !is_won {
            faults.check("/byes", left_out(self.byes.as_ref()));
            faults.check("/rounds", left_out(self.rounds.as_ref()));
        }
        if !has_team {
            faults.check("/team", left_out(self.team.as_ref()));
        }
        Some(match self.basis {
            ColoursBasis::Place => {
                let (event, places, entrants) = self.placed(faults)?;
                Condition::Place {
                    event,
                    places,
                    entrants,
                }
            }
            ColoursBasis::TeamPlace => {
                let (event, places, entrants) = self.placed(faults)?;
                Condition::TeamPlace {
                    event,
                    places,
                    entrants,
                }
            }
            ColoursBasis::AllRounds => {
                let (event, byes, least) = self.won(faults)?;
                Condition::AllRounds { event, byes, least }
            }
            ColoursBasis::AllGames => {
                let (event, byes, least) = self.won(faults)?;
                Condition::AllGames { event, byes, least }
            }
            ColoursBasis::TopHalf => Condition::TopHalf {
                events: self.events_of(faults)?,
            },
            ColoursBasis::Selection => Condition::Selection {
                team: self.selected(faults)?,
            },
            ColoursBasis::Umpire => Condition::Umpire {
                team: self.selected(faults)?,
            },
            ColoursBasis::Discretion => {
                let [] = self.events_of(faults)?;
                Condition::Discretion
            }
        })
    }

    /// The event, the number of places in it that count, and the least number among whom.
    fn placed(&self, faults: &mut Faults) -> Option<(TournamentLevel, u32, u32)> {
        let event = self.event(faults);
        let places = faults.check("/places", asked(self.places, (1, 100)));
        let entrants = faults.check("/entrants", asked(self.entrants, (1, 1000)));
        Some((event?, places?, entrants?))
    }

    /// The event of which all is won, the most byes in it, and its least size.
    fn won(&self, faults: &mut Faults) -> Option<(TournamentLevel, u32, LeastEvent)> {
        let event = self.event(faults);
        let preset = LeastEvent::preset(event.unwrap_or(TournamentLevel::Provincial));
        let byes = faults.check("/byes", asked(self.byes, (0, 30)));
        let rounds = faults.check("/rounds", asked(self.rounds.or(Some(preset.rounds)), (1, 30)));
        let entrants = self.entrants.or(Some(preset.entrants));
        let entrants = faults.check("/entrants", asked(entrants, (1, 1000)));
        let least = LeastEvent {
            rounds: rounds?,
            entrants: entrants?,
        };
        Some((event?, byes?, least))
    }

    /// The level of the one event that counts.
    fn event(&self, faults: &mut Faults) -> Option<TournamentLevel> {
        let [event] = self.events_of(faults)?;
        Some(event)
    }

    /// The team of a selection, for which no event counts.
    fn selected(&self, faults: &mut Faults) -> Option<Team> {
        let events = self.events_of::<0>(faults);
        let team = match self.team {
            Some(team) => Ok(team),
            None => invalid("A selection is for a team."),
        };
        faults.check("/team", team).filter(|_| events.is_some())
    }

    /// The levels of the events that count, which are so many.
    fn events_of<const COUNT: usize>(&self, faults: &mut Faults) -> Option<[TournamentLevel; COUNT]> {
        let events = <[_; COUNT]>::try_from(&self.events[..]).or_else(|_| {
            invalid(match COUNT {
                0 => "No event goes with what the colours rest on: leave it out.",
                1 => "One event counts.",
                _ => "Two events count.",
            })
        });
        faults.check("/events", events)
    }
}

/// Criteria to be set.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CreateColoursCriteria)]
pub struct CreateCriteria {
    /// The gaming year from which on they are in force.
    #[schema(value_type = i64, example = 2028, minimum = 1990, maximum = 2100)]
    year: GamingYear,
    /// Their name.
    #[schema(example = "As decided on 3 October 2027", min_length = 1, max_length = 120)]
    name: String,
    /// The rules: to meet one of those for the level and the division is enough.
    #[schema(value_type = Vec<CreateRule>, min_items = 1, max_items = 100)]
    items: List<CreateRule, 1, MOST_RULES>,
}

impl CreateCriteria {
    pub fn parse(&self) -> Result<NewCriteria, Faults> {
        let rules = self.items.iter().enumerate();
        parse(self.year, &self.name, rules.map(|(place, rule)| (place, rule.parse())))
    }
}

/// Criteria of these rules, each with its place in what was sent.
///
/// # Errors
/// All faults at once, those of a rule at its place.
pub fn parse<P: Display>(
    year: GamingYear,
    name: &str,
    asked: impl Iterator<Item = (P, Result<Rule, Faults>)>,
) -> Result<NewCriteria, Faults> {
    let (mut faults, mut rules) = (Faults::default(), Vec::new());
    let name = faults.check("/name", text(name, LONGEST_NAME));
    for (place, rule) in asked {
        match rule {
            Ok(rule) => rules.push(rule),
            Err(of_rule) => faults.extend(of_rule.below(&format!("/items/{place}"))),
        }
    }
    match name.filter(|_| faults.is_empty()) {
        Some(name) => Ok(NewCriteria { year, name, rules }),
        None => Err(faults),
    }
}
