//! Outcomes: all that follows from the results of a tournament, to be held against what somebody says of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use morabaraba_swiss::{Awards, Cell, PlayerId, Points, ResultError, Results, Standing};
use serde::{Deserialize, Serialize};

use crate::tournaments::model::TournamentSnapshot;
use crate::tournaments::points::{fraction, in_fractions};
use crate::values::id::TeamId;

/// The standings of a tournament, the rounds won in it, and the winners of the awards. Players are those of the draw.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    pub(crate) standings: Vec<OutcomeRow>,
    pub(crate) awards: Awards,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) teams: Vec<TeamRow>,
}

/// A player in the standings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeRow {
    pub(crate) rank: u32,
    pub(crate) player: PlayerId,
    #[serde(with = "in_fractions")]
    pub(crate) points: Points,
    #[serde(with = "in_fractions")]
    pub(crate) opponents: Points,
    pub(crate) rounds_won: u32,
    pub(crate) clean_rounds: u32,
}

/// A team in the standings of teams.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamRow {
    pub(crate) rank: u32,
    pub(crate) name: String,
    #[serde(with = "in_fractions")]
    pub(crate) points: Points,
    #[serde(with = "in_fractions")]
    pub(crate) opponents: Points,
}

/// A difference between an outcome as it is stated and as it is counted. A row that is on one side only is null on the other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeDifference {
    /// A row of the standings.
    Standing {
        player: PlayerId,
        stated: Option<OutcomeRow>,
        counted: Option<OutcomeRow>,
    },
    /// The winners of an award.
    Award {
        award: String,
        stated: Vec<PlayerId>,
        counted: Vec<PlayerId>,
    },
    /// A row of the standings of teams.
    Team {
        name: String,
        stated: Option<TeamRow>,
        counted: Option<TeamRow>,
    },
}

/// The rounds that a player won over an opponent who played, and those among them of which every game was won: what the
/// criteria of colours count.
#[must_use]
pub fn rounds_won(row: &Standing, games: u32) -> (u32, u32) {
    let won = |least: u32| {
        let reached = |cell: &&Cell| match cell {
            Cell::Met {
                points, forfeit: false, ..
            } => *points >= Points::halves(least),
            Cell::Met { .. } | Cell::Bye { .. } | Cell::Absent => false,
        };
        u32::try_from(row.rounds.iter().filter(reached).count()).unwrap_or(u32::MAX)
    };
    // More than half of the games, and all of them, in half points.
    (won(games.saturating_add(1)), won(games.saturating_mul(2)))
}

impl Outcome {
    /// The outcome that follows from these results, without teams.
    pub fn of(results: &Results) -> Result<Outcome, ResultError> {
        let standings = morabaraba_swiss::standings(results)?;
        let row = |row: &Standing| {
            let (rounds_won, clean_rounds) = rounds_won(row, results.games);
            OutcomeRow {
                rank: row.place,
                player: row.player,
                points: row.points,
                opponents: row.opponents,
                rounds_won,
                clean_rounds,
            }
        };
        Ok(Outcome {
            awards: morabaraba_swiss::awards(results, &standings),
            standings: standings.iter().map(row).collect(),
            teams: Vec::new(),
        })
    }

    /// The places where the outcome, as it is stated, differs from the one that is counted.
    pub fn differences(&self, counted: &Outcome) -> Vec<OutcomeDifference> {
        let standings = unequal(&self.standings, &counted.standings, |row| row.player);
        let standings = standings.map(|(player, stated, counted)| OutcomeDifference::Standing {
            player,
            stated,
            counted,
        });
        let teams = unequal(&self.teams, &counted.teams, |team| team.name.clone());
        let teams = teams.map(|(name, stated, counted)| OutcomeDifference::Team { name, stated, counted });
        let (stated, counted) = (winners(&self.awards), winners(&counted.awards));
        let all: BTreeSet<&String> = stated.keys().chain(counted.keys()).collect();
        let of =
            |lists: &BTreeMap<String, Vec<PlayerId>>, award: &String| lists.get(award).cloned().unwrap_or_default();
        let awards = all.into_iter().filter_map(|award| {
            let (stated, counted) = (of(&stated, award), of(&counted, award));
            (stated != counted).then(|| OutcomeDifference::Award {
                award: award.clone(),
                stated,
                counted,
            })
        });
        standings.chain(awards).chain(teams).collect()
    }
}

/// The winners of each award, by a number: in which order those are written who share one says nothing.
fn winners(awards: &Awards) -> BTreeMap<String, Vec<PlayerId>> {
    let learners = awards.top_learners.iter();
    let learners = learners.map(|(division, players)| (format!("top learners of {division}"), players));
    let mut lists: BTreeMap<String, Vec<PlayerId>> = [
        ("champions".to_owned(), &awards.champions),
        ("top ladies".to_owned(), &awards.top_ladies),
    ]
    .into_iter()
    .chain(learners)
    .map(|(award, players)| (award, players.clone()))
    .collect();
    for players in lists.values_mut() {
        players.sort_unstable();
    }
    lists
}

/// The rows that are not the same on both sides, by what they are of. A row that is stated twice is counted once.
fn unequal<K: Ord + Clone, R: PartialEq + Clone>(
    stated: &[R],
    counted: &[R],
    key: impl Fn(&R) -> K,
) -> impl Iterator<Item = (K, Option<R>, Option<R>)> {
    let mut left: BTreeMap<K, R> = counted.iter().map(|row| (key(row), row.clone())).collect();
    let mut found = Vec::new();
    for row in stated {
        let counted = left.remove(&key(row));
        if counted.as_ref() != Some(row) {
            found.push((key(row), Some(row.clone()), counted));
        }
    }
    found.extend(left.into_iter().map(|(key, row)| (key, None, Some(row))));
    found.into_iter()
}

impl TournamentSnapshot {
    /// The outcome of a tournament that is over.
    ///
    /// # Errors
    /// The results contradict each other, which cannot be.
    pub fn outcome(&self) -> Result<Outcome, ResultError> {
        let outcome = Outcome::of(&self.results(self.published_rounds(), self.is_over()))?;
        let table = self.team_table(None)?;
        let name = |id: TeamId| {
            self.teams
                .iter()
                .find(|team| team.id == id)
                .map(|team| team.name.clone())
        };
        let teams = table.rows.iter().map(|row| TeamRow {
            rank: u32::try_from(row.rank).unwrap_or(u32::MAX),
            name: name(row.team).unwrap_or_default(),
            points: row.points,
            opponents: row.opponents,
        });
        Ok(Outcome {
            teams: teams.collect(),
            ..outcome
        })
    }
}

impl fmt::Display for OutcomeRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (points, opponents) = (fraction(self.points), fraction(self.opponents));
        write!(f, "rank {}, {points} points, opponents {opponents}, ", self.rank)?;
        write!(f, "{} rounds won, {} clean", self.rounds_won, self.clean_rounds)
    }
}

impl fmt::Display for TeamRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (points, opponents) = (fraction(self.points), fraction(self.opponents));
        write!(f, "rank {}, {points} points, opponents {opponents}", self.rank)
    }
}

/// A sentence without capital and full stop.
impl fmt::Display for OutcomeDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn row<R: fmt::Display>(row: Option<&R>) -> String {
            row.map_or("no row".to_owned(), R::to_string)
        }
        let list = |players: &[PlayerId]| match players {
            [] => "nobody".to_owned(),
            players => players.iter().map(PlayerId::to_string).collect::<Vec<_>>().join(", "),
        };
        match self {
            Self::Standing {
                player,
                stated,
                counted,
            } => {
                let (stated, counted) = (row(stated.as_ref()), row(counted.as_ref()));
                write!(f, "player {player} is stated with {stated}; counted with {counted}")
            }
            Self::Award { award, stated, counted } => {
                let (stated, counted) = (list(stated), list(counted));
                write!(f, "{award}: stated {stated}; counted {counted}")
            }
            Self::Team { name, stated, counted } => {
                let (stated, counted) = (row(stated.as_ref()), row(counted.as_ref()));
                write!(f, "team {name} is stated with {stated}; counted with {counted}")
            }
        }
    }
}
