//! Statistics: how games end.

pub(crate) mod routes;
pub(crate) mod span;
pub(crate) mod store;

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use morabaraba_swiss::Points;
use serde::Serialize;
use utoipa::ToSchema;

use crate::games::openings::OpeningTally;
use crate::games::statistics::span::{ALL_MONTHS, month_of};
use crate::games::{GameResult, Termination};
use crate::tournaments::points::{decimal, fraction};
use crate::values::error::Error;

/// The way in which a game ended, in the words in which it is kept.
#[derive(Debug, Clone)]
pub(crate) struct Ended {
    pub(crate) played_on: NaiveDate,
    pub(crate) rule_set: String,
    /// The level of its tournament; empty of a friendly game.
    pub(crate) level: String,
    pub(crate) result: String,
    pub(crate) termination: String,
    pub(crate) plies: i64,
}

/// The games among which one is counted.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Scope {
    /// The month in which they were played, or [`ALL_MONTHS`].
    month: i64,
    /// Their rules, and the level of their tournament; both empty for all games.
    rule_set: String,
    level: String,
}

impl Scope {
    fn new(month: i64, rule_set: &str, level: &str) -> Scope {
        Scope {
            month,
            rule_set: rule_set.to_owned(),
            level: level.to_owned(),
        }
    }

    /// The scopes in which a game is counted.
    fn all_of(ended: &Ended) -> [Scope; 4] {
        let (month, rules, level) = (month_of(ended.played_on), &ended.rule_set, &ended.level);
        [
            Scope::new(ALL_MONTHS, "", ""),
            Scope::new(ALL_MONTHS, rules, level),
            Scope::new(month, "", ""),
            Scope::new(month, rules, level),
        ]
    }
}

/// Numbers of games by how they ended, and by the number of turns after which they did.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct EndCounts {
    endings: BTreeMap<(Scope, String, String), i64>,
    lengths: BTreeMap<(Scope, i64), i64>,
}

impl EndCounts {
    /// Counts a game so many times.
    pub(crate) fn add(&mut self, ended: &Ended, times: i64) {
        for scope in Scope::all_of(ended) {
            let way = (scope.clone(), ended.result.clone(), ended.termination.clone());
            *self.endings.entry(way).or_default() += times;
            *self.lengths.entry((scope, ended.plies)).or_default() += times;
        }
    }

    /// The counters that are not as these, each in a sentence.
    pub(crate) fn differing(&self, kept: &EndCounts) -> Vec<String> {
        fn differing<'a, K: Ord>(counted: &'a BTreeMap<K, i64>, kept: &'a BTreeMap<K, i64>) -> Vec<(&'a K, i64, i64)> {
            let keys: BTreeSet<&K> = counted.keys().chain(kept.keys()).collect();
            let of = |counts: &BTreeMap<K, i64>, key: &K| counts.get(key).copied().unwrap_or_default();
            let all = keys.into_iter().map(|key| (key, of(counted, key), of(kept, key)));
            all.filter(|(_, counted, kept)| counted != kept).collect()
        }
        let endings = differing(&self.endings, &kept.endings);
        let endings = endings
            .into_iter()
            .map(|((scope, result, termination), counted, kept)| {
                format!(
                    "the statistics count {kept} games ({scope:?}, {result}, {termination}), and there are {counted}"
                )
            });
        let lengths = differing(&self.lengths, &kept.lengths);
        let lengths = lengths.into_iter().map(|((scope, plies), counted, kept)| {
            format!("the statistics count {kept} games ({scope:?}) of {plies} turns, and there are {counted}")
        });
        endings.chain(lengths).collect()
    }
}

/// Games put together by how they ended.
#[derive(Default)]
pub struct EndingTally {
    all: OpeningTally,
    endings: BTreeMap<&'static str, (Termination, OpeningTally)>,
    lengths: BTreeMap<i64, i64>,
}

impl EndingTally {
    /// Adds games that ended so, by the words in which that is kept.
    pub fn add_ending(&mut self, result: &str, termination: &str, games: i64) -> Result<(), Error> {
        let words = GameResult::from_word(result).zip(Termination::from_word(termination));
        let (result, termination) = words.ok_or_else(|| Error::Internal("a game's end is no word".to_owned()))?;
        if games != 0 {
            let none = (termination, OpeningTally::default());
            let ending = self.endings.entry(termination.as_str()).or_insert(none);
            ending.1.add(result, games);
            self.all.add(result, games);
        }
        Ok(())
    }

    /// Adds games of so many turns.
    pub fn add_length(&mut self, plies: i64, games: i64) {
        if games != 0 {
            *self.lengths.entry(plies).or_default() += games;
        }
    }
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
    /// The points as a fraction.
    #[schema(example = "221")]
    points_fraction: String,
    /// The points of a thousand that those who started won, rounded to the nearest; none if there are no games. 500 is no advantage.
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
    pub(crate) fn of(tally: EndingTally) -> GameStatistics {
        let mut endings: Vec<(Termination, OpeningTally)> = tally.endings.into_values().collect();
        endings.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games));
        GameStatistics {
            games: tally.all,
            starter: advantage(tally.all),
            endings: endings
                .into_iter()
                .map(|(termination, tally)| GameEnding {
                    termination,
                    games: tally,
                })
                .collect(),
            length: length(&tally.lengths),
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
