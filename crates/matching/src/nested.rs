//! Perfect matchings that leave each of some odd sets, nested in each other, by one pair only: who can meet whom in them.
//!
//! A set stands among those around it as if it were one vertex. Inside it one of its members is at the door, and meets somebody
//! outside; all others meet each other. So the members of each set have a graph of their own, with the door as another vertex,
//! and a matching of all is one of each of these graphs, if only those are taken for neighbours of a set who can meet somebody of
//! whom it is known that they could be at its door.

use std::iter::once;
use std::mem::take;

use crate::bits::{bits, is_in, numbers, put_in, take_out};
use crate::graph::{Graph, NONE};
use crate::matching::Matching;
use crate::nest::Nest;
use crate::row::Row;
use crate::search::Goal;
use crate::sets::Sets;
use crate::steps;

/// Such matchings, and one of them.
#[derive(Clone, Debug)]
pub struct Nested {
    /// The pairs that the matchings may have.
    graph: Graph,
    sets: Sets,
    /// The same for the nodes.
    nodes: Graph,
    /// One of the matchings, of the nodes. Those who are settled are taken out of it.
    matching: Matching,
    /// Whom those meet who are settled.
    settled: Vec<usize>,
    /// Vertices that have lost pairs which the nodes still have.
    due: Vec<usize>,
    /// One of the matchings, of the vertices, if it is known.
    known: Option<Vec<usize>>,
}

impl Nested {
    /// From one of the matchings.
    pub(crate) fn new(graph: Graph, mates: &[usize], nest: &Nest) -> Self {
        let len = graph.len();
        let sets = Sets::new(len, nest);
        let mut nodes = graph.widened(sets.nodes() - len);
        if sets.list.len() > 1 {
            let own = |vertex: usize| &sets.list[sets.smallest[vertex]].vertices;
            let all = Row::new(std::iter::repeat_n(!0, nodes.len().div_ceil(64)));
            nodes.lose(0..len, &all, |node, place| !own(node)[place]);
        }
        let mut matching = Matching::new(nodes.len());
        for (one, mate) in mates.iter().copied().enumerate().filter(|(one, mate)| one < mate) {
            let ways = sets.ways(one, mate);
            matching.pair(ways[0][0], ways[1][0]);
            for step in ways.iter().flat_map(|way| way.windows(2)) {
                matching.pair(step[0] + 1, step[1]);
            }
        }
        let mut nested = Self {
            graph,
            sets,
            nodes,
            matching,
            settled: vec![NONE; len],
            due: Vec::new(),
            known: None,
        };
        for set in (1..nested.sets.list.len()).rev() {
            let (node, door) = (nested.sets.node(set), nested.sets.door(set));
            nested
                .sets
                .members(set)
                .into_iter()
                .for_each(|member| nested.nodes.add(door, member));
            nested.ask_door(set);
            let joined = nested
                .sets
                .joined(nested.sets.around(node), &nested.sets.list[set].reach);
            numbers(&joined)
                .filter(|other| *other != node)
                .for_each(|other| nested.nodes.add(node, other));
        }
        nested
    }

    /// Finds out who could be at the door of a set, and whom they could meet; whether that is less than before.
    fn ask_door(&mut self, set: usize) -> bool {
        let met = self
            .matching
            .could_meet(&self.nodes, self.sets.door(set), Goal::Nothing);
        // They never become more, so that only those whom nobody is known to meet any more are looked for.
        let mut lost = Row::new(self.sets.list[set].reach.iter().copied());
        for inner in self.sets.list[set]
            .sets
            .iter()
            .filter(|inner| is_in(&met, self.sets.node(**inner)))
        {
            let reach = self.sets.list[*inner].reach.iter().enumerate();
            reach.for_each(|(place, word)| lost.take_word(place, *word));
            steps::count(lost.words().len());
        }
        self.graph
            .take_neighbours(numbers(&met[..lost.words().len()]), &mut lost);
        let able = self.sets.able_of(set, &met);
        let set = &mut self.sets.list[set];
        let less = take(&mut set.less) || set.able != able || lost.first().is_some();
        set.able = able;
        set.reach
            .iter_mut()
            .zip(lost.words())
            .for_each(|(word, lost)| *word &= !lost);
        less
    }

    /// Finds another mate for a node that has lost the pair with its own.
    fn match_again(&mut self, node: usize) {
        if self.matching.mate(node).is_some_and(|mate| !self.nodes.has(node, mate)) {
            self.matching.part(node);
            self.matching.augment(&self.nodes, node);
        }
    }

    /// Of a member of a set keeps the pairs with these and the door.
    fn limit(&mut self, set: usize, member: usize, mut others: Vec<u64>) {
        put_in(&mut others, self.sets.door(set));
        self.nodes.retain_in(member, &others);
        self.match_again(member);
    }

    /// Removes from the nodes the pairs that vertices have lost since. Once less is possible in a set, less may be around it.
    fn catch_up(&mut self) {
        let mut changed = vec![false; self.sets.list.len()];
        for one in take(&mut self.due) {
            let set = self.sets.around(one);
            self.limit(set, one, self.sets.joined(set, self.graph.row(one)));
            changed[set] = true;
        }
        self.renew(changed);
    }

    /// Asks again who could be at the doors of the sets that have changed, and of those around them.
    fn renew(&mut self, mut changed: Vec<bool>) {
        for set in (1..changed.len()).rev() {
            if !changed[set] || self.sets.list[set].closed {
                continue;
            }
            if self.ask_door(set) {
                let (node, around) = (self.sets.node(set), self.sets.list[set].around);
                self.limit(around, node, self.sets.joined(around, &self.sets.list[set].reach));
                changed[around] = true;
            }
        }
    }

    /// Takes those from the door of a set from whom nobody can meet one of these vertices, who are all whom the set could meet.
    fn narrow_door(&mut self, set: usize, vertices: &[u64]) {
        let door = self.sets.door(set);
        let mut lost = Row::new(self.nodes.row(door)[..vertices.len()].iter().copied());
        self.graph.take_neighbours(numbers(vertices), &mut lost);
        let inner = self.sets.list[set]
            .sets
            .iter()
            .copied()
            .inspect(|_| steps::count(vertices.len()));
        let beyond = |set: usize| {
            self.sets.list[set]
                .reach
                .iter()
                .zip(vertices)
                .all(|(reach, word)| reach & word == 0)
        };
        let inner = inner.filter(|set| beyond(*set)).map(|set| self.sets.node(set));
        for member in numbers(lost.words()).chain(inner) {
            steps::count(4);
            self.nodes.remove(door, member);
        }
        self.match_again(door);
    }

    /// Whom a vertex could meet, as a row of vertices; if there are some who are wanted, not always all. From outside, each set
    /// is told whom the one at its door could meet.
    fn could_meet(&mut self, one: usize, wanted: &[u64]) -> Vec<u64> {
        let row = self.graph.row(one).to_vec();
        let mut found = vec![0; row.len()];
        let mut outside = found.clone();
        for (place, node) in self.sets.way(one).into_iter().enumerate() {
            let set = self.sets.around(node);
            if place > 0 {
                self.narrow_door(set, &outside);
            }
            let able = self.sets.is_able(node, one);
            let joined = if able {
                self.sets.joined(set, wanted)
            } else {
                Vec::new()
            };
            let goal: Vec<u64> = joined
                .iter()
                .zip(self.nodes.row(node))
                .map(|(word, met)| word & met)
                .collect();
            let goal = if able { Goal::AnyOf(&goal) } else { Goal::Nothing };
            let met = self.matching.could_meet(&self.nodes, node, goal);
            let others = self.sets.able_of(set, &met);
            if able {
                let met = others.iter().zip(&row).map(|(word, met)| word & met);
                found.iter_mut().zip(met).for_each(|(word, more)| *word |= more);
                if found.iter().zip(wanted).any(|(word, wanted)| word & wanted != 0) {
                    break;
                }
            }
            if place == 0 || !is_in(&met, self.sets.door(set)) {
                outside.fill(0);
            }
            outside.iter_mut().zip(&others).for_each(|(word, more)| *word |= more);
        }
        found
    }

    /// Keeps the matchings in which a vertex meets the first in `wish` whom it can meet, and shows who that is.
    pub fn settle(&mut self, one: usize, mut wish: impl Iterator<Item = usize>) -> Option<usize> {
        self.catch_up();
        let set = self.sets.around(one);
        let other = if self.sets.list[set].closed {
            let Self {
                graph,
                sets,
                nodes,
                matching,
                ..
            } = self;
            let mut asked = Vec::new();
            let members = wish.filter(|other| graph.has(one, *other)).filter_map(|other| {
                let member = sets.member(set, other)?;
                asked.push((member, other));
                Some(member)
            });
            let chosen = matching.settle(nodes, one, members);
            matching.strike_out(nodes, one);
            let chosen = chosen?;
            asked.into_iter().find(|(member, _)| *member == chosen)?.1
        } else {
            let first = wish.find(|other| self.graph.has(one, *other))?;
            let able = self.could_meet(one, &bits(self.graph.len(), once(first)));
            once(first).chain(wish).find(|other| is_in(&able, *other))?
        };
        let ways = self.sets.ways(one, other);
        if !self.sets.list[set].closed {
            self.matching.settle(&self.nodes, ways[0][0], once(ways[1][0]))?;
        }
        (self.settled[one], self.settled[other]) = (other, one);
        self.known = None;
        let mut changed = vec![false; self.sets.list.len()];
        changed[self.sets.around(ways[0][0])] = true;
        for step in ways.iter().flat_map(|way| way.windows(2)) {
            self.matching.settle(&self.nodes, step[0] + 1, once(step[1]))?;
            if let Some(set) = self.sets.set(step[0]) {
                self.sets.list[set].closed = true;
            }
        }
        self.renew(changed);
        Some(other)
    }

    /// Keeps the matchings in which a vertex meets one of a row, if there are any.
    pub fn keep(&mut self, one: usize, others: &[u64]) -> bool {
        let wanted: Vec<u64> = self
            .graph
            .row(one)
            .iter()
            .zip(others)
            .map(|(word, others)| word & others)
            .collect();
        let set = self.sets.around(one);
        let can = if wanted.iter().all(|word| *word == 0) {
            false
        } else if self.sets.list[set].closed {
            self.catch_up();
            let can = self
                .matching
                .can_meet_one_of(&self.nodes, one, &self.sets.joined(set, &wanted));
            self.matching.strike_out(&mut self.nodes, one);
            can
        } else {
            let mate = self.mates()[one];
            (mate != NONE && is_in(&wanted, mate)) || {
                self.catch_up();
                // Mostly nobody is thinkable once somebody is settled to be at the door.
                numbers(&wanted).any(|other| self.sets.are_able(one, other))
                    && self
                        .could_meet(one, &wanted)
                        .iter()
                        .zip(&wanted)
                        .any(|(able, wanted)| able & wanted != 0)
            }
        };
        if !can {
            return false;
        }
        self.known
            .take_if(|known| known[one] == NONE || !is_in(&wanted, known[one]));
        self.graph.retain_in(one, others);
        for set in self
            .sets
            .list
            .iter_mut()
            .filter(|set| !set.closed && is_in(&set.reach, one))
        {
            if self.graph.neighbours_in(one, &set.able).next().is_none() {
                take_out(&mut set.reach, one);
                set.less = true;
            }
        }
        self.due.push(one);
        true
    }

    /// Whom a vertex meets in some of the matchings, as a row of bits.
    pub fn partners(&mut self, one: usize) -> Vec<u64> {
        self.catch_up();
        let row = self.graph.row(one);
        if self.settled[one] != NONE {
            return bits(self.graph.len(), once(self.settled[one]));
        }
        let set = self.sets.around(one);
        if !self.sets.list[set].closed {
            return self.could_meet(one, &vec![0; row.len()]);
        }
        let met = self.matching.could_meet(&self.nodes, one, Goal::Nothing);
        let able = self.sets.able_of(set, &met);
        row.iter().zip(&able).map(|(row, able)| row & able).collect()
    }

    /// One of the matchings.
    pub fn mates(&mut self) -> &[usize] {
        if self.known.is_none() {
            self.catch_up();
        }
        let known = self.known.take().unwrap_or_else(|| self.pairs());
        self.known.insert(known)
    }

    /// The matching of the nodes, as one of the vertices.
    fn pairs(&self) -> Vec<usize> {
        let (mut matching, mut mates) = (self.matching.clone(), self.settled.clone());
        let mut at_door = vec![NONE; self.sets.list.len()];
        let put = |node: usize, vertex: usize, at_door: &mut Vec<usize>| {
            self.sets.set(node).into_iter().for_each(|set| at_door[set] = vertex);
        };
        for set in 0..self.sets.list.len() {
            if at_door[set] != NONE
                && let Some(member) = self.sets.member(set, at_door[set])
            {
                matching.settle(&self.nodes, self.sets.door(set), once(member));
                put(member, at_door[set], &mut at_door);
            }
            for node in self.sets.members(set) {
                let Some(mate) = matching
                    .mate(node)
                    .filter(|mate| node < *mate && matching.is_alive(node))
                else {
                    continue;
                };
                let Some((one, other)) = self.pair_of(node, mate) else {
                    continue;
                };
                (mates[one], mates[other]) = (other, one);
                put(node, one, &mut at_door);
                put(mate, other, &mut at_door);
            }
        }
        mates
    }

    /// Two who could be at the doors of two nodes and meet.
    fn pair_of(&self, one: usize, other: usize) -> Option<(usize, usize)> {
        if one < self.sets.first && other < self.sets.first {
            return Some((one, other));
        }
        let others = bits(self.graph.len(), self.sets.able(other).into_iter());
        self.sets
            .able(one)
            .into_iter()
            .find_map(|one| Some((one, self.graph.neighbours_in(one, &others).next()?)))
    }
}
