//! The exact way through criteria 5 to 10 of one bracket, for all cases: perfect matchings of least cost of all players
//! who are left.
//!
//! Each criterion is a number of a lexicographic cost of pairs. Those that are numbers of players (5 to 8) are costs at
//! once; the choice of opponents and downfloaters (9 and 10) settles one player after the other in the face of the
//! optimal matchings.

use std::mem::{replace, take};

use crate::bracket::{Bracket, Outcome};
use crate::criteria::order::dropping_order;
use crate::field::{Clubs, Float};
use crate::no_draw::Undrawn;
use lexicographic_matching::bits::bits;
use lexicographic_matching::{BitSet, Cost, Face, Matching, NONE, Scale};

/// The players who are left, numbered from 0 in standing order: moved down, residents, of the next score group, and
/// below.
pub(crate) struct BracketProblem<'a> {
    bracket: &'a Bracket<'a>,
    places: Vec<usize>,
    /// The ends of the first three of these four parts.
    moved_down: usize,
    residents: usize,
    next: usize,
    face: Face,
    scale: Scale,
    edge_costs: EdgeCosts,
    /// Whether any cost was charged since the face was narrowed last.
    is_charged: bool,
}

/// The costs of the criteria at hand, for each player of the bracket and the next score group.
#[derive(Default)]
struct EdgeCosts {
    /// The cost of leaving the bracket.
    leave: Vec<Cost>,
    /// The cost of leaving both brackets.
    drop: Vec<Cost>,
    /// The cost of meeting a moved-down player.
    up: Vec<Cost>,
    clash: Cost,
}

impl EdgeCosts {
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
    /// The optimum. `completion` becomes a perfect matching with this outcome.
    pub(crate) fn solve(&self, completion: &mut Matching) -> Result<Outcome, Undrawn> {
        let mut problem = BracketProblem::new(self, completion);
        let outcome = problem.best().ok_or(Undrawn::OutOfReach)?;
        for (player, opponent) in problem.pairs() {
            completion.unmatch(player);
            completion.unmatch(opponent);
            completion.join(player, opponent);
        }
        Ok(outcome)
    }
}

impl<'a> BracketProblem<'a> {
    pub(crate) fn new(bracket: &'a Bracket<'a>, completion: &Matching) -> Self {
        let moved_down = bracket.moved_down.len();
        let residents = moved_down + bracket.residents.len();
        let next = residents + bracket.next.len();
        let places = [bracket.moved_down, bracket.residents, bracket.next, bracket.below].concat();
        let mut graph = bracket.graph.induced(&places, 0);
        let len = graph.len();
        graph.remove_where(0..moved_down, &BitSet::from_numbers(len, 0..moved_down), |_, _| !0);
        let mut mates = vec![NONE; len];
        for player in 0..len {
            let mate = completion
                .mate(places[player])
                .and_then(|mate| places.binary_search(&mate).ok());
            mates[player] = mate.filter(|mate| graph.has_edge(player, *mate)).unwrap_or(NONE);
        }
        Self {
            bracket,
            places,
            moved_down,
            residents,
            next,
            face: Face::new(graph, mates),
            scale: Scale::new(),
            edge_costs: EdgeCosts::none(next),
            is_charged: false,
        }
    }

    /// The number of players who are left.
    const fn len(&self) -> usize {
        self.face.graph.len()
    }

    /// The outcome that is best by all criteria; `None` if the budget is spent.
    pub(crate) fn best(&mut self) -> Option<Outcome> {
        self.downfloaters()?;
        self.clashes_and_repeats()?;
        self.narrow_face()?;
        self.opponents_and_floaters()?;
        Some(self.outcome())
    }

    fn outcome(&self) -> Outcome {
        let residents = |player: &usize| (self.moved_down..self.residents).contains(player);
        let mut outcome = Outcome::default();
        for player in 0..self.residents {
            let mate = self.face.mates[player];
            if mate >= self.residents {
                outcome.downfloaters.push(self.places[player]);
            } else if player < self.moved_down {
                outcome.moved_down_pairs.push((self.places[player], self.places[mate]));
            } else if residents(&mate) {
                outcome.sliding.push(self.places[player]);
            }
        }
        outcome
    }

    /// The pairs of the matching.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        let mates = self.face.mates.iter().copied().enumerate();
        mates
            .filter(|(player, mate)| player < mate)
            .map(|(player, mate)| (self.places[player], self.places[mate]))
    }

    /// The unit of the next criterion. If there is no room for it, the face is narrowed first.
    fn unit(&mut self, most: usize) -> Option<Cost> {
        let mut unit = self.scale.push(most);
        if unit.is_none() {
            self.narrow_face()?;
            unit = self.scale.push(most);
        }
        self.is_charged = true;
        unit
    }

    /// Narrows the face by the criteria that were charged.
    fn narrow_face(&mut self) -> Option<()> {
        if !take(&mut self.is_charged) {
            return Some(());
        }
        self.scale = Scale::new();
        let edge_costs = replace(&mut self.edge_costs, EdgeCosts::none(self.next));
        let (moved_down, residents, next) = (self.moved_down, self.residents, self.next);
        let (bracket, places) = (self.bracket, &self.places);
        let clash = |player: usize, opponent: usize| {
            edge_costs.clash > 0 && bracket.round.clash(places[player], places[opponent])
        };
        let leave = &edge_costs.leave;
        let drop: Vec<Cost> = (0..next)
            .map(|player| edge_costs.drop[player] + if player < residents { leave[player] } else { 0 })
            .collect();
        let pair = |player: usize, opponent: usize| {
            if opponent < residents {
                let up = if player < moved_down {
                    edge_costs.up[opponent]
                } else {
                    0
                };
                up + if clash(player, opponent) { edge_costs.clash } else { 0 }
            } else if player < next && opponent >= next {
                drop[player]
            } else if player < residents {
                leave[player]
            } else {
                0
            }
        };
        self.face.narrow(pair).then_some(())
    }

    fn score(&self, player: usize) -> u32 {
        self.bracket.round.scores[self.places[player]]
    }

    /// Charges the number of downfloaters and their scores, of this bracket and of the next. Players who cannot stay
    /// cost nothing, since they leave in any case.
    fn downfloaters(&mut self) -> Option<()> {
        for (end, depth) in [(self.residents, 0), (self.next, 1)] {
            let (moved_down, row) = (self.moved_down, |from: usize, to: usize| bits(self.len(), from..to));
            let (inside, residents, outside) = (row(0, end), row(moved_down, end), row(end, self.len()));
            let could_stay = |face: &Face, player: usize| {
                face.graph
                    .has_neighbour_in(player, if player < moved_down { &residents } else { &inside })
            };
            let could_leave = |face: &Face, player: usize| face.graph.has_neighbour_in(player, &outside);
            let able: Vec<usize> = (0..end).filter(|player| could_stay(&self.face, *player)).collect();
            if able.is_empty() {
                continue;
            }
            let all = self.unit(able.len())?;
            self.charge(depth, &able, all);
            let groups: Vec<Vec<usize>> = able
                .chunk_by(|player, opponent| self.score(*player) == self.score(*opponent))
                .map(<[usize]>::to_vec)
                .collect();
            // The lowest score is left out: its number follows from the others.
            for mut group in groups.into_iter().rev().skip(1).rev() {
                group.retain(|player| could_stay(&self.face, *player) && could_leave(&self.face, *player));
                if !group.is_empty() {
                    let unit = self.unit(group.len())?;
                    self.charge(depth, &group, unit);
                }
            }
        }
        Some(())
    }

    fn charge(&mut self, depth: usize, group: &[usize], unit: Cost) {
        let edge_costs = if depth == 0 {
            &mut self.edge_costs.leave
        } else {
            &mut self.edge_costs.drop
        };
        for player in group {
            edge_costs[*player] += unit;
        }
    }

    fn clashes_and_repeats(&mut self) -> Option<()> {
        let round = self.bracket.round;
        if round.avoid && round.config.clubs == Clubs::Bracket {
            self.edge_costs.clash = self.unit(self.residents)?;
        }
        if round.config.repeat_floats {
            let unit = self.unit(self.residents)?;
            for player in self.moved_down..self.residents {
                if round.floated(self.places[player], Float::Down) {
                    self.edge_costs.leave[player] += unit;
                }
                if round.floated(self.places[player], Float::Up) {
                    self.edge_costs.up[player] += unit;
                }
            }
        }
        Some(())
    }

    /// Settles the opponents of moved-down players, and the downfloaters among the other residents.
    fn opponents_and_floaters(&mut self) -> Option<()> {
        let mut nested = self.face.matching()?;
        let residents = bits(self.len(), self.moved_down..self.residents);
        for player in (0..self.moved_down).filter(|player| self.face.graph.has_neighbour_in(*player, &residents)) {
            nested.settle(player, self.moved_down..self.residents);
        }
        self.face.adopt(&mut nested);
        let order = self.dropping_order();
        let mut open = order
            .iter()
            .filter(|player| self.face.mates[**player] >= self.residents)
            .count();
        let outside = bits(self.len(), self.residents..self.len());
        for player in order {
            if open == 0 {
                break;
            }
            open -= usize::from(nested.restrict(player, &outside));
        }
        self.face.adopt(&mut nested);
        Some(())
    }

    fn dropping_order(&self) -> Vec<usize> {
        let left: Vec<usize> = (self.moved_down..self.residents)
            .filter(|player| self.face.mates[*player] >= self.moved_down)
            .collect();
        dropping_order(&left, self.bracket.round.config.floater)
    }
}
