//! Odd sets of vertices that a matching of least cost crosses once each, nested in each other.

use std::mem::take;

use crate::matching::NONE;
use crate::steps;

/// What a pair costs, and what the duals are counted in.
pub(crate) type Weight = i128;

/// A blossom: an odd circle of smaller ones and of vertices, each of which could be the one whose mate is outside.
#[derive(Clone, Debug, Default)]
struct Blossom {
    /// In the order of the circle, the one with the base first.
    petals: Vec<usize>,
    /// The pairs that join each petal with the next one, the vertex of the former first.
    links: Vec<(usize, usize)>,
    members: Vec<usize>,
}

/// A matching with its blossoms: the vertices have the numbers 0 to `len - 1`, the blossoms those after them.
#[derive(Clone, Debug)]
pub(crate) struct Blossoms {
    len: usize,
    pub(crate) mate: Vec<usize>,
    /// The duals: what a vertex adds to the cost of its pairs, and what a blossom takes from those inside it.
    pub(crate) dual: Vec<Weight>,
    /// Of a vertex the largest blossom that it is in, which may be itself.
    pub(crate) top: Vec<usize>,
    /// Of a vertex or blossom the smallest blossom that it is in.
    parent: Vec<usize>,
    base: Vec<usize>,
    circles: Vec<Blossom>,
    unused: Vec<usize>,
}

impl Blossoms {
    pub(crate) fn new(mate: Vec<usize>, dual: Vec<Weight>) -> Self {
        let len = mate.len();
        Self {
            mate,
            dual,
            top: (0..len).collect(),
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

    pub(crate) fn members(&self, number: usize) -> Vec<usize> {
        if self.is_vertex(number) { vec![number] } else { self.circles[number - self.len].members.clone() }
    }

    /// Changes the duals of all vertices of a largest blossom, and its own so that nothing changes inside.
    pub(crate) fn shift(&mut self, number: usize, by: Weight) {
        if self.is_vertex(number) {
            self.dual[number] += by;
            return;
        }
        self.dual[number] += 2 * by;
        steps::count(self.circles[number - self.len].members.len());
        for member in &self.circles[number - self.len].members {
            self.dual[*member] += by;
        }
    }

    /// A new blossom of a circle of largest ones.
    pub(crate) fn contract(&mut self, petals: Vec<usize>, links: Vec<(usize, usize)>) -> usize {
        let members: Vec<usize> = petals.iter().flat_map(|petal| self.members(*petal)).collect();
        let number = self.unused.pop().unwrap_or_else(|| {
            self.circles.push(Blossom::default());
            self.dual.push(0);
            self.parent.push(NONE);
            self.base.push(NONE);
            self.base.len() - 1
        });
        steps::count(2 * members.len());
        for petal in &petals {
            self.parent[*petal] = number;
        }
        for member in &members {
            self.top[*member] = number;
        }
        (self.dual[number], self.parent[number], self.base[number]) = (0, NONE, self.base[petals[0]]);
        self.circles[number - self.len] = Blossom { petals, links, members };
        number
    }

    /// Takes a largest blossom apart: its petals and links.
    pub(crate) fn expand(&mut self, number: usize) -> (Vec<usize>, Vec<(usize, usize)>) {
        let Blossom { petals, links, members } = take(&mut self.circles[number - self.len]);
        steps::count(members.len());
        for petal in &petals {
            self.parent[*petal] = NONE;
            if self.is_vertex(*petal) {
                self.top[*petal] = *petal;
            } else {
                self.circles[*petal - self.len].members.iter().for_each(|member| self.top[*member] = *petal);
            }
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
        let Blossom { mut petals, mut links, members } = take(&mut self.circles[number - self.len]);
        let place = self.place_of(&petals, vertex, number);
        let count = petals.len();
        steps::count(count);
        self.rotate(petals[place], vertex);
        // On the even way from there to the old base every second link is paired now.
        let paired: Vec<usize> =
            if place % 2 == 1 { (place + 1..count).step_by(2).collect() } else { (0..place).step_by(2).collect() };
        for link in paired {
            let (one, other) = links[link];
            self.rotate(petals[link], one);
            self.rotate(petals[(link + 1) % count], other);
            (self.mate[one], self.mate[other]) = (other, one);
        }
        petals.rotate_left(place);
        links.rotate_left(place);
        self.circles[number - self.len] = Blossom { petals, links, members };
    }

    /// For each vertex the blossoms it is in that have a dual, the largest first.
    pub(crate) fn bound(&self) -> Vec<Vec<usize>> {
        let chain = |vertex: usize| {
            let mut chain = Vec::new();
            let mut number = self.parent[vertex];
            while number != NONE {
                if self.dual[number] > 0 {
                    chain.push(number);
                }
                number = self.parent[number];
            }
            chain.reverse();
            chain
        };
        (0..self.len).map(chain).collect()
    }
}
