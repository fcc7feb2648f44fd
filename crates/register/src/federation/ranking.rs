//! The parameters of the methods by which players are ranked. A list keeps those of its day.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::values::validation::{Faults, ValueError, whole, within};

/// The parameters of the methods of ranking.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RankingSettings {
    /// The length of a list's window in months, unless the list says otherwise.
    #[schema(required = false, minimum = 1, maximum = 120, example = 24)]
    #[serde(deserialize_with = "whole")]
    pub months: i64,
    /// The number of players, a club's best, whose figures add up to its own in a ranking of clubs.
    #[schema(required = false, minimum = 1, maximum = 100, example = 4)]
    #[serde(deserialize_with = "whole")]
    pub counted_of_a_club: i64,
    /// The games that count for `game-points`.
    #[schema(required = false)]
    pub game_points: GamePointsSettings,
    /// The points of `super-league`.
    #[schema(required = false)]
    pub super_league: SuperLeagueSettings,
    /// The constants of `glicko-2`.
    #[schema(required = false)]
    pub glicko_2: GlickoSettings,
}

impl Default for RankingSettings {
    /// Two years, and as many players as a team has.
    fn default() -> RankingSettings {
        RankingSettings {
            months: 24,
            counted_of_a_club: 4,
            game_points: GamePointsSettings::default(),
            super_league: SuperLeagueSettings::default(),
            glicko_2: GlickoSettings::default(),
        }
    }
}

/// The levels of tournament that count for a method.
#[expect(clippy::struct_excessive_bools, reason = "each level counts or does not")]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CountedLevels {
    /// Whether friendly tournaments count.
    #[schema(required = false, example = false)]
    pub friendly: bool,
    /// Whether tournaments of clubs count.
    #[schema(required = false, example = false)]
    pub club: bool,
    /// Whether tournaments of schools count.
    #[schema(required = false, example = true)]
    pub school: bool,
    /// Whether tournaments of universities count.
    #[schema(required = false, example = true)]
    pub student: bool,
    /// Whether tournaments of regions count.
    #[schema(required = false, example = true)]
    pub regional: bool,
    /// Whether provincial championships count.
    #[schema(required = false, example = true)]
    pub provincial: bool,
    /// Whether national championships count.
    #[schema(required = false, example = true)]
    pub national: bool,
    /// Whether tournaments of a continent count.
    #[schema(required = false, example = true)]
    pub continental: bool,
    /// Whether tournaments of the world count.
    #[schema(required = false, example = true)]
    pub world: bool,
}

impl CountedLevels {
    /// The provincial championships and the national one alone.
    pub const CHAMPIONSHIPS: CountedLevels = CountedLevels {
        friendly: false,
        club: false,
        school: false,
        student: false,
        regional: false,
        provincial: true,
        national: true,
        continental: false,
        world: false,
    };
}

impl Default for CountedLevels {
    /// All but friendly tournaments and the evenings of clubs.
    fn default() -> CountedLevels {
        CountedLevels {
            school: true,
            student: true,
            regional: true,
            continental: true,
            world: true,
            ..CountedLevels::CHAMPIONSHIPS
        }
    }
}

/// The games that count for `game-points`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GamePointsSettings {
    /// The levels of the tournaments that count.
    #[schema(required = false)]
    pub levels: CountedLevels,
    /// Whether games that were forfeited count, as they were awarded.
    #[schema(required = false, example = false)]
    pub forfeits: bool,
}

/// The points of `super-league`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuperLeagueSettings {
    /// The levels of the tournaments that count: `provincial` and `national`, or one of them.
    #[schema(required = false)]
    pub levels: CountedLevels,
    /// Whether a player whose games were all forfeited has played.
    #[schema(required = false, example = false)]
    pub forfeits: bool,
    /// The points for the first place of a provincial championship; each place behind it brings one fewer.
    #[schema(required = false, minimum = 1, maximum = 1000, example = 10)]
    #[serde(deserialize_with = "whole")]
    pub provincial: i64,
    /// The points for the first place of the national championship; each place behind it brings one fewer.
    #[schema(required = false, minimum = 1, maximum = 1000, example = 20)]
    #[serde(deserialize_with = "whole")]
    pub national: i64,
    /// The points for every place that would bring fewer.
    #[schema(required = false, minimum = 0, maximum = 1000, example = 1)]
    #[serde(deserialize_with = "whole")]
    pub rest: i64,
    /// The points for umpiring a provincial championship.
    #[schema(required = false, minimum = 0, maximum = 1000, example = 5)]
    #[serde(deserialize_with = "whole")]
    pub umpired_provincial: i64,
    /// The points for umpiring the national championship.
    #[schema(required = false, minimum = 0, maximum = 1000, example = 10)]
    #[serde(deserialize_with = "whole")]
    pub umpired_national: i64,
}

impl Default for SuperLeagueSettings {
    /// The federation's points.
    fn default() -> SuperLeagueSettings {
        SuperLeagueSettings {
            levels: CountedLevels::CHAMPIONSHIPS,
            forfeits: false,
            provincial: 10,
            national: 20,
            rest: 1,
            umpired_provincial: 5,
            umpired_national: 10,
        }
    }
}

/// The constants of `glicko-2`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct GlickoSettings {
    /// The levels of the tournaments that count.
    #[schema(required = false)]
    pub levels: CountedLevels,
    /// Whether games that were forfeited count, as they were awarded.
    #[schema(required = false, example = false)]
    pub forfeits: bool,
    /// The rating with which everyone begins.
    #[schema(required = false, minimum = 100, maximum = 5000, example = 1500)]
    #[serde(deserialize_with = "whole")]
    pub rating: i64,
    /// The deviation with which everyone begins.
    #[schema(required = false, minimum = 30, maximum = 350, example = 350)]
    #[serde(deserialize_with = "whole")]
    pub deviation: i64,
    /// The volatility with which everyone begins.
    #[schema(required = false, minimum = 0.01, maximum = 0.2, example = 0.06)]
    pub volatility: f64,
    /// The measure in which the volatility may change from period to period.
    #[schema(required = false, minimum = 0.1, maximum = 1.5, example = 0.5)]
    pub tau: f64,
    /// The largest deviation of a rating that is not provisional.
    #[schema(required = false, minimum = 30, maximum = 350, example = 110)]
    #[serde(deserialize_with = "whole")]
    pub provisional_above: i64,
}

impl Default for GlickoSettings {
    /// The constants that the paper suggests, and the limit that lichess.org draws with the same method.
    fn default() -> GlickoSettings {
        GlickoSettings {
            levels: CountedLevels::default(),
            forfeits: false,
            rating: 1500,
            deviation: 350,
            volatility: 0.06,
            tau: 0.5,
            provisional_above: 110,
        }
    }
}

impl RankingSettings {
    /// The longest window, in months.
    pub const MOST_MONTHS: i64 = 120;

    /// Notes values by which nobody can be ranked.
    pub(super) fn check(&self, faults: &mut Faults) {
        let (points, glicko) = (self.super_league, self.glicko_2);
        for (name, value, least, most) in [
            ("months", self.months, 1, RankingSettings::MOST_MONTHS),
            ("counted_of_a_club", self.counted_of_a_club, 1, 100),
            ("super_league/provincial", points.provincial, 1, 1000),
            ("super_league/national", points.national, 1, 1000),
            (
                "super_league/rest",
                points.rest,
                0,
                points.provincial.min(points.national),
            ),
            ("super_league/umpired_provincial", points.umpired_provincial, 0, 1000),
            ("super_league/umpired_national", points.umpired_national, 0, 1000),
            ("glicko_2/rating", glicko.rating, 100, 5000),
            ("glicko_2/deviation", glicko.deviation, 30, 350),
            ("glicko_2/provisional_above", glicko.provisional_above, 30, 350),
        ] {
            faults.check(&format!("/ranking/{name}"), within(value, least, most));
        }
        let counted = points.levels;
        for (name, counts) in [
            ("friendly", counted.friendly),
            ("club", counted.club),
            ("school", counted.school),
            ("student", counted.student),
            ("regional", counted.regional),
            ("continental", counted.continental),
            ("world", counted.world),
        ] {
            let rule = "Places bring points in provincial championships and in the national one alone.";
            let wrong = || ValueError::new("not-allowed", rule);
            faults.check(
                &format!("/ranking/super_league/levels/{name}"),
                (!counts).then_some(()).ok_or_else(wrong),
            );
        }
        for (name, value, least, most) in [
            ("volatility", glicko.volatility, 0.01, 0.2),
            ("tau", glicko.tau, 0.1, 1.5),
        ] {
            let wrong = || ValueError::new("out-of-range", format!("Must be from {least} to {most}."));
            let is_within = (least..=most).contains(&value);
            faults.check(
                &format!("/ranking/glicko_2/{name}"),
                is_within.then_some(()).ok_or_else(wrong),
            );
        }
    }
}
