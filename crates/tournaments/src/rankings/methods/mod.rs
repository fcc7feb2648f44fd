//! The methods by which players are ranked, each with a version: what one says of itself is what the API tells.

pub mod game_points;
pub mod glicko;
pub(crate) mod routes;
pub mod super_league;

use chrono::{Days, Months, NaiveDate};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::federation::ranking::{CountedLevels, RankingSettings};
use crate::rankings::events::RankedEvent;
use crate::rankings::figures::Figure;
use crate::tournaments::model::TournamentLevel;
use crate::values::id::{PlayerId, TournamentId};

crate::string_enum! {
    /// The method by which players are ranked.
    pub enum Method as "RankingMethodName" {
        /// The game points won.
        GamePoints = "game-points",
        /// Points for places in championships, and for umpiring them.
        SuperLeague = "super-league",
        /// A rating from single games, with its deviation.
        Glicko2 = "glicko-2",
    }
}

impl Method {
    /// The method in words, as in "the rank by game points".
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            Method::GamePoints => "game points",
            Method::SuperLeague => "super league points",
            Method::Glicko2 => "Glicko-2",
        }
    }
}

/// A parameter of a method, with its value.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = RankingParameter)]
pub struct Parameter {
    /// The parameter's name.
    #[schema(example = "months")]
    pub name: &'static str,
    /// The value to which it is set.
    #[schema(example = "24")]
    pub value: String,
    /// The meaning of the parameter.
    #[schema(example = "Events count whose last day lies in so many months before the list's day, that day included.")]
    pub meaning: &'static str,
}

/// The description of a method.
#[derive(Debug, Clone)]
pub struct Description {
    /// The figure by which it ranks, in a sentence.
    pub sentence: &'static str,
    /// The way in which the figure is computed.
    pub formula: &'static str,
    /// The parameters besides the months.
    pub parameters: Vec<Parameter>,
}

/// The days of which the events count, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The first day.
    pub from: NaiveDate,
    /// The last day: the list's.
    pub until: NaiveDate,
}

impl Window {
    /// The last so many months before that day, which is the last.
    #[must_use]
    pub fn ending(until: NaiveDate, months: i64) -> Window {
        let months = Months::new(u32::try_from(months).unwrap_or_default());
        let before = until
            .checked_sub_months(months)
            .and_then(|day| day.checked_add_days(Days::new(1)));
        Window {
            from: before.unwrap_or(until).min(until),
            until,
        }
    }
}

/// A part of a player's figure: the figure is the sum of its contributions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contribution {
    /// The figure that it adds.
    pub figure: Figure,
    /// The tournaments from which it comes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tournaments: Vec<TournamentId>,
    /// Whether it is for umpiring them, and not for playing in them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub umpired: bool,
    /// The rating period, by its first day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<NaiveDate>,
    /// The deviation after it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deviation: Option<Figure>,
}

/// A player's figure by a method, and the contributions to it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranked {
    /// The player's id.
    pub player: PlayerId,
    /// The figure by which the player is ranked.
    pub figure: Figure,
    /// The uncertainty of a rating.
    pub deviation: Option<Figure>,
    /// The contributions of which the figure is the sum, the earliest first.
    pub contributions: Vec<Contribution>,
}

/// The games that count for a method.
#[derive(Debug, Clone, Copy)]
pub struct CountedGames {
    levels: CountedLevels,
    /// Whether those that were forfeited are among them.
    pub forfeits: bool,
}

impl CountedGames {
    /// Whether tournaments of that level count.
    #[must_use]
    pub fn has(&self, level: TournamentLevel) -> bool {
        match level {
            TournamentLevel::Friendly => self.levels.friendly,
            TournamentLevel::Club => self.levels.club,
            TournamentLevel::School => self.levels.school,
            TournamentLevel::Student => self.levels.student,
            TournamentLevel::Regional => self.levels.regional,
            TournamentLevel::Provincial => self.levels.provincial,
            TournamentLevel::National => self.levels.national,
            TournamentLevel::Continental => self.levels.continental,
            TournamentLevel::World => self.levels.world,
        }
    }

    fn parameters(self) -> [Parameter; 2] {
        let levels = TournamentLevel::ALL.iter().filter(|level| self.has(**level));
        let levels: Vec<&str> = levels.map(|level| level.as_str()).collect();
        [
            Parameter {
                name: "levels",
                value: levels.join(", "),
                meaning: "The levels of the tournaments that count.",
            },
            Parameter {
                name: "forfeits",
                value: self.forfeits.to_string(),
                meaning: "Whether games that were forfeited count.",
            },
        ]
    }
}

/// A count that goes through the events, one by one in the order of their last days, and keeps nothing of them but what
/// they contribute.
pub trait Tally {
    /// Counts an event.
    fn take(&mut self, event: &RankedEvent);

    /// The players who are ranked, in no particular order.
    fn ranked(self: Box<Self>) -> Vec<Ranked>;
}

impl Method {
    /// The version of the method that new lists follow. It changes with whatever changes a figure.
    #[must_use]
    pub fn version(self) -> i64 {
        match self {
            Method::GamePoints => game_points::VERSION,
            Method::SuperLeague => super_league::VERSION,
            Method::Glicko2 => glicko::VERSION,
        }
    }

    /// The description of the method.
    #[must_use]
    pub fn description(self, settings: &RankingSettings) -> Description {
        match self {
            Method::GamePoints => game_points::description(),
            Method::SuperLeague => super_league::description(&settings.super_league),
            Method::Glicko2 => glicko::description(&settings.glicko_2),
        }
    }

    /// The games that count.
    #[must_use]
    pub fn counted(self, settings: &RankingSettings) -> CountedGames {
        let (levels, forfeits) = match self {
            Method::GamePoints => (settings.game_points.levels, settings.game_points.forfeits),
            Method::SuperLeague => (settings.super_league.levels, settings.super_league.forfeits),
            Method::Glicko2 => (settings.glicko_2.levels, settings.glicko_2.forfeits),
        };
        CountedGames { levels, forfeits }
    }

    /// All that it is set to in a list of so many months.
    #[must_use]
    pub fn parameters(self, settings: &RankingSettings, months: i64) -> Vec<Parameter> {
        let meaning = match self {
            Method::GamePoints | Method::SuperLeague => {
                "Events count whose last day lies in so many months before the list's day, that day included."
            }
            Method::Glicko2 => {
                "Who has played no rated game in so many months before the list's day is rated, but not listed."
            }
        };
        let own = Parameter {
            name: "months",
            value: months.to_string(),
            meaning,
        };
        let of_clubs = Parameter {
            name: "counted_of_a_club",
            value: settings.counted_of_a_club.to_string(),
            meaning: "In the ranking of clubs a club has the sum of the figures of so many of its players, the best.",
        };
        std::iter::once(own)
            .chain(self.counted(settings).parameters())
            .chain(self.description(settings).parameters)
            .chain([of_clubs])
            .collect()
    }

    /// The first day of which events are needed; none if all are.
    #[must_use]
    pub fn begins(self, window: Window) -> Option<NaiveDate> {
        match self {
            Method::GamePoints | Method::SuperLeague => Some(window.from),
            Method::Glicko2 => None,
        }
    }

    /// A count of a list of that window, at nothing.
    #[must_use]
    pub fn tally(self, window: Window, settings: &RankingSettings) -> Box<dyn Tally> {
        match self {
            Method::GamePoints => Box::new(game_points::GamePoints::default()),
            Method::SuperLeague => Box::new(super_league::SuperLeague::new(settings.super_league)),
            Method::Glicko2 => Box::new(glicko::Glicko::new(window, settings.glicko_2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use crate::rankings::events::{Bout, Single};
    use crate::rankings::methods::*;
    use crate::tournaments::model::{MatchGameEnding, TournamentLevel};
    use crate::values::id::Id;

    #[test]
    fn a_window_has_whole_months() {
        let window = |day: &str, months| Window::ending(day.parse().unwrap(), months).from.to_string();
        assert_eq!(window("2026-11-20", 24), "2024-11-21");
        assert_eq!(window("2027-02-28", 12), "2026-03-01");
        assert_eq!(window("2028-02-29", 12), "2027-03-01");
        assert_eq!(window("2026-12-31", 1), "2026-12-01");
    }

    fn id<I: From<Id>>(number: usize) -> I {
        let id: Id = format!("019aa0ca-0000-7000-8000-{number:012x}").parse().unwrap();
        id.into()
    }

    /// A game with a result, by a number below 9.
    fn single(number: usize) -> Single {
        let halves = [[2, 0], [0, 2], [1, 1]][number % 3];
        Single {
            halves,
            ended: [
                MatchGameEnding::Played,
                MatchGameEnding::Forfeit,
                MatchGameEnding::Adjudicated,
            ][number / 3],
        }
    }

    /// A match: a month, two of eight players, and its games.
    type Drawn = (usize, usize, usize, Vec<usize>);

    fn events(drawn: &[Drawn]) -> Vec<RankedEvent> {
        let of_month = |month: usize| {
            let bouts = drawn.iter().filter(|one| one.0 == month).map(|(_, one, other, games)| {
                let games: Vec<Single> = games.iter().map(|game| single(*game)).collect();
                let won = |own: usize| games.iter().map(|game| game.halves[own]).sum();
                Bout {
                    id: id(0),
                    round: 1,
                    players: [id(*one), id(one + other)],
                    halves: [won(0), won(1)],
                    games,
                }
            });
            RankedEvent {
                tournament: id(100 + month),
                level: [
                    TournamentLevel::Provincial,
                    TournamentLevel::National,
                    TournamentLevel::Club,
                ][month % 3],
                last_day: NaiveDate::from_ymd_opt(2025, 1, 15).unwrap() + Months::new(u32::try_from(month).unwrap()),
                visitors: Vec::new(),
                bouts: bouts.collect(),
                ranks: (0..16)
                    .map(|number| (id(number), u32::try_from(number).unwrap() + 1))
                    .collect(),
                umpires: vec![id(month)],
            }
        };
        (0..12).map(of_month).collect()
    }

    proptest! {
        /// A figure is the sum of its contributions, whatever is played, and computing it again gives the same.
        #[test]
        fn figures_are_the_sums_of_their_contributions(
            drawn in prop::collection::vec((0_usize..12, 0_usize..8, 1_usize..8, prop::collection::vec(0_usize..9, 1..7)), 0..40),
        ) {
            let window = Window::ending(NaiveDate::from_ymd_opt(2026, 2, 28).unwrap(), 24);
            for method in Method::ALL {
                let ranked = || {
                    let mut tally = method.tally(window, &RankingSettings::default());
                    for event in events(&drawn) {
                        tally.take(&event);
                    }
                    tally.ranked()
                };
                let once = ranked();
                prop_assert_eq!(&once, &ranked());
                for one in &once {
                    let sum: Figure = one.contributions.iter().map(|part| part.figure).sum();
                    prop_assert_eq!(sum, one.figure);
                }
            }
            let mut tally = Method::GamePoints.tally(window, &RankingSettings::default());
            for event in events(&drawn) {
                tally.take(&event);
            }
            let won: HashMap<PlayerId, Figure> = tally.ranked().into_iter().map(|one| (one.player, one.figure)).collect();
            let games = drawn.iter().map(|one| one.3.len()).sum::<usize>();
            prop_assert_eq!(won.into_values().sum::<Figure>(), Figure::whole(u32::try_from(games).unwrap()));
        }
    }
}
