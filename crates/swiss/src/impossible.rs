//! Pairs with which not everybody could be paired.

use crate::bits::{bits, take_out};
use crate::graph::Graph;
use crate::matching::Matching;
use crate::steps;

/// Takes those of a bracket out of the graph, which has its players, those of the next, and those below; and those further down
/// that are found out on the way. Whether there are any in the bracket and the next, but for those of two moved down.
///
/// Every pair of a matching that was seen on the way is possible, so that only the others are asked for.
pub(crate) fn strike_out_impossible(
    graph: &mut Graph,
    moved: &[usize],
    [own, next, below]: [&[usize]; 3],
    witness: &mut Matching,
) -> bool {
    let all = [moved, own, next];
    let mut open = bits(graph.len(), all.into_iter().flatten().copied());
    witness.set_apart(moved);
    witness.keep(all.into_iter().flatten().chain(below).copied());
    if !witness.complete(graph) {
        return false;
    }
    let asked = || own.iter().chain(next).copied();
    let mut seen = Seen::new(graph.len(), asked());
    for one in asked() {
        seen.note(one, witness.mate(one));
    }
    let mut some = false;
    for one in asked() {
        let words = graph.row(one).iter().zip(seen.row(one)).zip(&open);
        let mut unseen: Vec<u64> = words.map(|((word, seen), open)| word & !seen & open).collect();
        while unseen.iter().any(|word| *word != 0) && !steps::is_over() {
            if !witness.can_meet_one_of(graph, one, &unseen) {
                witness.strike_out(graph, one);
                some = true;
                break;
            }
            unseen.iter_mut().zip(witness.reached()).for_each(|(word, reached)| *word &= !reached);
            for changed in witness.changed() {
                seen.note(*changed, witness.mate(*changed));
            }
        }
        take_out(&mut open, one);
    }
    some
}

/// Whom each of some players, most of whom follow each other, was seen to meet.
struct Seen {
    first: usize,
    words: usize,
    rows: Vec<u64>,
}

impl Seen {
    fn new(len: usize, players: impl Iterator<Item = usize> + Clone) -> Self {
        let (first, last) = (players.clone().min().unwrap_or(0), players.max().unwrap_or(0));
        let words = len.div_ceil(64);
        Self { first, words, rows: vec![0; (last + 1 - first) * words] }
    }

    fn row(&self, one: usize) -> &[u64] {
        &self.rows[(one - self.first) * self.words..][..self.words]
    }

    /// Notes a pair for those of the two who are among the players.
    fn note(&mut self, one: usize, other: Option<usize>) {
        let Some(other) = other else { return };
        for (one, other) in [(one, other), (other, one)] {
            let word = one.checked_sub(self.first).map(|row| row * self.words + other / 64);
            if let Some(word) = word.and_then(|word| self.rows.get_mut(word)) {
                *word |= 1 << (other % 64);
            }
        }
    }
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
            let Ok(round) = Round::new(&field, config) else { continue };
            let Ok(Frame { bye, graph, mut matching }) = Frame::new(&round, Haste::Quick) else { continue };
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
            let some = strike_out_impossible(&mut possible, moved, [own, next, below], &mut matching);
            let binds = |one: usize, other: usize| !below.contains(&one) && !below.contains(&other);
            let mut some_here = false;
            for (one, other) in places.iter().flat_map(|one| graph.neighbours(*one).map(|other| (*one, other))) {
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
