//! Perfect matchings that leave each of some odd sets, nested in each other, by one pair only: who can meet whom in them.
//!
//! A set stands among those around it as if it were one vertex. Inside it one of its members is at the door, and meets somebody
//! outside; all others meet each other. So the members of each set have a graph of their own, with the door as another vertex,
//! and a matching of all is one of each of these graphs, if only those are taken for neighbours of a set who can meet somebody of
//! whom it is known that they could be at its door.

use std::iter::once;
use std::mem::take;

use crate::bits::{bits, is_in, numbers, put_in, take_out};
use crate::graph::Graph;
use crate::matching::{Matching, NONE};
use crate::nest::Nest;
use crate::steps;

/// One of the odd sets; the first stands for everything, and has nobody at its door.
#[derive(Clone, Debug)]
struct Set {
    /// The set around it.
    around: usize,
    /// Its members: vertices in no smaller set, as a row of bits, and smaller sets.
    vertices: Vec<u64>,
    sets: Vec<usize>,
    /// The vertices in it that could be at the door, as a row of bits.
    able: Vec<u64>,
    /// Whom these could meet, of the set and outside.
    reach: Vec<u64>,
    /// Whether these are less than what the nodes have.
    less: bool,
    /// Whether nobody is to be found for the door any more.
    closed: bool,
}

/// The sets, each after the one around it, and the numbers of nodes: vertices, sets and doors.
#[derive(Clone, Debug)]
struct Sets {
    list: Vec<Set>,
    /// Of each vertex the smallest set that it is in.
    smallest: Vec<usize>,
    /// The first node that is not a vertex.
    first: usize,
}

impl Sets {
    fn new(len: usize, nest: &Nest) -> Self {
        let words = len.div_ceil(64);
        let set = |around| Set {
            around,
            vertices: vec![0; words],
            sets: Vec::new(),
            able: vec![0; words],
            reach: Vec::new(),
            less: false,
            closed: false,
        };
        let mut list: Vec<Set> = nest.around().map(set).collect();
        list[0].closed = true;
        let smallest: Vec<usize> = (0..len).map(|vertex| nest.ring(vertex) as usize).collect();
        for (vertex, set) in smallest.iter().enumerate() {
            put_in(&mut list[*set].vertices, vertex);
        }
        for set in 1..list.len() {
            let around = list[set].around;
            list[around].sets.push(set);
        }
        Self { list, smallest, first: 64 * words }
    }

    /// How many nodes there are, with some numbers between that are none.
    const fn nodes(&self) -> usize {
        self.first + 2 * self.list.len()
    }

    const fn node(&self, set: usize) -> usize {
        self.first + 2 * set
    }

    /// It comes after its set.
    const fn door(&self, set: usize) -> usize {
        self.first + 2 * set + 1
    }

    /// The set of a node that is not a vertex.
    fn set(&self, node: usize) -> Option<usize> {
        node.checked_sub(self.first).map(|number| number / 2)
    }

    /// The set that a node is a member of.
    fn around(&self, node: usize) -> usize {
        self.set(node).map_or_else(|| self.smallest[node], |set| self.list[set].around)
    }

    fn members(&self, set: usize) -> Vec<usize> {
        let Set { vertices, sets, .. } = &self.list[set];
        numbers(vertices).chain(sets.iter().map(|set| self.node(*set))).collect()
    }

    /// Whether a vertex could be at the door of a node; a vertex is always at its own.
    fn is_able(&self, node: usize, vertex: usize) -> bool {
        self.set(node).map_or(node == vertex, |set| is_in(&self.list[set].able, vertex))
    }

    /// Whether two could be at the doors that are between them.
    fn are_able(&self, one: usize, other: usize) -> bool {
        let [way, others] = self.ways(one, other);
        way.into_iter().all(|node| self.is_able(node, one)) && others.into_iter().all(|node| self.is_able(node, other))
    }

    /// Those who could be at the door of a node.
    fn able(&self, node: usize) -> Vec<usize> {
        self.set(node).map_or_else(|| vec![node], |set| numbers(&self.list[set].able).collect())
    }

    /// The same of some members of a set, as a row of vertices.
    fn able_of(&self, set: usize, members: &[u64]) -> Vec<u64> {
        let mut able = members[..self.first / 64].to_vec();
        for set in self.list[set].sets.iter().copied().filter(|set| is_in(members, self.node(*set))) {
            steps::count(able.len());
            able.iter_mut().zip(&self.list[set].able).for_each(|(word, more)| *word |= more);
        }
        able
    }

    /// The members of a set at whose door one of these vertices could be, as a row of nodes.
    fn joined(&self, set: usize, vertices: &[u64]) -> Vec<u64> {
        let Set { vertices: own, sets, .. } = &self.list[set];
        let mut joined: Vec<u64> = own.iter().zip(vertices).map(|(own, word)| own & word).collect();
        joined.resize(self.nodes().div_ceil(64), 0);
        for set in sets.iter().copied() {
            steps::count(vertices.len());
            if self.list[set].able.iter().zip(vertices).any(|(able, word)| able & word != 0) {
                let node = self.node(set);
                put_in(&mut joined, node);
            }
        }
        joined
    }

    /// A vertex, and the sets around it from the smallest on, as nodes, up to one that is a member of a closed set.
    fn outwards(&self, vertex: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(vertex), |node| {
            let around = self.around(*node);
            (!self.list[around].closed).then(|| self.node(around))
        })
    }

    /// The same from outside.
    fn way(&self, vertex: usize) -> Vec<usize> {
        let mut way: Vec<usize> = self.outwards(vertex).collect();
        way.reverse();
        way
    }

    /// The same of two, without the sets in which both are.
    fn ways(&self, one: usize, other: usize) -> [Vec<usize>; 2] {
        let (one, other) = (self.way(one), self.way(other));
        let common = one.iter().zip(&other).take_while(|(one, other)| one == other).count();
        [one[common..].to_vec(), other[common..].to_vec()]
    }

    /// The member of a set that a vertex is in, if it could be at the doors on the way.
    fn member(&self, set: usize, vertex: usize) -> Option<usize> {
        let mut way = self.outwards(vertex).take_while(|node| self.is_able(*node, vertex));
        way.find(|node| self.around(*node) == set)
    }
}

/// Such matchings, and one of them.
#[derive(Clone, Debug)]
pub(crate) struct Nested {
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
            nodes = nodes.with_rows(|node, place, word| if word == 0 { 0 } else { word & own(node)[place] });
        }
        let mut matching = Matching::new(nodes.len());
        for (one, mate) in mates.iter().copied().enumerate().filter(|(one, mate)| one < mate) {
            let ways = sets.ways(one, mate);
            matching.pair(ways[0][0], ways[1][0]);
            for step in ways.iter().flat_map(|way| way.windows(2)) {
                matching.pair(step[0] + 1, step[1]);
            }
        }
        let mut nested = Self { graph, sets, nodes, matching, settled: vec![NONE; len], due: Vec::new(), known: None };
        for set in (1..nested.sets.list.len()).rev() {
            let (node, door) = (nested.sets.node(set), nested.sets.door(set));
            nested.sets.members(set).into_iter().for_each(|member| nested.nodes.add(door, member));
            nested.ask_door(set);
            let joined = nested.sets.joined(nested.sets.around(node), &nested.sets.list[set].reach);
            numbers(&joined).for_each(|other| nested.nodes.add(node, other));
        }
        nested
    }

    /// Whether the vertex, or one of those who could be at the door of the set, meets one of these.
    fn reaches(&self, node: usize, vertices: &[u64]) -> bool {
        match self.sets.set(node) {
            Some(set) => {
                steps::count(vertices.len());
                self.sets.list[set].reach.iter().zip(vertices).any(|(reach, word)| reach & word != 0)
            }
            None => self.graph.neighbours_in(node, vertices).next().is_some(),
        }
    }

    /// Finds out who could be at the door of a set, and whom they could meet; whether that is less than before.
    fn ask_door(&mut self, set: usize) -> bool {
        let met = self.matching.could_meet(&self.nodes, self.sets.door(set));
        let mut reach = vec![0; self.sets.first / 64];
        for vertex in numbers(&met[..reach.len()]) {
            for (place, word) in self.graph.words(vertex) {
                reach[place] |= word;
                steps::count(1);
            }
        }
        for inner in self.sets.list[set].sets.iter().filter(|inner| is_in(&met, self.sets.node(**inner))) {
            steps::count(reach.len());
            reach.iter_mut().zip(&self.sets.list[*inner].reach).for_each(|(word, more)| *word |= more);
        }
        let able = self.sets.able_of(set, &met);
        let set = &mut self.sets.list[set];
        let less = take(&mut set.less) || set.able != able || set.reach != reach;
        (set.able, set.reach) = (able, reach);
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
    fn limit(&mut self, set: usize, member: usize, others: &[u64]) {
        let door = self.sets.door(set);
        self.nodes.retain(member, |other| other == door || is_in(others, other));
        self.match_again(member);
    }

    /// Removes from the nodes the pairs that vertices have lost since. Once less is possible in a set, less may be around it.
    fn catch_up(&mut self) {
        let mut changed = vec![false; self.sets.list.len()];
        for one in take(&mut self.due) {
            let set = self.sets.around(one);
            self.limit(set, one, &self.sets.joined(set, self.graph.row(one)));
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
                self.limit(around, node, &self.sets.joined(around, &self.sets.list[set].reach));
                changed[around] = true;
            }
        }
    }

    /// Whom a vertex could meet, as a row of vertices. From outside, each set is told whom the one at the door of the next one in
    /// it could meet while the vertex meets somebody in there.
    fn could_meet(&mut self, one: usize) -> Vec<u64> {
        let mut found = vec![0; self.sets.first / 64];
        let mut outside = found.clone();
        for (place, node) in self.sets.way(one).into_iter().enumerate() {
            let set = self.sets.around(node);
            let door = self.sets.door(set);
            let all = self.nodes.row(door).to_vec();
            if place > 0 {
                let kept: Vec<usize> = numbers(&all).filter(|member| self.reaches(*member, &outside)).collect();
                let kept = bits(self.nodes.len(), kept.into_iter());
                self.nodes.retain(door, |member| is_in(&kept, member));
                self.match_again(door);
            }
            let met = self.matching.could_meet(&self.nodes, node);
            numbers(&all).for_each(|member| self.nodes.add(door, member));
            let others = self.sets.able_of(set, &met);
            if self.sets.is_able(node, one) {
                found.iter_mut().zip(&others).for_each(|(word, more)| *word |= more);
            }
            if place == 0 || !is_in(&met, door) {
                outside.fill(0);
            }
            outside.iter_mut().zip(&others).for_each(|(word, more)| *word |= more);
        }
        found.iter_mut().zip(self.graph.row(one)).for_each(|(word, met)| *word &= met);
        found
    }

    /// Keeps the matchings in which a vertex meets the first in `wish` whom it can meet, and shows who that is.
    pub(crate) fn settle(&mut self, one: usize, mut wish: impl Iterator<Item = usize>) -> Option<usize> {
        self.catch_up();
        let set = self.sets.around(one);
        let other = if self.sets.list[set].closed {
            let Self { graph, sets, nodes, matching, .. } = self;
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
            let able = self.could_meet(one);
            wish.find(|other| is_in(&able, *other))?
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
    pub(crate) fn keep(&mut self, one: usize, others: &[u64]) -> bool {
        let wanted: Vec<u64> = self.graph.row(one).iter().zip(others).map(|(word, others)| word & others).collect();
        let set = self.sets.around(one);
        let can = if wanted.iter().all(|word| *word == 0) {
            false
        } else if self.sets.list[set].closed {
            self.catch_up();
            let can = self.matching.can_meet_one_of(&self.nodes, one, &self.sets.joined(set, &wanted));
            self.matching.strike_out(&mut self.nodes, one);
            can
        } else {
            let mate = self.mates()[one];
            (mate != NONE && is_in(&wanted, mate)) || {
                self.catch_up();
                // Mostly nobody is thinkable once somebody is settled to be at the door.
                numbers(&wanted).any(|other| self.sets.are_able(one, other))
                    && self.could_meet(one).iter().zip(&wanted).any(|(able, wanted)| able & wanted != 0)
            }
        };
        if !can {
            return false;
        }
        self.known.take_if(|known| known[one] == NONE || !is_in(&wanted, known[one]));
        self.graph.retain(one, |other| is_in(others, other));
        for set in self.sets.list.iter_mut().filter(|set| !set.closed && is_in(&set.reach, one)) {
            if self.graph.neighbours_in(one, &set.able).next().is_none() {
                take_out(&mut set.reach, one);
                set.less = true;
            }
        }
        self.due.push(one);
        true
    }

    /// One of the matchings.
    pub(crate) fn mates(&mut self) -> &[usize] {
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
                let Some(mate) = matching.mate(node).filter(|mate| node < *mate && matching.is_alive(node)) else {
                    continue;
                };
                let Some((one, other)) = self.pair_of(node, mate) else { continue };
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
        self.sets.able(one).into_iter().find_map(|one| Some((one, self.graph.neighbours_in(one, &others).next()?)))
    }
}
