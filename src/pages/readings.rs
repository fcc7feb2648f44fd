//! The readings of the rules in sentences, as everyone reads them and as an administrator chooses among them.

use crate::federation::SeedingMethod;
use crate::federation::readings::{ByeValue, ClubSeparation, Floater, ShotReading, TenMovesReading, TieBreaks};

/// When an endgame without a shot is drawn.
pub(crate) fn ten_moves(reading: TenMovesReading) -> &'static str {
    match reading {
        TenMovesReading::Each => "In an endgame without a shot the game is drawn after ten moves by each side.",
        TenMovesReading::Both => {
            "In an endgame without a shot the game is drawn after ten moves by both sides together."
        }
    }
}

/// Whether a shot may be declined.
pub(crate) fn shot(reading: ShotReading) -> &'static str {
    match reading {
        ShotReading::Must => "Who makes a line must shoot a cow.",
        ShotReading::May => "Who makes a line may decline to shoot.",
    }
}

/// How equal points are told apart.
pub(crate) fn tie_breaks(reading: TieBreaks) -> &'static str {
    match reading {
        TieBreaks::OpponentsThenDirect => {
            "The points of the opponents together decide, then the match between two players."
        }
        TieBreaks::DirectThenOpponents => {
            "The match between two players decides, then the points of the opponents together."
        }
        TieBreaks::Opponents => "The points of the opponents together decide.",
        TieBreaks::Direct => "The match between two players decides.",
    }
}

/// The worth of a bye.
pub(crate) fn bye_value(reading: ByeValue) -> &'static str {
    match reading {
        ByeValue::Average => "A bye counts the average of the player’s own matches.",
        ByeValue::Zero => "A bye counts nothing.",
        ByeValue::Half => "A bye counts half of what a match can bring.",
        ByeValue::Full => "A bye counts all that a match can bring.",
    }
}

/// The player who drops from a group that cannot all be paired.
pub(crate) fn floater(reading: Floater) -> &'static str {
    match reading {
        Floater::Median => "Of a group of equal points that cannot all be paired, the one nearest the middle drops.",
        Floater::Lowest => "Of a group of equal points that cannot all be paired, the lowest drops.",
    }
}

/// The rank of keeping club mates apart.
pub(crate) fn clubs(reading: ClubSeparation) -> &'static str {
    match reading {
        ClubSeparation::Round => "As few club mates meet as can be, even if players then leave their groups.",
        ClubSeparation::Bracket => "Club mates meet rather than that one more player leaves a group.",
    }
}

/// The number of ladies who are honoured.
pub(crate) fn top_ladies(number: i64) -> &'static str {
    if number == 1 {
        "The best lady of a tournament is honoured."
    } else {
        "The three best ladies of a tournament are honoured."
    }
}

/// That by which players are seeded, as in "seeded by their rating".
pub(crate) fn seeding(method: SeedingMethod) -> &'static str {
    match method {
        SeedingMethod::GamePoints => "game points",
        SeedingMethod::SuperLeague => "super league points",
        SeedingMethod::Glicko2 => "rating",
    }
}
