//! The figures by which players are ranked.

use std::iter::Sum;
use std::ops::{Add, Sub};

use morabaraba_swiss::Points;
use serde::{Deserialize, Serialize};

/// A figure in whole hundredths: half points, whole points and ratings to two places are all exact in them.
///
/// ```
/// use records_tournaments::rankings::figures::Figure;
/// let figure = Figure::halves(11) + Figure::whole(2);
/// assert_eq!((figure.decimal(), figure.fraction().as_str()), (7.5, "15/2"));
/// let change = Figure::hundredths(148_025) - Figure::whole(1500);
/// assert_eq!((change.decimal(), change.fraction().as_str()), (-19.75, "-79/4"));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Figure(i64);

impl Figure {
    /// A figure of so many hundredths.
    #[must_use]
    pub const fn hundredths(hundredths: i64) -> Figure {
        Figure(hundredths)
    }

    /// A figure of so many half points.
    #[must_use]
    pub fn halves(halves: u32) -> Figure {
        Figure(i64::from(halves) * 50)
    }

    /// A figure of so many points.
    #[must_use]
    pub fn whole(points: u32) -> Figure {
        Figure(i64::from(points) * 100)
    }

    /// The figure as it is stored: in hundredths.
    pub(crate) fn stored(self) -> i64 {
        self.0
    }

    /// The decimal.
    #[must_use]
    pub fn decimal(self) -> f64 {
        // Read from its digits, the number is the nearest there is to them, and is written with the same digits.
        self.text().parse().unwrap_or_default()
    }

    /// The decimal with both places, as people write a rating.
    #[must_use]
    pub fn text(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        format!("{sign}{}.{:02}", size / 100, size % 100)
    }

    /// The fraction in lowest terms: `15/2`, or `6` if it is whole.
    #[must_use]
    pub fn fraction(self) -> String {
        let sign = if self.0 < 0 { "-" } else { "" };
        match Points::new(self.0.unsigned_abs(), 100).map(Points::parts) {
            Some((above, 1)) => format!("{sign}{above}"),
            Some((above, below)) => format!("{sign}{above}/{below}"),
            None => self.text(),
        }
    }
}

impl Add for Figure {
    type Output = Figure;

    fn add(self, other: Figure) -> Figure {
        Figure(self.0 + other.0)
    }
}

impl Sub for Figure {
    type Output = Figure;

    fn sub(self, other: Figure) -> Figure {
        Figure(self.0 - other.0)
    }
}

impl Sum for Figure {
    fn sum<I: Iterator<Item = Figure>>(figures: I) -> Figure {
        figures.fold(Figure::default(), Add::add)
    }
}
