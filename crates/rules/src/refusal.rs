//! Reasons why a turn is not legal.

use core::error::Error;
use core::fmt;

/// The reason why a turn is refused. Of several reasons the first in this order is given.
///
/// ```
/// use morabaraba_rules::{Junction, Position, Refusal, RuleSet, Turn};
///
/// let start = Position::new(RuleSet::MSSA_GAR);
/// let refusal = start.check(Turn::from_to(Junction::E1, Junction::E2)).unwrap_err();
/// assert_eq!(refusal, Refusal::MustPlace);
/// assert_eq!(refusal.code(), "must-place");
/// assert_eq!(refusal.to_string(), "there are cows in hand, so one of them must be placed");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Refusal {
    /// The text is no turn.
    Syntax,
    /// The game has ended.
    GameOver,
    /// A move while cows are in hand.
    MustPlace,
    /// A placement with none in hand.
    MustMove,
    /// No cow stands where the move starts.
    OriginEmpty,
    /// An opposing cow stands where the move starts.
    OriginOpponent,
    /// The cow would go where one stands, be it itself.
    Occupied,
    /// The move does not follow a link, and the side does not fly.
    NotAdjacent,
    /// The move makes a line again that the side broke in its previous turn.
    MoveBack,
    /// A shot without a line made.
    ShotNotEarned,
    /// A line made, and no shot.
    ShotMissing,
    /// The shot hits no cow.
    ShotEmpty,
    /// The shot hits a cow of the side itself.
    ShotOwn,
    /// The shot hits a cow in a complete line, while others stand in none.
    ShotProtected,
}

impl Refusal {
    /// Every refusal in the order in which they are judged.
    pub const ALL: [Self; 14] = [
        Self::Syntax,
        Self::GameOver,
        Self::MustPlace,
        Self::MustMove,
        Self::OriginEmpty,
        Self::OriginOpponent,
        Self::Occupied,
        Self::NotAdjacent,
        Self::MoveBack,
        Self::ShotNotEarned,
        Self::ShotMissing,
        Self::ShotEmpty,
        Self::ShotOwn,
        Self::ShotProtected,
    ];

    /// The name in the notation of programs, such as `move-back`; it never changes.
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::Refusal::MoveBack.code(), "move-back");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Syntax => "syntax",
            Self::GameOver => "game-over",
            Self::MustPlace => "must-place",
            Self::MustMove => "must-move",
            Self::OriginEmpty => "origin-empty",
            Self::OriginOpponent => "origin-opponent",
            Self::Occupied => "occupied",
            Self::NotAdjacent => "not-adjacent",
            Self::MoveBack => "move-back",
            Self::ShotNotEarned => "shot-not-earned",
            Self::ShotMissing => "shot-missing",
            Self::ShotEmpty => "shot-empty",
            Self::ShotOwn => "shot-own",
            Self::ShotProtected => "shot-protected",
        }
    }
}

/// A sentence for the player, without capital and full stop.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Syntax => "this is not a turn; one is written E1, E6-A6 or, with a shot, E6-A6xR3",
            Self::GameOver => "the game is over, so no turn may follow",
            Self::MustPlace => "there are cows in hand, so one of them must be placed",
            Self::MustMove => "there are no cows in hand, so one on the board must be moved",
            Self::OriginEmpty => "there is no cow where the move starts",
            Self::OriginOpponent => "the cow where the move starts is the opponent's",
            Self::Occupied => "the junction where the cow should go is occupied",
            Self::NotAdjacent => "the two junctions are not linked, and only a side with exactly three cows may fly",
            Self::MoveBack => "the previous turn broke a line, which may not be made again at once",
            Self::ShotNotEarned => "the turn makes no line, so no cow may be shot",
            Self::ShotMissing => "the turn makes a line, so an opposing cow must be shot",
            Self::ShotEmpty => "there is no cow where the shot goes",
            Self::ShotOwn => "the cow that would be shot is the side's own",
            Self::ShotProtected => "the cow that would be shot stands in a line and is protected",
        })
    }
}

impl Error for Refusal {}
