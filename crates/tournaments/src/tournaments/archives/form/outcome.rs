//! The outcome of a finished tournament, as its file has it: by this it is known whether it is counted elsewhere as here.

use std::collections::BTreeMap;

use morabaraba_swiss::{Awards, PlayerId, Points};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::players::registrations::Division;
use crate::tournaments::model::MOST_ENTRIES;
use crate::tournaments::model::draw::{player, seed};
use crate::tournaments::points::{fraction, points};
use crate::tournaments::standings::outcome::{Outcome, OutcomeRow, TeamRow};
use crate::values::number::Seed;
use crate::values::validation::{Faults, Limited, ValueError};
use crate::web::list::List;

/// The longest fraction: two numbers of 64 bits.
const LONGEST_FRACTION: usize = 41;

/// The divisions of learners, of which there are fewer.
const MOST_DIVISIONS: usize = 10;

/// Places in the starting order.
type Seeds = List<Seed, 0, MOST_ENTRIES>;

/// The standings of the file, and the winners of the awards; players by their places in the starting order.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedOutcome)]
pub struct OutcomeForm {
    /// The standings.
    #[schema(value_type = Vec<OutcomeRowForm>, min_items = 0, max_items = 1000)]
    standings: List<OutcomeRowForm, 0, MOST_ENTRIES>,
    /// The champion; several if the place is shared.
    #[schema(value_type = Vec<Seed>, min_items = 0, max_items = 1000, example = json!([3]))]
    champions: Seeds,
    /// The best of the ladies.
    #[schema(value_type = Vec<Seed>, min_items = 0, max_items = 1000, example = json!([7]))]
    top_ladies: Seeds,
    /// The best learners of each division.
    #[schema(value_type = Vec<TopLearnersForm>, min_items = 0, max_items = 10)]
    top_learners: List<TopLearnersForm, 0, MOST_DIVISIONS>,
    /// The standings of the teams.
    #[schema(value_type = Vec<TeamRowForm>, min_items = 0, max_items = 1000)]
    teams: List<TeamRowForm, 0, MOST_ENTRIES>,
}

/// A row of the standings in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedStanding)]
struct OutcomeRowForm {
    /// The rank, from 1; those who share one have the same.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    rank: u32,
    /// The place in the starting order.
    #[schema(value_type = u32, minimum = 1, maximum = 1000, example = 3)]
    seed: Seed,
    /// The points as a fraction, byes included.
    #[schema(value_type = String, min_length = 1, max_length = 41, example = "87/5")]
    points: Limited<LONGEST_FRACTION>,
    /// The sum of the opponents' points as a fraction.
    #[schema(value_type = String, min_length = 1, max_length = 41, example = "197/2")]
    opponents: Limited<LONGEST_FRACTION>,
    /// The rounds won over an opponent who played, as the criteria of colours count them.
    #[schema(minimum = 0, maximum = 1000, example = 4)]
    rounds_won: u32,
    /// The ones among them of which every game was won.
    #[schema(minimum = 0, maximum = 1000, example = 1)]
    clean_rounds: u32,
}

/// The best learners of a division in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedTopLearners)]
struct TopLearnersForm {
    /// The division.
    division: Division,
    /// The best learner; several if the place is shared.
    #[schema(value_type = Vec<Seed>, min_items = 0, max_items = 1000, example = json!([12]))]
    seeds: Seeds,
}

/// A row of the standings of teams in the file.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ArchivedTeamStanding)]
struct TeamRowForm {
    /// The rank, from 1; those that share one have the same.
    #[schema(minimum = 1, maximum = 1000, example = 1)]
    rank: u32,
    /// The name of the team.
    #[schema(example = "North West A", min_length = 1, max_length = 80)]
    name: String,
    /// The points of the members that count, as a fraction.
    #[schema(value_type = String, min_length = 1, max_length = 41, example = "35")]
    points: Limited<LONGEST_FRACTION>,
    /// The sum of the points of their opponents, as a fraction.
    #[schema(value_type = String, min_length = 1, max_length = 41, example = "197")]
    opponents: Limited<LONGEST_FRACTION>,
}

impl OutcomeForm {
    /// The outcome as it is written. Of what is counted by places in the starting order nothing is left out.
    pub fn of(outcome: &Outcome) -> OutcomeForm {
        let written = |points: Points| Limited::known(fraction(points));
        let seeds = |players: &[PlayerId]| players.iter().copied().map(seed).collect();
        let row = |row: &OutcomeRow| OutcomeRowForm {
            rank: row.rank,
            seed: seed(row.player),
            points: written(row.points),
            opponents: written(row.opponents),
            rounds_won: row.rounds_won,
            clean_rounds: row.clean_rounds,
        };
        let team = |team: &TeamRow| TeamRowForm {
            rank: team.rank,
            name: team.name.clone(),
            points: written(team.points),
            opponents: written(team.opponents),
        };
        let learners = outcome.awards.top_learners.iter().filter_map(|(division, players)| {
            Some(TopLearnersForm {
                division: Division::from_word(division)?,
                seeds: seeds(players),
            })
        });
        OutcomeForm {
            standings: outcome.standings.iter().map(row).collect(),
            champions: seeds(&outcome.awards.champions),
            top_ladies: seeds(&outcome.awards.top_ladies),
            top_learners: learners.collect(),
            teams: outcome.teams.iter().map(team).collect(),
        }
    }

    /// The outcome that is written.
    ///
    /// # Errors
    /// Some points are no fraction.
    pub fn read(&self) -> Result<Outcome, Faults> {
        let mut faults = Faults::default();
        let mut read = |text: &Limited<LONGEST_FRACTION>, pointer: String| {
            let wrong = || ValueError::new("invalid-value", "Is no fraction.");
            let read = points(text.as_str()).ok_or_else(wrong);
            faults.check(&pointer, read).unwrap_or(Points::ZERO)
        };
        let players = |seeds: &Seeds| seeds.iter().copied().map(player).collect::<Vec<_>>();
        let rows = self.standings.iter().enumerate().map(|(index, row)| OutcomeRow {
            rank: row.rank,
            player: player(row.seed),
            points: read(&row.points, format!("/standings/{index}/points")),
            opponents: read(&row.opponents, format!("/standings/{index}/opponents")),
            rounds_won: row.rounds_won,
            clean_rounds: row.clean_rounds,
        });
        let standings = rows.collect();
        let teams = self.teams.iter().enumerate().map(|(index, team)| TeamRow {
            rank: team.rank,
            name: team.name.clone(),
            points: read(&team.points, format!("/teams/{index}/points")),
            opponents: read(&team.opponents, format!("/teams/{index}/opponents")),
        });
        let teams = teams.collect();
        let learners = self.top_learners.iter();
        let top_learners: BTreeMap<String, Vec<PlayerId>> = learners
            .map(|top| (top.division.as_str().to_owned(), players(&top.seeds)))
            .collect();
        let awards = Awards {
            champions: players(&self.champions),
            top_ladies: players(&self.top_ladies),
            top_learners,
        };
        if faults.is_empty() {
            Ok(Outcome {
                standings,
                awards,
                teams,
            })
        } else {
            Err(faults)
        }
    }
}
