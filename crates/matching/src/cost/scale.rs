//! Costs that hold several numbers: each number counts in units so large that all less important numbers together come
//! to less than one of them.

/// The cost of an edge. All costs of one narrowing, summed over a matching, must stay below 2⁹².
pub type Cost = u128;

/// A dual variable, which can be negative, or a cost that these are taken from.
pub(crate) type Dual = i128;

/// The most that all numbers of a scale can come to together. The other bits are for the dual variables, which are sums
/// of costs.
pub(crate) const ROOM: Cost = 1 << 92;

/// The units in which the numbers of a cost are counted, the most important first.
///
/// ```
/// use lexicographic_matching::Scale;
///
/// let mut scale = Scale::new();
/// let (first, second) = (scale.push(9).unwrap(), scale.push(9).unwrap());
/// // Whatever the second number comes to over a matching, it does not make up for one of the first.
/// assert!(9 * second < first);
/// ```
#[derive(Clone, Debug)]
pub struct Scale(Cost);

impl Default for Scale {
    fn default() -> Self {
        Self::new()
    }
}

impl Scale {
    /// A scale without numbers.
    #[must_use]
    pub const fn new() -> Self {
        Self(ROOM)
    }

    /// The unit of the next number, which comes to at most `most` over a whole matching; `None` if there is no room for
    /// it. The cost of an edge is then the sum of its numbers, each times its unit.
    pub fn push(&mut self, most: usize) -> Option<Cost> {
        let left = self.0 / (Cost::try_from(most).unwrap_or(ROOM) + 1);
        (left > 0).then(|| {
            self.0 = left;
            left
        })
    }
}

/// As many units.
pub(crate) fn times(unit: Cost, count: usize) -> Cost {
    unit * Cost::try_from(count).unwrap_or(0)
}
