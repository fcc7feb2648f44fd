//! `glicko-2`: a rating from single games, as Mark Glickman describes it (<http://www.glicko.net/glicko/glicko2.pdf>).

use std::collections::{BTreeMap, HashMap};

use chrono::{Datelike, NaiveDate};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2_rating_period};

use crate::federation::ranking::GlickoSettings;
use crate::rankings::events::{RankedEvent, Single};
use crate::rankings::figures::Figure;
use crate::rankings::methods::{Contribution, Description, Parameter, Ranked, Tally, Window};
use crate::tournaments::model::MatchGameEnding;
use crate::values::id::{PlayerId, TournamentId};

/// Changes with whatever changes a figure.
pub const VERSION: i64 = 1;

/// The precision with which the volatility is computed, as the paper suggests.
const TOLERANCE: f64 = 0.000_001;

pub(crate) fn description(settings: &GlickoSettings) -> Description {
    let parameter = |name, value: String, meaning| Parameter { name, value, meaning };
    Description {
        sentence: "A rating from single games, with its deviation, by Glicko-2.",
        formula: "Each calendar month is a rating period, to which the games of the ratified tournaments belong whose last \
                  day lies in it, from the first tournament on record to the list's day. The new rating, deviation and \
                  volatility follow from the games of the period and the opponents' ratings before it, by steps 1 to 8 of \
                  the Glicko-2 paper; in a period without games the deviation alone grows, to 350 at the most. Only games \
                  of the levels in `levels` that were played count: what an umpire decided does not, what was forfeited only if \
                  `forfeits` says so, and a bye is no game. It is \
                  computed without rounding, and told in hundredths: what a period changes is the difference of the told \
                  ratings, so that the first rating and all changes add up to the rating.",
        parameters: vec![
            parameter(
                "rating",
                settings.rating.to_string(),
                "The rating with which everyone begins.",
            ),
            parameter(
                "deviation",
                settings.deviation.to_string(),
                "The deviation with which everyone begins.",
            ),
            parameter(
                "volatility",
                settings.volatility.to_string(),
                "The volatility with which everyone begins.",
            ),
            parameter(
                "tau",
                settings.tau.to_string(),
                "How much the volatility may change from period to period.",
            ),
            parameter(
                "tolerance",
                "0.000001".to_owned(),
                "How exactly the volatility is computed.",
            ),
            parameter(
                "provisional_above",
                settings.provisional_above.to_string(),
                "A rating with a larger deviation is provisional.",
            ),
        ],
    }
}

/// Whether a rating with that deviation is provisional.
#[must_use]
pub fn is_provisional(settings: &GlickoSettings, deviation: Figure) -> bool {
    deviation > Figure::hundredths(settings.provisional_above * 100)
}

/// A small whole number, which has an exact counterpart.
fn float(number: i64) -> f64 {
    u32::try_from(number).map(f64::from).unwrap_or_default()
}

/// A rating or a deviation as it is told.
#[expect(
    clippy::cast_possible_truncation,
    reason = "ratings are a few thousand, a long way from the end of the integers"
)]
fn rounded(number: f64) -> Figure {
    Figure::hundredths((number * 100.0).round() as i64)
}

/// Months counted from the year 0.
fn month(day: NaiveDate) -> i32 {
    day.year() * 12 + i32::try_from(day.month0()).unwrap_or_default()
}

fn first_day(month: i32) -> Option<NaiveDate> {
    let number = u32::try_from(month.rem_euclid(12)).ok()?;
    NaiveDate::from_ymd_opt(month.div_euclid(12), number + 1, 1)
}

/// The standing of a player after a month.
#[derive(Debug)]
struct RatedPlayer {
    rating: Glicko2Rating,
    month: i32,
    /// The last day of the last event with a game.
    played: NaiveDate,
    contributions: Vec<Contribution>,
}

impl RatedPlayer {
    /// The rating before that month: grown uncertain over the months without games.
    fn before(&self, month: i32) -> Glicko2Rating {
        (self.month + 1..month).fold(self.rating, |rating, _| decay_deviation(&rating))
    }
}

/// A player's games in the month that is being counted.
#[derive(Debug, Default)]
struct Games {
    tournaments: Vec<TournamentId>,
    played: NaiveDate,
    /// The opponents, and what was won against them in half points, in the order of play.
    results: Vec<(PlayerId, u32)>,
}

/// The count.
#[derive(Debug)]
pub struct Glicko {
    window: Window,
    /// The rating with which everyone begins.
    start: Glicko2Rating,
    config: Glicko2Config,
    standings: BTreeMap<PlayerId, RatedPlayer>,
    month: i32,
    games: BTreeMap<PlayerId, Games>,
}

impl Glicko {
    pub(crate) fn new(window: Window, settings: GlickoSettings) -> Glicko {
        Glicko {
            window,
            start: Glicko2Rating {
                rating: float(settings.rating),
                deviation: float(settings.deviation),
                volatility: settings.volatility,
            },
            config: Glicko2Config {
                tau: settings.tau,
                convergence_tolerance: TOLERANCE,
            },
            standings: BTreeMap::new(),
            month: 0,
            games: BTreeMap::new(),
        }
    }

    /// Ends the month that is being counted.
    fn close(&mut self) {
        let (month, games, start) = (self.month, std::mem::take(&mut self.games), self.start);
        let before: HashMap<PlayerId, Glicko2Rating> = games
            .keys()
            .map(|player| {
                (
                    *player,
                    self.standings
                        .get(player)
                        .map_or(start, |standing| standing.before(month)),
                )
            })
            .collect();
        for (player, games) in games {
            let rating = |id: &PlayerId| before.get(id).copied().unwrap_or(start);
            let results: Vec<(Glicko2Rating, Outcomes)> = games
                .results
                .iter()
                .map(|(opponent, halves)| (rating(opponent), outcome(*halves)))
                .collect();
            let (old, new) = (
                rating(&player),
                glicko2_rating_period(&rating(&player), &results, &self.config),
            );
            let begun = || Contribution {
                figure: rounded(start.rating),
                deviation: Some(rounded(start.deviation)),
                ..Contribution::default()
            };
            let standing = self.standings.entry(player).or_insert_with(|| RatedPlayer {
                rating: start,
                month,
                played: games.played,
                contributions: vec![begun()],
            });
            standing.contributions.push(Contribution {
                figure: rounded(new.rating) - rounded(old.rating),
                tournaments: games.tournaments,
                period: first_day(month),
                deviation: Some(rounded(new.deviation)),
                ..Contribution::default()
            });
            (standing.rating, standing.month, standing.played) = (new, month, games.played);
        }
    }
}

fn outcome(halves: u32) -> Outcomes {
    match halves {
        0 => Outcomes::LOSS,
        1 => Outcomes::DRAW,
        _ => Outcomes::WIN,
    }
}

impl Tally for Glicko {
    fn take(&mut self, event: &RankedEvent) {
        if month(event.last_day) != self.month {
            self.close();
            self.month = month(event.last_day);
        }
        for bout in &event.bouts {
            let decided = |game: &&Single| game.ended == MatchGameEnding::Adjudicated;
            for game in bout.games.iter().filter(|game| !decided(game)) {
                for (own, other) in [(0, 1), (1, 0)] {
                    let games = self.games.entry(bout.players[own]).or_default();
                    if games.tournaments.last() != Some(&event.tournament) {
                        games.tournaments.push(event.tournament);
                    }
                    games.played = event.last_day;
                    games.results.push((bout.players[other], game.halves[own]));
                }
            }
        }
    }

    fn ranked(mut self: Box<Self>) -> Vec<Ranked> {
        self.close();
        // The list's own month is over for the list.
        let after = month(self.window.until) + 1;
        let listed = self
            .standings
            .into_iter()
            .filter(|(_, standing)| standing.played >= self.window.from);
        let ranked = |(player, standing): (PlayerId, RatedPlayer)| Ranked {
            player,
            figure: rounded(standing.rating.rating),
            deviation: Some(rounded(standing.before(after).deviation)),
            contributions: standing.contributions,
        };
        listed.map(ranked).collect()
    }
}
