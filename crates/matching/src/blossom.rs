//! Odd sets of vertices that a matching of least cost crosses once each, nested in each other.

use std::mem::take;

use crate::budget::Budget;
use crate::graph::NONE;
use crate::groups::{Groups, Set};
use crate::nest::Nest;
use crate::weight::Weight;

/// A blossom: an odd circle of smaller ones and of vertices, each of which could be the one whose mate is outside.
#[derive(Clone, Debug, Default)]
struct Blossom {
    /// In the order of the circle, the one with the base first.
    petals: Vec<usize>,
    /// The pairs that join each petal with the next one, the vertex of the former first.
    links: Vec<(usize, usize)>,
}

/// A matching with its blossoms: the vertices have the numbers 0 to `len - 1`, the blossoms those after them.
#[derive(Clone, Debug)]
pub(crate) struct Blossoms {
    len: usize,
    pub(crate) mate: Vec<usize>,
    /// Of a blossom the dual, which it takes from the cost of those inside it.
    dual: Vec<Weight>,
    /// The vertices by the largest blossoms that they are in, with the duals that they add to the cost of their pairs.
    groups: Groups,
    /// Of a vertex or blossom the vertices in it.
    sets: Vec<Set>,
    /// Of a vertex or blossom the smallest blossom that it is in.
    parent: Vec<usize>,
    base: Vec<usize>,
    circles: Vec<Blossom>,
    unused: Vec<usize>,
}

impl Blossoms {
    pub(crate) fn new(mate: Vec<usize>, dual: Vec<Weight>) -> Self {
        let len = mate.len();
        let (groups, sets) = Groups::new(dual);
        Self {
            mate,
            dual: Vec::new(),
            groups,
            sets,
            parent: vec![NONE; len],
            base: (0..len).collect(),
            circles: Vec::new(),
            unused: Vec::new(),
            len,
        }
    }

    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// How many numbers there are for vertices and blossoms.
    pub(crate) const fn numbers(&self) -> usize {
        self.base.len()
    }

    pub(crate) const fn is_vertex(&self, number: usize) -> bool {
        number < self.len
    }

    /// The one vertex whose mate is outside.
    pub(crate) fn base(&self, number: usize) -> usize {
        self.base[number]
    }

    /// Of a vertex the largest blossom that it is in, which may be itself.
    pub(crate) fn top(&self, vertex: usize) -> usize {
        self.groups.name(vertex)
    }

    pub(crate) fn dual(&self, number: usize) -> Weight {
        if self.is_vertex(number) {
            self.groups.dual(number)
        } else {
            self.dual[number - self.len]
        }
    }

    pub(crate) fn members(&self, number: usize) -> impl Iterator<Item = usize> {
        self.groups.members(&self.sets[number])
    }

    /// Changes the duals of all vertices of a largest blossom, and its own so that nothing changes inside.
    pub(crate) fn shift(&mut self, number: usize, by: Weight) {
        self.groups.add(&self.sets[number], by);
        if !self.is_vertex(number) {
            self.dual[number - self.len] += 2 * by;
        }
    }

    /// A new blossom of a circle of largest ones.
    pub(crate) fn contract(&mut self, petals: Vec<usize>, links: Vec<(usize, usize)>) -> usize {
        let number = self.unused.pop().unwrap_or(self.base.len());
        Budget::spend(8 * petals.len());
        let sets: Vec<Set> = petals.iter().map(|petal| self.sets[*petal]).collect();
        let set = self.groups.join(&sets, number);
        for petal in &petals {
            self.parent[*petal] = number;
        }
        let base = self.base[petals[0]];
        if number == self.base.len() {
            self.circles.push(Blossom { petals, links });
            self.sets.push(set);
            self.dual.push(0);
            self.parent.push(NONE);
            self.base.push(base);
        } else {
            let circle = number - self.len;
            (self.circles[circle], self.sets[number], self.dual[circle]) = (Blossom { petals, links }, set, 0);
            (self.parent[number], self.base[number]) = (NONE, base);
        }
        number
    }

    /// Takes a largest blossom apart: its petals and links.
    pub(crate) fn expand(&mut self, number: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
        let Blossom { petals, links } = take(&mut self.circles[number - self.len]);
        Budget::spend(8 * petals.len());
        let mut sets: Vec<Set> = petals.iter().map(|petal| self.sets[*petal]).collect();
        self.groups.part(&self.sets[number], &mut sets, &petals);
        for (petal, set) in petals.iter().zip(sets) {
            (self.parent[*petal], self.sets[*petal]) = (NONE, set);
        }
        self.unused.push(number);
        (petals, links)
    }

    /// The petal of a blossom that a vertex is in, by its place in the circle.
    pub(crate) fn place_of(&self, petals: &[usize], vertex: usize, outside: usize) -> usize {
        let mut number = vertex;
        while self.parent[number] != outside {
            number = self.parent[number];
        }
        petals.iter().position(|petal| *petal == number).unwrap_or(0)
    }

    /// Makes a vertex the base of a blossom, others in it changing their mates.
    pub(crate) fn rotate(&mut self, number: usize, vertex: usize) {
        self.base[number] = vertex;
        if self.is_vertex(number) {
            return;
        }
        let Blossom { mut petals, mut links } = take(&mut self.circles[number - self.len]);
        let place = self.place_of(&petals, vertex, number);
        let count = petals.len();
        Budget::spend(count);
        self.rotate(petals[place], vertex);
        // On the even way from there to the old base every second link is paired now.
        let paired: Vec<usize> = if place % 2 == 1 {
            (place + 1..count).step_by(2).collect()
        } else {
            (0..place).step_by(2).collect()
        };
        for link in paired {
            let (one, other) = links[link];
            self.rotate(petals[link], one);
            self.rotate(petals[(link + 1) % count], other);
            (self.mate[one], self.mate[other]) = (other, one);
        }
        petals.rotate_left(place);
        links.rotate_left(place);
        self.circles[number - self.len] = Blossom { petals, links };
    }

    /// The blossoms that have a dual.
    pub(crate) fn nest(&self) -> Nest {
        let mut nest = Nest::empty();
        let mut open: Vec<(usize, u32)> = (self.len..self.numbers())
            .filter(|number| self.parent[*number] == NONE)
            .map(|number| (number, 0))
            .collect();
        while let Some((number, around)) = open.pop() {
            let Some(circle) = number.checked_sub(self.len).map(|circle| &self.circles[circle]) else {
                nest.hold(number, self.len, around);
                continue;
            };
            let dual = self.dual(number);
            let ring = if dual > 0 { nest.put(around, dual) } else { around };
            open.extend(circle.petals.iter().map(|petal| (*petal, ring)));
        }
        nest
    }
}
