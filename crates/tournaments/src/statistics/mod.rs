//! Statistics of a gaming year: clubs, players, entrants, tournaments and games, of the whole federation and by groups.
//! Counts alone, along one dimension at a time, so that nobody is told apart.

pub mod routes;
pub(crate) mod store;
pub mod use_cases;

use std::borrow::Cow;
use std::collections::BTreeMap;

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;

use crate::values::error::Error;
use crate::values::gaming_year::GamingYear;
use crate::web::response::Text;
use crate::web::spreadsheet;

crate::string_enum! {
    /// The dimension by which is counted.
    pub enum StatisticsDimension as "StatisticsDimension" {
        /// The province of the club that registers a player, or that an entrant represents; that of the tournament.
        Province = "province",
        /// The region in which a player lives today.
        Region = "region",
        /// The school that registers a player, or that an entrant represents.
        School = "school",
        /// The division in which a player is registered.
        Division = "division",
        /// The player's sex.
        Sex = "sex",
    }
}

/// Numbers of a gaming year.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct StatisticsCounts {
    /// The clubs that have paid their fee for the year; none where clubs have no such group.
    #[schema(example = 41)]
    pub clubs: Option<i64>,
    /// The players who are registered for the year, each once.
    #[schema(example = 812)]
    pub registered_players: i64,
    /// The players who were entered in tournaments that were played in the year, each once.
    #[schema(example = 377)]
    pub entrants: i64,
    /// The tournaments that were played in the year: they ended in it. Of a province those that it ran, of another group
    /// those in which somebody of it was entered.
    #[schema(example = 23)]
    pub tournaments: i64,
    /// The games in results of matches of these tournaments, without those that were forfeited.
    #[schema(example = 9120)]
    pub match_games: i64,
    /// The games played in the year of which the turns are on record: of matches, and friendly ones.
    #[schema(example = 640)]
    pub recorded_games: i64,
}

/// A group with its numbers. Games between two groups count in both.
#[derive(Debug, Serialize, ToSchema)]
pub struct StatisticsGroup {
    /// The code, the id or the word of the group; none for those of whom it is not known.
    #[schema(example = "ZA-NW")]
    pub(crate) key: Option<String>,
    /// The name of the group.
    #[schema(example = "North West")]
    pub name: String,
    /// The numbers.
    pub counts: StatisticsCounts,
}

/// The statistics of a gaming year.
#[derive(Debug, Serialize, ToSchema)]
pub struct Statistics {
    /// The gaming year.
    #[schema(value_type = i32, example = 2027)]
    pub year: GamingYear,
    /// Its first day.
    #[schema(example = "2026-11-01")]
    pub begins_on: NaiveDate,
    /// Its last day.
    #[schema(example = "2027-10-31")]
    pub ends_on: NaiveDate,
    /// The dimension of the groups, if there are any.
    pub(crate) by: Option<StatisticsDimension>,
    /// The numbers of the whole federation, in which everybody and everything counts once.
    pub total: StatisticsCounts,
    /// The groups.
    pub groups: Vec<StatisticsGroup>,
}

/// Numbers by the key of their group; nothing for the key of those of whom it is not known.
pub type ByGroup = BTreeMap<Option<String>, StatisticsCounts>;

/// The groups with those names, in their order, each with its numbers, if any; last those who are in none of them.
pub fn groups(names: Vec<(String, String)>, mut counted: ByGroup, has_clubs: bool) -> Vec<StatisticsGroup> {
    let none = StatisticsCounts {
        clubs: has_clubs.then_some(0),
        ..StatisticsCounts::default()
    };
    let known = names.into_iter().map(|(key, name)| {
        let key = Some(key);
        StatisticsGroup {
            counts: counted.remove(&key).unwrap_or_else(|| none.clone()),
            key,
            name,
        }
    });
    let mut groups: Vec<StatisticsGroup> = known.collect();
    let unknown = counted.remove(&None).map(|counts| StatisticsGroup {
        key: None,
        name: "Not known".to_owned(),
        counts,
    });
    groups.extend(unknown);
    groups
}

const COLUMNS: [&str; 9] = [
    "year",
    "group",
    "name",
    "clubs",
    "registered_players",
    "entrants",
    "tournaments",
    "match_games",
    "recorded_games",
];

impl Statistics {
    /// The statistics as a file for a spreadsheet, the whole federation last.
    pub fn csv(&self) -> Result<Text, Error> {
        let row = |key: &str, name: &str, counts: &StatisticsCounts| -> Vec<Cow<'static, str>> {
            let clubs = counts.clubs.map(|clubs| clubs.to_string()).unwrap_or_default();
            let numbers = [
                counts.registered_players,
                counts.entrants,
                counts.tournaments,
                counts.match_games,
                counts.recorded_games,
            ];
            let texts = [self.year.number().to_string(), key.to_owned(), name.to_owned(), clubs];
            let numbers = numbers.map(|number| number.to_string());
            texts.into_iter().chain(numbers).map(Cow::from).collect()
        };
        let head = COLUMNS.map(Cow::from).to_vec();
        let groups = self.groups.iter();
        let groups = groups.map(|group| row(group.key.as_deref().unwrap_or_default(), &group.name, &group.counts));
        let total = row("total", "Federation", &self.total);
        spreadsheet::write(std::iter::once(head).chain(groups).chain([total]))
    }
}
