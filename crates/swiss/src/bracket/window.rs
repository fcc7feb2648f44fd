//! A bracket with what lies under it, by matchings of least cost.

use std::mem::{replace, take};

use crate::bracket::{Bracket, Outcome};
use crate::criteria::order::dropping_order;
use crate::field::{Clubs, Float};
use crate::no_draw::Undrawn;
use lexicographic_matching::bits::{bits, take_out};
use lexicographic_matching::{BitSet, Cost, Face, Matching, NONE, Scale};

/// A bracket, the next and those below, numbered from 0 in standing order: those moved down, the players of the
/// score, those of the next, and those below.
pub(crate) struct Window<'a> {
    bracket: &'a Bracket<'a>,
    places: Vec<usize>,
    /// Where the first three parts end.
    moved: usize,
    own: usize,
    next: usize,
    face: Face,
    scale: Scale,
    prices: Prices,
    /// Whether there are any.
    priced: bool,
}

/// What the next criteria cost, for each player of the bracket and the next.
#[derive(Default)]
struct Prices {
    /// To leave the bracket.
    leave: Vec<Cost>,
    /// To leave it and the next one.
    drop: Vec<Cost>,
    /// To meet one who was moved down.
    up: Vec<Cost>,
    clash: Cost,
}

impl Prices {
    fn none(len: usize) -> Self {
        let none = || vec![0; len];
        Self {
            leave: none(),
            drop: none(),
            up: none(),
            clash: 0,
        }
    }
}

impl Bracket<'_> {
    /// The optimum, by matchings of least cost of everybody who is left; the witness then is one of them.
    pub(crate) fn solve(&self, witness: &mut Matching) -> Result<Outcome, Undrawn> {
        let mut window = Window::new(self, witness);
        let outcome = window.best().ok_or(Undrawn::OutOfReach)?;
        for (one, other) in window.pairs() {
            witness.unmatch(one);
            witness.unmatch(other);
            witness.join(one, other);
        }
        Ok(outcome)
    }
}

impl<'a> Window<'a> {
    pub(crate) fn new(bracket: &'a Bracket<'a>, witness: &Matching) -> Self {
        let moved = bracket.moved.len();
        let own = moved + bracket.own.len();
        let next = own + bracket.next.len();
        let places = [bracket.moved, bracket.own, bracket.next, bracket.below].concat();
        let mut graph = bracket.graph.induced(&places, 0);
        let len = graph.len();
        graph.remove_where(0..moved, &BitSet::from_numbers(len, 0..moved), |_, _| !0);
        let mut mates = vec![NONE; len];
        for one in 0..len {
            let mate = witness
                .mate(places[one])
                .and_then(|mate| places.binary_search(&mate).ok());
            mates[one] = mate.filter(|mate| graph.has_edge(one, *mate)).unwrap_or(NONE);
        }
        Self {
            bracket,
            places,
            moved,
            own,
            next,
            face: Face::new(graph, mates),
            scale: Scale::new(),
            prices: Prices::none(next),
            priced: false,
        }
    }

    /// How many there are.
    const fn len(&self) -> usize {
        self.face.graph.len()
    }

    /// How the bracket comes out at its best; `None` if it cannot be paired.
    pub(crate) fn best(&mut self) -> Option<Outcome> {
        self.leavers()?;
        self.clashes_and_repeats()?;
        self.decide()?;
        self.opponents_and_droppers();
        Some(self.outcome())
    }

    fn outcome(&self) -> Outcome {
        let own = |one: &usize| (self.moved..self.own).contains(one);
        let mut outcome = Outcome::default();
        for one in 0..self.own {
            let mate = self.face.mates[one];
            if mate >= self.own {
                outcome.leaving.push(self.places[one]);
            } else if one < self.moved {
                outcome.met.push((self.places[one], self.places[mate]));
            } else if own(&mate) {
                outcome.rest.push(self.places[one]);
            }
        }
        outcome
    }

    /// The pairs that were found.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let mates = self.face.mates.iter().copied().enumerate();
        mates
            .filter(|(one, mate)| one < mate)
            .map(|(one, mate)| (self.places[one], self.places[mate]))
    }

    /// What one of the next criterion counts; if there is no room for it, what is there is decided first.
    fn unit(&mut self, most: usize) -> Option<Cost> {
        let mut unit = self.scale.push(most);
        if unit.is_none() {
            self.decide()?;
            unit = self.scale.push(most);
        }
        self.priced = true;
        unit
    }

    /// Keeps the best by the criteria that have prices.
    fn decide(&mut self) -> Option<()> {
        if !take(&mut self.priced) {
            return Some(());
        }
        self.scale = Scale::new();
        let prices = replace(&mut self.prices, Prices::none(self.next));
        let (moved, own, next) = (self.moved, self.own, self.next);
        let (bracket, places) = (self.bracket, &self.places);
        let clash = |one: usize, other: usize| prices.clash > 0 && bracket.round.clash(places[one], places[other]);
        let leave = &prices.leave;
        let drop: Vec<Cost> = (0..next)
            .map(|one| prices.drop[one] + if one < own { leave[one] } else { 0 })
            .collect();
        let pair = |one: usize, other: usize| {
            if other < own {
                let up = if one < moved { prices.up[other] } else { 0 };
                up + if clash(one, other) { prices.clash } else { 0 }
            } else if one < next && other >= next {
                drop[one]
            } else if one < own {
                leave[one]
            } else {
                0
            }
        };
        self.face.narrow(pair).then_some(())
    }

    fn score(&self, one: usize) -> u32 {
        self.bracket.round.scores[self.places[one]]
    }

    /// How many leave the bracket, and their scores, and the same of the next. Who could not stay is no question.
    fn leavers(&mut self) -> Option<()> {
        for (end, level) in [(self.own, 0), (self.next, 1)] {
            let (moved, row) = (self.moved, |from: usize, to: usize| bits(self.len(), from..to));
            let (inside, own, outside) = (row(0, end), row(moved, end), row(end, self.len()));
            let could_stay = |face: &Face, one: usize| {
                face.graph
                    .has_neighbour_in(one, if one < moved { &own } else { &inside })
            };
            let could_leave = |face: &Face, one: usize| face.graph.has_neighbour_in(one, &outside);
            let able: Vec<usize> = (0..end).filter(|one| could_stay(&self.face, *one)).collect();
            if able.is_empty() {
                continue;
            }
            let all = self.unit(able.len())?;
            self.charge(level, &able, all);
            let groups: Vec<Vec<usize>> = able
                .chunk_by(|one, other| self.score(*one) == self.score(*other))
                .map(<[usize]>::to_vec)
                .collect();
            // The lowest are what is left of the number.
            for mut group in groups.into_iter().rev().skip(1).rev() {
                group.retain(|one| could_stay(&self.face, *one) && could_leave(&self.face, *one));
                if !group.is_empty() {
                    let unit = self.unit(group.len())?;
                    self.charge(level, &group, unit);
                }
            }
        }
        Some(())
    }

    fn charge(&mut self, level: usize, group: &[usize], unit: Cost) {
        let prices = if level == 0 {
            &mut self.prices.leave
        } else {
            &mut self.prices.drop
        };
        for one in group {
            prices[*one] += unit;
        }
    }

    fn clashes_and_repeats(&mut self) -> Option<()> {
        let round = self.bracket.round;
        if round.avoid && round.config.clubs == Clubs::Bracket {
            self.prices.clash = self.unit(self.own)?;
        }
        if round.config.repeat_floats {
            let unit = self.unit(self.own)?;
            for one in self.moved..self.own {
                if round.floated(self.places[one], Float::Down) {
                    self.prices.leave[one] += unit;
                }
                if round.floated(self.places[one], Float::Up) {
                    self.prices.up[one] += unit;
                }
            }
        }
        Some(())
    }

    /// Whom those moved down meet, and who of the others of the score leaves.
    fn opponents_and_droppers(&mut self) {
        if self.is_as_wished() {
            return;
        }
        let mut nested = self.face.matching();
        let own = bits(self.len(), self.moved..self.own);
        for one in (0..self.moved).filter(|one| self.face.graph.has_neighbour_in(*one, &own)) {
            nested.settle(one, self.moved..self.own);
        }
        self.face.adopt(&mut nested);
        let order = self.dropping_order();
        let mut open = order.iter().filter(|one| self.face.mates[**one] >= self.own).count();
        let outside = bits(self.len(), self.own..self.len());
        for one in order {
            if open == 0 {
                break;
            }
            open -= usize::from(nested.restrict(one, &outside));
        }
        self.face.adopt(&mut nested);
    }

    /// Whether each of those moved down meets the first who is left, and the first to drop are those who do.
    fn is_as_wished(&self) -> bool {
        let mut left = bits(self.len(), self.moved..self.own);
        for one in 0..self.moved {
            let first = self.face.graph.neighbours_in(one, &left).next();
            if first != Some(self.face.mates[one]).filter(|mate| *mate < self.own) {
                return false;
            }
            if let Some(own) = first {
                take_out(&mut left, own);
            }
        }
        let drops = |one: &usize| self.face.mates[*one] >= self.own;
        self.dropping_order()
            .iter()
            .skip_while(|one| drops(one))
            .all(|one| !drops(one))
    }

    fn dropping_order(&self) -> Vec<usize> {
        let left: Vec<usize> = (self.moved..self.own)
            .filter(|one| self.face.mates[*one] >= self.moved)
            .collect();
        dropping_order(&left, self.bracket.round.config.floater)
    }
}
