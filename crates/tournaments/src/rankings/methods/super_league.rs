//! `super-league`: points for places in championships, and for umpiring them.

use std::collections::{BTreeMap, BTreeSet};

use crate::federation::ranking::SuperLeagueSettings;
use crate::rankings::events::RankedEvent;
use crate::rankings::figures::Figure;
use crate::rankings::methods::{Contribution, Description, Parameter, Ranked, Tally};
use crate::tournaments::model::TournamentLevel;
use crate::values::id::PlayerId;

/// Changes with whatever changes a figure.
pub const VERSION: i64 = 3;

pub(crate) fn description(settings: &SuperLeagueSettings) -> Description {
    Description {
        sentence: "Points for places in provincial championships and in the national one, and for umpiring them.",
        formula: "The first place of a championship brings as many points as `provincial` or `national` says, each place \
                  behind it one fewer, and everyone else who played as many as `rest` says. Who shares a place gets what that place, the \
                  better one, brings. Only who played a match counts as having played: one in which not every game was \
                  forfeited, unless `forfeits` says that these count too. Whoever has umpired a championship has as many points as `umpired_provincial` or \
                  `umpired_national` says. Tournaments of other levels, and of those that are not in `levels`, bring nothing.",
        parameters: vec![
            Parameter {
                name: "provincial",
                value: settings.provincial.to_string(),
                meaning: "What the first place of a provincial championship brings.",
            },
            Parameter {
                name: "national",
                value: settings.national.to_string(),
                meaning: "What the first place of the national championship brings.",
            },
            Parameter {
                name: "rest",
                value: settings.rest.to_string(),
                meaning: "What every place brings that would bring less.",
            },
            Parameter {
                name: "umpired_provincial",
                value: settings.umpired_provincial.to_string(),
                meaning: "What umpiring a provincial championship brings.",
            },
            Parameter {
                name: "umpired_national",
                value: settings.umpired_national.to_string(),
                meaning: "What umpiring the national championship brings.",
            },
        ],
    }
}

/// The points for a place in a tournament of that level, if there are any.
fn points(settings: &SuperLeagueSettings, level: TournamentLevel, place: u32) -> Option<u32> {
    let first = match level {
        TournamentLevel::Provincial => settings.provincial,
        TournamentLevel::National => settings.national,
        TournamentLevel::Friendly
        | TournamentLevel::Club
        | TournamentLevel::School
        | TournamentLevel::Student
        | TournamentLevel::Regional
        | TournamentLevel::Continental
        | TournamentLevel::World => return None,
    };
    let points = (first + 1 - i64::from(place)).max(settings.rest);
    u32::try_from(points).ok()
}

/// The points for umpiring a tournament of that level, if there are any.
fn umpired(settings: &SuperLeagueSettings, level: TournamentLevel) -> Option<u32> {
    let points = match level {
        TournamentLevel::Provincial => settings.umpired_provincial,
        TournamentLevel::National => settings.umpired_national,
        _ => 0,
    };
    u32::try_from(points).ok().filter(|points| *points > 0)
}

/// The count.
#[derive(Debug)]
pub struct SuperLeague {
    settings: SuperLeagueSettings,
    contributions: BTreeMap<PlayerId, Vec<Contribution>>,
}

impl SuperLeague {
    pub(crate) fn new(settings: SuperLeagueSettings) -> SuperLeague {
        SuperLeague {
            settings,
            contributions: BTreeMap::new(),
        }
    }
}

impl Tally for SuperLeague {
    fn take(&mut self, event: &RankedEvent) {
        let played = event.bouts.iter().flat_map(|bout| bout.players);
        for player in played.collect::<BTreeSet<PlayerId>>() {
            let place = event.ranks.get(&player).copied();
            let Some(points) = place.and_then(|place| points(&self.settings, event.level, place)) else {
                continue;
            };
            self.contributions.entry(player).or_default().push(Contribution {
                figure: Figure::whole(points),
                tournaments: vec![event.tournament],
                ..Contribution::default()
            });
        }
        let Some(points) = umpired(&self.settings, event.level) else {
            return;
        };
        for umpire in &event.umpires {
            self.contributions.entry(*umpire).or_default().push(Contribution {
                figure: Figure::whole(points),
                tournaments: vec![event.tournament],
                umpired: true,
                ..Contribution::default()
            });
        }
    }

    fn ranked(self: Box<Self>) -> Vec<Ranked> {
        let ranked = |(player, contributions): (PlayerId, Vec<Contribution>)| {
            let figure = contributions.iter().map(|one| one.figure).sum();
            Ranked {
                player,
                figure,
                deviation: None,
                contributions,
            }
        };
        self.contributions.into_iter().map(ranked).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::rankings::methods::super_league::*;

    #[test]
    fn places_bring_points() {
        let of = |level| {
            [1, 2, 10, 11, 20, 21, 300].map(|place| points(&SuperLeagueSettings::default(), level, place).unwrap())
        };
        assert_eq!(of(TournamentLevel::Provincial), [10, 9, 1, 1, 1, 1, 1]);
        assert_eq!(of(TournamentLevel::National), [20, 19, 11, 10, 1, 1, 1]);
        assert_eq!(points(&SuperLeagueSettings::default(), TournamentLevel::World, 1), None);
    }

    #[test]
    fn umpiring_brings_points() {
        assert_eq!(
            umpired(&SuperLeagueSettings::default(), TournamentLevel::Provincial),
            Some(5)
        );
        assert_eq!(
            umpired(&SuperLeagueSettings::default(), TournamentLevel::National),
            Some(10)
        );
        assert_eq!(
            umpired(&SuperLeagueSettings::default(), TournamentLevel::Regional),
            None
        );
    }
}
