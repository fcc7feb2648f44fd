//! Duals for all who are free at once, as long as few changes of them bring much.
//!
//! Among the pairs that are tight as many as can be are matched. The trees of those who stay free then tell whose duals rise
//! together and whose fall, as far as the first pair that becomes tight. Rows of bits hold the tight pairs, so that a tree costs
//! as much as its words, and the costs of pairs are asked for once with each change.

use std::cmp::Reverse;
use std::collections::VecDeque;
use std::mem::take;

use crate::bits::{bits, is_in, numbers, ones, put_in, take_out};
use crate::blossom::Weight;
use crate::classes::Classes;
use crate::graph::Graph;
use crate::lightest::{Event, Label, Lightest};
use crate::matching::NONE;
use crate::row::Row;
use crate::steps;

/// What every cost must be a multiple of: what is between two of them may be halved often enough.
pub(crate) const UNIT: Weight = 1 << 14;

/// After so many changes in a row by which nobody is matched the rest is left to the search of one tree after the other.
const PATIENCE: usize = 4;

/// What a search has seen of the tight pairs.
#[derive(Default)]
struct Marks {
    /// Those without a label, and some who have got one.
    fresh: Vec<u64>,
    /// The outer ones that have been looked at.
    outer: Vec<u64>,
    /// Those beside a free one, and some who have been.
    beside_free: Vec<u64>,
    /// Outer ones whose neighbours are to get labels.
    now: VecDeque<usize>,
    /// Outer ones whose flowers are still to be found.
    later: VecDeque<usize>,
    /// The members of blossoms, by number, if they have been asked for.
    sets: Vec<Vec<u64>>,
}

impl Marks {
    fn is_free(&mut self, tight: &Graph, vertex: usize) {
        for (place, word) in tight.words(vertex) {
            self.beside_free[place] |= word;
            steps::count(1);
        }
    }
}

/// The members of the blossom that was asked for last.
#[derive(Default)]
struct Inside {
    blossom: usize,
    members: Vec<u64>,
}

impl Inside {
    fn at(&self, place: usize) -> u64 {
        self.members.get(place).copied().unwrap_or(0)
    }
}

/// Those of the same kind, dual and label.
type Alike = Classes<(usize, Weight, Label)>;

/// By how much the duals can change.
struct Change {
    by: Weight,
    /// Outer vertices, each with a class; the pairs with members of it become tight.
    pairs: Vec<(usize, usize)>,
    classes: Alike,
}

impl<P: Fn(usize, usize) -> Weight, A: Fn(usize) -> Option<Weight>> Lightest<'_, P, A> {
    /// Matches more, with duals that change for all at once. If that is everybody, the pairs that are tight then.
    pub(crate) fn raise(&mut self) -> Option<Graph> {
        let dual = self.duals();
        let classes = self.costs.classes(|one| (self.costs.kinds[one], dual[one]));
        let is_tight = |one: usize, other: usize| (self.costs.pair)(one, other) == dual[one] + dual[other];
        let mut tight = self.costs.graph.filtered(&classes, is_tight);
        let mut marks = Marks::default();
        let (mut left, mut vain, mut unit) = (usize::MAX, 0, UNIT / 2);
        loop {
            self.match_tight(&tight, &mut marks);
            let roots = self.roots().len();
            vain = if roots < left { 0 } else { vain + 1 };
            left = roots;
            if left == 0 || vain == PATIENCE || unit < 2 || steps::is_over() {
                break;
            }
            let Some(change) = self.least_change() else { break };
            self.update(&mut tight, &mut marks, &change);
            self.change = change.by;
            self.forget_labels();
            self.change = 0;
            if change.by % unit != 0 {
                unit /= 2;
            }
        }
        self.forget_labels();
        (left == 0).then_some(tight)
    }

    /// Writes down what has changed, and takes all labels away.
    fn forget_labels(&mut self) {
        for number in take(&mut self.labelled) {
            steps::count(2);
            self.settle(number);
            self.label[number] = Label::None;
        }
    }

    /// The duals of all vertices, none of which has a label or all of which have got them only now.
    fn duals(&self) -> Vec<Weight> {
        (0..self.blossoms.len()).map(|one| self.blossoms.dual(one)).collect()
    }

    /// Those who are still to be matched.
    pub(crate) fn roots(&self) -> Vec<usize> {
        (0..self.blossoms.len())
            .filter(|one| self.blossoms.mate[*one] == NONE && !self.alone[*one])
            .collect()
    }

    /// Matches as many as tight pairs allow. The trees of the others keep their labels.
    fn match_tight(&mut self, tight: &Graph, marks: &mut Marks) {
        let len = self.blossoms.len();
        marks.fresh = bits(len, 0..len);
        marks.outer = vec![0; marks.fresh.len()];
        marks.beside_free = vec![0; marks.fresh.len()];
        numbers(&self.free).for_each(|free| marks.is_free(tight, free));
        for root in self.roots() {
            if self.blossoms.mate[root] != NONE || self.alone[root] {
                continue;
            }
            let before = self.labelled.len();
            self.open(self.blossoms.top(root));
            let found = self.grow_tight(tight, marks);
            self.queue.clear();
            self.events.clear();
            marks.now.clear();
            marks.later.clear();
            if found {
                for number in self.labelled.split_off(before) {
                    if self.label[number] != Label::None {
                        self.label[number] = Label::None;
                        for member in self.blossoms.members(number) {
                            put_in(&mut marks.fresh, member);
                            take_out(&mut marks.outer, member);
                        }
                    }
                }
            }
        }
    }

    /// The tree of a root along tight pairs; whether it has found a mate.
    fn grow_tight(&mut self, tight: &Graph, marks: &mut Marks) -> bool {
        loop {
            if self.is_at_end(tight, marks) {
                return true;
            }
            if let Some(vertex) = marks.now.pop_front() {
                if self.scan_tight(tight, marks, vertex) {
                    return true;
                }
                marks.later.push_back(vertex);
            } else if let Some(vertex) = marks.later.pop_front() {
                if self.contract_tight(tight, marks, vertex) {
                    marks.later.push_front(vertex);
                }
            } else {
                return false;
            }
        }
    }

    /// Whether the tree can end at one of those who have become outer: as one who may be alone, or beside a free one.
    fn is_at_end(&mut self, tight: &Graph, marks: &mut Marks) -> bool {
        while let Some(vertex) = self.queue.pop_front() {
            steps::count(8);
            put_in(&mut marks.outer, vertex);
            marks.now.push_back(vertex);
            if (self.costs.alone)(vertex) == Some(self.dual(vertex)) {
                self.augment(vertex, NONE);
                marks.is_free(tight, vertex);
                return true;
            }
            if !is_in(&marks.beside_free, vertex) {
                continue;
            }
            let unlabelled = |end: &usize| self.label[self.blossoms.top(*end)] == Label::None;
            let end = tight.neighbours_in(vertex, &self.free).find(unlabelled);
            if let Some(end) = end {
                self.augment(vertex, end);
                return true;
            }
        }
        false
    }

    /// Gives labels to the neighbours of an outer vertex; whether the search is at its end.
    fn scan_tight(&mut self, tight: &Graph, marks: &mut Marks, vertex: usize) -> bool {
        for (place, word) in tight.words(vertex) {
            steps::count(1);
            loop {
                let word = word & marks.fresh[place];
                let Some(other) = ones(word).next().map(|bit| place * 64 + bit) else {
                    break;
                };
                steps::count(4);
                if self.follow_tight(tight, marks, vertex, other) || self.is_at_end(tight, marks) {
                    return true;
                }
                marks.fresh[place] &= !(1 << (other % 64));
            }
        }
        false
    }

    /// Gives a label to a vertex that an outer one meets, if it has none. Blossoms without a dual are taken apart; who leaves
    /// the tree by that can be met again. Whether the search is at its end.
    fn follow_tight(&mut self, tight: &Graph, marks: &mut Marks, vertex: usize, other: usize) -> bool {
        let top = self.blossoms.top(other);
        if self.label[top] == Label::None && self.meet(vertex, other) {
            return true;
        }
        while let Some(Reverse((change, event))) = self.events.pop() {
            let Event::Expand(number) = event else { continue };
            if change > self.change || self.label[number] != Label::Inner || self.blossoms.is_vertex(number) {
                continue;
            }
            for petal in self.expand(number) {
                for member in self.blossoms.members(petal) {
                    put_in(&mut marks.fresh, member);
                    let outer = tight.neighbours_in(member, &marks.outer).next();
                    self.queue.extend(outer);
                }
            }
        }
        false
    }

    /// Makes a blossom of what lies between an outer vertex and another that it meets, if there is one.
    fn contract_tight(&mut self, tight: &Graph, marks: &mut Marks, vertex: usize) -> bool {
        let top = self.blossoms.top(vertex);
        self.know_members(marks, top);
        let set = top.checked_sub(self.blossoms.len()).map(|number| &marks.sets[number]);
        let other = tight.words(vertex).find_map(|(place, word)| {
            steps::count(1);
            let bit = ones(word & marks.outer[place] & !set.map_or(0, |set| set[place])).next()?;
            Some(place * 64 + bit)
        });
        let Some(other) = other else { return false };
        self.contract(vertex, other);
        self.join_members(marks, self.blossoms.top(vertex));
        true
    }

    /// Writes down the members of a blossom.
    fn know_members(&self, marks: &mut Marks, number: usize) {
        let Some(place) = number.checked_sub(self.blossoms.len()) else {
            return;
        };
        marks.sets.resize(marks.sets.len().max(place + 1), Vec::new());
        if marks.sets[place].is_empty() {
            marks.sets[place] = bits(self.blossoms.len(), self.blossoms.members(number));
        }
    }

    /// The same of a new one, from what is known of its largest petal.
    fn join_members(&self, marks: &mut Marks, number: usize) {
        let petals = self.blossoms.petals(number);
        let Some(largest) = petals.iter().copied().max_by_key(|petal| self.blossoms.size(*petal)) else {
            return;
        };
        self.know_members(marks, largest);
        let mut set = match largest.checked_sub(self.blossoms.len()) {
            Some(place) => take(&mut marks.sets[place]),
            None => bits(self.blossoms.len(), [largest].into_iter()),
        };
        for petal in petals.iter().filter(|petal| **petal != largest) {
            self.blossoms
                .members(*petal)
                .for_each(|member| put_in(&mut set, member));
        }
        let place = number - self.blossoms.len();
        marks.sets.resize(marks.sets.len().max(place + 1), Vec::new());
        marks.sets[place] = set;
    }

    /// The vertices of a label.
    fn labelled_as(&self, label: Label) -> Vec<u64> {
        let numbers = self
            .labelled
            .iter()
            .copied()
            .filter(|number| self.label[*number] == label);
        bits(
            self.blossoms.len(),
            numbers.flat_map(|number| self.blossoms.members(number)),
        )
    }

    /// How far the duals can change; `None` if nothing bounds them.
    fn least_change(&self) -> Option<Change> {
        let dual = |one: usize| self.blossoms.dual(one);
        let label = |one: usize| self.label[self.blossoms.top(one)];
        let classes = self.costs.classes(|one| (self.costs.kinds[one], dual(one), label(one)));
        let (inner, mut inside) = (self.labelled_as(Label::Inner), Inside::default());
        let (mut by, mut pairs) = (Weight::MAX, Vec::new());
        let mut offer = |change: Weight, pair: Option<(usize, usize)>| {
            if change < by {
                by = change;
                pairs.clear();
            }
            if change == by {
                pairs.extend(pair);
            }
        };
        for number in self.labelled.iter().copied() {
            if self.label[number] == Label::Inner && !self.blossoms.is_vertex(number) {
                offer(self.blossoms.dual(number) / 2, None);
            }
            let outer = (self.label[number] == Label::Outer).then(|| self.blossoms.members(number));
            for one in outer.into_iter().flatten() {
                if let Some(cost) = (self.costs.alone)(one) {
                    offer(cost - dual(one), None);
                }
                self.look_inside(&mut inside, one);
                let words = self.costs.graph.words(one).inspect(|_| steps::count(1));
                let open = words.map(|(place, word)| (place, word & !(inner[place] | inside.at(place))));
                for (other, class) in classes.among(open) {
                    let slack = self.costs.between(one, other) - dual(one) - dual(other);
                    offer(
                        if label(other) == Label::Outer { slack / 2 } else { slack },
                        Some((one, class)),
                    );
                }
            }
        }
        (by < Weight::MAX).then_some(Change { by, pairs, classes })
    }

    /// Finds the members of the blossom that a vertex is in.
    fn look_inside(&self, last: &mut Inside, vertex: usize) {
        let top = self.blossoms.top(vertex);
        if self.blossoms.is_vertex(top) {
            last.members.clear();
        } else if last.members.is_empty() || last.blossom != top {
            *last = Inside {
                blossom: top,
                members: bits(self.blossoms.len(), self.blossoms.members(top)),
            };
        }
    }

    /// The pairs that are tight after the change.
    fn update(&self, tight: &mut Graph, marks: &mut Marks, change: &Change) {
        let (outer, inner) = (self.labelled_as(Label::Outer), self.labelled_as(Label::Inner));
        for number in self
            .labelled
            .iter()
            .copied()
            .filter(|number| self.label[*number] == Label::Inner)
        {
            self.know_members(marks, number);
        }
        let none = vec![0; outer.len()];
        let own = |one: usize| match self.blossoms.top(one).checked_sub(self.blossoms.len()) {
            Some(place) => &marks.sets[place],
            None => &none,
        };
        let not_outer = Row::new(outer.iter().map(|word| !word));
        tight.lose(numbers(&inner), &not_outer, |one, place| !own(one)[place]);
        let unlabelled = (0..self.blossoms.len()).filter(|one| !is_in(&outer, *one) && !is_in(&inner, *one));
        tight.lose(unlabelled, &Row::new(inner.iter().copied()), |_, _| !0);
        let mut inside = Inside::default();
        for (one, class) in change.pairs.iter().copied() {
            self.look_inside(&mut inside, one);
            for (place, members) in change.classes.members(class) {
                let word = self.costs.graph.row(one)[place] & members & !inside.at(place);
                steps::count(1);
                if word == 0 {
                    continue;
                }
                tight.put(one, place, word);
                // Outer ones have a class with this one in it.
                for bit in ones(word & !outer[place]) {
                    steps::count(1);
                    tight.put(place * 64 + bit, one / 64, 1 << (one % 64));
                }
            }
        }
    }
}
