//! The search for a matching of least cost: one alternating tree after the other, with duals that are changed as little as
//! each needs.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::mem::take;

use crate::bits::{ones, put_in, take_out};
use crate::blossom::Blossoms;
use crate::budget::Budget;
use crate::graph::{Graph, NONE};
use crate::weight::Weight;

/// What is to be matched. Every cost is even, so that half of what is between two of them is a whole number.
pub(crate) struct Costs<'a, P> {
    pub(crate) graph: &'a Graph,
    /// What a pair of neighbours costs, the lower named first.
    pub(crate) pair: P,
}

impl<P: Fn(usize, usize) -> Weight> Costs<'_, P> {
    /// What a pair costs, named in any order.
    fn between(&self, one: usize, other: usize) -> Weight {
        (self.pair)(one.min(other), one.max(other))
    }
}

/// A pair of neighbours.
type Link = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Label {
    None,
    Outer,
    Inner,
}

/// What happens once the duals have changed by so much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// The pair of an outer vertex and another is as cheap as it must be.
    Pair(usize, usize),
    /// The dual of an inner blossom is used up.
    Expand(usize),
}

/// A matching of least cost of the vertices that are matched so far, with what proves that.
pub(crate) struct Lightest<'a, P> {
    costs: Costs<'a, P>,
    pub(crate) blossoms: Blossoms,
    /// Those without a mate.
    free: Vec<u64>,
    label: Vec<Label>,
    /// By which pair an inner vertex or blossom was reached, the outer vertex first.
    from: Vec<(usize, usize)>,
    /// By how much the duals have changed in this search, and had when a vertex or blossom got its label.
    change: Weight,
    since: Vec<Weight>,
    labelled: Vec<usize>,
    queue: VecDeque<usize>,
    /// The outer vertices of a search.
    outer: Vec<u64>,
    events: BinaryHeap<Reverse<(Weight, Event)>>,
    /// For each vertex without a label the least change after which an outer one reaches it.
    reached: Vec<Weight>,
    touched: Vec<usize>,
    /// Which ways to the root have been at a vertex or blossom.
    meetings: usize,
    seen: Vec<usize>,
}

impl<'a, P: Fn(usize, usize) -> Weight> Lightest<'a, P> {
    /// From a matching of which the pairs that cost something are parted: they are not tight while all duals are zero.
    pub(crate) fn new(costs: Costs<'a, P>, mut mate: Vec<usize>) -> Self {
        let len = mate.len();
        let mut free = vec![0; len.div_ceil(64)];
        for one in 0..len {
            let other = mate[one];
            if other != NONE && one < other && (costs.pair)(one, other) != 0 {
                (mate[one], mate[other]) = (NONE, NONE);
            }
        }
        (0..len)
            .filter(|one| mate[*one] == NONE)
            .for_each(|one| put_in(&mut free, one));
        Self {
            costs,
            blossoms: Blossoms::new(mate, vec![0; len]),
            free,
            label: vec![Label::None; len],
            from: vec![(NONE, NONE); len],
            change: 0,
            since: vec![0; len],
            labelled: Vec::new(),
            queue: VecDeque::new(),
            outer: vec![0; len.div_ceil(64)],
            events: BinaryHeap::new(),
            reached: vec![Weight::MAX; len],
            touched: Vec::new(),
            meetings: 0,
            seen: vec![0; len],
        }
    }

    /// Matches everybody; `false` if that cannot be, or takes too long.
    pub(crate) fn complete(&mut self) -> bool {
        for root in 0..self.blossoms.len() {
            if self.blossoms.mate[root] == NONE && (Budget::is_spent() || !self.search(root)) {
                return false;
            }
        }
        true
    }

    fn search(&mut self, root: usize) -> bool {
        self.change = 0;
        self.outer.fill(0);
        self.open(self.blossoms.top(root));
        let found = self.grow();
        for number in take(&mut self.labelled) {
            self.settle(number);
            self.label[number] = Label::None;
        }
        for vertex in take(&mut self.touched) {
            self.reached[vertex] = Weight::MAX;
        }
        self.queue.clear();
        self.events.clear();
        found
    }

    fn grow(&mut self) -> bool {
        loop {
            while let Some(vertex) = self.queue.pop_front() {
                if self.scan(vertex) {
                    return true;
                }
            }
            let Some(Reverse((change, event))) = self.events.pop() else {
                return false;
            };
            Budget::spend(8);
            self.change = change.max(self.change);
            match event {
                Event::Pair(one, other) => {
                    if self.meet(one, other) {
                        return true;
                    }
                }
                Event::Expand(number) => {
                    if self.label[number] == Label::Inner && !self.blossoms.is_vertex(number) {
                        for petal in self.expand(number) {
                            self.offer(petal);
                        }
                    }
                }
            }
        }
    }

    /// The dual of a vertex as the search has changed it.
    fn dual(&self, vertex: usize) -> Weight {
        let top = self.blossoms.top(vertex);
        match self.label[top] {
            Label::None => self.blossoms.dual(vertex),
            Label::Outer => self.blossoms.dual(vertex) + (self.change - self.since[top]),
            Label::Inner => self.blossoms.dual(vertex) - (self.change - self.since[top]),
        }
    }

    fn slack(&self, one: usize, other: usize) -> Weight {
        self.costs.between(one, other) - self.dual(one) - self.dual(other)
    }

    /// Writes down the change of the duals of a largest blossom.
    fn settle(&mut self, number: usize) {
        let by = self.change - self.since[number];
        match self.label[number] {
            Label::None => return,
            Label::Outer => self.blossoms.shift(number, by),
            Label::Inner => self.blossoms.shift(number, -by),
        }
        self.since[number] = self.change;
    }

    fn name(&mut self, number: usize, label: Label) {
        self.label[number] = label;
        self.since[number] = self.change;
        self.labelled.push(number);
    }

    fn open(&mut self, number: usize) {
        self.name(number, Label::Outer);
        self.enter(number);
    }

    /// Has the members of one that has become outer be looked at.
    fn enter(&mut self, number: usize) {
        self.blossoms
            .members(number)
            .for_each(|member| put_in(&mut self.outer, member));
        self.queue.extend(self.blossoms.members(number));
    }

    fn close(&mut self, number: usize, from: (usize, usize)) {
        self.name(number, Label::Inner);
        self.from[number] = from;
        if !self.blossoms.is_vertex(number) {
            self.events.push(Reverse((
                self.change + self.blossoms.dual(number) / 2,
                Event::Expand(number),
            )));
        }
    }

    /// Looks at the neighbours of an outer vertex, at free ones first; whether the search is at its end.
    fn scan(&mut self, vertex: usize) -> bool {
        let graph = self.costs.graph;
        for (place, word) in graph.words(vertex) {
            Budget::spend(2);
            for other in ones(word & self.free[place]).map(|bit| place * 64 + bit) {
                let unlabelled = self.label[self.blossoms.top(other)] == Label::None;
                Budget::spend(4);
                if unlabelled && self.slack(vertex, other) == 0 {
                    self.augment(vertex, other);
                    return true;
                }
            }
        }
        for (place, word) in graph.words(vertex) {
            for other in ones(word).map(|bit| place * 64 + bit) {
                if self.consider(vertex, other) {
                    return true;
                }
            }
        }
        false
    }

    /// Looks at a pair of an outer vertex; whether the search is at its end.
    fn consider(&mut self, vertex: usize, other: usize) -> bool {
        let top = self.blossoms.top(other);
        Budget::spend(4);
        if top == self.blossoms.top(vertex) || self.label[top] == Label::Inner {
            return false;
        }
        let slack = self.slack(vertex, other);
        if slack == 0 {
            return self.meet(vertex, other);
        }
        if self.label[top] == Label::Outer {
            self.events
                .push(Reverse((self.change + slack / 2, Event::Pair(vertex, other))));
        } else if self.change + slack < self.reached[other] {
            if self.reached[other] == Weight::MAX {
                self.touched.push(other);
            }
            self.reached[other] = self.change + slack;
            self.events
                .push(Reverse((self.change + slack, Event::Pair(vertex, other))));
        }
        false
    }

    /// Follows a pair of an outer vertex if it is tight; whether the search is at its end.
    fn meet(&mut self, vertex: usize, other: usize) -> bool {
        let top = self.blossoms.top(other);
        if top == self.blossoms.top(vertex) || self.label[top] == Label::Inner {
            return false;
        }
        let slack = self.slack(vertex, other);
        if slack > 0 {
            let more = if self.label[top] == Label::Outer {
                slack / 2
            } else {
                slack
            };
            self.events
                .push(Reverse((self.change + more, Event::Pair(vertex, other))));
        } else if self.label[top] == Label::Outer {
            self.contract(vertex, other);
        } else {
            let mate = self.blossoms.mate[self.blossoms.base(top)];
            if mate == NONE {
                self.augment(vertex, other);
                return true;
            }
            self.close(top, (vertex, other));
            self.open(self.blossoms.top(mate));
        }
        false
    }

    /// The inner one above an outer one in the tree, with the pairs from the one to the other and up from there.
    fn above(&self, number: usize) -> Option<(usize, Link, Link)> {
        let base = self.blossoms.base(number);
        let mate = self.blossoms.mate[base];
        if mate == NONE {
            return None;
        }
        let inner = self.blossoms.top(mate);
        let (outer, reached) = self.from[inner];
        Some((inner, (base, mate), (reached, outer)))
    }

    /// Where the ways from two outer ones to the root meet, walked by turns.
    fn meeting(&mut self, one: usize, other: usize) -> usize {
        self.meetings += 1;
        let (mut here, mut there) = (Some(one), Some(other));
        while here.is_some() || there.is_some() {
            Budget::spend(8);
            if let Some(number) = here {
                if self.seen[number] == self.meetings {
                    return number;
                }
                self.seen[number] = self.meetings;
                here = self.above(number).map(|(_, _, (_, outer))| self.blossoms.top(outer));
            }
            std::mem::swap(&mut here, &mut there);
        }
        NONE
    }

    /// Two outer ones meet: what lies between them is a blossom.
    fn contract(&mut self, one: usize, other: usize) {
        let stem = self.meeting(self.blossoms.top(one), self.blossoms.top(other));
        let way = |from: usize| {
            let (mut petals, mut links, mut number) = (Vec::new(), Vec::new(), from);
            while number != stem {
                let Some((inner, down, up)) = self.above(number) else {
                    break;
                };
                petals.extend([number, inner]);
                links.extend([down, up]);
                number = self.blossoms.top(up.1);
            }
            (petals, links)
        };
        let (left, left_links) = way(self.blossoms.top(one));
        let (right, right_links) = way(self.blossoms.top(other));
        let turned = left_links.into_iter().rev().map(|(one, other)| (other, one));
        let links = turned.chain([(one, other)]).chain(right_links).collect();
        let petals: Vec<usize> = std::iter::once(stem)
            .chain(left.into_iter().rev())
            .chain(right)
            .collect();
        for petal in petals.iter().copied() {
            self.settle(petal);
            if self.label[petal] == Label::Inner {
                self.enter(petal);
            }
            self.label[petal] = Label::None;
        }
        let number = self.blossoms.contract(petals, links);
        self.label.resize(self.blossoms.numbers(), Label::None);
        self.from.resize(self.blossoms.numbers(), (NONE, NONE));
        self.since.resize(self.blossoms.numbers(), 0);
        self.seen.resize(self.blossoms.numbers(), 0);
        self.name(number, Label::Outer);
    }

    /// Takes an inner blossom apart: those on the even way through it stay in the tree, the others have left it.
    fn expand(&mut self, number: usize) -> Vec<usize> {
        self.settle(number);
        self.label[number] = Label::None;
        let from = self.from[number];
        let (petals, links) = self.blossoms.expand(number);
        let (count, place) = (petals.len(), self.blossoms.place_of(&petals, from.1, NONE));
        // Each step with the pair that leads to it from the one before, which comes first.
        let way: Vec<(usize, (usize, usize))> = if place % 2 == 1 {
            (place..count)
                .map(|link| (petals[(link + 1) % count], links[link]))
                .collect()
        } else {
            (0..place)
                .rev()
                .map(|link| (petals[link], (links[link].1, links[link].0)))
                .collect()
        };
        self.close(petals[place], from);
        for (step, (petal, link)) in way.into_iter().enumerate() {
            if step % 2 == 0 {
                self.open(petal);
            } else {
                self.close(petal, link);
            }
        }
        petals
            .into_iter()
            .filter(|petal| self.label[*petal] == Label::None)
            .collect()
    }

    /// Has the outer vertices look at one that has left the tree: for each member the one that reaches it first.
    fn offer(&mut self, number: usize) {
        for member in self.blossoms.members(number) {
            let mut first = None;
            for other in self.costs.graph.neighbours_in(member, &self.outer) {
                let change = self.change + self.slack(member, other);
                first = Some(first.map_or((change, other), |first: (Weight, usize)| first.min((change, other))));
                Budget::spend(8);
            }
            if self.reached[member] == Weight::MAX {
                self.touched.push(member);
            }
            self.reached[member] = first.map_or(Weight::MAX, |(change, _)| change);
            self.events
                .extend(first.map(|(change, other)| Reverse((change, Event::Pair(other, member)))));
        }
    }

    fn matched(&mut self, vertex: usize) {
        take_out(&mut self.free, vertex);
    }

    /// Pairs along the way from an outer vertex to the root, its new mate being one outside the tree.
    fn augment(&mut self, vertex: usize, other: usize) {
        let top = self.blossoms.top(other);
        self.matched(self.blossoms.base(top));
        self.blossoms.rotate(top, other);
        self.blossoms.mate[other] = vertex;
        let (mut here, mut there) = (vertex, other);
        loop {
            Budget::spend(8);
            let top = self.blossoms.top(here);
            let above = self.above(top);
            let base = self.blossoms.base(top);
            self.blossoms.rotate(top, here);
            self.blossoms.mate[here] = there;
            let Some((inner, _, (reached, outer))) = above else {
                self.matched(base);
                break;
            };
            self.blossoms.rotate(inner, reached);
            self.blossoms.mate[reached] = outer;
            (here, there) = (outer, reached);
        }
    }
}
