//! The legal turns of a position.

use core::fmt;
use core::ops::Deref;

use crate::{Cows, Junction, Position, Turn};

/// The legal turns of a position in the order of [`Turn`]; it reads as a slice.
///
/// ```
/// use morabaraba_rules::{Position, RuleSet, Turn};
///
/// let turns = Position::new(RuleSet::MSSA_GAR).legal_turns();
/// assert!(turns.contains(&"E1".parse::<Turn>()?));
/// assert!(turns.is_sorted());
/// # Ok::<(), morabaraba_rules::SyntaxError>(())
/// ```
#[derive(Clone)]
pub struct LegalTurns {
    turns: [Turn; Self::CAPACITY],
    len: usize,
}

impl LegalTurns {
    /// No position has more. It would take a move along each of the 40 links with each of twelve cows to shoot, but
    /// where twelve cows stand they take up 18 of the links at least.
    pub const CAPACITY: usize = 480;

    pub(crate) fn of(position: &Position) -> Self {
        // What fills the unused places is all zeros in memory, which is the quickest to write.
        let unused = Turn::from_to(Junction::E1, Junction::E1).shooting(Junction::E1);
        let mut list = Self {
            turns: [unused; Self::CAPACITY],
            len: 0,
        };
        position.each_turn(|turn| {
            if let Some(place) = list.turns.get_mut(list.len) {
                *place = turn;
                list.len += 1;
            }
        });
        list
    }
}

impl Deref for LegalTurns {
    type Target = [Turn];

    fn deref(&self) -> &[Turn] {
        &self.turns[..self.len]
    }
}

impl fmt::Debug for LegalTurns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl PartialEq for LegalTurns {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl Eq for LegalTurns {}

impl IntoIterator for LegalTurns {
    type Item = Turn;
    type IntoIter = core::iter::Take<core::array::IntoIter<Turn, { LegalTurns::CAPACITY }>>;

    fn into_iter(self) -> Self::IntoIter {
        self.turns.into_iter().take(self.len)
    }
}

impl<'a> IntoIterator for &'a LegalTurns {
    type Item = &'a Turn;
    type IntoIter = core::slice::Iter<'a, Turn>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl Position {
    /// Calls `visit` with every legal turn, in order.
    fn each_turn(&self, mut visit: impl FnMut(Turn)) {
        let (shots, hold_fire) = (self.shootable(), self.may_hold_fire());
        self.each_origin(|from, reach, completing| {
            for to in reach {
                let turn = Turn { from, to, shot: None };
                let made = completing.contains(to);
                if !made || hold_fire {
                    visit(turn);
                }
                if made {
                    shots.iter().for_each(|shot| visit(turn.shooting(shot)));
                }
            }
        });
    }

    /// The number of [`Position::legal_turns`], without making them.
    pub(crate) fn count_turns(&self) -> u64 {
        let (shots, hold_fire) = (u64::from(self.shootable().len()), u64::from(self.may_hold_fire()));
        let mut count = 0;
        self.each_origin(|_, reach, completing| {
            let made = reach & completing;
            count += u64::from((reach - made).len()) + u64::from(made.len()) * (shots + hold_fire);
        });
        count
    }

    /// Calls `visit` for the hand or each cow that may move, with where it may go and where it would make a line.
    fn each_origin(&self, mut visit: impl FnMut(Option<Junction>, Cows, Cows)) {
        if self.outcome().is_some() {
            return;
        }
        let own = self.own.cows;
        if self.own.hand > 0 {
            return visit(None, self.vacant(), own.completing());
        }
        for from in own {
            let mut reach = self.reach(from);
            if let Some((back, _)) = self.own.armed.filter(|(back, _)| self.moves_back(from, *back)) {
                reach = reach - Cows::one(back);
            }
            visit(Some(from), reach, (own - Cows::one(from)).completing());
        }
    }
}
