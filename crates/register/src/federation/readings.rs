//! The readings of the rules: choices that the federation's texts leave open. A tournament takes those of the day on which
//! it opens, and keeps them.

use morabaraba_rules::{Options, RuleSet, Shot, TenMoves, Unit};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::values::validation::{ValueError, whole};

crate::string_enum! {
    /// The points that a bye counts.
    pub enum ByeValue as "ByeValue" {
        /// The average of the player's own matches.
        Average = "average",
        /// Nothing.
        Zero = "zero",
        /// Half of what a match could bring.
        Half = "half",
        /// All that a match could bring.
        Full = "full",
    }
}

impl ByeValue {
    /// The points in words, as in "a bye counts nothing".
    #[must_use]
    pub fn in_words(self) -> &'static str {
        match self {
            ByeValue::Average => "the average of the player's own matches",
            ByeValue::Zero => "nothing",
            ByeValue::Half => "half of what a match could bring",
            ByeValue::Full => "all that a match could bring",
        }
    }
}

crate::string_enum! {
    /// The player who drops from a score group that cannot all be paired in itself.
    pub enum Floater as "Floater" {
        /// The one nearest the middle.
        Median = "median",
        /// The lowest.
        Lowest = "lowest",
    }
}

crate::string_enum! {
    /// The rank of keeping club mates apart among the aims of the draw.
    pub enum ClubSeparation as "ClubSeparation" {
        /// Above the score groups: over the whole round as few meet as can be.
        Round = "round",
        /// Below them: club mates meet rather than that one more player leaves a score group.
        Bracket = "bracket",
    }
}

crate::string_enum! {
    /// The moves without a shot in an endgame after which a game is drawn.
    pub enum TenMovesReading as "TenMovesReading" {
        /// Ten by each side.
        Each = "each",
        /// Ten by both sides together.
        Both = "both",
    }
}

crate::string_enum! {
    /// Whether a shot that was earned is taken.
    pub enum ShotReading as "ShotReading" {
        /// It must be taken.
        Must = "must",
        /// It may be declined.
        May = "may",
    }
}

crate::string_enum! {
    /// The order in which ties of points are broken.
    pub enum TieBreaks as "TieBreaks" {
        /// By the sum of the opponents' points, then by the match between exactly two.
        OpponentsThenDirect = "opponents_then_direct",
        /// By the match between exactly two, then by the sum of the opponents' points.
        DirectThenOpponents = "direct_then_opponents",
        /// By the sum of the opponents' points alone.
        Opponents = "opponents",
        /// By the match between exactly two alone.
        Direct = "direct",
    }
}

crate::string_enum! {
    /// The time by which a second person confirms the results of a championship.
    pub enum ConfirmationTime as "ConfirmationTime" {
        /// Before a round is closed in national events and higher ones, before ratification in others.
        ByLevel = "by_level",
        /// Before a round is closed.
        Closing = "closing",
        /// Before ratification.
        Ratification = "ratification",
    }
}

impl Default for ConfirmationTime {
    /// One umpire runs a province's championship; the nation's has several.
    fn default() -> ConfirmationTime {
        ConfirmationTime::ByLevel
    }
}

/// The readings of the rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Readings {
    /// The player who drops from a score group.
    #[schema(required = false)]
    pub floater: Floater,
    /// The rank of keeping club mates apart.
    #[schema(required = false)]
    pub clubs: ClubSeparation,
    /// The count of the moves after which a game is drawn.
    #[schema(required = false)]
    pub ten_moves: TenMovesReading,
    /// Whether a shot must be taken.
    #[schema(required = false)]
    pub shot: ShotReading,
    /// The tie-breaks.
    #[schema(required = false)]
    pub tie_breaks: TieBreaks,
    /// The points of a bye, unless the tournament says otherwise.
    #[schema(required = false)]
    pub bye_value: ByeValue,
    /// The number of ladies who are honoured, 1 or 3. A lady who is champion is the first of them.
    #[schema(required = false, minimum = 1, maximum = 3, example = 1)]
    #[serde(deserialize_with = "whole")]
    pub top_ladies: i64,
    /// The time by which a second person confirms the results of a championship, corrected ones too.
    #[serde(default)]
    #[schema(required = false)]
    pub confirmations: ConfirmationTime,
}

impl Default for Readings {
    /// The readings under which the federation's worked examples come out as printed.
    fn default() -> Readings {
        Readings {
            floater: Floater::Median,
            clubs: ClubSeparation::Round,
            ten_moves: TenMovesReading::Each,
            shot: ShotReading::Must,
            tie_breaks: TieBreaks::OpponentsThenDirect,
            bye_value: ByeValue::Average,
            top_ladies: 1,
            confirmations: ConfirmationTime::ByLevel,
        }
    }
}

impl Readings {
    /// The rule set, as it is read. One that is read as it stands keeps its name.
    #[must_use]
    pub fn of_rule_set(self, named: RuleSet) -> RuleSet {
        let options = named.options();
        let unit = match self.ten_moves {
            TenMovesReading::Each => Unit::Each,
            TenMovesReading::Both => Unit::Total,
        };
        let read = Options {
            ten_moves: options.ten_moves.map(|ten_moves| TenMoves { unit, ..ten_moves }),
            shot: match self.shot {
                ShotReading::Must => Shot::Must,
                ShotReading::May => Shot::May,
            },
            ..options
        };
        if read == options { named } else { RuleSet::custom(read) }
    }

    /// The rule set, in all ways in which it may be read.
    pub fn of_rules(named: RuleSet) -> impl Iterator<Item = RuleSet> {
        let shots = ShotReading::ALL.iter();
        let all = shots.flat_map(|shot| TenMovesReading::ALL.iter().map(|ten_moves| (*shot, *ten_moves)));
        all.map(move |(shot, ten_moves)| {
            let readings = Readings {
                ten_moves,
                shot,
                ..Readings::default()
            };
            readings.of_rule_set(named)
        })
    }

    /// Refuses another number of ladies than 1 and 3.
    ///
    /// # Errors
    /// `out-of-range`, of `top_ladies`.
    pub fn check(self) -> Result<(), ValueError> {
        if matches!(self.top_ladies, 1 | 3) {
            return Ok(());
        }
        Err(ValueError::new("out-of-range", "Must be 1 or 3."))
    }
}
