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
    /// No position has more: each of the 40 links with each of twelve cows to shoot would be as many.
    pub const CAPACITY: usize = 480;

    pub(crate) fn of(position: &Position) -> Self {
        let mut list = Self { turns: [Turn::place(Junction::E1); Self::CAPACITY], len: 0 };
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
    /// Calls `visit` with every legal turn.
    pub(crate) fn each_turn(&self, mut visit: impl FnMut(Turn)) {
        if self.outcome().is_some() {
            return;
        }
        let (shots, hold_fire) = (self.shootable(), self.may_hold_fire());
        let mut with_shots = |turn: Turn, made: bool| {
            if !made || hold_fire {
                visit(turn);
            }
            if made {
                shots.iter().for_each(|shot| visit(turn.shooting(shot)));
            }
        };
        if self.hand(self.side()) > 0 {
            let completing = self.own().completing();
            for to in self.vacant() {
                with_shots(Turn::place(to), completing.contains(to));
            }
            return;
        }
        for from in self.own() {
            let completing = (self.own() - Cows::one(from)).completing();
            for to in self.reach(from) {
                if !self.moves_back(from, to) {
                    with_shots(Turn::from_to(from, to), completing.contains(to));
                }
            }
        }
    }
}
