//! The edges that no perfect matching has, found with a perfect matching and the barriers that its searches show.

use crate::budget::Budget;
use crate::cardinality::alternating_tree::Target;
use crate::cardinality::matching::Matching;
use crate::graph::Graph;
use crate::graph::bits::{bits, is_in, take_out};

/// Removes the edges at `own` and `next` that are in no perfect matching of all these vertices in which no two of
/// `moved` are matched; and edges further `below` that are found on the way. Returns whether there were any of the
/// former. After `patience` searches in a row that find none the rest is given up, and the answer is `true`.
pub fn remove_inadmissible_edges(
    graph: &mut Graph,
    moved: &[usize],
    [own, next, below]: [&[usize]; 3],
    witness: &mut Matching,
    patience: usize,
) -> bool {
    let all = [moved, own, next];
    let mut open = bits(graph.len(), all.into_iter().flatten().copied());
    witness.set_independent(moved);
    witness.activate_only(all.into_iter().flatten().chain(below).copied());
    if !witness.maximize(graph) {
        return false;
    }
    let (mut some, mut vain, mut decided) = (false, 0, bits(graph.len(), 0..0));
    for u in own.iter().chain(next).copied() {
        if vain == patience || Budget::is_spent() {
            return true;
        }
        let wanted = witness
            .candidates(graph, u)
            .iter()
            .zip(&open)
            .map(|(word, open)| word & open)
            .collect();
        let wanted = if is_in(&decided, u) {
            Vec::new()
        } else {
            witness.unproven_by_exchange(graph, u, wanted)
        };
        if wanted.iter().any(|word| *word != 0) {
            let could = witness.possible_mates(graph, u, Target::AllOf(&wanted));
            let found = could.iter().zip(&wanted).any(|(could, wanted)| wanted & !could != 0);
            vain = if found { 0 } else { vain + 1 };
            some |= found;
            if let Some(more) = witness.remove_inadmissible(graph, u) {
                decided.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
            }
        }
        // A pair is asked for once.
        take_out(&mut open, u);
    }
    some
}
