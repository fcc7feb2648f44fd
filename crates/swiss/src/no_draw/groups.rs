//! The Gallai–Edmonds groups of a round.

use crate::field::Round;
use lexicographic_matching::bits::{is_in, numbers};
use lexicographic_matching::{BitSet, Graph, Matching};

/// The Gallai–Edmonds groups: those who could be the one left over, as they hang together; and their neighbours.
pub(crate) struct Groups {
    pub(crate) members: Vec<Vec<usize>>,
    /// For each place the number of its group.
    pub(crate) group_of: Vec<Option<usize>>,
    pub(crate) outsiders: Vec<usize>,
}

impl Groups {
    /// Those of a round whose hard graph has the largest matching given.
    pub(crate) fn new(round: &Round, matching: &mut Matching) -> Self {
        let (loose, _) = matching.gallai_edmonds(round.hard());
        let is_loose = |place: usize| is_in(&loose, place);
        let mut members = components(round.hard(), numbers(&loose), &loose);
        let mut group_of = vec![None; round.vertices()];
        for (number, group) in members.iter_mut().enumerate() {
            group.sort_unstable();
            for place in group.iter() {
                group_of[*place] = Some(number);
            }
        }
        let outside = |place: &usize| !is_loose(*place) && round.hard().has_neighbour_in(*place, &loose);
        Self {
            members,
            outsiders: (0..round.vertices()).filter(outside).collect(),
            group_of,
        }
    }
}

/// The loose as the groups in which they hang together, each from the first in the order on.
fn components(graph: &Graph, order: impl Iterator<Item = usize>, loose: &[u64]) -> Vec<Vec<usize>> {
    let mut left = BitSet::from_words(loose.iter().copied());
    let mut sets = Vec::new();
    for first in order {
        if !left.contains(first) {
            continue;
        }
        left.remove(first);
        let (mut members, mut asked) = (vec![first], 0);
        while let Some(member) = members.get(asked).copied() {
            asked += 1;
            let from = members.len();
            members.extend(graph.neighbours_within(member, &left, None));
            members[from..].iter().for_each(|other| left.remove(*other));
        }
        sets.push(members);
    }
    sets
}
