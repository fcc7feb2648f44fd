//! Clashes that cannot be avoided, by the number of pairs alone.
//!
//! The largest matchings without clashes leave so many free, and each pair of those must clash, so that there are half as
//! many clashes at the least. Who can be left free is told by the theorem of Gallai and Edmonds: there are the *loose*, whom
//! some largest matching leaves free; the *needed*, who are not loose themselves and have a loose neighbour; and the others.
//! In every largest matching the needed meet loose players in different groups, so that no other pair of theirs is possible.

use std::rc::Rc;

use crate::bracket::frame::Frame;
use crate::field::Round;
use lexicographic_matching::bits::{bits, is_in};
use lexicographic_matching::{Budget, Graph, Matching, Target, match_greedily};

/// The frame in which clashes are the fewest and the lowest, if exchanges show it.
///
/// Who is left free is a basis of a matroid, so the lowest of the standing order are found one by one; if they can be paired
/// with each other, theirs are the clashes. If not, each player from the top is asked whether all can be paired without a
/// clash of theirs, until the clashes are what they must be.
pub(crate) fn fewest_by_exchanges(
    round: &Round,
    graph: &Graph,
    apart: &Graph,
    mut matching: Matching,
) -> Option<Frame> {
    let mut bye = None;
    if let Some(nobody) = round.bye() {
        // Without the bye, whom the largest matchings may leave free can have it; anybody, if as many are matched without it.
        let before = matching.free().len();
        matching.unmatch(nobody);
        matching.deactivate(nobody);
        let (loose, _) = matching.gallai_edmonds(apart);
        let anybody = matching.free().len() < before;
        let can_rest = |place: &usize| apart.has_edge(*place, nobody) && (anybody || is_in(&loose, *place));
        bye = Some((0..round.len()).rev().find(can_rest)?);
    }
    let playing: Vec<usize> = (0..round.len()).filter(|place| Some(*place) != bye).collect();
    let mut matching = Matching::new(graph.len());
    matching.activate_only(playing.iter().copied());
    match_greedily(&mut matching, apart);
    let (loose, needed) = matching.maximize_in_order(apart, &playing);
    let free = matching.free();
    let parts = Parts {
        all: bits(graph.len(), playing.iter().copied()),
        loose,
        needed,
    };
    let kept = parts.lowest_clash(graph, apart, &free);
    matching.activate_only(free.iter().copied());
    if matching.maximize(&kept) {
        matching.activate_only(playing.iter().copied());
        return Some(Frame {
            bye,
            graph: Rc::new(kept),
            matching,
        });
    }
    matching.activate_only(playing.iter().copied());
    let kept = parts.each_asked(graph, apart, &playing, &free, &mut matching)?;
    Some(Frame {
        bye,
        graph: Rc::new(kept),
        matching,
    })
}

/// Those who play, as Gallai and Edmonds part them.
pub(crate) struct Parts {
    pub(crate) all: Vec<u64>,
    pub(crate) loose: Vec<u64>,
    pub(crate) needed: Vec<u64>,
}

impl Parts {
    /// Of the pairs without a clash those that a largest matching may have.
    fn possible(&self, vertex: usize, place: usize, word: u64) -> u64 {
        if !is_in(&self.all, vertex) {
            0
        } else if is_in(&self.needed, vertex) {
            word & self.loose[place]
        } else if is_in(&self.loose, vertex) {
            word & self.all[place]
        } else {
            word & self.all[place] & !self.needed[place]
        }
    }

    /// The graph in which the free meet each other in clashes, and the others nobody of their own nor the free.
    fn lowest_clash(&self, graph: &Graph, apart: &Graph, free: &[usize]) -> Graph {
        let free = bits(graph.len(), free.iter().copied());
        apart.map_rows(|vertex, place, word| {
            if is_in(&free, vertex) {
                graph.row(vertex)[place] & !word & free[place]
            } else {
                self.possible(vertex, place, word) & !free[place]
            }
        })
    }

    /// The graph of the pairs that a largest matching without clashes may have, and of all clashes of the loose.
    pub(crate) fn with_clashes(&self, graph: &Graph, apart: &Graph) -> Graph {
        apart.map_rows(|vertex, place, word| {
            let is_loose = is_in(&self.loose, vertex);
            let clashes = if is_loose {
                graph.row(vertex)[place] & !word & self.loose[place]
            } else {
                0
            };
            self.possible(vertex, place, word) | clashes
        })
    }

    /// The graph in which everybody meets only those of their own, or only others, as it was found for each from the top.
    fn each_asked(
        &self,
        graph: &Graph,
        apart: &Graph,
        playing: &[usize],
        free: &[usize],
        matching: &mut Matching,
    ) -> Option<Graph> {
        let is_loose = |vertex: usize| is_in(&self.loose, vertex);
        let mut kept = self.with_clashes(graph, apart);
        matching.maximize(&kept).then_some(())?;
        for one in playing.iter().copied().filter(|place| is_loose(*place)) {
            if Budget::is_spent() {
                return None;
            }
            if kept.has_neighbour_in(one, apart.row(one)) {
                spare(one, &mut kept, apart, matching);
            }
        }
        let clash = |one: &&usize| matching.mate(**one).is_some_and(|mate| !apart.has_edge(**one, mate));
        (playing.iter().filter(clash).count() == free.len()).then_some(kept)
    }
}

/// Keeps of a player the pairs without a clash if all can be paired so, and the clashes if not. What the search has shown then
/// is taken out of the graph too, so that the next players are mostly answered without one.
fn spare(one: usize, kept: &mut Graph, apart: &Graph, matching: &mut Matching) {
    let clashing: Vec<usize> = kept
        .neighbours(one)
        .filter(|other| !apart.has_edge(one, *other))
        .collect();
    kept.retain_within(one, apart.row(one));
    let Some(mate) = matching.mate(one).filter(|mate| !apart.has_edge(one, *mate)) else {
        return;
    };
    matching.unmatch(one);
    if matching.augment(kept, one) {
        return;
    }
    matching.join(one, mate);
    kept.retain_neighbours(one, |_| false);
    let meets_outer = clashing.iter().any(|other| is_in(matching.outer(), *other));
    if !meets_outer {
        matching.remove_inadmissible_of_inner(kept);
    }
    for other in clashing {
        kept.add_edge(one, other);
    }
    if meets_outer {
        matching.possible_mates(kept, one, Target::Everything);
        matching.remove_inadmissible(kept, one);
    }
}
