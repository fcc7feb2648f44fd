//! Statistics: how games end.

pub(crate) mod routes;

use std::collections::BTreeMap;

use morabaraba_swiss::Points;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::openings::OpeningTally;
use crate::games::{GameResult, Termination};
use crate::tournaments::points::{decimal, fraction};

/// Games that ended alike: how many there are.
pub(crate) struct Counted {
    pub(crate) result: GameResult,
    pub(crate) termination: Termination,
    pub(crate) plies: i64,
    pub(crate) games: i64,
}

/// The advantage of starting the game.
#[derive(Serialize, ToSchema)]
struct StarterAdvantage {
    /// The number of games that were won or drawn.
    #[schema(example = 409)]
    games: i64,
    /// The points that those who started won in them: 1 for a game won, ½ for a game drawn.
    #[schema(example = 221.0)]
    points: Option<f64>,
    /// The same as a fraction.
    #[schema(example = "221")]
    points_fraction: String,
    /// The same of a thousand points, rounded to the nearest; none if there are no games. 500 is no advantage.
    #[schema(example = 540)]
    per_mille: Option<i64>,
}

/// Games that one reason ended.
#[derive(Serialize, ToSchema)]
struct GameEnding {
    /// The cause of their end.
    termination: Termination,
    /// The games.
    games: OpeningTally,
}

/// Games of about the same length.
#[derive(Serialize, ToSchema)]
struct GameLengths {
    /// The least number of turns of both sides.
    #[schema(example = 40)]
    from: i64,
    /// The largest number of turns of both sides.
    #[schema(example = 49)]
    until: i64,
    /// The number of games.
    #[schema(example = 57)]
    games: i64,
}

/// The length of games, in turns of both sides.
#[derive(Serialize, ToSchema)]
struct GameLength {
    /// The shortest; none if there are no games.
    #[schema(example = 17)]
    shortest: Option<i64>,
    /// Half of the games are so long or shorter.
    #[schema(example = 61)]
    median: Option<i64>,
    /// The longest.
    #[schema(example = 214)]
    longest: Option<i64>,
    /// The games by their length, in bands of ten turns.
    bands: Vec<GameLengths>,
}

/// Statistics of how games end.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameStatistics {
    /// All games.
    games: OpeningTally,
    /// The advantage of starting the game.
    starter: StarterAdvantage,
    /// The games by the cause of their end, the most frequent first.
    endings: Vec<GameEnding>,
    /// The length of the games.
    length: GameLength,
}

impl GameStatistics {
    pub(crate) fn of(counted: &[Counted]) -> GameStatistics {
        let mut all = OpeningTally::default();
        let mut endings: BTreeMap<&'static str, (Termination, OpeningTally)> = BTreeMap::new();
        let mut lengths: BTreeMap<i64, i64> = BTreeMap::new();
        for ended in counted {
            all.add(ended.result, ended.games);
            let ending = endings
                .entry(ended.termination.as_str())
                .or_insert((ended.termination, OpeningTally::default()));
            ending.1.add(ended.result, ended.games);
            *lengths.entry(ended.plies).or_default() += ended.games;
        }
        let mut endings: Vec<(Termination, OpeningTally)> = endings.into_values().collect();
        endings.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games));
        GameStatistics {
            games: all,
            starter: advantage(all),
            endings: endings
                .into_iter()
                .map(|(termination, tally)| GameEnding {
                    termination,
                    games: tally,
                })
                .collect(),
            length: length(&lengths),
        }
    }
}

fn advantage(all: OpeningTally) -> StarterAdvantage {
    let (games, halves) = (all.first + all.second + all.drawn, 2 * all.first + all.drawn);
    let points = Points::halves(u32::try_from(halves).unwrap_or(u32::MAX));
    // Of halves, so that the half of a thousandth is rounded up: (1000 halves / 2 + games / 2) / games.
    let per_mille = (games > 0).then(|| (1000 * halves + games) / (2 * games));
    StarterAdvantage {
        games,
        points: decimal(points),
        points_fraction: fraction(points),
        per_mille,
    }
}

fn length(lengths: &BTreeMap<i64, i64>) -> GameLength {
    let games: i64 = lengths.values().sum();
    let mut until_here = 0;
    let median = lengths.iter().find(|(_, here)| {
        until_here += **here;
        2 * until_here >= games
    });
    let mut bands: BTreeMap<i64, i64> = BTreeMap::new();
    for (plies, games) in lengths {
        *bands.entry(plies / 10).or_default() += games;
    }
    let band = |(tens, games): (i64, i64)| GameLengths {
        from: 10 * tens,
        until: 10 * tens + 9,
        games,
    };
    GameLength {
        shortest: lengths.first_key_value().map(|(plies, _)| *plies),
        median: median.map(|(plies, _)| *plies),
        longest: lengths.last_key_value().map(|(plies, _)| *plies),
        bands: bands.into_iter().map(band).collect(),
    }
}
