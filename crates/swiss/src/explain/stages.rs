//! Search for the first criterion by which every round with another pair is worse than the draw, without a new draw for
//! each pair.
//!
//! The list is followed once. After each criterion the rounds that are as good as the draw so far are a face of
//! matchings, and a pair is first worse by the criterion after which none of them has it. One search tells all possible
//! opponents of a player. Once a bracket is finished it leaves no choice, so the next one starts with a new face: all
//! perfect matchings of the players who have no opponent yet.

use crate::criteria::Criterion;
use crate::criteria::order::dropping_order;
use crate::explain::drawn::Drawn;
use crate::explain::faces::{Chain, Stage, Stages};
use crate::field::{Clubs, Float};
use lexicographic_matching::bits::{bits, is_in};
use lexicographic_matching::{BitSet, Budget, Cost, Face, FaceMatching, Graph, NONE, Scale};

/// The words of graphs that are kept for further questions, before all are dropped.
const KEPT: usize = 8_000_000;

/// A charge on the pairs that miss a criterion.
enum Charge {
    /// Leaving the bracket, or the next one: to these.
    Leaving(Vec<usize>),
    Dropping(Vec<usize>),
    Clashes,
    Repeats,
}

impl Drawn<'_> {
    /// The first criterion by which all rounds in which a player meets one of `others`, which may have the bye, are
    /// worse than the draw; and the score group if it is a criterion of brackets. One of the others at least must be
    /// allowed by the hard rules. `None` if nothing may be spent to find it.
    pub(crate) fn excluded_by(&self, one: usize, others: &[usize]) -> Option<(Criterion, Option<usize>)> {
        if self.is_spent() {
            return None;
        }
        let search = || {
            let stages = &mut *self.stages.borrow_mut();
            if self.score_groups.is_empty() || !self.is_left(stages, 0, 0, one, others)? {
                let criterion = self.excluded_over_all(stages, one, others)?;
                return Some((criterion, None));
            }
            // Before which bracket there is still such a round: first without regard for its own criteria.
            let score_group = |place: usize| self.score_group_of.get(place).copied().unwrap_or(0);
            let bracket = |place: usize| score_group(place).max(score_group(self.mates[place]));
            let last = others
                .iter()
                .filter(|other| **other < self.round.len())
                .map(|other| bracket(*other))
                .max()?
                .min(bracket(one));
            let score_group = last_such(0, last, |score_group| self.is_left(stages, score_group, 0, one, others))?;
            let score_group = last_such(0, score_group, |score_group| {
                Some(score_group == 0 || self.is_left(stages, score_group, FIRST, one, others)?)
            })?;
            let from = if score_group == 0 { 1 } else { FIRST + 1 };
            for stage in from.. {
                let Some(criterion) = Self::criterion(stages, score_group, stage) else {
                    break;
                };
                if !self.is_left(stages, score_group, stage, one, others)? {
                    return Some((criterion, Some(score_group)));
                }
            }
            Some((Criterion::Slide, Some(score_group)))
        };
        self.left().run(search)?
    }
}

/// The stage of a bracket after the criteria that are already met by all that is left once the bracket above is drawn.
const FIRST: usize = 2;

/// The last number of a range for which `is_so` holds, by bisection. It must hold for the first, and hold for no number
/// after one for which it does not.
fn last_such(first: usize, last: usize, mut is_so: impl FnMut(usize) -> Option<bool>) -> Option<usize> {
    let (mut low, mut high) = (first, last);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if is_so(middle)? {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    Some(low)
}

impl Drawn<'_> {
    /// The criterion over the whole round by which every round is worse in which a player meets one of some others.
    fn excluded_over_all(&self, stages: &mut Stages, one: usize, others: &[usize]) -> Option<Criterion> {
        self.with_whole(stages, |drawn, chain| {
            let mut stage = 1;
            while let Some(criterion) = chain.criteria.get(stage - 1).copied() {
                if !drawn.is_left_in(chain, 0, stage, one, others)? {
                    return Some(criterion);
                }
                stage += 1;
            }
            Some(Criterion::ClashPlayers)
        })
    }

    /// Whether some legal round has a player meet one of some others.
    pub(crate) fn is_legal(&self, one: usize, others: &[usize]) -> Option<bool> {
        let stages = &mut *self.stages.borrow_mut();
        self.with_whole(stages, |drawn, chain| drawn.is_left_in(chain, 0, 0, one, others))
    }

    fn with_whole<T>(&self, stages: &mut Stages, ask: impl FnOnce(&Self, &mut Chain) -> Option<T>) -> Option<T> {
        let mut chain = stages.whole.take().unwrap_or_else(|| self.whole_chain());
        let answer = ask(self, &mut chain);
        stages.whole = Some(chain);
        answer
    }

    fn whole_chain(&self) -> Chain {
        let mut criteria = Vec::new();
        if self.round.bye().is_some() {
            criteria.push(Criterion::ByeScore);
        }
        if self.counts(Clubs::Round) {
            criteria.push(Criterion::ClubClashes);
        }
        if self.round.bye().is_some() {
            criteria.push(Criterion::ByeRank);
        }
        let places = (0..self.mates.len()).collect();
        Chain::new(
            places,
            [0; 3],
            self.mates.clone(),
            Graph::clone(self.round.hard()),
            criteria,
        )
    }

    fn bracket_chain(&self, score_group: usize) -> Option<Chain> {
        let is_moved = |place: &usize| {
            self.score_group_of[*place] < score_group
                && self
                    .score_group_of
                    .get(self.mates[*place])
                    .is_some_and(|met| *met >= score_group)
        };
        let above = self.score_groups[..score_group].iter().flatten().copied();
        let mut places: Vec<usize> = above.filter(is_moved).collect();
        let moved = places.len();
        places.extend(self.score_groups[score_group..].iter().flatten());
        let own = moved + self.score_groups[score_group].len();
        let next = own + self.score_groups.get(score_group + 1).map_or(0, Vec::len);
        let mut graph = self.eligibility()?.graph.induced(&places, 0);
        graph.remove_where(0..moved, &BitSet::from_numbers(places.len(), 0..moved), |_, _| !0);
        let mates = places
            .iter()
            .map(|place| places.binary_search(&self.mates[*place]).unwrap_or(NONE));
        let mates = mates.collect();
        let mut criteria = vec![
            Criterion::Downfloaters,
            Criterion::DownfloaterScores,
            Criterion::NextDownfloaters,
            Criterion::NextDownfloaterScores,
        ];
        if self.counts(Clubs::Bracket) {
            criteria.push(Criterion::BracketClashes);
        }
        if self.round.config.repeat_floats {
            criteria.push(Criterion::RepeatFloats);
        }
        criteria.extend([Criterion::MovedDownOpponents, Criterion::FloaterChoice]);
        Some(Chain::new(places, [moved, own, next], mates, graph, criteria))
    }

    /// The criterion after which a stage of a bracket comes.
    fn criterion(stages: &Stages, score_group: usize, stage: usize) -> Option<Criterion> {
        stages.brackets[score_group].as_ref()?.criteria.get(stage - 1).copied()
    }

    /// Whether at some stage of a bracket there is a round in which a player meets one of some others.
    fn is_left(
        &self,
        stages: &mut Stages,
        score_group: usize,
        stage: usize,
        one: usize,
        others: &[usize],
    ) -> Option<bool> {
        if stages.words > KEPT {
            *stages = Stages::default();
        }
        stages.brackets.resize_with(self.score_groups.len(), || None);
        let mut chain = match stages.brackets[score_group].take() {
            Some(chain) => chain,
            None => self.bracket_chain(score_group)?,
        };
        let before = chain.stages.len();
        let answer = self.is_left_in(&mut chain, score_group, stage, one, others);
        stages.words += (chain.stages.len() - before) * 3 * chain.places.len() * chain.places.len() / 64;
        stages.brackets[score_group] = Some(chain);
        answer
    }

    fn is_left_in(
        &self,
        chain: &mut Chain,
        score_group: usize,
        stage: usize,
        one: usize,
        others: &[usize],
    ) -> Option<bool> {
        let Ok(vertex) = chain.places.binary_search(&one) else {
            return Some(false);
        };
        while chain.stages.len() <= stage {
            if self.is_spent() {
                return None;
            }
            let next = self.next_stage(chain, score_group)?;
            chain.stages.push(next);
        }
        let stage = chain.stages[..=stage]
            .iter_mut()
            .rev()
            .find(|stage| stage.matchings.is_some())?;
        if stage.asked.as_ref().is_none_or(|(of, _)| *of != one) {
            if self.is_spent() {
                return None;
            }
            stage.asked = Some((one, stage.matchings.as_mut()?.possible_mates(vertex)));
        }
        let (_, row) = stage.asked.as_ref()?;
        let met = |other: &usize| chain.places.binary_search(other).is_ok_and(|other| is_in(row, other));
        Some(others.iter().any(met))
    }

    /// The stage after the next criterion of a chain, the draw being best by it.
    fn next_stage(&self, chain: &mut Chain, score_group: usize) -> Option<Stage> {
        let is_changed = match chain.stages.len().checked_sub(1).map(|number| chain.criteria[number]) {
            None => true,
            Some(Criterion::ByeScore) => {
                let (nobody, holder) = self.rests()?;
                let score = self.round.scores[holder];
                let mut graph = Graph::clone(&chain.face.graph);
                graph.retain_neighbours(nobody, |place| self.round.scores[place] == score);
                chain.face = Face::new(graph, chain.mates.clone());
                true
            }
            Some(Criterion::ClubClashes) => {
                let clash = |one: usize, other: usize| Cost::from(self.round.clash(one, other));
                chain.face.narrow(clash).then_some(true)?
            }
            Some(Criterion::ByeRank) => {
                let (nobody, holder) = self.rests()?;
                let mut matchings = chain.face.matching()?;
                matchings.settle(nobody, std::iter::once(holder))?;
                return Some(Stage::of(matchings));
            }
            Some(Criterion::Downfloaters) if score_group > 0 => false,
            Some(Criterion::Downfloaters) => {
                let charges = chain.leaving(self, 0, true, false);
                self.narrow(chain, charges)?
            }
            Some(Criterion::DownfloaterScores) => {
                let charges = chain.leaving(self, 0, score_group > 0, true);
                self.narrow(chain, charges)?
            }
            Some(Criterion::NextDownfloaters) => {
                let charges = chain.leaving(self, 1, true, false);
                self.narrow(chain, charges)?
            }
            Some(Criterion::NextDownfloaterScores) => {
                let charges = chain.leaving(self, 1, false, true);
                self.narrow(chain, charges)?
            }
            Some(Criterion::BracketClashes) => self.narrow(chain, vec![Charge::Clashes])?,
            Some(Criterion::RepeatFloats) => self.narrow(chain, vec![Charge::Repeats])?,
            Some(Criterion::MovedDownOpponents) => {
                let matchings = chain.opponents_settled(chain.face.matching()?)?;
                chain.settled = Some(matchings.clone());
                return Some(Stage::of(matchings));
            }
            Some(_) => {
                let matchings = chain.settled.take()?;
                return Some(Stage::of(chain.droppers_kept(self, matchings)?));
            }
        };
        Budget::spend(chain.places.len() * chain.places.len() / 16);
        Some(if is_changed {
            Stage::of(chain.face.matching()?)
        } else {
            Stage {
                matchings: None,
                asked: None,
            }
        })
    }

    /// The bye and who has it.
    fn rests(&self) -> Option<(usize, usize)> {
        let nobody = self.round.bye()?;
        Some((nobody, self.mates[nobody]))
    }

    /// Keeps the matchings that are best by some charges, the first the most important; whether there was any charge.
    fn narrow(&self, chain: &mut Chain, charges: Vec<Charge>) -> Option<bool> {
        let is_changed = !charges.is_empty();
        let mut charges = charges.into_iter().peekable();
        while charges.peek().is_some() {
            let mut scale = Scale::new();
            let mut prices = Prices::new(chain.ends[2]);
            while let Some(charge) = charges.peek() {
                let most = match charge {
                    Charge::Leaving(group) | Charge::Dropping(group) => group.len(),
                    Charge::Clashes | Charge::Repeats => chain.ends[1],
                };
                let Some(unit) = scale.push(most) else { break };
                prices.add(self, chain, charge, unit);
                charges.next();
            }
            let [moved, own, next] = chain.ends;
            let (places, round) = (&chain.places, self.round);
            let pair = |one: usize, other: usize| {
                if other < own {
                    let up = if one < moved { prices.up[other] } else { 0 };
                    let clash = prices.clash > 0 && round.clash(places[one], places[other]);
                    up + if clash { prices.clash } else { 0 }
                } else if one >= next {
                    0
                } else {
                    let leave = if one < own { prices.leave[one] } else { 0 };
                    leave + if other >= next { prices.drop[one] } else { 0 }
                }
            };
            chain.face.narrow(pair).then_some(())?;
        }
        Some(is_changed)
    }
}

/// The costs of the pairs of a bracket and the next, by the vertex that leaves or is met.
struct Prices {
    leave: Vec<Cost>,
    drop: Vec<Cost>,
    up: Vec<Cost>,
    clash: Cost,
}

impl Prices {
    fn new(len: usize) -> Self {
        Self {
            leave: vec![0; len],
            drop: vec![0; len],
            up: vec![0; len],
            clash: 0,
        }
    }

    fn add(&mut self, drawn: &Drawn, chain: &Chain, charge: &Charge, unit: Cost) {
        match charge {
            Charge::Leaving(group) => group.iter().for_each(|one| self.leave[*one] += unit),
            Charge::Dropping(group) => group.iter().for_each(|one| self.drop[*one] += unit),
            Charge::Clashes => self.clash += unit,
            Charge::Repeats => {
                for one in chain.ends[0]..chain.ends[1] {
                    let floated = |float| drawn.round.floated(chain.places[one], float);
                    self.leave[one] += if floated(Float::Down) { unit } else { 0 };
                    self.up[one] += if floated(Float::Up) { unit } else { 0 };
                }
            }
        }
    }
}

impl Chain {
    /// The charges for those who leave the bracket, or the next one: their number, and their scores. Who cannot stay is
    /// charged nothing, and of the scores the lowest is what is left of the number.
    fn leaving(&self, drawn: &Drawn, which: usize, number: bool, scores: bool) -> Vec<Charge> {
        let ([moved, own, next], len) = (self.ends, self.places.len());
        let end = if which == 0 { own } else { next };
        let row = |from: usize, to: usize| bits(len, from..to);
        let (inside, others, outside) = (row(0, end), row(moved, end), row(end, len));
        let graph = &self.face.graph;
        let stays = |one: &usize| graph.has_neighbour_in(*one, if *one < moved { &others } else { &inside });
        let able: Vec<usize> = (0..end).filter(stays).collect();
        let charge = if which == 0 { Charge::Leaving } else { Charge::Dropping };
        let score = |one: usize| drawn.round.scores[self.places[one]];
        let groups = able.chunk_by(|one, other| score(*one) == score(*other));
        let higher: Vec<Vec<usize>> = groups.rev().skip(1).map(<[usize]>::to_vec).collect();
        let higher = higher.into_iter().rev().map(|mut group| {
            group.retain(|one| graph.has_neighbour_in(*one, &outside));
            group
        });
        let mut charges = Vec::new();
        if number && able.iter().any(|one| graph.has_neighbour_in(*one, &outside)) {
            charges.push(charge(able.clone()));
        }
        if scores {
            charges.extend(higher.filter(|group| !group.is_empty()).map(charge));
        }
        charges
    }

    /// Keeps of these the ones in which those drop who do so in the draw.
    fn droppers_kept(&self, drawn: &Drawn, mut matchings: FaceMatching) -> Option<FaceMatching> {
        let [moved, own, _] = self.ends;
        let left: Vec<usize> = (moved..own).filter(|one| self.mates[*one] >= moved).collect();
        let outside = bits(self.places.len(), own..self.places.len());
        for one in dropping_order(&left, drawn.round.config.floater) {
            if self.mates[one] >= own && !matchings.restrict(one, &outside) {
                return None;
            }
        }
        Some(matchings)
    }
}
