//! Blossoms nested in each other, with their dual variables: unlike those of a search for cardinality they outlast the
//! search that shrinks them, and are expanded only when their dual variable is zero.

use std::mem::take;

use crate::budget::Budget;
use crate::cost::laminar::LaminarFamily;
use crate::cost::partition::{Part, Partition};
use crate::cost::scale::Dual;
use crate::graph::NONE;

/// A blossom: an odd cycle of smaller blossoms and vertices. It is factor-critical: whichever of its vertices is
/// deleted, the others have a perfect matching.
#[derive(Clone, Debug, Default)]
struct Blossom {
    /// The children in the order of the cycle, the one with the base first.
    children: Vec<usize>,
    /// The edges that join each child with the next, the end in the former first.
    edges: Vec<(usize, usize)>,
}

/// A matching with its blossoms: the vertices have the numbers 0 to `len - 1`, the blossoms those after them.
#[derive(Clone, Debug)]
pub(crate) struct Blossoms {
    len: usize,
    pub(crate) mate: Vec<usize>,
    /// The dual variable of each blossom, never negative, which is added to the reduced cost of the edges inside it.
    dual: Vec<Dual>,
    /// The vertices by the maximal blossoms that they are in, with their dual variables.
    groups: Partition,
    /// The vertices in each vertex or blossom.
    sets: Vec<Part>,
    /// The smallest blossom that a vertex or blossom is in.
    parent: Vec<usize>,
    base: Vec<usize>,
    cycles: Vec<Blossom>,
    unused: Vec<usize>,
}

impl Blossoms {
    pub(crate) fn new(mate: Vec<usize>, dual: Vec<Dual>) -> Self {
        let len = mate.len();
        let (groups, sets) = Partition::new(dual);
        Self {
            mate,
            dual: Vec::new(),
            groups,
            sets,
            parent: vec![NONE; len],
            base: (0..len).collect(),
            cycles: Vec::new(),
            unused: Vec::new(),
            len,
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// The end of the numbers that vertices and blossoms have had so far.
    pub(crate) const fn numbers(&self) -> usize {
        self.base.len()
    }

    pub(crate) const fn is_vertex(&self, number: usize) -> bool {
        number < self.len
    }

    /// The base: the one vertex whose mate is outside, or which has none.
    pub(crate) fn base(&self, number: usize) -> usize {
        self.base[number]
    }

    /// The maximal blossom that a vertex is in, which may be the vertex itself.
    pub(crate) fn top(&self, vertex: usize) -> usize {
        self.groups.name_of(vertex)
    }

    pub(crate) fn dual(&self, number: usize) -> Dual {
        if self.is_vertex(number) {
            self.groups.dual(number)
        } else {
            self.dual[number - self.len]
        }
    }

    pub(crate) fn members(&self, number: usize) -> impl Iterator<Item = usize> {
        self.groups.members(&self.sets[number])
    }

    /// Adds `by` to the dual variables of all vertices of a maximal blossom, and twice as much to its own, so that no
    /// reduced cost inside it changes.
    pub(crate) fn shift(&mut self, number: usize, by: Dual) {
        self.groups.add(&self.sets[number], by);
        if !self.is_vertex(number) {
            self.dual[number - self.len] += 2 * by;
        }
    }

    /// Shrinks a cycle of maximal blossoms to a new one.
    pub(crate) fn contract(&mut self, children: Vec<usize>, edges: Vec<(usize, usize)>) -> usize {
        let number = self.unused.pop().unwrap_or(self.base.len());
        Budget::spend(8 * children.len());
        let sets: Vec<Part> = children.iter().map(|child| self.sets[*child]).collect();
        let set = self.groups.join(&sets, number);
        for child in &children {
            self.parent[*child] = number;
        }
        let base = self.base[children[0]];
        if number == self.base.len() {
            self.cycles.push(Blossom { children, edges });
            self.sets.push(set);
            self.dual.push(0);
            self.parent.push(NONE);
            self.base.push(base);
        } else {
            let cycle = number - self.len;
            (self.cycles[cycle], self.sets[number], self.dual[cycle]) = (Blossom { children, edges }, set, 0);
            (self.parent[number], self.base[number]) = (NONE, base);
        }
        number
    }

    /// Expands a maximal blossom to its children and the edges of its cycle.
    pub(crate) fn expand(&mut self, number: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
        let Blossom { children, edges } = take(&mut self.cycles[number - self.len]);
        Budget::spend(8 * children.len());
        let mut sets: Vec<Part> = children.iter().map(|child| self.sets[*child]).collect();
        self.groups.split(&self.sets[number], &mut sets, &children);
        for (child, set) in children.iter().zip(sets) {
            (self.parent[*child], self.sets[*child]) = (NONE, set);
        }
        self.unused.push(number);
        (children, edges)
    }

    /// The place in a cycle of the child that a vertex is in.
    pub(crate) fn child_of(&self, children: &[usize], vertex: usize, outside: usize) -> usize {
        let mut number = vertex;
        while self.parent[number] != outside {
            number = self.parent[number];
        }
        children.iter().position(|child| *child == number).unwrap_or(0)
    }

    /// Makes a vertex the base of a blossom, by matching the others along its cycle.
    pub(crate) fn rotate(&mut self, number: usize, vertex: usize) {
        self.base[number] = vertex;
        if self.is_vertex(number) {
            return;
        }
        let Blossom {
            mut children,
            mut edges,
        } = take(&mut self.cycles[number - self.len]);
        let place = self.child_of(&children, vertex, number);
        let count = children.len();
        Budget::spend(count);
        self.rotate(children[place], vertex);
        // On the path of even length from there to the old base every second edge is matched now.
        let paired: Vec<usize> = if place % 2 == 1 {
            (place + 1..count).step_by(2).collect()
        } else {
            (0..place).step_by(2).collect()
        };
        for edge in paired {
            let (u, v) = edges[edge];
            self.rotate(children[edge], u);
            self.rotate(children[(edge + 1) % count], v);
            (self.mate[u], self.mate[v]) = (v, u);
        }
        children.rotate_left(place);
        edges.rotate_left(place);
        self.cycles[number - self.len] = Blossom { children, edges };
    }

    /// The laminar family of the blossoms with a positive dual variable.
    pub(crate) fn laminar_family(&self) -> LaminarFamily {
        let mut family = LaminarFamily::empty();
        let mut open: Vec<(usize, u32)> = (self.len..self.numbers())
            .filter(|number| self.parent[*number] == NONE)
            .map(|number| (number, 0))
            .collect();
        while let Some((number, around)) = open.pop() {
            let Some(cycle) = number.checked_sub(self.len).map(|cycle| &self.cycles[cycle]) else {
                family.place(number, self.len, around);
                continue;
            };
            let dual = self.dual(number);
            let node = if dual > 0 { family.add(around, dual) } else { around };
            open.extend(cycle.children.iter().map(|child| (*child, node)));
        }
        family
    }
}
