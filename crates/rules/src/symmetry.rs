//! The symmetries of the board, and one position to stand for all that are alike.

use crate::{Cows, Junction, Position, Ring, Setup, Side, Turn};

/// One of the 16 ways to lay the board upon itself: turned, mirrored, turned inside out.
///
/// Lines fall on lines and links on links, so that a game and its image are the same game.
///
/// ```
/// use morabaraba_rules::{Junction, Symmetry};
///
/// let images: Vec<String> = Symmetry::ALL.iter().map(|symmetry| symmetry.junction(Junction::E1).to_string()).collect();
/// assert_eq!(images[..8].join(" "), "E1 E3 E5 E7 E3 E5 E7 E1");
/// assert_eq!(images[8..].join(" "), "R1 R3 R5 R7 R3 R5 R7 R1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    inside_out: bool,
    mirrored: bool,
    quarters: u8,
}

impl Symmetry {
    /// Every symmetry; the first leaves everything where it is.
    pub const ALL: [Self; 16] = {
        let mut all = [Self {
            inside_out: false,
            mirrored: false,
            quarters: 0,
        }; 16];
        let mut index = 0;
        while index < 16 {
            all[index as usize] = Self {
                inside_out: index & 8 != 0,
                mirrored: index & 4 != 0,
                quarters: index & 3,
            };
            index += 1;
        }
        all
    };

    /// The junction to which the symmetry brings a junction.
    ///
    /// ```
    /// use morabaraba_rules::{Junction, Symmetry};
    ///
    /// let quarter = Symmetry::ALL[1];
    /// assert_eq!(quarter.junction(Junction::E8), Junction::E2);
    /// ```
    #[must_use]
    pub fn junction(self, junction: Junction) -> Junction {
        let ring = match junction.ring() {
            Ring::Exterior if self.inside_out => Ring::Inner,
            Ring::Inner if self.inside_out => Ring::Exterior,
            ring => ring,
        };
        // The mirror stands upright: 2 and 6 stay, 1 and 3 change places, as do 8 and 4, and 7 and 5.
        let place = junction.number() - 1;
        let place = if self.mirrored { 10 - place } else { place };
        Junction::ALL[usize::from(ring as u8 * 8 + (place + 2 * self.quarters) % 8)]
    }

    /// The junctions to which the symmetry brings the cows of a set.
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Junction, Symmetry};
    ///
    /// let mirror = Symmetry::ALL[4];
    /// assert_eq!(mirror.cows(Cows::from_iter([Junction::E1, Junction::A6])).to_string(), "E3 A6");
    /// ```
    #[must_use]
    pub fn cows(self, cows: Cows) -> Cows {
        // Each ring is a byte. The mirror reverses it, which takes 1 to 8 and not to 3, and so turns it by three more.
        let bits = if self.mirrored {
            cows.bits().reverse_bits().swap_bytes()
        } else {
            cows.bits()
        };
        let places = (u32::from(self.mirrored) * 3 + u32::from(self.quarters) * 2) % 8;
        let ahead = bits & (0x01_01_01 * (0xff >> places));
        let bits = ahead << places | (bits & !ahead) >> (8 - places);
        let bits = if self.inside_out { bits.swap_bytes() >> 8 } else { bits };
        Cows::from_bits(bits).unwrap_or_default()
    }

    /// The turn on the board so laid.
    ///
    /// ```
    /// use morabaraba_rules::{Symmetry, Turn};
    ///
    /// let turn: Turn = "E6-A6xR3".parse()?;
    /// assert_eq!(Symmetry::ALL[8].turn(turn).to_string(), "R6-A6xE3");
    /// # Ok::<(), morabaraba_rules::SyntaxError>(())
    /// ```
    #[must_use]
    pub fn turn(self, turn: Turn) -> Turn {
        Turn {
            from: turn.from.map(|from| self.junction(from)),
            to: self.junction(turn.to),
            shot: turn.shot.map(|shot| self.junction(shot)),
        }
    }

    /// The setup on the board so laid.
    ///
    /// ```
    /// use morabaraba_rules::{Setup, Symmetry};
    ///
    /// let setup: Setup = "XX....../......../.......O X 11 11 0 - -".parse()?;
    /// assert_eq!(Symmetry::ALL[8].setup(setup).to_string(), ".......O/......../XX...... X 11 11 0 - -");
    /// # Ok::<(), morabaraba_rules::SetupError>(())
    /// ```
    #[must_use]
    pub fn setup(self, setup: Setup) -> Setup {
        Setup {
            cows: setup.cows.map(|cows| self.cows(cows)),
            armed: setup.armed.map(|turn| turn.map(|turn| self.turn(turn))),
            ..setup
        }
    }

    /// The symmetry that undoes this one.
    ///
    /// ```
    /// use morabaraba_rules::{Junction, Symmetry};
    ///
    /// for symmetry in Symmetry::ALL {
    ///     assert_eq!(symmetry.inverse().junction(symmetry.junction(Junction::A8)), Junction::A8);
    /// }
    /// ```
    #[must_use]
    pub const fn inverse(self) -> Self {
        // A mirror is its own inverse, whichever way the board has been turned after it.
        let quarters = if self.mirrored {
            self.quarters
        } else {
            (4 - self.quarters) % 4
        };
        Self { quarters, ..self }
    }
}

impl Position {
    /// The position on the board so laid.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, Symmetry};
    ///
    /// let position = Position::new(RuleSet::MSSA_GAR).play("E1".parse()?)?;
    /// let turned = position.under(Symmetry::ALL[1]);
    /// assert_eq!(turned.to_string(), "..X...../......../........ O 11 12 0 - -");
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn under(&self, symmetry: Symmetry) -> Self {
        self.rearranged(|cows| symmetry.cows(cows), |junction| symmetry.junction(junction))
    }

    /// The position that stands for this one and its images: of all the one whose [`Position::packed`] is the least.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet};
    ///
    /// let start = Position::new(RuleSet::MSSA_GAR);
    /// let (left, right) = (start.play("E8".parse()?)?, start.play("R4".parse()?)?);
    /// assert_ne!(left, right);
    /// assert_eq!(left.canonical(), right.canonical());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn canonical(&self) -> Self {
        self.under(self.canonical_symmetry())
    }

    /// The first symmetry that leads to [`Position::canonical`].
    ///
    /// A turn of the canonical position, under the inverse, is a turn here.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet};
    ///
    /// let position = Position::new(RuleSet::MSSA_GAR).play("R4".parse()?)?;
    /// let symmetry = position.canonical_symmetry();
    /// let turn = symmetry.inverse().turn("E1".parse()?);
    /// assert_eq!(position.play(turn)?.canonical(), position.canonical().play("E1".parse()?)?.canonical());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn canonical_symmetry(&self) -> Symmetry {
        // Only the cows and the armed turns differ between images; of the packed position the latter are the highest.
        let [first, second] = Side::ALL.map(|side| self.cows(side));
        let armed = Side::ALL.iter().any(|side| self.armed(*side).is_some());
        let least = Symmetry::ALL.into_iter().min_by_key(|symmetry| {
            let armed = if armed { self.under(*symmetry).packed() >> 64 } else { 0 };
            (armed, symmetry.cows(second), symmetry.cows(first))
        });
        least.unwrap_or(Symmetry::ALL[0])
    }
}
