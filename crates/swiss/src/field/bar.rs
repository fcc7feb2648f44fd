//! The hard rules, as reasons why two players may not meet, or one may not have the bye.

use std::fmt;

/// A *bar*: a reason why two players may not meet, or a player may not have the bye. If there are several, the first in
/// this order is given.
///
/// ```
/// use morabaraba_swiss::Bar;
///
/// assert_eq!((Bar::Rematch.code(), Bar::Rematch.to_string().as_str()), ("rematch", "they have met"));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(rename_all = "snake_case")
)]
#[non_exhaustive]
pub enum Bar {
    /// They are first-degree relatives. Of which kind is not told, as it is nobody's business.
    Relatives,
    /// They have met in this tournament.
    Rematch,
    /// The umpire bars them from meeting.
    Forbidden,
    /// The umpire orders one of them to meet somebody else.
    Forced,
    /// The player has had a bye.
    SecondBye,
}

impl Bar {
    /// The name for programs; it never changes.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::Bar::SecondBye.code(), "second_bye");
    /// ```
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::Relatives => "relatives",
            Self::Rematch => "rematch",
            Self::Forbidden => "forbidden",
            Self::Forced => "forced",
            Self::SecondBye => "second_bye",
        }
    }
}

/// A clause without capital and full stop.
impl fmt::Display for Bar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Relatives => "they are relatives",
            Self::Rematch => "they have met",
            Self::Forbidden => "the umpire bars them from meeting",
            Self::Forced => "the umpire has ordered another pair",
            Self::SecondBye => "the player has had a bye",
        })
    }
}
