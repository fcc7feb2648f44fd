//! Threats: where a side would make a line if it were to play.

use crate::{Cows, Position, Side, Stage};

impl Position {
    /// The junctions where a turn of the side would complete a line, if it were to play and might move back.
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Junction, Position, RuleSet, Side};
    ///
    /// let mut position = Position::new(RuleSet::MSSA_GAR);
    /// for turn in ["E1", "A1", "E2"] {
    ///     position = position.play(turn.parse()?)?;
    /// }
    /// assert_eq!(position.threats(Side::First), Cows::one(Junction::E3));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    #[must_use]
    pub fn threats(&self, side: Side) -> Cows {
        let own = self.cows(side);
        let open = own.completing() & self.vacant();
        match self.stage(side) {
            Stage::Placing | Stage::Flying => open,
            Stage::Moving => open.iter().filter(|junction| own.closes(*junction)).collect(),
        }
    }
}
