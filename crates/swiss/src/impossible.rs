//! Pairs with which not everybody could be paired.

use crate::bits::{bits, is_in, take_out};
use crate::graph::Graph;
use crate::matching::Matching;
use crate::search::Goal;
use crate::steps;

/// Takes those of a bracket out of the graph, which has its players, those of the next, and those below; and those further down
/// that are found out on the way. Whether there are any in the bracket and the next, but for those of two moved down; or might
/// be, if that was given up after as many searches in vain in a row as there is patience for.
pub(crate) fn strike_out_impossible(
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
        if vain == patience || steps::is_over() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::Haste;
    use crate::frame::Frame;
    use crate::round::Round;
    use crate::support::small_field;

    /// The impossible pairs of the bracket and the next are told, and no others anywhere, as trying each pair tells.
    #[test]
    fn pairs_are_impossible_that_cannot_be_tried() {
        let mut rng = fastrand::Rng::with_seed(90);
        let (mut told, mut further) = (0, 0);
        while told < 2000 || further < 200 {
            let (field, config) = small_field(&mut rng, 6, 20);
            let Ok(round) = Round::new(&field, config) else {
                continue;
            };
            let Ok(Frame {
                bye,
                graph,
                mut matching,
            }) = Frame::new(&round, Haste::Quick)
            else {
                continue;
            };
            let places: Vec<usize> = (0..round.len()).filter(|place| Some(*place) != bye).collect();
            let (moved, rest) = places.split_at(rng.usize(..3));
            let (own, rest) = rest.split_at(rng.usize(1..3));
            let (next, below) = rest.split_at(rng.usize(..rest.len()));
            let can_meet = |one: usize, other: usize| {
                let mut graph = Graph::clone(&graph);
                graph.retain(one, |met| met == other);
                graph.retain(other, |met| met == one);
                let mut matching = Matching::new(graph.len());
                matching.set_apart(moved);
                matching.keep(places.iter().copied());
                matching.complete(&graph)
            };
            for one in moved {
                matching.part(*one);
            }
            matching.set_apart(moved);
            matching.keep(places.iter().copied());
            if !matching.complete(&graph) {
                continue;
            }
            let mut possible = Graph::clone(&graph);
            let some = strike_out_impossible(&mut possible, moved, [own, next, below], &mut matching, usize::MAX);
            let binds = |one: usize, other: usize| !below.contains(&one) && !below.contains(&other);
            let mut some_here = false;
            for (one, other) in places
                .iter()
                .flat_map(|one| graph.neighbours(*one).map(|other| (*one, other)))
            {
                let apart = moved.contains(&one) && moved.contains(&other);
                let here = binds(one, other) && !apart;
                if !possible.has(one, other) {
                    assert!(apart || !can_meet(one, other), "{one} {other} {field:#?}");
                    told += usize::from(here);
                    further += usize::from(!here && !apart);
                    some_here |= here;
                } else if here {
                    assert!(can_meet(one, other), "{one} {other} {field:#?}");
                }
            }
            assert_eq!(some, some_here);
        }
    }
}
