//! Partitions of the vertices whose parts are joined and split again, with a dual variable for each vertex; it can be
//! changed at all vertices of a part in one step.
//!
//! What is added to a whole part is kept once, in its *group*. When parts are joined or split the largest of them keeps
//! its group, so that only the vertices of the others are touched.

use crate::budget::Budget;
use crate::cost::scale::Dual;

/// A part: its group, and where it lies in the list of all vertices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    group: usize,
    first: usize,
    last: usize,
    count: usize,
}

/// The vertices by their parts.
#[derive(Clone, Debug)]
pub(crate) struct Partition {
    /// The group of each vertex.
    group: Vec<usize>,
    /// The name of each group.
    name: Vec<usize>,
    /// The dual variable of a vertex, but for what has been added to all of its group.
    dual: Vec<Dual>,
    added: Vec<Dual>,
    /// The vertex after each in its part; after the last of a part it has no meaning.
    next: Vec<usize>,
    unused: Vec<usize>,
}

impl Partition {
    /// Each vertex alone in a part with its number for a name.
    pub(crate) fn new(dual: Vec<Dual>) -> (Self, Vec<Part>) {
        let len = dual.len();
        let sets = (0..len)
            .map(|vertex| Part {
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

    /// The name of the part that a vertex is in.
    pub(crate) fn name_of(&self, vertex: usize) -> usize {
        self.name[self.group[vertex]]
    }

    pub(crate) fn dual(&self, vertex: usize) -> Dual {
        self.dual[vertex] + self.added[self.group[vertex]]
    }

    /// Adds to the dual variables of all vertices of a part.
    pub(crate) fn add(&mut self, set: &Part, by: Dual) {
        self.added[set.group] += by;
    }

    pub(crate) fn members(&self, set: &Part) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(set.first), |vertex| Some(self.next[*vertex])).take(set.count)
    }

    /// Joins parts to one.
    pub(crate) fn join(&mut self, sets: &[Part], name: usize) -> Part {
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
        Part {
            group,
            first,
            last,
            count: sets.iter().map(|set| set.count).sum(),
        }
    }

    /// Splits a part into those of which it was joined, each with its name.
    pub(crate) fn split(&mut self, whole: &Part, parts: &mut [Part], names: &[usize]) {
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

    /// Moves the vertices of a part to another group, with the same dual variables.
    fn regroup(&mut self, set: &Part, group: usize) {
        Budget::spend(2 * set.count);
        let mut vertex = set.first;
        for _ in 0..set.count {
            self.dual[vertex] += self.added[self.group[vertex]] - self.added[group];
            self.group[vertex] = group;
            vertex = self.next[vertex];
        }
    }
}

/// The part with the most vertices.
fn largest(sets: &[Part]) -> usize {
    (0..sets.len()).max_by_key(|place| sets[*place].count).unwrap_or(0)
}
