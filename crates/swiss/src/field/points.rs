//! Points as exact fractions.

use std::cmp::Ordering;
use std::fmt;

/// A number of points: exact, never negative, in lowest terms.
///
/// Scores from games are halves; the average of a player's matches, which a bye may be worth, is any fraction.
///
/// ```
/// use morabaraba_swiss::Points;
///
/// let five_matches = Points::halves(29);
/// assert_eq!(five_matches.to_string(), "14 1/2");
/// let average = Points::new(29, 10).ok_or("no fraction")?;
/// let total = five_matches.checked_add(average).ok_or("too large")?;
/// assert_eq!(total.to_string(), "17 2/5");
/// # Ok::<(), &str>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Deserialize, serde::Serialize),
    serde(try_from = "crate::json::WrittenPoints", into = "crate::json::WrittenPoints")
)]
pub struct Points {
    above: u64,
    below: u64,
}

impl Points {
    /// No points.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::Points::ZERO.as_halves(), Some(0));
    /// ```
    pub const ZERO: Self = Self { above: 0, below: 1 };

    /// The fraction `above / below`; `None` if `below` is 0.
    ///
    /// ```
    /// use morabaraba_swiss::Points;
    ///
    /// assert_eq!(Points::new(2, 4), Points::new(1, 2));
    /// assert_eq!(Points::new(1, 0), None);
    /// ```
    #[must_use]
    pub const fn new(above: u64, below: u64) -> Option<Self> {
        if below == 0 {
            return None;
        }
        let (mut divisor, mut rest) = (below, above);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        Some(Self {
            above: above / divisor,
            below: below / divisor,
        })
    }

    /// As many half points.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::Points::halves(11).to_string(), "5 1/2");
    /// ```
    #[must_use]
    pub const fn halves(halves: u32) -> Self {
        let halves = halves as u64;
        if halves.is_multiple_of(2) {
            Self {
                above: halves / 2,
                below: 1,
            }
        } else {
            Self {
                above: halves,
                below: 2,
            }
        }
    }

    /// The number of half points, if it is whole.
    ///
    /// ```
    /// use morabaraba_swiss::Points;
    ///
    /// assert_eq!(Points::new(7, 2).and_then(Points::as_halves), Some(7));
    /// assert_eq!(Points::new(7, 5).and_then(Points::as_halves), None);
    /// ```
    #[must_use]
    pub fn as_halves(self) -> Option<u32> {
        match self.below {
            1 => self.above.checked_mul(2)?.try_into().ok(),
            2 => self.above.try_into().ok(),
            _ => None,
        }
    }

    /// The numerator and the denominator, in lowest terms.
    ///
    /// ```
    /// assert_eq!(morabaraba_swiss::Points::halves(6).parts(), (3, 1));
    /// ```
    #[must_use]
    pub const fn parts(self) -> (u64, u64) {
        (self.above, self.below)
    }

    /// The sum, unless it is too large to be written.
    ///
    /// ```
    /// use morabaraba_swiss::Points;
    ///
    /// assert_eq!(Points::halves(3).checked_add(Points::halves(4)), Some(Points::halves(7)));
    /// ```
    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        let (left, right) = (u128::from(self.below), u128::from(other.below));
        let above = (u128::from(self.above) * right).checked_add(u128::from(other.above) * left)?;
        Self::reduced(above, left * right)
    }

    /// An equal share of the points for each of `parts`; `None` if there are no parts, or if it is too fine to be
    /// written.
    ///
    /// ```
    /// use morabaraba_swiss::Points;
    ///
    /// assert_eq!(Points::halves(29).checked_share(5), Points::new(29, 10));
    /// ```
    #[must_use]
    pub fn checked_share(self, parts: u32) -> Option<Self> {
        Self::reduced(u128::from(self.above), u128::from(self.below) * u128::from(parts))
    }

    fn reduced(above: u128, below: u128) -> Option<Self> {
        let (mut divisor, mut rest) = (below, above);
        while rest > 0 {
            (divisor, rest) = (rest, divisor % rest);
        }
        let above = u64::try_from(above.checked_div(divisor)?).ok()?;
        Some(Self {
            above,
            below: u64::try_from(below / divisor).ok().filter(|below| *below > 0)?,
        })
    }
}

impl Ord for Points {
    fn cmp(&self, other: &Self) -> Ordering {
        let left = u128::from(self.above) * u128::from(other.below);
        left.cmp(&(u128::from(other.above) * u128::from(self.below)))
    }
}

impl PartialOrd for Points {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// As people write it: `17 2/5`, `1/2`, `6`.
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.above / self.below, self.above % self.below) {
            (whole, 0) => write!(f, "{whole}"),
            (0, part) => write!(f, "{part}/{}", self.below),
            (whole, part) => write!(f, "{whole} {part}/{}", self.below),
        }
    }
}
