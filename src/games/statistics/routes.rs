//! How games end, over HTTP.

use std::collections::BTreeMap;

use actix_web::get;
use actix_web::web::Data;
use morabaraba_swiss::Points;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::accounts::caller::Anyone;
use crate::db::Database;
use crate::games::Termination;
use crate::games::openings::Tally;
use crate::games::openings::routes::TallyView;
use crate::games::search::routes::position;
use crate::games::store::{self, Counted};
use crate::tournaments::Level;
use crate::tournaments::points::{decimal, fraction};
use crate::values::error::Error;
use crate::values::id::Id;
use crate::values::validation::{Day, Word};
use crate::web::body::Query;
use crate::web::openapi::Routes;
use crate::web::response::Reply;

pub(crate) fn configure(config: &mut impl Routes) {
    config.service(read_game_statistics);
}

/// Which games to count.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ReadGameStatistics {
    /// Only games of this player, on either side.
    #[param(example = "019aa0ca-3a2b-7c4d-8e5f-6a7b8c9d0e1f")]
    player_id: Option<Id>,
    /// Only games of matches of this tournament.
    #[param(example = "019aa0d0-1a2b-7c3d-8e4f-5a6b7c8d9e0f")]
    tournament_id: Option<Id>,
    /// Only games of matches of tournaments of this level.
    #[param(inline, example = "provincial")]
    level: Option<Level>,
    /// Only games played by these rules.
    #[param(value_type = Option<String>, example = "mssa-gar")]
    rule_set: Option<Word>,
    /// Only games of this day or later.
    #[param(value_type = Option<chrono::NaiveDate>, example = "2026-11-01")]
    from: Option<Day>,
    /// Only games of this day or earlier.
    #[param(value_type = Option<chrono::NaiveDate>, example = "2027-10-31")]
    until: Option<Day>,
}

/// What starting was worth.
#[derive(Serialize, ToSchema)]
#[schema(as = StarterAdvantage)]
struct AdvantageView {
    /// How many games were won or drawn.
    #[schema(example = 409)]
    games: i64,
    /// What those who started won in them: 1 for a game won, ½ for a game drawn.
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
#[schema(as = GameEnding)]
struct EndingView {
    /// What ended them.
    termination: Termination,
    /// The games.
    games: TallyView,
}

/// Games of about the same length.
#[derive(Serialize, ToSchema)]
#[schema(as = GameLengths)]
struct BandView {
    /// So many turns of both sides or more.
    #[schema(example = 40)]
    from: i64,
    /// So many or fewer.
    #[schema(example = 49)]
    until: i64,
    /// How many games.
    #[schema(example = 57)]
    games: i64,
}

/// How long games are, in turns of both sides.
#[derive(Serialize, ToSchema)]
#[schema(as = GameLength)]
struct LengthView {
    /// The shortest; none if there are no games.
    #[schema(example = 17)]
    shortest: Option<i64>,
    /// Half of the games are so long or shorter.
    #[schema(example = 61)]
    median: Option<i64>,
    /// The longest.
    #[schema(example = 214)]
    longest: Option<i64>,
    /// By tens of turns.
    bands: Vec<BandView>,
}

/// How games end.
#[derive(Serialize, ToSchema)]
#[schema(as = GameStatistics)]
struct StatisticsView {
    /// All games.
    games: TallyView,
    /// What starting was worth.
    starter: AdvantageView,
    /// By what ended them, the most frequent first.
    endings: Vec<EndingView>,
    /// How long they are.
    length: LengthView,
}

impl StatisticsView {
    fn new(counted: &[Counted]) -> StatisticsView {
        let mut all = Tally::default();
        let mut endings: BTreeMap<&'static str, (Termination, Tally)> = BTreeMap::new();
        let mut lengths: BTreeMap<i64, i64> = BTreeMap::new();
        for one in counted {
            all.add(one.result, one.games);
            let ending = endings
                .entry(one.termination.word())
                .or_insert((one.termination, Tally::default()));
            ending.1.add(one.result, one.games);
            *lengths.entry(one.plies).or_default() += one.games;
        }
        let mut endings: Vec<(Termination, Tally)> = endings.into_values().collect();
        endings.sort_by_key(|(_, tally)| std::cmp::Reverse(tally.games()));
        StatisticsView {
            games: all.into(),
            starter: advantage(all),
            endings: endings
                .into_iter()
                .map(|(termination, tally)| EndingView {
                    termination,
                    games: tally.into(),
                })
                .collect(),
            length: length(&lengths),
        }
    }
}

fn advantage(all: Tally) -> AdvantageView {
    let (games, halves) = (all.first + all.second + all.drawn, 2 * all.first + all.drawn);
    let points = Points::halves(u32::try_from(halves).unwrap_or(u32::MAX));
    // Of halves, so that the half of a thousandth is rounded up: (1000 halves / 2 + games / 2) / games.
    let per_mille = (games > 0).then(|| (1000 * halves + games) / (2 * games));
    AdvantageView {
        games,
        points: decimal(points),
        points_fraction: fraction(points),
        per_mille,
    }
}

fn length(lengths: &BTreeMap<i64, i64>) -> LengthView {
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
    let band = |(tens, games): (i64, i64)| BandView {
        from: 10 * tens,
        until: 10 * tens + 9,
        games,
    };
    LengthView {
        shortest: lengths.first_key_value().map(|(plies, _)| *plies),
        median: median.map(|(plies, _)| *plies),
        longest: lengths.last_key_value().map(|(plies, _)| *plies),
        bands: bands.into_iter().map(band).collect(),
    }
}

/// Read the statistics of games
///
/// What starting is worth, what ends games, and how long they are; of all games on record, or of some.
#[utoipa::path(
    tag = "games",
    params(ReadGameStatistics),
    responses((status = 200, description = "The statistics.", body = StatisticsView)),
    security(()),
)]
#[get("/v1/games/statistics")]
pub(crate) async fn read_game_statistics(
    _caller: Anyone,
    Query(query): Query<ReadGameStatistics>,
    database: Data<Database>,
) -> Result<Reply<StatisticsView>, Error> {
    position(None, None, query.rule_set.as_ref())?;
    let filter = store::Filter {
        player: query.player_id,
        tournament: query.tournament_id,
        level: query.level,
        rule_set: query.rule_set.map(String::from),
        from: query.from.map(Into::into),
        until: query.until.map(Into::into),
        ..store::Filter::default()
    };
    let counted = database.read(move |c| store::count(c, filter)).await?;
    Ok(Reply::public(StatisticsView::new(&counted)))
}
