//! Positions as numbers. What is written here is stored by others and never changes.

use crate::{Position, Side, Symmetry};

impl Position {
    /// All of the position but its rules and its quiet count, in 77 bits.
    ///
    /// From the lowest bit: the cows of First (24 bits, by [`Junction::index`](crate::Junction::index)), those of Second (24), the side to play
    /// (1; Second is 1), the hand of First (4), that of Second (4); from bit 64 the armed turn of First (10), that of
    /// Second (10): 0 for none, else 1 + the index of where it came from + 24 × the index of where it went.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).packed(), 12 << 49 | 12 << 53);
    /// ```
    #[must_use]
    pub fn packed(&self) -> u128 {
        let mut packed = 0;
        for (side, [cows, hand, armed]) in Side::ALL.into_iter().zip([[0, 49, 64], [24, 53, 74]]) {
            packed |= u128::from(self.cows(side).bits()) << cows;
            packed |= u128::from(self.hand(side)) << hand;
            packed |= u128::from(self.armed(side).map_or(0, |turn| {
                turn.from
                    .map_or(0, |from| 1 + u16::from(from.index()) + 24 * u16::from(turn.to.index()))
            })) << armed;
        }
        packed | u128::from(self.side() == Side::Second) << 48
    }

    /// A number for what a player sees: the cows on the board and in hand, and the side to play, in 57 bits. It is the same
    /// for all images under the [symmetries](Symmetry) of the board, and no other position has it; by which rules is
    /// played, the quiet count and the armed turns are not in it.
    ///
    /// It is the least of the lowest 57 bits of [`Position::packed`] over all images. Never 0.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet};
    ///
    /// let start = Position::new(RuleSet::MSSA_GAR);
    /// let (corner, other, side) = (start.play("E1".parse()?)?, start.play("R5".parse()?)?, start.play("E2".parse()?)?);
    /// assert_eq!(corner.class(), other.class());
    /// assert_ne!(corner.class(), side.class());
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn class(&self) -> u64 {
        let [first, second] = Side::ALL.map(|side| self.cows(side));
        let image =
            |symmetry: Symmetry| u64::from(symmetry.cows(first).bits()) | u64::from(symmetry.cows(second).bits()) << 24;
        let cows = Symmetry::ALL.into_iter().map(image).min().unwrap_or_default();
        let hands = u64::from(self.hand(Side::First)) << 49 | u64::from(self.hand(Side::Second)) << 53;
        cows | hands | u64::from(self.side() == Side::Second) << 48
    }

    /// A number for the position that is the same in every release and on every machine.
    ///
    /// It is `mix(low ^ mix(high))` of the two halves of [`Position::packed`], where `mix` is the finaliser of
    /// `SplitMix64`. Since `mix` loses nothing, no two positions without an armed turn share a key. The rules and the
    /// quiet count are not in it.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).key(), 0x26b5_8679_65dc_9537);
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the two halves are taken apart")]
    pub fn key(&self) -> u64 {
        let packed = self.packed();
        mix(packed as u64 ^ mix((packed >> 64) as u64))
    }
}

/// The finaliser of `SplitMix64` (Steele, Lea, Flood 2014); a bijection that leaves 0 as it is.
const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
