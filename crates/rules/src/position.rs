//! A position and what may be played in it.

use core::fmt;

use crate::{
    AllInLines, Cows, DrawReason, Junction, LegalTurns, Options, Outcome, Refusal, RuleSet, Setup, SetupError, Side,
    Stage, TenMoves, Turn, WinReason,
};

/// A position that the rules allow, under the rule set by which it is played.
///
/// It is made by [`Position::new`] or [`Setup::into_position`] and by playing turns, so that what it says is always
/// true of a game. It is small and `Copy`: playing a turn gives another position and leaves this one as it was.
///
/// ```
/// use morabaraba_rules::{Position, RuleSet, Side};
///
/// let start = Position::new(RuleSet::MSSA_GAR);
/// let position = start.play("E1".parse()?)?;
/// assert_eq!(position.side(), Side::Second);
/// assert_eq!(position.hand(Side::First), 11);
/// assert_eq!(position.legal_turns().len(), 23);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) rules: RuleSet,
    side: Side,
    quiet: u16,
    // By who is to play and not by who began: playing a turn is then a swap, and nothing has to be looked up by side.
    pub(crate) own: Player,
    pub(crate) opposing: Player,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Player {
    pub(crate) cows: Cows,
    pub(crate) hand: u8,
    /// The two ends of the previous turn, if it arms the no-move-back rule.
    pub(crate) armed: Option<(Junction, Junction)>,
}

impl Player {
    pub(crate) const fn stage(self) -> Stage {
        if self.hand > 0 {
            Stage::Placing
        } else if self.cows.len() == 3 {
            Stage::Flying
        } else {
            Stage::Moving
        }
    }
}

impl Position {
    /// The start of a game: an empty board, twelve cows in each hand.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet};
    ///
    /// assert_eq!(Position::new(RuleSet::BEADS).to_string(), "......../......../........ X 12 12 0 - -");
    /// ```
    #[must_use]
    pub const fn new(rules: RuleSet) -> Self {
        let player = Player {
            cows: Cows::EMPTY,
            hand: 12,
            armed: None,
        };
        Self {
            rules,
            side: Side::First,
            quiet: 0,
            own: player,
            opposing: player,
        }
    }

    /// The rules by which the game is played.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet};
    ///
    /// assert_eq!(Position::new(RuleSet::BEADS).rule_set(), RuleSet::BEADS);
    /// ```
    #[must_use]
    pub const fn rule_set(&self) -> RuleSet {
        self.rules
    }

    /// The setup: what stands on the board, without the rules.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, Setup};
    ///
    /// assert_eq!(Position::new(RuleSet::BEADS).setup(), Setup::START);
    /// ```
    #[must_use]
    pub fn setup(&self) -> Setup {
        Setup {
            cows: Side::ALL.map(|side| self.cows(side)),
            hand: Side::ALL.map(|side| self.hand(side)),
            side: self.side,
            quiet: self.quiet,
            armed: Side::ALL.map(|side| self.armed(side)),
        }
    }

    /// The side to play; at the end of the game the side that would be.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, Side};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).side(), Side::First);
    /// ```
    #[must_use]
    pub const fn side(&self) -> Side {
        self.side
    }

    /// The junctions on which the cows of a side stand.
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Position, RuleSet, Side};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).cows(Side::First), Cows::EMPTY);
    /// ```
    #[must_use]
    pub const fn cows(&self, side: Side) -> Cows {
        self.player(side).cows
    }

    /// The side whose cow stands on a junction.
    ///
    /// ```
    /// use morabaraba_rules::{Junction, Position, RuleSet};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).owner(Junction::E1), None);
    /// ```
    #[must_use]
    pub fn owner(&self, junction: Junction) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.cows(*side).contains(junction))
    }

    /// The junctions on which no cow stands.
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Position, RuleSet};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).vacant(), Cows::ALL);
    /// ```
    #[must_use]
    pub fn vacant(&self) -> Cows {
        !(self.own.cows | self.opposing.cows)
    }

    /// The number of cows that a side has yet to place.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, Side};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).hand(Side::Second), 12);
    /// ```
    #[must_use]
    pub const fn hand(&self, side: Side) -> u8 {
        self.player(side).hand
    }

    /// The number of cows that a side has left, on the board and in hand.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, Side};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).remaining(Side::Second), 12);
    /// ```
    #[must_use]
    pub const fn remaining(&self, side: Side) -> u8 {
        self.cows(side).len() + self.hand(side)
    }

    /// The number of its twelve cows that a side has lost.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, Side};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).lost(Side::Second), 0);
    /// ```
    #[must_use]
    pub const fn lost(&self, side: Side) -> u8 {
        12_u8.saturating_sub(self.remaining(side))
    }

    /// The stage in which a side is.
    ///
    /// ```
    /// use morabaraba_rules::{RuleSet, Setup, Side, Stage};
    ///
    /// let setup: Setup = "XXX...../OOOO..../........ X 0 0 0 - -".parse()?;
    /// let position = setup.into_position(RuleSet::MSSA_GAR)?;
    /// assert_eq!(Side::ALL.map(|side| position.stage(side)), [Stage::Flying, Stage::Moving]);
    /// # Ok::<(), morabaraba_rules::SetupError>(())
    /// ```
    #[must_use]
    pub const fn stage(&self, side: Side) -> Stage {
        self.player(side).stage()
    }

    /// The opposing cows of which the side to play may shoot one if its turn makes a line.
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Junction, RuleSet, Setup};
    ///
    /// let setup: Setup = "XX....../OOOO..../........ X 8 8 0 - -".parse()?;
    /// let position = setup.into_position(RuleSet::MSSA_GAR)?;
    /// assert_eq!(position.shootable(), Cows::one(Junction::A4));
    /// # Ok::<(), morabaraba_rules::SetupError>(())
    /// ```
    #[must_use]
    pub fn shootable(&self) -> Cows {
        let cows = self.opposing.cows;
        let open = cows - cows.in_lines();
        if open.is_empty() && self.rules.options().all_in_lines == AllInLines::Any {
            cows
        } else {
            open
        }
    }

    /// The turns so far that count towards the draw of [`TenMoves`](crate::TenMoves).
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).quiet(), 0);
    /// ```
    #[must_use]
    pub const fn quiet(&self) -> u16 {
        self.quiet
    }

    /// A side's previous turn, without its shot, if it arms the no-move-back rule.
    ///
    /// ```
    /// use morabaraba_rules::{RuleSet, Setup, Side};
    ///
    /// let setup: Setup = "O.O.X.X./.OO.XXX./.X.O...O X 0 0 0 E6-A6 -".parse()?;
    /// let position = setup.into_position(RuleSet::MSSA_GAR)?;
    /// assert_eq!(position.armed(Side::First), Some("E6-A6".parse().unwrap()));
    /// # Ok::<(), morabaraba_rules::SetupError>(())
    /// ```
    #[must_use]
    pub const fn armed(&self, side: Side) -> Option<Turn> {
        match self.player(side).armed {
            Some((from, to)) => Some(Turn::from_to(from, to)),
            None => None,
        }
    }

    /// The end of the game, or `None` while it goes on.
    ///
    /// ```
    /// use morabaraba_rules::{RuleSet, Setup};
    ///
    /// let setup: Setup = "XXX...../OO....../........ O 0 0 0 - -".parse()?;
    /// let outcome = setup.into_position(RuleSet::MSSA_GAR)?.outcome();
    /// assert_eq!(outcome.map(|outcome| outcome.code()), Some("two-cows"));
    /// # Ok::<(), morabaraba_rules::SetupError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let winner = self.side().other();
        if self.remaining(self.side()) <= 2 {
            Some(Outcome::Win {
                winner,
                reason: WinReason::TwoCows,
            })
        } else if !self.can_play() {
            Some(Outcome::Win {
                winner,
                reason: WinReason::NoMove,
            })
        } else if self
            .rules
            .options()
            .ten_moves
            .is_some_and(|rule| self.quiet() >= rule.limit())
        {
            Some(Outcome::Draw {
                reason: DrawReason::TenMoves,
            })
        } else {
            None
        }
    }

    /// Every legal turn, in the order of [`Turn`]; none once the game has ended.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).legal_turns().len(), 24);
    /// ```
    #[must_use]
    pub fn legal_turns(&self) -> LegalTurns {
        LegalTurns::of(self)
    }

    /// Whether a turn is legal, and if not, the first reason why.
    ///
    /// ```
    /// use morabaraba_rules::{Position, Refusal, RuleSet};
    ///
    /// let start = Position::new(RuleSet::MSSA_GAR);
    /// assert_eq!(start.check("E1".parse()?), Ok(()));
    /// assert_eq!(start.check("E1xE2".parse()?), Err(Refusal::ShotNotEarned));
    /// # Ok::<(), morabaraba_rules::SyntaxError>(())
    /// ```
    pub fn check(&self, turn: Turn) -> Result<(), Refusal> {
        if self.outcome().is_some() {
            return Err(Refusal::GameOver);
        }
        self.check_cow(turn)?;
        self.check_shot(turn)
    }

    /// The position after a turn, or the first reason why the turn is not legal.
    ///
    /// ```
    /// use morabaraba_rules::{Position, Refusal, RuleSet, Turn};
    ///
    /// let turn: Turn = "E1".parse()?;
    /// let position = Position::new(RuleSet::MSSA_GAR).play(turn)?;
    /// assert_eq!(position.play(turn), Err(Refusal::Occupied));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn play(self, turn: Turn) -> Result<Self, Refusal> {
        self.check(turn)?;
        Ok(self.play_unchecked(turn))
    }

    /// The position after a turn that is known to be legal, as those of [`Position::legal_turns`] are.
    ///
    /// After any other turn the position is not one of any game; there is no other harm.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet};
    ///
    /// let start = Position::new(RuleSet::MSSA_GAR);
    /// for turn in start.legal_turns() {
    ///     assert_eq!(start.play(turn), Ok(start.play_unchecked(turn)));
    /// }
    /// ```
    #[must_use]
    // Where it is inlined the next position need not go through memory, which doubles the speed of a search.
    #[inline]
    pub fn play_unchecked(self, turn: Turn) -> Self {
        let own = self.own_after(turn);
        let (mut hand, mut quiet, mut armed) = (self.own.hand, 0, None);
        if let Some(from) = turn.from {
            if self
                .rules
                .options()
                .no_move_back
                .is_some_and(|rule| rule.armed_by(from, turn.to, own))
            {
                armed = Some((from, turn.to));
            }
            if turn.shot.is_none() && self.endgame() {
                quiet = self.quiet.saturating_add(1);
            }
        } else {
            hand = hand.saturating_sub(1);
        }
        Self {
            rules: self.rules,
            side: self.side.other(),
            quiet,
            own: Player {
                cows: self.opposing.cows - turn.shot.map_or(Cows::EMPTY, Cows::one),
                ..self.opposing
            },
            opposing: Player { cows: own, hand, armed },
        }
    }

    /// The position with its cows and junctions put elsewhere.
    pub(crate) fn rearranged(self, cows: impl Fn(Cows) -> Cows, junction: impl Fn(Junction) -> Junction) -> Self {
        let player = |player: Player| Player {
            cows: cows(player.cows),
            armed: player.armed.map(|(from, to)| (junction(from), junction(to))),
            ..player
        };
        Self {
            own: player(self.own),
            opposing: player(self.opposing),
            ..self
        }
    }

    /// The position as [`Setup`] demands it, under these rules; see [`Setup::into_position`].
    pub(crate) fn admit(setup: Setup, rules: RuleSet) -> Result<Self, SetupError> {
        setup.check_cows()?;
        let player = |side: Side| Player {
            cows: setup.cows[side as usize],
            hand: setup.hand[side as usize],
            armed: setup.armed[side as usize].and_then(|turn| Some((turn.from?, turn.to))),
        };
        let (own, opposing) = (player(setup.side), player(setup.side.other()));
        let position = Self {
            rules,
            side: setup.side,
            quiet: setup.quiet,
            own,
            opposing,
        };
        let Options {
            no_move_back,
            ten_moves,
            ..
        } = rules.options();
        let limit = ten_moves.map_or(0, TenMoves::limit);
        if setup.quiet > limit || (setup.quiet > 0 && !position.endgame()) {
            return Err(SetupError::Quiet);
        }
        for side in Side::ALL {
            let Some(turn) = setup.armed[side as usize] else {
                continue;
            };
            if !no_move_back.is_some_and(|rule| setup.could_have_armed(side, turn, rule)) {
                return Err(SetupError::Armed(side));
            }
        }
        Ok(position)
    }

    const fn player(&self, side: Side) -> &Player {
        if side as u8 == self.side as u8 {
            &self.own
        } else {
            &self.opposing
        }
    }
}

/// The position text; see [`Setup`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().fmt(f)
    }
}
