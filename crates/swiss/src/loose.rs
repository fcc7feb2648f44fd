//! Who is left free where not all can be paired: the last of an order.
//!
//! By the theorem of Gallai and Edmonds the loose fall into groups of which all but one can be paired with each other, whoever
//! that one is; it meets one of the needed or is free. So the groups are asked, not the players: each in turn takes one of the
//! needed, others taking another, and those who find none are left, each with the last of its players.

use std::collections::VecDeque;

use crate::bits::is_in;
use crate::graph::Graph;
use crate::matching::{Matching, NONE};
use crate::row::Row;
use crate::steps;

/// A group of the loose.
#[derive(Debug)]
struct Group {
    /// The last of the order first.
    members: Vec<usize>,
    /// Of the needed the one who is met, and by whom.
    met: Option<(usize, usize)>,
}

/// The groups, and who of the needed is met by which.
struct Groups<'a> {
    graph: &'a Graph,
    /// Those of whom no two are neighbours.
    apart: Option<&'a [u64]>,
    list: Vec<Group>,
    holder: Vec<usize>,
    /// By which group and by whom of it one of the needed was last found.
    found: Vec<(usize, usize)>,
}

/// So many players are asked one by one.
const FEW: usize = 16;

/// Has the last of the order be free, the matching being a largest one.
pub(crate) fn leave_last(matching: &mut Matching, graph: &Graph, order: &[usize], parts: [&[u64]; 2]) {
    let loose: Vec<usize> = order.iter().copied().filter(|place| is_in(parts[0], *place)).collect();
    let free = loose.iter().filter(|place| matching.mate(**place).is_none()).count();
    if free < 2 || loose.len() - free < FEW {
        ask_players(matching, graph, &loose, free);
    } else {
        ask_groups(matching, graph, &loose, parts);
    }
}

/// Who can be free is ruled by single exchanges, so that each is asked once, from the last on.
fn ask_players(matching: &mut Matching, graph: &Graph, loose: &[usize], mut open: usize) {
    let mut left = Vec::with_capacity(open);
    for place in loose.iter().rev().copied() {
        if open == 0 || steps::is_over() {
            break;
        }
        let mate = matching.mate(place);
        matching.part(place);
        matching.retire(place);
        if mate.is_none_or(|mate| matching.augment(graph, mate)) {
            left.push(place);
            open -= 1;
        } else {
            matching.restore(place);
            if let Some(mate) = mate {
                matching.pair(place, mate);
            }
        }
    }
    for place in left {
        matching.restore(place);
    }
}

fn ask_groups(matching: &mut Matching, graph: &Graph, order: &[usize], [loose, needed]: [&[u64]; 2]) {
    let apart = matching.apart().map(<[u64]>::to_vec);
    let apart = apart.as_deref();
    let list = components(graph, apart, order.iter().rev().copied(), loose);
    let mut groups = Groups {
        graph,
        apart,
        list: list.into_iter().map(|members| Group { members, met: None }).collect(),
        holder: vec![NONE; graph.len()],
        found: vec![(NONE, NONE); graph.len()],
    };
    let mut open = Row::new(needed.iter().copied());
    // The groups are there from the last on.
    for root in (0..groups.list.len()).rev() {
        if steps::is_over() {
            return;
        }
        groups.ask(root, &mut open);
    }
    for group in &groups.list {
        let outside = |place: &usize| matching.mate(*place).is_none_or(|mate| is_in(needed, mate));
        let Some(free) = group.members.iter().copied().find(outside) else {
            continue;
        };
        matching.part(free);
        let wanted = group.met.map_or(group.members[0], |(_, by)| by);
        if free != wanted {
            matching.move_free(graph, &group.members, free, wanted);
        }
    }
    for (needed, by) in groups.list.iter().filter_map(|group| group.met) {
        matching.pair(needed, by);
    }
}

/// The loose as the groups in which they hang together, each from the first in the order on, no two of those who are apart
/// being neighbours.
pub(crate) fn components(
    graph: &Graph,
    apart: Option<&[u64]>,
    order: impl Iterator<Item = usize>,
    loose: &[u64],
) -> Vec<Vec<usize>> {
    let mut left = Row::new(loose.iter().copied());
    let mut sets = Vec::new();
    for first in order {
        if !left.has(first) {
            continue;
        }
        left.take(first);
        let (mut members, mut asked) = (vec![first], 0);
        while let Some(member) = members.get(asked).copied() {
            asked += 1;
            let from = members.len();
            members.extend(graph.neighbours_of(member, &left, apart));
            members[from..].iter().for_each(|other| left.take(*other));
        }
        sets.push(members);
    }
    sets
}

impl Groups<'_> {
    /// Finds one of the needed for a group, others taking another. Where there is none, nobody who was asked for on the way
    /// can be of use to a later group, so that these are closed.
    fn ask(&mut self, root: usize, open: &mut Row) {
        let mut queue = VecDeque::from([root]);
        let mut asked = Vec::new();
        while let Some(group) = queue.pop_front() {
            for place in 0..self.list[group].members.len() {
                let member = self.list[group].members[place];
                let found: Vec<usize> = self.graph.neighbours_of(member, open, self.apart).collect();
                for needed in found {
                    steps::count(4);
                    open.take(needed);
                    asked.push(needed);
                    self.found[needed] = (group, member);
                    let holder = self.holder[needed];
                    if holder == NONE {
                        self.take(needed);
                        for needed in asked {
                            open.put(needed);
                        }
                        return;
                    }
                    queue.push_back(holder);
                }
            }
        }
    }

    /// Each group on the way back to the one that asked takes whom it has found.
    fn take(&mut self, needed: usize) {
        let mut next = Some(needed);
        while let Some(needed) = next {
            let (group, by) = self.found[needed];
            self.holder[needed] = group;
            next = self.list[group].met.replace((needed, by)).map(|(before, _)| before);
        }
    }
}
