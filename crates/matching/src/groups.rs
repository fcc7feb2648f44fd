//! Sets of vertices that are joined and taken apart again, and duals that change for all of a set at once.
//!
//! The largest of the sets that are joined or parted keeps its group, so that only members of the others are looked at.

use crate::budget::Budget;
use crate::weight::Weight;

/// A set: its group, and where it lies in the list of all members.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Set {
    group: usize,
    first: usize,
    last: usize,
    count: usize,
}

/// The vertices by the sets that they are in.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    /// Of a vertex.
    group: Vec<usize>,
    /// What each group is called.
    name: Vec<usize>,
    /// The dual of a vertex, but for what has been added to all of its group.
    dual: Vec<Weight>,
    added: Vec<Weight>,
    /// The member after a vertex. That of the last one of a set means nothing.
    next: Vec<usize>,
    unused: Vec<usize>,
}

impl Groups {
    /// Each vertex alone in a set of its own number.
    pub(crate) fn new(dual: Vec<Weight>) -> (Self, Vec<Set>) {
        let len = dual.len();
        let sets = (0..len)
            .map(|vertex| Set {
                group: vertex,
                first: vertex,
                last: vertex,
                count: 1,
            })
            .collect();
        let all: Vec<usize> = (0..len).collect();
        let groups = Self {
            group: all.clone(),
            name: all.clone(),
            next: all,
            added: vec![0; len],
            unused: Vec::new(),
            dual,
        };
        (groups, sets)
    }

    /// What the set of a vertex is called.
    pub(crate) fn name(&self, vertex: usize) -> usize {
        self.name[self.group[vertex]]
    }

    pub(crate) fn dual(&self, vertex: usize) -> Weight {
        self.dual[vertex] + self.added[self.group[vertex]]
    }

    /// Adds to the duals of all members.
    pub(crate) fn add(&mut self, set: &Set, by: Weight) {
        self.added[set.group] += by;
    }

    pub(crate) fn members(&self, set: &Set) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(set.first), |vertex| Some(self.next[*vertex])).take(set.count)
    }

    /// Makes one set of many.
    pub(crate) fn join(&mut self, sets: &[Set], name: usize) -> Set {
        let largest = largest(sets);
        let group = sets[largest].group;
        self.name[group] = name;
        for (place, set) in sets.iter().enumerate() {
            if place != largest {
                self.unused.push(set.group);
                self.regroup(set, group);
            }
            self.next[set.last] = sets[(place + 1) % sets.len()].first;
        }
        let (first, last) = (sets[0].first, sets[sets.len() - 1].last);
        Set {
            group,
            first,
            last,
            count: sets.iter().map(|set| set.count).sum(),
        }
    }

    /// Takes a set apart into those of which it was made, each with what it is called.
    pub(crate) fn part(&mut self, whole: &Set, parts: &mut [Set], names: &[usize]) {
        let largest = largest(parts);
        for (place, part) in parts.iter_mut().enumerate() {
            let from = part.group;
            part.group = whole.group;
            if place != largest {
                // There are as many as were given up when these were joined.
                part.group = self.unused.pop().unwrap_or(from);
                self.added[part.group] = 0;
                self.regroup(part, part.group);
            }
            self.name[part.group] = names[place];
        }
    }

    /// Has the members of a set belong to another group, with the same duals.
    fn regroup(&mut self, set: &Set, group: usize) {
        Budget::spend(2 * set.count);
        let mut vertex = set.first;
        for _ in 0..set.count {
            self.dual[vertex] += self.added[self.group[vertex]] - self.added[group];
            self.group[vertex] = group;
            vertex = self.next[vertex];
        }
    }
}

/// Which of some sets has the most members.
fn largest(sets: &[Set]) -> usize {
    (0..sets.len()).max_by_key(|place| sets[*place].count).unwrap_or(0)
}
