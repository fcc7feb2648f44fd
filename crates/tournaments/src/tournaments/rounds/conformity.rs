//! The conformity of a published round with the draw: as computed, or otherwise because the umpire had to, or without need.

use morabaraba_swiss::{Stuck, Waiver};

use crate::tournaments::model::draw::Pairing;
use crate::tournaments::model::{Entry, Orders, Round, TournamentSnapshot};
use crate::tournaments::rounds::draw::{DrawFailure, Undrawn};
use crate::values::number::{RoundNumber, Seed};

/// The conformity of a published round with the draw.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Conformity {
    /// The pairs are those of the draw.
    AsDrawn,
    /// There was no draw without waivers, and they are those of the draw with the waivers that the proof asked for.
    Waived,
    /// They are those of the draw, but where somebody came or left after it.
    Followed,
    /// They are others, without need.
    Otherwise,
}

impl TournamentSnapshot {
    /// The conformity of a published round with the draw, from what was known when it was drawn.
    #[must_use]
    pub fn conformity(&self, round: &Round) -> Conformity {
        let (orders, own) = (&round.orders, round.draw.pairing());
        if orders.is_nothing() {
            return Conformity::AsDrawn;
        }
        let then = self.known_at(round.drawn_at);
        let drawn = |snapshot: &TournamentSnapshot, orders: &Orders| {
            let draw = snapshot.draw(round.number, &round.draw.never_meets, orders);
            draw.map(|draw| draw.pairing())
        };
        match drawn(&then, &Orders::default()) {
            Ok(computed) if computed.is_same(&own) => return Conformity::AsDrawn,
            Err(DrawFailure::Undrawn(Undrawn::NoLegalDraw(stuck))) if asks_for(&stuck, &orders.waivers) => {
                let waived = Orders {
                    waivers: orders.waivers.clone(),
                    ..Orders::default()
                };
                if drawn(&then, &waived).is_ok_and(|computed| computed.is_same(&own)) {
                    return Conformity::Waived;
                }
            }
            Ok(_) | Err(_) => {}
        }
        let moved = then.moved(round.number);
        let before = then.before(&moved, round.number);
        let follows = |before: &Pairing| own.follows(before, &moved);
        if !moved.is_empty() && drawn(&before, &Orders::default()).is_ok_and(|before| follows(&before)) {
            Conformity::Followed
        } else {
            Conformity::Otherwise
        }
    }

    /// Those who came or left for that round.
    fn moved(&self, number: RoundNumber) -> Vec<Seed> {
        let moved = |entry: &&Entry| {
            let came = number != RoundNumber::FIRST && entry.first_round == number;
            let left_or_returned = entry
                .absences
                .iter()
                .any(|absence| absence.first_round == number || absence.last_round == Some(number.previous()));
            came || left_or_returned
        };
        self.entries.iter().filter(moved).map(|entry| entry.seed).collect()
    }

    /// The snapshot as it was before those came or left for that round.
    fn before(&self, moved: &[Seed], number: RoundNumber) -> TournamentSnapshot {
        let mut before = self.clone();
        for entry in before.entries.iter_mut().filter(|entry| moved.contains(&entry.seed)) {
            if entry.first_round == number && number != RoundNumber::FIRST {
                entry.first_round = number.next();
            }
            entry.absences.retain(|absence| absence.first_round != number);
            let returned = entry
                .absences
                .iter_mut()
                .filter(|absence| absence.last_round == Some(number.previous()));
            returned.for_each(|absence| absence.last_round = Some(number));
        }
        before
    }
}

impl Pairing {
    /// Whether these are the same pairs, in whatever order, and the same bye.
    #[must_use]
    pub fn is_same(&self, other: &Pairing) -> bool {
        self.bye == other.bye && self.pairs.len() == other.pairs.len() && other.pairs.iter().all(|pair| self.has(*pair))
    }

    /// Whether the two meet in it.
    #[must_use]
    pub fn has(&self, [left, right]: [Seed; 2]) -> bool {
        self.pairs
            .iter()
            .any(|pair| *pair == [left, right] || *pair == [right, left])
    }

    /// Whether every pair of the earlier pairing is kept that none of those who moved belongs to.
    fn follows(&self, before: &Pairing, moved: &[Seed]) -> bool {
        let stays = |pair: &&[Seed; 2]| !pair.iter().any(|seed| moved.contains(seed));
        before.pairs.iter().filter(stays).all(|pair| self.has(*pair))
    }
}

/// Whether the proof that there is no draw asks for all these waivers.
fn asks_for(stuck: &Stuck, waivers: &[Waiver]) -> bool {
    let asked: Vec<Waiver> = stuck.waivers.list().iter().copied().map(in_order).collect();
    waivers.iter().all(|waiver| asked.contains(&in_order(*waiver)))
}

/// The waiver with the lower id named first.
fn in_order(waiver: Waiver) -> Waiver {
    match waiver {
        Waiver::Rematch(left, right) => Waiver::Rematch(left.min(right), left.max(right)),
        Waiver::Forbidden(left, right) => Waiver::Forbidden(left.min(right), left.max(right)),
        Waiver::SecondBye(_) => waiver,
    }
}
