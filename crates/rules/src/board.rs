//! The board: three rings, 24 junctions, 20 lines, 40 links.

use core::fmt;
use core::str::FromStr;

use crate::{Cows, SyntaxError};

/// One of the three concentric squares.
///
/// ```
/// use morabaraba_rules::{Junction, Ring};
///
/// assert_eq!(Junction::A6.ring(), Ring::Middle);
/// assert_eq!(Ring::ALL.map(Ring::letter), ['E', 'A', 'R']);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Ring {
    /// The outermost square, lettered `E`.
    Exterior,
    /// The square between the other two, lettered `A`.
    Middle,
    /// The innermost square, lettered `R`.
    Inner,
}

impl Ring {
    /// The three rings from the outside in.
    pub const ALL: [Self; 3] = [Self::Exterior, Self::Middle, Self::Inner];

    /// The letter that names the ring's junctions.
    ///
    /// ```
    /// assert_eq!(morabaraba_rules::Ring::Inner.letter(), 'R');
    /// ```
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Exterior => 'E',
            Self::Middle => 'A',
            Self::Inner => 'R',
        }
    }
}

/// A point on which a cow can stand.
///
/// Junctions are numbered clockwise from the top left corner of their ring: corners are odd, middles of sides are even.
///
/// ```
/// use morabaraba_rules::{Cows, Junction};
///
/// let junction: Junction = "E2".parse()?;
/// assert_eq!(junction, Junction::E2);
/// assert_eq!(junction.neighbours(), Cows::from_iter([Junction::E1, Junction::E3, Junction::A2]));
/// assert_eq!(junction.to_string(), "E2");
/// # Ok::<(), morabaraba_rules::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Junction {
    /// Top left corner of the exterior ring.
    E1,
    /// Middle of the top side of the exterior ring.
    E2,
    /// Top right corner of the exterior ring.
    E3,
    /// Middle of the right side of the exterior ring.
    E4,
    /// Bottom right corner of the exterior ring.
    E5,
    /// Middle of the bottom side of the exterior ring.
    E6,
    /// Bottom left corner of the exterior ring.
    E7,
    /// Middle of the left side of the exterior ring.
    E8,
    /// Top left corner of the middle ring.
    A1,
    /// Middle of the top side of the middle ring.
    A2,
    /// Top right corner of the middle ring.
    A3,
    /// Middle of the right side of the middle ring.
    A4,
    /// Bottom right corner of the middle ring.
    A5,
    /// Middle of the bottom side of the middle ring.
    A6,
    /// Bottom left corner of the middle ring.
    A7,
    /// Middle of the left side of the middle ring.
    A8,
    /// Top left corner of the inner ring.
    R1,
    /// Middle of the top side of the inner ring.
    R2,
    /// Top right corner of the inner ring.
    R3,
    /// Middle of the right side of the inner ring.
    R4,
    /// Bottom right corner of the inner ring.
    R5,
    /// Middle of the bottom side of the inner ring.
    R6,
    /// Bottom left corner of the inner ring.
    R7,
    /// Middle of the left side of the inner ring.
    R8,
}

impl Junction {
    /// Every junction, ring by ring from the outside in, each ring clockwise.
    pub const ALL: [Self; 24] = [
        Self::E1,
        Self::E2,
        Self::E3,
        Self::E4,
        Self::E5,
        Self::E6,
        Self::E7,
        Self::E8,
        Self::A1,
        Self::A2,
        Self::A3,
        Self::A4,
        Self::A5,
        Self::A6,
        Self::A7,
        Self::A8,
        Self::R1,
        Self::R2,
        Self::R3,
        Self::R4,
        Self::R5,
        Self::R6,
        Self::R7,
        Self::R8,
    ];

    /// The junction with this number, 1 to 8, on this ring.
    ///
    /// ```
    /// use morabaraba_rules::{Junction, Ring};
    ///
    /// assert_eq!(Junction::new(Ring::Inner, 3), Some(Junction::R3));
    /// assert_eq!(Junction::new(Ring::Inner, 9), None);
    /// ```
    #[must_use]
    pub const fn new(ring: Ring, number: u8) -> Option<Self> {
        if 1 <= number && number <= 8 {
            Self::from_index(ring as u8 * 8 + number - 1)
        } else {
            None
        }
    }

    /// The junction at this place of [`Junction::ALL`].
    ///
    /// ```
    /// use morabaraba_rules::Junction;
    ///
    /// assert_eq!(Junction::from_index(23), Some(Junction::R8));
    /// assert_eq!(Junction::from_index(24), None);
    /// ```
    #[must_use]
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 24 {
            Some(Self::ALL[index as usize])
        } else {
            None
        }
    }

    /// The place in [`Junction::ALL`], 0 to 23; also the junction's bit in [`Cows::bits`].
    ///
    /// ```
    /// use morabaraba_rules::Junction;
    ///
    /// assert_eq!(Junction::A1.index(), 8);
    /// ```
    #[must_use]
    pub const fn index(self) -> u8 {
        self as u8
    }

    /// The ring on which the junction lies.
    ///
    /// ```
    /// use morabaraba_rules::{Junction, Ring};
    ///
    /// assert_eq!(Junction::R5.ring(), Ring::Inner);
    /// ```
    #[must_use]
    pub const fn ring(self) -> Ring {
        Ring::ALL[self as usize / 8]
    }

    /// The number on the ring, 1 to 8.
    ///
    /// ```
    /// use morabaraba_rules::Junction;
    ///
    /// assert_eq!(Junction::R5.number(), 5);
    /// ```
    #[must_use]
    pub const fn number(self) -> u8 {
        self as u8 % 8 + 1
    }

    /// The junctions linked to this one: three of them, or four on the middle ring.
    ///
    /// ```
    /// use morabaraba_rules::Junction;
    ///
    /// assert_eq!(Junction::ALL.iter().map(|junction| junction.neighbours().len()).sum::<u8>(), 2 * 40);
    /// ```
    #[must_use]
    pub const fn neighbours(self) -> Cows {
        NEIGHBOURS[self as usize]
    }

    /// The lines through the junction: three through a corner, two through the middle of a side.
    ///
    /// ```
    /// use morabaraba_rules::{Junction, Line};
    ///
    /// assert!(Junction::E1.lines().eq(["E1-E2-E3", "E7-E8-E1", "E1-A1-R1"].map(|line| line.parse::<Line>().unwrap())));
    /// assert_eq!(Junction::A6.lines().count(), 2);
    /// ```
    pub fn lines(self) -> impl Iterator<Item = Line> {
        Line::ALL.into_iter().filter(move |line| line.cows().contains(self))
    }
}

impl fmt::Display for Junction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(NAMES[*self as usize])
    }
}

impl FromStr for Junction {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        match text.as_bytes() {
            &[letter, number] => Self::from_ascii(letter, number).ok_or(SyntaxError),
            _ => Err(SyntaxError),
        }
    }
}

impl Junction {
    /// Reads the two characters of a canonical name.
    pub(crate) const fn from_ascii(letter: u8, number: u8) -> Option<Self> {
        let ring = match letter {
            b'E' => Ring::Exterior,
            b'A' => Ring::Middle,
            b'R' => Ring::Inner,
            _ => return None,
        };
        Self::new(ring, number.wrapping_sub(b'0'))
    }

    /// The canonical name.
    pub(crate) const fn name(self) -> &'static str {
        NAMES[self as usize]
    }
}

/// One of the 20 rows of three junctions; a side that fills one with its cows shoots.
///
/// ```
/// use morabaraba_rules::{Junction, Line};
///
/// let line: Line = "E5-A5-R5".parse()?;
/// assert_eq!(line.junctions(), [Junction::E5, Junction::A5, Junction::R5]);
/// # Ok::<(), morabaraba_rules::SyntaxError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Line(u8);

impl Line {
    /// Every line: the sides of the rings from the outside in, each ring clockwise from the top, then the eight across.
    pub const ALL: [Self; 20] = {
        let mut all = [Self(0); 20];
        let mut index = 0;
        while index < 20 {
            all[index as usize] = Self(index);
            index += 1;
        }
        all
    };

    /// The three junctions, clockwise along a ring or from the outside in.
    ///
    /// ```
    /// use morabaraba_rules::{Junction, Line};
    ///
    /// assert_eq!(Line::ALL[3].junctions(), [Junction::E7, Junction::E8, Junction::E1]);
    /// ```
    #[must_use]
    pub const fn junctions(self) -> [Junction; 3] {
        let (first, step, ring) = if self.0 < 12 {
            (self.0 % 4 * 2, 1, self.0 / 4 * 8)
        } else {
            (self.0 - 12, 8, 0)
        };
        let mut junctions = [Junction::E1; 3];
        let mut nth = 0;
        while nth < 3 {
            // Along a ring the last junction of the fourth side is the first of the first side.
            let at = first + nth * step;
            let index = if step == 1 { ring + at % 8 } else { at };
            junctions[nth as usize] = Junction::ALL[index as usize];
            nth += 1;
        }
        junctions
    }

    /// The three junctions as a set.
    ///
    /// ```
    /// use morabaraba_rules::Line;
    ///
    /// assert!(Line::ALL.iter().all(|line| line.cows().len() == 3));
    /// ```
    #[must_use]
    pub const fn cows(self) -> Cows {
        let [a, b, c] = self.junctions();
        Cows::one(a).union(Cows::one(b)).union(Cows::one(c))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b, c] = self.junctions();
        write!(f, "{a}-{b}-{c}")
    }
}

impl FromStr for Line {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        let mut parts = text.split('-').map(Junction::from_str);
        let mut next = || parts.next().ok_or(SyntaxError)?;
        let junctions = [next()?, next()?, next()?];
        let line = Self::ALL.into_iter().find(|line| line.junctions() == junctions);
        if parts.next().is_some() {
            Err(SyntaxError)
        } else {
            line.ok_or(SyntaxError)
        }
    }
}

#[rustfmt::skip]
const NAMES: [&str; 24] = [
    "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8",
    "A1", "A2", "A3", "A4", "A5", "A6", "A7", "A8",
    "R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8",
];

const NEIGHBOURS: [Cows; 24] = {
    let mut table = [Cows::EMPTY; 24];
    let mut index = 0;
    while index < 24 {
        table[index] = Cows::one(Junction::ALL[index]).linked();
        index += 1;
    }
    table
};
