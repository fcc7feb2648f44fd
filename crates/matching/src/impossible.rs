//! Pairs with which not everybody could be paired.

use crate::bits::{bits, is_in, take_out};
use crate::budget::Budget;
use crate::graph::Graph;
use crate::matching::Matching;
use crate::search::Goal;

/// Takes those out of the graph that have a vertex among the own or the next, but for pairs of two `moved`, of which no two are
/// paired; and those of vertices below that are found out on the way. Whether there are any of the former; or might be, if that
/// was given up after as many searches in vain in a row as there is patience for.
pub fn strike_out_impossible(
    graph: &mut Graph,
    moved: &[usize],
    [own, next, below]: [&[usize]; 3],
    witness: &mut Matching,
    patience: usize,
) -> bool {
    let all = [moved, own, next];
    let mut open = bits(graph.len(), all.into_iter().flatten().copied());
    witness.set_apart(moved);
    witness.keep(all.into_iter().flatten().chain(below).copied());
    if !witness.complete(graph) {
        return false;
    }
    let (mut some, mut vain, mut decided) = (false, 0, bits(graph.len(), 0..0));
    for one in own.iter().chain(next).copied() {
        if vain == patience || Budget::is_spent() {
            return true;
        }
        let wanted = witness
            .allowed(graph, one)
            .iter()
            .zip(&open)
            .map(|(word, open)| word & open)
            .collect();
        let wanted = if is_in(&decided, one) {
            Vec::new()
        } else {
            witness.not_exchanged(graph, one, wanted)
        };
        if wanted.iter().any(|word| *word != 0) {
            let could = witness.could_meet(graph, one, Goal::AllOf(&wanted));
            let found = could.iter().zip(&wanted).any(|(could, wanted)| wanted & !could != 0);
            vain = if found { 0 } else { vain + 1 };
            some |= found;
            if let Some(more) = witness.strike_out(graph, one) {
                decided.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
            }
        }
        // A pair is asked for once.
        take_out(&mut open, one);
    }
    some
}
