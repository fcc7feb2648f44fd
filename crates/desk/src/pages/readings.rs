//! The readings of the rules in sentences, as everyone reads them and as an administrator chooses among them.

use crate::federation::SeedingMethod;
use crate::federation::readings::{
    ByeValue, ClubSeparation, ConfirmationTime, Floater, ShotReading, TenMovesReading, TieBreaks,
};
use crate::languages::{Words, say};

/// The moment at which an endgame without a shot is drawn.
pub(crate) fn ten_moves(words: Words, reading: TenMovesReading) -> String {
    match reading {
        TenMovesReading::Each => say!(words, "reading-ten-moves-each"),
        TenMovesReading::Both => {
            say!(words, "reading-ten-moves-both")
        }
    }
}

/// Whether a shot may be declined.
pub(crate) fn shot(words: Words, reading: ShotReading) -> String {
    match reading {
        ShotReading::Must => say!(words, "reading-shot-must"),
        ShotReading::May => say!(words, "reading-shot-may"),
    }
}

/// The order in which equal points are told apart.
pub(crate) fn tie_breaks(words: Words, reading: TieBreaks) -> String {
    match reading {
        TieBreaks::OpponentsThenDirect => {
            say!(words, "reading-opponents-then-direct")
        }
        TieBreaks::DirectThenOpponents => {
            say!(words, "reading-direct-then-opponents")
        }
        TieBreaks::Opponents => say!(words, "reading-opponents"),
        TieBreaks::Direct => say!(words, "reading-direct"),
    }
}

/// The worth of a bye.
pub(crate) fn bye_value(words: Words, reading: ByeValue) -> String {
    match reading {
        ByeValue::Average => say!(words, "reading-bye-average"),
        ByeValue::Zero => say!(words, "reading-bye-zero"),
        ByeValue::Half => say!(words, "reading-bye-half"),
        ByeValue::Full => say!(words, "reading-bye-full"),
    }
}

/// The player who drops from a group that cannot all be paired.
pub(crate) fn floater(words: Words, reading: Floater) -> String {
    match reading {
        Floater::Median => say!(words, "reading-floater-median"),
        Floater::Lowest => say!(words, "reading-floater-lowest"),
    }
}

/// The rank of keeping club mates apart.
pub(crate) fn clubs(words: Words, reading: ClubSeparation) -> String {
    match reading {
        ClubSeparation::Round => say!(words, "reading-clubs-round"),
        ClubSeparation::Bracket => say!(words, "reading-clubs-bracket"),
    }
}

/// The number of ladies who are honoured.
pub(crate) fn top_ladies(words: Words, number: i64) -> String {
    if number == 1 {
        say!(words, "reading-one-lady")
    } else {
        say!(words, "reading-three-ladies")
    }
}

/// The time by which a second person confirms results.
pub(crate) fn confirmations(words: Words, reading: ConfirmationTime) -> String {
    match reading {
        ConfirmationTime::ByLevel => say!(words, "reading-confirmations-by-level"),
        ConfirmationTime::Closing => say!(words, "reading-confirmations-closing"),
        ConfirmationTime::Ratification => say!(words, "reading-confirmations-ratification"),
    }
}

/// The figure by which players are seeded, as in "seeded by their rating".
pub(crate) fn seeding(words: Words, method: SeedingMethod) -> String {
    match method {
        SeedingMethod::GamePoints => say!(words, "seeding-game-points"),
        SeedingMethod::SuperLeague => say!(words, "seeding-super-league"),
        SeedingMethod::Glicko2 => say!(words, "seeding-rating"),
    }
}
