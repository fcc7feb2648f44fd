//! A quick way through criteria 2 and 4, by exchange arguments: the fewest clashes, and those at the bottom of the
//! standing order, from maximum matchings without costs.
//!
//! A maximum matching without clashes leaves some players free. These must clash, two to a pair, so half their number
//! is a lower bound on the clashes. If the bound is reached, the Gallai–Edmonds decomposition tells who clashes: only
//! *inessential* players (D), whom some maximum matching leaves free. Their other neighbours, the *barrier* (A), meet
//! inessential players in every maximum matching, so their other pairs are out of the question. See Schrijver,
//! *Combinatorial Optimization*, section 24.4b.

use std::rc::Rc;

use crate::field::Round;
use crate::whole_round::eligibility::Eligibility;
use lexicographic_matching::bits::{bits, is_in};
use lexicographic_matching::{Budget, Graph, Matching, Target, match_greedily};

/// The eligible pairs by which clashes are the fewest and the lowest, if the lower bound is reached.
///
/// The sets of players that matchings cover are the independent sets of a matroid (the matching matroid of Edmonds and
/// Fulkerson), so the players to be left free, as low in standing order as can be, are found one by one. If these can
/// all be paired with each other, theirs are the clashes. If not, each player from the top is spared a clash if
/// everybody can still be paired, until the clashes are as many as the bound.
pub(crate) fn fewest_by_exchanges(
    round: &Round,
    graph: &Graph,
    apart: &Graph,
    mut matching: Matching,
) -> Option<Eligibility> {
    let mut bye = None;
    if let Some(nobody) = round.bye() {
        // Without the bye: it can go to any player whom a maximum matching then leaves free; or to any player at all,
        // if as many pairs are possible without it.
        let before = matching.free().len();
        matching.unmatch(nobody);
        matching.deactivate(nobody);
        let (inessential, _) = matching.gallai_edmonds(apart);
        let anybody = matching.free().len() < before;
        let can_rest = |place: &usize| apart.has_edge(*place, nobody) && (anybody || is_in(&inessential, *place));
        bye = Some((0..round.len()).rev().find(can_rest)?);
    }
    let playing: Vec<usize> = (0..round.len()).filter(|place| Some(*place) != bye).collect();
    let mut matching = Matching::new(graph.len());
    matching.activate_only(playing.iter().copied());
    match_greedily(&mut matching, apart);
    let (inessential, barrier) = matching.maximize_in_order(apart, &playing);
    let free = matching.free();
    let decomposition = Decomposition {
        all: bits(graph.len(), playing.iter().copied()),
        inessential,
        barrier,
    };
    let kept = decomposition.with_lowest_clashes(graph, apart, &free);
    matching.activate_only(free.iter().copied());
    if matching.maximize(&kept) {
        matching.activate_only(playing.iter().copied());
        return Some(Eligibility {
            bye,
            graph: Rc::new(kept),
            matching,
        });
    }
    matching.activate_only(playing.iter().copied());
    let kept = decomposition.decide_one_by_one(graph, apart, &playing, &free, &mut matching)?;
    Some(Eligibility {
        bye,
        graph: Rc::new(kept),
        matching,
    })
}

/// The Gallai–Edmonds decomposition of the players without the one who has the bye.
pub(crate) struct Decomposition {
    pub(crate) all: Vec<u64>,
    pub(crate) inessential: Vec<u64>,
    pub(crate) barrier: Vec<u64>,
}

impl Decomposition {
    /// The pairs without a clash that a maximum matching may have, of a word of a player's row.
    fn possible(&self, vertex: usize, place: usize, word: u64) -> u64 {
        if !is_in(&self.all, vertex) {
            0
        } else if is_in(&self.barrier, vertex) {
            word & self.inessential[place]
        } else if is_in(&self.inessential, vertex) {
            word & self.all[place]
        } else {
            word & self.all[place] & !self.barrier[place]
        }
    }

    /// The graph in which the free players meet each other in clashes, and the others meet each other without a clash.
    fn with_lowest_clashes(&self, graph: &Graph, apart: &Graph, free: &[usize]) -> Graph {
        let free = bits(graph.len(), free.iter().copied());
        apart.map_rows(|vertex, place, word| {
            if is_in(&free, vertex) {
                graph.row(vertex)[place] & !word & free[place]
            } else {
                self.possible(vertex, place, word) & !free[place]
            }
        })
    }

    /// The graph of the pairs that a maximum matching without clashes may have, and of all clashes between inessential
    /// players.
    pub(crate) fn with_clashes(&self, graph: &Graph, apart: &Graph) -> Graph {
        apart.map_rows(|vertex, place, word| {
            let is_inessential = is_in(&self.inessential, vertex);
            let clashes = if is_inessential {
                graph.row(vertex)[place] & !word & self.inessential[place]
            } else {
                0
            };
            self.possible(vertex, place, word) | clashes
        })
    }

    /// The graph in which each player has either pairs without a clash or clashes only, as was found for each from the
    /// top.
    fn decide_one_by_one(
        &self,
        graph: &Graph,
        apart: &Graph,
        playing: &[usize],
        free: &[usize],
        matching: &mut Matching,
    ) -> Option<Graph> {
        let is_inessential = |vertex: usize| is_in(&self.inessential, vertex);
        let mut kept = self.with_clashes(graph, apart);
        matching.maximize(&kept).then_some(())?;
        for player in playing.iter().copied().filter(|place| is_inessential(*place)) {
            if Budget::is_spent() {
                return None;
            }
            if kept.has_neighbour_in(player, apart.row(player)) {
                decide(player, &mut kept, apart, matching);
            }
        }
        let clash = |player: &&usize| {
            matching
                .mate(**player)
                .is_some_and(|mate| !apart.has_edge(**player, mate))
        };
        (playing.iter().filter(clash).count() == free.len()).then_some(kept)
    }
}

/// Keeps a player's pairs without a clash if everybody can be paired with one of these, and if not, the clashes. In the
/// latter case the search has shown a barrier, whose inadmissible pairs (those in no perfect matching) are removed too,
/// so that most of the next players need no search.
fn decide(player: usize, kept: &mut Graph, apart: &Graph, matching: &mut Matching) {
    let clashing: Vec<usize> = kept
        .neighbours(player)
        .filter(|opponent| !apart.has_edge(player, *opponent))
        .collect();
    kept.retain_within(player, apart.row(player));
    let Some(mate) = matching.mate(player).filter(|mate| !apart.has_edge(player, *mate)) else {
        return;
    };
    matching.unmatch(player);
    if matching.augment(kept, player) {
        return;
    }
    matching.join(player, mate);
    kept.retain_neighbours(player, |_| false);
    let meets_outer = clashing.iter().any(|opponent| is_in(matching.outer(), *opponent));
    if !meets_outer {
        matching.remove_inadmissible_of_inner(kept);
    }
    for opponent in clashing {
        kept.add_edge(player, opponent);
    }
    if meets_outer {
        matching.possible_mates(kept, player, Target::Everything);
        matching.remove_inadmissible(kept, player);
    }
}
