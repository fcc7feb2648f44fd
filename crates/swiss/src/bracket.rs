//! One bracket, exactly: who of it is paired inside, who leaves it, and whom those moved down meet.

use crate::graph::{Graph, bits};
use crate::matching::{Matching, NONE};
use crate::round::Round;
use crate::weigh::{Cost, Scale, lightest, lightest_open};
use crate::{Clubs, Float, Floater, Undrawn};

/// A bracket and what lies under it, all as places in the standing order.
#[derive(Clone, Debug)]
pub(crate) struct Bracket<'a> {
    pub(crate) round: &'a Round<'a>,
    pub(crate) graph: &'a Graph,
    /// Those who come from above, unpaired.
    pub(crate) moved: Vec<usize>,
    /// The players of the score.
    pub(crate) own: &'a [usize],
    /// Those of the next score.
    pub(crate) next: &'a [usize],
    /// Those further down.
    pub(crate) below: &'a [usize],
    /// How many of all players somebody may not meet, at the most.
    pub(crate) most: usize,
}

/// How a bracket comes out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Outcome {
    /// Those moved down who are paired here, each with the opponent.
    pub(crate) met: Vec<(usize, usize)>,
    /// Those who leave, in standing order.
    pub(crate) leaving: Vec<usize>,
    /// The other players of the score, who are paired with each other.
    pub(crate) rest: Vec<usize>,
    /// One way to pair these, if it is known.
    pub(crate) pairs: Vec<(usize, usize)>,
}

/// In which part of the field a player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Zone {
    Moved,
    Own,
    Next,
    Below,
}

/// The names of the costs that every matching of the bracket has.
struct Names {
    leave: usize,
    leave_next: usize,
    /// For each score from the top, its two names.
    scores: Vec<(u32, usize, usize)>,
    clashes: usize,
    repeats: usize,
}

/// What the costs are counted for at the moment, and what is decided already.
#[derive(Default)]
struct Stage {
    /// Those moved down whose opponent is asked for.
    asked: Vec<(usize, usize)>,
    /// Those of the score for whom staying is a cost.
    staying: Vec<(usize, usize)>,
    /// Those who must leave.
    leavers: Vec<usize>,
    /// Those who must not.
    stayers: Vec<usize>,
    /// Those who are out of the question because they are paired.
    gone: Vec<usize>,
    /// The mates in the last matching, by place.
    mates: Vec<usize>,
    /// How many of those below are looked at.
    reach: usize,
}

impl Bracket<'_> {
    /// The optimum, by matchings of least cost: first of the bracket, the next and a few of those below, whom everybody may
    /// leave. If all below can then be paired, nothing better is thinkable; if not, more of them are looked at, in the end
    /// all. The witness then pairs those who leave and those below.
    pub(crate) fn solve(&self, witness: &mut Matching, first_reach: usize) -> Result<Outcome, Undrawn> {
        let mut reach = first_reach.min(self.below.len());
        loop {
            let mut stage = Stage { reach, ..Stage::default() };
            let met = self.meet(&mut stage)?;
            self.choose(&mut stage)?;
            stage.leavers.sort_unstable();
            let stays = |place: &usize| !stage.gone.contains(place) && !stage.leavers.contains(place);
            let rest = self.own.iter().copied().filter(stays).collect();
            let outcome = Outcome { met, leaving: std::mem::take(&mut stage.leavers), rest, pairs: Vec::new() };
            if self.is_completed(&outcome, &stage.mates, reach, witness) {
                return Ok(outcome);
            }
            if reach == self.below.len() {
                return Err(Undrawn::OutOfReach);
            }
            reach = (4 * reach).min(self.below.len());
        }
    }

    /// Whether those who leave and those below can all be paired, the next bracket losing as many as in the matching found.
    fn is_completed(&self, outcome: &Outcome, mates: &[usize], reach: usize, witness: &mut Matching) -> bool {
        let mut trial = witness.clone();
        for place in self.everybody(reach).map(|(place, _)| place) {
            trial.part(place);
        }
        let window: Vec<usize> = outcome.leaving.iter().chain(self.next).copied().collect();
        let is_in = bits(self.graph.len(), window.iter().copied());
        let inside = |place: usize| place != NONE && is_in[place / 64] >> (place % 64) & 1 == 1;
        for place in window.iter().chain(&self.below[..reach]) {
            if mates[*place] != NONE {
                trial.pair(*place, mates[*place]);
            }
        }
        let dropping = window.iter().copied().filter(|place| !inside(mates[*place]));
        trial.keep(dropping.chain(self.below.iter().copied()));
        trial.set_apart(&outcome.leaving);
        let completed = trial.complete(self.graph);
        if completed {
            trial.keep(window.iter().chain(self.below).copied());
            *witness = trial;
        }
        completed
    }

    /// Decides whom each of those moved down meets.
    fn meet(&self, stage: &mut Stage) -> Result<Vec<(usize, usize)>, Undrawn> {
        let mut met = Vec::new();
        let mut judged = 0;
        while judged < self.moved.len() {
            let (mut scale, names) = self.scale();
            stage.asked.clear();
            for place in &self.moved[judged..] {
                let most = self.own.len();
                let name = if stage.asked.is_empty() { Some(scale.push(most)) } else { scale.push_narrow(most) };
                let Some(name) = name else { break };
                stage.asked.push((*place, name));
            }
            self.lightest(&scale, &names, stage)?;
            for place in &self.moved[judged..judged + stage.asked.len()] {
                match stage.mates[*place] {
                    mate if self.own.contains(&mate) => {
                        met.push((*place, mate));
                        stage.gone.extend([*place, mate]);
                    }
                    _ => stage.leavers.push(*place),
                }
            }
            judged += stage.asked.len();
        }
        stage.asked.clear();
        Ok(met)
    }

    /// Decides who of the others of the score leaves.
    fn choose(&self, stage: &mut Stage) -> Result<(), Undrawn> {
        let left: Vec<usize> = self.own.iter().copied().filter(|place| !stage.gone.contains(place)).collect();
        let order = dropping_order(&left, self.round.config.floater);
        let mut judged = 0;
        while judged < order.len() {
            let (mut scale, names) = self.scale();
            stage.staying.clear();
            for place in &order[judged..] {
                let name = if stage.staying.is_empty() { Some(scale.push(1)) } else { scale.push_narrow(1) };
                let Some(name) = name else { break };
                stage.staying.push((*place, name));
            }
            self.lightest(&scale, &names, stage)?;
            for place in &order[judged..judged + stage.staying.len()] {
                let leaves = !self.own.contains(&stage.mates[*place]);
                if leaves { stage.leavers.push(*place) } else { stage.stayers.push(*place) }
            }
            judged += stage.staying.len();
        }
        Ok(())
    }

    fn everybody(&self, reach: usize) -> impl Iterator<Item = (usize, Zone)> {
        let parts: [(&[usize], Zone); 4] = [
            (&self.moved, Zone::Moved),
            (self.own, Zone::Own),
            (self.next, Zone::Next),
            (&self.below[..reach], Zone::Below),
        ];
        parts.into_iter().flat_map(|(places, zone)| places.iter().map(move |place| (*place, zone)))
    }

    fn scale(&self) -> (Scale, Names) {
        let all = self.moved.len() + self.own.len();
        let mut scale = Scale::new(all + self.next.len() + self.below.len());
        let mut sizes: Vec<(u32, usize)> = Vec::new();
        for place in self.moved.iter().chain(self.own).chain(self.next) {
            let score = self.round.scores[*place];
            match sizes.last_mut() {
                Some((last, size)) if *last == score => *size += 1,
                _ => sizes.push((score, 1)),
            }
        }
        let leave = scale.push(all);
        let first: Vec<usize> = sizes.iter().map(|(_, size)| scale.push(*size)).collect();
        let leave_next = scale.push(all + self.next.len());
        let second: Vec<usize> = sizes.iter().map(|(_, size)| scale.push(*size)).collect();
        let scores = sizes.iter().zip(first).zip(second).map(|((size, one), two)| (size.0, one, two)).collect();
        let (clashes, repeats) = (scale.push(all), scale.push(all));
        (scale, Names { leave, leave_next, scores, clashes, repeats })
    }

    /// The mates by place of the best matching of everybody that the stage allows.
    fn lightest(&self, scale: &Scale, names: &Names, stage: &mut Stage) -> Result<(), Undrawn> {
        let everybody: Vec<(usize, Zone)> =
            self.everybody(stage.reach).filter(|(place, _)| !stage.gone.contains(place)).collect();
        let cost = |one: usize, other: usize| {
            let (one, other) = (everybody[one], everybody[other]);
            self.graph.has(one.0, other.0).then(|| self.cost(names, stage, one, other)).flatten()
        };
        let mates = if stage.reach == self.below.len() {
            let mates = lightest(everybody.len(), scale, cost);
            mates.map(|mates| mates.into_iter().map(Some).collect())
        } else {
            lightest_open(everybody.len(), scale, cost, |one| self.cost_alone(names, stage, everybody[one]))
        };
        let mates: Vec<Option<usize>> = mates.ok_or(Undrawn::OutOfReach)?;
        stage.mates.clear();
        stage.mates.resize(self.round.len(), NONE);
        for ((place, _), mate) in everybody.iter().zip(mates) {
            stage.mates[*place] = mate.map_or(NONE, |mate| everybody[mate].0);
        }
        Ok(())
    }

    /// What it costs if a player meets somebody further down than is looked at.
    fn cost_alone(&self, names: &Names, stage: &Stage, (place, zone): (usize, Zone)) -> Cost {
        if zone == Zone::Below {
            return Vec::new();
        }
        if stage.stayers.contains(&place) {
            return vec![(0, 1)];
        }
        let mut cost = vec![(names.leave_next, 1)];
        let score = self.score_name(names, place);
        cost.extend(score.map(|(_, second)| (second, 1)));
        if zone != Zone::Next {
            cost.push((names.leave, 1));
            cost.extend(score.map(|(first, _)| (first, 1)));
            if zone == Zone::Own && self.round.floated(place, Float::Down) {
                cost.push((names.repeats, 1));
            }
            let asked = stage.asked.iter().find(|(other, _)| *other == place);
            cost.extend(asked.map(|(_, name)| (*name, self.own.len())));
        }
        cost
    }

    /// What a pair costs, the better player first; `None` if the stage does not allow it.
    fn cost(&self, names: &Names, stage: &Stage, one: (usize, Zone), other: (usize, Zone)) -> Option<Cost> {
        let mut cost = Vec::new();
        let inside = |zone: Zone| matches!(zone, Zone::Moved | Zone::Own);
        if one.1 == Zone::Moved && other.1 == Zone::Moved {
            return None;
        }
        let asked = stage.asked.iter().find(|(place, _)| *place == one.0).map(|(_, name)| *name);
        if inside(one.1) && inside(other.1) {
            if stage.leavers.contains(&one.0) || stage.leavers.contains(&other.0) {
                return None;
            }
            if self.round.avoid && self.round.config.clubs == Clubs::Bracket && self.round.clash(one.0, other.0) {
                cost.push((names.clashes, 1));
            }
            if one.1 == Zone::Moved && self.round.floated(other.0, Float::Up) {
                cost.push((names.repeats, 1));
            }
            if let Some(name) = asked {
                cost.push((name, self.own.binary_search(&other.0).ok()?));
            }
            let stays = stage.staying.iter().filter(|(place, _)| *place == one.0 || *place == other.0);
            cost.extend(stays.map(|(_, name)| (*name, 1)));
        } else if inside(one.1) {
            if stage.stayers.contains(&one.0) {
                return None;
            }
            cost.push((names.leave, 1));
            cost.push((self.score_name(names, one.0)?.0, 1));
            if one.1 == Zone::Own && self.round.floated(one.0, Float::Down) {
                cost.push((names.repeats, 1));
            }
            cost.extend(asked.map(|name| (name, self.own.len())));
        }
        if one.1 != Zone::Below && other.1 == Zone::Below {
            cost.push((names.leave_next, 1));
            cost.push((self.score_name(names, one.0)?.1, 1));
        }
        Some(cost)
    }

    fn score_name(&self, names: &Names, place: usize) -> Option<(usize, usize)> {
        let score = self.round.scores[place];
        names.scores.iter().find(|(known, ..)| *known == score).map(|(_, first, second)| (*first, *second))
    }
}

/// Who drops first, second and so on of a list in standing order.
pub(crate) fn dropping_order(list: &[usize], floater: Floater) -> Vec<usize> {
    if floater == Floater::Lowest {
        return list.iter().rev().copied().collect();
    }
    // From the middle by turns; of two at the same distance the lower ranked drops first.
    let (above, from_middle) = list.split_at(list.len() / 2);
    let (middle, below) = from_middle.split_at(list.len() % 2);
    let by_turns = below.iter().zip(above.iter().rev()).flat_map(|(lower, higher)| [*lower, *higher]);
    middle.iter().copied().chain(by_turns).collect()
}
