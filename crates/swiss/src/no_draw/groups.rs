//! The decomposition of Gallai and Edmonds of a round without a legal draw.

use crate::field::Round;
use lexicographic_matching::bits::{is_in, numbers};
use lexicographic_matching::{BitSet, Graph, Matching};

/// The odd components of the inessential players, whom some maximum matching leaves free, and the outsiders, who are
/// their neighbours: a Tutte–Berge barrier.
pub(crate) struct Groups {
    pub(crate) members: Vec<Vec<usize>>,
    /// The number of the component that each place is in.
    pub(crate) group_of: Vec<Option<usize>>,
    pub(crate) outsiders: Vec<usize>,
}

impl Groups {
    /// The decomposition of a round of whose hard graph a maximum matching is given.
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

/// The connected components of the inessential players.
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
