//! The Gallai–Edmonds decomposition of a round without a legal draw (Schrijver, *Combinatorial Optimization*, 24.4b).

use crate::field::Round;
use lexicographic_matching::bits::{is_in, numbers};
use lexicographic_matching::{BitSet, Graph, Matching};

/// The decomposition: the components of the inessential players (D), whom some maximum matching leaves free, all of
/// them odd; and the outsiders (A), who are their other neighbours. There are more components than outsiders, which by
/// the Tutte–Berge formula proves that there is no perfect matching.
pub(crate) struct OddComponents {
    pub(crate) members: Vec<Vec<usize>>,
    /// The number of the component that each place is in.
    pub(crate) group_of: Vec<Option<usize>>,
    pub(crate) outsiders: Vec<usize>,
}

impl OddComponents {
    /// The decomposition of a round of whose hard graph a maximum matching is given.
    pub(crate) fn new(round: &Round, matching: &mut Matching) -> Self {
        let (inessential, _) = matching.gallai_edmonds(round.hard());
        let is_inessential = |place: usize| is_in(&inessential, place);
        let mut members = components(round.hard(), numbers(&inessential), &inessential);
        let mut group_of = vec![None; round.vertices()];
        for (number, group) in members.iter_mut().enumerate() {
            group.sort_unstable();
            for place in group.iter() {
                group_of[*place] = Some(number);
            }
        }
        let outside = |place: &usize| !is_inessential(*place) && round.hard().has_neighbour_in(*place, &inessential);
        Self {
            members,
            outsiders: (0..round.vertices()).filter(outside).collect(),
            group_of,
        }
    }
}

/// The connected components of the inessential players.
fn components(graph: &Graph, order: impl Iterator<Item = usize>, inessential: &[u64]) -> Vec<Vec<usize>> {
    let mut left = BitSet::from_words(inessential.iter().copied());
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
            members[from..].iter().for_each(|opponent| left.remove(*opponent));
        }
        sets.push(members);
    }
    sets
}
