//! Sets of junctions, and the geometry of the board on whole sets at a time.

use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitAnd, BitOr, Not, Sub};

use crate::Junction;

/// A set of junctions: the cows of a side, the vacant junctions, the cows that may be shot.
///
/// ```
/// use morabaraba_rules::{Cows, Junction};
///
/// let cows = Cows::from_iter([Junction::E1, Junction::R8]);
/// assert_eq!(cows.len(), 2);
/// assert!(cows.contains(Junction::R8));
/// assert_eq!((Cows::ALL - cows).len(), 22);
/// assert_eq!(cows.to_string(), "E1 R8");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cows(u32);

// Each ring is one byte, junction 1 in its lowest bit; the exterior ring is the lowest byte.
const BOARD: u32 = 0xff_ff_ff;
const RING: u32 = 0xff;
const EACH_RING: u32 = 0x01_01_01;
const CORNERS: u32 = 0x55_55_55;
const MIDDLES: u32 = 0xaa_aa_aa;

/// Every junction takes the place of the next one clockwise on its ring.
const fn clockwise(bits: u32) -> u32 {
    (bits << 1 & !EACH_RING | bits >> 7 & EACH_RING) & BOARD
}

/// Every junction takes the place of the next one anticlockwise on its ring.
const fn anticlockwise(bits: u32) -> u32 {
    (bits >> 1 & !(EACH_RING << 7) | bits << 7 & EACH_RING << 7) & BOARD
}

impl Cows {
    /// No junction.
    pub const EMPTY: Self = Self(0);
    /// All 24 junctions.
    pub const ALL: Self = Self(BOARD);

    /// The set of this junction alone.
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Junction};
    ///
    /// assert_eq!(Cows::one(Junction::A3).bits(), 1 << Junction::A3.index());
    /// ```
    #[must_use]
    pub const fn one(junction: Junction) -> Self {
        Self(1 << junction.index())
    }

    /// The set of the junctions whose bits, by [`Junction::index`], are set; `None` if a bit is none of the 24.
    ///
    /// ```
    /// use morabaraba_rules::Cows;
    ///
    /// assert_eq!(Cows::from_bits(0xff_ff_ff), Some(Cows::ALL));
    /// assert_eq!(Cows::from_bits(1 << 24), None);
    /// ```
    #[must_use]
    pub const fn from_bits(bits: u32) -> Option<Self> {
        if bits & !BOARD == 0 { Some(Self(bits)) } else { None }
    }

    /// One bit a junction, by [`Junction::index`].
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Junction};
    ///
    /// assert_eq!(Cows::from_iter([Junction::E1, Junction::E3]).bits(), 0b101);
    /// ```
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0
    }

    /// The number of junctions in the set.
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::Cows::ALL.len(), 24);
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "at most 24 bits are set")]
    pub const fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Whether there is no junction in the set.
    ///
    /// ```
    /// assert!(morabaraba_rules::Cows::EMPTY.is_empty());
    /// ```
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the junction is in the set.
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Junction};
    ///
    /// assert!(!Cows::EMPTY.contains(Junction::E1));
    /// ```
    #[must_use]
    pub const fn contains(self, junction: Junction) -> bool {
        self.0 >> junction.index() & 1 == 1
    }

    /// The junctions of the set in the order of [`Junction::ALL`].
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Junction};
    ///
    /// assert!(Cows::ALL.iter().eq(Junction::ALL));
    /// ```
    #[must_use]
    pub const fn iter(self) -> CowsIter {
        CowsIter(self)
    }

    /// The cows of the set that stand in a complete line of it.
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Line};
    ///
    /// let line = "E1-A1-R1".parse::<Line>()?.cows();
    /// assert_eq!((line | Cows::one("E2".parse()?)).in_lines(), line);
    /// # Ok::<(), morabaraba_rules::SyntaxError>(())
    /// ```
    #[must_use]
    pub const fn in_lines(self) -> Self {
        let all = self.0;
        let middles = all & clockwise(all) & anticlockwise(all) & MIDDLES;
        let across = all & all >> 8 & all >> 16 & RING;
        Self(middles | clockwise(middles) | anticlockwise(middles) | (across * EACH_RING))
    }

    /// Whether a cow at `junction`, in the set or about to be, has a complete line with cows of the set.
    pub(crate) const fn completes(self, junction: Junction) -> bool {
        let others = &OTHERS[junction as usize & 31];
        let missing = !self.0;
        missing & others[0] == 0 || missing & others[1] == 0 || missing & others[2] == 0
    }

    /// [`Cows::completes`] by a line that does not run through `apart`.
    pub(crate) const fn completes_apart_from(self, junction: Junction, apart: Junction) -> bool {
        Self(self.0 & !(1 << apart.index())).completes(junction)
    }

    /// Whether a line of two cows of the set and `junction` can be completed by another cow that stands beside it.
    pub(crate) const fn closes(self, junction: Junction) -> bool {
        let (others, near) = (&OTHERS[junction as usize & 31], self.0 & junction.neighbours().0);
        let missing = !self.0;
        (missing & others[0] == 0 && near & !others[0] != 0)
            || (missing & others[1] == 0 && near & !others[1] != 0)
            || (missing & others[2] == 0 && near & !others[2] != 0)
    }

    /// The junctions where one cow more would complete a line.
    pub(crate) const fn completing(self) -> Self {
        let all = self.0;
        let (back, ahead) = (clockwise(all), anticlockwise(all));
        let middles = back & ahead & MIDDLES;
        let corners = (back & clockwise(back) | ahead & anticlockwise(ahead)) & CORNERS;
        // On the line across, each junction needs the two others of its number.
        let (exterior, middle, inner) = (all & RING, all >> 8 & RING, all >> 16);
        let across = middle & inner | (exterior & inner) << 8 | (exterior & middle) << 16;
        Self(middles | corners | across)
    }

    /// The junctions linked to any of the set.
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Junction};
    ///
    /// assert_eq!(Cows::one(Junction::E1).linked(), Junction::E1.neighbours());
    /// ```
    #[must_use]
    pub const fn linked(self) -> Self {
        let all = self.0;
        Self(clockwise(all) | anticlockwise(all) | all << 8 & BOARD | all >> 8)
    }

    pub(crate) const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The other two junctions of each line through a junction, for each junction; where there are but two lines the second
/// stands twice. 32 places, so that five bits always index it.
const OTHERS: [[u32; 3]; 32] = {
    let mut table = [[BOARD; 3]; 32];
    let mut index = 0;
    while index < 24 {
        let (mut lines, mut line) = (0, 0);
        while line < 20 {
            let cows = crate::Line::ALL[line].cows().0;
            if cows >> index & 1 == 1 {
                table[index][lines] = cows & !(1 << index);
                lines += 1;
            }
            line += 1;
        }
        if lines == 2 {
            table[index][2] = table[index][1];
        }
        index += 1;
    }
    table
};

impl BitOr for Cows {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitAnd for Cows {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Sub for Cows {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Cows {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0 & BOARD)
    }
}

impl FromIterator<Junction> for Cows {
    fn from_iter<I: IntoIterator<Item = Junction>>(junctions: I) -> Self {
        junctions
            .into_iter()
            .fold(Self::EMPTY, |cows, junction| cows | Self::one(junction))
    }
}

impl IntoIterator for Cows {
    type Item = Junction;
    type IntoIter = CowsIter;

    fn into_iter(self) -> CowsIter {
        self.iter()
    }
}

impl fmt::Display for Cows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (nth, junction) in self.iter().enumerate() {
            let blank = if nth == 0 { "" } else { " " };
            write!(f, "{blank}{junction}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Cows {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// The junctions of a set, one by one; see [`Cows::iter`].
///
/// ```
/// use morabaraba_rules::{Cows, Junction};
///
/// let mut cows = Cows::from_iter([Junction::R1, Junction::E4]).iter();
/// assert_eq!((cows.next(), cows.len()), (Some(Junction::E4), 1));
/// ```
#[derive(Clone, Debug)]
pub struct CowsIter(Cows);

/// [`Junction::ALL`] filled up to 32, so that five bits always index it.
const BY_BIT: [Junction; 32] = {
    let mut table = [Junction::E1; 32];
    let mut index = 0;
    while index < 24 {
        table[index] = Junction::ALL[index];
        index += 1;
    }
    table
};

impl Iterator for CowsIter {
    type Item = Junction;

    fn next(&mut self) -> Option<Junction> {
        let bits = self.0.0;
        if bits == 0 {
            return None;
        }
        self.0 = Cows(bits & (bits - 1));
        Some(BY_BIT[bits.trailing_zeros() as usize & 31])
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::from(self.0.len());
        (left, Some(left))
    }
}

impl ExactSizeIterator for CowsIter {}
impl FusedIterator for CowsIter {}
