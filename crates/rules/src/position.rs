//! A position and what may be played in it.

use core::fmt;

use crate::{
    AllInLines, Cows, DrawReason, Junction, LegalTurns, NoMoveBack, Outcome, Refusal, RuleSet, Scope, Setup,
    SetupError, Shot, Side, Stage, Trigger, Turn, When, WinReason,
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
    pub(crate) state: Setup,
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
        Self { rules, state: Setup::START }
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

    /// What stands on the board, without the rules.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, Setup};
    ///
    /// assert_eq!(Position::new(RuleSet::BEADS).setup(), Setup::START);
    /// ```
    #[must_use]
    pub const fn setup(&self) -> Setup {
        self.state
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
        self.state.side
    }

    /// Where the cows of a side stand.
    ///
    /// ```
    /// use morabaraba_rules::{Cows, Position, RuleSet, Side};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).cows(Side::First), Cows::EMPTY);
    /// ```
    #[must_use]
    pub const fn cows(&self, side: Side) -> Cows {
        self.state.cows[side as usize]
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
        !(self.state.cows[0] | self.state.cows[1])
    }

    /// How many cows a side has yet to place.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, Side};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).hand(Side::Second), 12);
    /// ```
    #[must_use]
    pub const fn hand(&self, side: Side) -> u8 {
        self.state.hand[side as usize]
    }

    /// How many cows a side has left, on the board and in hand.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, Side};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).remaining(Side::Second), 12);
    /// ```
    #[must_use]
    pub const fn remaining(&self, side: Side) -> u8 {
        self.state.remaining(side)
    }

    /// How many of its twelve cows a side has lost.
    ///
    /// ```
    /// use morabaraba_rules::{Position, RuleSet, Side};
    ///
    /// assert_eq!(Position::new(RuleSet::MSSA_GAR).lost(Side::Second), 0);
    /// ```
    #[must_use]
    pub const fn lost(&self, side: Side) -> u8 {
        12 - self.remaining(side)
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
        if self.hand(side) > 0 {
            Stage::Placing
        } else if self.cows(side).len() == 3 {
            Stage::Flying
        } else {
            Stage::Moving
        }
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
        let cows = self.cows(self.side().other());
        let open = cows - cows.in_lines();
        if open.is_empty() && self.rules.options().all_in_lines == AllInLines::Any { cows } else { open }
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
        self.state.quiet
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
        self.state.armed[side as usize]
    }

    /// How the game has ended, or `None` while it goes on.
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
            Some(Outcome::Win { winner, reason: WinReason::TwoCows })
        } else if !self.can_play() {
            Some(Outcome::Win { winner, reason: WinReason::NoMove })
        } else if self.rules.options().ten_moves.is_some_and(|rule| self.quiet() >= rule.limit()) {
            Some(Outcome::Draw { reason: DrawReason::TenMoves })
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
    pub fn play_unchecked(self, turn: Turn) -> Self {
        let (me, you) = (self.side() as usize, self.side().other() as usize);
        let mut state = self.state;
        state.quiet = if self.is_quiet(turn) { self.quiet().saturating_add(1) } else { 0 };
        state.cows[me] = self.own_after(turn.from, turn.to);
        state.armed[me] = turn.from.map(|from| Turn::from_to(from, turn.to)).filter(|turn| self.arms(*turn));
        if turn.from.is_none() {
            state.hand[me] = state.hand[me].saturating_sub(1);
        }
        if let Some(shot) = turn.shot {
            state.cows[you] = state.cows[you] - Cows::one(shot);
        }
        state.side = self.side().other();
        Self { rules: self.rules, state }
    }

    /// The position as [`Setup`] demands it, under these rules; see [`Setup::into_position`].
    pub(crate) fn admit(state: Setup, rules: RuleSet) -> Result<Self, SetupError> {
        let position = Self { rules, state };
        state.check(&position)?;
        Ok(position)
    }

    pub(crate) const fn own(&self) -> Cows {
        self.cows(self.side())
    }

    const fn flies(&self) -> bool {
        matches!(self.stage(self.side()), Stage::Flying)
    }

    /// Where the cow on `from` may go by the links, or by flying.
    pub(crate) fn reach(&self, from: Junction) -> Cows {
        let vacant = self.vacant();
        if self.flies() { vacant } else { vacant & from.neighbours() }
    }

    /// The cows of the side to play after one has come from the hand or from a junction.
    fn own_after(&self, from: Option<Junction>, to: Junction) -> Cows {
        let left = from.map_or(self.own(), |from| self.own() - Cows::one(from));
        left | Cows::one(to)
    }

    /// Whether the side to play can make any turn at all.
    fn can_play(&self) -> bool {
        if self.stage(self.side()) != Stage::Moving {
            // Of 24 junctions a side that places or flies finds one: it has at most eleven cows on the board, its
            // opponent at most twelve. What the no-move-back rule refuses to a side that flies is one junction only.
            return true;
        }
        let reach = self.own().linked() & self.vacant();
        match self.armed(self.side()).and_then(|turn| turn.from) {
            Some(back) if reach == Cows::one(back) => {
                (self.own() & back.neighbours()).iter().any(|from| !self.moves_back(from, back))
            }
            _ => !reach.is_empty(),
        }
    }

    fn check_cow(&self, turn: Turn) -> Result<(), Refusal> {
        let placing = self.hand(self.side()) > 0;
        let Some(from) = turn.from else {
            return match (placing, self.vacant().contains(turn.to)) {
                (false, _) => Err(Refusal::MustMove),
                (true, false) => Err(Refusal::Occupied),
                (true, true) => Ok(()),
            };
        };
        if placing {
            Err(Refusal::MustPlace)
        } else if self.vacant().contains(from) {
            Err(Refusal::OriginEmpty)
        } else if !self.own().contains(from) {
            Err(Refusal::OriginOpponent)
        } else if !self.vacant().contains(turn.to) {
            Err(Refusal::Occupied)
        } else if !self.reach(from).contains(turn.to) {
            Err(Refusal::NotAdjacent)
        } else if self.moves_back(from, turn.to) {
            Err(Refusal::MoveBack)
        } else {
            Ok(())
        }
    }

    fn check_shot(&self, turn: Turn) -> Result<(), Refusal> {
        let after = self.own_after(turn.from, turn.to);
        let made = after.completes(turn.to);
        match turn.shot {
            None if made && !self.may_hold_fire() => Err(Refusal::ShotMissing),
            Some(_) if !made => Err(Refusal::ShotNotEarned),
            Some(shot) if after.contains(shot) => Err(Refusal::ShotOwn),
            Some(shot) if !self.cows(self.side().other()).contains(shot) => Err(Refusal::ShotEmpty),
            Some(shot) if !self.shootable().contains(shot) => Err(Refusal::ShotProtected),
            None | Some(_) => Ok(()),
        }
    }

    /// Whether a line may be made without a shot: by the rule set, or because there is no cow to shoot.
    pub(crate) fn may_hold_fire(&self) -> bool {
        self.rules.options().shot == Shot::May || self.shootable().is_empty()
    }

    /// Whether the no-move-back rule refuses a move.
    pub(crate) fn moves_back(&self, from: Junction, to: Junction) -> bool {
        let Some(Turn { from: Some(left), to: came, .. }) = self.armed(self.side()) else { return false };
        let Some(rule) = self.rules.options().no_move_back else { return false };
        if to != left || (self.flies() && !rule.binds_flying) {
            return false;
        }
        let after = self.own_after(Some(from), to);
        match rule.scope {
            Scope::Cow => from == came && after.completes(to),
            // A line through both ends of that move was not complete before it, so it cannot have been broken.
            Scope::Line => after.completes_apart_from(to, came),
        }
    }

    /// Whether a move of the side to play arms the no-move-back rule for its next turn.
    fn arms(&self, turn: Turn) -> bool {
        let after = self.own_after(turn.from, turn.to);
        self.rules.options().no_move_back.is_some_and(|rule| rule.armed_by(turn, after))
    }

    /// Whether a turn counts towards the draw.
    fn is_quiet(&self, turn: Turn) -> bool {
        turn.from.is_some() && turn.shot.is_none() && self.endgame()
    }

    /// Whether the moves from here count towards the draw unless they shoot.
    pub(crate) fn endgame(&self) -> bool {
        let three = self.state.cows.map(|cows| cows.len() == 3);
        self.state.hand == [0, 0]
            && match self.rules.options().ten_moves.map(|rule| rule.when) {
                Some(When::Either) => three[0] || three[1],
                Some(When::Both) => three[0] && three[1],
                None => false,
            }
    }
}

impl NoMoveBack {
    /// Whether a move arms the rule, by the cows of its side after it.
    pub(crate) fn armed_by(self, turn: Turn, after: Cows) -> bool {
        let Some(from) = turn.from else { return false };
        // A line through both ends was not complete before the move.
        let broke = after.completes_apart_from(from, turn.to);
        match self.trigger {
            Trigger::AnyBreak => broke,
            Trigger::BreakAndMake => broke && after.completes(turn.to),
        }
    }
}

/// The position text; see [`Setup`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}
