//! Removal of *inadmissible* edges, those in no perfect matching, by a perfect matching and the barriers that searches
//! from it show.

use crate::budget::Budget;
use crate::cardinality::alternating_tree::Target;
use crate::cardinality::matching::Matching;
use crate::graph::Graph;
use crate::graph::bits::{bits, is_in, take_out};

/// Removes inadmissible edges: those in no perfect matching of the subgraph that all vertices named here induce,
/// without the edges between two `independent` vertices.
///
/// An edge is tried if one end is `tried` and the other is `tried` or `independent`. Edges to `others` are not tried,
/// but those that are found to be inadmissible on the way are removed too.
///
/// Returns whether a tried edge was inadmissible. After `patience` searches in a row that find none, or once a
/// [`Budget`] is spent, the rest is not tried, and the answer is `true`. The matching becomes a perfect one; if there
/// is none, nothing is removed, and the answer is `false`. Afterwards its active vertices and its independent set are
/// those named here.
pub fn remove_inadmissible_edges(
    graph: &mut Graph,
    matching: &mut Matching,
    independent: &[usize],
    tried: &[&[usize]],
    others: &[usize],
    patience: usize,
) -> bool {
    let vertices = tried.iter().copied().flatten().chain(independent).copied();
    let mut open = bits(graph.len(), vertices.clone());
    matching.set_independent(independent);
    matching.activate_only(vertices.chain(others.iter().copied()));
    if !matching.maximize(graph) {
        return false;
    }
    let (mut some, mut in_vain, mut decided) = (false, 0, bits(graph.len(), 0..0));
    for u in tried.iter().copied().flatten().copied() {
        if in_vain == patience || Budget::is_spent() {
            return true;
        }
        let candidates = matching.candidates(graph, u);
        let wanted: Vec<u64> = candidates.iter().zip(&open).map(|(word, open)| word & open).collect();
        if !is_in(&decided, u) && wanted.iter().any(|word| *word != 0) {
            let could = matching.possible_mates(graph, u, Target::AllOf(&wanted));
            let found = could.iter().zip(&wanted).any(|(could, wanted)| wanted & !could != 0);
            in_vain = if found { 0 } else { in_vain + 1 };
            some |= found;
            if let Some(more) = matching.remove_inadmissible(graph, u) {
                decided.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
            }
        }
        // An edge is tried once.
        take_out(&mut open, u);
    }
    some
}
