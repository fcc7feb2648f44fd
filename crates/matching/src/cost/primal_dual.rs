//! The primal–dual method: alternating trees are grown one after the other, along tight edges only, and whenever one
//! can grow no more, the dual variables are changed by the least that gives it something to do.
//!
//! This is the variant with one tree at a time and a priority queue (Galil, *Efficient algorithms for finding maximum
//! matching in graphs*, 1986; Kolmogorov, *Blossom V*, 2009, compares the variants).
//!
//! With dual variables y of vertices, of any sign, and z ≥ 0 of blossoms, the *reduced cost* of an edge is its cost,
//! less y of its two ends, plus z of each blossom that has both ends. It is never negative, and the edge is *tight* if
//! it is zero. So z belongs to the constraint on the edges *inside* an odd set. Books that constrain its cut instead,
//! as Schrijver does, have half of it there, and less at the vertices.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};
use std::mem::take;

use crate::budget::Budget;
use crate::cost::blossoms::Blossoms;
use crate::cost::scale::Dual;
use crate::graph::bits::{ones, put_in, take_out};
use crate::graph::{Graph, NONE};

/// A graph with costs. Every cost must be even, so that half of a reduced cost between outer vertices is a whole
/// number.
pub(crate) struct CostGraph<'a, P> {
    pub(crate) graph: &'a Graph,
    /// The cost of an edge, the lower vertex first.
    pub(crate) pair: P,
}

impl<P: Fn(usize, usize) -> Dual> CostGraph<'_, P> {
    /// The cost of an edge, the vertices in any order.
    fn between(&self, u: usize, v: usize) -> Dual {
        (self.pair)(u.min(v), u.max(v))
    }
}

/// An edge with a direction: where it is used it is said which end comes first.
type Edge = (usize, usize);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Label {
    None,
    Outer,
    Inner,
}

/// An event that a change of the dual variables will bring about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// An edge between an outer vertex and another becomes tight.
    Tight(usize, usize),
    /// The dual variable of an inner blossom becomes zero.
    Expand(usize),
}

/// A matching of least cost among those that cover the same vertices, with the dual variables that prove it.
pub(crate) struct PrimalDual<'a, P> {
    costs: CostGraph<'a, P>,
    pub(crate) blossoms: Blossoms,
    /// The vertices without a mate.
    free: Vec<u64>,
    label: Vec<Label>,
    /// The edge by which an inner vertex or blossom was reached, the outer vertex first.
    from: Vec<(usize, usize)>,
    /// The sum of the dual changes of this search so far, and what it was when a vertex or blossom got its label: the
    /// difference of the two is added to outer vertices, and taken from inner ones.
    change: Dual,
    since: Vec<Dual>,
    labelled: Vec<usize>,
    queue: VecDeque<usize>,
    /// The outer vertices of this search.
    outer: Vec<u64>,
    events: BinaryHeap<Reverse<(Dual, Event)>>,
    /// For each vertex without a label, the sum of dual changes at which the first edge to it from an outer one is
    /// tight.
    reached: Vec<Dual>,
    touched: Vec<usize>,
    /// Marks on the two paths that lead to the base of a new blossom.
    marks: usize,
    marked: Vec<usize>,
}

impl<'a, P: Fn(usize, usize) -> Dual> PrimalDual<'a, P> {
    /// Starts from the edges of a matching that cost nothing, with all dual variables zero: the others would not be
    /// tight.
    pub(crate) fn new(costs: CostGraph<'a, P>, mut mate: Vec<usize>) -> Self {
        let len = mate.len();
        let mut free = vec![0; len.div_ceil(64)];
        for u in 0..len {
            let v = mate[u];
            if v != NONE && u < v && (costs.pair)(u, v) != 0 {
                (mate[u], mate[v]) = (NONE, NONE);
            }
        }
        (0..len).filter(|u| mate[*u] == NONE).for_each(|u| put_in(&mut free, u));
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
            reached: vec![Dual::MAX; len],
            touched: Vec::new(),
            marks: 0,
            marked: vec![0; len],
        }
    }

    /// Makes the matching perfect, and returns whether that was possible and no budget was spent before.
    pub(crate) fn solve(&mut self) -> bool {
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
        self.label_outer(self.blossoms.top(root));
        let found = self.grow();
        for number in take(&mut self.labelled) {
            self.settle(number);
            self.label[number] = Label::None;
        }
        for vertex in take(&mut self.touched) {
            self.reached[vertex] = Dual::MAX;
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
                Event::Tight(u, v) => {
                    if self.follow(u, v) {
                        return true;
                    }
                }
                Event::Expand(number) => {
                    if self.label[number] == Label::Inner && !self.blossoms.is_vertex(number) {
                        for child in self.expand(number) {
                            self.rescan(child);
                        }
                    }
                }
            }
        }
    }

    /// The dual variable of a vertex as this search has changed it.
    fn dual(&self, vertex: usize) -> Dual {
        let top = self.blossoms.top(vertex);
        match self.label[top] {
            Label::None => self.blossoms.dual(vertex),
            Label::Outer => self.blossoms.dual(vertex) + (self.change - self.since[top]),
            Label::Inner => self.blossoms.dual(vertex) - (self.change - self.since[top]),
        }
    }

    fn slack(&self, u: usize, v: usize) -> Dual {
        self.costs.between(u, v) - self.dual(u) - self.dual(v)
    }

    /// Adds the dual changes since a maximal blossom got its label to its dual variable and those of its vertices.
    fn settle(&mut self, number: usize) {
        let by = self.change - self.since[number];
        match self.label[number] {
            Label::None => return,
            Label::Outer => self.blossoms.shift(number, by),
            Label::Inner => self.blossoms.shift(number, -by),
        }
        self.since[number] = self.change;
    }

    fn set_label(&mut self, number: usize, label: Label) {
        self.label[number] = label;
        self.since[number] = self.change;
        self.labelled.push(number);
    }

    fn label_outer(&mut self, number: usize) {
        self.set_label(number, Label::Outer);
        self.enqueue(number);
    }

    /// Has the vertices of a blossom that has become outer be scanned.
    fn enqueue(&mut self, number: usize) {
        self.blossoms
            .members(number)
            .for_each(|member| put_in(&mut self.outer, member));
        self.queue.extend(self.blossoms.members(number));
    }

    fn label_inner(&mut self, number: usize, from: (usize, usize)) {
        self.set_label(number, Label::Inner);
        self.from[number] = from;
        if !self.blossoms.is_vertex(number) {
            self.events.push(Reverse((
                self.change + self.blossoms.dual(number) / 2,
                Event::Expand(number),
            )));
        }
    }

    /// Scans the edges of an outer vertex, those to free vertices first, and returns whether it has augmented.
    fn scan(&mut self, vertex: usize) -> bool {
        let graph = self.costs.graph;
        for (place, word) in graph.words(vertex) {
            Budget::spend(2);
            for v in ones(word & self.free[place]).map(|bit| place * 64 + bit) {
                let unlabelled = self.label[self.blossoms.top(v)] == Label::None;
                Budget::spend(4);
                if unlabelled && self.slack(vertex, v) == 0 {
                    self.augment(vertex, v);
                    return true;
                }
            }
        }
        for (place, word) in graph.words(vertex) {
            for v in ones(word).map(|bit| place * 64 + bit) {
                if self.consider(vertex, v) {
                    return true;
                }
            }
        }
        false
    }

    /// Follows an edge of an outer vertex if it is tight, or puts it into the queue, and returns whether it has
    /// augmented.
    fn consider(&mut self, vertex: usize, v: usize) -> bool {
        let top = self.blossoms.top(v);
        Budget::spend(4);
        if top == self.blossoms.top(vertex) || self.label[top] == Label::Inner {
            return false;
        }
        let slack = self.slack(vertex, v);
        if slack == 0 {
            return self.follow(vertex, v);
        }
        if self.label[top] == Label::Outer {
            self.events
                .push(Reverse((self.change + slack / 2, Event::Tight(vertex, v))));
        } else if self.change + slack < self.reached[v] {
            if self.reached[v] == Dual::MAX {
                self.touched.push(v);
            }
            self.reached[v] = self.change + slack;
            self.events
                .push(Reverse((self.change + slack, Event::Tight(vertex, v))));
        }
        false
    }

    /// Follows an edge of an outer vertex if it is tight by now, or puts it back into the queue, and returns whether it
    /// has augmented.
    fn follow(&mut self, vertex: usize, v: usize) -> bool {
        let top = self.blossoms.top(v);
        if top == self.blossoms.top(vertex) || self.label[top] == Label::Inner {
            return false;
        }
        let slack = self.slack(vertex, v);
        if slack > 0 {
            let more = if self.label[top] == Label::Outer {
                slack / 2
            } else {
                slack
            };
            self.events.push(Reverse((self.change + more, Event::Tight(vertex, v))));
        } else if self.label[top] == Label::Outer {
            self.shrink(vertex, v);
        } else {
            let mate = self.blossoms.mate[self.blossoms.base(top)];
            if mate == NONE {
                self.augment(vertex, v);
                return true;
            }
            self.label_inner(top, (vertex, v));
            self.label_outer(self.blossoms.top(mate));
        }
        false
    }

    /// The inner blossom above an outer one in the tree, with the edges that lead to it and on from it.
    fn parent(&self, number: usize) -> Option<(usize, Edge, Edge)> {
        let base = self.blossoms.base(number);
        let mate = self.blossoms.mate[base];
        if mate == NONE {
            return None;
        }
        let inner = self.blossoms.top(mate);
        let (outer, reached) = self.from[inner];
        Some((inner, (base, mate), (reached, outer)))
    }

    /// The outer blossom at which the paths of two of them to the root come together; they are followed by turns.
    fn common_ancestor(&mut self, u: usize, v: usize) -> usize {
        self.marks += 1;
        let (mut here, mut there) = (Some(u), Some(v));
        while here.is_some() || there.is_some() {
            Budget::spend(8);
            if let Some(number) = here {
                if self.marked[number] == self.marks {
                    return number;
                }
                self.marked[number] = self.marks;
                here = self.parent(number).map(|(_, _, (_, outer))| self.blossoms.top(outer));
            }
            std::mem::swap(&mut here, &mut there);
        }
        NONE
    }

    /// Shrinks the blossom that is closed by an edge between two outer vertices.
    fn shrink(&mut self, u: usize, v: usize) {
        let base = self.common_ancestor(self.blossoms.top(u), self.blossoms.top(v));
        let way = |from: usize| {
            let (mut children, mut edges, mut number) = (Vec::new(), Vec::new(), from);
            while number != base {
                let Some((inner, down, up)) = self.parent(number) else {
                    break;
                };
                children.extend([number, inner]);
                edges.extend([down, up]);
                number = self.blossoms.top(up.1);
            }
            (children, edges)
        };
        let (left, left_links) = way(self.blossoms.top(u));
        let (right, right_links) = way(self.blossoms.top(v));
        let turned = left_links.into_iter().rev().map(|(u, v)| (v, u));
        let edges = turned.chain([(u, v)]).chain(right_links).collect();
        let children: Vec<usize> = std::iter::once(base)
            .chain(left.into_iter().rev())
            .chain(right)
            .collect();
        for child in children.iter().copied() {
            self.settle(child);
            if self.label[child] == Label::Inner {
                self.enqueue(child);
            }
            self.label[child] = Label::None;
        }
        let number = self.blossoms.contract(children, edges);
        self.label.resize(self.blossoms.numbers(), Label::None);
        self.from.resize(self.blossoms.numbers(), (NONE, NONE));
        self.since.resize(self.blossoms.numbers(), 0);
        self.marked.resize(self.blossoms.numbers(), 0);
        self.set_label(number, Label::Outer);
    }

    /// Expands an inner blossom: the children on the path of even length through it stay in the tree, the others leave
    /// it, and are returned.
    fn expand(&mut self, number: usize) -> Vec<usize> {
        self.settle(number);
        self.label[number] = Label::None;
        let from = self.from[number];
        let (children, edges) = self.blossoms.expand(number);
        let (count, place) = (children.len(), self.blossoms.child_of(&children, from.1, NONE));
        // Each step with the edge that leads to it, the end in the child before first.
        let way: Vec<(usize, (usize, usize))> = if place % 2 == 1 {
            (place..count)
                .map(|edge| (children[(edge + 1) % count], edges[edge]))
                .collect()
        } else {
            (0..place)
                .rev()
                .map(|edge| (children[edge], (edges[edge].1, edges[edge].0)))
                .collect()
        };
        self.label_inner(children[place], from);
        for (step, (child, edge)) in way.into_iter().enumerate() {
            if step % 2 == 0 {
                self.label_outer(child);
            } else {
                self.label_inner(child, edge);
            }
        }
        children
            .into_iter()
            .filter(|child| self.label[*child] == Label::None)
            .collect()
    }

    /// Finds, for each vertex of a blossom that has left the tree, the edge from an outer vertex that becomes tight
    /// first.
    fn rescan(&mut self, number: usize) {
        for member in self.blossoms.members(number) {
            let mut first = None;
            for v in self.costs.graph.neighbours_in(member, &self.outer) {
                let change = self.change + self.slack(member, v);
                first = Some(first.map_or((change, v), |first: (Dual, usize)| first.min((change, v))));
                Budget::spend(8);
            }
            if self.reached[member] == Dual::MAX {
                self.touched.push(member);
            }
            self.reached[member] = first.map_or(Dual::MAX, |(change, _)| change);
            self.events
                .extend(first.map(|(change, v)| Reverse((change, Event::Tight(v, member)))));
        }
    }

    fn mark_matched(&mut self, vertex: usize) {
        take_out(&mut self.free, vertex);
    }

    /// Augments along the path from an outer vertex to the root, and matches the vertex with one outside the tree.
    fn augment(&mut self, vertex: usize, v: usize) {
        let top = self.blossoms.top(v);
        self.mark_matched(self.blossoms.base(top));
        self.blossoms.rotate(top, v);
        self.blossoms.mate[v] = vertex;
        let (mut here, mut there) = (vertex, v);
        loop {
            Budget::spend(8);
            let top = self.blossoms.top(here);
            let above = self.parent(top);
            let base = self.blossoms.base(top);
            self.blossoms.rotate(top, here);
            self.blossoms.mate[here] = there;
            let Some((inner, _, (reached, outer))) = above else {
                self.mark_matched(base);
                break;
            };
            self.blossoms.rotate(inner, reached);
            self.blossoms.mate[reached] = outer;
            (here, there) = (outer, reached);
        }
    }
}
