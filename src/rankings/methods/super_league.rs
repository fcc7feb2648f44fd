//! `super-league`: points for places in championships, and for umpiring them.

use std::collections::{BTreeMap, BTreeSet};

use crate::rankings::events::RankedEvent;
use crate::rankings::figures::Figure;
use crate::rankings::methods::{Contribution, Description, Parameter, Ranked, Tally};
use crate::tournaments::TournamentLevel;
use crate::values::id::PlayerId;

/// Changes with whatever changes a figure.
pub const VERSION: i64 = 2;

/// The points for the first place of a provincial championship.
const PROVINCIAL: u32 = 10;

/// The points for the first place of the national championship.
const NATIONAL: u32 = 20;

/// The federation's points for umpiring a provincial championship and the national one.
const UMPIRED: [(TournamentLevel, u32); 2] = [(TournamentLevel::Provincial, 5), (TournamentLevel::National, 10)];

pub(crate) fn description() -> Description {
    Description {
        sentence: "Points for places in provincial championships and in the national one, and for umpiring them.",
        formula: "The first place of a championship brings as many points as `provincial` or `national` says, each place \
                  behind it one fewer, and everyone else who played 1 point. Who shares a place gets what that place, the \
                  better one, brings. Only who played a match counts as having played: one in which not every game was \
                  forfeited. Whoever has umpired a championship has as many points as `umpired_provincial` or \
                  `umpired_national` says. Tournaments of other levels bring nothing.",
        parameters: vec![
            Parameter {
                name: "provincial",
                value: PROVINCIAL.to_string(),
                meaning: "What the first place of a provincial championship brings.",
            },
            Parameter {
                name: "national",
                value: NATIONAL.to_string(),
                meaning: "What the first place of the national championship brings.",
            },
            Parameter {
                name: "umpired_provincial",
                value: umpired(TournamentLevel::Provincial).unwrap_or_default().to_string(),
                meaning: "What umpiring a provincial championship brings.",
            },
            Parameter {
                name: "umpired_national",
                value: umpired(TournamentLevel::National).unwrap_or_default().to_string(),
                meaning: "What umpiring the national championship brings.",
            },
        ],
    }
}

/// The points for a place in a tournament of that level, if there are any.
fn points(level: TournamentLevel, place: u32) -> Option<u32> {
    let first = match level {
        TournamentLevel::Provincial => PROVINCIAL,
        TournamentLevel::National => NATIONAL,
        TournamentLevel::Friendly
        | TournamentLevel::Club
        | TournamentLevel::School
        | TournamentLevel::Student
        | TournamentLevel::Regional
        | TournamentLevel::Continental
        | TournamentLevel::World => return None,
    };
    Some((first + 1).saturating_sub(place).max(1))
}

/// The points for umpiring a tournament of that level, if there are any.
fn umpired(level: TournamentLevel) -> Option<u32> {
    UMPIRED.iter().find(|(of, _)| *of == level).map(|(_, points)| *points)
}

/// The count.
#[derive(Debug, Default)]
pub struct SuperLeague(BTreeMap<PlayerId, Vec<Contribution>>);

impl Tally for SuperLeague {
    fn take(&mut self, event: &RankedEvent) {
        let played = event
            .bouts
            .iter()
            .filter(|bout| bout.took_place())
            .flat_map(|bout| bout.players);
        for player in played.collect::<BTreeSet<PlayerId>>() {
            let place = event.ranks.get(&player).copied();
            let Some(points) = place.and_then(|place| points(event.level, place)) else {
                continue;
            };
            self.0.entry(player).or_default().push(Contribution {
                figure: Figure::whole(points),
                tournaments: vec![event.tournament],
                ..Contribution::default()
            });
        }
        let Some(points) = umpired(event.level) else { return };
        for umpire in &event.umpires {
            self.0.entry(*umpire).or_default().push(Contribution {
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
        self.0.into_iter().map(ranked).collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::rankings::methods::super_league::*;

    #[test]
    fn places_bring_points() {
        let of = |level| [1, 2, 10, 11, 20, 21, 300].map(|place| points(level, place).unwrap());
        assert_eq!(of(TournamentLevel::Provincial), [10, 9, 1, 1, 1, 1, 1]);
        assert_eq!(of(TournamentLevel::National), [20, 19, 11, 10, 1, 1, 1]);
        assert_eq!(points(TournamentLevel::World, 1), None);
    }

    #[test]
    fn umpiring_brings_points() {
        assert_eq!(umpired(TournamentLevel::Provincial), Some(5));
        assert_eq!(umpired(TournamentLevel::National), Some(10));
        assert_eq!(umpired(TournamentLevel::Regional), None);
    }
}
